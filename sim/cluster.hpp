// Clusters: processors of unequal speed, possibly grouped into machines.
#pragma once

#include <cstddef>
#include <vector>

namespace apportion {

/// How processors are grouped: a machine is one processor (no parts) or a cluster of machines. Processors are numbered
/// in the order of the leaves. Kaddoura et al., Introduction and Figure 1.
struct Machine {
  std::vector<Machine> parts;

  [[nodiscard]] bool is_processor() const { return parts.empty(); }
  [[nodiscard]] std::size_t processors() const;
};

/// Relative speeds of processors; only their ratios matter. `machine` is empty for a flat cluster.
struct Cluster {
  std::vector<double> speeds;
  Machine machine;

  [[nodiscard]] std::size_t size() const { return speeds.size(); }
  [[nodiscard]] bool is_flat() const { return machine.is_processor(); }
};

/// Throws InputError unless there is at least one speed, all are positive and finite, their sum is finite, and the
/// grouping (if any) has one leaf per processor.
void validate(const Cluster& cluster);

/// Known properties of the links between processors; each list may be empty.
struct ProcessorLinks {
  std::vector<double> bandwidths = {};        ///< one per processor, bytes per second
  std::vector<double> latencies = {};         ///< one per processor, the start-up of a message, seconds
  std::vector<std::size_t> groups = {};       ///< the group of each processor, numbered from 0; no group is empty
  std::vector<double> group_bandwidths = {};  ///< one per group, of its link to the others
  std::vector<double> group_latencies = {};   ///< one per group, for messages to the others
};

}  // namespace apportion
