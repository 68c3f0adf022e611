// apportion solve: solves one problem, or JSON lines.
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iostream>
#include <iterator>
#include <system_error>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/cli/problems.hpp"
#include "experiments/engine/messages.hpp"
#include "experiments/problems/common/json.hpp"
#include "results/charts/chart.hpp"

namespace apportion::cli {
namespace {

// std::getline(), except for a last line without an end.
bool next_line(std::istream& input, std::string& line, const std::string& name) {
  constexpr std::size_t longest_line = std::size_t{1} << 28U;
  line.clear();
  std::streambuf& buffer = *input.rdbuf();
  for (int c = buffer.sbumpc(); c != std::char_traits<char>::eof(); c = buffer.sbumpc()) {
    if (c == '\n') return true;
    if (line.size() == longest_line)
      throw InputError(
          fmt::format("{} has a line longer than {} MiB, the most that is read", name, longest_line >> 20U));
    line += static_cast<char>(c);
  }
  return !line.empty();
}

// Writes one answer per line, in order and at once, for waiting readers and in case a later problem fails.
int solve_lines(const problems::ProblemFamily& family, std::istream& input, const std::string& name) {
  int status = ok;
  std::string line;
  for (std::int64_t number = 1; next_line(input, line, name); ++number) {
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
  if (input.bad()) throw InputError(fmt::format("{} cannot be read", name));
  return status;
}

int solve_batch(const problems::ProblemFamily& family, const std::string& file) {
  if (file == "-") {
    // Unsynchronised, the stream has its own buffer, which in_avail() reports.
    std::ios::sync_with_stdio(false);
    return solve_lines(family, std::cin, "standard input");
  }
  std::ifstream input(file, std::ios::binary);
  // A folder can be opened but not read.
  if (!input || (input.peek() == std::ifstream::traits_type::eof() && input.bad()))
    throw InputError(fmt::format("{} cannot be read: {}", file, std::generic_category().message(errno)));
  input.clear();
  return solve_lines(family, input, file);
}

std::vector<std::string> format_names(const problems::ProblemFamily& family) {
  std::vector<std::string> names{"text", "json"};
  for (const problems::AnswerFormat& format : family.formats) names.push_back(format.name);
  if (family.divide != nullptr) std::ranges::copy(division_format_names(), std::back_inserter(names));
  return names;
}

// Refuses endings of pictures, which `draw` writes.
void require_answer_ending(const problems::ProblemFamily& family, const std::string& file) {
  if (results::picture_of(file))
    throw InputError(fmt::format("{}: solve makes no pictures; apportion draw does", file));
  std::vector<std::string> endings{".json", ".txt"};
  if (family.divide != nullptr) std::ranges::copy(division_endings(), std::back_inserter(endings));
  require_ending(file, endings);
}

// "text", "json" or another format of the family; several answers are a table unless the user requests lines.
std::string answer_format(const problems::ProblemFamily& family, const Arguments& arguments, bool several) {
  const std::string file = arguments.text("output");
  if (!arguments.has("format")) require_answer_ending(family, file);
  const bool is_ranking = several || (family.rank != nullptr && !arguments.has("batch"));
  const bool is_table = file.ends_with(".txt") || (is_ranking && !file.ends_with(".json"));
  std::string format = arguments.text("format", is_table ? "text" : "json");
  const std::vector<std::string> known = format_names(family);
  if (!contains(known, format)) throw unknown_name("format", format, known);
  if (format != "text" && format != "json" && (several || arguments.has("batch")))
    throw InputError(fmt::format("--format {} is of one answer to one problem; leave it out", format));
  if (format == "text" && !is_ranking)
    throw InputError("--format text is the table of several algorithms; give --algorithm A,B or all");
  return format;
}

// Solves one problem by one algorithm.
int solve_once(const problems::ProblemFamily& family, const Arguments& arguments, const std::string& format) {
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

void refuse_beside_batch(const problems::ProblemFamily& family, const Arguments& arguments) {
  if (arguments.has("external"))
    throw InputError(
        "--external and --batch exclude each other; "
        "a sweep with instances = FILE.jsonl asks programs for a file of problems");
  for (const problems::Field& field : family.fields())
    if (arguments.has(field.name))
      throw InputError(
          fmt::format("--{} and --batch exclude each other: each line of the batch has its own", field.name));
  for (const char* option : {"output", "per-rank"})
    if (arguments.has(option))
      throw InputError(
          fmt::format("--{} and --batch exclude each other: a batch is answered on standard output", option));
}

int write_best(const problems::ProblemFamily& family, const Arguments& arguments,
               const std::vector<std::string>& algorithms, const problems::DivisionFormat& form) {
  const problems::WholeDivision best = family.divide_best({family.fields(), arguments}, algorithms);
  write_division(best, form, arguments);
  engine::print_error(fmt::format("apportion: {} is the first in the ranking, and is written\n", best.name));
  return ok;
}

int run_solve(const Arguments& given) {
  const problems::ProblemFamily& family = family_asked_for(given);
  const Arguments arguments = with_own_algorithms(given);
  const std::vector<std::string> several = listed_algorithms(arguments, family);
  const bool is_batch = arguments.has("batch");
  const problems::DivisionFormat* const form = division_format_asked_for(arguments, family);
  const bool chooses = arguments.has("rank-by") && family.divide_best != nullptr;
  if (form != nullptr && !several.empty() && !chooses)
    throw InputError(fmt::format("{} is the form of one division; give one algorithm", form->name));
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

Topic solved_topic(const problems::ProblemFamily& family) {
  Topic topic = topic_of(family);
  for (const problems::AnswerFormat& format : family.formats)
    topic.usage.push_back(fmt::format("{} ... --format {}: {}", family.name, format.name, format.summary));
  if (family.divide != nullptr) add_division_options(topic);
  return topic;
}

Candidates all_formats() {
  Candidates all{"text", "json"};
  std::ranges::copy(division_format_names(), std::back_inserter(all));
  for (const problems::ProblemFamily& family : problems::families())
    for (const problems::AnswerFormat& format : family.formats) all.push_back(format.name);
  return all;
}

}  // namespace

Command solve_command() {
  Command command{
      .name = "solve",
      .summary = "solve one problem, or a batch of them as JSON lines",
      .usage = {"FAMILY PROBLEM [--format NAME] [-o FILE]", "FAMILY --batch FILE|-"},
      .options = {{.name = "format",
                   .value = "NAME",
                   .summary = "for several answers: text, a ranked table (the default), or json, a line each; or the "
                              "form of a division: " +
                              division_formats_help(),
                   .complete = all_formats()},
                  {.name = "output,o",
                   .value = "FILE",
                   .summary = "write to this file instead of standard output; without --format its ending chooses the "
                              "format: .json, .txt, or a division's"},
                  {.name = "batch", .value = "FILE", .summary = "JSON lines to answer; - is standard input"}},
      .run = run_solve};
  for (const problems::ProblemFamily& family : problems::families()) command.topics.push_back(solved_topic(family));
  return command;
}

}  // namespace apportion::cli
