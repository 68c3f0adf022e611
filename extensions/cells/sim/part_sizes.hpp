// Lower bounds on sums over the sizes of the parts of a division, from which lower bounds on costs are made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "extensions/cells/sim/cell_problem.hpp"

namespace apportion {

/// The least cost of a part with a given number of cells. Both functions are nondecreasing and 0 for no cells; `real`
/// is concave and at most `whole`.
struct SizeCost {
  std::function<std::int64_t(std::int64_t)> whole;
  std::function<double(double)> real;
};

/// The fewest of these loads, given in descending order, with a sum of at least `wanted`; all if there are none.
[[nodiscard]] std::int64_t fewest_for(const std::vector<double>& loads, double wanted);

/// The active cells that a bound uses.
struct KeptCells {
  std::int64_t cells = 0;
  double dropped_load = 0;  ///< the load of the other active cells
};

/// The sizes that parts within load_limits() can have; docs/bounds.md has the proofs.
class PartSizes {
 public:
  /// For the parts of a valid problem; each has a cell if there are at least as many active cells as processors. If
  /// there are more than most_sorted active cells, all count with the greatest load.
  explicit PartSizes(const CellProblem& problem);

  static constexpr std::int64_t most_sorted = 10'000'000;

  [[nodiscard]] std::size_t parts() const { return least_.size(); }
  [[nodiscard]] KeptCells all() const { return {cells_, 0}; }
  /// A lower bound on the sum of the costs of the `largest` parts with the greatest shares, each with its kept cells.
  [[nodiscard]] double least_sum(const SizeCost& cost, const KeptCells& kept, std::size_t largest) const;
  [[nodiscard]] double least_sum(const SizeCost& cost, const KeptCells& kept) const {
    return least_sum(cost, kept, parts());
  }

  /// The least and the greatest load of each part, ascending.
  [[nodiscard]] const std::vector<double>& least_loads() const { return least_; }
  [[nodiscard]] const std::vector<double>& most_loads() const { return most_; }

 private:
  [[nodiscard]] double sum_of_equal_loads(const SizeCost& cost, const KeptCells& kept, std::size_t largest) const;
  [[nodiscard]] double sum_of_unequal_loads(const SizeCost& cost, const KeptCells& kept, std::size_t largest) const;
  [[nodiscard]] double sum_in_order(const SizeCost& cost, const KeptCells& kept, std::size_t first,
                                    bool with_one) const;
  [[nodiscard]] double fewest_cells(double load) const;

  std::int64_t cells_;
  double total_;
  double greatest_;
  bool all_have_cells_ = false;
  bool is_equal_ = false;  // all loads are equal
  std::vector<double> least_ = {};
  std::vector<double> most_ = {};
  std::vector<double> heaviest_ = {};  // sums of the 0, 1, 2, ... greatest loads; empty if loads are equal
};

}  // namespace apportion
