// The answer to a query: named columns, rows of values.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace apportion::results {

/// NULL, integer, real or text.
using Value = std::variant<std::monostate, std::int64_t, double, std::string>;

/// The answer to a query.
struct Rows {
  std::vector<std::string> columns;
  std::vector<std::vector<Value>> rows;
};

}  // namespace apportion::results
