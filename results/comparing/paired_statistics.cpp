// Effect size, Holm's correction and percentiles.
#include "results/comparing/paired_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "results/moments.hpp"

namespace apportion::results {
namespace {

// The order statistic at this rank, counted from 1; `numbers` are sorted.
double at_rank(const std::vector<double>& numbers, double rank) {
  const auto last = static_cast<double>(numbers.size());
  const double within = std::clamp(rank, 1.0, last);
  const auto below = static_cast<std::size_t>(within) - 1;
  const double low = numbers[below];
  const double high = numbers[std::min(below + 1, numbers.size() - 1)];
  // Infinite numbers cannot be interpolated: the one nearer to the rank.
  const double part = within - std::floor(within);
  if (!std::isfinite(low) || !std::isfinite(high)) return part < 0.5 ? low : high;
  return low + part * (high - low);
}

}  // namespace

std::optional<double> effect_size(const Moments& differences) {
  if (!(differences.m2 > 0)) return std::nullopt;
  const double deviation = std::sqrt(differences.m2 / static_cast<double>(differences.count - 1));
  // What rounding leaves of differences that are all the same.
  if (deviation <= 1e-9 * std::abs(differences.mean)) return std::nullopt;
  return differences.mean / deviation;
}

std::vector<std::optional<double>> holm_adjusted(const std::vector<std::optional<double>>& p_values) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < p_values.size(); ++i)
    if (p_values[i]) order.push_back(i);
  std::ranges::stable_sort(order, {}, [&p_values](std::size_t i) { return *p_values[i]; });
  std::vector<std::optional<double>> adjusted(p_values.size());
  double least = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    least = std::max(least, std::min(1.0, static_cast<double>(order.size() - rank) * *p_values[order[rank]]));
    adjusted[order[rank]] = least;
  }
  return adjusted;
}

Interval central_interval(std::vector<double>& numbers, double level) {
  std::ranges::sort(numbers);
  const double ranks = static_cast<double>(numbers.size()) + 1;
  return {at_rank(numbers, ranks * (1 - level) / 2), at_rank(numbers, ranks * (1 + level) / 2)};
}

}  // namespace apportion::results
