// The choice of a command.
#include "experiments/cli/commands.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "experiments/cli/help.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/engine/build_info.hpp"
#include "experiments/engine/messages.hpp"

namespace apportion::cli {
namespace {

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

const Topic& topic_named(const Command& command, const std::string& word) {
  if (const Topic* topic = find_topic(command, word); topic != nullptr && !topic->usage.empty()) return *topic;
  std::vector<std::string> names;
  for (const Topic& topic : command.topics)
    if (!topic.usage.empty()) names.push_back(topic.name);
  throw unknown_name("kind of problem", word, names);
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
    throw InputError(
        fmt::format("--{} is no option of `apportion {}`, but of {}", name, command.name, fmt::join(owners, ", ")));
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
  if (words.size() > most) throw InputError(fmt::format("unexpected argument '{}'", words[most]));
  if (as_manual) return manual_page(command);
  return words.size() == 1 ? command_help(command) : topic_help(command, topic_named(command, words[1]));
}

}  // namespace

const Topic* find_topic(const Command& command, std::string_view word) {
  const auto found = std::ranges::find_if(
      command.topics, [word](const Topic& topic) { return topic.name == word || contains(topic.synonyms, word); });
  return found == command.topics.end() ? nullptr : &*found;
}

std::vector<OptionDeclaration> topic_options(const Command& command, const Topic& topic) {
  std::vector<OptionDeclaration> options = topic.options;
  options.insert(options.end(), command.options.begin(), command.options.end());
  return options;
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
    for (Command& command : made) command.options.push_back({.name = "help,h", .summary = "print this help"});
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
  require_outputs(arguments, options);
  return command.run(arguments);
}

}  // namespace apportion::cli
