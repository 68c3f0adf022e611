// Clusters from files: fields, drawing from them, and what ratios that needs.
#include "experiments/problems/clusters/cluster_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/files.hpp"
#include "sim/samplers.hpp"

namespace apportion::problems {
namespace {

constexpr std::string_view opening = "resample(";

}  // namespace

Field cluster_field() {
  return field_of(FieldKind::file, "cluster", "FILE",
                  "processors by name and speed, instead of a list: CSV, docs/own-clusters.md")
      .must_be_given("file");
}

Field bytes_per_cell_field() {
  return real_field("bytes-per-cell", "B", 1, 1e15,
                    "memory that a cell takes, where the file does not count it in cells")
      .measured_in("bytes")
      .within("file")
      .needing("cluster");
}

std::optional<GivenCluster> cluster_in(const FieldValues& given) {
  if (!given.has("cluster")) return std::nullopt;
  if (given.has("weights"))
    throw InputError(fmt::format("{} and {} exclude each other", given.spelled("cluster"), given.spelled("weights")));
  GivenCluster cluster = read_cluster(given.text("cluster"));
  const bool says_bytes = given.has("bytes-per-cell");
  read_from(given.text("cluster"), [&] {
    if (says_bytes && !cluster.memory_is_bytes)
      throw InputError(fmt::format("there is no memory in bytes, which {} is for", given.spelled("bytes-per-cell")));
    if (!says_bytes && cluster.memory_is_bytes)
      throw InputError(
          fmt::format("the memory is in bytes; {} must say how many a cell takes", given.spelled("bytes-per-cell")));
    if (says_bytes) count_cells(cluster, given.real("bytes-per-cell"));
  });
  return cluster;
}

Cluster ClusterSource::draw(const std::string& model, std::size_t processors, double ratio,
                            RandomStream& stream) const {
  if (const auto file = resampled.find(model); file != resampled.end())
    return resampled_cluster(file->second, processors, stream);
  return draw_cluster(model, processors, ratio, stream);
}

Cluster ClusterSource::cluster_at(const engine::Point& point, double elements, RandomStream& stream) const {
  if (given != nullptr) return given->cluster_for(elements);
  return draw(point.text("sampling"), point.count("processors"), point.number("ratio"), stream);
}

std::optional<std::string> resampled_file(std::string_view model) {
  if (!model.starts_with(opening) || !model.ends_with(')')) return std::nullopt;
  return std::string(model.substr(opening.size(), model.size() - opening.size() - 1));
}

void require_resampling(const std::vector<engine::Axis>& axes, const std::string& ratio_axis,
                        const ClusterSource& source) {
  const engine::Axis* sampling = engine::axis_named(axes, "sampling");
  const engine::Axis* ratios = engine::axis_named(axes, ratio_axis);
  if (sampling == nullptr || ratios == nullptr) return;
  for (const engine::AxisValue& model : sampling->values) {
    if (!resampled_file(model.text)) continue;
    const auto file = source.resampled.find(model.text);
    if (file == source.resampled.end())
      throw InputError(fmt::format(
          "sampling = {0}: the sweep file does not name this cluster file; write sampling = {0} into it", model.text));
    // The ratio as a user reads and types it.
    const double own =
        engine::AxisValue::parse(fmt::format("{:.15g}", std::ranges::max(file->second))).number.value_or(0);
    for (const engine::AxisValue& ratio : ratios->values)
      if (ratio.number.value_or(0) < own)
        throw InputError(
            fmt::format("sampling = {}: its fastest processor is {} times as fast as its slowest; {} = {} "
                        "must be at least that",
                        model.text, own, ratio_axis, ratio.text));
  }
}

}  // namespace apportion::problems
