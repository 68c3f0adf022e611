// Arrays of numbers in files of any format that is read: loads, masks and owners of cells.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace apportion::problems {

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

// Some of the formats one by one.
[[nodiscard]] CellTable parse_npy(std::string_view text);
/// The sides of an array of NumPy with layers, layers first, by the header alone; nullopt of any other text.
[[nodiscard]] std::optional<std::array<std::int64_t, 3>> npy_sides_in_space(std::string_view text);
[[nodiscard]] CellTable parse_esri_grid(std::string_view text);
/// Whether the text begins like any file of Netpbm: P and a digit.
[[nodiscard]] bool is_netpbm(std::string_view text);
/// Whether it begins like PBM.
[[nodiscard]] bool is_bitmap(std::string_view text);

}  // namespace apportion::problems
