// Lines and their continuations, templates, and the keys of sections.
#include "experiments/sweeps/ini.hpp"

#include <fmt/format.h>

#include <iterator>
#include <set>

#include "algorithms/options.hpp"
#include "base/csv.hpp"
#include "base/files.hpp"
#include "base/numbers.hpp"
#include "experiments/engine/axis.hpp"

namespace apportion::sweeps {
namespace {

constexpr const char* blanks = " \t\r";

// A line joined with those that continue it, and its place in the file.
struct FoldedLine {
  std::string text;
  int line = 0;
  std::size_t indent = 0;
  std::vector<std::pair<std::size_t, int>> parts = {};  // where the further lines begin in the text
};

bool is_section(const std::string& text) { return text.front() == '[' && text.back() == ']'; }

std::string without_comment(const std::string& text) {
  const std::string kept = text.substr(0, text.find('#'));
  const std::size_t last = kept.find_last_not_of(blanks);
  return last == std::string::npos ? "" : kept.substr(0, last + 1);
}

std::vector<FoldedLine> folded_lines(const std::string& text) {
  std::vector<FoldedLine> lines;
  for (TextLines in_file(text); in_file.next();) {
    std::string line = without_comment(std::string(in_file.line()));
    if (line.empty()) continue;
    const int number = static_cast<int>(in_file.number());
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

void check_line(const IniFile& ini, const FoldedLine& line) {
  if (line.text.find('\0') != std::string::npos) throw ini.error(line.line, "a NUL byte; this is not a text file");
  if (is_section(line.text)) {
    if (line.text.size() < 3) throw ini.error(line.line, "the section has no name");
    // Names of sections are typed and completed in shells, so special characters are refused.
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

constexpr std::string_view template_prefix = "template.";
constexpr std::string_view exhibit_prefix = "exhibit.";
constexpr std::string_view chart_prefix = "chart.";
constexpr std::string_view claim_prefix = "claim.";
constexpr const char* like_key = "like";

// Whether a key is one of a section's own words, {NAME} = VALUE.
bool is_own_word(const std::string& key) { return key.starts_with('{') && key.ends_with('}'); }

// "NAME" for [exhibit.NAME]; for [chart.NAME.CHART] with `last`.
std::string own_name(const std::string& section, bool last = false) {
  const std::size_t begin = section.find('.') + 1;
  const std::size_t end = last ? section.rfind('.') : section.size();
  return end > begin ? section.substr(begin, end - begin) : "";
}

bool has_section(const IniFile& ini, std::string_view prefix, const std::string& name) {
  return contains(ini.sections, std::string(prefix) + name, &IniSection::name);
}

// Claims can only be like claims.
const IniSection& section_like(const IniFile& ini, const IniSection& section, const IniEntry& like) {
  for (const std::string_view prefix : {template_prefix, exhibit_prefix, claim_prefix})
    if (has_section(ini, prefix, like.value) && (prefix == claim_prefix) == section.name.starts_with(claim_prefix))
      return ini.section(std::string(prefix) + like.value);
  throw ini.error(like.line, fmt::format("there is no section called {} to be like", like.value));
}

// A section with its key `like` resolved, and the charts of an exhibit or a template, [chart.NAME.CHART].
struct FilledSection {
  IniSection section;
  std::vector<IniSection> charts = {};
};

// `open` are the names of the sections that are like this one.
FilledSection filled(const IniFile& ini, const IniSection& section, std::vector<std::string> open = {}) {
  FilledSection all{section};
  const std::string name = own_name(section.name);
  for (const IniSection& each : ini.sections)
    if (!section.name.starts_with(claim_prefix) && each.name.starts_with(chart_prefix) &&
        own_name(each.name, true) == name)
      all.charts.push_back(each);
  if (const IniEntry* const like = section.find(like_key)) {
    if (contains(open, section.name)) throw ini.error(like->line, fmt::format("[{}] is like itself", section.name));
    open.push_back(section.name);
    const FilledSection other = filled(ini, section_like(ini, section, *like), std::move(open));
    all.section.take_over(other.section, [](const std::string& key) { return key != like_key; });
    // Charts of the other exhibit come before the exhibit's own.
    std::vector<IniSection> inherited;
    for (const IniSection& from : other.charts) {
      const std::string chart = fmt::format("{}{}{}", chart_prefix, name, from.name.substr(from.name.rfind('.')));
      const auto own = std::ranges::find(all.charts, chart, &IniSection::name);
      IniSection& mine = own == all.charts.end() ? inherited.emplace_back(IniSection{chart, from.line}) : *own;
      mine.take_over(from, [](const std::string& key) { return !is_own_word(key); });
    }
    all.charts.insert(all.charts.begin(), inherited.begin(), inherited.end());
  }
  for (IniSection& chart : all.charts) chart.take_over(all.section, is_own_word);
  return all;
}

std::vector<std::string> trimmed_names(const std::vector<std::string>& pieces, const std::string& list) {
  std::vector<std::string> names =
      collected(pieces, [](const std::string& name) { return std::string(trimmed(name)); });
  if (contains(names, "")) throw InputError("'{}' has an empty name", list);
  return names;
}

// Splits a list at commas outside of quotation marks, which are removed.
std::vector<std::string> quoted_names_in(const std::string& list) {
  std::vector<std::string> names(1);
  bool quoted = false;
  for (const char c : list) {
    if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      names.emplace_back();
    else
      names.back() += c;
  }
  if (quoted) throw InputError("'{}' lacks a quotation mark", list);
  return trimmed_names(names, list);
}

}  // namespace

std::string name_in(const std::string& section, const std::string& kind) {
  return section.starts_with(kind + ".") ? section.substr(kind.size() + 1) : "";
}

int IniEntry::line_of(std::size_t byte) const {
  const auto behind = std::ranges::upper_bound(further, begin + byte, {}, &std::pair<std::size_t, int>::first);
  return behind == further.begin() ? line : std::prev(behind)->second;
}

const IniEntry* IniSection::find(const std::string& key) const {
  const auto found = std::ranges::find(entries, key, &IniEntry::key);
  return found == entries.end() ? nullptr : &*found;
}

void IniSection::take_over(const IniSection& other, bool (*taken)(const std::string& key)) {
  for (const IniEntry& entry : other.entries)
    if (taken(entry.key) && find(entry.key) == nullptr) entries.push_back(entry);
}

const IniSection& IniFile::section(const std::string& name) const {
  static const IniSection none;
  if (name.empty()) return head;
  const auto found = std::ranges::find(sections, name, &IniSection::name);
  return found == sections.end() ? none : *found;
}

PlacedError IniFile::error(int line, const std::string& message) const {
  return PlacedError(fmt::format("{}:{}: {}", file.string(), line, message));
}

IniFile read_ini(const std::filesystem::path& file) { return ini_of(file, read_input(file)); }

IniFile ini_of(const std::filesystem::path& file, const std::string& text) {
  IniFile ini{file, text};
  const std::vector<FoldedLine> lines = folded_lines(text);
  for (const FoldedLine& line : lines) check_line(ini, line);
  std::set<std::string> seen;
  IniSection* section = &ini.head;
  for (const FoldedLine& line : lines) {
    if (is_section(line.text)) {
      const std::string name = line.text.substr(1, line.text.size() - 2);
      if (!seen.insert(line.text).second)
        throw ini.error(line.line, fmt::format("there are two sections [{}]; {}", name,
                                               name.find('.') == std::string::npos
                                                   ? fmt::format("name them [{0}.ONE] and [{0}.TWO]", name)
                                                   : "each needs a name of its own"));
      section = &ini.sections.emplace_back(IniSection{name, line.line});
      continue;
    }
    const std::size_t equals = line.text.find('=');
    const std::string key(trimmed(line.text.substr(0, equals)));
    const std::string value(trimmed(line.text.substr(equals + 1)));
    if (value.empty()) throw ini.error(line.line, fmt::format("{} has no value", key));
    if (!seen.insert(fmt::format("{}={}", section->name, key)).second)
      throw ini.error(line.line, fmt::format("{} is given twice", key));
    const std::size_t begin = line.text.find_first_not_of(" \t", equals + 1);
    section->entries.push_back({key, value, line.line, begin, line.parts});
  }
  return ini;
}

IniFile with_templates(const IniFile& ini) {
  IniFile whole{ini.file, ini.text, ini.head};
  for (const IniSection& each : ini.sections) {
    const std::string owner = each.name.starts_with(chart_prefix) ? own_name(each.name, true) : "";
    if (has_section(ini, exhibit_prefix, owner) || has_section(ini, template_prefix, owner)) continue;
    const bool is_template = each.name.starts_with(template_prefix);
    const bool may_be_like =
        is_template || each.name.starts_with(exhibit_prefix) || each.name.starts_with(claim_prefix);
    FilledSection section = may_be_like ? filled(ini, each) : FilledSection{each};
    if (is_template) continue;
    whole.sections.push_back(std::move(section.section));
    std::ranges::move(section.charts, std::back_inserter(whole.sections));
  }
  return whole;
}

std::string Section::text(const std::string& key) const {
  const IniEntry* entry = find(key);
  return entry == nullptr ? "" : entry->value;
}

std::string Section::required(const std::string& key) const {
  if (!has(key)) throw ini.error(line, fmt::format("[{}] has no {}", name, key));
  return text(key);
}

void Section::require_known(const std::vector<std::string>& keys) const {
  for (const IniEntry& entry : own.entries)
    if (!contains(keys, entry.key) && !is_own_word(entry.key))
      throw ini.error(entry.line, unknown_name("key of [" + name + "]", entry.key, keys).what());
}

PlacedError Section::error(const std::string& key, const std::string& message) const {
  const IniEntry* entry = find(key);
  return ini.error(entry == nullptr ? line : entry->line, message);
}

std::int64_t Section::whole(const std::string& key, std::int64_t least, std::int64_t most,
                            std::int64_t fallback) const {
  if (!has(key)) return fallback;
  return read(key, [&](const std::string& value) { return whole_number(key, value, least, most); });
}

std::string one_of(std::string_view kind, const std::string& name, const std::vector<std::string>& names) {
  if (!contains(names, name)) throw unknown_name(kind, name, names);
  return name;
}

std::vector<std::string> names_in(const std::string& list) { return trimmed_names(split_names(list), list); }

std::map<std::string, std::string> settings_in(const std::string& text) {
  std::map<std::string, std::string> settings;
  for (const std::string& word : spaced_words(text)) engine::add_setting(word, settings);
  return settings;
}

std::vector<results::ValueColumn> values_in(const std::string& list) {
  std::vector<results::ValueColumn> values;
  for (const std::string& entry : quoted_names_in(list)) {
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

}  // namespace apportion::sweeps
