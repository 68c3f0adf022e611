// From a program to its alignment-distribution graph: candidates, node costs with realignment, edge weights.
#pragma once

#include <vector>

#include "sim/graphs/alignment_graph.hpp"
#include "sim/programs/candidates.hpp"
#include "sim/programs/program.hpp"

namespace apportion {

/// Alternative readings of the text.
struct CostModel {
  bool shortcut_load = false;   ///< extent / effective processors instead of counted loads, for comparison
  bool literal_shifts = false;  ///< a shift costs nu * largest load, as printed, instead of nu * largest moved
};

struct ProgramGraph {
  AlignmentGraph graph;                          ///< candidates are named by TemplateDistribution::name()
  std::vector<TemplateDistribution> candidates;  ///< in the order of the graph's
};

/// T_comp: time per element * largest load of the object that the node works over, summed over its iterations. Section
/// 5.3.
[[nodiscard]] double computation_cost(const Program& program, const ProgramNode& node,
                                      const TemplateDistribution& distribution, const CostModel& model = {});

/// T_realign with that distribution at both ends, summed over the iterations of the edge's tail: rho, sigma or nu times
/// the largest load (of a shift: the largest number of elements that change processor); 0 if no dimension concerned is
/// distributed. Section 5.3.
[[nodiscard]] double realignment_cost(const Program& program, const ProgramEdge& edge,
                                      const TemplateDistribution& distribution, const CostModel& model = {});

/// The graph of a program for candidate_distributions(), or for the given ones: equation (5). An edge weighs the data
/// that it carries; parallel edges are added up; an edge from a node to itself is never redistributed and adds only its
/// realignment. Throws InputError as validate() and placements() do.
[[nodiscard]] ProgramGraph build_graph(const Program& program, const CostModel& model = {});
[[nodiscard]] ProgramGraph build_graph(const Program& program, std::vector<TemplateDistribution> candidates,
                                       const CostModel& model = {});

}  // namespace apportion
