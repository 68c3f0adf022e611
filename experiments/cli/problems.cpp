// Choice of a problem family, and the options of all families as one list.
#include "experiments/cli/problems.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "experiments/sweeps/algorithm_sections.hpp"

namespace apportion::cli {
namespace {

using problems::ProblemFamily;

bool has_option(const std::vector<OptionDeclaration>& options, const std::string& name) {
  return std::ranges::find(options, name, &OptionDeclaration::name) != options.end();
}

// "rectangles, grids": the families that have an option.
std::string families_with(const std::string& option) {
  std::string names;
  for (const ProblemFamily& family : problems::families())
    if (has_option(family.options, option)) names += (names.empty() ? "" : ", ") + family.name;
  return names;
}

}  // namespace

std::vector<OptionDeclaration> problem_options() {
  std::vector<OptionDeclaration> options = {
      {.name = "algorithm", .value = "NAME", .summary = "such as BEST or proposed, the defaults, or HYBRID[levels=2]"}};
  for (const ProblemFamily& family : problems::families())
    for (const OptionDeclaration& option : family.options)
      if (!has_option(options, option.name))
        options.push_back({option.name, option.value, family.name + ": " + option.summary, option.repeatable});
  return options;
}

const ProblemFamily& family_asked_for(const Arguments& arguments, bool (*offered)(const ProblemFamily&)) {
  arguments.require_words_at_most(1);
  std::vector<std::string> names;
  for (const ProblemFamily& family : problems::families())
    if (offered(family)) names.push_back(family.name);
  if (arguments.words().empty())
    throw InputError(fmt::format("which kind of problem? There are {}", fmt::join(names, " and ")));
  const std::string& word = arguments.words().front();
  const ProblemFamily* family = problems::find_family(word);
  if (family == nullptr) throw unknown_name("kind of problem", word, names);
  for (const OptionDeclaration& option : problem_options())
    if (arguments.has(option.name) && !has_option(family->options, option.name))
      throw InputError(
          fmt::format("--{} is an option of {}, not of {}", option.name, families_with(option.name), family->name));
  return *family;
}

Arguments with_own_algorithms(Arguments arguments) {
  if (!arguments.has("external")) return arguments;
  std::vector<OwnProgram> own = sweeps::own_programs_in(arguments.text("external"));
  if (!arguments.has("algorithm") && !arguments.has("batch")) {
    if (own.size() > 1)
      throw InputError(
          fmt::format("{} has {} algorithms; choose by --algorithm", arguments.text("external"), own.size()));
    arguments.add("algorithm", {own.front().name});
  }
  arguments.set_own(std::move(own));
  return arguments;
}

std::vector<std::string> listed_algorithms(const Arguments& arguments, const ProblemFamily& family) {
  if (!arguments.has("algorithm")) return {};
  std::vector<std::string> known;
  if (family.algorithms != nullptr)
    for (const problems::AlgorithmInfo& algorithm : family.algorithms()) known.push_back(algorithm.name);
  for (const OwnProgram& program : arguments.own()) known.push_back(program.name);
  std::vector<std::string> names = problems::several_algorithms(arguments.text("algorithm"), known);
  if (!names.empty() && family.compare == nullptr)
    throw InputError(fmt::format("{} takes one algorithm, not {}", family.name, arguments.text("algorithm")));
  return names;
}

}  // namespace apportion::cli
