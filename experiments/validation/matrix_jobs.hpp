// Matrix product and LU decomposition on simulated networks: block times against simulated times.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/grids/grid_algorithm.hpp"
#include "experiments/engine/experiment.hpp"
#include "sim/network/matrix_jobs.hpp"
#include "sim/network/network.hpp"

namespace apportion::validation {

/// A grid problem, and the matrices that its answer distributes.
struct GridJobProblem : GridProblem {
  Network network = {};
  MatrixWork workload = MatrixWork::product;
  std::int64_t size = 0;     ///< the order of the matrices
  bool best_order = false;   ///< take the faster of each dimension's slices as in the answer and reversed
  double message_scale = 0;  ///< the bytes that each byte of a message counts as
  double noise = 0;          ///< of each computation, drawn by add_noise() for each answer
  std::uint64_t noise_seed = 0;
};

/// grid, level, sampling (sampled); block, network, workload, share, blocks and order (applied).
[[nodiscard]] std::vector<engine::Axis> grid_job_axes();

/// The grid problem of the point. Messages are stretched so that for Beaumont et al.'s answer, with slices as given,
/// the time of all messages alone has the share `share` in the sum of it and the time of all computation alone.
[[nodiscard]] GridJobProblem sample_grid_job(const engine::Point& point, RandomStream& stream);

/// The simulated `time`, and the `block_time` of the rounded answer, per block and index of the product.
[[nodiscard]] engine::Numbers measure_grid_job(const GridJobProblem& problem, const GridSolution& solution);

/// The simulated seconds of an answer's job, with slices in the order of the answer.
[[nodiscard]] double simulated_time(const GridJobProblem& problem, const GridSolution& solution);

}  // namespace apportion::validation
