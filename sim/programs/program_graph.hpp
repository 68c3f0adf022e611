// From a program to its alignment-distribution graph: positions of objects over their iteration spaces; the candidate
// distributions that follow (extents, their clusters, allocations of processors, block sizes); loads under a
// distribution, node costs with realignment, and edge weights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/graphs/alignment_graph.hpp"
#include "sim/programs/distribution.hpp"
#include "sim/programs/program.hpp"

namespace apportion {

/// The cells of an object in one iteration: their product over the template's dimensions.
struct Placement {
  std::vector<Progression> cells;        ///< [dimension]; one cell if the dimension has no axis
  std::vector<std::int64_t> shift = {};  ///< [dimension]; of an edge's shift, otherwise empty

  [[nodiscard]] std::int64_t elements() const;
  auto operator<=>(const Placement&) const = default;
};

/// Sizes in template cells: of the box around the object over all iterations, the largest of one iteration (dimension
/// by dimension), and whether the size in a dimension varies between iterations. Section 5.2.
struct ObjectExtent {
  std::vector<std::int64_t> swept;
  std::vector<std::int64_t> largest;
  std::vector<bool> varies;
};

/// The largest number of elements that one processor holds, counted. Chatterjee et al., Section 5.3.
[[nodiscard]] std::int64_t largest_load(const Placement& placement, const TemplateDistribution& distribution);

/// The paper's shortcut for it, for comparison only: product of extent / number of processors that hold any cell. At
/// most largest_load(), and less if blocks do not divide evenly.
[[nodiscard]] double shortcut_load(const Placement& placement, const TemplateDistribution& distribution);

/// The largest number of elements of one processor that another one holds once the placement is shifted by its shift.
[[nodiscard]] std::int64_t largest_moved(const Placement& placement, const TemplateDistribution& distribution);

/// A number for each template dimension, such as a processor count or an extent.
using TemplateVector = std::vector<std::int64_t>;

/// The extents of every object that a node computes or works over or an edge carries, in the order of nodes and edges,
/// except objects without elements.
[[nodiscard]] std::vector<ObjectExtent> object_extents(const Program& program);

/// Representatives of the clusters that the extents form: in every dimension the sizes are sorted and a new bin begins
/// where the next is more than 1.25 times the previous; extents in the same bins are a cluster, represented by its
/// member of the largest volume (the first of equal ones). In order of first appearance. Chatterjee et al., Section
/// 5.2, leaves the histogram open.
[[nodiscard]] std::vector<TemplateVector> representative_extents(const std::vector<TemplateVector>& extents);

/// All ordered factorisations of `processors` into `rank` factors, the first factor descending.
[[nodiscard]] std::vector<TemplateVector> factorisations(std::int64_t processors, std::size_t rank);

/// Allocations of processors to dimensions, without duplicates, in the order of factorisations(): for every
/// representative r the one with p_i <= r_i, if there is any, that is closest to it in the logarithms of the ratios;
/// the most equal one; and for every object with a dimension shorter than `processors`, by its box and by its largest
/// iteration, the most equal one with a single processor in those dimensions. In a tie all are taken.
[[nodiscard]] std::vector<TemplateVector> allocations(std::int64_t processors,
                                                      const std::vector<TemplateVector>& representatives,
                                                      const std::vector<ObjectExtent>& extents);

/// The candidates: for every allocation and all combinations of feature sizes f_i, blocks of ceil(f_i / p_i); the
/// feature sizes are those of the representatives and, if an object's size varies, 1. A dimension with one processor
/// needs only one block size (stored as 1). In the order of allocations, then larger blocks first, the last dimension
/// fastest. At least one candidate, also for a program without elements. InputError above 10000 candidates.
[[nodiscard]] std::vector<TemplateDistribution> candidate_distributions(const Program& program);

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
/// realignment. Loops whose index is unused are counted, not walked. InputError as for validate(); and, with the node's
/// name, if more than 10^6 iterations of one loop nest or 10^7 of all would be walked, an axis has stride 0 or a
/// dimension that does not exist or is taken, or an object leaves the range of make_progression() or has more than 2^53
/// elements.
[[nodiscard]] ProgramGraph build_graph(const Program& program, const CostModel& model = {});
[[nodiscard]] ProgramGraph build_graph(const Program& program, std::vector<TemplateDistribution> candidates,
                                       const CostModel& model = {});

}  // namespace apportion
