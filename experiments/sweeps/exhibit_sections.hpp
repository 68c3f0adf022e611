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

/// The canonical name of an algorithm of the experiment's family; InputError where there is no such algorithm.
[[nodiscard]] std::string canonical_name(const engine::Experiment& experiment, const std::string& algorithm);

}  // namespace apportion::sweeps
