// What answers make of a previous division: cells moved, and the curve of what more of them would gain.
#pragma once

#include <string>
#include <vector>

#include "experiments/problems/cells/solve.hpp"

namespace apportion::problems {

/// Of an answer with this objective to a question with a previous division.
[[nodiscard]] CellMigration migration_of(const CellQuestion& question, const Decomposition& division, double objective,
                                         const std::vector<Decomposition>& curve);

/// Unless the curve is empty: ,"curve":[…] of {"moved":…,"boundary":…,"objective":…,"gain":…,"break_even":…}.
[[nodiscard]] std::string curve_json(const std::vector<CurvePoint>& curve);

}  // namespace apportion::problems
