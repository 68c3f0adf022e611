// What a user says of the cells of an array: its sides, loads, and what is left out.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "experiments/problems/common/fields.hpp"
#include "sim/cells/cell_loads.hpp"
#include "sim/cells/cell_problem.hpp"

namespace apportion::problems {

/// The loads in a file, whose content says what it is:
///   P2, P5   PGM: a row of grey values for each row of cells; the greatest value is up to 65535, two bytes from 256 on
///   P1, P4   PBM: 1 (black) is a cell that is left out, 0 a cell of load 1
///   else     CSV: a line for each row of cells, a number for each cell, separated by commas
/// `#` begins a comment in PGM and PBM (not within binary pixels). In CSV, blanks around numbers, a byte order mark,
/// either kind of line end and empty lines at the end are allowed. From 1 to 10^8 cells, in a regular file of at most
/// 4 GB. InputError naming the file and the place for anything else: a file that is too short or too long for the size
/// that it declares, unequal rows, a load that is no number, NaN, infinite or negative, no cell with a load. The length
/// is checked before memory is taken.
[[nodiscard]] CellLoads read_loads(const std::filesystem::path& file);

/// The same for PBM only.
[[nodiscard]] CellLoads read_mask(const std::filesystem::path& file);

struct GivenCells {
  std::optional<std::int64_t> rows = std::nullopt;
  std::optional<std::int64_t> columns = std::nullopt;
  std::shared_ptr<const CellLoads> loads = nullptr;
  std::shared_ptr<const CellLoads> mask = nullptr;  ///< cells of load 0 are left out, other loads do not count
  std::vector<Rect> left_out = {};                  ///< rectangles whose cells are left out
};

/// What `rows`, `columns`, `loads` and `mask` say: loads as a file, or a list of rows, each a list of numbers; a mask
/// as a PBM file, or rectangles of whole cells [[row,column,rows,columns],...]. InputError with the place for anything
/// else.
[[nodiscard]] GivenCells given_cells(const FieldValues& given);

/// Sets rows, columns and loads of `problem`: the sides are those that are given, or those of loads and mask. Where
/// nothing has loads and nothing is left out, the problem has none. InputError where a side is missing, sides
/// contradict each other, a rectangle lies outside the array, the rectangles have more cells than the array, or none is
/// left.
void set_cells(const GivenCells& given, CellProblem& problem);

}  // namespace apportion::problems
