// Program descriptions as JSON: docs/program-format.md.
#pragma once

#include "experiments/problems/common/json.hpp"
#include "experiments/problems/programs/solve.hpp"

namespace apportion::problems {

/// Reads a description, whose keys are known to be its own. `given` are values of its parameters, instead of those that
/// it gives them. InputError that names the place for all that the format does not allow, and for a parameter that the
/// description does not have.
[[nodiscard]] ProgramQuestion described_program(const JsonReader& description, const LoopIndices& given);

}  // namespace apportion::problems
