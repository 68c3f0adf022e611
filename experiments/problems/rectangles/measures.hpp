// What is measured of rectangle solutions.
#pragma once

#include <string>
#include <vector>

#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "experiments/engine/study.hpp"

namespace apportion::problems {

/// By how many percent the total lies above total_lower_bound() for parts of any shape, so that all methods are held
/// against one bound, whatever parts they make; 0 for one processor.
[[nodiscard]] double gap_percent(const RectangleProblem& problem, double total);

/// acost, internal_edges, total and reckoned_total; and the yardsticks gap, aspect, imbalance and found, which came
/// later. Measuring an answer that is not accurate (sim/rectangles/accuracy.hpp) throws InputError.
[[nodiscard]] engine::Measured measured_rectangles();

/// InputError that names the metric and the axis unless all of these metrics can be measured at all values on the axes:
/// found up to 7 processors, imbalance where both sides are whole.
void require_measurable(const std::vector<engine::Axis>& axes, const std::vector<std::string>& metrics);

}  // namespace apportion::problems
