// The declaration of an option that is a count.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "algorithms/options.hpp"

namespace apportion {

/// Declares an option that is a count of at least `least`.
[[nodiscard]] inline OptionSpec count_option(std::string name, std::string default_value, std::string summary,
                                             std::int64_t least = 0) {
  return {std::move(name), OptionKind::count, std::move(default_value), {}, least, most_count, std::move(summary)};
}

}  // namespace apportion
