// Cost against rho for one graph: the study and the exhibits that Figures 4 and 5 have in common.
#pragma once

#include <string>
#include <vector>

#include "experiments/engine/catalogue.hpp"
#include "sim/graphs/alignment_graph.hpp"
#include "sim/random_stream.hpp"

namespace apportion::chatterjee {

/// The study `name` of the graph that `sample` makes for the point's rho: CC and NL (also in paper mode), best static
/// and the proven optimum, one deterministic sample a value of rho.
[[nodiscard]] engine::Experiment cost_curve_experiment(const std::string& name, const std::string& title,
                                                       const std::string& claim, const std::string& source,
                                                       const std::vector<double>& rho,
                                                       AlignmentGraph (*sample)(const engine::Point&, RandomStream&));

/// A row per value of rho, a column per algorithm, whether CC and NL found the optimum, and where the line
/// through the optimum's first and last dynamic cost meets the static one. The chart's axis of rho is
/// logarithmic if so asked.
[[nodiscard]] engine::CatalogueExhibit cost_curve(const std::string& experiment, const std::string& title,
                                                  bool logarithmic);

/// The line of the dynamic labellings, the static cost and the value of rho where they meet, by algorithm, beside what
/// is printed. Exhibit `experiment`-threshold.
[[nodiscard]] engine::CatalogueExhibit threshold_table(const std::string& experiment, const std::string& title);

}  // namespace apportion::chatterjee
