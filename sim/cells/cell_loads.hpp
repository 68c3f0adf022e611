// Loads of the cells of an array, such as the active levels of an ocean model, and their sums over rectangles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/rectangles/decomposition.hpp"

namespace apportion {

constexpr std::int64_t most_single_cells = 100'000'000;  ///< of an array whose cells are looked at one by one

/// A load for each cell of an array. A cell of load 0 is left out: it belongs to the array's rectangle, but nobody
/// works on it, and it borders on nothing. Sums are exact where all loads are whole and their total is below 2^53.
class CellLoads {
 public:
  /// loads[row * columns + column]. InputError unless there is one for each cell, all are finite and none is negative,
  /// and their sum is positive and finite. From 1 to most_single_cells cells.
  CellLoads(std::int64_t rows, std::int64_t columns, std::vector<double> loads);
  /// The same of an array with rows x columns loads that somebody else has. It is not copied, and must stay as it is.
  CellLoads(std::int64_t rows, std::int64_t columns, std::shared_ptr<const double[]> loads);

  [[nodiscard]] std::int64_t rows() const { return rows_; }
  [[nodiscard]] std::int64_t columns() const { return columns_; }
  [[nodiscard]] double at(std::int64_t row, std::int64_t column) const;
  [[nodiscard]] bool is_active(std::int64_t row, std::int64_t column) const { return at(row, column) > 0; }
  [[nodiscard]] double total() const { return sums_.back(); }
  [[nodiscard]] std::int64_t active_cells() const { return active_.back(); }
  [[nodiscard]] double greatest() const { return greatest_; }

  /// Sum over the cells of a rectangle with whole sides inside the array, in O(1).
  [[nodiscard]] double load_of(const Rect& rect) const;
  /// The active cells of such a rectangle, in O(1).
  [[nodiscard]] std::int64_t active_in(const Rect& rect) const;

  // The sums of which both are made, for those who ask for very many rectangles: over the cells above `row` and to the
  // left of `column`.
  [[nodiscard]] double load_before(std::int64_t row, std::int64_t column) const { return sums_[corner(row, column)]; }
  [[nodiscard]] std::int64_t active_before(std::int64_t row, std::int64_t column) const {
    return active_[corner(row, column)];
  }

 private:
  [[nodiscard]] std::size_t corner(std::int64_t row, std::int64_t column) const {
    return static_cast<std::size_t>(row * (columns_ + 1) + column);
  }

  std::int64_t rows_;
  std::int64_t columns_;
  double greatest_ = 0;
  std::shared_ptr<const double[]> loads_;
  // Of the cells above and to the left of each corner, rows + 1 by columns + 1.
  std::vector<double> sums_;
  std::vector<std::int64_t> active_;
};

}  // namespace apportion
