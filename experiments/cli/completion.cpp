// What may come next on a command line.
#include "experiments/cli/completion.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/completion_names.hpp"
#include "experiments/cli/typed_line.hpp"

namespace apportion::cli {
namespace {

struct Completer {
  std::string_view name;
  Candidates (*candidates)(const TypedLine& line);
};

// What the words of a command are, which are no options.
const std::vector<Completer>& word_completers() {
  static const std::vector<Completer> all = {
      {"list",
       [](const TypedLine&) {
         return Candidates{"algorithms", "experiments", "exhibits", "families", "metrics"};
       }},
      {"describe", described_things},
      {"run", experiments_and_settings},
      {"show", exhibits_and_settings},
      {"report", files_and_stored_sweeps},
      {"export", [](const TypedLine&) { return Candidates{}; }},
      {"forget", experiments_and_stored_sweeps},
      {"check", referenced_experiments},
      {"replay", experiments_and_settings},
      {"solve", solved_families},
      {"draw", drawn_families},
      {"new", [](const TypedLine& line) { return line.words.empty() ? Candidates{"algorithm"} : Candidates{}; }},
  };
  return all;
}

// What the value of an option is, by the option's name.
const std::vector<Completer>& value_completers() {
  static const std::vector<Completer> all = {
      {"algorithm", listed_algorithm_names},
      {"algorithms", listed_algorithm_names},
      {"rival", algorithm_names},
      {"against", algorithm_names},
      {"set", axis_settings},
      {"along", axis_names},
      {"pages", axis_names},
      {"of", experiments_and_files},
      {"metric", metric_names},
      {"values", value_names},
      {"chart", chart_names},
      {"format", format_names},
      {"family", new_algorithm_families},
      {"kernel", kernel_names},
      {"network", network_names_and_files},
      {"row-kind", distribution_kind_names},
      {"column-kind", distribution_kind_names},
      {"inner-kind", distribution_kind_names},
      {"width",
       [](const TypedLine&) {
         return Candidates{"screen", "column", "page"};
       }},
      {"objective",
       [](const TypedLine&) {
         return Candidates{"total", "net"};
       }},
      {"startup",
       [](const TypedLine&) {
         return Candidates{"wire", "cpu", "medium"};
       }},
      {"progress",
       [](const TypedLine&) {
         return Candidates{"free", "barrier", "overlap"};
       }},
      {"workload",
       [](const TypedLine&) {
         return Candidates{"jacobi", "product", "lu"};
       }},
  };
  return all;
}

Candidates candidates_of(const std::vector<Completer>& completers, std::string_view name, const TypedLine& line,
                         const Candidates& otherwise) {
  const auto found = std::ranges::find(completers, name, &Completer::name);
  return found == completers.end() ? otherwise : found->candidates(line);
}

// What an option's value is called says whether it is a file.
Candidates files_called(const std::string& value) {
  if (value.find("FILE.ini") != std::string::npos) return {"*.ini"};
  if (value.find("FILE") != std::string::npos) return {"*"};
  if (value == "DIR" || value == "FOLDER") return {"*/"};
  return {};
}

Candidates value_candidates(const TypedLine& line) {
  const OptionDeclaration& option = *line.value_of;
  // --rows and --columns are axes of a table, or numbers of a problem.
  if (option.value == "AXIS") return axis_names(line);
  return candidates_of(value_completers(), long_option_name(option), line, files_called(option.value));
}

Candidates option_candidates(const TypedLine& line) {
  Candidates candidates;
  for (const OptionDeclaration& option : line.command->options) {
    const std::string name = long_option_name(option);
    if (option.repeatable || !line.options.contains(name)) candidates.push_back("--" + name);
  }
  return candidates;
}

Candidates command_names(Candidates names) {
  for (const Command& command : commands()) names.push_back(command.name);
  return names;
}

Candidates candidates_behind(const Command& command, const std::vector<std::string>& words) {
  TypedLine line = read_typed_line(command, words);
  Candidates candidates;
  if (line.value_of != nullptr) {
    candidates = value_candidates(line);
  } else if (line.current.starts_with('-')) {
    candidates = option_candidates(line);
  } else {
    candidates = candidates_of(word_completers(), command.name, line, {"*"});
  }
  for (std::string& candidate : candidates)
    if (!candidate.starts_with('*')) candidate.insert(0, line.head);
  return candidates;
}

Candidates all_candidates(const std::vector<std::string>& words) {
  if (words.empty()) return {};
  if (words.size() == 1) return command_names({"help", "--help", "--version"});
  if (words.front() == "help") return words.size() == 2 ? command_names({"--man"}) : Candidates{};
  const auto command = std::ranges::find(commands(), words.front(), &Command::name);
  if (command == commands().end()) return {};
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
