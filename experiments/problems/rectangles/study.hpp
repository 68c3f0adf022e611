// The rectangle family: axes, sampler and metrics for studies that divide an array into rectangles.
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

/// What a decomposition costs; lengths in elements.
struct RectangleMeasures {
  double acost = 0;           ///< from the geometry, like the next two
  double internal_edges = 0;  ///< pairs of neighbours
  double total = 0;           ///< acost + latency x internal_edges
  double claimed_total = 0;   ///< total by the algorithm's own costs
  // The yardsticks (experiments/problems/rectangles/yardsticks.hpp), filled in where they are stored.
  double gap = 0;        ///< total above the lower bound, percent
  double aspect = 0;     ///< greatest aspect ratio of a part's bounding box
  double imbalance = 0;  ///< of whole rows and columns, percent
  double found = 0;      ///< 1 if the total is the proven least of one rectangle per processor, otherwise 0
};
using RectangleStudy = engine::Study<RectangleAlgorithm, RectangleMeasures>;

/// Sets what the study measures, and a metric for each of the measures. The yardsticks are stored only where
/// `stored_metrics` names them; here it is set to all others. Measuring an answer that is not accurate
/// (sim/rectangles/accuracy.hpp) throws InputError.
void measure_rectangles(RectangleStudy& study);

/// relative_total: total of an algorithm over the total of its rival on the same sample.
[[nodiscard]] std::vector<engine::PairedMetric<RectangleMeasures>> rectangle_paired_metrics();

/// What a sweep of this family is unless its file says otherwise.
[[nodiscard]] RectangleStudy rectangle_study();

/// Problems as `apportion solve rectangles` takes them; solutions drawn, as text with a line of sides, area and
/// perimeter a processor, which may have names.
[[nodiscard]] engine::Presentation<RectangleAlgorithm> show_rectangles(const std::vector<std::string>& names = {});

/// Problems as `apportion solve rectangles` takes them; answers with its "rectangles", any number for a processor.
[[nodiscard]] Exchange<RectangleAlgorithm> rectangle_exchange();

}  // namespace apportion::problems

namespace apportion::engine {
extern template Experiment erase(problems::RectangleStudy study);
}  // namespace apportion::engine
