// The log of a proof about a sharding graph: what was changed and why, for code that replays it in exact arithmetic.
//
// The replay keeps for each node its remaining labels (by their numbers in the graph) and their costs, for each pair of
// nodes the sum of the matrices between them (a loop's diagonal belongs to the node's costs), for each time what each
// label occupies, and the times that are left: at first one for each interval between two consecutive ends of lifetimes,
// named by its beginning. Records come in order; each must hold in the state that those before it have left.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "sim/graphs/sharding.hpp"

namespace apportion {

/// First of all: costs are divided by 2^shift and rounded down. A cost above `most` is forbidden.
struct ProofStart {
  int shift = 0;
  WideWhole most = 0;
};

/// The label leaves: it is forbidden itself, or with every label that is left of `other`.
struct ForbiddenLabel {
  std::uint32_t node = 0;
  std::uint32_t label = 0;
  std::uint32_t other = 0;  ///< `node`: forbidden itself
};

/// The label leaves: `by`, which stays, costs no more whatever the neighbours' labels, and occupies no more at any time
/// that is left. For each neighbour the greatest difference counts, over labels that `label` allows.
struct DominatedLabel {
  std::uint32_t node = 0;
  std::uint32_t label = 0;
  std::uint32_t by = 0;
};

/// The label leaves: with the least usage of everybody else it passes the limit at this time.
struct OverfullLabel {
  std::uint32_t node = 0;
  std::uint32_t label = 0;
  std::int64_t time = 0;
};

/// The time leaves. `covered_by` is another time that is left, at which every label of every node occupies, above the
/// node's least, no less, while the capacity, less everybody's least, is no more. If it is `time` itself: the greatest
/// usages of all nodes stay within the limit.
struct DroppedTime {
  std::int64_t time = 0;
  std::int64_t covered_by = 0;
};

/// Where `into` has labels_into[k], the edge between the two allows only labels_gone[k] of `gone`. The node leaves: its
/// costs, edges and usages become those of `into`.
struct MergedNode {
  std::uint32_t gone = 0;
  std::uint32_t into = 0;
  std::vector<std::uint32_t> labels_into = {};  ///< all that are left
  std::vector<std::uint32_t> labels_gone = {};
};

/// `gone` has a single neighbour, `into`, and at each time that is left all its labels occupy the same. It leaves;
/// each label of `into` pays for the cheapest of `gone` beside it.
struct FoldedNode {
  std::uint32_t gone = 0;
  std::uint32_t into = 0;
};

struct CertificateRecord {
  std::variant<ProofStart, ForbiddenLabel, DominatedLabel, OverfullLabel, DroppedTime, MergedNode, FoldedNode> what;
};

}  // namespace apportion
