// Computations under a distribution, step by step.
#include "sim/distributions/costs.hpp"

namespace apportion {

double triangular_time(const Distribution& distribution) {
  double time = 0;
  for (Index k = 0; k < distribution.length(); ++k) time += static_cast<double>(distribution.most_below(k));
  return time;
}

double triangular_bound(Index n, Index p) {
  double time = 0;
  for (Index k = 0; k < n; ++k) {
    const Index busiest = (k + p - 1) / p;
    time += static_cast<double>(busiest);
  }
  return time;
}

double cut_neighbours(const Distribution& distribution) {
  Index cut = 0;
  for (Index i = 0; i + 1 < distribution.length(); ++i)
    cut += distribution.owner(i) != distribution.owner(i + 1) ? 1 : 0;
  return static_cast<double>(cut);
}

}  // namespace apportion
