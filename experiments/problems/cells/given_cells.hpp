// What a user says of the cells of an array: its sides, loads, and what is left out.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "experiments/problems/cells/given_owners.hpp"
#include "experiments/problems/common/fields.hpp"
#include "sim/cells/cell_loads.hpp"
#include "sim/cells/cell_problem.hpp"

namespace apportion::problems {

/// The loads in a file of a format that parse_cell_table() reads, a regular file of at most 4 GB; what the file has
/// nothing about has no load. InputError naming the file and the place for anything else, for a load that is NaN,
/// infinite or negative, and where no cell has a load. Masks are read in the same way: what has no load is left out.
[[nodiscard]] CellLoads read_loads(const std::filesystem::path& file);

struct GivenCells {
  std::optional<std::int64_t> rows = std::nullopt;
  std::optional<std::int64_t> columns = std::nullopt;
  std::shared_ptr<const CellLoads> loads = nullptr;
  std::shared_ptr<const CellLoads> mask = nullptr;      ///< cells of load 0 are left out, other loads do not count
  std::vector<Rect> left_out = {};                      ///< rectangles whose cells are left out
  std::shared_ptr<const GivenOwners> owners = nullptr;  ///< of a division that `evaluate` is given
};

/// What `rows`, `columns`, `loads` and `mask` say: loads as a file, or a list of rows, each a list of numbers; a mask
/// as a file, or rectangles of whole cells [[row,column,rows,columns],...]; `owners` as a file. InputError with the
/// place for anything else.
[[nodiscard]] GivenCells given_cells(const FieldValues& given);

/// Sets rows, columns and loads of `problem`: the sides are those that are given, or those of loads and mask, or those
/// of the owners, unless these are a list. Without a mask, cells without an owner are left out. Where nothing has loads
/// and nothing is left out, the problem has none. InputError where a side is
/// missing, sides contradict each other, a rectangle lies outside the array, the rectangles have more cells than the
/// array, or no cell is left.
void set_cells(const GivenCells& given, CellProblem& problem);

}  // namespace apportion::problems
