// The section [chart] of sweep files.
#pragma once

#include <string>
#include <vector>

#include "experiments/engine/experiment.hpp"
#include "experiments/sweeps/section.hpp"
#include "experiments/sweeps/sweep_file.hpp"

namespace apportion::sweeps {

/// The chart that the section describes, with the table of its numbers; docs/charts.md says what may stand in it. What
/// it leaves out is chosen as default_exhibits() chooses it. InputError, with the line, for an unknown key, word, axis,
/// metric or algorithm, and for an axis with several values that is neither laid out nor fixed.
[[nodiscard]] SweepExhibit chart_in(const Section& section, const std::string& name,
                                    const engine::Experiment& experiment);

/// "x, y": the axes of a chart that are logarithmic; `none` for none. InputError for another word.
[[nodiscard]] std::vector<std::string> log_axes_in(const std::string& list);

}  // namespace apportion::sweeps
