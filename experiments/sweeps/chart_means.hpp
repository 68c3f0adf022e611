// Charts of a sweep's own metrics, and words that all [chart] sections share.
#pragma once

#include <string>
#include <vector>

#include "experiments/engine/experiment.hpp"
#include "experiments/sweeps/section.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "results/exhibit.hpp"

namespace apportion::sweeps {

/// The exhibit of a [chart] without a statement: its query, table and chart, but for the chart's looks. InputError as
/// of chart_in().
[[nodiscard]] SweepExhibit means_chart_in(const Section& section, const engine::Experiment& experiment);

/// The word, if it is one of these; InputError with the nearest otherwise.
[[nodiscard]] std::string one_of(const std::string& key, const std::string& word,
                                 const std::vector<std::string>& words);

/// "scatter", "heat-map"; curves for another word.
[[nodiscard]] results::ChartKind chart_kind(const std::string& word);

/// "total, gap"
[[nodiscard]] std::string joined_titles(const std::vector<results::ValueColumn>& values);

}  // namespace apportion::sweeps
