// equal-pressure: the best of the three mappings, with lengths that make the pressures equal one dimension after the
// other. No parameters, and the best that one dimension at a time can do.
#include <limits>

#include "algorithms/grids/candidate.hpp"
#include "algorithms/grids/pressure_lanes.hpp"

namespace apportion {
namespace {

// Ends when the time falls by less than this, relative to itself.
constexpr double least_gain = 1e-12;

// With pressures per length g_i, l_i g_i is the same for all i where l_i is proportional to 1/g_i. Lanes that are not
// `active` stay as they are.
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

// From the natural lengths, for k = m-1 down to 0 the lengths that make all pressures of dimension k equal while the
// other dimensions stay as they are (unique, in closed form); never slower than natural, up to rounding errors. From
// the last dimension to the first: the other way round is 2 to 5 % slower than Beaumont et al. on grids of 5 x 5 to 10
// x 10, which is not what the paper reports.
template <std::size_t width>
[[gnu::always_inline]] inline void press_lengths(LaneGrid<width>& grid) {
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

#if defined(__x86_64__)
[[gnu::target("avx2")]]
#endif
void press_in_four(LaneGrid<4>& grid) {
  press_lengths(grid);
}

#if defined(__x86_64__)
[[gnu::target("avx512f")]]
#endif
void press_in_eight(LaneGrid<8>& grid) {
  press_lengths(grid);
}

void press_in_two(LaneGrid<2>& grid) { press_lengths(grid); }

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

std::vector<GridSolution> equal_pressure_solutions(std::span<const GridProblem> problems, const Options& options,
                                                   LaneWidth width) {
  return best_of_mappings(problems, options, {.two = press_in_two, .four = press_in_four, .eight = press_in_eight},
                          width);
}

}  // namespace apportion
