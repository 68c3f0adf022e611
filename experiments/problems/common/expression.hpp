// Formulas of metrics in users' files: acost + 50 * internal_edges.
#pragma once

#include <cstddef>
#include <functional>
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
  [[nodiscard]] double at(std::span<const double> values) const { return formula_(values); }
  /// The indices of the names in the formula.
  [[nodiscard]] const std::vector<std::size_t>& used() const { return used_; }

 private:
  std::vector<std::size_t> used_;  // filled while the formula is read
  std::function<double(std::span<const double> values)> formula_;
};

}  // namespace apportion::problems
