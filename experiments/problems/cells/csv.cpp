// Numbers separated by commas or by blanks.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/problems/cells/cell_table.hpp"
#include "sim/cells/cell_loads.hpp"

namespace apportion::problems {
namespace {

constexpr std::string_view csv_blanks = " \t";

// What is no load is not shown: a batch may name any file.
InputError bad_load(const std::string& place, NumberReading reading, double load) {
  if (reading == NumberReading::malformed || std::isnan(load))
    return InputError(place + " is not a number; a load must be a number from 0 on");
  if (reading == NumberReading::out_of_range || std::isinf(load))
    return InputError(place + " is out of range; a load must be finite");
  return InputError(place + " is negative; a load must be 0 or more");
}

double csv_number(std::string_view field, std::int64_t line, std::int64_t number, TableOf what) {
  double value = 0;
  const NumberReading reading = read_number(trimmed(field), value);
  const bool is_finite = reading == NumberReading::number && std::isfinite(value);
  if (is_finite && (value >= 0 || what == TableOf::owners)) return value;
  const std::string place = fmt::format("line {}, number {}", line, number);
  if (what == TableOf::owners)
    throw InputError(place + " is not a whole number; an owner is the number of a processor, or -1");
  throw bad_load(place, reading, value);
}

// Before a number is read: a file of one line may have billions of them.
void require_few_numbers(std::int64_t numbers, std::int64_t line, const std::vector<double>& values) {
  if (numbers > most_single_cells - static_cast<std::int64_t>(values.size()))
    throw InputError(fmt::format("line {}: more than {} cells", line, most_single_cells));
}

/// Appends the numbers of one line, separated by commas; how many there are.
std::int64_t read_csv_line(std::string_view text, std::int64_t line, TableOf what, std::vector<double>& values) {
  require_few_numbers(std::ranges::count(text, ',') + 1, line, values);
  std::int64_t count = 0;
  for (std::size_t begin = 0; begin <= text.size(); ++count) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    values.push_back(csv_number(text.substr(begin, end - begin), line, count + 1, what));
    begin = end + 1;
  }
  return count;
}

/// The same, separated by blanks, as numpy.savetxt writes them.
std::int64_t read_blank_line(std::string_view text, std::int64_t line, TableOf what, std::vector<double>& values) {
  std::int64_t count = 0;
  for (std::size_t begin = text.find_first_not_of(csv_blanks); begin < text.size(); ++count) {
    require_few_numbers(1, line, values);
    const std::size_t end = std::min(text.find_first_of(csv_blanks, begin), text.size());
    values.push_back(csv_number(text.substr(begin, end - begin), line, count + 1, what));
    begin = text.find_first_not_of(csv_blanks, end);
  }
  return count;
}

}  // namespace

CellTable parse_csv(std::string_view text, TableOf what) {
  // Empty lines may end the file, and no other line may be empty.
  text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
  if (text.empty())
    throw InputError("the file is empty; it must be PGM (P2, P5), PBM (P1, P4), NumPy, an ESRI grid or CSV of numbers");
  const auto read_line = text.find(',') == std::string_view::npos ? read_blank_line : read_csv_line;
  std::vector<double> values;
  std::int64_t columns = 0;
  std::int64_t line = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view row = text.substr(begin, end - begin);
    if (row.ends_with('\r')) row.remove_suffix(1);
    ++line;
    if (is_blank(row)) throw InputError(fmt::format("line {} is empty; each line must be a row of numbers", line));
    const std::int64_t count = read_line(row, line, what, values);
    if (line == 1) columns = count;
    if (count != columns)
      throw InputError(
          fmt::format("line {} has {}, and the lines above it {}", line, counted(count, "number"), columns));
    begin = end + 1;
  }
  return {line, columns, std::move(values)};
}

}  // namespace apportion::problems
