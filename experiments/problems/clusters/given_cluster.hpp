// Clusters that a user has: processors by name, with speeds, or with times that were measured at several sizes; how far
// repeated measurements lie apart, how many cells their memory holds, and what their messages go over.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/cluster.hpp"
#include "sim/performance_model.hpp"

namespace apportion::problems {

/// How far repeated measurements of a processor lie apart.
struct Spread {
  double relative = 0;       ///< standard deviation over the mean; of several sizes, of all of them together
  std::int64_t repeats = 0;  ///< measurements beyond the first one of each size; 0: nothing is known of the spread
};

/// How memory limits the shares of an array.
struct MemoryLimits {
  std::vector<double> cells = {};      ///< one per processor; infinity where nothing limits it
  std::vector<double> speeds = {};     ///< one per processor, which weights are not where memory is full
  std::vector<std::size_t> full = {};  ///< the processors whose memory limits their shares
  double longer = 0;                   ///< time in which all are done, over that without limits, minus 1
};

/// The weights by which an array is divided.
struct ClusterShares {
  Cluster cluster;
  std::optional<MemoryLimits> memory = std::nullopt;  ///< where the file has such limits
};

struct GivenCluster {
  std::vector<std::string> names;             ///< one per processor
  std::vector<double> speeds = {};            ///< one per processor, means; empty where they depend on the size
  std::vector<PerformanceModel> models = {};  ///< one per processor, of mean times; empty where they do not
  std::vector<Spread> spreads = {};           ///< one per processor
  std::vector<std::int64_t> lines = {};       ///< one per processor: the first that it stands on
  /// Whole cells that each processor's memory holds, infinity where nothing limits it; empty without limits.
  std::vector<double> memory = {};
  bool memory_is_bytes = false;               ///< which count_cells() has yet to make cells of
  ProcessorLinks links = {};                  ///< what messages go over, where the file says it
  std::vector<std::string> group_names = {};  ///< of the groups that the links have

  [[nodiscard]] std::size_t size() const { return names.size(); }
  [[nodiscard]] bool depends_on_size() const { return !models.empty(); }
  /// The processors by weights in proportion to which `elements` > 0, in so many `cells`, are done soonest within the
  /// limits of memory. Where these limit no processor all are done at once, and the weights are the speeds, if they do
  /// not depend on the size. InputError where speeds depend on the size or memory is limited and there are no elements,
  /// and where the memory holds fewer cells: it says by how many, and which processor needs them most.
  [[nodiscard]] ClusterShares shares_of(double elements, double cells) const;
  /// The same of elements that take a cell each.
  [[nodiscard]] Cluster cluster_for(double elements) const { return shares_of(elements, elements).cluster; }
};

/// What a question has of a cluster file beside the weights.
struct AskedProcessors {
  std::vector<std::string> names = {};                ///< of the processors
  std::optional<MemoryLimits> memory = std::nullopt;  ///< where the file has such limits
  ProcessorLinks links = {};                          ///< where the file has links
  std::vector<std::string> group_names = {};          ///< and groups
};

/// The speeds of a cluster whatever the size. InputError where they depend on it.
[[nodiscard]] const std::vector<double>& constant_speeds(const GivenCluster& cluster);

/// The speeds over the least of them.
[[nodiscard]] std::vector<double> speeds_over_least(const GivenCluster& cluster);

/// Makes cells of memory that was given in this unit. InputError naming the line for memory that holds no cell.
void count_cells(GivenCluster& cluster, double unit);

/// The spreads, where they are needed. InputError that names the line of a processor that was measured once.
[[nodiscard]] const std::vector<Spread>& known_spreads(const GivenCluster& cluster);

// --- What an answer says of the memory of its processors

struct MemoryUse {
  std::vector<std::size_t> full;  ///< the processors whose memory limits their shares
  double longer = 0;              ///< time in which all shares are done, over that without limits, minus 1
  /// A processor that got more cells than its memory holds, and by how many.
  struct Excess {
    std::size_t processor = 0;
    double cells = 0;
  };
  std::vector<Excess> beyond = {};
};

/// Of a division whose parts have so many cells; without limits no part is beyond the memory.
[[nodiscard]] MemoryUse memory_use(const MemoryLimits& limits, const std::vector<double>& cells);

/// ,"memory":{"full":[…],"longer":…,"beyond":[{"processor":…,"cells":…}…]}; "" without limits.
[[nodiscard]] std::string memory_json(const std::optional<MemoryUse>& use);

/// Processors that got more than their memory holds.
[[nodiscard]] inline std::size_t beyond_memory(const std::optional<MemoryUse>& use) {
  return use ? use->beyond.size() : 0;
}

/// How fast the processors are, which their weights do not say where memory limits shares.
[[nodiscard]] inline const std::vector<double>& speeds_of(const std::optional<MemoryLimits>& limits,
                                                          const std::vector<double>& weights) {
  return limits ? limits->speeds : weights;
}

}  // namespace apportion::problems
