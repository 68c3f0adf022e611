// What may come next on a command line.
#include "experiments/cli/completion.hpp"

#include <algorithm>
#include <utility>

#include "experiments/cli/commands.hpp"
#include "experiments/cli/typed_line.hpp"

namespace apportion::cli {
namespace {

// What an option's value is called says whether it is a file.
Candidates files_called(const std::string& value) {
  if (value.find("FILE.ini") != std::string::npos) return {"*.ini"};
  if (value.find("FILE") != std::string::npos) return {"*"};
  if (value == "DIR" || value == "FOLDER") return {"*/"};
  return {};
}

Candidates value_candidates(const TypedLine& line) {
  return line.value_of->complete ? line.value_of->complete(line) : files_called(line.value_of->value);
}

Candidates option_candidates(const TypedLine& line) {
  Candidates candidates;
  for (const OptionDeclaration& option : line.declared) {
    const std::string name = long_option_name(option);
    if (option.repeatable || !line.options.contains(name)) candidates.push_back("--" + name);
  }
  return candidates;
}

// Its topics, where it has some, are its only words.
Candidates word_candidates(const TypedLine& line) {
  const Command& command = *line.command;
  if (command.topics.empty()) return command.complete ? command.complete(line) : Candidates{"*"};
  Candidates names;
  for (const Topic& topic : command.topics)
    if (line.words.empty() && !topic.usage.empty()) names.push_back(topic.name);
  return names;
}

Candidates command_names(Candidates names) {
  for (const Command& command : commands()) names.push_back(command.name);
  return names;
}

Candidates candidates_behind(const Command& command, const std::vector<std::string>& words) {
  TypedLine line = read_typed_line(command, words);
  Candidates candidates;
  if (line.value_of) {
    candidates = value_candidates(line);
  } else if (line.current.starts_with('-')) {
    candidates = option_candidates(line);
  } else {
    candidates = word_candidates(line);
  }
  for (std::string& candidate : candidates)
    if (!candidate.starts_with('*')) candidate.insert(0, line.head);
  return candidates;
}

Candidates all_candidates(const std::vector<std::string>& words) {
  if (words.empty()) return {};
  if (words.size() == 1) return command_names({"help", "--help", "--version"});
  const bool is_help = words.front() == "help";
  if (is_help && words.size() == 2) return command_names({"--man"});
  const auto command = std::ranges::find(commands(), words[is_help ? 1 : 0], &Command::name);
  if (command == commands().end() || (is_help && words.size() > 3)) return {};
  if (is_help) return command->topics.empty() ? Candidates{} : word_candidates({.command = &*command});
  return candidates_behind(*command, {words.begin() + 1, words.end()});
}

}  // namespace

std::vector<std::string> completions(const std::vector<std::string>& words) {
  std::vector<std::string> kept;
  for (std::string& candidate : all_candidates(words)) {
    const bool fits = candidate.starts_with('*') || candidate.starts_with(words.back());
    if (fits && std::ranges::find(kept, candidate) == kept.end()) kept.push_back(std::move(candidate));
  }
  return kept;
}

}  // namespace apportion::cli
