// Titles, claims, sources and axes of studies in code, from the folder of their paper.
#pragma once

#include <string>

#include "experiments/engine/experiment.hpp"

namespace apportion::sweeps {

/// Completes the study from its section of code.ini in its paper's folder: title, claim, source, samples (without them
/// it is deterministic), chunk and algorithms. `axis.NAME = ROLE KIND LEAST..MOST: TITLE` adds an axis, and NAME =
/// VALUES sets its values; axes of whole numbers have all values by default. InputError for missing and invalid
/// entries.
[[nodiscard]] engine::Experiment described(engine::Experiment study);

/// A threshold of checks: a number of [words] in the paper.ini of one of the program's papers.
[[nodiscard]] double threshold(const std::string& paper, const std::string& word);

}  // namespace apportion::sweeps
