// The families of problems that `solve` and `draw` understand, without their types.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiments/cli/arguments.hpp"

namespace apportion::cli {

/// One family. All functions throw InputError for a problem that is badly given or out of range.
struct ProblemFamily {
  std::string name;                        ///< the word behind solve and draw
  std::string usage;                       ///< the options that give one problem
  std::vector<OptionDeclaration> options;  ///< the same, declared
  /// The answer to the problem that the options give, as one JSON line without its end.
  std::string (*solve)(const Arguments& arguments) = nullptr;
  /// The answer to a problem in JSON, likewise.
  std::string (*solve_json)(std::string_view json) = nullptr;
  /// The problem that the options give, solved and drawn, as SVG or as text.
  std::string (*draw)(const Arguments& arguments, bool svg) = nullptr;
};

// One function and one file a family.
[[nodiscard]] ProblemFamily rectangle_problems();
[[nodiscard]] ProblemFamily distribution_problems();

[[nodiscard]] const std::vector<ProblemFamily>& problem_families();

/// The family that the command's one word names. InputError where there is another word or none, or an option that
/// belongs to other families only.
[[nodiscard]] const ProblemFamily& problem_family(const Arguments& arguments);

/// The options of all families, those of one name as one option.
[[nodiscard]] std::vector<OptionDeclaration> problem_options();

}  // namespace apportion::cli
