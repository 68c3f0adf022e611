// Titles, claims, sources and axes of the studies that are code, from the folder of their paper.
#pragma once

#include <string>

#include "experiments/engine/study.hpp"

namespace apportion::sweeps {

/// The study with what its section of code.ini, in its paper's folder, has: title, claim, source, samples (without them
/// it is deterministic), chunk and algorithms. `axis.NAME = ROLE KIND LEAST..MOST: TITLE` adds an
/// axis, and NAME = VALUES sets the values on one; whole ones have all values by default. InputError for what the
/// section lacks or cannot have.
[[nodiscard]] engine::Study described(engine::Study study);

/// A number of [words] in the paper.ini of one of the program's papers, by which a check judges.
[[nodiscard]] double threshold(const std::string& paper, const std::string& word);

}  // namespace apportion::sweeps
