// Jacobi iterations on simulated networks: the costs of an answer and the time of an iteration; and variations, how a
// simulated run differs from the studies' default.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "experiments/engine/experiment.hpp"
#include "sim/network/jacobi.hpp"
#include "sim/network/network.hpp"

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

/// An applied axis of names; the default is the first.
[[nodiscard]] engine::Axis applied_name(const std::string& name, const std::string& title,
                                        const std::vector<std::string>& names);

/// The latency of rectangles, which is the start-up of a message on a network.
[[nodiscard]] engine::Axis start_up_axis();

/// sampling (sampled); network, startup, latency, share, progress, cells and iterations (applied).
[[nodiscard]] std::vector<engine::Axis> jacobi_axes();

/// 4 to 20 processors, a max/min ratio of speeds of 1, 2, 3, 4 or 8, and an array of 1000 x 1000, 2000, 3000, 5000,
/// 10000 or 20000, all equally likely and independent of the applied axes. The speed of computation is chosen so that
/// an iteration of RecursiveBisection2 between barriers spends the share `share` on messages. On a network of two
/// levels the groups are the cluster's machines.
[[nodiscard]] JacobiProblem sample_jacobi(const engine::Point& point, RandomStream& stream);

/// The time in which a processor of speed 1 computes an element, chosen as in sample_jacobi() for the problem's network
/// without a protocol.
[[nodiscard]] double seconds_per_element(const JacobiProblem& problem, double share, RandomStream& stream);

/// The metrics of [jacobi] in code.ini, in elements: the time of 1 is that of sending an element between the fastest
/// pair. `total` is Kaddoura et al.'s; for `most` and `net` see sim/network/jacobi.hpp. Two divisions of a
/// problem have the same noise only if they have the same costs. InputError for an answer that is not accurate, and if
/// rounding leaves a part without an element.
[[nodiscard]] engine::Numbers measure_jacobi(const JacobiProblem& problem, const RectangleSolution& solution);

/// A study with these axes and sampler, described in code.ini.
[[nodiscard]] engine::Experiment jacobi_experiment(const std::string& name,
                                                   std::vector<engine::Axis> axes = jacobi_axes(),
                                                   JacobiProblem (*sample)(const engine::Point& point,
                                                                           RandomStream& stream) = sample_jacobi);

/// A variation; by default nothing differs.
struct Variation {
  double eager_bytes = 0;     ///< see Protocol
  bool has_receiver = false;  ///< a message keeps its receiver busy for the time of its start-up
  bool has_gap = false;       ///< the same time passes between two messages of a sender
  SendOrder order = SendOrder::by_number;
  double noise = 0;  ///< standard deviation of the time of a computation, over its mean
  Progress progress = Progress::free;
  bool reduces = false;
  std::optional<double> oversubscription = std::nullopt;  ///< of a fat tree that replaces the network
  double links = 1;  ///< bandwidth of every second processor's links, over that of the others
};

/// Reads "base", or words of the axis joined by +, such as "noise-10+overlap". InputError for other words, for repeated
/// ones, and for a number that is out of range or not spelled plainly.
[[nodiscard]] Variation parse_variation(const std::string& text);

/// The protocol of a variation. Receivers and gaps take `overhead_seconds`; bytes are stretched by `message_scale`.
[[nodiscard]] Protocol protocol_of(const Variation& variation, double overhead_seconds, double message_scale = 1);

/// The axis `protocol`.
[[nodiscard]] engine::Axis protocol_axis();

}  // namespace apportion::validation
