// The equal-pressure distribution: no parameters, and the best that one dimension at a time can do.
#include <algorithm>
#include <limits>

#include "algorithms/grids/distributions.hpp"
#include "algorithms/grids/pressures.hpp"

namespace apportion {
namespace {

// With pressures per length g_i, l_i g_i is the same for all i where l_i is proportional to 1/g_i.
void equalise(std::span<const double> per_length, std::int64_t side, std::vector<double>& lengths) {
  double sum = 0;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    lengths[i] = 1.0 / per_length[i];
    sum += lengths[i];
  }
  const double factor = static_cast<double>(side) / sum;
  for (double& length : lengths) length *= factor;
}

}  // namespace

// From the last dimension to the first: the other way round is 2 to 5 % slower than Beaumont et al. on grids of 5 x 5
// to 10 x 10, which is not what the paper reports.
Lengths equal_pressure_lengths(const MappedGrid& grid) {
  Lengths lengths = natural_lengths(grid);
  Pressures pressures(grid);
  const std::size_t last = lengths.size() - 1;
  double time = std::numeric_limits<double>::infinity();
  for (;;) {
    const std::span<const double> unit = pressures.per_length(lengths, last);
    double now = 0;
    for (std::size_t i = 0; i < unit.size(); ++i) now = std::max(now, unit[i] * lengths[last][i]);
    if (time - now < equal_pressure_gain * time) return lengths;
    time = now;
    equalise(unit, grid.block[last], lengths[last]);
    for (std::size_t k = last; k-- > 0;) equalise(pressures.per_length(lengths, k), grid.block[k], lengths[k]);
  }
}

}  // namespace apportion
