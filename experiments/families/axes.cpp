// Setting of axes, and the list of sampling models.
#include "experiments/families/axes.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "sim/samplers.hpp"

namespace apportion::families {

using engine::Axis;
using engine::AxisValue;

void set_axis(std::vector<Axis>& axes, std::string_view name, std::vector<AxisValue> values) {
  const auto axis = std::find_if(axes.begin(), axes.end(), [name](const Axis& entry) { return entry.name == name; });
  if (axis == axes.end()) throw std::logic_error("no axis '" + std::string(name) + "'");
  axis->values = std::move(values);
}

std::vector<std::string> sampler_names() {
  std::vector<std::string> names;
  for (const ClusterSampler& sampler : cluster_samplers()) names.push_back(sampler.name);
  return names;
}

}  // namespace apportion::families
