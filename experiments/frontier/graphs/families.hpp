// What the studies of graphs have in common: families of random graphs, methods, and the rows that exhibits read.
#pragma once

#include <string>
#include <vector>

#include "experiments/problems/graphs/study.hpp"

namespace apportion::frontier {

/// The models of sim/graphs/sample_graphs.hpp, and random graphs of mean degree 6 as a family of their own.
[[nodiscard]] engine::Axis family_axis();

/// Mean cost of an edge over the mean cost of a node: weak, balanced, strong.
[[nodiscard]] inline std::vector<double> edge_strengths() { return {0.3, 1, 3}; }

/// Of the graphs that a proof is tried on, and of larger ones without.
[[nodiscard]] inline std::vector<double> graph_nodes() { return {10, 25, 50, 100, 200}; }
[[nodiscard]] inline std::vector<double> graph_candidates() { return {2, 5, 12, 30}; }
constexpr int large_nodes = 10000;
constexpr int large_candidates = 20;

/// The methods that are compared on all graphs, the optimum among them.
[[nodiscard]] std::vector<std::string> graph_methods();

/// A graph of the point's family, nodes, candidates and strength; rho = 1.
[[nodiscard]] AlignmentGraph sample_family(const engine::Point& point, RandomStream& stream);

/// The same, its strength any of edge_strengths(), so that a median is of all of them.
[[nodiscard]] AlignmentGraph sample_family_of_any_strength(const engine::Point& point, RandomStream& stream);

/// A study of the methods on the families, with axes family, nodes, candidates and strength.
[[nodiscard]] engine::Study family_study(const std::string& name);

/// WITH solved(family, nodes, candidates, strength, sample, algorithm, cost, gap, reached, proven): the single graphs
/// of frontier/graphs as each method solved them. gap: percent above the optimum, or above the lower bound of `optimal`
/// where it proved nothing; reached: whether the cost is the proven optimum; proven: whether there is one.
[[nodiscard]] std::string solved_graphs_sql();

}  // namespace apportion::frontier
