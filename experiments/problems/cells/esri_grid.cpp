// Grids of ESRI, the ASCII rasters of geographic information systems, read strictly.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "experiments/problems/cells/cell_table.hpp"
#include "sim/cells/cell_loads.hpp"

namespace apportion::problems {
namespace {

constexpr std::string_view grid_blanks = " \t\r\n";

std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return lower;
}

/// Takes the first word off the text.
std::string_view next_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(grid_blanks), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(grid_blanks));
  text.remove_prefix(word.size());
  return word;
}

/// The lines at the beginning whose first word is a name; takes them off.
std::map<std::string, double> grid_header(std::string_view& text) {
  constexpr std::string_view names[] = {"ncols",     "nrows",    "xllcorner", "yllcorner", "xllcenter",
                                        "yllcenter", "cellsize", "dx",        "dy",        "nodata_value"};
  std::map<std::string, double> header;
  while (true) {
    std::string_view rest = text;
    const std::string name = in_lower_case(next_word(rest));
    if (std::ranges::find(names, name) == std::end(names)) return header;
    const std::string_view word = next_word(rest);
    double value = 0;
    if (read_number(word, value) != NumberReading::number)
      throw InputError(fmt::format("the header's {} must be a number", name));
    if (!header.emplace(name, value).second) throw InputError(fmt::format("the header has {} twice", name));
    text = rest;
  }
}

std::int64_t grid_side(const std::map<std::string, double>& header, const std::string& name) {
  const auto side = header.find(name);
  if (side == header.end()) throw InputError(fmt::format("the header has no {}", name));
  if (side->second < 1 || side->second > static_cast<double>(most_single_cells) ||
      side->second != std::floor(side->second))
    throw InputError(fmt::format("the header's {} must be a whole number from 1 to {}", name, most_single_cells));
  return static_cast<std::int64_t>(side->second);
}

}  // namespace

bool is_esri_grid(std::string_view text) {
  std::string_view rest = text.substr(0, 64);
  const std::string word = in_lower_case(next_word(rest));
  return word == "ncols" || word == "nrows";
}

CellTable parse_esri_grid(std::string_view text) {
  const std::map<std::string, double> header = grid_header(text);
  CellTable table{grid_side(header, "nrows"), grid_side(header, "ncols")};
  if (table.rows > most_single_cells / table.columns)
    throw InputError(
        fmt::format("{} x {} cells are too many; at most {} are read", table.rows, table.columns, most_single_cells));
  const auto cells = static_cast<std::size_t>(table.rows * table.columns);
  if (text.size() < 2 * cells)  // a digit and what is before it
    throw InputError(fmt::format("is too short for {} x {} cells", table.rows, table.columns));
  if (const auto nodata = header.find("nodata_value"); nodata != header.end()) table.nodata = nodata->second;
  table.values.resize(cells);
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const std::string_view word = next_word(text);
    if (read_number(word, table.values[cell]) == NumberReading::number) continue;
    const auto columns = static_cast<std::size_t>(table.columns);
    const std::string place = fmt::format("row {}, column {}", cell / columns + 1, cell % columns + 1);
    throw InputError(
        word.empty() ? fmt::format("is too short: it ends before {} of {} x {} cells", place, table.rows, table.columns)
                     : fmt::format("{} is not a number", place));
  }
  if (!next_word(text).empty())
    throw InputError(fmt::format("there is more than {} x {} cells", table.rows, table.columns));
  return table;
}

}  // namespace apportion::problems
