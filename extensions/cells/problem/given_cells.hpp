// The cells of a user's array: its sides, loads, cells that are left out, and what else it has for each cell.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/divisions/given_owners.hpp"
#include "extensions/cells/sim/cell_loads.hpp"
#include "extensions/cells/sim/cell_problem.hpp"

namespace apportion::problems {

/// The owners of the problem's array until now; a processor that the problem does not have has left, and a cell without
/// an owner is new. InputError as of owners_of_all_cells(), and where no cell has had an owner.
[[nodiscard]] PreviousDivision previous_division(const GivenOwners& given, const CellProblem& problem, double price);

/// The numbers of cells that stay together, in a file of such a format or in rows of numbers, for each cell of the
/// problem's array: whole numbers from 0 on; cells without data are free. InputError naming the file and the place for
/// anything else, and for another size.
[[nodiscard]] std::vector<std::int32_t> numbers_together(const JsonReader& numbers, const CellProblem& problem);

/// The memory that each cell of a chain needs, from a file of loads or from rows of numbers. InputError with the place
/// for anything else; validate() checks the size.
[[nodiscard]] std::shared_ptr<const CellLoads> cell_memory_in(const JsonReader& memory);

/// The division of the problem's array among its processors. InputError as of owners_of_all_cells(), for an unknown
/// processor, and for a cell without an owner that is not left out.
[[nodiscard]] Decomposition division_by_owners(const GivenOwners& given, const CellProblem& problem);

// --- Sides, loads and masks

/// How to read numbers of a file that are not loads.
struct CellReading {
  bool is_mask = false;                            ///< NaN is left out, and all values other than 0 are equivalent
  std::optional<double> missing = std::nullopt;    ///< a value that is left out; NaN for NaN
  std::function<bool(double)> is_land = nullptr;   ///< for a mask: values that are left out, in place of 0
  std::int64_t most_in_space = most_single_cells;  ///< the most cells of an array with layers
};

/// The loads in a file of a format that parse_cell_table() reads, a regular file of at most 4 GB; cells without data
/// have no load. InputError naming the file and the place for anything else, for a load that is NaN, infinite or
/// negative, and if no cell has a load. Masks are read in the same way: cells without load are left out.
[[nodiscard]] CellLoads read_loads(const std::filesystem::path& file, const CellReading& reading = {});

struct GivenCells {
  std::optional<std::int64_t> rows = std::nullopt;
  std::optional<std::int64_t> columns = std::nullopt;
  std::optional<std::int64_t> layers = std::nullopt;
  std::shared_ptr<const CellLoads> loads = nullptr;                 ///< the first map
  std::vector<std::shared_ptr<const CellLoads>> further_maps = {};  ///< further loads that are balanced as well
  std::shared_ptr<const CellLoads> mask = nullptr;      ///< cells of load 0 are left out, other loads are ignored
  std::vector<Rect> left_out = {};                      ///< rectangles whose cells are left out
  std::shared_ptr<const GivenOwners> owners = nullptr;  ///< the owners for `evaluate`
  std::shared_ptr<const CellLoads> depths = nullptr;    ///< the number of layers, from the first, of each column
};

/// Reads `rows`, `columns`, `layers` and `depths`.
[[nodiscard]] GivenCells given_sides(const FieldValues& given);
/// Reads these, `loads`, `mask` and `owners`: loads as a file, or a list of rows, each a list of numbers, or of such
/// layers; several maps of loads as files with commas between them, or an object whose members are such lists; a mask
/// as a file, or rectangles of whole cells [[row,column,rows,columns],...] in every layer; depths as loads of two axes;
/// `owners` as a file. InputError with the place for anything else, and for more cells with layers than
/// `most_in_space`.
[[nodiscard]] GivenCells given_cells(const FieldValues& given, std::int64_t most_in_space = most_single_cells);

/// Sets rows, columns, layers, loads and maps of `problem`: the sides are the given ones, or those of loads and mask,
/// or those of the owners, unless these are a list. Without a mask, cells without an owner are left out. If there are
/// no loads and nothing is left out, the problem has no loads. InputError if a side is missing, sides contradict each
/// other, maps have different sides or no load after cells are left out, a rectangle lies outside the array, the
/// rectangles have more cells than the array, or no cell is left.
void set_cells(const GivenCells& given, CellProblem& problem);

}  // namespace apportion::problems
