// What the studies of whole cells have in common: grids, methods and rivals.
#pragma once

#include <string>
#include <vector>

#include "experiments/problems/cells/study.hpp"

namespace apportion::frontier {

constexpr int cell_rows = 200;

[[nodiscard]] inline std::vector<double> cell_columns() { return {200, 600, 2000}; }
[[nodiscard]] inline std::vector<double> cell_ratios() { return {1, 1.5, 2, 3, 4, 8}; }
[[nodiscard]] inline std::vector<double> cell_processors() { return {4, 5, 7, 10, 15, 20, 50, 100}; }

/// The methods of this project that are compared: rectangles of later and of the first paper's methods, rounded and
/// with jogs, strips, and the best of all.
[[nodiscard]] std::vector<std::string> own_cell_methods();

/// These, and all answers of partitioning libraries that are built in.
[[nodiscard]] std::vector<std::string> cell_methods();

/// "", or a sentence that says which of METIS, SCOTCH and ZOLTAN are not built in.
[[nodiscard]] std::string missing_rivals();

/// A study of the methods on full grids, whose samples are kept.
[[nodiscard]] engine::Study frontier_cell_study(const std::string& name);

/// The study without these methods and with others, which stand before those that stay: as a rule the libraries.
void replace_methods(engine::Study& study, const std::vector<std::string>& without,
                     const std::vector<std::string>& with);

/// The study as one of times alone, with this title.
[[nodiscard]] engine::Study timed(engine::Study study, const std::string& title, int samples);

}  // namespace apportion::frontier
