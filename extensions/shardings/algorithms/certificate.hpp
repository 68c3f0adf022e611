// The log of a proof about a sharding graph: what was changed and why, for code that replays it in exact arithmetic.
//
// The replay keeps states. A state has for each node its remaining labels (by their numbers in the graph) and their
// costs; for each pair of nodes the sum of the matrices between them (a loop's diagonal belongs to the node's costs);
// for each time the memory that each label occupies; and the remaining times: at first one for each interval between
// two consecutive ends of lifetimes, named by its beginning. Records come in order, and change the state entered last;
// the first is state 0, the whole graph. Each record must hold in the state that the records before it have produced.
//
// What is proven at the end: if every state was closed or branched, no sharding is better than the best KnownAnswer, or
// no sharding is allowed if there is no such record. If not, the least bound of the states left open is a lower bound.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "extensions/shardings/sim/sharding.hpp"

namespace apportion {

/// The first record, repeated if the proof begins again: costs are divided by 2^shift and rounded down. A cost above
/// `most` is forbidden.
struct ProofStart {
  int shift = 0;
  WideWhole most = 0;
};

/// The label is removed: it is forbidden itself, or with every remaining label of `other`.
struct ForbiddenLabel {
  std::uint32_t node = 0;
  std::uint32_t label = 0;
  std::uint32_t other = 0;  ///< `node`: forbidden itself
};

/// The label is removed: `by`, which remains, costs at most as much for any labels of the neighbours, and occupies at
/// most as much at all remaining times. For each neighbour the greatest difference counts, over labels that `label`
/// allows.
struct DominatedLabel {
  std::uint32_t node = 0;
  std::uint32_t label = 0;
  std::uint32_t by = 0;
};

/// The label is removed: with the least usage of all other nodes it exceeds the limit at this time.
struct OverfullLabel {
  std::uint32_t node = 0;
  std::uint32_t label = 0;
  std::int64_t time = 0;
};

/// For some remaining labels of two nodes, their memory at this time, with the least usage of all other nodes, exceeds
/// the limit: these pairs are forbidden from here on. The nodes need not have been neighbours.
struct OverfullPairs {
  std::uint32_t u = 0;
  std::uint32_t v = 0;
  std::int64_t time = 0;
};

/// The time is removed. `covered_by` is another remaining time, at which every label of every node occupies at least as
/// much above the node's least, while the capacity less the least usages of all nodes is at most as large. If it is
/// `time` itself, the greatest usages of all nodes are within the limit.
struct DroppedTime {
  std::int64_t time = 0;
  std::int64_t covered_by = 0;
};

/// If `into` has labels_into[k], the edge between the two allows only labels_gone[k] of `gone`. That node is removed:
/// its costs, edges and usages are added to those of `into`.
struct MergedNode {
  std::uint32_t gone = 0;
  std::uint32_t into = 0;
  std::vector<std::uint32_t> labels_into = {};  ///< all that are left
  std::vector<std::uint32_t> labels_gone = {};
};

/// `gone` has a single neighbour, `into`, and at each remaining time all its labels occupy the same. It is removed;
/// each label of `into` pays for the cheapest label of `gone` beside it.
struct FoldedNode {
  std::uint32_t gone = 0;
  std::uint32_t into = 0;
};

/// `gone` has two neighbours, u and v, and at each remaining time all its labels occupy the same. It is removed; each
/// pair of labels of u and v, which need not have been neighbours, pays for the cheapest label of `gone` beside it.
struct BypassedNode {
  std::uint32_t gone = 0;
  std::uint32_t u = 0;
  std::uint32_t v = 0;
};

/// The matrix between the two is cost(a, b) = x(a) + y(b): x is added to the costs of u, y to those of v, and the edge
/// is removed.
struct SeparatedEdge {
  std::uint32_t u = 0;
  std::uint32_t v = 0;
};

/// An allowed sharding. From here on, whatever costs at least as much as the best of these is excluded.
struct KnownAnswer {
  Sharding labels = {};
};

/// The potentials that the ends of an edge, u < v, give to it, for each remaining label, ascending.
struct GivenToEdge {
  std::uint32_t u = 0;
  std::uint32_t v = 0;
  std::vector<std::int64_t> of_u = {};  ///< F
  std::vector<std::int64_t> of_v = {};  ///< G
};

struct PriceOfTime {
  std::int64_t time = 0;
  std::int64_t price = 0;  ///< not negative
};

/// A lower bound from potentials, in units of 2^-scale (of the shifted costs). Scaled, a cost x of a label or of a pair
/// is min(x * 2^scale, most), also if it is forbidden. The price of a label is the sum over times of the price times
/// what it occupies above the node's least at that time, over 2^price_scale, rounded down; c(s) = min(scaled cost +
/// price, most). The price of the capacity is the sum over times of the price times (limit - least usages), over
/// 2^price_scale, rounded up. An edge (u, v) returns f(t) = min(most, min over s of scaled cost(s, t) + F(s)) to v and
/// g(s) = min(most, min over t of scaled cost(s, t) + G(t)) to u. It lies across with x = min over s of F(s) + g(s).
/// A node v keeps R(s) = c(s) + sum of f of edges to lower nodes - sum of F of edges to higher ones, or
/// R'(s) = c(s) + sum of g of edges to higher nodes - sum of G of edges to lower ones.
/// A node without edges whose labels all occupy the same at every remaining time counts its least cost * 2^scale
/// instead. For each node v and label s, with D(s) = c(s) + sum of f of edges to lower nodes + sum of g of edges to
/// higher ones:
///   bound(v, s) = D(s) + sum over u < v of min R + sum over u > v of min R' + sum of x over edges (u, w) with
///                 u < v < w - price of the capacity.
/// The bound of the state is the greatest, over v, of the least bound(v, s); in whole costs rounded up, times 2^shift.
struct ProvenBound {
  int scale = 0;
  int price_scale = 0;
  std::int64_t most = 0;
  std::vector<PriceOfTime> prices = {};  ///< others are 0
  std::vector<GivenToEdge> given = {};   ///< one for each edge of the state
  WideWhole bound = 0;                   ///< scaled, as the solver has it
};

/// The label is removed: its bound(v, s) in the last ProvenBound of this state, in whole costs rounded up and times
/// 2^shift, is at least the best known answer.
struct FixedLabel {
  std::uint32_t node = 0;
  std::uint32_t label = 0;
};

/// The state is divided into two, which differ from it only in the labels of one node. It counts as branched.
struct BranchedState {
  std::uint32_t node = 0;
  std::uint32_t first = 0;  ///< numbers of the new states
  std::uint32_t second = 0;
  std::vector<std::uint32_t> labels_first = {};
  std::vector<std::uint32_t> labels_second = {};  ///< together all that are left of the node
};

/// The records that follow change this state.
struct EnteredState {
  std::uint32_t state = 0;
};

/// The state contains nothing better: a node has no remaining label, or the least usages of all nodes exceed the limit
/// at a remaining time, or a ProvenBound of the state, or of one that it was branched from, rounded up and times
/// 2^shift, is at least the best known answer.
struct ClosedState {};

struct CertificateRecord {
  std::variant<ProofStart, ForbiddenLabel, DominatedLabel, OverfullLabel, OverfullPairs, DroppedTime, MergedNode,
               FoldedNode, BypassedNode, SeparatedEdge, KnownAnswer, ProvenBound, FixedLabel, BranchedState,
               EnteredState, ClosedState>
      what;
};

}  // namespace apportion
