// Variations: how a simulated run differs from the studies' default.
#pragma once

#include <optional>
#include <string>

#include "experiments/engine/axis.hpp"
#include "sim/network/jacobi.hpp"
#include "sim/network/network.hpp"

namespace apportion::validation {

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
