// What the studies of process grids beyond the papers have in common: levels, methods, and the rows that exhibits read.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "experiments/problems/grids/study.hpp"

namespace apportion::frontier {

/// Greatest over least performance: the levels of Kalinov & Klimov's figures.
[[nodiscard]] inline std::vector<double> grid_levels() { return {2, 4, 6, 8, 10, 12, 14, 16}; }

constexpr int grid_block_side = 1000;
constexpr const char* best_by_time = "best[by=real]";
constexpr const char* optimal_method = "optimal";
/// The search that stands for the unknown optimum of grids that are too large for a proof.
constexpr const char* thorough_method = "alternating[starts=60]";

/// The methods of the papers and those after them, for grids of any size in two dimensions.
[[nodiscard]] std::vector<std::string> grid_methods();

/// A study of these methods on these grids at all levels, whose samples are kept.
[[nodiscard]] engine::Study grid_frontier_study(const std::string& name, const std::vector<std::string>& grids);

/// WITH solved(grid, level, sample, algorithm, time, rounded_time, gap, best, best_rounded): the single networks of an
/// experiment as each method solved them, the last two being the least times of all. :sampling chooses them.
[[nodiscard]] std::string solved_grids_sql(const std::string& experiment);

/// The default values of the parameters of solved_grids_sql().
[[nodiscard]] inline std::map<std::string, std::string> solved_grids_parameters() { return {{"sampling", "extremes"}}; }

/// Times count as equal within this share of them: that of a proof.
constexpr double equal_times = 1e-9;

}  // namespace apportion::frontier
