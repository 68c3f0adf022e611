// Program descriptions as JSON: docs/program-format.md.
#pragma once

#include <string_view>

#include "experiments/problems/common/json.hpp"
#include "experiments/problems/programs/solve.hpp"
#include "sim/programs/program.hpp"

namespace apportion::problems {

/// A sum of terms, each a whole number, an index (a letter, then letters, digits or _), or number*index; blanks may
/// stand between. InputError for anything else, numbers above 10^15 included.
[[nodiscard]] Affine parse_affine(std::string_view text);

/// Reads a description, whose keys are known to be its own. `given` are values of its parameters, instead of those that
/// it gives them. InputError that names the place for all that the format does not allow, and for a parameter that the
/// description does not have.
[[nodiscard]] ProgramQuestion described_program(const JsonReader& description, const LoopIndices& given);

}  // namespace apportion::problems
