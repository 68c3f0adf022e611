// All that is measured of a division into whole cells.
#pragma once

#include <optional>

#include "sim/cells/cell_costs.hpp"

namespace apportion::problems {

struct CellCosts {
  CellBoundary boundary;
  CellBalance balance;
  double total = 0;        ///< boundary + latency x neighbours, in cell edges
  double lower_bound = 0;  ///< on the total, see cell_lower_bound(); 0 with loads
  /// By how many percent the total lies above the bound. The bound is for parts that is_within() accepts: of other
  /// divisions it may be negative. None with loads, 0 for one processor.
  std::optional<double> gap = std::nullopt;

  /// Whether all parts have a cell, are connected, and are within one cell of their shares.
  [[nodiscard]] bool is_within() const {
    return boundary.empty == 0 && boundary.fragments == 0 && balance.beyond_one_cell.empty();
  }
};

/// Of a division that require_division() accepts. InputError if the total overflows,
/// or a share or the imbalance is beyond the range of a double.
[[nodiscard]] CellCosts cell_costs(const CellProblem& problem, const Decomposition& division);

}  // namespace apportion::problems
