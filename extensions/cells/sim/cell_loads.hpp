// Loads of the cells of an array, such as the active levels of an ocean model, and their sums over rectangles; and
// models that draw loads: the instance classes of Saule, Bas & Catalyurek, and coastlines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/cells/owners.hpp"
#include "sim/random_stream.hpp"
#include "sim/rectangles/decomposition.hpp"

namespace apportion {

/// A load for each cell of an array. A cell of load 0 is left out: it lies in the array, but no processor computes it,
/// and it is no neighbour of other cells. Sums are exact if all loads are whole and their total is below 2^53.
class CellLoads {
 public:
  /// loads[row * columns + column]. InputError unless there is one for each cell, all are finite and not negative,
  /// and their sum is positive and finite. From 1 to most_single_cells cells.
  /// With layers the rows are those of all of them, as in CellProblem.
  CellLoads(std::int64_t rows, std::int64_t columns, std::vector<double> loads, std::int64_t layers = 1);
  /// As above, with rows x columns loads that are shared: they are not copied and must not change.
  CellLoads(std::int64_t rows, std::int64_t columns, std::shared_ptr<const double[]> loads, std::int64_t layers = 1);

  [[nodiscard]] std::int64_t rows() const { return rows_; }
  [[nodiscard]] std::int64_t columns() const { return columns_; }
  [[nodiscard]] std::int64_t layers() const { return layers_; }
  [[nodiscard]] double at(std::int64_t row, std::int64_t column) const;
  /// The load of the cell with the number row * columns + column.
  [[nodiscard]] double at(std::size_t cell) const { return loads_[cell]; }
  [[nodiscard]] bool is_active(std::int64_t row, std::int64_t column) const { return at(row, column) > 0; }
  [[nodiscard]] double total() const { return sums_.back(); }
  [[nodiscard]] std::int64_t active_cells() const { return active_.back(); }
  [[nodiscard]] double greatest() const { return greatest_; }
  /// The median of the loads of active cells.
  [[nodiscard]] double median() const { return median_; }
  /// Whether all loads are whole and their total is below 2^53.
  [[nodiscard]] bool is_whole() const { return is_whole_; }

  /// The sum over the cells of a rectangle with whole sides inside the array, in O(1).
  [[nodiscard]] double load_of(const Rect& rect) const;
  /// The active cells of such a rectangle, in O(1).
  [[nodiscard]] std::int64_t active_in(const Rect& rect) const;

  // The prefix sums over the cells above `row` and to the left of `column`, for callers that need very many rectangles.
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
  std::int64_t layers_;
  double greatest_ = 0;
  double median_ = 0;
  bool is_whole_ = false;
  std::shared_ptr<const double[]> loads_;
  // Prefix sums for each corner, rows + 1 by columns + 1.
  std::vector<double> sums_;
  std::vector<std::int64_t> active_;
};

// --- Models that draw loads

/// The names of all models, in the order in which they are documented. All loads are whole numbers, drawn with + - x /
/// and sqrt only, so that they are the same on every machine.
///
/// The first four are the synthetic classes of Saule, Bas & Catalyurek, "Load-balancing spatially located computations
/// using rectangular partitions", J. Parallel Distrib. Comput. 72, 2012 (arXiv 1104.2566), reconstructed without the
/// paper's text at hand: a uniform draw from [0, cells) is divided by a distance plus 0.1, which keeps the divisor
/// positive. Ours are rounded down, but to no less than 1, since a cell of load 0 would be left out.
///   uniform     whole numbers from 1000 to 1200, each as likely
///   diagonal    by the distance of the cell's centre to the line from the first corner to the last
///   peak        by the distance to the centre of one cell, drawn once
///   multi-peak  by the distance to the nearest of three such centres
///   coast       three tenths of the cells are left out as land, the others have load 1. Land is where a sum of up to
///               seven octaves of value noise is least; the coarsest has four waves along the longer side, each further
///               one has twice as many and half the height.
///   seas        the same with ten waves and 55 hundredths of the cells as land, which leaves several seas
[[nodiscard]] std::vector<std::string> load_models();

/// Draws the loads of rows x columns cells. InputError for an unknown model with the nearest names, and unless there
/// are from 1 to 10^8 cells.
[[nodiscard]] CellLoads draw_loads(const std::string& model, std::int64_t rows, std::int64_t columns,
                                   RandomStream& stream);

/// The names of models of arrays in space, whose layers have rows x columns cells. Loads are whole numbers, the same on
/// every machine:
///   full    all cells have load 1
///   ball    the cells in the inscribed ellipsoid have load 1
///   rock    the greatest connected piece of the pores between random spheres, whose radii are 0.045 to 0.105 of the
///           longest side and which fill three fifths of the array
///   ocean   columns of cells from the first layer down to a random depth, and land where that is 0; of these the
///           greatest connected piece
///   peak    1, and up to 10 to 40 more around each of four points, with widths of 0.06 to 0.16 of the longest side
///   layers  1, 8, 2 and 5 in four layers whose surfaces are waves
[[nodiscard]] std::vector<std::string> load_models_in_space();

/// As draw_loads().
[[nodiscard]] CellLoads draw_loads_in_space(const std::string& model, std::int64_t layers, std::int64_t rows,
                                            std::int64_t columns, RandomStream& stream);

}  // namespace apportion
