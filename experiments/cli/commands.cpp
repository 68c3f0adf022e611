// The choice of a command, and help: texts made from the descriptions of commands, fields and algorithms. groff_man(7)
// documents the manual's macros.
#include "experiments/cli/commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/engine/build_info.hpp"
#include "experiments/engine/messages.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/sweeps/table_request.hpp"

namespace apportion::cli {
namespace {

// The description of the whole program. Words between backquotes are commands.
constexpr std::string_view program_summary =
    "Dividing arrays among unequal processors: the classic results reproduced, extended and checked.";
constexpr std::array<std::string_view, 3> program_usage = {"COMMAND ...", "help [COMMAND [FAMILY]]", "--version"};
constexpr std::array<std::string_view, 2> program_remarks = {
    "`apportion help COMMAND` explains a command, `apportion list` prints the names of algorithms,\n"
    "experiments and exhibits, and `apportion describe NAME` explains one of them.",
    "Results go to standard output, everything else to standard error."};
constexpr std::array<std::pair<int, std::string_view>, 5> program_statuses = {
    {{ok, "ok"},
     {failed, "failed"},
     {bad_usage, "wrong usage or bad input"},
     {interrupted, "interrupted; 128 + the signal, 143 for SIGTERM"},
     {141, "the reader of the output has gone"}}};

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
  for (const auto& [status, meaning] : program_statuses) text += entry(bold(std::to_string(status)), meaning);
  return text;
}

using problems::Field;

// Text escaped for a cell of a table.
std::string escaped(const std::string& text) { return respelled(text, {{'|', "\\|"}, {'<', "\\<"}}); }

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

// Omits methods that need a library, so that pages are the same wherever they are made.
std::string method_table(const problems::ProblemFamily& family) {
  if (family.algorithms().empty()) throw InputError(family.name + " has no algorithms of its own");
  std::string text = "| algorithm | from | options | revision |\n|---|---|---|---|\n";
  for (const problems::AlgorithmInfo& algorithm : family.algorithms()) {
    if (!algorithm.library.empty()) continue;
    const std::string options = fmt::format("`{}`", fmt::join(collected(algorithm.options, &OptionSpec::name), "`, `"));
    text += fmt::format("| `{}` | {} | {} | {} |\n", algorithm.name, escaped(algorithm.source),
                        algorithm.options.empty() ? "-" : options, algorithm.revision);
  }
  return text;
}

// `apportion help`
std::string general_help() {
  std::string text = fmt::format("{}\n\n", program_summary);
  for (const std::string_view usage : program_usage)
    text += fmt::format("{} apportion {}", usage == program_usage.front() ? "usage:" : "     ", usage);
  text += "\n\n";
  for (const Command& command : commands()) text += fmt::format("  {:10}{}\n", command.name, command.summary);
  text += "\n";
  for (const std::string_view remark : program_remarks) text += fmt::format("{}\n", remark);
  text += "\nExit status:\n";
  for (const auto& [status, meaning] : program_statuses) text += fmt::format("  {:<5}{}\n", status, meaning);
  return text;
}

// `apportion help COMMAND`, with the summaries and usages of its topics.
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

// apportion(1), in the language of man(7).
std::string manual_page() {
  // Begins with the summary that lists of manual pages show.
  std::string text = opening("apportion", "divide arrays among unequal processors");
  text += ".SH SYNOPSIS\n";
  for (const std::string_view usage : program_usage) text += synopsis("apportion", usage);
  text += fmt::format(".SH DESCRIPTION\n{}\n", paragraph(program_summary));
  for (const std::string_view remark : program_remarks) text += fmt::format(".PP\n{}\n", paragraph(remark));
  text += ".SH COMMANDS\n";
  for (const Command& command : commands())
    text += entry(fmt::format("{}(1)", bold(page_of(command))), command.summary);
  return text + exit_statuses();
}

// apportion-COMMAND(1), the page of one command.
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

// `apportion help --markdown keys FAMILY` or `methods FAMILY`: the keys of its problems, or its algorithms, as a table;
// `keys improvement` or `keys comparison`: those of such a section. InputError for other words.
std::string page_part(const std::vector<std::string>& words) {
  const problems::ProblemFamily* family = words.size() == 2 ? problems::find_family(words[1]) : nullptr;
  if (family != nullptr && words.front() == "keys") return key_table(*family);
  if (family != nullptr && words.front() == "methods") return method_table(*family);
  if (words.size() == 2 && words.front() == "keys")
    if (const std::optional<sweeps::TableKind> kind = sweeps::table_kind(words[1])) return key_table(*kind);
  throw InputError("help --markdown takes keys FAMILY or methods FAMILY");
}

std::string version_text() {
  std::string text = fmt::format("apportion {} (git {})\n", version(), git_revision());
  text += fmt::format("compiler: {}\nflags: {}\n", compiler(), compile_flags());
  for (const LibraryVersion& library : library_versions())
    text += fmt::format("{}: {}\n", library.name, library.version);
  if (const std::vector<std::string> missing = missing_libraries(); !missing.empty())
    text += fmt::format("not built in: {} (`scripts/setup rivals` installs them; then build again)\n",
                        fmt::join(missing, ", "));
  return text;
}

const Command& command_named(const std::string& name) {
  if (const auto found = std::ranges::find(commands(), name, &Command::name); found != commands().end()) return *found;
  std::vector<std::string> names = collected(commands(), &Command::name);
  names.emplace_back("help");
  if (name.starts_with('-')) throw unknown_name("option", name, {"--help", "--version"});
  throw unknown_name("command", name, names);
}

// The topic with this name or synonym; nullptr if there is no such topic.
const Topic* find_topic(const Command& command, std::string_view word) {
  const auto found = std::ranges::find_if(
      command.topics, [word](const Topic& topic) { return topic.name == word || contains(topic.synonyms, word); });
  return found == command.topics.end() ? nullptr : &*found;
}

// The names of the topics that the command does not refuse.
std::vector<std::string> topic_names(const Command& command) {
  std::vector<Topic> topics = command.topics;
  std::erase_if(topics, [](const Topic& topic) { return topic.usage.empty(); });
  return collected(topics, &Topic::name);
}

const Topic& topic_named(const Command& command, const std::string& word) {
  if (const Topic* topic = find_topic(command, word); topic != nullptr && !topic->usage.empty()) return *topic;
  throw unknown_name("kind of problem", word, topic_names(command));
}

bool has_option(const std::vector<OptionDeclaration>& options, std::string_view name) {
  return std::ranges::any_of(options, [name](const OptionDeclaration& each) { return long_option_name(each) == name; });
}

// Where the other command accepts the option for these words, or at all: "evaluate cells".
std::string owner_of(const Command& other, const std::string& option, const std::vector<std::string>& words) {
  for (const std::string& word : words)
    if (const Topic* const topic = find_topic(other, word); topic != nullptr && has_option(topic->options, option))
      return fmt::format("`apportion {} {}`", other.name, topic->name);
  return has_option(other.options, option) ? fmt::format("`apportion {}`", other.name) : "";
}

// Refuses an option that only other commands have.
void refuse_of_other_commands(const Command& command, const std::vector<std::string>& tokens) {
  const std::vector<OptionDeclaration> options = all_options(command);
  for (const std::string& token : tokens) {
    if (!token.starts_with("--") || token.size() == 2) continue;
    const std::string name = token.substr(2, token.find('=') - 2);
    if (has_option(options, name)) continue;
    // The --sample of `run` is more likely its --samples than the option of `replay`.
    const auto is_near = [&name](const OptionDeclaration& each) { return long_option_name(each).starts_with(name); };
    if (std::ranges::any_of(options, is_near)) continue;
    std::vector<std::string> owners;
    for (const Command& other : commands())
      if (std::string owner = owner_of(other, name, tokens); !owner.empty()) owners.push_back(std::move(owner));
    if (owners.empty()) continue;
    throw InputError("--{} is no option of `apportion {}`, but of {}", name, command.name, fmt::join(owners, ", "));
  }
}

// Requires a topic as the only word of a command that has topics, and no option that only other topics of the command
// have, or this topic only of another command.
void require_topic(const Command& command, const Arguments& arguments) {
  if (command.topics.empty()) return;
  arguments.require_words_at_most(1);
  if (arguments.words().empty()) throw InputError("name a kind of problem: {}", fmt::join(topic_names(command), ", "));
  const Topic* const found = find_topic(command, arguments.words().front());
  const Topic* const topic = found != nullptr ? found : &topic_named(command, arguments.words().front());
  if (topic->usage.empty()) return;  // the command tells why it refuses the topic
  for (const OptionDeclaration& option : all_options(command)) {
    const std::string name = long_option_name(option);
    if (!arguments.has(name) || has_option(topic_options(command, *topic), name)) continue;
    for (const Command& other : commands())
      if (const Topic* const same = find_topic(other, topic->name); same != nullptr && has_option(same->options, name))
        throw InputError("--{0} is an option of `apportion {1} {2}`; `apportion help {1} {2}` prints them all", name,
                         other.name, topic->name);
    std::vector<Topic> owners = command.topics;
    std::erase_if(owners, [&name](const Topic& each) { return !has_option(each.options, name); });
    throw InputError("--{} is an option of {}, not of {}", name, fmt::join(collected(owners, &Topic::name), ", "),
                     topic->name);
  }
}

bool is_help(const std::string& token) { return token == "--help" || token == "-h"; }

// `apportion help`, `apportion help COMMAND [TOPIC]`; with --man after `help` as a manual page, with --markdown as
// tables for the documentation.
std::string help_text(std::vector<std::string> words) {
  if (!words.empty() && words.front() == "--markdown") return page_part({words.begin() + 1, words.end()});
  const bool as_manual = !words.empty() && words.front() == "--man";
  if (as_manual) words.erase(words.begin());
  if (words.empty() || is_help(words.front())) return as_manual ? manual_page() : general_help();
  const Command& command = command_named(words.front());
  const std::size_t most = command.topics.empty() || as_manual ? 1 : 2;
  if (words.size() > most) throw InputError("unexpected argument '{}'", words[most]);
  if (as_manual) return manual_page(command);
  return words.size() == 1 ? command_help(command) : topic_help(command, topic_named(command, words[1]));
}

}  // namespace

