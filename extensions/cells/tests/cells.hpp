// Common parts of tests of whole cells: divisions painted cell by cell, and slow, obvious costs.
#pragma once

#include <cstdint>
#include <ostream>
#include <vector>

#include "extensions/cells/sim/cell_costs.hpp"
#include "extensions/cells/sim/cell_problem.hpp"

namespace apportion {

/// Used by rapidcheck to print a counterexample.
void showValue(const CellProblem& problem, std::ostream& stream);  // NOLINT(readability-identifier-naming)

}  // namespace apportion

namespace apportion::testing_support {

using Owners = std::vector<std::int32_t>;

/// The owner of each cell, row by row; no_owner for those that are left out.
struct Painted {
  std::int64_t rows = 0;  ///< of all layers
  std::int64_t columns = 0;
  std::size_t parts = 0;
  Owners owners = {};
  std::int64_t layers = 1;
};

/// The cells of a division; those that are left out have no owner.
[[nodiscard]] Painted painted(const CellProblem& problem, const Decomposition& division);

/// cell_boundary() by the definition in its header.
[[nodiscard]] CellBoundary by_definition(const Painted& painted, int stencil = 5);

/// The least rank of all divisions of the active cells, by trying each, of a problem with loads.
[[nodiscard]] CellRank least_rank(const CellProblem& problem);

}  // namespace apportion::testing_support
