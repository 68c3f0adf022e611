// Clusters and instances of one's own in sweeps of rectangles.
#pragma once

#include "experiments/problems/rectangles/study.hpp"
#include "experiments/problems/sweep_inputs.hpp"

namespace apportion::problems {

/// A cluster stands in for ratio, processors and sampling; where its speeds depend on the size they are those that
/// balance rows x columns elements. The lines of instances are those of `solve rectangles`, whose "algorithm" is not
/// looked at; "whole" and "network" are refused, since a study measures neither. `latency` changes them.
[[nodiscard]] SweepInputs rectangle_inputs();

}  // namespace apportion::problems