std::vector<OptionDeclaration> topic_options(const Command& command, const Topic& topic) {
  std::vector<OptionDeclaration> options = topic.options;
  options.insert(options.end(), command.options.begin(), command.options.end());
  return options;
}

std::string topic_help(const Command& command, const Topic& topic) {
  return fmt::format("{} {}: {}\n\n{}\n{}", command.name, topic.name, topic.summary, usage_lines(command, topic.usage),
                     options_help(topic_options(command, topic)));
}

std::vector<OptionDeclaration> all_options(const Command& command) {
  std::vector<OptionDeclaration> options;
  for (const Topic& topic : command.topics)
    for (const OptionDeclaration& option : topic.options)
      if (!contains(options, option.name, &OptionDeclaration::name)) options.push_back(option);
  options.insert(options.end(), command.options.begin(), command.options.end());
  return options;
}

const std::vector<Command>& commands() {
  static const std::vector<Command> all = [] {
    std::vector<Command> made = program_commands();
    for (Command& command : made) command.options.push_back({"help,h", "", "print this help"});
    return made;
  }();
  return all;
}

int run_program(const std::vector<std::string>& tokens) {
  if (tokens.empty()) {
    engine::print_error(general_help());
    return bad_usage;
  }
  if (is_help(tokens.front()) || tokens.front() == "help") {
    print(help_text({tokens.begin() + 1, tokens.end()}));
    return ok;
  }
  if (tokens.front() == "--version") {
    print(version_text());
    return ok;
  }
  // For shells, not for people.
  if (tokens.front() == "complete" && tokens.size() == 1) {
    print(completion_script());
    return ok;
  }
  const Command& command = command_named(tokens.front());
  if (std::any_of(tokens.begin() + 1, tokens.end(), is_help)) {
    const Topic* topic = find_topic(command, tokens[1]);
    print(topic == nullptr || topic->usage.empty() ? command_help(command) : topic_help(command, *topic));
    return ok;
  }
  const std::vector<std::string> given(tokens.begin() + 1, tokens.end());
  refuse_of_other_commands(command, given);
  const std::vector<OptionDeclaration> options = all_options(command);
  const Arguments arguments(options, given);
  require_topic(command, arguments);
  require_outputs(arguments, options);
  return command.run(arguments);
}

}  // namespace apportion::cli
