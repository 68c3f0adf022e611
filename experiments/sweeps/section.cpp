// Reading of a section's keys.
#include "experiments/sweeps/section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <sstream>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "experiments/engine/settings.hpp"

namespace apportion::sweeps {

namespace {

// They stand in one piece after the section's line.
std::span<const IniEntry> entries_of(const Section& section) {
  const std::vector<IniEntry>& all = section.ini.entries;
  const auto first = std::ranges::upper_bound(all, section.line, {}, &IniEntry::line);
  const auto last =
      std::find_if(first, all.end(), [&section](const IniEntry& entry) { return entry.section != section.name; });
  return {first, last};
}

}  // namespace

const IniEntry* Section::find(const std::string& key) const {
  for (const IniEntry& entry : entries_of(*this))
    if (entry.key == key) return &entry;
  return nullptr;
}

std::string Section::text(const std::string& key) const {
  const IniEntry* entry = find(key);
  return entry == nullptr ? "" : entry->value;
}

std::string Section::required(const std::string& key) const {
  if (find(key) == nullptr) throw ini.error(line, fmt::format("[{}] has no {}", name, key));
  return text(key);
}

void Section::require_known(const std::vector<std::string>& keys) const {
  for (const IniEntry& entry : entries_of(*this))
    if (std::ranges::find(keys, entry.key) == keys.end())
      throw ini.error(entry.line, unknown_name("key of [" + name + "]", entry.key, keys).what());
}

InputError Section::error(const std::string& key, const std::string& message) const {
  const IniEntry* entry = find(key);
  return ini.error(entry == nullptr ? line : entry->line, message);
}

std::map<std::string, std::string> settings_in(const std::string& text) {
  std::map<std::string, std::string> settings;
  std::istringstream words(text);
  for (std::string word; words >> word;) engine::add_setting(word, settings);
  return settings;
}

std::vector<results::ValueColumn> values_in(const std::string& list) {
  std::vector<results::ValueColumn> values;
  for (const std::string& entry : names_in(list)) {
    const std::size_t colon = entry.find(':');
    const std::string column = entry.substr(0, colon);
    const int digits =
        colon == std::string::npos
            ? -1
            : static_cast<int>(whole_number("the number of digits of " + column, entry.substr(colon + 1), 0, 17));
    values.push_back({column, column, digits});
  }
  return values;
}

std::string dimension_in(const engine::Experiment& experiment, const std::string& name) {
  std::vector<std::string> names{"algorithm"};
  for (const engine::Axis& axis : experiment.axes) names.push_back(axis.name);
  if (std::ranges::find(names, name) == names.end()) throw unknown_name("axis of " + experiment.name, name, names);
  return name;
}

}  // namespace apportion::sweeps
