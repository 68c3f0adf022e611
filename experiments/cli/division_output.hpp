// Divisions in files: the options of commands that write them.
#pragma once

#include <string>
#include <vector>

#include "experiments/cli/commands.hpp"
#include "experiments/problems/divisions/division_format.hpp"
#include "experiments/problems/problem_family.hpp"

namespace apportion::cli {

/// Adds --depth, --corners and --per-rank, and a line of usage with them, to the topic of a family that divides.
void add_division_options(Topic& topic);
/// "npy, csv, ..., with what each is": for the help of --format.
[[nodiscard]] std::string division_formats_help();
/// Their names, and the endings of those that have one.
[[nodiscard]] Candidates division_format_names();
[[nodiscard]] std::vector<std::string> division_endings();

/// What --format names, or else the ending of --output says; nullptr where that is no form of a division. InputError
/// where the family's answers have no such form, for options that mean nothing without one, a depth out of range, and a
/// folder for --per-rank that has something in it.
[[nodiscard]] const problems::DivisionFormat* division_format_asked_for(const Arguments& arguments,
                                                                        const problems::ProblemFamily& family);

/// Writes the division into --output, standard output, or a file for each processor into --per-rank: all of it or
/// nothing. InputError where the form cannot express it; OutputError.
void write_division(const problems::WholeDivision& division, const problems::DivisionFormat& format,
                    const Arguments& arguments);

}  // namespace apportion::cli
