// Statements on the lengths of slices and on measures of heterogeneity (Sections 3.2 and 4.1).
#include <algorithm>
#include <array>
#include <boost/random/uniform_int_distribution.hpp>
#include <numeric>

#include "experiments/kalinov/continuum.hpp"
#include "experiments/kalinov/statement.hpp"
#include "sim/grids/process_grid.hpp"

namespace apportion::kalinov {
namespace {

engine::CasesUpTo<Bounds> on_networks_of_four(bool (*check)(const std::vector<double>& p)) {
  return [check](const Bounds& bounds) {
    CheckedCases checked{.bound = bounds.performance};
    for_each_network_of_four(bounds.performance,
                             [&](const std::vector<std::int64_t>& p) { checked.add(check(as_performances(p)), p); });
    return checked;
  };
}

FourPerformances placed(const std::vector<double>& p) { return {p[0], p[1], p[2], p[3]}; }

bool necessary(const std::vector<double>& p) {
  return pressure_gap(placed(p), fastest_shares(placed(p))) <= rounding_error;
}

// All states along the curve of equal pressures, in steps.
bool sufficient(const std::vector<double>& p) {
  constexpr int steps = 20;
  const double least = time_of(placed(p), fastest_shares(placed(p)));
  bool is_least = true;
  for (int step = 0; step <= steps; ++step) {
    const FirstShares state = equal_pressures(placed(p), static_cast<double>(step) / steps);
    is_least = is_least && time_of(placed(p), state) <= least * (1 + rounding_error);
  }
  return is_least;
}

CheckedCases rounded(const Bounds& bounds, RandomStream& stream) {
  CheckedCases checked{.bound = bounds.edge};
  for_each_grid(3, bounds.edge, [&](const ProcessGrid& grid) {
    GridProblem problem{grid, {}, {}};
    boost::random::uniform_int_distribution<std::int64_t> performance(1, bounds.performance);
    boost::random::uniform_int_distribution<std::int64_t> side(static_cast<std::int64_t>(grid.edges.back()), 1000);
    for (std::size_t j = 0; j < grid.cells(); ++j)
      problem.performances.push_back(static_cast<double>(performance(stream)));
    for (std::size_t k = 0; k < grid.dimensions(); ++k) problem.block.push_back(side(stream));
    bool agrees = true;
    const WholeLengths lengths = solved("proposed[printed-rounding]", problem).rounded;
    for (std::size_t k = 0; k < grid.dimensions(); ++k)
      agrees = agrees && std::accumulate(lengths[k].begin(), lengths[k].end(), std::int64_t{0}) == problem.block[k];
    checked.add(agrees, sizes_of(grid));
  });
  return checked;
}

// The least time with the share x of slice 0 of dimension 0: the longer times per length of the two slices of dimension
// 1 decide how these are divided.
double least_time_at(const FourPerformances& p, double x) {
  const double first = std::max(x / p[0], (1 - x) / p[1]);
  const double second = std::max(x / p[2], (1 - x) / p[3]);
  return first * second / (first + second);
}

// A search that knows nothing of spanning trees: all three arrangements that differ, x in steps.
bool optimal_for_four(const std::vector<double>& p) {
  constexpr int steps = 400;
  constexpr double side = 1000;
  const double time = solved("beaumont", {{{2, 2}}, p, {1000, 1000}}).time / (side * side);
  const std::array<FourPerformances, 3> arrangements = {
      {{p[0], p[1], p[2], p[3]}, {p[0], p[1], p[3], p[2]}, {p[0], p[2], p[3], p[1]}}};
  bool is_least = true;
  for (const FourPerformances& arrangement : arrangements)
    for (int step = 1; step < steps; ++step)
      is_least =
          is_least && time <= least_time_at(arrangement, static_cast<double>(step) / steps) * (1 + rounding_error);
  return is_least;
}

// Fhet_max with the sign as it is printed, before the logarithm.
bool printed_sign(const std::vector<double>& p) {
  return -strong_heterogeneity(p) >= -rounding_error && weak_heterogeneity(p) >= -rounding_error;
}

bool corrected_sign(const std::vector<double>& p) {
  return strong_heterogeneity(p) >= -rounding_error && weak_heterogeneity(p) >= -rounding_error;
}

// One weak process among equal ones, and one powerful one.
CheckedCases direction(const Bounds& bounds) {
  CheckedCases checked{.bound = bounds.performance};
  for (std::int64_t level = 2; level <= bounds.performance; ++level) {
    const auto p = static_cast<double>(level);
    const std::array<double, 4> few_weak = {1, p, p, p};
    const std::array<double, 4> few_powerful = {1, 1, 1, p};
    checked.add(weak_heterogeneity(few_weak) > strong_heterogeneity(few_weak), {1, level, level, level});
    checked.add(strong_heterogeneity(few_powerful) > weak_heterogeneity(few_powerful), {1, 1, 1, level});
  }
  return checked;
}

constexpr const char* all_of_four = "all networks of 2x2 processes, performances <= %d";

}  // namespace

std::vector<Statement> checks_of_lengths() {
  return {{{18, "equal-pressures-necessary", "Section 3.2", Said::paper, Reach::always,
            "at the least time the pressures of all slices are equal (2x2)", all_of_four, unnamed},
           on_networks_of_four(necessary)},
          {{19, "equal-pressures-sufficient", "Section 3.2", Said::paper, Reach::always,
            "where the pressures of all slices are equal the time is the least one (2x2)", all_of_four, unnamed},
           on_networks_of_four(sufficient)},
          {{20, "rounded-sums", "Section 3.2", Said::paper, Reach::always,
            "lengths that are rounded by the printed rule sum to the block's sides",
            "a network on every grid of 1 to 3 dimensions, edges <= %d", unnamed},
           rounded},
          {{21, "two-by-two-optimum", "Section 4.1", Said::paper, Reach::always,
            "2x2: Beaumont's decomposition is the optimum", all_of_four, unnamed, "reconstructed"},
           on_networks_of_four(optimal_for_four)},
          {{22, "shift-measures", "Section 4.1", Said::paper, Reach::always,
            "Fhet_min and Fhet_max measure heterogeneity: neither is negative", all_of_four, unnamed},
           on_networks_of_four(printed_sign)},
          {{23, "shift-measures-corrected", "Section 4.1", Said::amended, Reach::always,
            "Fhet_min and Fhet_max measure heterogeneity: neither is negative, with + for - in Fhet_max", all_of_four,
            unnamed},
           on_networks_of_four(corrected_sign)},
          {{24, "shift-direction", "Section 4.1", Said::amended, Reach::always,
            "Fhet_min is the greater one with one weak process, Fhet_max with one powerful process",
            "1, h, h, h and 1, 1, 1, h; h <= %d", unnamed},
           direction}};
}

}  // namespace apportion::kalinov
