// From real-valued lengths to whole ones that sum to the block's side.
#pragma once

#include <cstdint>
#include <vector>

namespace apportion {

/// Rounds down, then gives the elements that are left over to the lengths with the largest fractional remainders, one
/// each; remainders that differ by no more than 1e-9 tie, and the lower index wins.
[[nodiscard]] std::vector<std::int64_t> rounded_by_remainders(const std::vector<double>& lengths, std::int64_t side);

/// The rule as printed (Kalinov & Klimov, Section 3.2): rounds down, then gives one element after the other to the
/// length that is furthest below its natural length. It undoes part of what was optimised.
[[nodiscard]] std::vector<std::int64_t> rounded_as_printed(const std::vector<double>& lengths,
                                                           const std::vector<double>& natural, std::int64_t side);

}  // namespace apportion
