// Clusters from files, and the sources of the clusters of a study.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/engine/axis.hpp"
#include "experiments/problems/common/fields.hpp"
#include "sim/cluster.hpp"
#include "sim/performance_model.hpp"
#include "sim/random_stream.hpp"
#include "sim/speed_distributions.hpp"

namespace apportion::problems {

// --- Clusters: named processors with speeds, or with times measured at several sizes, the spread of repeated
// measurements, memory in cells, and links

/// The spread of repeated measurements of a processor.
struct Spread {
  double relative = 0;       ///< standard deviation over mean; of several sizes, pooled
  std::int64_t repeats = 0;  ///< measurements beyond the first one of each size; 0: the spread is unknown
};

/// The effect of limited memory on the shares of an array.
struct MemoryLimits {
  std::vector<double> cells = {};      ///< one per processor; infinity if unlimited
  std::vector<double> speeds = {};     ///< one per processor; weights differ from speeds if memory is full
  std::vector<std::size_t> full = {};  ///< the processors whose memory limits their shares
  double longer = 0;                   ///< time to finish over that without limits, minus 1
};

/// The weights by which an array is divided.
struct ClusterShares {
  Cluster cluster;
  std::optional<MemoryLimits> memory = std::nullopt;  ///< if the file has such limits
};

struct GivenCluster {
  std::vector<std::string> names;             ///< one per processor
  std::vector<double> speeds = {};            ///< one per processor, means; empty if they depend on the size
  std::vector<PerformanceModel> models = {};  ///< one per processor, of mean times; empty if speeds are constant
  std::vector<Spread> spreads = {};           ///< one per processor
  std::vector<std::int64_t> lines = {};       ///< one per processor: its first line in the file
  /// Whole cells that fit each processor's memory, infinity if unlimited; empty without limits.
  std::vector<double> memory = {};
  bool memory_is_bytes = false;               ///< count_cells() must still convert it to cells
  ProcessorLinks links = {};                  ///< the links, if the file has them
  std::vector<std::string> group_names = {};  ///< names of the links' groups

  [[nodiscard]] std::size_t size() const { return names.size(); }
  [[nodiscard]] bool depends_on_size() const { return !models.empty(); }
  /// The processors with weights for which `elements` > 0, in this many `cells`, are done soonest within the limits of
  /// memory. If memory limits no processor, all end together, and the weights are the speeds, if these do not depend on
  /// the size. InputError if speeds depend on the size or memory is limited and there are no elements, and if the
  /// memory holds too few cells: the message gives the shortage, and the processor that needs more memory most.
  [[nodiscard]] ClusterShares shares_of(double elements, double cells) const;
  /// The same for elements that take a cell each.
  [[nodiscard]] Cluster cluster_for(double elements) const { return shares_of(elements, elements).cluster; }
};

/// The properties that a question takes from a cluster file, besides weights.
struct AskedProcessors {
  std::vector<std::string> names = {};                ///< names of the processors
  std::optional<MemoryLimits> memory = std::nullopt;  ///< if the file has such limits
  ProcessorLinks links = {};                          ///< if the file has links
  std::vector<std::string> group_names = {};          ///< if the file has groups
};

/// The speeds of a cluster. InputError if they depend on the size.
[[nodiscard]] const std::vector<double>& constant_speeds(const GivenCluster& cluster);

/// The speeds relative to the least one.
[[nodiscard]] std::vector<double> speeds_over_least(const GivenCluster& cluster);

/// Converts memory in this unit to cells. InputError, which names the line, for memory below one cell.
void count_cells(GivenCluster& cluster, double unit);

/// The spreads. InputError, which names the line, for a processor measured only once.
[[nodiscard]] const std::vector<Spread>& known_spreads(const GivenCluster& cluster);

// --- Memory in answers

struct MemoryUse {
  std::vector<std::size_t> full;  ///< the processors whose memory limits their shares
  double longer = 0;              ///< time to finish over that without limits, minus 1
  /// A processor with more cells than its memory holds, and the excess.
  struct Excess {
    std::size_t processor = 0;
    double cells = 0;
  };
  std::vector<Excess> beyond = {};
};

/// The memory use of a division with these numbers of cells; without limits no part exceeds its memory.
[[nodiscard]] MemoryUse memory_use(const MemoryLimits& limits, const std::vector<double>& cells);

/// ,"memory":{"full":[…],"longer":…,"beyond":[{"processor":…,"cells":…}…]}; "" without limits.
[[nodiscard]] std::string memory_json(const std::optional<MemoryUse>& use);

/// The number of processors with more cells than their memory holds.
[[nodiscard]] inline std::size_t beyond_memory(const std::optional<MemoryUse>& use) {
  return use ? use->beyond.size() : 0;
}

/// The speeds of the processors, which differ from their weights if memory limits shares.
[[nodiscard]] inline const std::vector<double>& speeds_of(const std::optional<MemoryLimits>& limits,
                                                          const std::vector<double>& weights) {
  return limits ? limits->speeds : weights;
}

// --- Files

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
