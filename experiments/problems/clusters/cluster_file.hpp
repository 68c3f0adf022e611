// Clusters from files, and where the clusters of a study come from.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/engine/axis.hpp"
#include "experiments/problems/clusters/given_cluster.hpp"
#include "experiments/problems/clusters/own_models.hpp"
#include "experiments/problems/common/fields.hpp"
#include "sim/cluster.hpp"
#include "sim/random_stream.hpp"

namespace apportion::problems {

/// A cluster file's content: CSV whose header has the columns name and speed, or name, size and seconds, or name, size
/// and rate (elements per second), and perhaps memory[cells] or memory[GB], bandwidth[Gbit/s], latency[us], group,
/// group_bandwidth[Gbit/s] and group_latency[us], in any order. A processor has a line, or one per size, and its sizes
/// increase; further lines measure the same again. What they say beside is the same, or left out. A byte order mark,
/// blanks around fields, quoted names, CRLF and blank lines are allowed. InputError names the line for anything else,
/// and for numbers that are not from 1e-100 to 1e100.
[[nodiscard]] GivenCluster parse_cluster(std::string_view text);

/// The largest cluster file, in bytes.
constexpr std::size_t most_cluster_bytes = 100'000'000;

/// The field `cluster` of families that take processors from a file instead of a list.
[[nodiscard]] Field cluster_field();
/// The field that goes with it.
[[nodiscard]] Field bytes_per_cell_field();
/// The cluster that they name, its memory in cells; nothing where it is not given.
[[nodiscard]] std::optional<GivenCluster> cluster_in(const FieldValues& given);
/// Its weights for so many elements in so many cells, see shares_of(), and what is asked of its processors.
[[nodiscard]] Cluster weights_of(GivenCluster cluster, double elements, double cells, AskedProcessors& asked);

/// Sampling models alone, unless files are given.
struct ClusterSource {
  std::shared_ptr<const GivenCluster> given = nullptr;  ///< what every sample has; nullptr: clusters are drawn
  /// The speeds of the files that are drawn from, the least being 1, by the value on the axis: "resample(FILE)".
  std::map<std::string, std::vector<double>, std::less<>> resampled = {};
  /// The same of models that say the speeds themselves: "quantiles(FILE)", "speeds(weibull(1.5))".
  std::map<std::string, SpeedQuantile, std::less<>> quantiles = {};

  [[nodiscard]] bool is_empty() const { return given == nullptr && resampled.empty() && quantiles.empty(); }
  /// A cluster by the point's sampling model, see draw_cluster(), with the ratio on this axis; or by an own model,
  /// whatever the ratio is: see require_models().
  [[nodiscard]] Cluster draw(const engine::Point& point, std::string_view ratio_axis, std::size_t processors,
                             RandomStream& stream) const;
  /// The given cluster for so many elements or, without one, what the point's `sampling`, `processors` and `ratio` say.
  [[nodiscard]] Cluster cluster_at(const engine::Point& point, double elements, RandomStream& stream) const;
};

/// InputError where a model on the axis `sampling` does not fit the axis `ratio_axis`: a file or a distribution that
/// the source does not have; ratios below that of a file's own speeds, since drawn speeds lie from 1 to the ratio;
/// several ratios beside a model that says the speeds themselves; and without that axis a model that needs it.
void require_models(const std::vector<engine::Axis>& axes, const std::string& ratio_axis, const ClusterSource& source);

}  // namespace apportion::problems
