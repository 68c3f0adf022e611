// Clusters from files, and the sources of the clusters of a study.
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
#include "experiments/problems/common/fields.hpp"
#include "sim/cluster.hpp"
#include "sim/random_stream.hpp"
#include "sim/speed_distributions.hpp"

namespace apportion::problems {

/// Parses a cluster file: CSV whose header has the columns name and speed, or name, size and seconds, or name, size and
/// rate (elements per second), and optionally memory[cells] or memory[GB], bandwidth[Gbit/s], latency[us], group,
/// group_bandwidth[Gbit/s] and group_latency[us], in any order. A processor has a line, or one per size, in increasing
/// order; further lines are repeated measurements, whose other values are the same or left out. A byte order mark,
/// blanks around fields, quoted names, CRLF and blank lines are allowed. InputError, which names the line, for anything
/// else, and for numbers that are not from 1e-100 to 1e100.
[[nodiscard]] GivenCluster parse_cluster(std::string_view text);

/// The largest cluster file, in bytes.
constexpr std::size_t most_cluster_bytes = 100'000'000;

/// The field `cluster` of families that accept a file of processors instead of a list.
[[nodiscard]] Field cluster_field();
/// The field `bytes-per-cell`.
[[nodiscard]] Field bytes_per_cell_field();
/// The cluster of these fields, with its memory in cells; nothing if it is not given.
[[nodiscard]] std::optional<GivenCluster> cluster_in(const FieldValues& given);
/// The cluster's weights for so many elements in so many cells, see shares_of(); its other properties go to `asked`.
[[nodiscard]] Cluster weights_of(GivenCluster cluster, double elements, double cells, AskedProcessors& asked);

/// The source of a study's clusters: sampling models only, unless files are given.
struct ClusterSource {
  std::shared_ptr<const GivenCluster> given = nullptr;  ///< the cluster of every sample; nullptr: clusters are drawn
  /// The speeds of the files to resample, relative to the least one, by the value on the axis: "resample(FILE)".
  std::map<std::string, std::vector<double>, std::less<>> resampled = {};
  /// The quantiles of models that give the speeds themselves: "quantiles(FILE)", "speeds(weibull(1.5))".
  std::map<std::string, SpeedQuantile, std::less<>> quantiles = {};

  [[nodiscard]] bool is_empty() const { return given == nullptr && resampled.empty() && quantiles.empty(); }
  /// Draws a cluster by the point's sampling model, see draw_cluster(), with the ratio on this axis; or by one of
  /// own_models(), for which the ratio does not matter: see require_models().
  [[nodiscard]] Cluster draw(const engine::Point& point, std::string_view ratio_axis, std::size_t processors,
                             RandomStream& stream) const;
  /// The given cluster for this many elements, or one drawn by the point's `sampling`, `processors` and `ratio`.
  [[nodiscard]] Cluster cluster_at(const engine::Point& point, double elements, RandomStream& stream) const;
};

/// InputError if a model on the axis `sampling` does not fit the axis `ratio_axis`: a file or a distribution that the
/// source lacks; ratios below that of a file's own speeds, since drawn speeds are from 1 to the ratio; several ratios
/// for a model that gives the speeds themselves; and a missing axis for a model that needs it.
void require_models(const std::vector<engine::Axis>& axes, const std::string& ratio_axis, const ClusterSource& source);

// --- Random models of speeds that only sweep files can name, on the axis `sampling`

/// Description of such a model.
struct OwnModel {
  std::string word;     ///< "quantiles", the word before the brackets
  std::string symbol;   ///< the placeholder in the brackets: "FILE"
  std::string needs;    ///< the meaning of the placeholder: "the file of quantiles"
  std::string example;  ///< an example of it: "speeds.csv"
  std::string summary;
  bool says_speeds = true;       ///< whether it gives the speeds themselves, independent of the ratio
  bool exact_everywhere = true;  ///< see ClusterSampler

  [[nodiscard]] bool names_file() const { return symbol == "FILE"; }
  /// "quantiles(FILE)"
  [[nodiscard]] std::string spelled() const { return word + "(" + symbol + ")"; }
};

/// resample(FILE), which depends on the ratio of speeds, and quantiles(FILE) and speeds(DISTRIBUTION), which give the
/// speeds themselves.
[[nodiscard]] const std::vector<OwnModel>& own_models();

/// The model of this text; nullptr for other texts.
[[nodiscard]] const OwnModel* own_model(std::string_view text);
/// Whether the model gives the speeds themselves, independent of the ratio.
[[nodiscard]] bool says_speeds(std::string_view text);

/// "FILE" of "resample(FILE)"; "" without brackets.
[[nodiscard]] std::string within_brackets(std::string_view text);

/// InputError unless the text of such a model is complete, and in canonical form.
void require_own_model(const std::string& text);

/// Parses CSV: the header probability,speed, then a line for each quantile. Probabilities ascend from 0 to 1, speeds
/// are positive and do not descend. InputError, which names the line, for anything else.
[[nodiscard]] SpeedQuantile parse_quantiles(std::string_view text);

}  // namespace apportion::problems
