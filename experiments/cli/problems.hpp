// The kinds of problems that `solve` and `draw` know: how each is given, answered and drawn.
#pragma once

#include <string>
#include <vector>

#include "experiments/cli/arguments.hpp"

namespace apportion::cli {

struct ProblemKind {
  std::string name;                        ///< the word behind `solve`
  std::string usage;                       ///< the options that give one problem
  std::vector<OptionDeclaration> options;  ///< of one problem
  /// The answer to the problem that the options give, as one JSON line. InputError where they do not make one.
  std::string (*solve)(const Arguments& arguments) = nullptr;
  /// The answer to one JSON line. InputError likewise.
  std::string (*solve_line)(const std::string& line) = nullptr;
  /// The solution drawn in one format, "svg" or "text"; nullptr where there is nothing to draw.
  std::string (*draw)(const Arguments& arguments, const std::string& format) = nullptr;
};

/// In the order of the help.
[[nodiscard]] const std::vector<ProblemKind>& problem_kinds();

/// The options of all kinds together, an option that several have once.
[[nodiscard]] std::vector<OptionDeclaration> problem_options();

/// The kind that the only word of the call names. InputError for no or another word, which offers the kinds that are
/// `offered`, and for an option that only other kinds have.
[[nodiscard]] const ProblemKind& problem_kind(
    const Arguments& arguments, bool (*offered)(const ProblemKind&) = [](const ProblemKind&) { return true; });

// One function and one file a kind.
[[nodiscard]] ProblemKind rectangle_problems();
[[nodiscard]] ProblemKind grid_problems();
[[nodiscard]] ProblemKind distribution_problems();
[[nodiscard]] ProblemKind graph_problems();
[[nodiscard]] ProblemKind program_problems();

}  // namespace apportion::cli
