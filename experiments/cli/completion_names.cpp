// The names that can be completed.
#include "experiments/cli/completion_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "experiments/cli/database.hpp"
#include "experiments/cli/stored_sweeps.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/sweeps/default_exhibits.hpp"
#include "experiments/sweeps/named_experiment.hpp"
#include "results/database/reader.hpp"

namespace apportion::cli {
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
std::vector<sweeps::NamedExperiment> named_experiments(const TypedLine& line) {
  std::vector<std::string> names = line.names();
  names.push_back(line.option("of"));
  return found_by_name<sweeps::NamedExperiment>(names, sweeps::experiments_named);
}

std::vector<engine::CatalogueExhibit> named_exhibits(const TypedLine& line) {
  const auto find = [](const std::string& name) { return engine::Catalogue::instance().exhibits_named(name); };
  return found_by_name<engine::CatalogueExhibit>(line.names(), find);
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
  for (const engine::CatalogueExhibit& entry : engine::Catalogue::instance().exhibits())
    names.push_back(entry.exhibit.name);
  return names;
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
  for (const sweeps::NamedExperiment& named :
       found_by_name<sweeps::NamedExperiment>({file}, sweeps::experiments_named)) {
    for (const sweeps::SweepExhibit& entry : named.sweep->exhibits) names.push_back(entry.name);
    names.emplace_back(sweeps::default_exhibit_name);
  }
  return names;
}

// The values that an axis or a parameter may have, as far as they can be listed.
using ListedValues = std::map<std::string, Candidates>;

ListedValues settings_of(const TypedLine& line) {
  ListedValues settings;
  if (line.command->name == "show")
    for (const engine::CatalogueExhibit& entry : named_exhibits(line))
      for (const auto& [name, value] : entry.parameters) settings[name].push_back(value);
  for (const sweeps::NamedExperiment& named : named_experiments(line)) {
    for (const engine::Axis& axis : named.experiment.axes) {
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

Candidates described_things(const TypedLine& /*line*/) {
  Candidates names = problems::names_of(problems::all_algorithms());
  append(names, experiment_names());
  append(names, exhibit_names());
  append(names, problems::family_names());
  names.emplace_back("*.ini");
  return names;
}

Candidates experiments_and_files(const TypedLine& /*line*/) {
  Candidates names;
  append_with_folders(names, experiment_names());
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
  append(candidates, files_and_stored_sweeps(line));
  if (line.options.contains("set")) append(candidates, axis_settings(line));
  return candidates;
}

Candidates files_and_stored_sweeps(const TypedLine& line) {
  Candidates candidates = stored_sweeps_as_typed(line);
  candidates.emplace_back("*.ini");
  return candidates;
}

Candidates experiments_and_stored_sweeps(const TypedLine& line) {
  Candidates candidates = experiment_names();
  append(candidates, stored_sweeps_as_typed(line));
  return candidates;
}

Candidates referenced_experiments(const TypedLine& /*line*/) {
  std::vector<std::string> names;
  for (const engine::ReferenceGrid& grid : engine::Catalogue::instance().references()) names.push_back(grid.experiment);
  std::ranges::sort(names);
  Candidates candidates;
  append_with_folders(candidates, names);
  candidates.emplace_back("*.ini");
  return candidates;
}

Candidates algorithm_names(const TypedLine& line) {
  Candidates names;
  for (const sweeps::NamedExperiment& named : named_experiments(line)) {
    append(names, named.experiment.algorithms);
    if (named.experiment.registered != nullptr) append(names, named.experiment.registered());
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
  for (const sweeps::NamedExperiment& named : named_experiments(line))
    for (const results::MetricRecord& metric : named.experiment.metrics) names.push_back(metric.name);
  return names;
}

Candidates value_names(const TypedLine& line) {
  Candidates names{"all"};
  for (const engine::CatalogueExhibit& entry : named_exhibits(line))
    for (const results::ValueColumn& value : entry.exhibit.layout.values) names.push_back(value.column);
  return with_last_entry(line.current, std::move(names));
}

Candidates chart_names(const TypedLine& line) {
  Candidates names;
  for (const engine::CatalogueExhibit& entry : named_exhibits(line))
    for (const results::Chart& chart : entry.exhibit.charts) names.push_back(chart.name);
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

}  // namespace apportion::cli
