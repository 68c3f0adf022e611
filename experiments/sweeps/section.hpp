// One section of a sweep file, and what the values of its keys say.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "experiments/engine/experiment.hpp"
#include "experiments/sweeps/exhibit_sections.hpp"
#include "experiments/sweeps/ini.hpp"
#include "results/exhibit.hpp"

namespace apportion::sweeps {

/// A section with its entries.
struct Section {
  const IniFile& ini;
  std::string name;
  int line = 0;

  /// nullptr where the key is missing; text() is then "", and required() an InputError.
  [[nodiscard]] const IniEntry* find(const std::string& key) const;
  [[nodiscard]] std::string text(const std::string& key) const;
  [[nodiscard]] std::string required(const std::string& key) const;
  /// InputError for any other key.
  void require_known(const std::vector<std::string>& keys) const;
  /// An InputError with the line of the key, or of the section where the key is missing.
  [[nodiscard]] InputError error(const std::string& key, const std::string& message) const;

  /// What `read` makes of the value of a key that may be missing.
  template <class Read>
  auto read(const std::string& key, const Read& read) const -> decltype(read(std::string())) {
    const IniEntry* entry = find(key);
    if (entry == nullptr) return {};
    return at(ini, entry->line, [&] { return read(entry->value); });
  }
};

/// "latency=100 ratio=4"
[[nodiscard]] std::map<std::string, std::string> settings_in(const std::string& text);

/// "percent:1, samples": columns of a query's answer, and decimals.
[[nodiscard]] std::vector<results::ValueColumn> values_in(const std::string& list);

/// The name, if it is that of an axis of the experiment or `algorithm`; InputError otherwise.
[[nodiscard]] std::string dimension_in(const engine::Experiment& experiment, const std::string& name);

}  // namespace apportion::sweeps
