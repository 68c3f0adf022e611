// Folding of continued lines, Program_options' reading of what they make, and the keys of sections.
#include "experiments/sweeps/ini.hpp"

#include <fmt/format.h>
#include <boost/program_options.hpp>

#include <algorithm>
#include <set>
#include <span>
#include <sstream>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/engine/axis.hpp"

namespace apportion::sweeps {
namespace {

namespace po = boost::program_options;

constexpr const char* blanks = " \t\r";

// A line as Program_options shall see it, and where it begins.
struct FoldedLine {
  std::string text;
  int line = 0;
  std::size_t indent = 0;
  std::vector<std::pair<std::size_t, int>> parts = {};  // where the lines behind the first begin in the text
};

// The reader of a section looks through the whole file.
constexpr std::size_t most_sections = 1000;
constexpr std::size_t most_lines = 100'000;

bool is_section(const std::string& text) { return text.front() == '[' && text.back() == ']'; }

std::string without_comment(const std::string& text) {
  const std::string kept = text.substr(0, text.find('#'));
  const std::size_t last = kept.find_last_not_of(blanks);
  return last == std::string::npos ? "" : kept.substr(0, last + 1);
}

std::vector<FoldedLine> folded_lines(const std::string& text) {
  std::vector<FoldedLine> lines;
  std::istringstream stream{std::string(without_byte_order_mark(text))};
  std::string line;
  for (int number = 1; std::getline(stream, line); ++number) {
    line = without_comment(line);
    if (line.empty()) continue;
    const std::size_t indent = line.find_first_not_of(blanks);
    line.erase(0, indent);
    const bool continues = !lines.empty() && !is_section(lines.back().text) && indent > lines.back().indent;
    if (continues) {
      lines.back().text += " ";
      lines.back().parts.emplace_back(lines.back().text.size(), number);
      lines.back().text += line;
    } else {
      lines.push_back({line, number, indent});
    }
  }
  return lines;
}

// What Program_options does not check, or does not say the line of.
void check_line(const IniFile& ini, const FoldedLine& line) {
  if (line.text.find('\0') != std::string::npos) throw ini.error(line.line, "a NUL byte; this is not a text file");
  if (is_section(line.text)) {
    if (line.text.size() < 3) throw ini.error(line.line, "the section has no name");
    // Names of sections are typed at shells, and completed there.
    constexpr std::string_view harmless = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./=-";
    if (line.text.find_first_not_of(harmless, 1) != line.text.size() - 1)
      throw ini.error(line.line, fmt::format("the name {} must be of letters, digits and _ . / = -", line.text));
    return;
  }
  const std::size_t equals = line.text.find('=');
  if (equals == std::string::npos)
    throw ini.error(line.line, fmt::format("'{}' is neither [section] nor key = value", line.text));
  if (equals == 0) throw ini.error(line.line, "there is no key before the '='");
}

// Every key is accepted: the readers of the entries know the valid ones.
po::parsed_options parsed(const IniFile& ini, const std::vector<FoldedLine>& lines) {
  std::string text;
  for (const FoldedLine& line : lines) text += line.text + "\n";
  std::istringstream stream(text);
  try {
    return po::parse_config_file(stream, po::options_description(), true);
  } catch (const po::error& error) {
    throw InputError(fmt::format("{}: {}", ini.file.string(), error.what()));
  }
}

// Program_options takes the blanks around a value away.
std::vector<std::pair<std::size_t, int>> lines_of_value(const FoldedLine& line) {
  const std::size_t begin = line.text.find_first_not_of(" \t", line.text.find('=') + 1);
  std::vector<std::pair<std::size_t, int>> lines{{0, line.line}};
  for (const auto& [offset, number] : line.parts) {
    if (offset <= begin)
      lines.front().second = number;
    else
      lines.emplace_back(offset - begin, number);
  }
  return lines;
}

std::string second_section(const std::string& section) {
  if (section.find('.') != std::string::npos)
    return fmt::format("there are two sections [{}]; each needs a name of its own", section);
  return fmt::format("there are two sections [{0}]; name them [{0}.ONE] and [{0}.TWO]", section);
}

}  // namespace

int IniEntry::line_of(std::size_t byte) const {
  const auto behind =
      std::ranges::upper_bound(lines, byte, {}, [](const std::pair<std::size_t, int>& part) { return part.first; });
  return behind == lines.begin() ? line : std::prev(behind)->second;
}

InputError IniFile::error(int line, const std::string& message) const {
  return InputError(fmt::format("{}:{}: {}", file.string(), line, message));
}

IniFile read_ini(const std::filesystem::path& file) { return ini_of(file, read_input(file)); }

IniFile ini_of(const std::filesystem::path& file, const std::string& text) {
  IniFile ini{file, text, {}, {}};
  const std::vector<FoldedLine> lines = folded_lines(text);
  if (lines.size() > most_lines) throw ini.error(lines[most_lines].line, fmt::format("more than {} lines", most_lines));
  for (const FoldedLine& line : lines) check_line(ini, line);
  const po::parsed_options options = parsed(ini, lines);
  std::set<std::string> seen;
  auto option = options.options.begin();
  std::string section;
  for (const FoldedLine& line : lines) {
    if (is_section(line.text)) {
      section = line.text.substr(1, line.text.size() - 2);
      if (!seen.insert(line.text).second) throw ini.error(line.line, second_section(section));
      if (ini.sections.size() == most_sections)
        throw ini.error(line.line, fmt::format("more than {} sections", most_sections));
      ini.sections.emplace_back(section, line.line);
      continue;
    }
    // One option for each line outside sections; its key begins with the section's name and a dot, of which a
    // name that ends in one needs no second.
    const std::size_t prefix = section.empty() || section.ends_with('.') ? section.size() : section.size() + 1;
    const std::string key = option->string_key.substr(prefix);
    const std::string value = option->value.empty() ? "" : option->value.front();
    if (value.empty()) throw ini.error(line.line, fmt::format("{} has no value", key));
    if (!seen.insert(option->string_key).second) throw ini.error(line.line, fmt::format("{} is given twice", key));
    ini.entries.push_back({section, key, value, line.line, lines_of_value(line)});
    ++option;
  }
  return ini;
}

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
    if (!contains(keys, entry.key))
      throw ini.error(entry.line, unknown_name("key of [" + name + "]", entry.key, keys).what());
}

