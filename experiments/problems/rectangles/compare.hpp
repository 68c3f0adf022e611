// Several algorithms on one rectangle problem.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/problems/common/ranking.hpp"
#include "experiments/problems/rectangles/solve.hpp"

namespace apportion::problems {

/// "XY2: 4500, gap 1.55 %, 9 edges": what stands above a drawing that has others beside it.
[[nodiscard]] std::string title_beside_others(const std::string& name, double total, double gap, std::int64_t edges);

/// Solves the question by each of the algorithms, whatever question.algorithm says; what is named twice is solved once.
/// The shortcomings of an answer are its empty parts. The cost is the total, or the simulated time of an iteration
/// where a network is given; edges are secondary. Times are of solving alone, and differ from run to run. InputError
/// for an unknown algorithm and a problem that is out of range for all.
[[nodiscard]] Comparison compare_rectangles(const RectangleQuestion& question,
                                            const std::vector<std::string>& algorithms);

}  // namespace apportion::problems
