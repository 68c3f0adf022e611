// Choice of a problem family, its fields on the command line, and rankings of its answers.
#pragma once

#include <string>
#include <vector>

#include "experiments/cli/commands.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "experiments/problems/problem_family.hpp"

namespace apportion::cli {

/// What a command is given of a problem: fields_to_solve(), fields_to_draw() or fields_to_evaluate().
using FieldsOfFamily = const std::vector<problems::Field>& (*)(const problems::ProblemFamily& family);

/// A family as a topic of a command: its usage, and its fields as options. Without fields the command refuses it.
[[nodiscard]] Topic topic_of(const problems::ProblemFamily& family, FieldsOfFamily fields = problems::fields_to_solve);

/// The family that the only word of the call names. InputError for no or another word, which offers the families that
/// are `offered`, and for an option that only other families have.
[[nodiscard]] const problems::ProblemFamily& family_asked_for(
    const Arguments& arguments,
    bool (*offered)(const problems::ProblemFamily&) = [](const problems::ProblemFamily&) { return true; },
    FieldsOfFamily fields = problems::fields_to_solve);

/// The call with the programs that the file of --external describes, if it is given; the only one that there is becomes
/// the algorithm where --algorithm names no algorithm. InputError as of own_programs_in().
[[nodiscard]] Arguments with_own_algorithms(Arguments arguments);

/// The algorithms that --algorithm lists, `all` standing for those of the family and the own ones; empty if it names a
/// single one. InputError for a list where the family does not compare.
[[nodiscard]] std::vector<std::string> listed_algorithms(const Arguments& arguments,
                                                         const problems::ProblemFamily& family);

/// Writes a ranking into `file`, or to standard output where that is "", as "text", a table and the refusals, or as
/// "json", a line each. The exit status: failed where all refused.
[[nodiscard]] int write_comparison(const problems::Comparison& comparison, const std::string& format,
                                   const std::string& file);

}  // namespace apportion::cli
