// The rectangle family: axes and samplers for studies that divide an array into rectangles.
#pragma once

#include <string>
#include <vector>

#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "experiments/engine/study.hpp"
#include "experiments/problems/common/axes.hpp"
#include "experiments/problems/external/exchange.hpp"

namespace apportion::problems {

/// rows, columns, ratio, processors, sampling (sampled) and latency (applied), each with one modest default value;
/// studies put their own values in.
[[nodiscard]] std::vector<engine::Axis> rectangle_axes();

/// The array and latency that the point says, and a cluster drawn by its sampling model, processors and ratio.
[[nodiscard]] RectangleProblem sample_rectangles(const engine::Point& point, RandomStream& stream);

/// rectangle_axes() with aspect, columns over rows, in place of columns: what sweeps are made of, as it tells the shape
/// of the array whatever its size.
[[nodiscard]] std::vector<engine::Axis> rectangle_sweep_axes();
[[nodiscard]] Extent extent_by_aspect(const engine::Point& point);
[[nodiscard]] RectangleProblem sample_rectangles_by_aspect(const engine::Point& point, RandomStream& stream);

/// A study of the family's algorithms with samples of sample_rectangles(), of which all measures but the yardsticks are
/// stored (experiments/problems/rectangles/measures.hpp).
[[nodiscard]] engine::Study study_of_rectangles(const std::string& name = {});

/// relative_total: total of an algorithm over the total of its rival on the same sample.
[[nodiscard]] std::vector<engine::PairedMetric> rectangle_paired_metrics();

/// What a sweep of this family is unless its file says otherwise.
[[nodiscard]] engine::Study rectangle_study();

/// Problems as `apportion solve rectangles` takes them; solutions drawn, as text with a line of sides, area and
/// perimeter a processor, which may have names.
[[nodiscard]] engine::Presentation<RectangleAlgorithm> show_rectangles(const std::vector<std::string>& names = {});

/// Problems as `apportion solve rectangles` takes them; answers with its "rectangles", any number for a processor.
[[nodiscard]] Exchange<RectangleAlgorithm> rectangle_exchange();

}  // namespace apportion::problems
