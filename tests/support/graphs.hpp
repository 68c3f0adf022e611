// Common parts of tests of graphs: solving by name, and random graphs for rapidcheck.
#pragma once

#include <rapidcheck.h>

#include <ostream>
#include <string_view>

#include "algorithms/graphs/graph_algorithm.hpp"

namespace apportion {

/// Used by rapidcheck to print a counterexample.
void showValue(const AlignmentGraph& graph, std::ostream& stream);  // NOLINT(readability-identifier-naming)

}  // namespace apportion

namespace apportion::testing_support {

/// Solves with the algorithm `name` ("algorithm1-cc[paper]").
[[nodiscard]] GraphSolution solve_graph_by(std::string_view name, const AlignmentGraph& graph);

/// Graphs of at most this many nodes and candidates, connected or not, with whole or fractional costs, some 0.
[[nodiscard]] rc::Gen<AlignmentGraph> graphs(std::size_t most_nodes, std::size_t most_candidates);

}  // namespace apportion::testing_support

namespace apportion {
using testing_support::solve_graph_by;
}  // namespace apportion
