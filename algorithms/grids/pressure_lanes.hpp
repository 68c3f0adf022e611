// The natural, equal-pressure and gas-pressure distributions for several networks of one shape at once: operation by
// operation the plain code of natural_lengths.cpp, equal_pressure_lengths.cpp and gas_pressure_lengths.cpp. Always
// inlined, so that each caller compiles it for its own instruction set.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "algorithms/grids/distributions.hpp"
#include "algorithms/grids/lanes.hpp"

namespace apportion {

/// One dimension of the grid: cell (below, i, above) stands at (above * edge + i) * stride + below.
struct LaneDimension {
  std::size_t edge = 0;
  std::size_t stride = 0;
  std::size_t above = 0;         ///< cells / (edge * stride)
  std::size_t first_length = 0;  ///< where the dimension's lengths begin
  double side = 0;               ///< of the block
};

/// Several mapped grids of one shape, and buffers.
template <std::size_t width>
struct LaneGrid {
  LaneGrid(const ProcessGrid& grid, const std::vector<std::int64_t>& block)
      : performances(grid.cells()), cycle_times(grid.cells()), others(grid.cells()) {
    std::size_t slices = 0;
    for (std::size_t k = 0; k < grid.dimensions(); ++k) {
      dimensions.push_back({grid.edge(k), grid.stride(k), grid.cells() / (grid.stride(k) * grid.edge(k)), slices,
                            static_cast<double>(block[k])});
      slices += grid.edge(k);
    }
    lengths.resize(slices);
    best.resize(slices);
    pressures.resize(slices);
  }

