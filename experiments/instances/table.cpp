// Strict reading of the collection's tables.
#include "experiments/instances/table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/csv.hpp"
#include "base/files.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"

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
  const std::string content = read_input(table.file);
  TextLines lines(content);
  while (lines.next())
    read_from(fmt::format("{}, line {}", table.file, lines.number()), [&] {
      std::vector<std::string> fields = csv_fields(lines.line());
      if (lines.number() == 1 && fields != columns)
        throw InputError(fmt::format("the columns must be {}", fmt::join(columns, ",")));
      if (fields.size() != columns.size())
        throw InputError(fmt::format(
            "{} of the {} columns; {}", counted(static_cast<std::int64_t>(fields.size()), "field"), columns.size(),
            fields.size() < columns.size() ? fmt::format("{} is missing", columns[fields.size()])
                                           : "nothing may follow " + columns.back()));
      if (lines.number() > 1) table.rows.push_back(std::move(fields));
    });
  if (lines.number() == 0)
    throw InputError(fmt::format("{} is empty; its first line must be {}", table.file, fmt::join(columns, ",")));
  return table;
}

}  // namespace apportion::instances
