// The result of an SQL statement: named columns, rows of values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
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

/// The place of a column; InputError that names `exhibit` if the rows do not have it.
[[nodiscard]] std::size_t column_index(const Rows& rows, const std::string& column, const std::string& exhibit);

/// The place of `text` among the texts, to which it is appended if it is new: the order of first appearance.
[[nodiscard]] std::size_t index_in_order_of_appearance(std::vector<std::string>& texts, const std::string& text);

}  // namespace apportion::results
