// Jobs, the computations, sends and receives of each processor in order, and their simulation on a network.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/network/network.hpp"

namespace apportion {

struct Message {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  double bytes = 0;
};

enum class Act : std::uint8_t {
  compute,  ///< takes a number of seconds
  send,     ///< offers a message, after a start-up on the processor, and continues
  receive,  ///< asks for a message, and continues
  wait,     ///< until the message has been received; for the sender, until its buffer is free again
  barrier,  ///< until every processor has reached it
};

struct Step {
  Act act = Act::compute;
  std::uint32_t message = 0;  ///< of send, receive and wait
  double seconds = 0;         ///< of compute
};

using ProcessorProgram = std::vector<Step>;

/// programs[i] is that of processor i. A message is sent at most once, by its sender, received at most once, by its
/// receiver, and waited for by these two only.
struct Job {
  std::vector<Message> messages;
  std::vector<ProcessorProgram> programs;
};

enum class Doing : std::uint8_t {
  computing,
  starting_up,  ///< the processor spends a start-up, or receives a message
  waiting,      ///< for a message, or at a barrier
};

/// An activity of a processor from `begin` to `end`, in seconds.
struct Activity {
  std::uint32_t processor = 0;
  Doing doing = Doing::computing;
  double begin = 0;
  double end = 0;
};

/// From the moment when both ends were ready to the arrival of the last byte.
struct Transfer {
  double begin = 0;
  double end = 0;
};

struct Timeline {
  std::vector<double> finish;        ///< of each processor
  std::vector<double> link_bytes;    ///< that each link carried; start-ups carry no bytes
  std::vector<Transfer> transfers;   ///< one for each message
  std::vector<Activity> activities;  ///< of each processor in order; empty unless requested

  /// The time at which the last processor finishes.
  [[nodiscard]] double makespan() const;
};

/// The longest uninterrupted wait of a processor; of waits that are equal within a relative 1e-9, the first to end.
/// Empty if no wait was recorded.
[[nodiscard]] std::optional<Activity> longest_wait(const Timeline& timeline);

enum class Record : std::uint8_t { costs, activities };

/// Runs the job. A message begins when its sender has offered it and its receiver has asked for it, or at once if the
/// network's protocol makes it eager. It waits for its sender's gap, the latencies of its route and a start-up on the
/// wire, and is then transferred at its max-min fair rate (sim/network/fair_shares.hpp). Events within a relative 1e-12
/// of the time are simultaneous. A pure function; the network must be valid, with a program for each processor.
/// InputError for a time or a number of bytes that is negative or not finite, for a message without a route, and if
/// processors wait for ever; it names them and what they wait for.
[[nodiscard]] Timeline simulate(const Network& network, const Job& job, Record record = Record::costs);

}  // namespace apportion
