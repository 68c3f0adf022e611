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

/// rows, columns, ratio, processors, sampling (sampled) and latency (applied), each with one small default value;
/// studies set their own values.
[[nodiscard]] std::vector<engine::Axis> rectangle_axes();

/// The point's array and latency, with a cluster drawn by its sampling model, processors and ratio.
[[nodiscard]] RectangleProblem sample_rectangles(const engine::Point& point, RandomStream& stream);

/// A study of the family's algorithms with samples of sample_rectangles() and the metrics of
/// rectangle_quantities().
[[nodiscard]] engine::Study study_of_rectangles(const std::string& name = {});

/// relative_total: total of an algorithm over the total of its rival on the same sample.
[[nodiscard]] std::vector<engine::PairedMetric> rectangle_paired_metrics();

/// The family's study with the changes of a sweep file. A cluster replaces ratio, processors and sampling; if its
/// speeds depend on the size, they are those that balance rows x columns elements. The lines of instances are those of
/// `solve rectangles`, whose "algorithm" is ignored; "whole" and "network" are refused, since a study measures neither.
/// `latency` changes them.
[[nodiscard]] engine::Experiment rectangle_sweep(const engine::SweepDefinition& definition);

/// Problems as `apportion solve rectangles` takes them; solutions drawn, and as text with a line of sides, area and
/// perimeter for each processor, which may have names.
[[nodiscard]] engine::Presentation<RectangleAlgorithm> show_rectangles(const std::vector<std::string>& names = {});

/// Problems as `apportion solve rectangles` takes them; answers with its "rectangles", any number for a processor.
[[nodiscard]] Exchange<RectangleAlgorithm> rectangle_exchange();

/// The excess of the total over total_lower_bound() for parts of any shape in percent, so that all methods are compared
/// with one bound, whatever their parts; 0 for one processor.
[[nodiscard]] double gap_percent(const RectangleProblem& problem, double total);

/// The metrics of rectangle_quantities(). Measuring an inaccurate answer (sim/rectangles/decomposition.hpp) throws
/// InputError.
[[nodiscard]] engine::Measured measured_rectangles();

}  // namespace apportion::problems
