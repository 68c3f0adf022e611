// Grids, methods and rivals that the studies of whole cells share.
#pragma once

#include <string>
#include <vector>

#include "extensions/cells/problem/solve.hpp"

namespace apportion::frontier {

constexpr int cell_rows = 200;

[[nodiscard]] inline std::vector<double> cell_columns() { return {200, 600, 2000}; }
[[nodiscard]] inline std::vector<double> cell_ratios() { return {1, 1.5, 2, 3, 4, 8}; }
[[nodiscard]] inline std::vector<double> cell_processors() { return {4, 5, 7, 10, 15, 20, 50, 100}; }

/// The project's methods that are compared: rectangles of later methods and of the first paper's, rounded and with
/// jogs; strips; and the portfolio.
[[nodiscard]] std::vector<std::string> own_cell_methods();

/// The project's methods and those of the partitioning libraries that are built in.
[[nodiscard]] std::vector<std::string> cell_methods();

/// "", or a sentence with those of METIS, SCOTCH and ZOLTAN that are not built in.
[[nodiscard]] std::string missing_rivals();

/// A study of the methods on full grids, whose samples are kept.
[[nodiscard]] engine::Experiment frontier_cell_study(const std::string& name);

/// Removes methods from the study and inserts others before the remaining ones, which are usually libraries.
void replace_methods(engine::Experiment& study, const std::vector<std::string>& without,
                     const std::vector<std::string>& with);

/// The study with this title that measures times only.
[[nodiscard]] engine::Experiment timed(engine::Experiment study, const std::string& title, int samples);

}  // namespace apportion::frontier
