// The result of an SQL statement: named columns, rows of values, and these as texts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace apportion::results {

/// NULL, integer, real or text.
using Value = std::variant<std::monostate, std::int64_t, double, std::string>;

/// The result of an SQL statement; every row has one value per column.
struct Rows {
  std::vector<std::string> columns;
  std::vector<std::vector<Value>> rows;
};

/// The cells of a row, each with the name of its column.
using Cells = std::vector<std::pair<std::string, Value>>;

/// Appends a row. All rows have the same columns, in the same order.
void add_row(const Cells& cells, Rows& table);

/// A projection of the item, by default itself; NULL without one.
template <class Item, class Projection = std::identity>
[[nodiscard]] Value value_of(const std::optional<Item>& item, Projection projection = {}) {
  return item ? Value(std::invoke(projection, *item)) : Value();
}

/// The place of a column; InputError that names `exhibit` if the rows do not have it.
[[nodiscard]] std::size_t column_index(const Rows& rows, const std::string& column, const std::string& exhibit);

/// The place of `text` among the texts, to which it is appended if it is new: the order of first appearance.
[[nodiscard]] std::size_t index_in_order_of_appearance(std::vector<std::string>& texts, const std::string& text);

/// NULL: "". Numbers with `digits` decimals; with -1 integers plainly and reals by the shortest text that reads
/// back as the same number. Never "-0". Texts as they are.
[[nodiscard]] std::string cell_text(const Value& value, int digits = -1);

[[nodiscard]] bool is_null(const Value& value);
/// The number that a value is or spells; nothing for other texts and NULL.
[[nodiscard]] std::optional<double> number_in(const Value& value);

/// The two texts with `between` between them, or the one that is not empty.
[[nodiscard]] std::string joined(const std::string& first, std::string_view between, const std::string& second);

/// The cell of a column; std::bad_variant_access where it is of another type.
[[nodiscard]] inline const std::string& text_at(const std::vector<Value>& row, std::size_t column) {
  return std::get<std::string>(row.at(column));
}
[[nodiscard]] inline std::int64_t whole_at(const std::vector<Value>& row, std::size_t column) {
  return std::get<std::int64_t>(row.at(column));
}
[[nodiscard]] inline double real_at(const std::vector<Value>& row, std::size_t column) {
  return std::get<double>(row.at(column));
}

}  // namespace apportion::results
