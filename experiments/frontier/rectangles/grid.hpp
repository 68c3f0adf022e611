// What the studies of methods beyond the four papers have in common: problems, methods, and the rows that exhibits
// read.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "experiments/problems/rectangles/study.hpp"

namespace apportion::frontier {

constexpr int array_rows = 1000;

/// Arrays of 1:1, 1:3 and 1:10.
[[nodiscard]] inline std::vector<double> array_columns() { return {1000, 3000, 10000}; }
/// Speed of the fastest processor over that of the slowest: from cores of one kind to accelerators beside cores.
[[nodiscard]] inline std::vector<double> speed_ratios() { return {2, 8, 64, 512}; }
[[nodiscard]] inline std::vector<double> processor_counts() { return {5, 10, 20, 50, 100}; }

/// The methods that are compared on all problems.
[[nodiscard]] std::vector<std::string> methods();

/// A study of the methods with the yardsticks, on log-uniform speeds at latency 0, whose samples are kept.
[[nodiscard]] engine::Study frontier_study(const std::string& name);

/// WITH solved(width, shape, ratio, processors, sample, algorithm, total, gap, best): the single problems of
/// frontier/speeds as each method solved them, `best` being the least total of all. :sampling and :latency choose them.
[[nodiscard]] std::string solved_sql();

/// The default values of the parameters of solved_sql().
[[nodiscard]] std::map<std::string, std::string> solved_parameters();

/// Totals count as equal within this share.
constexpr double equal_totals = 1e-9;

}  // namespace apportion::frontier
