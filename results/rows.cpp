// The result of an SQL statement: finding columns and texts in it.
#include "results/rows.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"

namespace apportion::results {

std::size_t column_index(const Rows& rows, const std::string& column, const std::string& exhibit) {
  const auto found = std::ranges::find(rows.columns, column);
  if (found == rows.columns.end()) throw InputError(fmt::format("the query of {} has no column '{}'", exhibit, column));
  return static_cast<std::size_t>(found - rows.columns.begin());
}

std::size_t index_in_order_of_appearance(std::vector<std::string>& texts, const std::string& text) {
  const auto found = std::ranges::find(texts, text);
  const auto index = static_cast<std::size_t>(found - texts.begin());
  if (found == texts.end()) texts.push_back(text);
  return index;
}

}  // namespace apportion::results
