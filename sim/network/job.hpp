// Jobs: the computations, sends and receives of each processor, in order.
#pragma once

#include <cstddef>
#include <cstdint>
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

}  // namespace apportion
