// One problem, solved by several algorithms: what a family gives `solve` and `draw` to show.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace apportion::problems {

/// An algorithm that did not solve the problem, and why.
struct Refusal {
  std::string algorithm;
  std::string reason;
};

using ComparedValue = std::variant<std::int64_t, double, std::string>;

struct Comparison {
  std::string title;  ///< one line: the problem
  std::vector<std::string> columns;
  std::vector<std::vector<ComparedValue>> rows;  ///< one per algorithm that solved it, best first
  std::vector<Refusal> refusals;
  std::vector<std::string> lines;  ///< the answers as JSON lines, in the order of the rows, then the refusals
  /// All solutions in one drawing, in the order of the rows, as "svg" or "text"; empty where there is nothing to draw.
  std::function<std::string(const std::string& format)> draw;

  [[nodiscard]] bool is_solved() const { return !rows.empty(); }
};

/// The names of an option --algorithm: A,B,C at commas outside brackets, `all` standing for the names in `known`. None
/// if the text names a single algorithm.
[[nodiscard]] std::vector<std::string> several_algorithms(const std::string& text,
                                                          const std::vector<std::string>& known);

}  // namespace apportion::problems
