// The gas-pressure distribution, the paper's own method. *Reconstructed*: Kalinov & Klimov, Section 3.2, say that
// borders move "on the force" of the difference of pressures, and no more; steps that shrink geometrically are ours.
// *Calibrated*: gas_first_step and gas_step_decay, on the one printed number 1.01762 (Section 4.1).
#include <algorithm>
#include <limits>

#include "algorithms/grids/distributions.hpp"
#include "algorithms/grids/pressures.hpp"

namespace apportion {
namespace {

// Borders move one after the other by the pressures at the beginning, each by a part of the shorter neighbour as it is
// then, so that no length becomes negative.
void move_borders(std::span<const double> pressure, double step, std::vector<double>& lengths) {
  const double equal = gas_equality * *std::max_element(pressure.begin(), pressure.end());
  for (std::size_t i = 0; i + 1 < lengths.size(); ++i) {
    const double difference = pressure[i] - pressure[i + 1];
    const double amount = step * std::min(lengths[i], lengths[i + 1]);
    const double moved = difference > equal ? amount : difference < -equal ? -amount : 0.0;
    lengths[i] -= moved;
    lengths[i + 1] += moved;
  }
}

}  // namespace

// The time after a sweep is the greatest pressure at the beginning of the next one. (Looking after every dimension
// instead would give another, smaller value at the calibrated point.)
Lengths gas_pressure_lengths(const MappedGrid& grid) {
  Lengths lengths = natural_lengths(grid);
  Lengths best = lengths;
  double best_time = std::numeric_limits<double>::infinity();
  Pressures pressures(grid);
  double step = gas_first_step;
  for (int sweep = 0; sweep <= gas_sweeps; ++sweep) {
    for (std::size_t k = lengths.size(); k-- > 0;) {
      const std::span<const double> pressure = pressures.of(lengths, k);
      if (k + 1 == lengths.size()) {
        const double time = *std::max_element(pressure.begin(), pressure.end());
        if (time < best_time) {
          best_time = time;
          best = lengths;
        }
        if (sweep == gas_sweeps) return best;
      }
      move_borders(pressure, step, lengths[k]);
    }
    step *= gas_step_decay;
  }
  return best;
}

}  // namespace apportion