InputError Section::error(const std::string& key, const std::string& message) const {
  const IniEntry* entry = find(key);
  return ini.error(entry == nullptr ? line : entry->line, message);
}

std::string one_of(std::string_view kind, const std::string& name, const std::vector<std::string>& names) {
  if (!contains(names, name)) throw unknown_name(kind, name, names);
  return name;
}

std::vector<std::string> names_in(const std::string& list) {
  std::vector<std::string> names = split_names(list);
  for (std::string& name : names) {
    name = std::string(trimmed(name));
    if (name.empty()) throw InputError(fmt::format("'{}' has an empty name", list));
  }
  return names;
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
    constexpr std::string_view before_title = " as ";
    const std::size_t title = entry.find(before_title);
    const std::string place = entry.substr(0, title);
    const std::size_t colon = place.find(':');
    const std::string column = place.substr(0, colon);
    const int digits =
        colon == std::string::npos
            ? -1
            : static_cast<int>(whole_number("the number of digits of " + column, place.substr(colon + 1), 0, 17));
    values.push_back({column, title == std::string::npos ? column : entry.substr(title + before_title.size()), digits});
  }
  return values;
}

std::string dimension_in(const engine::Experiment& experiment, const std::string& name) {
  std::vector<std::string> names{algorithm_word};
  for (const engine::Axis& axis : experiment.axes) names.push_back(axis.name);
  return one_of("axis of " + experiment.name, name, names);
}

}  // namespace apportion::sweeps
