// Reading of loads: which format a file has, and CSV.
#include "experiments/problems/cells/loads_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/problems/cells/netpbm.hpp"

namespace apportion::problems {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::uintmax_t most_bytes = 4'000'000'000;

// What is no load is not shown: anybody's file may be named in a batch.
InputError bad_load(const std::string& place, NumberReading reading, double load) {
  if (reading == NumberReading::malformed) return InputError(place + " is no number");
  if (reading == NumberReading::out_of_range || std::isinf(load))
    return InputError(place + " is out of range; a load must be finite");
  if (std::isnan(load)) return InputError(place + " is not a number; a load must be a number from 0 on");
  return InputError(place + " is negative; a load must be 0 or more");
}

double csv_load(std::string_view field, std::int64_t line, std::int64_t number) {
  const std::string_view text = trimmed(field);
  double load = 0;
  const NumberReading reading = read_number(text, load);
  if (reading == NumberReading::number && load >= 0 && std::isfinite(load)) return load;
  throw bad_load(fmt::format("line {}, number {}", line, number), reading, load);
}

/// Appends the numbers of one line; how many there are.
std::int64_t read_csv_line(std::string_view text, std::int64_t line, std::vector<double>& loads) {
  // Before a number is read: a file of one line may have billions of them.
  if (std::ranges::count(text, ',') >= most_single_cells - static_cast<std::int64_t>(loads.size()))
    throw InputError(fmt::format("line {}: more than {} cells", line, most_single_cells));
  std::int64_t count = 0;
  for (std::size_t begin = 0; begin <= text.size(); ++count) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    loads.push_back(csv_load(text.substr(begin, end - begin), line, count + 1));
    begin = end + 1;
  }
  return count;
}

LoadTable read_csv(std::string_view text) {
  // Empty lines may end the file, and no other line may be empty.
  text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
  if (text.empty()) throw InputError("the file is empty; it must be PGM (P2, P5), PBM (P1, P4) or CSV of numbers");
  std::vector<double> loads;
  std::int64_t columns = 0;
  std::int64_t line = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view row = text.substr(begin, end - begin);
    if (row.ends_with('\r')) row.remove_suffix(1);
    ++line;
    if (is_blank(row)) throw InputError(fmt::format("line {} is empty; each line must be a row of numbers", line));
    const std::int64_t count = read_csv_line(row, line, loads);
    if (line == 1) columns = count;
    if (count != columns)
      throw InputError(
          fmt::format("line {} has {}, and the lines above it {}", line, counted(count, "number"), columns));
    begin = end + 1;
  }
  return {line, columns, std::move(loads)};
}

/// Control characters are in no text.
bool is_binary(std::string_view text) {
  return std::ranges::any_of(text.substr(0, 512), [](char c) {
    return (c >= 0 && c < ' ' && c != '\n' && c != '\r' && c != '\t') || c == '\x7f';
  });
}

LoadTable parse_table(std::string_view text) {
  if (is_netpbm(text)) return parse_netpbm(text);
  if (is_binary(text)) throw InputError("is neither PGM (P2, P5) nor PBM (P1, P4) nor CSV of numbers");
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  return read_csv(text);
}

CellLoads loads_of(LoadTable table) {
  if (std::ranges::all_of(table.loads, [](double load) { return load == 0; }))
    throw InputError("all cells are left out; at least one must have a load");
  return {table.rows, table.columns, std::move(table.loads)};
}

CellLoads parse_loads(std::string_view text) { return loads_of(parse_table(text)); }

CellLoads parse_mask(std::string_view text) {
  if (!is_bitmap(text)) throw InputError("is no mask; a mask is PBM and begins with P1 or P4");
  return loads_of(parse_netpbm(text));
}

}  // namespace

CellLoads read_loads(const std::filesystem::path& file) {
  require_regular_file(file.string(), most_bytes);
  return parsed_input(file.string(), parse_loads);
}

CellLoads read_mask(const std::filesystem::path& file) {
  require_regular_file(file.string(), most_bytes);
  return parsed_input(file.string(), parse_mask);
}

}  // namespace apportion::problems
