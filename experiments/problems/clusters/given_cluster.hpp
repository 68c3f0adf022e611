// A user's clusters: named processors with speeds, or with times measured at several sizes, the spread of repeated
// measurements, memory in cells, and links.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/cluster.hpp"
#include "sim/performance_model.hpp"

namespace apportion::problems {

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

}  // namespace apportion::problems
