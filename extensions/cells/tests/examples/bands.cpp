// BANDS: rows from top to bottom, each processor continuing in the row where the previous one ended.
#include "extensions/cells/algorithms/cell_algorithm.hpp"
#include "extensions/cells/algorithms/cell_tree.hpp"

namespace apportion {
namespace {

CellSolution solve(const CellProblem& problem, const Options& /*options*/, RandomStream& /*stream*/) {
  require_full_grid(problem, "BANDS");
  return {stripes(problem, true)};
}

const Registration<CellAlgorithm> registration{
    {.name = "BANDS",
     .source = "folklore",
     .summary = "runs of cells in an order that goes through the rows to and fro",
     .solve = solve}};

}  // namespace
}  // namespace apportion
