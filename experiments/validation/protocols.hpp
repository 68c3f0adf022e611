// Variations: how a simulated run differs from the one that the studies have by default.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/engine/axis.hpp"
#include "sim/network/jacobi.hpp"
#include "sim/network/network.hpp"

namespace apportion::validation {

/// By default nothing differs.
struct Variation {
  double eager_bytes = 0;     ///< see Protocol
  bool has_receiver = false;  ///< receivers are busy with messages as long as the start-up of one takes
  bool has_gap = false;       ///< as long between the messages of a sender
  SendOrder order = SendOrder::by_number;
  double noise = 0;  ///< standard deviation of the time of a computation, over its mean
  Progress progress = Progress::free;
  bool reduces = false;
  std::optional<double> oversubscription = std::nullopt;  ///< of a fat tree in the place of the network
  double links = 1;  ///< bandwidth of every second processor's links over that of the others
};

/// "base", or words joined by +, such as "noise-10+overlap"; each is one that the axis lists. InputError for other
/// words, for one that comes twice, and for a number that is out of range or not spelled plainly.
[[nodiscard]] Variation parse_variation(const std::string& text);

/// What it says of messages. Receivers and gaps take so long; bytes are stretched by `message_scale`.
[[nodiscard]] Protocol protocol_of(const Variation& variation, double overhead_seconds, double message_scale = 1);

/// The axis `protocol`; its values are the caller's.
[[nodiscard]] engine::Axis protocol_axis(const std::vector<std::string>& values);

}  // namespace apportion::validation
