// Statements about graphs that the program checks itself, on sets of nodes or on partitions of one graph at a time.
#pragma once

#include <cstdint>

#include "algorithms/registry.hpp"
#include "sim/graphs/alignment_graph.hpp"

namespace apportion::chatterjee {

/// How often a statement applied to one graph, and how often it was wrong.
struct LemmaReport {
  double applied = 0;
  double wrong = 0;

  void add(bool holds) {
    ++applied;
    if (!holds) ++wrong;
  }
};

/// A statement that checks itself, registered for the study chatterjee/lemmas. Graphs have at most seven nodes, and
/// whole numbers for costs and weights, so that comparing sums is exact.
using Lemma = Algorithm<AlignmentGraph, LemmaReport>;

/// A set of nodes, a bit each.
using NodeSet = std::uint32_t;

}  // namespace apportion::chatterjee
