// Choice of a problem family, its fields on the command line, and rankings as text.
#include "experiments/cli/problems.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "results/tables/render.hpp"

namespace apportion::cli {
namespace {

using problems::ProblemFamily;

bool has_option(const ProblemFamily& family, FieldsOfFamily fields, const std::string& name) {
  return std::ranges::any_of(fields(family), [&name](const problems::Field& field) {
    return field.name == name && field.place != problems::FieldPlace::key;
  });
}

// The families with an option: "rectangles, grids".
std::string families_with(const std::string& option, FieldsOfFamily fields) {
  std::string names;
  for (const ProblemFamily& family : problems::families())
    if (has_option(family, fields, option)) names += (names.empty() ? "" : ", ") + family.name;
  return names;
}

// Refuses --perturb for `solve grids`: it requires a given answer, and so belongs to `evaluate`.
void refuse_of_sister(const Arguments& arguments, const ProblemFamily& family, FieldsOfFamily fields) {
  const bool solves = fields != problems::fields_to_evaluate;
  const FieldsOfFamily others = solves ? problems::fields_to_evaluate : problems::fields_to_solve;
  for (const problems::Field& field : others(family))
    if (arguments.has(field.name) && has_option(family, others, field.name) && !has_option(family, fields, field.name))
      throw InputError(
          fmt::format("--{0} is an option of `apportion {1} {2}`; `apportion help {1} {2}` prints them all", field.name,
                      solves ? "evaluate" : "solve", family.name));
}

// The listable values of a field, and files if it may name one.
Candidates words_of(const problems::Field& field, bool compares) {
  if (field.words == nullptr) return {};
  Candidates candidates = field.words();
  if (field.takes_several && compares) candidates.emplace_back("all");
  if (field.value.find("FILE") != std::string::npos) candidates.emplace_back("%files");
  return candidates;
}

std::vector<std::string> built_in(const ProblemFamily& family) {
  return collected(family.algorithms(), &problems::AlgorithmInfo::name);
}

std::vector<std::string> algorithm_names(const ProblemFamily& family) {
  std::vector<std::string> names = built_in(family);
  for (const OptionalAlgorithm& algorithm : family.missing()) names.push_back(algorithm.name);
  return names;
}

// Refuses a name that only other families have.
void refuse_others(const std::vector<std::string>& asked, std::vector<std::string> known, const ProblemFamily& family) {
  for (const std::string& name : algorithm_names(family)) known.push_back(name);
  for (const std::string& each : asked) {
    const std::string name = each.substr(0, each.find('['));
    if (contains(known, name)) continue;
    std::string others;
    for (const ProblemFamily& other : problems::families()) {
      const std::vector<std::string> names = algorithm_names(other);
      if (&other != &family && contains(names, name)) others += (others.empty() ? "" : " and ") + other.name;
    }
    if (!others.empty())
      throw InputError(fmt::format("{0} is an algorithm for {1}, not for {2}; `apportion list algorithms {2}`", name,
                                   others, family.name));
  }
}

results::Rows table_of(const problems::Comparison& comparison) {
  results::Rows table{comparison.columns, {}};
  for (const std::vector<problems::ComparedValue>& row : comparison.rows) {
    std::vector<results::Value>& values = table.rows.emplace_back();
    for (const problems::ComparedValue& value : row)
      std::visit([&values](const auto& held) { values.emplace_back(held); }, value);
  }
  return table;
}

std::string text_of(const problems::Comparison& comparison, std::size_t width) {
  std::string text = comparison.title + "\n\n";
  if (comparison.is_solved()) text += results::render({}, table_of(comparison), {.width = width});
  for (const problems::Refusal& refusal : comparison.refusals)
    text += fmt::format("{} refuses: {}\n", refusal.algorithm, refusal.reason);
  return text;
}

}  // namespace

Topic topic_of(const ProblemFamily& family, FieldsOfFamily fields) {
  Topic topic{.name = family.name, .synonyms = family.synonyms, .summary = family.summary, .usage = {}, .options = {}};
  if (fields(family).empty()) return topic;
  topic.usage = {fmt::format("{} {}", family.name, problems::usage_of(fields(family)))};
  for (const problems::Field& field : fields(family))
    if (field.place != problems::FieldPlace::key)
      topic.options.push_back({.name = field.letter.empty() ? field.name : field.name + "," + field.letter,
                               .value = problems::value_name(field),
                               .summary = problems::help_of(field),
                               .complete = words_of(field, family.compare != nullptr),
                               .is_written = field.is_written});
  return topic;
}

const ProblemFamily& family_asked_for(const Arguments& arguments, bool (*offered)(const ProblemFamily&),
                                      FieldsOfFamily fields) {
  arguments.require_words_at_most(1);
  std::vector<std::string> names;
  for (const ProblemFamily& family : problems::families())
    if (offered(family)) names.push_back(family.name);
  if (arguments.words().empty()) throw InputError(fmt::format("name a kind of problem: {}", fmt::join(names, " and ")));
  const std::string& word = arguments.words().front();
  const ProblemFamily* family = problems::find_family(word);
  if (family == nullptr) throw unknown_name("kind of problem", word, names);
  refuse_of_sister(arguments, *family, fields);
  for (const ProblemFamily& other : problems::families())
    for (const problems::Field& field : fields(other))
      if (arguments.has(field.name) && !has_option(*family, fields, field.name))
        throw InputError(fmt::format("--{} is an option of {}, not of {}", field.name,
                                     families_with(field.name, fields), family->name));
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
  std::vector<std::string> known = built_in(family);
  for (const OwnProgram& program : arguments.own()) known.push_back(program.name);
  std::vector<std::string> names = problems::several_algorithms(arguments.text("algorithm"), known);
  // Families without algorithms of their own, such as timeline, use those of another.
  if (!family.algorithms().empty())
    refuse_others(names.empty() ? std::vector{arguments.text("algorithm")} : names, known, family);
  if (!names.empty() && family.compare == nullptr)
    throw InputError(fmt::format("{} takes one algorithm, not {}", family.name, arguments.text("algorithm")));
  return names;
}

int write_comparison(const problems::Comparison& comparison, const std::string& format, const std::string& file) {
  if (format == "json")
    print_or_write(file, fmt::format("{}\n", fmt::join(comparison.lines, "\n")));
  else if (file.empty())
    print(text_of(comparison, terminal_width()));
  else
    write_file(file, without_controls(text_of(comparison, 0)));
  return comparison.is_solved() ? ok : failed;
}

}  // namespace apportion::cli
