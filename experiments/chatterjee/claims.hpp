// The points at which the paper's claims are judged, as SQL.
#pragma once

#include <string>

namespace apportion::chatterjee {

/// Common table expressions, without WITH, over the views of all of the paper's studies, so that studies that were not
/// run lack claims instead of being an error: quantities, printed_terms, ladder, checks, fits, sensitivity, moves,
/// permutations, programs, eliminations, stencils, shifts_in_memory, divisions, curves, example_runs, counts,
/// open_points. A point that was not run has NULLs.
[[nodiscard]] std::string claim_points_sql();

/// The slope of the least-squares line through the points (x, y) of a group, as an SQL expression; NULL where all x are
/// the same.
[[nodiscard]] std::string slope_sql();

}  // namespace apportion::chatterjee
