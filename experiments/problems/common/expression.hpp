// Formulas of metrics in users' files: acost + 50 * internal_edges.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace apportion::problems {

/// + - * / and brackets, numbers, names, min(a, b), max(a, b), sqrt(a), abs(a).
class Expression {
 public:
  /// InputError for an invalid formula, and, with the nearest of `names`, for an unknown name.
  Expression(std::string_view text, const std::vector<std::string>& names);

  /// `values` has one for each name.
  [[nodiscard]] double at(std::span<const double> values) const;
  /// The indices of the names in the formula.
  [[nodiscard]] const std::vector<std::size_t>& used() const { return used_; }

 private:
  friend class ExpressionParser;

  enum class Operation : unsigned char {
    number,
    name,
    negate,
    add,
    subtract,
    multiply,
    divide,
    least,
    most,
    root,
    size
  };

  struct Step {
    Operation operation;
    double number = 0;
    std::size_t place = 0;  // index of a name
  };

  std::vector<Step> steps_;  // in postfix order
  std::vector<std::size_t> used_;
};

}  // namespace apportion::problems
