// Program descriptions and their answers as JSON: docs/program-format.md, the contract of `apportion solve programs`.
#pragma once

#include <string>
#include <string_view>

#include "experiments/problems/programs/question.hpp"

namespace apportion::problems {

/// Reads a description. `given` are values of its parameters, instead of those that it gives them. InputError that
/// names the place for all that the format does not allow, and for a parameter that the description does not have.
[[nodiscard]] ProgramQuestion parse_program_question(std::string_view json, const LoopIndices& given = {});

/// {"schema":1,"algorithm":…,"candidates":[{"name":…,"processors":[…],"blocks":[…]}],"nodes":[{"name":…,
/// "distribution":…,"cost":…}],"labels":[…],"cost":…,"static_cost":…,"lower_bound":…,"proven_optimal":…} in one line
/// without its end.
[[nodiscard]] std::string to_json(const ProgramAnswer& answer);

}  // namespace apportion::problems
