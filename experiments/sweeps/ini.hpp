// INI files with the lines of their entries, and functions for sections of sweep files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"
#include "results/exhibit.hpp"

namespace apportion::sweeps {

/// key = value.
struct IniEntry {
  std::string key;
  std::string value;
  int line = 0;
  std::size_t begin = 0;  ///< of the value, in the line joined with those that continue it
  /// Where these begin there, and their lines in the file.
  std::vector<std::pair<std::size_t, int>> further = {};

  /// The line of a byte of the value.
  [[nodiscard]] int line_of(std::size_t byte) const;
};

/// An InputError that already begins with file and line.
struct PlacedError : InputError {
  using InputError::InputError;
};

struct IniSection {
  std::string name = {};
  int line = 0;
  std::vector<IniEntry> entries = {};  ///< in the order of the file

  /// nullptr if the key is missing.
  [[nodiscard]] const IniEntry* find(const std::string& key) const;
  /// Appends the entries of the other section that this one lacks, if `taken` accepts their keys.
  void take_over(const IniSection& other, bool (*taken)(const std::string& key));
};

struct IniFile {
  std::filesystem::path file;
  std::string text;                       ///< the whole text
  IniSection head = {};                   ///< what is above all sections, without a name
  std::vector<IniSection> sections = {};  ///< in the order of the file

  /// The section of this name, the head for ""; an empty one with line 0 if the file lacks it.
  [[nodiscard]] const IniSection& section(const std::string& name) const;

  /// "FILE:LINE: message".
  [[nodiscard]] PlacedError error(int line, const std::string& message) const;
};

/// Reads an INI file. '#' begins a comment, and a line that is indented further than its key continues the value above.
/// InputError for a file that cannot be read, a line without '=', an empty key or value, and a key that is repeated in
/// a section.
[[nodiscard]] IniFile read_ini(const std::filesystem::path& file);

/// As read_ini(), for the text of such a file; `file` is for messages.
[[nodiscard]] IniFile ini_of(const std::filesystem::path& file, const std::string& text);

/// The file with the keys `like` of its sections [exhibit.NAME] and [claim.KEY] resolved, without its templates:
/// `like = OTHER` adds the keys of [exhibit.OTHER] or [template.OTHER], or of [claim.OTHER], that the section lacks,
/// and the charts of OTHER. InputError, with the line, for an unknown section, and for one that is like itself.
[[nodiscard]] IniFile with_templates(const IniFile& ini);

/// The dimension besides the axes: the algorithms of the study.
inline constexpr const char* algorithm_word = "algorithm";

/// "NAME" for the section [KIND.NAME]; "" for all others.
[[nodiscard]] std::string name_in(const std::string& section, const std::string& kind);

/// A list that is empty on purpose.
inline constexpr const char* none_word = "none";

/// The name, if it is one of these; otherwise an InputError with the nearest of them.
[[nodiscard]] std::string one_of(std::string_view kind, const std::string& name, const std::vector<std::string>& names);

/// The result of `read`; its InputError gets the file and the line, unless it has them.
template <class Read>
auto at(const IniFile& ini, int line, const Read& read) {
  try {
    return read();
  } catch (const PlacedError&) {
    throw;
  } catch (const InputError& error) {
    throw ini.error(line, error.what());
  }
}

/// A section of a file.
struct Section {
  const IniFile& ini;
  const IniSection& own;
  const std::string& name = own.name;
  int line = own.line;

  /// nullptr if the key is missing; text() then is "", and required() throws InputError.
  [[nodiscard]] const IniEntry* find(const std::string& key) const { return own.find(key); }
  [[nodiscard]] bool has(const std::string& key) const { return find(key) != nullptr; }
  [[nodiscard]] std::string text(const std::string& key) const;
  [[nodiscard]] std::string required(const std::string& key) const;
  /// InputError for any other key, except for a section's own words.
  void require_known(const std::vector<std::string>& keys) const;
  /// An InputError with the line of the key, or of the section if the key is missing.
  [[nodiscard]] PlacedError error(const std::string& key, const std::string& message) const;

  /// The result of `read` for the value of a key, which may be missing.
  template <class Read>
  auto read(const std::string& key, const Read& read) const -> decltype(read(std::string())) {
    const IniEntry* entry = find(key);
    if (entry == nullptr) return decltype(read(std::string()))();
    return at(ini, entry->line, [&] { return read(entry->value); });
  }
  /// One of these words; "" where the key is missing.
  [[nodiscard]] std::string word(const std::string& key, const std::vector<std::string>& words) const {
    return read(key, [&](const std::string& value) { return one_of(key, value, words); });
  }
  /// yes or no; no where the key is missing.
  [[nodiscard]] bool says_yes(const std::string& key) const { return word(key, {"yes", "no"}) == "yes"; }
  /// A whole number; `fallback` where the key is missing.
  [[nodiscard]] std::int64_t whole(const std::string& key, std::int64_t least, std::int64_t most,
                                   std::int64_t fallback) const;
};

/// A list of algorithms or metrics; blanks around commas are ignored.
[[nodiscard]] std::vector<std::string> names_in(const std::string& list);

/// "latency=100 ratio=4"
[[nodiscard]] std::map<std::string, std::string> settings_in(const std::string& text);

/// Reads "percent:1, se as standard error": columns of a query's result, decimals, and titles, which may be quoted.
[[nodiscard]] std::vector<results::ValueColumn> values_in(const std::string& list);

}  // namespace apportion::sweeps
