// What may come next on a command line that is being typed.
#include "experiments/cli/completion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/database.hpp"
#include "experiments/engine/axis.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/sweeps/means.hpp"
#include "experiments/sweeps/paper_folder.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "results/database/reader.hpp"

namespace apportion::cli {
namespace {

// The option that "--name", "--name=value", "-n" or "-nvalue" means; nothing where that option is not declared.
std::optional<OptionDeclaration> option_meant(const std::vector<OptionDeclaration>& declared,
                                              const std::string& token) {
  const bool is_long = token.starts_with("--");
  const std::string name = is_long ? token.substr(2, token.find('=') - 2) : "," + token.substr(1, 1);
  for (const OptionDeclaration& option : declared)
    if (is_long ? long_option_name(option) == name : option.name.ends_with(name)) return option;
  return std::nullopt;
}

}  // namespace

std::string TypedLine::option(const std::string& name) const {
  const auto found = options.find(name);
  return found == options.end() ? "" : found->second;
}

std::vector<std::string> TypedLine::names() const {
  std::vector<std::string> names;
  std::ranges::remove_copy_if(words, std::back_inserter(names), engine::is_setting);
  return names;
}

std::string long_option_name(const OptionDeclaration& option) { return option.name.substr(0, option.name.find(',')); }

TypedLine read_typed_line(const Command& command, const std::vector<std::string>& words) {
  TypedLine line{.command = &command, .declared = all_options(command)};
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const std::string& token = words[i];
    if (line.value_of) {
      line.options[long_option_name(*line.value_of)] = token;
      line.value_of.reset();
      continue;
    }
    if (!token.starts_with('-') || token == "-") {
      line.words.push_back(token);
      if (const Topic* topic = find_topic(command, token); topic != nullptr && line.words.size() == 1)
        line.declared = topic_options(command, *topic);
      continue;
    }
    const std::optional<OptionDeclaration> option = option_meant(line.declared, token);
    if (!option) continue;
    const std::size_t sign = token.find('=');
    const bool has_value = token.starts_with("--") ? sign != std::string::npos : token.size() > 2;
    if (has_value || option->value.empty())
      line.options[long_option_name(*option)] = sign == std::string::npos ? "" : token.substr(sign + 1);
    else
      line.value_of = option;
  }
  line.current = words.back();
  const std::size_t sign = line.current.find('=');
  if (!line.value_of && line.current.starts_with("--") && sign != std::string::npos) {
    line.value_of = option_meant(line.declared, line.current);
    line.head = line.current.substr(0, sign + 1);
    line.current.erase(0, sign + 1);
  }
  return line;
}

namespace {

void append(Candidates& candidates, const Candidates& more) {
  candidates.insert(candidates.end(), more.begin(), more.end());
}

// What each of the names gives.
template <class Item, class Find>
std::vector<Item> found_by_name(const std::vector<std::string>& names, Find find) {
  std::vector<Item> found;
  for (const std::string& name : names) {
    try {
      for (Item& item : find(name)) found.push_back(std::move(item));
    } catch (const UserError&) {
      // A line that is still being typed may have names that mean nothing yet.
    }
  }
  return found;
}

// Those that the words and --of name.
std::vector<engine::Experiment> named_experiments(const TypedLine& line) {
  std::vector<std::string> names = line.names();
  names.push_back(line.option("of"));
  return found_by_name<engine::Experiment>(names, sweeps::experiments_named);
}

std::vector<results::Exhibit> named_exhibits(const TypedLine& line) {
  const auto find = [](const std::string& name) { return engine::Catalogue::instance().exhibits_named(name); };
  return found_by_name<results::Exhibit>(line.names(), find);
}

// Each name, and before the first of a folder the folder, which stands for all of them.
void append_with_folders(Candidates& candidates, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const std::string folder = name.substr(0, name.find('/'));
    if (std::ranges::find(candidates, folder) == candidates.end()) candidates.push_back(folder);
    candidates.push_back(name);
  }
}

std::vector<std::string> experiment_names() {
  std::vector<std::string> names;
  for (const engine::Experiment& experiment : engine::Catalogue::instance().experiments())
    names.push_back(experiment.name);
  return names;
}

