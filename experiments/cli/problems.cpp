// The table of kinds of problems.
#include "experiments/cli/problems.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"

namespace apportion::cli {
namespace {

bool has_option(const std::vector<OptionDeclaration>& options, const std::string& name) {
  return std::ranges::any_of(options, [&name](const OptionDeclaration& option) { return option.name == name; });
}

// "rectangles, grid": the kinds of problem that have an option.
std::string kinds_with(const std::string& option) {
  std::string names;
  for (const ProblemKind& kind : problem_kinds())
    if (has_option(kind.options, option)) names += (names.empty() ? "" : ", ") + kind.name;
  return names;
}

std::vector<std::string> names_of(bool (*offered)(const ProblemKind&)) {
  std::vector<std::string> names;
  for (const ProblemKind& kind : problem_kinds())
    if (offered(kind)) names.push_back(kind.name);
  return names;
}

const ProblemKind& kind_named(const std::string& name, const std::vector<std::string>& names) {
  for (const ProblemKind& kind : problem_kinds())
    if (kind.name == name) return kind;
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

const ProblemKind& problem_kind(const Arguments& arguments, bool (*offered)(const ProblemKind&)) {
  arguments.require_words_at_most(1);
  const std::vector<std::string> names = names_of(offered);
  if (arguments.words().empty())
    throw InputError(fmt::format("which kind of problem? There are {}", fmt::join(names, " and ")));
  const ProblemKind& kind = kind_named(arguments.words().front(), names);
  for (const OptionDeclaration& option : problem_options())
    if (arguments.has(option.name) && !has_option(kind.options, option.name))
      throw InputError(
          fmt::format("--{} is an option of {}, not of {}", option.name, kinds_with(option.name), kind.name));
  return kind;
}

}  // namespace apportion::cli
