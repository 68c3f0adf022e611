// Formulas of metrics that a user's file declares: acost + 50 * internal_edges.
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
  /// InputError for what is no formula, and, with the nearest of `names`, for another name.
  Expression(std::string_view text, const std::vector<std::string>& names);

  /// `values` has one for each name.
  [[nodiscard]] double at(std::span<const double> values) const;
  /// The places of the names that stand in it.
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
    std::size_t place = 0;  // of a name
  };

  std::vector<Step> steps_;  // operands first
  std::vector<std::size_t> used_;
};

}  // namespace apportion::problems
