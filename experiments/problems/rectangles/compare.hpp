// Several algorithms on one rectangle problem.
#pragma once

#include <string>
#include <vector>

#include "experiments/problems/comparison.hpp"
#include "experiments/problems/rectangles/solve.hpp"

namespace apportion::problems {

/// Solves the question by each of the algorithms, whatever question.algorithm says; what is named twice is solved once.
/// Ranked by total, or by the simulated time of an iteration where a network is given, then by edges; totals within
/// 1e-9 of each other have one rank. Times are of solving alone, and differ from run to run. InputError for an unknown
/// algorithm and a problem that is out of range for all.
[[nodiscard]] Comparison compare_rectangles(const RectangleQuestion& question,
                                            const std::vector<std::string>& algorithms);

}  // namespace apportion::problems
