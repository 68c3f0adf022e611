// Jobs: what each processor computes, sends and receives, in order.
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
  compute,  ///< for so many seconds
  send,     ///< offers a message, and continues; a start-up on the processor comes first
  receive,  ///< asks for a message, and continues
  wait,     ///< until the message has arrived and is taken: for the sender, until its memory is free again
  barrier,  ///< until every processor has reached it
};

struct Step {
  Act act = Act::compute;
  std::uint32_t message = 0;  ///< of send, receive and wait
  double seconds = 0;         ///< of compute
};

using ProcessorProgram = std::vector<Step>;

/// programs[i] is that of processor i. A message is sent once by its sender, and received once by its receiver.
struct Job {
  std::vector<Message> messages;
  std::vector<ProcessorProgram> programs;
};

/// InputError, naming the processor, unless there is a program for each processor of the network, times and bytes are
/// finite and not negative, messages are between different processors that a route joins, and each is sent at most once
/// by its sender, received at most once by its receiver, and waited for only by these two.
void validate(const Network& network, const Job& job);

}  // namespace apportion