std::vector<std::string> exhibit_names() {
  std::vector<std::string> names;
  for (const results::Exhibit& entry : engine::Catalogue::instance().exhibits()) names.push_back(entry.name);
  return names;
}

// The folders of papers in the folder that the typed word is in, and what stands in one whose name is complete: its
// studies or its exhibits.
Candidates papers_as_typed(const TypedLine& line, bool exhibits) {
  namespace fs = std::filesystem;
  const std::string begin = line.current.substr(0, line.current.rfind('/') + 1);
  Candidates candidates;
  std::error_code missing;
  for (const fs::directory_entry& entry : fs::directory_iterator(begin.empty() ? "." : begin, missing))
    if (const std::string name = begin + entry.path().filename().string();
        fs::exists(fs::path(name) / "paper.ini", missing))
      candidates.insert(candidates.end(), {name, name + "/"});
  if (begin.empty() || !sweeps::paper_word(begin)) return candidates;
  for (const sweeps::Paper& paper : found_by_name<sweeps::Paper>(
           {begin}, [](const std::string& name) { return std::vector<sweeps::Paper>{sweeps::read_paper(name)}; })) {
    if (exhibits)
      for (const results::Exhibit& entry : paper.exhibits) candidates.push_back(begin + results::short_name(entry));
    else
      for (const engine::Experiment& study : paper.studies) candidates.push_back(begin + sweeps::short_name(study));
  }
  return candidates;
}

// "sweeps/" opens the database only when it is typed: most lines want something else.
Candidates stored_sweeps_as_typed(const TypedLine& line) {
  std::vector<std::string> tokens;
  if (const std::string file = line.option("db"); !file.empty()) tokens = {"--db", file};
  const std::filesystem::path file = database_file(Arguments(all_options(*line.command), tokens));
  std::error_code missing;
  if (!std::filesystem::is_regular_file(file, missing)) return {};
  if (!line.current.starts_with("sweeps/")) return {"sweeps/"};
  try {
    // A proposal is not a result, and must come at once.
    return stored_sweep_names(results::Reader(file, results::Check::none));
  } catch (const UserError&) {
    return {};
  }
}

// The exhibits that the file's sections describe, or the one that it has without any.
Candidates exhibits_of_file(const std::string& file) {
  Candidates names;
  for (const sweeps::Paper& paper : found_by_name<sweeps::Paper>(
           {file}, [](const std::string& name) { return std::vector<sweeps::Paper>{sweeps::paper_named(name)}; })) {
    for (const results::Exhibit& exhibit : paper.exhibits) names.push_back(results::short_name(exhibit));
    names.emplace_back(sweeps::default_exhibit_name);
  }
  return names;
}

// The values that an axis or a parameter may have, as far as they can be listed.
using ListedValues = std::map<std::string, Candidates>;

ListedValues settings_of(const TypedLine& line) {
  ListedValues settings;
  if (line.command->name == "show")
    for (const results::Exhibit& entry : named_exhibits(line))
      for (const auto& [name, value] : entry.parameters) settings[name].push_back(value);
  for (const engine::Experiment& named : named_experiments(line)) {
    for (const engine::Axis& axis : named.axes) {
      append(settings[axis.name], axis.names);
      for (const engine::AxisValue& value : axis.values) settings[axis.name].push_back(value.text);
    }
  }
  return settings;
}

// Behind the last comma that is not within brackets: "XY2,HYBRID[a=1,b=2]," ends the second name.
std::size_t begin_of_last_entry(std::string_view list) {
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i] == '[') ++depth;
    if (list[i] == ']') --depth;
    if (list[i] == ',' && depth == 0) begin = i + 1;
  }
  return begin;
}

// The list with each of the names as its last entry; of one that it has already a second is of no use.
Candidates with_last_entry(std::string_view list, const Candidates& names) {
  const std::string before(list.substr(0, begin_of_last_entry(list)));
  Candidates lists;
  for (const std::string& name : names)
    if (fmt::format(",{}", before).find(fmt::format(",{},", name)) == std::string::npos) lists.push_back(before + name);
  return lists;
}

}  // namespace

Candidates described_things(const TypedLine& line) {
  Candidates names = papers_as_typed(line, true);
  append(names, problems::names_of(problems::all_algorithms()));
  append(names, experiment_names());
  append(names, exhibit_names());
  append(names, problems::family_names());
  names.emplace_back("*.ini");
  return names;
}

