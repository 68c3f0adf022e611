// SUBSET: a dynamic programme over all subsets of the processors.
#include "algorithms/rectangles/subset.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <vector>

#include "algorithms/rectangles/aspect_tables.hpp"
#include "base/error.hpp"

namespace apportion {
namespace {

RectangleSolution solve_subset(const RectangleProblem& problem, const Options& /*options*/, RandomStream& /*stream*/) {
  const Frame frame = make_frame(problem);
  if (frame.size() > largest_p_of_subset)
    throw InputError(fmt::format("SUBSET takes at most {} processors, and there are {}; CLUSTER and BEST take more",
                                 largest_p_of_subset, frame.size()));
  return slicing_solution(frame, subset_tree(frame));
}

const Registration<RectangleAlgorithm> subset_registration{
    {.name = "SUBSET",
     .source = "this project",
     .summary = "The slicing tree of least Acost, by tables over all subsets of the processors and 48 aspect ratios; "
                "the optimum may be missed by as much as that resolution; "
                "considers Acost alone, whatever the latency.",
     .exact_everywhere = false,
     .solve = solve_subset}};

}  // namespace

SlicingTree subset_tree(const Frame& frame) {
  AspectTables tables(frame.n / frame.m);
  std::vector<std::int32_t> sets;
  for (std::size_t item = 0; item < frame.size(); ++item)
    sets.push_back(tables.add_piece(static_cast<std::int32_t>(item), frame.weights[item], {}));
  return tables.tree(tables.add_subsets(sets), frame);
}

}  // namespace apportion
