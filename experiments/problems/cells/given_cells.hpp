// What a user says of the cells of an array: its sides, loads, and what is left out.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/problems/json.hpp"
#include "sim/cells/cell_problem.hpp"

namespace apportion::problems {

struct GivenCells {
  std::optional<std::int64_t> rows = std::nullopt;
  std::optional<std::int64_t> columns = std::nullopt;
  std::shared_ptr<const CellLoads> loads = nullptr;
  std::shared_ptr<const CellLoads> mask = nullptr;  ///< cells of load 0 are left out, other loads do not count
  std::vector<Rect> left_out = {};                  ///< rectangles whose cells are left out
};

/// Sets rows, columns and loads of `problem`: the sides are those that are given, or those of loads and mask. Where
/// nothing has loads and nothing is left out, the problem has none. InputError where a side is missing, sides
/// contradict each other, a rectangle lies outside the array, the rectangles have more cells than the array, or none is
/// left.
void set_cells(const GivenCells& given, CellProblem& problem);

/// Loads as a list of rows, each a list of numbers: [[1,2],[0,3]]. InputError with the place for anything else.
[[nodiscard]] CellLoads loads_of(const JsonReader& rows);

/// Rectangles of whole cells: [[row,column,rows,columns],...]. InputError with the place for anything else.
[[nodiscard]] std::vector<Rect> left_out_of(const JsonReader& rectangles);

/// The files of the options --loads and --mask; a mask may be a list of rectangles as well.
[[nodiscard]] std::shared_ptr<const CellLoads> loads_in(const std::string& file);
void set_mask(const std::string& text, GivenCells& given);

}  // namespace apportion::problems
