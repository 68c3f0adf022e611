// Partition numbers by Euler's recurrence.
#include "sim/rectangles/partition_number.hpp"

#include <cmath>
#include <numbers>
#include <vector>

#include "base/error.hpp"

namespace apportion {

std::uint64_t partition_number(std::size_t p) {
  if (p > largest_exact_partition_number)
    throw InputError("pt({}) does not fit 64 bits; the largest that does is pt({})", p, largest_exact_partition_number);
  // pt(k) = sum over i >= 1 of (-1)^(i+1) (pt(k - i(3i-1)/2) + pt(k - i(3i+1)/2)). Unsigned sums may overflow on the
  // way: the result is right modulo 2^64, and it fits.
  std::vector<std::uint64_t> number(p + 1);
  number[0] = 1;
  for (std::size_t k = 1; k <= p; ++k)
    for (std::size_t i = 1; i * (3 * i - 1) / 2 <= k; ++i) {
      const std::size_t lesser = i * (3 * i - 1) / 2;
      const std::size_t greater = lesser + i;
      const std::uint64_t term = number[k - lesser] + (greater <= k ? number[k - greater] : 0);
      number[k] = i % 2 == 1 ? number[k] + term : number[k] - term;
    }
  return number[p];
}

double log10_partition_number_estimate(std::size_t p) {
  const auto x = static_cast<double>(p);
  return std::numbers::pi * std::sqrt(2 * x / 3) / std::numbers::ln10 - std::log10(4 * x * std::numbers::sqrt3);
}

}  // namespace apportion
