// Yardsticks: measures of rectangle solutions that studies and sweeps store where they name them.
#pragma once

#include <string>
#include <vector>

#include "experiments/problems/rectangles/study.hpp"

namespace apportion::problems {

/// By how many percent the total lies above total_lower_bound() for parts of any shape, so that all methods are held
/// against one bound, whatever parts they make; 0 for one processor.
[[nodiscard]] double gap_percent(const RectangleProblem& problem, double total);

/// The metrics gap, aspect, imbalance and found.
[[nodiscard]] std::vector<engine::Metric<RectangleMeasures>> rectangle_yardsticks();

/// The functions that fill them in, each for itself.
[[nodiscard]] std::vector<engine::CostlyMeasures<RectangleAlgorithm, RectangleMeasures>> yardstick_measures();

/// InputError that names the metric and the axis unless all of these metrics can be measured at all values on the axes:
/// found up to 7 processors, imbalance where both sides are whole.
void require_measurable(const std::vector<engine::Axis>& axes, const std::vector<std::string>& metrics);

}  // namespace apportion::problems
