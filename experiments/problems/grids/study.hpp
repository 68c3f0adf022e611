// The grid family: axes, sampler and metrics for studies that divide a block over a process grid.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "algorithms/grids/grid_algorithm.hpp"
#include "experiments/engine/study.hpp"
#include "experiments/problems/clusters/cluster_source.hpp"
#include "experiments/problems/common/axes.hpp"
#include "experiments/problems/external/exchange.hpp"

namespace apportion::problems {

/// grid (its edges, as in 6x6), level (greatest over least performance), sampling (all sampled) and block (applied: the
/// side of the generalised block, the same in every dimension), each with one modest default value.
[[nodiscard]] std::vector<engine::Axis> grid_axes();

/// Grids as values of the axis.
[[nodiscard]] std::vector<engine::AxisValue> grid_values(const std::vector<std::string>& grids);

/// The grid and block that the point says, and performances drawn by its sampling model and level.
[[nodiscard]] GridProblem sample_grids(const engine::Point& point, RandomStream& stream);
/// The same with performances from that source.
[[nodiscard]] GridProblem sample_grids_from(const ClusterSource& source, const engine::Point& point,
                                            RandomStream& stream);

/// How good a division of a block is, and what the network is like.
struct GridMeasures {
  double time = 0;                                                           ///< before rounding
  double rounded_time = 0;                                                   ///< in whole elements
  double over_ideal = 0;                                                     ///< rounded_time over the ideal time
  double rounding_loss = 0;                                                  ///< rounded_time over time, minus 1
  double internal_heterogeneity = std::numeric_limits<double>::quiet_NaN();  ///< costly: takes logarithms
  // Costly, and filled in where they are stored; percent of arranged_lower_bound().
  double gap = 0;          ///< time above the bound
  double rounded_gap = 0;  ///< rounded_time above the bound
};
using GridStudy = engine::Study<GridAlgorithm, GridMeasures>;

/// Sets what the study measures, and a metric for each of the measures but internal_heterogeneity. The gaps are stored
/// only where `stored_metrics` names them; here it is set to all others, those of grid_paired_metrics() included.
void measure_grids(GridStudy& study);

/// over_ideal and internal_heterogeneity.
[[nodiscard]] std::vector<engine::Metric<GridMeasures>> heterogeneity_metrics();

/// relative_time: rounded time over the rival's on the same network; worse: 1 where it is greater than the rival's, so
/// that its mean is the share of such networks.
[[nodiscard]] std::vector<engine::PairedMetric<GridMeasures>> grid_paired_metrics();

/// What a sweep of this family is unless its file says otherwise.
[[nodiscard]] GridStudy grid_study();

/// Problems as `apportion solve grids` takes them; lengths as text, and two-dimensional grids drawn, whose processes
/// may have names.
[[nodiscard]] engine::Presentation<GridAlgorithm> show_grids(const std::vector<std::string>& names = {});

/// Problems as `apportion solve grids` takes them; answers with its "mapping", "lengths" and, unless they are to be
/// rounded by largest remainders, "rounded".
[[nodiscard]] Exchange<GridAlgorithm> grid_exchange();

}  // namespace apportion::problems

namespace apportion::engine {
extern template Experiment erase(problems::GridStudy study);
}  // namespace apportion::engine
