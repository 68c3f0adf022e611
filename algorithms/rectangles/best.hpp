// The members of BEST, as data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace apportion {

enum class Effort : std::uint8_t { quick, normal, thorough };

/// The names, options included, of the algorithms of which BEST gives the best, for p processors, with latency or
/// without, and for parts of any shape or rectangles.
[[nodiscard]] std::vector<std::string> members_of_best(Effort effort, std::size_t processors, bool with_latency,
                                                       bool any_shape);

}  // namespace apportion
