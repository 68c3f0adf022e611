// Strict reading of the collection's tables.
#include "experiments/instances/table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/files.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "results/csv.hpp"

namespace apportion::instances {

const std::string& TableRow::text(const std::string& column) const {
  return fields_.at(static_cast<std::size_t>(std::ranges::find(*columns_, column) - columns_->begin()));
}

double TableRow::real(const std::string& column) const {
  const std::optional<double> value = optional_real(column);
  return value ? *value : throw wrong(column, "a number");
}

std::optional<double> TableRow::optional_real(const std::string& column) const {
  if (text(column).empty()) return std::nullopt;
  const std::optional<double> value = parse_real(text(column));
  if (!value || !std::isfinite(*value)) throw wrong(column, "a number");
  return value;
}

std::int64_t TableRow::whole(const std::string& column, std::int64_t least) const {
  const std::optional<std::int64_t> value = parse_whole(text(column));
  if (!value || *value < least) throw wrong(column, fmt::format("a whole number from {} on", least));
  return *value;
}

InputError TableRow::wrong(const std::string& column, const std::string& wanted) const {
  return InputError(
      fmt::format("{}, line {}, column {}: '{}' is wrong; it must be {}", *file_, line_, column, text(column), wanted));
}

Table Table::read(const std::filesystem::path& file, const std::vector<std::string>& columns) {
  Table table{file.string(), columns, {}};
  std::vector<std::string> lines = split(read_input(table.file), '\n');
  if (lines.back().empty()) lines.pop_back();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string place = fmt::format("{}, line {}", table.file, i + 1);
    std::optional<std::vector<std::string>> fields = results::csv_fields(lines[i]);
    if (!fields) throw InputError(place + ": a quote is not closed");
    if (i == 0 && *fields != columns)
      throw InputError(fmt::format("{}: the columns must be {}", place, fmt::join(columns, ",")));
    if (fields->size() != columns.size())
      throw InputError(fmt::format("{}: {} of the {} columns; {}", place,
                                   counted(static_cast<std::int64_t>(fields->size()), "field"), columns.size(),
                                   fields->size() < columns.size()
                                       ? fmt::format("{} is missing", columns[fields->size()])
                                       : "nothing may follow " + columns.back()));
    if (i > 0) table.rows.push_back(std::move(*fields));
  }
  if (lines.empty())
    throw InputError(fmt::format("{} is empty; its first line must be {}", table.file, fmt::join(columns, ",")));
  return table;
}

}  // namespace apportion::instances
