// apportion solve, draw and evaluate: one problem, or JSON lines, on the command line; its solution as a picture or
// text; and the costs of a given answer, from any source.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/file_replacement.hpp"
#include "base/text.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/engine/messages.hpp"
#include "experiments/problems/common/json.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "experiments/problems/divisions/division_format.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "results/charts/chart.hpp"
#include "results/tables/formats.hpp"

namespace apportion::cli {
namespace {

using problems::DivisionFormat;
using problems::ProblemFamily;
namespace fs = std::filesystem;

// The fields of a command: fields_to_solve(), fields_to_draw() or fields_to_evaluate().
using FieldsOfFamily = const std::vector<problems::Field>& (*)(const ProblemFamily& family);

template <class Test>
std::string names_of_families(const Test& is_meant, std::string_view separator) {
  std::vector<std::string> names;
  for (const ProblemFamily& family : problems::families())
    if (is_meant(family)) names.push_back(family.name);
  return fmt::format("{}", fmt::join(names, separator));
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
    const std::string others = names_of_families(
        [&](const ProblemFamily& other) { return &other != &family && contains(algorithm_names(other), name); },
        " and ");
    if (!others.empty())
      throw InputError("{0} is an algorithm for {1}, not for {2}; use {3}, or see `apportion list algorithms {2}`",
                       name, others, family.name, field_named(family.fields(), "algorithm").fallback);
  }
}

std::string text_of(const problems::Comparison& comparison, std::size_t width) {
  std::string text = comparison.title + "\n\n";
  results::Rows table{comparison.columns, {}};
  for (const std::vector<problems::ComparedValue>& row : comparison.rows) {
    std::vector<results::Value>& values = table.rows.emplace_back();
    for (const problems::ComparedValue& value : row)
      std::visit([&values](const auto& held) { values.emplace_back(held); }, value);
  }
  if (comparison.is_solved()) text += results::render({}, table, {.width = width});
  for (const problems::Refusal& refusal : comparison.refusals)
    text += fmt::format("{} refuses: {}\n", refusal.algorithm, refusal.reason);
  return text;
}

// A family as a topic of a command: its usage, and its fields as options. Without fields the command refuses it.
Topic topic_of(const ProblemFamily& family, FieldsOfFamily fields = problems::fields_to_solve) {
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

const ProblemFamily& family_in(const Arguments& arguments) { return *problems::find_family(arguments.words().front()); }

// The call with the programs described in the file of --external, if given; without --algorithm a single program
// becomes the algorithm. InputError as of own_programs_in().
Arguments with_own_algorithms(Arguments arguments) {
  if (!arguments.has("external")) return arguments;
  std::vector<OwnProgram> own = sweeps::own_programs_in(arguments.text("external"));
  if (!arguments.has("algorithm") && !arguments.has("batch")) {
    if (own.size() > 1)
      throw InputError("{} has {} algorithms; choose by --algorithm", arguments.text("external"), own.size());
    arguments.add("algorithm", {own.front().name});
  }
  arguments.set_own(std::move(own));
  return arguments;
}

// The algorithms listed in --algorithm; `all` means those of the family and the user's own. Empty for a single one.
// InputError for a list if the family does not compare.
std::vector<std::string> listed_algorithms(const Arguments& arguments, const ProblemFamily& family) {
  if (!arguments.has("algorithm")) return {};
  std::vector<std::string> known = built_in(family);
  for (const OwnProgram& program : arguments.own()) known.push_back(program.name);
  std::vector<std::string> names = problems::several_algorithms(arguments.text("algorithm"), known);
  // Families without algorithms of their own, such as timeline, use those of another.
  if (!family.algorithms().empty())
    refuse_others(names.empty() ? std::vector{arguments.text("algorithm")} : names, known, family);
  if (!names.empty() && family.compare == nullptr)
    throw InputError("{} takes one algorithm, not {}", family.name, arguments.text("algorithm"));
  return names;
}

// Writes a ranking to `file`, or to standard output for "", as "text", a table and the refusals, or as "json", a line
// each. Returns the exit status: failed if all refused.
int write_comparison(const problems::Comparison& comparison, const std::string& format, const std::string& file) {
  if (format == "json")
    print_or_write(file, fmt::format("{}\n", fmt::join(comparison.lines, "\n")));
  else if (file.empty())
    print(text_of(comparison, terminal_width()));
  else
    write_file(file, without_controls(text_of(comparison, 0)));
  return comparison.is_solved() ? ok : failed;
}

// Divisions into cells, in formats of other programs.

StencilReach reach_in(const Arguments& arguments) {
  return {arguments.whole("depth", 1, 1, most_stencil_depth), arguments.has("corners")};
}

// The folder's name without a final slash, as in "plans/".
fs::path named(const fs::path& folder) { return folder.has_filename() ? folder : folder.parent_path(); }

void require_new_folder(const fs::path& folder) {
  const PassingFolder probe(named(folder));
  std::error_code problem;
  const fs::file_status status = fs::status(folder, problem);
  if (!fs::exists(status)) return;
  if (!fs::is_directory(status)) throw InputError("--per-rank {}: this is a file; name a new folder", folder.string());
  if (!fs::is_empty(folder, problem) || problem)
    throw InputError("--per-rank {}: the folder has files in it; name a new or an empty one", folder.string());
}

// Writes all files or none: the folder gets its name when it has all of them.
void write_ranks(const std::vector<std::string>& texts, const fs::path& folder) {
  const PassingFolder partial(named(folder));
  for (std::size_t rank = 0; rank < texts.size(); ++rank)
    write_file(partial.path() / fmt::format("rank-{}.json", rank), texts[rank]);
  std::error_code problem;
  fs::rename(partial.path(), named(folder), problem);
  if (problem) throw output_error(folder.string(), problem.value());
}

// Refuses options that only plans have, before anything is solved.
void require_plan(const Arguments& arguments, const DivisionFormat* format) {
  for (const char* option : {"depth", "corners"})
    if (arguments.has(option) && (format == nullptr || !format->has_reach))
      throw InputError("--{} needs --format plan", option);
  static_cast<void>(reach_in(arguments));
  if (!arguments.has("per-rank")) return;
  if (format == nullptr || format->write_ranks == nullptr) throw InputError("--per-rank needs --format plan");
  require_new_folder(arguments.text("per-rank"));
}

void add_division_options(Topic& topic) {
  topic.usage.push_back(
      fmt::format("{} ... --format plan [--depth R] [--corners] [-o FILE | --per-rank DIR]", topic.name));
  topic.options.push_back(
      {"depth", "R",
       fmt::format("of --format plan: how far a stencil reaches, in cells, from 1 to {} (default: 1)",
                   most_stencil_depth)});
  topic.options.push_back({"corners", "", "of --format plan: a stencil reads the cells of a square, not of a cross"});
  topic.options.push_back(
      {"per-rank", "DIR", "the plan as a file for each processor, rank-0.json and so on, in a new folder"});
}

std::string division_formats_help() {
  std::string text;
  for (const DivisionFormat& format : problems::division_formats())
    text += fmt::format("{}{} ({}{}{})", text.empty() ? "" : ", ", format.name, format.ending,
                        format.ending.empty() ? "" : ": ", format.summary);
  return text;
}

// "text", "json" and, of a family that divides, the forms of divisions.
Candidates formats_of(const ProblemFamily& family) {
  Candidates names{"text", "json"};
  if (family.divide != nullptr)
    for (const DivisionFormat& format : problems::division_formats()) names.push_back(format.name);
  return names;
}

// The same with the family's further formats of `solve`.
Candidates formats_to_solve(const ProblemFamily& family) {
  Candidates names = formats_of(family);
  std::ranges::move(collected(family.formats, &problems::AnswerFormat::name), std::back_inserter(names));
  return names;
}

// The format by --format or the ending of --output; nullptr if that is not a format of divisions. InputError if the
// family has no divisions in this format, for options that require a format, a depth out of range, and a nonempty
// folder for --per-rank.
const DivisionFormat* division_format_asked_for(const Arguments& arguments, const ProblemFamily& family) {
  const std::string file = arguments.text("output");
  const DivisionFormat* format = arguments.has("format")
                                     ? problems::find_division_format(arguments.text("format"))
                                     : problems::find_division_format(ending_of(file), &DivisionFormat::ending);
  if (arguments.has("per-rank")) {
    if (arguments.has("output")) throw InputError("--per-rank and -o exclude each other");
    if (!arguments.has("format")) format = problems::find_division_format("plan");
  }
  const bool is_its_own = contains(family.formats, arguments.text("format"), &problems::AnswerFormat::name);
  if (is_its_own) format = nullptr;
  if (format != nullptr && family.divide == nullptr)
    throw InputError("{} is a form of divisions into cells; it is for {}, not for {}", format->name,
                     names_of_families([](const ProblemFamily& each) { return each.divide != nullptr; }, ", "),
                     family.name);
  require_plan(arguments, format);
  return format;
}

// Writes the division to --output, standard output, or a file for each processor in --per-rank: all of it or nothing.
// InputError if the format cannot express it; OutputError.
void write_division(const problems::WholeDivision& division, const DivisionFormat& format, const Arguments& arguments) {
  require_dimensions(format, division);
  const StencilReach reach = reach_in(arguments);
  if (arguments.has("per-rank"))
    write_ranks(format.write_ranks(division, reach), arguments.text("per-rank"));
  else
    print_or_write(arguments.text("output"), format.write(division, reach));
}

// apportion solve.

// Writes one answer per line, in order and at once, for waiting readers and in case a later problem fails.
int solve_lines(const ProblemFamily& family, std::istream& input, const std::string& name) {
  int status = ok;
  std::string line;
  for (std::int64_t number = 1; std::getline(input, line); ++number) {
    if (is_blank(line)) continue;
    try {
      print_data(problems::solve_line(family, line) + "\n");
    } catch (const problems::NoSolution& reason) {
      print_data(fmt::format("{}\n", reason.what()));
      status = failed;
    } catch (const InputError& error) {
      print_data(problems::error_json(error.what(), number) + "\n");
      status = failed;
    }
    flush_output();
  }
  if (input.bad()) throw InputError("{} cannot be read", name);
  return status;
}

int solve_batch(const ProblemFamily& family, const std::string& file) {
  if (file == "-") {
    std::ios::sync_with_stdio(false);
    return solve_lines(family, std::cin, "standard input");
  }
  std::ifstream input(file, std::ios::binary);
  // A folder can be opened but not read.
  if (!input || (input.peek() == std::ifstream::traits_type::eof() && input.bad()))
    throw InputError("{} cannot be read: {}", file, std::generic_category().message(errno));
  input.clear();
  return solve_lines(family, input, file);
}

// Refuses endings of pictures, which `draw` writes.
void require_answer_ending(const ProblemFamily& family, const std::string& file) {
  if (results::picture_of(file)) throw InputError("{}: solve makes no pictures; apportion draw does", file);
  std::vector<std::string> endings{".json", ".txt"};
  if (family.divide != nullptr)
    for (const DivisionFormat& format : problems::division_formats())
      if (!format.ending.empty()) endings.push_back(format.ending);
  require_ending(file, endings);
}

// "text", "json" or another format of the family; several answers are a table unless the user requests lines.
std::string answer_format(const ProblemFamily& family, const Arguments& arguments, bool several) {
  const std::string file = arguments.text("output");
  if (!arguments.has("format")) require_answer_ending(family, file);
  const bool is_ranking = several || (family.rank != nullptr && !arguments.has("batch"));
  const bool is_table = file.ends_with(".txt") || (is_ranking && !file.ends_with(".json"));
  std::string format =
      sweeps::one_of("format", arguments.text("format", is_table ? "text" : "json"), formats_to_solve(family));
  if (format != "text" && format != "json" && (several || arguments.has("batch")))
    throw InputError("--format {} is of one answer to one problem; leave it out", format);
  if (format == "text" && !is_ranking)
    throw InputError("--format text is the table of several algorithms; give --algorithm A,B or all");
  return format;
}

int solve_once(const ProblemFamily& family, const Arguments& arguments, const std::string& format) {
  const problems::FieldValues given(family.fields(), arguments);
  const auto other = std::ranges::find(family.formats, format, &problems::AnswerFormat::name);
  try {
    print_or_write(arguments.text("output"),
                   (other == family.formats.end() ? problems::solved(family, given) : other->solve(given)) + "\n");
    return ok;
  } catch (const problems::NoSolution& reason) {
    print_data(fmt::format("{}\n", reason.what()));
    return failed;
  }
}

void refuse_beside_batch(const ProblemFamily& family, const Arguments& arguments) {
  if (arguments.has("external"))
    throw InputError(
        "--external and --batch exclude each other; "
        "a sweep with instances = FILE.jsonl asks programs for a file of problems");
  for (const problems::Field& field : family.fields())
    if (arguments.has(field.name))
      throw InputError("--{} and --batch exclude each other: each line of the batch has its own", field.name);
  for (const char* option : {"output", "per-rank"})
    if (arguments.has(option))
      throw InputError("--{} and --batch exclude each other: a batch is answered on standard output", option);
}

int write_best(const ProblemFamily& family, const Arguments& arguments, const std::vector<std::string>& algorithms,
               const DivisionFormat& form) {
  const problems::WholeDivision best = family.divide_best({family.fields(), arguments}, algorithms);
  write_division(best, form, arguments);
  engine::print_error(fmt::format("apportion: {} is the first in the ranking, and is written\n", best.name));
  return ok;
}

int run_solve(const Arguments& given) {
  const ProblemFamily& family = family_in(given);
  const Arguments arguments = with_own_algorithms(given);
  const std::vector<std::string> several = listed_algorithms(arguments, family);
  const bool is_batch = arguments.has("batch");
  const DivisionFormat* const form = division_format_asked_for(arguments, family);
  const bool chooses = arguments.has("rank-by") && family.divide_best != nullptr;
  if (form != nullptr && !several.empty() && !chooses)
    throw InputError("{} is the form of one division; give one algorithm", form->name);
  const std::string format =
      form == nullptr || is_batch ? answer_format(family, arguments, !several.empty()) : form->name;
  if (is_batch) {
    refuse_beside_batch(family, arguments);
    return solve_batch(family, arguments.text("batch"));
  }
  if (form != nullptr && !several.empty()) return write_best(family, arguments, several, *form);
  if (!several.empty())
    return write_comparison(family.compare({family.fields(), arguments}, several), format, arguments.text("output"));
  if (family.rank != nullptr && (format == "text" || format == "json"))
    return write_comparison(family.rank({family.fields(), arguments}), format, arguments.text("output"));
  if (form == nullptr) return solve_once(family, arguments, format);
  write_division(family.divide({family.fields(), arguments}), *form, arguments);
  return ok;
}

Topic solved_topic(const ProblemFamily& family) {
  Topic topic = topic_of(family);
  for (const problems::AnswerFormat& format : family.formats)
    topic.usage.push_back(fmt::format("{} ... --format {}: {}", family.name, format.name, format.summary));
  if (family.divide != nullptr) add_division_options(topic);
  return topic;
}

// apportion draw.

const std::vector<std::string> drawing_endings = {".svg", ".pdf", ".png", ".txt"};

// The picture by --format and the file's ending, which must agree; nothing: text.
std::optional<results::Picture> picture_asked(const Arguments& arguments) {
  const std::string file = arguments.text("output");
  require_ending(file, drawing_endings);
  const bool is_text = file.empty() || file.ends_with(".txt");
  const std::string format =
      sweeps::one_of("format", arguments.text("format", is_text ? "text" : "svg"), {"svg", "text"});
  const results::Picture picture = results::picture_of(file).value_or(results::Picture::svg);
  const bool agrees =
      format == "svg" ? picture == results::Picture::svg && !file.ends_with(".txt") : !results::picture_of(file);
  if (arguments.has("format") && !agrees)
    throw InputError("{} and --format {} contradict each other; leave out --format", file, format);
  return format == "text" ? std::nullopt : std::optional(picture);
}

void write_drawing(const std::string& drawing, std::optional<results::Picture> picture, const std::string& file) {
  print_or_write(file, picture ? results::converted_svg(drawing, *picture) : without_controls(drawing));
}

// The drawing of the listed algorithms, or of one; also prints refusals. "" if all refused.
std::string drawn_by(const ProblemFamily& family, const Arguments& arguments, const std::string& format,
                     const std::vector<std::string>& several) {
  const problems::FieldValues given(problems::fields_to_draw(family), arguments);
  if (several.empty()) return family.draw(given, format);
  const problems::Comparison comparison = family.compare(given, several);
  for (const problems::Refusal& refusal : comparison.refusals)
    engine::print_error(fmt::format("{} refuses: {}\n", refusal.algorithm, refusal.reason));
  return comparison.draw ? comparison.draw(format) : "";
}

int run_draw(const Arguments& given) {
  const ProblemFamily& family = family_in(given);
  const Arguments arguments = with_own_algorithms(given);
  if (family.draw == nullptr) throw InputError("cannot draw " + family.name + "; solve prints the answer");
  const std::vector<std::string> several = listed_algorithms(arguments, family);
  const std::optional<results::Picture> picture = picture_asked(arguments);
  const std::string drawing = drawn_by(family, arguments, picture ? "svg" : "text", several);
  if (drawing.empty()) return failed;
  write_drawing(drawing, picture, arguments.text("output"));
  return ok;
}

// apportion evaluate.

bool ranks_answers(const ProblemFamily& family) { return family.evaluation && family.evaluation->beside != nullptr; }

problems::FieldValues given_in(const ProblemFamily& family, const Arguments& arguments) {
  return {problems::fields_to_evaluate(family), arguments};
}

int evaluate_beside(const ProblemFamily& family, const Arguments& arguments, std::vector<std::string> algorithms) {
  const std::string format = sweeps::one_of("format", arguments.text("format", "text"), {"text", "json"});
  const std::string file = arguments.text("output");
  require_ending(file, drawing_endings);
  if (algorithms.empty() && arguments.has("algorithm")) algorithms = {arguments.text("algorithm")};
  const problems::Comparison comparison = family.evaluation->beside(given_in(family, arguments), algorithms);
  const std::optional<results::Picture> picture = results::picture_of(file);
  if (!file.empty()) write_drawing(comparison.draw(picture ? "svg" : "text"), picture, file);
  return write_comparison(comparison, format, {});
}

int run_evaluate(const Arguments& given) {
  const ProblemFamily& family = family_in(given);
  if (!family.evaluation) throw InputError("evaluate takes no answers to " + family.name);
  const Arguments arguments = with_own_algorithms(given);
  if (ranks_answers(family)) {
    const std::vector<std::string> algorithms = listed_algorithms(arguments, family);
    const DivisionFormat* const form = division_format_asked_for(arguments, family);
    if (form == nullptr) return evaluate_beside(family, arguments, algorithms);
    if (arguments.has("algorithm"))
      throw InputError("{} is the form of one division; leave out --algorithm", form->name);
    write_division(family.divide(given_in(family, arguments)), *form, arguments);
    return ok;
  }
  const problems::Evaluation evaluation = family.evaluation->alone(given_in(family, arguments));
  print_data(evaluation.line + "\n");
  return evaluation.is_allowed ? ok : failed;
}

Topic evaluated_topic(const ProblemFamily& family) {
  Topic topic = topic_of(family, problems::fields_to_evaluate);
  if (!ranks_answers(family)) return topic;
  topic.usage.front() += " [--format NAME] [--output FILE]";
  topic.options.push_back(
      {"format", "NAME",
       "text, a ranked table (the default), or json, a line each; or a form of a division, as of solve: "
       "that is then written instead",
       formats_of(family)});
  topic.options.push_back({"output,o", "FILE",
                           "draw the answers into FILE.svg, .pdf, .png, or .txt as well; or write the division in "
                           "the format of FILE's ending"});
  if (family.divide != nullptr) add_division_options(topic);
  return topic;
}

}  // namespace

Command solve_command() {
  Candidates formats;
  for (const ProblemFamily& family : problems::families())
    std::ranges::move(formats_to_solve(family), std::back_inserter(formats));
  Command command{
      .name = "solve",
      .summary = "solve one problem, or a batch of them as JSON lines",
      .usage = {"FAMILY PROBLEM [--format NAME] [-o FILE]", "FAMILY --batch FILE|-"},
      .options = {{"format", "NAME",
                   "for several answers: text, a ranked table (the default), or json, a line each; or the "
                   "form of a division: " +
                       division_formats_help(),
                   std::move(formats)},
                  {"output,o", "FILE",
                   "write to this file instead of standard output; without --format its ending chooses the format: "
                   ".json, .txt, or a division's"},
                  {"batch", "FILE", "JSON lines to answer; - is standard input"}},
      .run = run_solve};
  for (const ProblemFamily& family : problems::families()) command.topics.push_back(solved_topic(family));
  return command;
}

Command draw_command() {
  Command command{
      .name = "draw",
      .summary = "draw a solution as a picture or as text",
      .usage = {"FAMILY PROBLEM [--format svg|text] [-o FILE.svg|png|pdf|txt]"},
      .options = {{"format", "NAME", "svg or text (default: svg into a file, text on the terminal)", {"svg", "text"}},
                  {"output,o", "FILE",
                   "write to this file instead of standard output: FILE.svg, .pdf, .png, or .txt for text"}},
      .run = run_draw};
  for (const ProblemFamily& family : problems::families()) {
    command.topics.push_back(topic_of(family, problems::fields_to_draw));
    if (family.draw == nullptr) command.topics.back().usage.clear();
  }
  return command;
}

Command evaluate_command() {
  Command command{.name = "evaluate",
                  .summary = "recompute what an answer costs, wherever it comes from",
                  .usage = {"FAMILY PROBLEM ANSWER"},
                  .run = run_evaluate};
  for (const ProblemFamily& family : problems::families()) command.topics.push_back(evaluated_topic(family));
  return command;
}

}  // namespace apportion::cli
