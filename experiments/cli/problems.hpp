// Choice of a problem family, its fields on the command line, and rankings of its answers.
#pragma once

#include <string>
#include <vector>

#include "experiments/cli/commands.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "experiments/problems/problem_family.hpp"

namespace apportion::cli {

/// The fields of a command: fields_to_solve(), fields_to_draw() or fields_to_evaluate().
using FieldsOfFamily = const std::vector<problems::Field>& (*)(const problems::ProblemFamily& family);

/// A family as a topic of a command: its usage, and its fields as options. Without fields the command refuses it.
[[nodiscard]] Topic topic_of(const problems::ProblemFamily& family, FieldsOfFamily fields = problems::fields_to_solve);

/// The family named by the call's only word. InputError for a missing or wrong word, with the families in `offered`,
/// and for an option that only other families have.
[[nodiscard]] const problems::ProblemFamily& family_asked_for(
    const Arguments& arguments,
    bool (*offered)(const problems::ProblemFamily&) = [](const problems::ProblemFamily&) { return true; },
    FieldsOfFamily fields = problems::fields_to_solve);

/// The call with the programs described in the file of --external, if given; without --algorithm a single program
/// becomes the algorithm. InputError as of own_programs_in().
[[nodiscard]] Arguments with_own_algorithms(Arguments arguments);

/// The algorithms listed in --algorithm; `all` means those of the family and the user's own. Empty for a single one.
/// InputError for a list if the family does not compare.
[[nodiscard]] std::vector<std::string> listed_algorithms(const Arguments& arguments,
                                                         const problems::ProblemFamily& family);

/// Writes a ranking to `file`, or to standard output for "", as "text", a table and the refusals, or as "json", a line
/// each. Returns the exit status: failed if all refused.
[[nodiscard]] int write_comparison(const problems::Comparison& comparison, const std::string& format,
                                   const std::string& file);

}  // namespace apportion::cli
