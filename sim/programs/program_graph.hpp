// From a program to its alignment-distribution graph: candidate distributions (extents, their clusters, allocations of
// processors, block sizes), node costs with realignment, edge weights.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/graphs/alignment_graph.hpp"
#include "sim/programs/distribution.hpp"
#include "sim/programs/placements.hpp"
#include "sim/programs/program.hpp"

namespace apportion {

/// A processor count, an extent, or the like for each template dimension.
using TemplateVector = std::vector<std::int64_t>;

/// The extents of every object that a node computes or works over or an edge carries, in the order of nodes and edges;
/// objects without elements are left out.
[[nodiscard]] std::vector<ObjectExtent> object_extents(const Program& program);

/// Representatives of the clusters that the extents form: in every dimension the sizes are sorted and a new bin begins
/// where the next is more than 1.25 times the previous; extents in the same bins are a cluster, represented by its
/// member of the largest volume (the first of equal ones). In order of first appearance. Chatterjee et al., Section
/// 5.2, leaves the histogram open.
[[nodiscard]] std::vector<TemplateVector> representative_extents(const std::vector<TemplateVector>& extents);

/// All ordered factorisations of `processors` into `rank` factors, the first factor descending.
[[nodiscard]] std::vector<TemplateVector> factorisations(std::int64_t processors, std::size_t rank);

/// Allocations of processors to dimensions, each once, in the order of factorisations(): for every representative r the
/// one closest to it in the logarithms of the ratios among those with p_i <= r_i, if there are any; the most
/// equal one; and for every object with a dimension shorter than `processors`, by what it sweeps and by its largest
/// iteration, the most equal one with a single processor in those dimensions. Equally close ones are all taken.
[[nodiscard]] std::vector<TemplateVector> allocations(std::int64_t processors,
                                                      const std::vector<TemplateVector>& representatives,
                                                      const std::vector<ObjectExtent>& extents);

/// The candidates: for every allocation and all combinations of feature sizes f_i, blocks of ceil(f_i / p_i); the
/// feature sizes are the representatives' and, where an object's size varies, 1. One processor needs one block size
/// only (stored as 1). Allocations in their order, then larger blocks first, the last dimension fastest. At least one
/// candidate, also for a program without elements. InputError above 10000 candidates.
[[nodiscard]] std::vector<TemplateDistribution> candidate_distributions(const Program& program);

/// Readings of the text that are offered beside the exact ones.
struct CostModel {
  bool shortcut_load = false;   ///< extent / effective processors instead of counted loads, for comparison
  bool literal_shifts = false;  ///< a shift costs nu * largest load, as printed, instead of nu * largest moved
};

struct ProgramGraph {
  AlignmentGraph graph;                          ///< a candidate is named by its TemplateDistribution::name()
  std::vector<TemplateDistribution> candidates;  ///< in the order of the graph's
};

/// T_comp: time an element * largest load of what the node works over, summed over its iterations. Section 5.3.
[[nodiscard]] double computation_cost(const Program& program, const ProgramNode& node,
                                      const TemplateDistribution& distribution, const CostModel& model = {});

/// T_realign with that distribution at both ends, summed over the iterations of the edge's tail: rho, sigma or nu times
/// the largest load (of a shift: the largest number of elements that change processor); 0 where no dimension concerned
/// is distributed. Section 5.3.
[[nodiscard]] double realignment_cost(const Program& program, const ProgramEdge& edge,
                                      const TemplateDistribution& distribution, const CostModel& model = {});

/// The graph of a program for candidate_distributions(), or for the given ones: equation (5). An edge weighs the data
/// that it carries; parallel edges are added up; an edge from a node to itself is never redistributed and leaves its
/// realignment only. Throws InputError as validate() and placements() do.
[[nodiscard]] ProgramGraph build_graph(const Program& program, const CostModel& model = {});
[[nodiscard]] ProgramGraph build_graph(const Program& program, std::vector<TemplateDistribution> candidates,
                                       const CostModel& model = {});

}  // namespace apportion
