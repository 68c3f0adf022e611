// proposed: Kalinov & Klimov's decomposition, the best of the three mappings with the gas-pressure lengths, the paper's
// own method: borders between slices move like partitions between volumes of gas. *Reconstructed*: Section 3.2 says
// that borders move "on the force" of the difference of pressures, and no more; steps that shrink geometrically are
// ours. *Calibrated*: first_step and step_decay, on the one number that the paper prints, 1.01762 (Section 4.1).
#include <limits>

#include "algorithms/grids/candidate.hpp"
#include "algorithms/grids/pressure_lanes.hpp"

namespace apportion {
namespace {

// How often all dimensions are swept, the part of the shorter neighbour that moves in the first sweep, and what remains
// of that part from sweep to sweep.
constexpr int sweeps = 150;
constexpr double first_step = 0.2;
constexpr double step_decay = 0.95;
// Pressures and times that differ by no more than this, relative to the greatest, are equal.
constexpr double equality = 1e-12;

// Borders move one after the other by the pressures at the beginning, each by a part of the shorter neighbour as it is
// then, so that no length becomes negative.
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
    // Signed here, so that little waits for the border before.
    const Vector part = difference > equal ? Vector{} + step : (difference < -equal ? Vector{} - step : Vector{});
    const Vector moved = part * (next < length ? next : length);
    lengths[i].v = length - moved;
    length = next + moved;
  }
  lengths[d.edge - 1].v = length;
}

// Ends with the fastest lengths that it saw, the natural ones included. The time after a sweep is the greatest pressure
// at the beginning of the next one. (Looking after every dimension instead would give another, smaller value at the
// calibrated point.)
template <std::size_t width>
[[gnu::always_inline]] inline void find_lengths(LaneGrid<width>& grid) {
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

#if defined(__x86_64__)
[[gnu::target("avx2")]]
#endif
void find_in_four(LaneGrid<4>& grid) {
  find_lengths(grid);
}

#if defined(__x86_64__)
[[gnu::target("avx512f")]]
#endif
void find_in_eight(LaneGrid<8>& grid) {
  find_lengths(grid);
}

void find_in_two(LaneGrid<2>& grid) { find_lengths(grid); }

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

}  // namespace

std::vector<GridSolution> gas_pressure_solutions(std::span<const GridProblem> problems, const Options& options,
                                                 LaneWidth width) {
  return best_of_mappings(problems, options, {.two = find_in_two, .four = find_in_four, .eight = find_in_eight}, width);
}

}  // namespace apportion
