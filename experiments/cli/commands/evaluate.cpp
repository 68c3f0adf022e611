// apportion evaluate: costs of a given answer, from any source.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <variant>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/cli/problems.hpp"
#include "results/charts/drawing_programs.hpp"

namespace apportion::cli {
namespace {

using problems::ProblemFamily;

bool can_be_evaluated(const ProblemFamily& family) { return family.evaluation.has_value(); }

bool ranks_answers(const ProblemFamily& family) { return family.evaluation && family.evaluation->beside != nullptr; }

problems::FieldValues given_in(const ProblemFamily& family, const Arguments& arguments) {
  return {problems::fields_to_evaluate(family), arguments};
}

// Writes the drawings of all answers, side by side.
void write_drawing(const problems::Comparison& comparison, const std::string& file) {
  const std::optional<results::Picture> picture = results::picture_of(file);
  write_file(file, picture ? results::converted_svg(comparison.draw("svg"), *picture)
                           : without_controls(comparison.draw("text")));
}

// Ranks the answer among those of the algorithms, and draws all if a file is named.
int evaluate_beside(const ProblemFamily& family, const Arguments& arguments, std::vector<std::string> algorithms) {
  const std::string format = arguments.text("format", "text");
  if (format != "text" && format != "json") throw unknown_name("format", format, {"text", "json"});
  const std::string file = arguments.text("output");
  require_ending(file, {".svg", ".pdf", ".png", ".txt"});
  if (algorithms.empty() && arguments.has("algorithm")) algorithms = {arguments.text("algorithm")};
  const problems::Comparison comparison = family.evaluation->beside(given_in(family, arguments), algorithms);
  if (!file.empty()) write_drawing(comparison, file);
  return write_comparison(comparison, format, {});
}

int run_evaluate(const Arguments& given) {
  const ProblemFamily& family = family_asked_for(given, can_be_evaluated, problems::fields_to_evaluate);
  if (!can_be_evaluated(family)) throw InputError("evaluate takes no answers to " + family.name);
  const Arguments arguments = with_own_algorithms(given);
  if (ranks_answers(family)) {
    const std::vector<std::string> algorithms = listed_algorithms(arguments, family);
    const problems::DivisionFormat* const form = division_format_asked_for(arguments, family);
    if (form == nullptr) return evaluate_beside(family, arguments, algorithms);
    if (arguments.has("algorithm"))
      throw InputError(fmt::format("{} is the form of one division; leave out --algorithm", form->name));
    write_division(family.divide(given_in(family, arguments)), *form, arguments);
    return ok;
  }
  const problems::Evaluation evaluation = family.evaluation->alone(given_in(family, arguments));
  print_data(evaluation.line + "\n");
  return evaluation.is_allowed ? ok : failed;
}

// Adds the options of rankings, drawings and divisions.
void add_ranking_options(Topic& topic) {
  topic.usage.front() += " [--format NAME] [--output FILE]";
  Candidates formats = {"text", "json"};
  std::ranges::copy(division_format_names(), std::back_inserter(formats));
  topic.options.push_back(
      {.name = "format",
       .value = "NAME",
       .summary = "text, a ranked table (the default), or json, a line each; or a form of a division, as of solve: "
                  "that is then written instead",
       .complete = std::move(formats)});
  topic.options.push_back(
      {.name = "output,o",
       .value = "FILE",
       .summary = "draw the answers into FILE.svg, .pdf, .png, or .txt as well; or write the division as FILE's ending "
                  "says"});
}

Topic evaluated_topic(const ProblemFamily& family) {
  Topic topic = topic_of(family, problems::fields_to_evaluate);
  if (ranks_answers(family)) add_ranking_options(topic);
  if (ranks_answers(family) && family.divide != nullptr) add_division_options(topic);
  return topic;
}

}  // namespace

Command evaluate_command() {
  Command command{.name = "evaluate",
                  .summary = "recompute what an answer costs, wherever it comes from",
                  .usage = {"FAMILY PROBLEM ANSWER"},
                  .options = {},
                  .run = run_evaluate};
  for (const ProblemFamily& family : problems::families()) command.topics.push_back(evaluated_topic(family));
  return command;
}

}  // namespace apportion::cli
