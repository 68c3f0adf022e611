// The two rounding rules.
#include "algorithms/grids/rounding.hpp"

#include <cmath>
#include <cstddef>

namespace apportion {
namespace {

// A length that should be whole may lie a rounding error below; remainders that should tie may differ by one.
constexpr double rounding_error = 1e-9;

// Gives what is left of `side` to the greatest want, the lowest index among equals; `settle` says how a want that got
// an element changes.
template <class Settle>
void give_left_over(std::vector<std::int64_t>& whole, std::vector<double>& wants, std::int64_t side, Settle settle) {
  for (const std::int64_t length : whole) side -= length;
  for (; side > 0; --side) {
    std::size_t neediest = 0;
    for (std::size_t i = 1; i < wants.size(); ++i)
      if (wants[i] > wants[neediest] + rounding_error) neediest = i;
    ++whole[neediest];
    settle(wants[neediest]);
  }
}

std::vector<std::int64_t> rounded_down(const std::vector<double>& lengths) {
  std::vector<std::int64_t> whole;
  whole.reserve(lengths.size());
  for (const double length : lengths) whole.push_back(static_cast<std::int64_t>(std::floor(length + rounding_error)));
  return whole;
}

}  // namespace

std::vector<std::int64_t> rounded_by_remainders(const std::vector<double>& lengths, std::int64_t side) {
  std::vector<std::int64_t> whole = rounded_down(lengths);
  std::vector<double> remainders;
  remainders.reserve(lengths.size());
  for (std::size_t i = 0; i < lengths.size(); ++i) remainders.push_back(lengths[i] - static_cast<double>(whole[i]));
  give_left_over(whole, remainders, side, [](double& remainder) { remainder -= 1; });
  return whole;
}

std::vector<std::int64_t> rounded_as_printed(const std::vector<double>& lengths, const std::vector<double>& natural,
                                             std::int64_t side) {
  std::vector<std::int64_t> whole = rounded_down(lengths);
  std::vector<double> shortfalls;
  shortfalls.reserve(lengths.size());
  for (std::size_t i = 0; i < lengths.size(); ++i) shortfalls.push_back(natural[i] - static_cast<double>(whole[i]));
  give_left_over(whole, shortfalls, side, [](double& shortfall) { shortfall -= 1; });
  return whole;
}

}  // namespace apportion
