// Measures of heterogeneity, as sums of logarithms: products of many performances would overflow.
#include "sim/grids/heterogeneity.hpp"

#include <algorithm>
#include <cmath>

namespace apportion {
namespace {

// ln(prod p / reference^E) / (E - 1).
double mean_logarithm_over(std::span<const double> performances, double reference) {
  if (performances.size() < 2) return 0;
  double sum = 0;
  for (const double performance : performances) sum += std::log(performance / reference);
  return sum / static_cast<double>(performances.size() - 1);
}

}  // namespace

double heterogeneity_level(std::span<const double> performances) {
  const auto [least, greatest] = std::ranges::minmax(performances);
  return greatest / least;
}

double weak_heterogeneity(std::span<const double> performances) {
  return mean_logarithm_over(performances, std::ranges::min(performances));
}

double strong_heterogeneity(std::span<const double> performances) {
  return 0 - mean_logarithm_over(performances, std::ranges::max(performances));
}

double internal_heterogeneity(std::span<const double> performances) {
  return std::max(weak_heterogeneity(performances), strong_heterogeneity(performances));
}

}  // namespace apportion
