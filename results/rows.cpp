// The result of an SQL statement: its columns, and its values as texts.
#include "results/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "results/records.hpp"

namespace apportion::results {

void add_row(const Cells& cells, Rows& table) {
  if (table.columns.empty())
    for (const auto& [column, value] : cells) table.columns.push_back(column);
  std::vector<Value>& row = table.rows.emplace_back();
  for (const auto& [column, value] : cells) row.push_back(value);
}

std::size_t column_index(const Rows& rows, const std::string& column, const std::string& exhibit) {
  const auto found = std::ranges::find(rows.columns, column);
  if (found == rows.columns.end()) throw InputError("the query of {} has no column '{}'", exhibit, column);
  return static_cast<std::size_t>(found - rows.columns.begin());
}

std::size_t index_in_order_of_appearance(std::vector<std::string>& texts, const std::string& text) {
  const auto found = std::ranges::find(texts, text);
  const auto index = static_cast<std::size_t>(found - texts.begin());
  if (found == texts.end()) texts.push_back(text);
  return index;
}

namespace {

struct Speller {
  int digits;

  std::string operator()(std::monostate /*unused*/) const { return {}; }
  std::string operator()(const std::string& text) const { return text; }
  std::string operator()(std::int64_t integer) const {
    return digits < 0 ? fmt::format("{}", integer) : (*this)(static_cast<double>(integer));
  }
  std::string operator()(double real) const {
    if (!std::isfinite(real)) return {};  // as null in JSON
    const std::string text = digits < 0 ? fmt::format("{}", real) : fmt::format("{:.{}f}", real, digits);
    const bool is_negative_zero = text.starts_with('-') && text.find_first_not_of("-0.") == std::string::npos;
    return text.substr(is_negative_zero ? 1 : 0);
  }
};

}  // namespace

std::string cell_text(const Value& value, int digits) { return std::visit(Speller{digits}, value); }

bool is_null(const Value& value) { return std::holds_alternative<std::monostate>(value); }

std::optional<double> number_in(const Value& value) {
  if (const auto* const integer = std::get_if<std::int64_t>(&value)) return static_cast<double>(*integer);
  if (const auto* const real = std::get_if<double>(&value)) return *real;
  return coordinate("", cell_text(value)).number;
}

std::string joined(const std::string& first, std::string_view between, const std::string& second) {
  return first.empty() || second.empty() ? first + second : fmt::format("{}{}{}", first, between, second);
}

}  // namespace apportion::results
