// The question and the answers of `apportion solve nodes`: which nodes of a cluster divide an array so that an
// iteration takes the least time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/rectangles/solve.hpp"
#include "extensions/nodes/algorithms/node_selection.hpp"
#include "sim/varied_speeds.hpp"

namespace apportion::problems {

struct NodeQuestion {
  RectangleQuestion division;                          ///< of the array among all nodes, on their network
  std::optional<GivenCluster> cluster = std::nullopt;  ///< where a file has it
  std::vector<double> speeds = {};                     ///< one per node
  NodeSet kept = {};                                   ///< nodes that must be used
  std::optional<SpeedVariation> variation = std::nullopt;
};

/// The fastest set of so many nodes.
struct FoundNodes {
  TimedNodes timed;
  std::string algorithm;                             ///< that divides the array
  std::optional<VariedTimes> varied = std::nullopt;  ///< where speeds vary
  double fastest = 0;                                ///< the share of draws in which no other one found is faster
};

/// The fields of a problem.
[[nodiscard]] const std::vector<Field>& node_fields();

/// The question that these values describe. InputError where they do not describe one.
[[nodiscard]] NodeQuestion node_question(const FieldValues& given);

struct NodeAnswer {
  std::vector<FoundNodes> found;  ///< the fastest set of each number of nodes, the fastest first
  bool is_complete = true;        ///< whether the search ended by itself, see NodeSelection
};

/// InputError where no set can be used.
[[nodiscard]] NodeAnswer solve(const NodeQuestion& question);

}  // namespace apportion::problems
