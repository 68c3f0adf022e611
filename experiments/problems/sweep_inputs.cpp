// Files of clusters and of instances in sweeps, whatever the family.
#include "experiments/problems/sweep_inputs.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "experiments/engine/input_file.hpp"
#include "experiments/problems/common/axes.hpp"

namespace apportion::problems {

using engine::Axis;
using engine::AxisKind;
using engine::AxisRole;
using engine::AxisValue;
using engine::SweepDefinition;

namespace {

bool is_among(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

std::string file_name(const std::string& path) { return std::filesystem::path(path).filename().string(); }

}  // namespace

void set_axes(std::vector<Axis>& axes, const SweepDefinition& definition) {
  std::vector<std::string> names;
  for (const Axis& axis : axes) names.push_back(axis.name);
  for (const auto& [name, values] : definition.axes) {
    const auto axis = std::ranges::find(names, name);
    if (axis == names.end()) throw unknown_name("axis of " + definition.family, name, names);
    Axis& chosen = axes[static_cast<std::size_t>(axis - names.begin())];
    for (const AxisValue& value : values) chosen.check(value);
    chosen.values = values;
  }
}

void prepare_cluster_axes(std::vector<Axis>& axes, const std::vector<std::string>& cluster_axes,
                          const SweepDefinition& definition) {
  if (!definition.cluster.empty() && cluster_axes.empty())
    throw InputError(
        fmt::format("a sweep of {} takes no cluster: it has no processors of unequal speed", definition.family));
  for (Axis& axis : axes)
    if (axis.name == "sampling" && is_among(cluster_axes, axis.name)) allow_resampling(axis);
  if (definition.cluster.empty()) return;
  for (const auto& [name, values] : definition.axes)
    if (is_among(cluster_axes, name))
      throw InputError(
          fmt::format("{} and cluster exclude each other: {} says it", name, file_name(definition.cluster)));
  std::erase_if(axes, [&cluster_axes](const Axis& axis) { return is_among(cluster_axes, axis.name); });
}

OpenedClusters open_clusters(const SweepDefinition& definition) {
  OpenedClusters opened;
  const auto read = [](const std::string& name) { return engine::read_input_file(name, most_cluster_bytes); };
  if (!definition.cluster.empty()) {
    const engine::InputFile file = read(definition.cluster);
    opened.source.given = std::make_shared<const GivenCluster>(parsed_content(file.name, file.content, parse_cluster));
    opened.digests = fmt::format("cluster {}, ", file.digest);
  }
  const auto sampling = definition.axes.find("sampling");
  if (sampling == definition.axes.end()) return opened;
  for (const AxisValue& model : sampling->second) {
    const std::optional<std::string> name = resampled_file(model.text);
    if (!name) continue;
    const engine::InputFile file = read(engine::path_in(definition.folder, *name));
    opened.source.resampled[model.text] = parsed_content(
        file.name, file.content, [](const std::string& text) { return speeds_over_least(parse_cluster(text)); });
    opened.digests += fmt::format("{} {}, ", model.text, file.digest);
  }
  return opened;
}

void prepare_instance_axes(std::vector<Axis>& axes, const std::vector<std::string>& applied,
                           const SweepDefinition& definition) {
  for (const Axis& axis : axes)
    if (definition.axes.contains(axis.name) && !is_among(applied, axis.name))
      throw InputError(fmt::format("{} and instances exclude each other: each line of {} says it", axis.name,
                                   file_name(definition.instances)));
  std::erase_if(axes, [&](const Axis& axis) { return !definition.axes.contains(axis.name); });
  axes.insert(axes.begin(), {.name = "instance",
                             .title = "line of " + file_name(definition.instances),
                             .role = AxisRole::sampled,
                             .kind = AxisKind::whole,
                             .least = 1,
                             .most = static_cast<double>(most_instances)});
}

std::string read_instance_lines(const std::string& file,
                                const std::function<void(std::int64_t number, const std::string& line)>& use) {
  const engine::InputFile input = engine::read_input_file(file, most_instance_bytes);
  std::int64_t number = 0;
  bool is_empty = true;
  for (std::size_t begin = 0; begin < input.content.size();) {
    const std::size_t end = std::min(input.content.find('\n', begin), input.content.size());
    const std::string line = input.content.substr(begin, end - begin);
    begin = end + 1;
    if (++number > most_instances)
      throw InputError(fmt::format("{} has more than {} lines; split it into several sweeps", file, most_instances));
    if (is_blank(line)) continue;
    is_empty = false;
    try {
      use(number, line);
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}:{}: {}", file, number, error.what()));
    }
  }
  if (is_empty) throw InputError(fmt::format("{} is empty; each line must be a problem as JSON", file));
  return input.digest;
}

void set_instances(std::vector<Axis>& axes, const std::vector<std::int64_t>& numbers) {
  std::vector<AxisValue> values;
  for (const std::int64_t number : numbers) values.push_back(AxisValue::of(static_cast<double>(number)));
  set_axis(axes, "instance", std::move(values));
}

void require_instances(const std::vector<Axis>& axes, const std::vector<std::int64_t>& numbers,
                       const std::string& file) {
  const auto instance = std::ranges::find(axes, "instance", &Axis::name);
  if (instance == axes.end()) return;
  for (const AxisValue& value : instance->values)
    if (!std::ranges::binary_search(numbers, static_cast<std::int64_t>(value.number.value_or(0))))
      throw InputError(fmt::format("instance = {}: {} has no problem on that line; its last is on line {}", value.text,
                                   file, numbers.back()));
}

}  // namespace apportion::problems