  std::vector<LaneDimension> dimensions;
  std::vector<Lanes<width>> performances;  ///< cell by cell; the input
  std::vector<Lanes<width>> lengths;       ///< slice by slice, dimension by dimension; the output
  std::vector<Lanes<width>> cycle_times;
  std::vector<Lanes<width>> others;
  std::vector<Lanes<width>> best;
  std::vector<Lanes<width>> pressures;
};

template <std::size_t width>
[[gnu::always_inline]] inline void start_lanes(LaneGrid<width>& grid) {
  using Vector = typename Lanes<width>::Vector;
  Vector total = {};
  for (std::size_t c = 0; c < grid.performances.size(); ++c) {
    total += grid.performances[c].v;
    grid.cycle_times[c].v = 1.0 / grid.performances[c].v;
  }
  for (const LaneDimension& d : grid.dimensions)
    for (std::size_t i = 0; i < d.edge; ++i) {
      Vector sum = {};
      for (std::size_t above = 0; above < d.above; ++above)
        for (std::size_t c = 0; c < d.stride; ++c) sum += grid.performances[(above * d.edge + i) * d.stride + c].v;
      grid.lengths[d.first_length + i].v = d.side * sum / total;
    }
}

// Pressures a unit of length in the slices of dimension k, into grid.pressures from 0 on.
template <std::size_t width>
[[gnu::always_inline]] inline void lane_pressures_per_length(LaneGrid<width>& grid, std::size_t k) {
  using Vector = typename Lanes<width>::Vector;
  Lanes<width>* const others = grid.others.data();
  std::size_t below = 1;
  others[0].v = Vector{} + 1.0;
  for (std::size_t j = 0; j < grid.dimensions.size(); ++j) {
    if (j == k) continue;
    const LaneDimension& d = grid.dimensions[j];
    for (std::size_t i = d.edge; i-- > 0;)
      for (std::size_t c = 0; c < below; ++c)
        others[i * below + c].v = others[c].v * grid.lengths[d.first_length + i].v;
    below *= d.edge;
  }
  const LaneDimension& d = grid.dimensions[k];
  for (std::size_t i = 0; i < d.edge; ++i) {
    Vector greatest = {};
    for (std::size_t above = 0; above < d.above; ++above) {
      const Lanes<width>* const cycle_times = grid.cycle_times.data() + (above * d.edge + i) * d.stride;
      for (std::size_t c = 0; c < d.stride; ++c) {
        const Vector value = others[above * d.stride + c].v * cycle_times[c].v;
        greatest = greatest > value ? greatest : value;
      }
    }
    grid.pressures[i].v = greatest;
  }
}

template <std::size_t width>
[[gnu::always_inline]] inline void move_lane_borders(const LaneDimension& d, double step, LaneGrid<width>& grid) {
  using Vector = typename Lanes<width>::Vector;
  Vector greatest = grid.pressures[0].v;
  for (std::size_t i = 1; i < d.edge; ++i) greatest = greatest > grid.pressures[i].v ? greatest : grid.pressures[i].v;
  const Vector equal = gas_equality * greatest;
  Lanes<width>* const lengths = grid.lengths.data() + d.first_length;
  for (std::size_t i = 0; i + 1 < d.edge; ++i) {
    const Vector difference = grid.pressures[i].v - grid.pressures[i + 1].v;
    const Vector amount = step * (lengths[i + 1].v < lengths[i].v ? lengths[i + 1].v : lengths[i].v);
    const Vector moved = difference > equal ? amount : (difference < -equal ? -amount : Vector{});
    lengths[i].v -= moved;
    lengths[i + 1].v += moved;
  }
}

template <std::size_t width>
[[gnu::always_inline]] inline void gas_pressure_in_lanes(LaneGrid<width>& grid) {
  using Vector = typename Lanes<width>::Vector;
  start_lanes(grid);
  Vector best_time = Vector{} + std::numeric_limits<double>::infinity();
  double step = gas_first_step;
  for (int sweep = 0; sweep <= gas_sweeps; ++sweep) {
    for (std::size_t k = grid.dimensions.size(); k-- > 0;) {
      const LaneDimension& d = grid.dimensions[k];
      lane_pressures_per_length(grid, k);
      for (std::size_t i = 0; i < d.edge; ++i) grid.pressures[i].v *= grid.lengths[d.first_length + i].v;
      if (k + 1 == grid.dimensions.size()) {
        Vector time = grid.pressures[0].v;
        for (std::size_t i = 1; i < d.edge; ++i) time = time > grid.pressures[i].v ? time : grid.pressures[i].v;
        const auto better = time < best_time;
        best_time = better ? time : best_time;
        for (std::size_t i = 0; i < grid.best.size(); ++i) grid.best[i].v = better ? grid.lengths[i].v : grid.best[i].v;
        if (sweep == gas_sweeps) break;
      }
      move_lane_borders(d, step, grid);
    }
    step *= gas_step_decay;
  }
  grid.lengths.swap(grid.best);
}

// As equalise() for the lanes where `active`; the others stay as they are.
template <std::size_t width, class Mask>
[[gnu::always_inline]] inline void equalise_lanes(const LaneDimension& d, const Mask& active, LaneGrid<width>& grid) {
  using Vector = typename Lanes<width>::Vector;
  Vector sum = {};
  for (std::size_t i = 0; i < d.edge; ++i) {
    grid.pressures[i].v = 1.0 / grid.pressures[i].v;
    sum += grid.pressures[i].v;
  }
  const Vector factor = d.side / sum;
  for (std::size_t i = 0; i < d.edge; ++i) {
    Lanes<width>& length = grid.lengths[d.first_length + i];
    length.v = active ? grid.pressures[i].v * factor : length.v;
  }
}

template <std::size_t width>
[[gnu::always_inline]] inline void equal_pressure_in_lanes(LaneGrid<width>& grid) {
  using Vector = typename Lanes<width>::Vector;
  start_lanes(grid);
  const std::size_t last = grid.dimensions.size() - 1;
  const LaneDimension& d = grid.dimensions[last];
  Vector time = Vector{} + std::numeric_limits<double>::infinity();
  auto active = time > Vector{};
  for (;;) {
    lane_pressures_per_length(grid, last);
    Vector now = {};
    for (std::size_t i = 0; i < d.edge; ++i) {
      const Vector pressure = grid.pressures[i].v * grid.lengths[d.first_length + i].v;
      now = now > pressure ? now : pressure;
    }
    active = active & ~(time - now < equal_pressure_gain * time);
    bool any = false;
    for (std::size_t lane = 0; lane < width; ++lane) any = any || active[lane] != 0;
    if (!any) return;
    time = now;
    equalise_lanes(d, active, grid);
    for (std::size_t k = last; k-- > 0;) {
      lane_pressures_per_length(grid, k);
      equalise_lanes(grid.dimensions[k], active, grid);
    }
  }
}

}  // namespace apportion
