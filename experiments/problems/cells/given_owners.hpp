// The owners of cells in a user's file: a division that any program may have made.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/problems/cells/cell_table.hpp"
#include "experiments/problems/common/fields.hpp"
#include "sim/cells/cell_problem.hpp"

namespace apportion::problems {

/// owners[row * columns + column]; no_owner for a cell without an owner.
struct GivenOwners {
  std::string file;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<std::int32_t> owners = {};
  bool is_list = false;  ///< row by row, of an array whose sides something else says
};

/// The owners in a file of a format that parse_cell_table() reads: whole numbers from 0 on, -1 or what the file has
/// nothing about for a cell without an owner; in PGM 0 is no owner and k + 1 is processor k. InputError naming the file
/// and the place for anything else.
[[nodiscard]] GivenOwners read_owners(const std::string& file);

/// The owners in a table, whose processors are counted from `first` on. InputError with the place for anything else.
[[nodiscard]] GivenOwners owners_in(const CellTable& table, double first = 0);

/// Rows of numbers [[0,1],[0,1]] as a table of these things. InputError with the place for anything else.
[[nodiscard]] CellTable table_of_rows(const JsonReader& rows, const char* thing);
/// The owners in a file of that name, or in such rows.
[[nodiscard]] GivenOwners owners_in(const JsonReader& owners);

/// What `evaluate` is given of a problem with these fields: the same and `owners`. Of the required ones the owners say
/// those that are not given.
[[nodiscard]] std::vector<Field> evaluation_fields_of(std::vector<Field> fields);

/// As many equal processors as the greatest owner asks for.
[[nodiscard]] Cluster cluster_of_owners(const GivenOwners& given);

/// The owner of each cell of the problem's array, row by row. Owners that are one a line, as METIS writes them, may be
/// those of all cells, or of the active ones alone. InputError naming the file for another size.
[[nodiscard]] std::vector<std::int32_t> owners_of_all_cells(const GivenOwners& given, const CellProblem& problem);

/// The owners of the problem's array until now; a processor that the problem does not have has left, and a cell without
/// an owner is new. InputError as of owners_of_all_cells(), and where no cell has had an owner.
[[nodiscard]] PreviousDivision previous_division(const GivenOwners& given, const CellProblem& problem, double price);

/// The division of the problem's array among its processors. InputError as of owners_of_all_cells(), and for a
/// processor that there is not, and a cell without an owner that is not left out.
[[nodiscard]] Decomposition division_by_owners(const GivenOwners& given, const CellProblem& problem);

}  // namespace apportion::problems
