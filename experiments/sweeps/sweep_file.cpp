// Reading of sweep files: every entry is checked by itself, so that its line can be named.
#include "experiments/sweeps/sweep_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "algorithms/options.hpp"
#include "base/error.hpp"
#include "base/numbers.hpp"
#include "experiments/engine/input_file.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/sweeps/algorithm_sections.hpp"
#include "experiments/sweeps/exhibit_sections.hpp"
#include "experiments/sweeps/ini.hpp"

namespace apportion::sweeps {
namespace {

using engine::SweepDefinition;

constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

bool truth(const std::string& key, const std::string& value) {
  if (value == "true" || value == "yes") return true;
  if (value == "false" || value == "no") return false;
  throw InputError(fmt::format("{} = {}: must be true or false", key, value));
}

// Also the name of a view and of files.
std::string study_name(const std::string& name) {
  constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  if (name.empty() || name.find_first_not_of(allowed) != std::string::npos)
    throw InputError(fmt::format("the name '{}' must be of letters, digits, - and _", name));
  return name;
}

// The keys besides the axes, and what they set.
using Setter = void (*)(const std::string& value, SweepDefinition& definition);
const std::map<std::string, Setter>& setters() {
  static const std::map<std::string, Setter> all = {
      {"family", [](const std::string& value, SweepDefinition& sweep) { sweep.family = value; }},
      {"name", [](const std::string& value, SweepDefinition& sweep) { sweep.name = study_name(value); }},
      {"title", [](const std::string& value, SweepDefinition& sweep) { sweep.title = value; }},
      {"cluster", [](const std::string& value, SweepDefinition& sweep) { sweep.cluster = value; }},
      {"instances", [](const std::string& value, SweepDefinition& sweep) { sweep.instances = value; }},
      {"samples", [](const std::string& value,
                     SweepDefinition& sweep) { sweep.samples = whole_number("samples", value, 1, unlimited); }},
      {"chunk", [](const std::string& value,
                   SweepDefinition& sweep) { sweep.chunk = whole_number("chunk", value, 1, 1'000'000'000); }},
      {"algorithms", [](const std::string& value, SweepDefinition& sweep) { sweep.algorithms = names_in(value); }},
      {"rival", [](const std::string& value, SweepDefinition& sweep) { sweep.rivals = names_in(value); }},
      {"metrics", [](const std::string& value, SweepDefinition& sweep) { sweep.metrics = names_in(value); }},
      {"seed",
       [](const std::string& value, SweepDefinition& sweep) {
         sweep.seed = static_cast<std::uint64_t>(whole_number("seed", value, 0, unlimited));
       }},
      {"keep-samples",
       [](const std::string& value, SweepDefinition& sweep) { sweep.keep_samples = truth("keep-samples", value); }}};
  return all;
}

void set(const IniEntry& entry, const std::vector<engine::Axis>& axes, SweepDefinition& definition) {
  if (const auto setter = setters().find(entry.key); setter != setters().end())
    return setter->second(entry.value, definition);
  std::vector<std::string> known;
  for (const auto& [key, setter] : setters()) known.push_back(key);
  for (const engine::Axis& axis : axes) {
    known.push_back(axis.name);
    if (axis.name == entry.key) definition.axes[axis.name] = engine::parse_axis_values(axis, entry.value);
  }
  if (!definition.axes.contains(entry.key)) throw unknown_name("key", entry.key, known);
}

std::string family_of(const IniFile& ini) {
  for (const IniEntry& entry : ini.entries)
    if (entry.section.empty() && entry.key == "family")
      return at(ini, entry.line, [&] { return problems::sweep_family(entry.value).name; });
  throw InputError(fmt::format("{} names no family; write family = {}", ini.file.string(),
                               fmt::join(problems::sweep_family_names(), "|")));
}

std::string value_of(const IniFile& ini, const std::string& key) {
  for (const IniEntry& entry : ini.entries)
    if (entry.section.empty() && entry.key == key) return entry.value;
  return {};
}

// A definition of which only what the others depend on is known. The files that it names are not opened: it can be
// read, and shown, where they are not.
SweepDefinition blank_definition(const IniFile& ini) {
  SweepDefinition definition;
  definition.family = family_of(ini);
  definition.source = ini.file.string();
  definition.opens_files = false;
  // Which axes there are depends on them.
  definition.cluster = value_of(ini, "cluster");
  definition.instances = value_of(ini, "instances");
  return definition;
}

// Before all others, which are checked together with them.
void require_files(const IniFile& ini) {
  for (const IniEntry& entry : ini.entries)
    if (entry.section.empty() && (entry.key == "cluster" || entry.key == "instances"))
      at(ini, entry.line, [&] { return problems::sweep_experiment(blank_definition(ini)).name; });
}

// Each by itself, so that its line can be named.
void require_own_algorithms(const IniFile& ini, const SweepDefinition& definition) {
  SweepDefinition alone = blank_definition(ini);
  for (const OwnProgram& program : definition.own) {
    alone.own.push_back(program);
    const auto section =
        std::ranges::find(ini.sections, "algorithm." + program.name, [](const auto& entry) { return entry.first; });
    at(ini, section->second, [&] { return problems::sweep_experiment(alone).name; });
  }
}

SweepDefinition definition_of(const IniFile& ini) {
  require_files(ini);
  SweepDefinition definition = blank_definition(ini);
  definition.own = own_programs_of(ini);
  require_own_algorithms(ini, definition);
  const std::vector<engine::Axis> axes = problems::default_sweep(problems::sweep_family(definition.family)).axes;
  for (const IniEntry& entry : ini.entries) {
    if (!entry.section.empty()) continue;
    at(ini, entry.line, [&] {
      SweepDefinition alone = blank_definition(ini);
      alone.own = definition.own;
      set(entry, axes, alone);
      static_cast<void>(problems::sweep_experiment(alone));
      set(entry, axes, definition);
      return true;
    });
  }
  if (definition.name.empty()) definition.name = study_name(ini.file.stem().string());
  definition.text = ini.text;
  definition.folder = ini.file.parent_path().string();
  for (std::string* file : {&definition.cluster, &definition.instances})
    if (!file->empty()) *file = engine::path_in(definition.folder, *file);
  if (has_comparison(ini)) definition.keep_samples = true;
  return definition;
}

SweepFile sweep_of(const IniFile& ini) {
  SweepFile sweep{ini.file, definition_of(ini), {}};
  sweep.exhibits = exhibits_of(ini, problems::sweep_experiment(sweep.definition));
  return sweep;
}

}  // namespace

bool is_sweep_file(const std::string& word) { return word.ends_with(".ini"); }

SweepFile read_sweep_file(const std::filesystem::path& file) {
  SweepFile sweep = sweep_of(read_ini(file));
  sweep.definition.opens_files = true;
  return sweep;
}

SweepFile read_stored_sweep(const results::SweepText& stored) { return sweep_of(ini_of(stored.file, stored.text)); }

}  // namespace apportion::sweeps
