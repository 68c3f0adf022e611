// The pressures in the slices of several process grids of one shape at once, and the best of the three mappings by a
// method that balances them. `proposed` and `equal-pressure` are such methods.
//
// The pressure in slice i of dimension k is f_{k,i}, the longest time in it. The paper asks for equal pressures within
// every dimension. That is necessary for a least time, and not sufficient: such states form a continuum, on which the
// time can even have an interior maximum (on a 2 x 2 grid, for instance), so that what is found depends on the start.
//
// The kernels are always inlined, so that each caller compiles them for its own instruction set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/grids/grid_algorithm.hpp"
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

/// Several process grids of one shape whose cells have their processes, and buffers.
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

/// The natural lengths, in proportion to the sums of the performances; and the cycle-times.
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

/// For each slice i of dimension k the greatest (prod_{j != k} l_j) / p in it, which is f_{k,i} / l_{k,i}; into
/// grid.pressures from 0 on.
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
  const Lanes<width>* cycle_times = grid.cycle_times.data();
  if (d.stride == 1 && d.edge > 3) {
    // Slices next to each other, whose maxima do not wait for each other; few slices are sooner done one by one.
    for (std::size_t i = 0; i < d.edge; ++i) grid.pressures[i].v = others[0].v * cycle_times[i].v;
    for (std::size_t above = 1; above < d.above; ++above) {
      cycle_times += d.edge;
      const Vector other = others[above].v;
      for (std::size_t i = 0; i < d.edge; ++i) {
        const Vector value = other * cycle_times[i].v;
        grid.pressures[i].v = grid.pressures[i].v > value ? grid.pressures[i].v : value;
      }
    }
    return;
  }
  for (std::size_t i = 0; i < d.edge; ++i) {
    Vector greatest = {};
    for (std::size_t above = 0; above < d.above; ++above) {
      const Lanes<width>* const times = cycle_times + (above * d.edge + i) * d.stride;
      for (std::size_t c = 0; c < d.stride; ++c) {
        const Vector value = others[above * d.stride + c].v * times[c].v;
        greatest = greatest > value ? greatest : value;
      }
    }
    grid.pressures[i].v = greatest;
  }
}

/// Finds lengths for all lanes of a grid, from its performances.
struct PressureMethod {
  void (*two)(LaneGrid<2>& grid) = nullptr;
  void (*four)(LaneGrid<4>& grid) = nullptr;   ///< called only where has_four_lanes()
  void (*eight)(LaneGrid<8>& grid) = nullptr;  ///< called only where has_eight_lanes()
};

/// For each problem the method's lengths for each of the mappings that the option `mapping` chooses, rounded as the
/// option `printed-rounding` says; the solution with the smallest rounded time, the first of those that tie. Problems
/// of one shape (grid and block) that follow each other are solved side by side, which changes no bit. Throws
/// InputError for an invalid problem.
[[nodiscard]] std::vector<GridSolution> best_of_mappings(std::span<const GridProblem> problems, const Options& options,
                                                         const PressureMethod& method, LaneWidth width);

/// `proposed` and `equal-pressure`, in lanes of a width.
[[nodiscard]] std::vector<GridSolution> gas_pressure_solutions(std::span<const GridProblem> problems,
                                                               const Options& options,
                                                               LaneWidth width = LaneWidth::widest);
[[nodiscard]] std::vector<GridSolution> equal_pressure_solutions(std::span<const GridProblem> problems,
                                                                 const Options& options,
                                                                 LaneWidth width = LaneWidth::widest);

}  // namespace apportion
