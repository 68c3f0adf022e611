// What a user says of the cells of an array: its sides, loads, and what is left out.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/problems/cells/cell_table.hpp"
#include "experiments/problems/common/fields.hpp"
#include "sim/cells/cell_loads.hpp"
#include "sim/cells/cell_problem.hpp"

namespace apportion::problems {

// --- Owners of cells

/// owners[row * columns + column]; no_owner for a cell without an owner. The rows are those of all layers.
struct GivenOwners {
  std::string file;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<std::int32_t> owners = {};
  bool is_list = false;  ///< row by row, of an array whose sides something else says
  std::int64_t layers = 1;
  bool is_numbered = false;  ///< the user has said from which number on processors are counted
};

/// The owners in a file of a format that parse_cell_table() reads: whole numbers from `first` on, -1 or what the file
/// has nothing about for a cell without an owner; in PGM 0 is no owner and k + 1 is processor k. InputError naming the
/// file and the place for anything else.
[[nodiscard]] GivenOwners read_owners(const std::string& file, std::optional<double> first = std::nullopt);

/// The owners in a table, whose processors are counted from `first` on, or from 0. InputError with the place for
/// anything else.
[[nodiscard]] GivenOwners owners_in(const CellTable& table, std::optional<double> first = std::nullopt);

/// The owners in a file of that name, or in such rows.
[[nodiscard]] GivenOwners owners_in(const JsonReader& owners, std::optional<double> first = std::nullopt);
/// What `first-owner` says, where it is given.
[[nodiscard]] std::optional<double> first_owner(const FieldValues& given);

/// What `evaluate` is given of a problem with these fields: the same and `owners`. Of the required ones the owners say
/// those that are not given.
[[nodiscard]] std::vector<Field> evaluation_fields_of(std::vector<Field> fields);

/// As many equal processors as the greatest owner asks for.
[[nodiscard]] Cluster cluster_of_owners(const GivenOwners& given);

/// The owners of the problem's array until now; a processor that the problem does not have has left, and a cell without
/// an owner is new. InputError as of owners_of_all_cells(), and where no cell has had an owner.
[[nodiscard]] PreviousDivision previous_division(const GivenOwners& given, const CellProblem& problem, double price);

/// The numbers of cells that stay together, in a file of such a format or in rows of numbers, for each cell of the
/// problem's array: whole numbers from 0 on; what the file has nothing about is free. InputError naming the file and
/// the place for anything else, and for another size.
[[nodiscard]] std::vector<std::int32_t> numbers_together(const JsonReader& numbers, const CellProblem& problem);

/// What each cell of a chain takes of the memory, in a file of loads or in rows of numbers. InputError with the place
/// for anything else; validate() looks at the size.
[[nodiscard]] std::shared_ptr<const CellLoads> cell_memory_in(const JsonReader& memory);

/// The division of the problem's array among its processors. InputError as of owners_of_all_cells(), and for a
/// processor that there is not, and a cell without an owner that is not left out.
[[nodiscard]] Decomposition division_by_owners(const GivenOwners& given, const CellProblem& problem);

// --- Sides, loads and masks

/// What numbers of a file mean that are no loads.
struct CellReading {
  bool is_mask = false;                            ///< NaN is left out, and all other values than 0 mean the same
  std::optional<double> missing = std::nullopt;    ///< a value that is left out; NaN for NaN
  std::function<bool(double)> is_land = nullptr;   ///< of a mask: what is left out instead of 0
  std::int64_t most_in_space = most_single_cells;  ///< cells of an array with layers
};

/// The loads in a file of a format that parse_cell_table() reads, a regular file of at most 4 GB; what the file has
/// nothing about has no load. InputError naming the file and the place for anything else, for a load that is NaN,
/// infinite or negative, and where no cell has a load. Masks are read in the same way: what has no load is left out.
[[nodiscard]] CellLoads read_loads(const std::filesystem::path& file, const CellReading& reading = {});

struct GivenCells {
  std::optional<std::int64_t> rows = std::nullopt;
  std::optional<std::int64_t> columns = std::nullopt;
  std::optional<std::int64_t> layers = std::nullopt;
  std::shared_ptr<const CellLoads> loads = nullptr;                 ///< the first map
  std::vector<std::shared_ptr<const CellLoads>> further_maps = {};  ///< of loads that are balanced as well
  std::shared_ptr<const CellLoads> mask = nullptr;      ///< cells of load 0 are left out, other loads do not count
  std::vector<Rect> left_out = {};                      ///< rectangles whose cells are left out
  std::shared_ptr<const GivenOwners> owners = nullptr;  ///< of a division that `evaluate` is given
  std::shared_ptr<const CellLoads> depths = nullptr;    ///< how many layers, from the first, each column has
};

/// What `rows`, `columns`, `layers` and `depths` say.
[[nodiscard]] GivenCells given_sides(const FieldValues& given);
/// What these, `loads` and `mask` say: loads as a file, or a list of rows, each a list of numbers, or of such layers;
/// several maps of loads as files with commas between them, or an object whose members are such lists; a mask as a
/// file, or rectangles of whole cells [[row,column,rows,columns],...] in every layer; depths as loads of two axes;
/// `owners` as a file. InputError with the place for anything else, and for more cells with layers than
/// `most_in_space`.
[[nodiscard]] GivenCells given_cells(const FieldValues& given, std::int64_t most_in_space = most_single_cells);

/// Sets rows, columns, layers, loads and maps of `problem`: the sides are those that are given, or those of loads and
/// mask, or those of the owners, unless these are a list. Without a mask, cells without an owner are left out. Where
/// nothing has loads and nothing is left out, the problem has no loads. InputError where a side is missing, sides
/// contradict each other, maps have different ones or no load where cells are left out, a rectangle lies outside the
/// array, the rectangles have more cells than the array, or no cell is left.
void set_cells(const GivenCells& given, CellProblem& problem);

}  // namespace apportion::problems
