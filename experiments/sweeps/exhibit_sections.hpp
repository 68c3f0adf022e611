// The sections [exhibit], [improvement] and [comparison] of sweep files.
#pragma once

#include <string>
#include <vector>

#include "experiments/sweeps/ini.hpp"
#include "experiments/sweeps/sweep_file.hpp"

namespace apportion::sweeps {

/// The exhibits of the file in its order. InputError, with the line, for another section, an unknown key, a key that is
/// missing, two exhibits of one name, and an improvement or a comparison that does not fit the experiment.
[[nodiscard]] std::vector<SweepExhibit> exhibits_of(const IniFile& ini, const engine::Experiment& experiment);

/// Whether the file has a section [comparison] or [comparison.NAME], which need single samples.
[[nodiscard]] bool has_comparison(const IniFile& ini);

/// What a comparison needs to know of the experiment besides its results: its name and its applied axes.
[[nodiscard]] ComparisonRequest comparison_of(const engine::Experiment& experiment);

/// A list of algorithms or metrics; blanks around commas do not count.
[[nodiscard]] std::vector<std::string> names_in(const std::string& list);

/// The canonical name of an algorithm of the experiment's family; InputError where there is none such.
[[nodiscard]] std::string canonical_name(const engine::Experiment& experiment, const std::string& algorithm);

/// What `read` answers; an InputError of it gets the file and the line.
template <class Read>
auto at(const IniFile& ini, int line, const Read& read) {
  try {
    return read();
  } catch (const InputError& error) {
    throw ini.error(line, error.what());
  }
}

}  // namespace apportion::sweeps
