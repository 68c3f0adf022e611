// proposed (Kalinov and Klimov 2004) and equal-pressure: the best of the three mappings, with lengths that balance the
// pressures in the slices.
//
// The pressure in slice i of dimension k is f_{k,i}, the longest time in it. The paper asks for equal pressures within
// every dimension. That is necessary for a least time, but not sufficient: such states form a continuum, on which the
// time can even have an interior maximum (on a 2 x 2 grid, for instance), so that the result depends on the start.
//
// The kernels are always inlined, so that each caller compiles them for its own instruction set.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "algorithms/grids/candidate.hpp"
#include "algorithms/grids/lanes.hpp"

namespace apportion {
namespace {

// --- Several grids of one shape side by side

// One dimension of the grid: the index of cell (below, i, above) is (above * edge + i) * stride + below.
struct LaneDimension {
  std::size_t edge = 0;
  std::size_t stride = 0;
  std::size_t above = 0;         // cells / (edge * stride)
  std::size_t first_length = 0;  // where the dimension's lengths begin
  double side = 0;               // of the block
};

// Several process grids of one shape with a process at each cell, and buffers.
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
  std::vector<Lanes<width>> performances;  // cell by cell; the input
  std::vector<Lanes<width>> lengths;       // slice by slice, dimension by dimension; the output
  std::vector<Lanes<width>> cycle_times;
  std::vector<Lanes<width>> others;
  std::vector<Lanes<width>> best;
  std::vector<Lanes<width>> pressures;
};

// The natural lengths, in proportion to the sums of the performances; and the cycle-times.
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

// For each slice i of dimension k, stores the greatest (prod_{j != k} l_j) / p in it, which is f_{k,i} / l_{k,i}, in
// grid.pressures from 0 on.
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
    // Adjacent slices have independent maxima, computed together; few slices are faster one by one.
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

// A Kernel finds lengths for all lanes of a grid, from its performances. run() is compiled for the instructions of each
// width: called only where with_lanes() finds that the processor has these.
template <class Kernel>
void run(LaneGrid<2>& grid) {
  Kernel()(grid);
}

template <class Kernel>
#if defined(__x86_64__)
[[gnu::target("avx2")]]
#endif
void run(LaneGrid<4>& grid) {
  Kernel()(grid);
}

template <class Kernel>
#if defined(__x86_64__)
[[gnu::target("avx512f")]]
#endif
void run(LaneGrid<8>& grid) {
  Kernel()(grid);
}

// --- Distributing networks over lanes, and collecting solutions

template <std::size_t width>
Lengths lengths_of_lane(const LaneGrid<width>& grid, std::size_t lane) {
  Lengths lengths;
  lengths.reserve(grid.dimensions.size());
  for (const LaneDimension& d : grid.dimensions) {
    std::vector<double> of_dimension(d.edge);
    for (std::size_t i = 0; i < d.edge; ++i) of_dimension[i] = grid.lengths[d.first_length + i].v[lane];
    lengths.push_back(std::move(of_dimension));
  }
  return lengths;
}

struct BatchRequest {
  std::vector<MappingRule> mappings;
  Rounding rounding = Rounding::remainders;
};

// Solves at most `width` problems; unused lanes repeat the first one.
template <class Kernel, std::size_t width>
void solve_lanes(std::span<const GridProblem> problems, const BatchRequest& request, LaneGrid<width>& grid,
                 GridSolution* solutions) {
  std::array<Mapping, width> mappings;
  for (const MappingRule& rule : request.mappings) {
    for (std::size_t lane = 0; lane < problems.size(); ++lane)
      mappings[lane] = rule.map(problems[lane].grid, problems[lane].performances);
    for (std::size_t lane = 0; lane < width; ++lane) {
      const std::size_t source = lane < problems.size() ? lane : 0;
      for (std::size_t cell = 0; cell < grid.performances.size(); ++cell)
        grid.performances[cell].v[lane] = problems[source].performances[mappings[source][cell]];
    }
    run<Kernel>(grid);
    for (std::size_t lane = 0; lane < problems.size(); ++lane) {
      GridSolution solution =
          rounded_solution(problems[lane], std::move(mappings[lane]), lengths_of_lane(grid, lane), request.rounding);
      if (solutions[lane].mapping.empty() || is_faster(solution, solutions[lane]))
        solutions[lane] = std::move(solution);
    }
  }
}

template <class Kernel, std::size_t width>
std::vector<GridSolution> solve_all(std::span<const GridProblem> problems, const BatchRequest& request) {
  std::vector<GridSolution> solutions(problems.size());
  for (std::size_t first = 0; first < problems.size();) {
    const GridProblem& shape = problems[first];
    std::size_t end = first + 1;
    while (end < problems.size() && problems[end].grid == shape.grid && problems[end].block == shape.block) ++end;
    LaneGrid<width> grid(shape.grid, shape.block);
    for (; first < end; first += std::min(width, end - first))
      solve_lanes<Kernel>(problems.subspan(first, std::min(width, end - first)), request, grid, &solutions[first]);
  }
  return solutions;
}

// For each problem, the method's lengths for each mapping chosen by the option `mapping`, rounded by the option
// `printed-rounding`; the solution with the least rounded time, the first in a tie. Consecutive problems of one
// shape (grid and block) are solved side by side, which changes no bit. Throws InputError for an invalid
// problem.
template <class Kernel>
std::vector<GridSolution> best_of_mappings(std::span<const GridProblem> problems, const Options& options,
                                           LaneWidth width) {
  for (const GridProblem& problem : problems) validate(problem);
  const BatchRequest request{chosen_mappings(options), chosen_rounding(options)};
  return with_lanes<8>(width, problems.size(),
                       [&](auto lanes) { return solve_all<Kernel, lanes()>(problems, request); });
}

// --- proposed: Kalinov & Klimov's decomposition, the best of the three mappings with the gas-pressure lengths
//
// Borders between slices move like partitions between volumes of gas. *Reconstructed*: Section 3.2 only states that
// borders move "on the force" of the difference of pressures; steps that shrink geometrically are ours. *Calibrated*:
// first_step and step_decay, on the one number that the paper prints, 1.01762 (Section 4.1).

// The number of sweeps over all dimensions, the part of the shorter neighbour that moves in the first sweep, and the
// factor of that part from sweep to sweep.
constexpr int sweeps = 150;
constexpr double first_step = 0.2;
constexpr double step_decay = 0.95;

// Pressures and times that differ by no more than this, relative to the greatest, are equal.
constexpr double equality = 1e-12;

// Borders move one after the other by the pressures at the beginning, each by a part of the current shorter neighbour,
// so that no length becomes negative.
template <std::size_t width>
[[gnu::always_inline]] inline void move_borders(const LaneDimension& d, double step, LaneGrid<width>& grid) {
  using Vector = typename Lanes<width>::Vector;
  Vector greatest = grid.pressures[0].v;
  for (std::size_t i = 1; i < d.edge; ++i) greatest = greatest > grid.pressures[i].v ? greatest : grid.pressures[i].v;
  const Vector equal = equality * greatest;
  Lanes<width>* const lengths = grid.lengths.data() + d.first_length;
  Vector length = lengths[0].v;
  for (std::size_t i = 0; i + 1 < d.edge; ++i) {
    const Vector next = lengths[i + 1].v;
    const Vector difference = grid.pressures[i].v - grid.pressures[i + 1].v;
    // The step is signed here, so that little depends on the previous border.
    const Vector part = difference > equal ? Vector{} + step : (difference < -equal ? Vector{} - step : Vector{});
    const Vector moved = part * (next < length ? next : length);
    lengths[i].v = length - moved;
    length = next + moved;
  }
  lengths[d.edge - 1].v = length;
}

// Keeps the fastest lengths, including the natural ones. The time after a sweep is the greatest pressure at the
// beginning of the next one. (Evaluating after every dimension instead would give another, smaller value at the
// calibrated point.)
struct GasPressure {
  template <std::size_t width>
  [[gnu::always_inline]] void operator()(LaneGrid<width>& grid) const {
    using Vector = typename Lanes<width>::Vector;
    start_lanes(grid);
    Vector best_time = Vector{} + std::numeric_limits<double>::infinity();
    double step = first_step;
    for (int sweep = 0; sweep <= sweeps; ++sweep) {
      for (std::size_t k = grid.dimensions.size(); k-- > 0;) {
        const LaneDimension& d = grid.dimensions[k];
        lane_pressures_per_length(grid, k);
        for (std::size_t i = 0; i < d.edge; ++i) grid.pressures[i].v *= grid.lengths[d.first_length + i].v;
        if (k + 1 == grid.dimensions.size()) {
          Vector time = grid.pressures[0].v;
          for (std::size_t i = 1; i < d.edge; ++i) time = time > grid.pressures[i].v ? time : grid.pressures[i].v;
          const auto better = time < best_time * (1 - equality);
          best_time = better ? time : best_time;
          if (any_lane<width>(better))
            for (std::size_t i = 0; i < grid.best.size(); ++i)
              grid.best[i].v = better ? grid.lengths[i].v : grid.best[i].v;
          if (sweep == sweeps) break;
        }
        move_borders(d, step, grid);
      }
      step *= step_decay;
    }
    grid.lengths.swap(grid.best);
  }
};

std::vector<GridSolution> solve_batch_proposed(std::span<const GridProblem> problems, const Options& options) {
  return gas_pressure_solutions(problems, options);
}

const Registration<GridAlgorithm> proposed_registration{
    {.name = "proposed",
     .source =
         "Kalinov & Klimov 2004, Section 3; step rule of the gas pressure reconstructed, its constants calibrated",
     .summary = "Best of NAT, NAT1, NAT2, each with the gas-pressure lengths (reconstructed and calibrated).",
     .revision = 2,
     .options = {mapping_option(), printed_rounding_option(), apportioned_option()},
     .variants = {"printed-rounding", "mapping=NAT"},
     .solve = solve_one<solve_batch_proposed>,
     .solve_batch = solve_batch_proposed}};

// --- equal-pressure: lengths that make the pressures equal one dimension after the other
//
// Has no parameters, and is the best that one dimension at a time can do.

// Ends when the time falls by less than this, relative to itself.
constexpr double least_gain = 1e-12;

// With pressures per length g_i, l_i g_i is equal for all i if l_i is proportional to 1/g_i. Lanes that are not
// `active` are unchanged.
template <std::size_t width, class Mask>
[[gnu::always_inline]] inline void equalise(const LaneDimension& d, const Mask& active, LaneGrid<width>& grid) {
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

// From the natural lengths, for k = m-1 down to 0, takes the lengths that make all pressures of dimension k equal with
// the other dimensions fixed (unique, in closed form); never slower than natural, up to rounding errors. Goes from the
// last dimension to the first: the other order is 2 to 5 % slower than Beaumont et al. on grids of 5 x 5 to 10 x 10,
// contrary to the paper's results.
struct EqualPressure {
  template <std::size_t width>
  [[gnu::always_inline]] void operator()(LaneGrid<width>& grid) const {
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
      active = active & ~(time - now < least_gain * time);
      if (!any_lane<width>(active)) return;
      time = now;
      equalise(d, active, grid);
      for (std::size_t k = last; k-- > 0;) {
        lane_pressures_per_length(grid, k);
        equalise(grid.dimensions[k], active, grid);
      }
    }
  }
};

std::vector<GridSolution> solve_batch_equal_pressure(std::span<const GridProblem> problems, const Options& options) {
  return equal_pressure_solutions(problems, options);
}

const Registration<GridAlgorithm> equal_pressure_registration{
    {.name = "equal-pressure",
     .source = "after Kalinov & Klimov 2004, Section 3; the closed form of a sweep is ours",
     .summary = "Best of NAT, NAT1, NAT2, each with pressures made equal one dimension after the other; no parameters.",
     .revision = 2,
     .options = {mapping_option(), printed_rounding_option(), apportioned_option()},
     .variants = {"printed-rounding", "apportioned"},
     .solve = solve_one<solve_batch_equal_pressure>,
     .solve_batch = solve_batch_equal_pressure}};

}  // namespace

std::vector<GridSolution> gas_pressure_solutions(std::span<const GridProblem> problems, const Options& options,
                                                 LaneWidth width) {
  return best_of_mappings<GasPressure>(problems, options, width);
}

std::vector<GridSolution> equal_pressure_solutions(std::span<const GridProblem> problems, const Options& options,
                                                   LaneWidth width) {
  return best_of_mappings<EqualPressure>(problems, options, width);
}

}  // namespace apportion
