// The problem families as `solve` and `draw` offer them.
#pragma once

#include <vector>

#include "experiments/cli/commands.hpp"
#include "experiments/problems/problem_family.hpp"

namespace apportion::cli {

/// What a command is given of a problem: ProblemFamily::fields or ::evaluated.
using FieldsOfFamily = const std::vector<problems::Field>& (*problems::ProblemFamily::*)();

/// A family as a topic of a command: its usage, and its fields as options. Without fields the command refuses it.
[[nodiscard]] Topic topic_of(const problems::ProblemFamily& family,
                             FieldsOfFamily fields = &problems::ProblemFamily::fields);

/// The family that the only word of the call names. InputError for no or another word, which offers the families that
/// are `offered`, and for an option that only other families have.
[[nodiscard]] const problems::ProblemFamily& family_asked_for(
    const Arguments& arguments,
    bool (*offered)(const problems::ProblemFamily&) = [](const problems::ProblemFamily&) { return true; },
    FieldsOfFamily fields = &problems::ProblemFamily::fields);

/// The call with the programs that the file of --external describes, if it is given; the only one that there is becomes
/// the algorithm where --algorithm names none. InputError as of own_programs_in().
[[nodiscard]] Arguments with_own_algorithms(Arguments arguments);

/// The algorithms that --algorithm lists, `all` standing for those of the family and the own ones; none if it names a
/// single one. InputError for a list where the family does not compare.
[[nodiscard]] std::vector<std::string> listed_algorithms(const Arguments& arguments,
                                                         const problems::ProblemFamily& family);

}  // namespace apportion::cli
