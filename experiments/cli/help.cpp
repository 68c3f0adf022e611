// Help texts made from the descriptions of commands, fields and algorithms. groff_man(7) documents the manual's macros.
#include "experiments/cli/help.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/engine/build_info.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/sweeps/table_request.hpp"

namespace apportion::cli {
namespace {

// An exit status of the program and its meaning.
struct StatusMeaning {
  int status = 0;
  std::string_view meaning;
};

// The description of the whole program. Words between backquotes are commands.
struct ProgramDescription {
  std::string_view summary;               // a sentence
  std::vector<std::string_view> usage;    // each follows "apportion "
  std::vector<std::string_view> remarks;  // paragraphs, with line breaks for the help
  std::vector<StatusMeaning> statuses;
};

const ProgramDescription& program_description() {
  static const ProgramDescription description = {
      .summary = "Dividing arrays among unequal processors: the classic results reproduced, extended and checked.",
      .usage = {"COMMAND ...", "help [COMMAND [FAMILY]]", "--version"},
      .remarks = {"`apportion help COMMAND` explains a command, `apportion list` prints the names of algorithms,\n"
                  "experiments and exhibits, and `apportion describe NAME` explains one of them.",
                  "Results go to standard output, everything else to standard error."},
      .statuses = {{ok, "ok"},
                   {failed, "failed"},
                   {bad_usage, "wrong usage or bad input"},
                   {interrupted, "interrupted; 128 + the signal, 143 for SIGTERM"},
                   {141, "the reader of the output has gone"}}};
  return description;
}

std::string usage_lines(const Command& command, const std::vector<std::string>& usage) {
  std::string text;
  for (const std::string& line : usage)
    text += fmt::format("{} apportion {} {}\n", text.empty() ? "usage:" : "      ", command.name, line);
  return text;
}

// Literal text: without typographic quotes and dashes, which could not be typed again, and without requests.
std::string literal(std::string_view text) {
  static const std::map<char, std::string_view> escapes = {{'\\', R"(\e)"},  {'-', R"(\-)"},   {'\'', R"(\(aq)"},
                                                           {'"', R"(\(dq)"}, {'`', R"(\(ga)"}, {'^', R"(\(ha)"},
                                                           {'~', R"(\(ti)"}};
  return (text.starts_with('.') ? R"(\&)" : "") + respelled(text, escapes);
}

std::string bold(std::string_view text) { return fmt::format(R"(\fB{}\fR)", literal(text)); }
std::string italic(std::string_view text) { return fmt::format(R"(\fI{}\fR)", literal(text)); }

// A paragraph, with text between backquotes in bold.
std::string paragraph(std::string_view text) {
  if (std::ranges::count(text, '`') % 2 != 0) return literal(text);
  std::string roff;
  bool is_command = false;
  for (;;) {
    const std::size_t end = text.find('`');
    const std::string_view piece = text.substr(0, end);
    roff += is_command ? bold(piece) : literal(piece);
    if (end == std::string_view::npos) return roff;
    text.remove_prefix(end + 1);
    is_command = !is_command;
  }
}

std::string upper_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

// Neither justified nor hyphenated: many words have no good place to break. Without a date, so that equal programs have
// equal pages.
std::string opening(const std::string& name, std::string_view summary) {
  return fmt::format(".TH {} 1 \"\" \"apportion {}\" \"Apportion\"\n.ad l\n.nh\n.SH NAME\n{} \\- {}\n",
                     literal(upper_case(name)), version(), literal(name), paragraph(summary));
}

std::string synopsis(const std::string& call, std::string_view rest) {
  return fmt::format(".SY \"{}\"\n{}\n.YS\n", literal(call), literal(rest));
}

std::string entry(const std::string& what, std::string_view meaning) {
  return fmt::format(".TP\n{}\n{}\n", what, paragraph(meaning));
}

// "--output FILE, -o FILE"
std::string spelled(const OptionDeclaration& option) {
  const std::size_t comma = option.name.find(',');
  const std::string value = option.value.empty() ? "" : " " + italic(option.value);
  std::string text = bold("--" + option.name.substr(0, comma)) + value;
  if (comma != std::string::npos) text += fmt::format(", {}{}", bold("-" + option.name.substr(comma + 1)), value);
  return text;
}

std::string entries(const std::vector<OptionDeclaration>& options) {
  std::string text;
  for (const OptionDeclaration& option : options) text += entry(spelled(option), option.summary);
  return text;
}

std::string page_of(const Command& command) { return "apportion-" + command.name; }

std::string exit_statuses() {
  std::string text = ".SH \"EXIT STATUS\"\n";
  for (const StatusMeaning& each : program_description().statuses)
    text += entry(bold(std::to_string(each.status)), each.meaning);
  return text;
}

using problems::Field;

// Text escaped for a cell of a table.
std::string escaped(const std::string& text) { return respelled(text, {{'|', "\\|"}, {'<', "\\<"}}); }

// The default of a value.
std::string left_out(const Field& field) {
  if (field.required) return field.branch.empty() ? "required" : "one of these is required";
  if (!field.fallback.empty()) return "`" + escaped(field.fallback) + "`";
  return field.kind == problems::FieldKind::flag ? "`false`" : "";
}

std::string key_table(const problems::ProblemFamily& family) {
  std::string text = "| key | meaning | if left out |\n|---|---|---|\n";
  for (Field field : family.fields()) {
    if (field.place == problems::FieldPlace::option) continue;
    const std::string without = left_out(field);
    field.fallback.clear();  // has its own column
    text += fmt::format("| `{}` | {} | {} |\n", problems::key_of(field), escaped(problems::help_of(field)), without);
  }
  return text;
}

std::string key_table(sweeps::TableKind kind) {
  std::string text = "| key | meaning | if left out |\n|---|---|---|\n";
  for (const sweeps::TableKey& key : sweeps::table_keys(kind))
    text += fmt::format("| `{}` | {} | {} |\n", key.name, escaped(key.meaning),
                        key.required ? "required" : escaped(key.fallback));
  return text;
}

std::string options_of(const problems::AlgorithmInfo& algorithm) {
  std::vector<std::string> names;
  for (const OptionSpec& option : algorithm.options) names.push_back("`" + option.name + "`");
  return names.empty() ? "-" : fmt::format("{}", fmt::join(names, ", "));
}

// Omits methods that need a library, so that pages are the same wherever they are made.
std::string method_table(const problems::ProblemFamily& family) {
  if (family.algorithms().empty()) throw InputError(family.name + " has no algorithms of its own");
  std::string text = "| algorithm | from | options | revision |\n|---|---|---|---|\n";
  for (const problems::AlgorithmInfo& algorithm : family.algorithms())
    if (algorithm.library.empty())
      text += fmt::format("| `{}` | {} | {} | {} |\n", algorithm.name, escaped(algorithm.source), options_of(algorithm),
                          algorithm.revision);
  return text;
}

}  // namespace

std::string general_help() {
  const ProgramDescription& program = program_description();
  std::string text = fmt::format("{}\n\n", program.summary);
  for (const std::string_view usage : program.usage)
    text += fmt::format("{} apportion {}", usage == program.usage.front() ? "usage:" : "     ", usage);
  text += "\n\n";
  for (const Command& command : commands()) text += fmt::format("  {:10}{}\n", command.name, command.summary);
  text += "\n";
  for (const std::string_view remark : program.remarks) text += fmt::format("{}\n", remark);
  text += "\nExit status:\n";
  for (const StatusMeaning& each : program.statuses) text += fmt::format("  {:<5}{}\n", each.status, each.meaning);
  return text;
}

std::string command_help(const Command& command) {
  std::string text = command.summary + "\n\n" + usage_lines(command, command.usage);
  for (const Topic& topic : command.topics) {
    if (topic.usage.empty()) continue;
    text += fmt::format("\n{}: {}\n", topic.name, topic.summary);
    for (const std::string& line : topic.usage) text += fmt::format("  apportion {} {}\n", command.name, line);
  }
  if (!command.topics.empty())
    text += fmt::format("\n`apportion help {} {}` explains the options of one kind of problem. Those of all are:\n",
                        command.name, command.topics.front().name);
  return text + "\n" + options_help(command.options);
}

std::string topic_help(const Command& command, const Topic& topic) {
  return fmt::format("{} {}: {}\n\n{}\n{}", command.name, topic.name, topic.summary, usage_lines(command, topic.usage),
                     options_help(topic_options(command, topic)));
}

std::string manual_page() {
  const ProgramDescription& program = program_description();
  // Begins with the summary that lists of manual pages show.
  std::string text = opening("apportion", "divide arrays among unequal processors");
  text += ".SH SYNOPSIS\n";
  for (const std::string_view usage : program.usage) text += synopsis("apportion", usage);
  text += fmt::format(".SH DESCRIPTION\n{}\n", paragraph(program.summary));
  for (const std::string_view remark : program.remarks) text += fmt::format(".PP\n{}\n", paragraph(remark));
  text += ".SH COMMANDS\n";
  for (const Command& command : commands())
    text += entry(fmt::format("{}(1)", bold(page_of(command))), command.summary);
  return text + exit_statuses();
}

std::string manual_page(const Command& command) {
  std::string text = opening(page_of(command), command.summary);
  text += ".SH SYNOPSIS\n";
  for (const std::string& usage : command.usage) text += synopsis("apportion " + command.name, usage);
  text += ".SH OPTIONS\n" + entries(command.options);
  for (const Topic& topic : command.topics) {
    if (topic.usage.empty()) continue;
    text += fmt::format(".SH \"{}\"\n{}\n", literal(upper_case(topic.name)), paragraph(topic.summary));
    for (const std::string& usage : topic.usage) text += synopsis("apportion " + command.name, usage);
    text += entries(topic.options);
  }
  return fmt::format("{}{}.SH \"SEE ALSO\"\n{}(1)\n", text, exit_statuses(), bold("apportion"));
}

std::string page_part(const std::vector<std::string>& words) {
  const problems::ProblemFamily* family = words.size() == 2 ? problems::find_family(words[1]) : nullptr;
  if (family != nullptr && words.front() == "keys") return key_table(*family);
  if (family != nullptr && words.front() == "methods") return method_table(*family);
  if (words.size() == 2 && words.front() == "keys")
    if (const std::optional<sweeps::TableKind> kind = sweeps::table_kind(words[1])) return key_table(*kind);
  throw InputError("help --markdown takes keys FAMILY or methods FAMILY");
}

}  // namespace apportion::cli
