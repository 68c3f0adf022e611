// Grid problems and their answers as JSON: the contract of `apportion solve grid`.
#pragma once

#include <string>
#include <string_view>

#include "algorithms/grids/grid_algorithm.hpp"
#include "sim/rectangles/decomposition.hpp"

namespace apportion::problems {

/// One grid problem and how it is to be solved.
struct GridQuestion {
  std::string algorithm = "proposed";  ///< with options, as in proposed[mapping=NAT]
  GridProblem problem;
};

struct GridAnswer {
  std::string algorithm;  ///< canonical name
  GridSolution solution;
  double ideal_time = 0;
};

/// A JSON object with "edges", "performances", "block" and, where the default does not do, "algorithm". Throws
/// InputError for malformed JSON or UTF-8, an unknown, repeated or missing key, and a value of the wrong kind; the
/// numbers' ranges are checked by solve().
[[nodiscard]] GridQuestion parse_grid_question(std::string_view json);

/// "3,1,2" as performances or as whole sides; InputError that names the entry otherwise.
[[nodiscard]] std::vector<double> parse_performances(std::string_view text);
[[nodiscard]] std::vector<std::int64_t> parse_sides(std::string_view text);

/// Throws InputError for an unknown algorithm and a problem out of range.
[[nodiscard]] GridAnswer solve(const GridQuestion& question);

/// {"schema":1,"algorithm":…,"mapping":[…],"lengths":[[…]…],"rounded":[[…]…],"time":…,"rounded_time":…,"ideal_time":…}
/// in one line without its end. mapping[cell] is the process at the cell, the first coordinate fastest.
[[nodiscard]] std::string to_json(const GridAnswer& answer);

/// The rounded blocks of a two-dimensional grid as rectangles, one a process: dimension 0 runs down, dimension 1 to the
/// right. InputError for another number of dimensions.
[[nodiscard]] Decomposition as_rectangles(const GridProblem& problem, const GridSolution& solution);

}  // namespace apportion::problems
