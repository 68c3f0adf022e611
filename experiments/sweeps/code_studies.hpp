// What the folder of a paper says of the studies that are code.
#pragma once

#include "experiments/engine/study.hpp"

namespace apportion::sweeps {

/// The study with what the section of its name in the file code.ini of its paper's folder says: title, claim, source,
/// samples (without them it is deterministic), chunk and algorithms. `axis.NAME = ROLE KIND LEAST..MOST: TITLE` adds an
/// axis, and NAME = VALUES sets the values on one. InputError for what the section lacks or cannot have.
[[nodiscard]] engine::Study described(engine::Study study);

}  // namespace apportion::sweeps
