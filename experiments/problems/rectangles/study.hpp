// The rectangle family: axes, samplers and metrics for studies that divide an array into rectangles.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "experiments/engine/study.hpp"
#include "experiments/problems/common/axes.hpp"
#include "experiments/problems/external/exchange.hpp"

namespace apportion::problems {

/// The axis of a field, with these values or its own.
[[nodiscard]] engine::Axis rectangle_axis(std::string_view field, const std::vector<double>& values = {});

/// rows, columns, ratio, processors, sampling (sampled) and latency (applied), each with one modest default value;
/// studies put their own values in.
[[nodiscard]] std::vector<engine::Axis> rectangle_axes();

/// The array and latency that the point says, and a cluster drawn by its sampling model, processors and ratio.
[[nodiscard]] RectangleProblem sample_rectangles(const engine::Point& point, RandomStream& stream);

/// A study of the family's algorithms with samples of sample_rectangles(), whose metrics are those of
/// rectangle_quantities().
[[nodiscard]] engine::Study study_of_rectangles(const std::string& name = {});

/// relative_total: total of an algorithm over the total of its rival on the same sample.
[[nodiscard]] std::vector<engine::PairedMetric> rectangle_paired_metrics();

/// The family's study with what a sweep file says. A cluster stands in for ratio, processors and sampling; where its
/// speeds depend on the size they are those that balance rows x columns elements. The lines of instances are those of
/// `solve rectangles`, whose "algorithm" is not looked at; "whole" and "network" are refused, since a study measures
/// neither. `latency` changes them.
[[nodiscard]] engine::Experiment rectangle_sweep(const engine::SweepDefinition& definition);

/// Problems as `apportion solve rectangles` takes them; solutions drawn, as text with a line of sides, area and
/// perimeter a processor, which may have names.
[[nodiscard]] engine::Presentation<RectangleAlgorithm> show_rectangles(const std::vector<std::string>& names = {});

/// Problems as `apportion solve rectangles` takes them; answers with its "rectangles", any number for a processor.
[[nodiscard]] Exchange<RectangleAlgorithm> rectangle_exchange();

/// By how many percent the total lies above total_lower_bound() for parts of any shape, so that all methods are held
/// against one bound, whatever parts they make; 0 for one processor.
[[nodiscard]] double gap_percent(const RectangleProblem& problem, double total);

/// The metrics of rectangle_quantities(). Measuring an answer that is not accurate (sim/rectangles/decomposition.hpp)
/// throws InputError.
[[nodiscard]] engine::Measured measured_rectangles();

/// InputError that names the metric and the axis unless all of these metrics can be measured at all values on the axes:
/// found up to 7 processors, imbalance where both sides are whole.
void require_measurable(const std::vector<engine::Axis>& axes, const std::vector<std::string>& metrics);

}  // namespace apportion::problems
