// Setting of axes, and the list of sampling models.
#include "experiments/problems/axes.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "sim/samplers.hpp"

namespace apportion::problems {

using engine::Axis;
using engine::AxisValue;

void set_axis(std::vector<Axis>& axes, std::string_view name, std::vector<AxisValue> values) {
  const auto axis = std::ranges::find_if(axes, [name](const Axis& entry) { return entry.name == name; });
  if (axis == axes.end()) throw std::logic_error("no axis '" + std::string(name) + "'");
  axis->values = std::move(values);
}

std::vector<std::string> sampler_names() {
  std::vector<std::string> names;
  for (const ClusterSampler& sampler : cluster_samplers()) names.push_back(sampler.name);
  return names;
}

}  // namespace apportion::problems
