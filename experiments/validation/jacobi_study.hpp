// Jacobi iterations on simulated networks: what an answer costs by each cost, and how long it takes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "experiments/engine/study.hpp"
#include "sim/network/jacobi.hpp"

namespace apportion::validation {

/// A rectangle problem with a network between its processors, and how they iterate.
struct JacobiProblem : RectangleProblem {
  std::string network_name = {};
  JacobiSettings settings = {};
  bool whole_cells = false;  ///< answers are rounded to whole rows and columns
  double element_time = 0;   ///< seconds: the unit of all times, in which the fastest pair sends an element
  double noise = 0;          ///< standard deviation of the time of a computation, over its mean
  std::uint64_t noise_seed = 0;
};

/// All in elements: a time in elements is that of sending so many between the fastest pair.
struct JacobiMeasures {
  double acost = 0;
  double total = 0;    ///< Acost + latency x internal edges (Kaddoura et al.)
  double most = 0;     ///< sim/network/communication_costs.hpp
  double net = 0;      ///< as there, in element times
  double compute = 0;  ///< the longest computation of an iteration
  double time = 0;     ///< an iteration, simulated
};

/// The six methods of Kaddoura et al. that divide among the processors of a flat cluster and are told the latency.
[[nodiscard]] std::vector<std::string> flat_methods();

/// sampling (sampled); network, startup, latency, share, progress, cells and iterations (applied).
[[nodiscard]] std::vector<engine::Axis> jacobi_axes();

/// 4 to 20 processors, a max/min ratio of speeds of 1, 2, 3, 4 or 8, and an array of 1000 x 1000, 2000, 3000, 5000,
/// 10000 or 20000, all equally likely, whatever the applied axes say. Processors compute so fast that an iteration of
/// RecursiveBisection2 between barriers spends the share `share` on messages. On two levels the groups are the
/// cluster's machines.
[[nodiscard]] JacobiProblem sample_jacobi(const engine::Point& point, RandomStream& stream);

/// How long a processor of speed 1 computes an element so that RecursiveBisection2 spends the share `share` on
/// messages, as above, on the problem's network without a protocol.
[[nodiscard]] double seconds_per_element(const JacobiProblem& problem, double share, RandomStream& stream);

/// Two divisions of a problem meet the same noise only if they have the same costs.
/// InputError for an answer that is not accurate, and where rounding leaves a part without an element.
[[nodiscard]] JacobiMeasures measure_jacobi(const JacobiProblem& problem, const RectangleSolution& solution);

/// A study of flat_methods() and MULTILEVEL; name, title, claim and the axes' values are the caller's.
[[nodiscard]] engine::Study jacobi_study(const std::string& name);

}  // namespace apportion::validation
