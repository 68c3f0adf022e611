// The table of kinds of problems.
#include "experiments/cli/problems.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/error.hpp"

namespace apportion::cli {
namespace {

bool has_option(const std::vector<OptionDeclaration>& options, const std::string& name) {
  return std::any_of(options.begin(), options.end(),
                     [&name](const OptionDeclaration& option) { return option.name == name; });
}

// "rectangles, grid": the kinds of problem that have an option.
std::string kinds_with(const std::string& option) {
  std::string names;
  for (const ProblemKind& kind : problem_kinds())
    if (has_option(kind.options, option)) names += (names.empty() ? "" : ", ") + kind.name;
  return names;
}

const ProblemKind& kind_named(const std::string& name) {
  std::vector<std::string> names;
  for (const ProblemKind& kind : problem_kinds()) {
    if (kind.name == name) return kind;
    names.push_back(kind.name);
  }
  throw unknown_name("kind of problem", name, names);
}

}  // namespace

const std::vector<ProblemKind>& problem_kinds() {
  static const std::vector<ProblemKind> kinds = {rectangle_problems(), grid_problems(), graph_problems(),
                                                 program_problems(), distribution_problems()};
  return kinds;
}

std::vector<OptionDeclaration> problem_options() {
  std::vector<OptionDeclaration> options = {
      {.name = "algorithm", .value = "NAME", .summary = "such as XY2 or proposed, the defaults, or HYBRID[levels=2]"}};
  for (const ProblemKind& kind : problem_kinds())
    for (const OptionDeclaration& option : kind.options)
      if (!has_option(options, option.name))
        options.push_back({option.name, option.value, kind.name + ": " + option.summary, option.repeatable});
  return options;
}

const ProblemKind& problem_kind(const Arguments& arguments) {
  arguments.require_words_at_most(1);
  if (arguments.words().empty()) {
    std::string names;
    for (const ProblemKind& kind : problem_kinds()) names += (names.empty() ? "" : " and ") + kind.name;
    throw InputError("which kind of problem? There are " + names);
  }
  const ProblemKind& kind = kind_named(arguments.words().front());
  for (const OptionDeclaration& option : problem_options())
    if (arguments.has(option.name) && !has_option(kind.options, option.name))
      throw InputError(
          fmt::format("--{} is an option of {}, not of {}", option.name, kinds_with(option.name), kind.name));
  return kind;
}

}  // namespace apportion::cli
