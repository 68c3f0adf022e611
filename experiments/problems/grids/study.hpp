// The grid family: axes, sampler and metrics for studies that divide a block over a process grid.
#pragma once

#include <string>
#include <vector>

#include "algorithms/grids/grid_algorithm.hpp"
#include "experiments/problems/common/family_study.hpp"
#include "experiments/problems/grids/solve.hpp"

namespace apportion::problems {

/// grid (its edges, as in 6x6), level (greatest over least performance), sampling (all sampled) and block (applied: the
/// side of the generalised block, the same in every dimension), each with one small default value.
[[nodiscard]] std::vector<engine::Axis> grid_axes();

/// The point's grid and block, with performances drawn by its sampling model and level.
[[nodiscard]] GridProblem sample_grids(const engine::Point& point, RandomStream& stream);

/// relative_time: rounded time over the rival's on the same network; worse: 1 if it is greater than the rival's, so
/// that its mean is the share of such networks.
[[nodiscard]] std::vector<engine::PairedMetric> grid_paired_metrics();

/// The family's study. A cluster, with speeds that do not depend on the size, replaces level and sampling; every grid
/// then has a cell for each of its processors. `block` changes all sides of the block of an instance.
[[nodiscard]] const FamilyStudy<GridQuestion, GridAnswer>& grid_study();

/// Problems as `apportion solve grids` takes them; answers with its "mapping", "lengths" and, unless they are to be
/// rounded by largest remainders, "rounded".
[[nodiscard]] Exchange<GridAlgorithm> grid_exchange();

}  // namespace apportion::problems
