// The grid family: axes, sampler and metrics for studies that divide a block over a process grid.
#pragma once

#include <string>
#include <vector>

#include "algorithms/grids/grid_algorithm.hpp"
#include "experiments/engine/study.hpp"
#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/common/axes.hpp"
#include "experiments/problems/external/exchange.hpp"

namespace apportion::problems {

/// grid (its edges, as in 6x6), level (greatest over least performance), sampling (all sampled) and block (applied: the
/// side of the generalised block, the same in every dimension), each with one small default value.
[[nodiscard]] std::vector<engine::Axis> grid_axes();

/// The point's grid and block, with performances drawn by its sampling model and level.
[[nodiscard]] GridProblem sample_grids(const engine::Point& point, RandomStream& stream);

/// A study of the family's algorithms with samples of sample_grids(), measured by grid_quantities().
[[nodiscard]] engine::Study study_of_grids(const std::string& name = {});

/// relative_time: rounded time over the rival's on the same network; worse: 1 if it is greater than the rival's, so
/// that its mean is the share of such networks.
[[nodiscard]] std::vector<engine::PairedMetric> grid_paired_metrics();

/// The family's study with the changes of a sweep file. A cluster, with speeds that do not depend on the size, replaces
/// level and sampling; every grid then has a cell for each of its processors. The lines of instances are those of
/// `solve grids`, whose "algorithm" is ignored; `block` changes all sides of the block.
[[nodiscard]] engine::Experiment grid_sweep(const engine::SweepDefinition& definition);

/// Problems as `apportion solve grids` takes them; lengths as text, and two-dimensional grids drawn, whose processes
/// may have names.
[[nodiscard]] engine::Presentation<GridAlgorithm> show_grids(const std::vector<std::string>& names = {});

/// Problems as `apportion solve grids` takes them; answers with its "mapping", "lengths" and, unless they are to be
/// rounded by largest remainders, "rounded".
[[nodiscard]] Exchange<GridAlgorithm> grid_exchange();

}  // namespace apportion::problems
