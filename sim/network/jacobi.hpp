// Jacobi sweeps on a decomposition, the job that the costs of Kaddoura et al. model; two costs of an exchange of
// messages without simulation, of the busiest part and of the busiest resource of a network; and platforms.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/words.hpp"
#include "sim/network/network.hpp"
#include "sim/network/simulate.hpp"
#include "sim/random_stream.hpp"
#include "sim/stencil.hpp"

namespace apportion {

constexpr double bytes_per_element = 8;

/// When a processor begins its next iteration.
enum class Progress : std::uint8_t {
  free,     ///< as soon as its neighbours' boundaries have arrived
  barrier,  ///< when all processors have ended the current one
  overlap,  ///< as free, but elements that border on no neighbour are computed while boundaries travel
};

inline constexpr std::array progress_words = {Word{Progress::free, "free"}, Word{Progress::barrier, "barrier"},
                                              Word{Progress::overlap, "overlap"}};

/// The order in which a processor sends its boundaries.
enum class SendOrder : std::uint8_t {
  by_number,      ///< by the numbers of its neighbours
  longest_first,  ///< longest first, ties by number
  next_first,     ///< by number, beginning after its own and wrapping to 0
};

struct JacobiSettings {
  std::size_t iterations = 10;
  double seconds_per_element = 0;  ///< of a processor with speed 1
  Progress progress = Progress::free;
  SendOrder order = SendOrder::by_number;
  /// After the computation of each iteration all processors agree on a number, such as for a convergence test: it goes
  /// up a binomial tree to processor 0 and down again.
  bool reduces = false;
};

/// The messages of one iteration: for each pair of neighbours one each way, of 8 bytes for each element.
[[nodiscard]] std::vector<Message> halo_exchange(const Stencil& stencil);

/// In each iteration a processor posts receives for its neighbours' boundaries, sends its own, waits for all of these
/// messages, and computes. speeds[i] is the speed of processor i.
[[nodiscard]] Job jacobi(const Stencil& stencil, const std::vector<double>& speeds, const JacobiSettings& settings);

/// Multiplies the time of each computation by a factor of mean 1 and this standard deviation, drawn uniformly.
/// InputError unless the deviation is from 0 to 0.5, beyond which factors could be negative.
void add_noise(Job& job, double deviation, RandomStream& stream);

/// The job, which computes for a second per element, with this time of an element.
[[nodiscard]] Job with_element_seconds(Job job, double seconds_per_element);

/// The most that one part receives, plus `latency` for each of its neighbours; in elements.
[[nodiscard]] double most(const Stencil& stencil, double latency);

/// How long the busiest resource of the network is busy with these messages, in seconds; infinity if one of them has no
/// route. A link is busy with its bytes and the start-ups on it. If processors spend start-ups, a processor is busy
/// with its start-ups, one after the other, and then its slowest link with what it sends. Transfers can overlap
/// start-ups, so that this part is an estimate, whereas the time of the links is a lower bound.
[[nodiscard]] double net(const Network& network, const std::vector<Message>& messages);

/// Processors joined by a network.
struct Platform {
  std::shared_ptr<const Network> network;
  std::vector<double> speeds;      ///< speeds of the processors
  double seconds_per_element = 0;  ///< of a processor of speed 1; 0: only messages take time
};

/// The time of an iteration in seconds, from a simulation of ten Jacobi sweeps without a barrier. Answers are ranked by
/// it. InputError if a message has no route.
[[nodiscard]] double iteration_seconds(const Platform& platform, const Stencil& stencil);

}  // namespace apportion