Candidates experiments_and_files(const TypedLine& line) {
  Candidates names;
  append_with_folders(names, experiment_names());
  append(names, papers_as_typed(line, false));
  names.emplace_back("*.ini");
  return names;
}

Candidates experiments_and_settings(const TypedLine& line) {
  Candidates candidates = experiments_and_files(line);
  if (!line.names().empty()) append(candidates, axis_settings(line));
  return candidates;
}

Candidates exhibits_and_settings(const TypedLine& line) {
  if (const std::vector<std::string> names = line.names(); !names.empty() && sweeps::is_sweep_file(names.front()))
    return exhibits_of_file(names.front());
  Candidates candidates{"improvement", "comparison"};
  append_with_folders(candidates, exhibit_names());
  append(candidates, papers_as_typed(line, true));
  append(candidates, files_and_stored_sweeps(line));
  if (line.options.contains("set")) append(candidates, axis_settings(line));
  return candidates;
}

Candidates files_and_stored_sweeps(const TypedLine& line) {
  Candidates candidates = stored_sweeps_as_typed(line);
  append(candidates, papers_as_typed(line, false));
  candidates.emplace_back("*.ini");
  return candidates;
}

Candidates experiments_and_stored_sweeps(const TypedLine& line) {
  Candidates candidates = experiment_names();
  append(candidates, stored_sweeps_as_typed(line));
  return candidates;
}

Candidates referenced_experiments(const TypedLine& line) {
  std::vector<std::string> names;
  for (const engine::ReferenceGrid& grid : engine::Catalogue::instance().references()) names.push_back(grid.experiment);
  std::ranges::sort(names);
  Candidates candidates;
  append_with_folders(candidates, names);
  append(candidates, papers_as_typed(line, false));
  candidates.emplace_back("*.ini");
  return candidates;
}

Candidates algorithm_names(const TypedLine& line) {
  Candidates names;
  for (const engine::Experiment& named : named_experiments(line)) {
    append(names, named.algorithms);
    if (named.registered != nullptr) append(names, named.registered());
  }
  return names.empty() ? problems::names_of(problems::all_algorithms()) : names;
}

Candidates listed_algorithm_names(const TypedLine& line) {
  return with_last_entry(line.current, algorithm_names(line));
}

Candidates axis_names(const TypedLine& line) {
  Candidates names;
  for (const auto& [name, values] : settings_of(line)) names.push_back(name);
  return names;
}

Candidates axis_settings(const TypedLine& line) {
  const std::size_t sign = line.current.find('=');
  Candidates candidates;
  for (const auto& [name, values] : settings_of(line)) {
    if (sign == std::string::npos) {
      candidates.push_back(name + "=");
    } else if (line.current.substr(0, sign) == name) {
      for (const std::string& list : with_last_entry(std::string_view(line.current).substr(sign + 1), values))
        candidates.push_back(line.current.substr(0, sign + 1) + list);
    }
  }
  return candidates;
}

Candidates metric_names(const TypedLine& line) {
  Candidates names;
  for (const engine::Experiment& named : named_experiments(line))
    for (const results::MetricRecord& metric : named.metrics) names.push_back(metric.name);
  return names;
}

Candidates value_names(const TypedLine& line) {
  Candidates names{"all"};
  for (const results::Exhibit& entry : named_exhibits(line))
    for (const results::ValueColumn& value : entry.layout.values) names.push_back(value.column);
  return with_last_entry(line.current, names);
}

Candidates chart_names(const TypedLine& line) {
  Candidates names;
  for (const results::Exhibit& entry : named_exhibits(line))
    for (const results::Chart& chart : entry.charts) names.push_back(chart.name);
  return names;
}

Completer first_word(Candidates candidates) {
  return [candidates = std::move(candidates)](const TypedLine& line) {
    return line.words.empty() ? candidates : Candidates{};
  };
}

Completer words(Candidates candidates) {
  return [candidates = std::move(candidates)](const TypedLine& /*line*/) { return candidates; };
}

Completer listed_words(Candidates candidates) {
  return
      [candidates = std::move(candidates)](const TypedLine& line) { return with_last_entry(line.current, candidates); };
}

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
