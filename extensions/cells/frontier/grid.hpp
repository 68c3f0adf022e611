// The study, with its methods and rivals, that the studies of whole cells begin with.
#pragma once

#include <string>
#include <vector>

#include "extensions/cells/problem/solve.hpp"

namespace apportion::frontier {

/// The project's methods that are compared: rectangles of later methods and of the first paper's, rounded and with
/// jogs; strips; and the portfolio.
[[nodiscard]] std::vector<std::string> own_cell_methods();

/// "", or a sentence with those of METIS, SCOTCH and ZOLTAN that are not built in.
[[nodiscard]] std::string missing_rivals();

/// A study of the project's methods and those of the partitioning libraries that are built in, with the axes of the
/// family.
[[nodiscard]] engine::Experiment frontier_cell_study(const std::string& name);

/// Removes methods from the study and inserts others before the remaining ones, which are usually libraries.
void replace_methods(engine::Experiment& study, const std::vector<std::string>& without,
                     const std::vector<std::string>& with);

}  // namespace apportion::frontier
