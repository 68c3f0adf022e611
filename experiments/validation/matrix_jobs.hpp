// Matrix product and LU decomposition on simulated networks: block times against simulated times.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/grids/grid_algorithm.hpp"
#include "experiments/engine/study.hpp"
#include "sim/network/matrix_jobs.hpp"
#include "sim/network/network.hpp"

namespace apportion::validation {

enum class Workload : std::uint8_t { product, lu };

/// A grid problem, and the matrices that are distributed by its answer.
struct GridJobProblem : GridProblem {
  Network network = {};
  Workload workload = Workload::product;
  std::int64_t size = 0;     ///< of the matrices
  bool best_order = false;   ///< of the slices of each dimension as the answer has them and reversed, the fastest
  double message_scale = 0;  ///< each byte of a message counts as so many
  double noise = 0;          ///< of each computation, as add_noise() draws it, for each answer anew
  std::uint64_t noise_seed = 0;
};

struct GridJobMeasures {
  double block_time = 0;  ///< of the rounded answer, for each of its blocks and each index of the product
  double time = 0;        ///< simulated
};

/// Three methods of Kalinov & Klimov's paper, Beaumont et al.'s and one after them.
[[nodiscard]] std::vector<std::string> grid_methods();

/// grid, level, sampling (sampled); block, network, workload, share, blocks and order (applied).
[[nodiscard]] std::vector<engine::Axis> grid_job_axes();

/// The grid problem of the point. Messages take so long that for Beaumont et al.'s answer, with slices as given, the
/// time of all messages alone is the share `share` of the sum of this and the time of all computation alone.
[[nodiscard]] GridJobProblem sample_grid_job(const engine::Point& point, RandomStream& stream);

[[nodiscard]] GridJobMeasures measure_grid_job(const GridJobProblem& problem, const GridSolution& solution);

/// Seconds that the job of an answer takes with slices in the order of the answer.
[[nodiscard]] double simulated_time(const GridJobProblem& problem, const GridSolution& solution);

}  // namespace apportion::validation
