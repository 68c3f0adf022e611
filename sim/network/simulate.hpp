// Simulates a job on a network.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/network/job.hpp"
#include "sim/network/network.hpp"

namespace apportion {

enum class Doing : std::uint8_t {
  computing,
  starting_up,  ///< a message, or receiving one, on the processor
  waiting,      ///< for a message, or at a barrier
};

/// What a processor does from `begin` to `end`, in seconds.
struct Activity {
  std::uint32_t processor = 0;
  Doing doing = Doing::computing;
  double begin = 0;
  double end = 0;
};

/// From when both ends were ready until the last byte arrived.
struct Transfer {
  double begin = 0;
  double end = 0;
};

struct Timeline {
  std::vector<double> finish;        ///< of each processor
  std::vector<double> link_bytes;    ///< that each link carried; start-ups carry no bytes
  std::vector<Transfer> transfers;   ///< of each message
  std::vector<Activity> activities;  ///< each processor's in order; empty unless they were asked for

  /// When the last processor has finished.
  [[nodiscard]] double makespan() const;
};

/// The longest uninterrupted wait of a processor; of waits that are equal to a relative 1e-9, the first one to end.
/// Empty if no wait was recorded.
[[nodiscard]] std::optional<Activity> longest_wait(const Timeline& timeline);

enum class Record : std::uint8_t { costs, activities };

/// Runs the job: a message begins when its sender has offered and its receiver has asked for it, or at once if the
/// network's protocol makes it eager; it waits for the gap of its sender, the latencies of its route and a start-up on
/// the wire, and is transferred at its max-min fair rate (sim/network/ fair_shares.hpp). Events closer than a relative
/// 1e-12 of the time count as one. A pure function; the network must be valid. InputError for an invalid job
/// (validate() in sim/network/job.hpp), and if processors wait forever; the message says which and for what.
[[nodiscard]] Timeline simulate(const Network& network, const Job& job, Record record = Record::costs);

}  // namespace apportion
