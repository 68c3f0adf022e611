// Owners of the cells of a user's array, from files and from rows of numbers.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/problems/common/fields.hpp"
#include "sim/cluster.hpp"
#include "sim/rectangles/decomposition.hpp"

namespace apportion::problems {

// --- Arrays of numbers in files of any format that is read: loads, masks and owners of cells

/// The content of a file: values[row * columns + column]. The rows are those of all layers, one layer behind the other.
struct CellTable {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<double> values = {};
  std::optional<double> nodata = std::nullopt;  ///< the value of cells without data
  bool is_list = false;  ///< one dimension: numbers row by row, of an array whose sides are given elsewhere
  std::int64_t layers = 1;
};

/// The formats in messages: "is neither ...".
constexpr std::string_view table_formats =
    "PGM (P2, P5) nor PBM (P1, P4) nor NumPy nor an ESRI grid nor CSV of numbers";

/// The meaning of a file's numbers, which determines the valid ones.
enum class TableOf : std::uint8_t {
  loads,
  values,  ///< any numbers, including NaN: masks, and loads with missing values
  owners,
  numbers
};

/// The array in a text. Its beginning determines the format:
///   \x93NUMPY  NumPy: bool, whole numbers of 1 to 8 bytes, reals of 4 or 8, either byte order, rows or columns first,
///            of two dimensions or, as layers, rows and columns, of three, or a list
///   P2, P5     PGM: the greatest value is up to 65535, two bytes from 256 on
///   P1, P4     PBM: 0 where it is 1 (black), otherwise 1
///   ncols      a grid of ESRI, its first row on top; without a NODATA line -9999 is what it has nothing about
///   else       CSV: a line for each row of cells, a number for each cell, separated by commas, or by blanks where
///              there is no comma
/// `#` begins a comment in PGM and PBM (not within binary pixels). A byte order mark before text is skipped. In CSV,
/// blanks around numbers, either kind of line end and empty lines at the end are allowed. From 1 to most_single_cells
/// cells. InputError naming the place for anything else: a text that is too short or too long for the size that it
/// declares, unequal rows, what is no number. The length is checked before memory is taken.
[[nodiscard]] CellTable parse_cell_table(std::string_view text, TableOf what);

/// The sides of an array of NumPy with layers, layers first, by the header alone; nullopt of any other text.
[[nodiscard]] std::optional<std::array<std::int64_t, 3>> npy_sides_in_space(std::string_view text);

constexpr std::uintmax_t most_table_bytes = 4'000'000'000;  ///< the most bytes of a file with numbers of cells

/// Rows of numbers [[0,1],[0,1]], or layers of rows, as a table of these things. InputError with the place for anything
/// else.
[[nodiscard]] CellTable table_of_rows(const JsonReader& rows, const char* thing);

/// Calls use(table, is_grey_map) with the owners or other whole numbers in a file; errors, also those of `use`, name
/// the file.
void read_table(const std::string& file, TableOf what,
                const std::function<void(const CellTable& table, bool is_grey_map)>& use);

/// owners[row * columns + column]; no_owner for a cell without an owner. The rows are those of all layers.
struct GivenOwners {
  std::string file;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<std::int32_t> owners = {};
  bool is_list = false;  ///< row by row, of an array whose sides are given elsewhere
  std::int64_t layers = 1;
  bool is_numbered = false;  ///< the user has given the number of the first processor
};

/// The owners in a file of a format that parse_cell_table() reads: whole numbers from `first` on; -1, or no data, for a
/// cell without an owner; in PGM 0 is no owner and k + 1 is processor k. InputError naming the file and the place for
/// anything else.
[[nodiscard]] GivenOwners read_owners(const std::string& file, std::optional<double> first = std::nullopt);

/// The owners in a table, whose processors are counted from `first` on, or from 0. InputError with the place for
/// anything else.
[[nodiscard]] GivenOwners owners_in(const CellTable& table, std::optional<double> first = std::nullopt);

/// The owners in a file of that name, or in such rows.
[[nodiscard]] GivenOwners owners_in(const JsonReader& owners, std::optional<double> first = std::nullopt);
/// The value of `first-owner`, if given.
[[nodiscard]] std::optional<double> first_owner(const FieldValues& given);

/// The fields of `evaluate` for a problem with these fields: the same and `owners`. No field is required any more,
/// since the owners give what is missing.
[[nodiscard]] std::vector<Field> evaluation_fields_of(std::vector<Field> fields);

/// Equal processors, as many as the greatest owner requires.
[[nodiscard]] Cluster cluster_of_owners(const GivenOwners& given);

/// The array whose cells have owners. The rows are those of all layers.
struct OwnedArray {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t layers = 1;
  std::int64_t active_cells = rows * columns;
  /// Whether a cell is not left out; nullptr: none is.
  std::function<bool(std::int64_t row, std::int64_t column)> is_active = nullptr;
};

/// The owner of each cell of the array, row by row. Owners that are one a line, as METIS writes them, may be those of
/// all cells, or of the active ones alone. InputError naming the file for another size.
[[nodiscard]] std::vector<std::int32_t> owners_of_all_cells(const GivenOwners& given, const OwnedArray& array);

/// InputError where owners seem to be counted from 1 (the greatest is the number of processors, and none is 0), unless
/// the user has given the first number.
void require_from_0(const GivenOwners& given, const std::vector<std::int32_t>& owners, std::size_t processors);

/// The division of the array among so many processors. InputError as of owners_of_all_cells(), for an unknown
/// processor, and for a cell without an owner that is not left out.
[[nodiscard]] Decomposition division_by_owners(const GivenOwners& given, const OwnedArray& array,
                                               std::size_t processors);

}  // namespace apportion::problems
