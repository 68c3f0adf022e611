// Setting of axes, and the axis of sampling models.
#include "experiments/problems/common/axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/problems/clusters/cluster_file.hpp"
#include "sim/samplers.hpp"

namespace apportion::problems {

using engine::Axis;
using engine::AxisRole;
using engine::AxisValue;

void set_axis(std::vector<Axis>& axes, std::string_view name, std::vector<AxisValue> values) {
  const auto axis = std::ranges::find_if(axes, [name](const Axis& entry) { return entry.name == name; });
  if (axis == axes.end()) throw std::logic_error("no axis '" + std::string(name) + "'");
  axis->values = std::move(values);
}

void set_axes(std::vector<Axis>& axes, const std::map<std::string, std::vector<double>>& values) {
  for (const auto& [name, numbers] : values) set_axis(axes, name, engine::axis_values(numbers));
}

Axis ratio_axis() { return engine::real_axis("ratio", "greatest over least speed", AxisRole::sampled, 1, 1e9, {4}); }

Axis processors_axis(double most, const std::vector<double>& values) {
  return engine::whole_axis("processors", "processors", AxisRole::sampled, 1, most, values);
}

Axis aspect_axis() { return engine::real_axis("aspect", "columns over rows", AxisRole::sampled, 1e-6, 1e6, {1}); }

double columns_at(const engine::Point& point) {
  const bool is_given = contains(point.entries(), "columns", &engine::Point::Entry::axis);
  return is_given ? point.number("columns") : point.number("rows") * point.number("aspect");
}

namespace {

// Checks a model and its parameter, and that the text is in the canonical form used in names of points.
void check_model(const std::string& text, bool may_be_own) {
  std::vector<std::string> names = collected(cluster_samplers(), &ClusterSampler::name);
  if (may_be_own)
    for (const OwnModel& model : own_models()) names.push_back(model.word);
  const std::string name = text.substr(0, text.find('('));
  if (!contains(names, name)) {
    if (may_be_own && contains(speed_distributions(), name, &SpeedDistribution::name))
      throw InputError(fmt::format("sampling = {0}: {1} is a distribution; write speeds({0})", text, name));
    throw unknown_name("value of sampling", name, names);
  }
  SamplingModel model;
  try {
    if (own_model(text) != nullptr) return require_own_model(text);
    model = parse_sampling_model(text);
  } catch (const InputError& error) {
    throw InputError(fmt::format("sampling = {}", error.what()));
  }
  if (model.text() != text)
    throw InputError(fmt::format("sampling = {}: the plain spelling is {}", text, model.text()));
}

}  // namespace

Axis sampling_axis(std::string_view model) {
  Axis axis{.name = "sampling",
            .title = "sampling model",
            .role = AxisRole::sampled,
            .kind = engine::AxisKind::name,
            .values = {AxisValue::parse(model)},
            .check_text = [](const std::string& text) { check_model(text, false); },
            .exact_at =
                [](const std::string& value) {
                  const OwnModel* own = own_model(value);
                  return own != nullptr ? own->exact_everywhere : parse_sampling_model(value).sampler->exact_everywhere;
                }};
  for (const ClusterSampler& sampler : cluster_samplers()) axis.names.push_back(sampler.spelled());
  return axis;
}

void allow_own_models(Axis& sampling) {
  sampling.check_text = [](const std::string& text) { check_model(text, true); };
  for (const OwnModel& model : own_models()) sampling.names.push_back(model.spelled());
}

}  // namespace apportion::problems
