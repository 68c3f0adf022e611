// Setting of axes, and the axis of sampling models.
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

Axis sampling_axis(std::string_view model) {
  Axis axis{.name = "sampling",
            .title = "sampling model",
            .role = engine::AxisRole::sampled,
            .kind = engine::AxisKind::name,
            .values = {AxisValue::parse(model)},
            .exact_at = [](const std::string& value) { return cluster_sampler(value).exact_everywhere; }};
  for (const ClusterSampler& sampler : cluster_samplers()) axis.names.push_back(sampler.name);
  return axis;
}

}  // namespace apportion::problems
