// Owners as lines of text.
#pragma once

#include <string>
#include <string_view>

#include "sim/rectangles/decomposition.hpp"

namespace apportion::problems {

/// The owner of each cell, -1 of one that is nobody's: a line for each row, `between` between its numbers.
[[nodiscard]] std::string owner_lines(const Decomposition& owned, std::string_view between);

}  // namespace apportion::problems
