// The table of problem families, and the choice of one by the command line.
#include "experiments/cli/problem_family.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/error.hpp"

namespace apportion::cli {
namespace {

bool has_option(const std::vector<OptionDeclaration>& options, const std::string& name) {
  return std::any_of(options.begin(), options.end(),
                     [&name](const OptionDeclaration& option) { return option.name == name; });
}

}  // namespace

const std::vector<ProblemFamily>& problem_families() {
  static const std::vector<ProblemFamily> all = {rectangle_problems(), distribution_problems()};
  return all;
}

const ProblemFamily& problem_family(const Arguments& arguments) {
  arguments.require_words_at_most(1);
  std::vector<std::string> names;
  for (const ProblemFamily& family : problem_families()) names.push_back(family.name);
  if (arguments.words().empty())
    throw InputError(fmt::format("which kind of problem? There are {}", fmt::join(names, " and ")));
  const auto found = std::find(names.begin(), names.end(), arguments.words().front());
  if (found == names.end()) throw unknown_name("kind of problem", arguments.words().front(), names);
  const ProblemFamily& family = problem_families()[static_cast<std::size_t>(found - names.begin())];
  for (const OptionDeclaration& option : problem_options())
    if (arguments.has(option.name) && !has_option(family.options, option.name))
      throw InputError(fmt::format("--{} is no option of {}", option.name, family.name));
  return family;
}

std::vector<OptionDeclaration> problem_options() {
  std::vector<OptionDeclaration> all;
  for (const ProblemFamily& family : problem_families())
    for (const OptionDeclaration& option : family.options) {
      if (has_option(all, option.name)) continue;
      all.push_back(option);
      all.back().summary = family.name + ": " + option.summary;
    }
  return all;
}

}  // namespace apportion::cli
