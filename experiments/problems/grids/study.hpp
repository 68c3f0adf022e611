// The grid family: axes, sampler and metrics for studies that divide a block over a process grid.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "algorithms/grids/grid_algorithm.hpp"
#include "experiments/engine/study.hpp"
#include "experiments/problems/axes.hpp"

namespace apportion::problems {

/// grid (its edges, as in 6x6), level (greatest over least performance), sampling (all sampled) and block (applied: the
/// side of the generalised block, the same in every dimension), each with one modest default value.
[[nodiscard]] std::vector<engine::Axis> grid_axes();

/// Grids as values of the axis.
[[nodiscard]] std::vector<engine::AxisValue> grid_values(const std::vector<std::string>& grids);

/// The grid and block that the point says, and performances drawn by its sampling model and level.
[[nodiscard]] GridProblem sample_grids(const engine::Point& point, RandomStream& stream);

/// time and rounded_time, rounded_time over the ideal time, and what rounding costs.
[[nodiscard]] std::vector<results::MetricRecord> grid_metrics();
void measure_grids(const GridProblem& problem, const GridSolution& solution, std::span<double> values);

/// over_ideal of grid_metrics() and the network's internal heterogeneity, which takes logarithms.
[[nodiscard]] std::vector<results::MetricRecord> heterogeneity_metrics();
void measure_with_heterogeneity(const GridProblem& problem, const GridSolution& solution, std::span<double> values);

/// relative_time: rounded time over the rival's on the same network; worse: 1 where it is greater than the rival's, so
/// that its mean is the share of such networks.
[[nodiscard]] std::vector<engine::PairedMetric> grid_paired_metrics();

/// What a sweep of this family is unless its file says otherwise.
[[nodiscard]] engine::Study<GridAlgorithm> grid_study();

/// Problems as `apportion solve grid` takes them; lengths as text, and two-dimensional grids drawn.
[[nodiscard]] engine::Presentation<GridAlgorithm> show_grids();

}  // namespace apportion::problems
