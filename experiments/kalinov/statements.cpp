// The statements that the program checks on many small cases, with the smallest counterexamples: distributions of data,
// lengths of slices and states of equal pressure, mappings.
#include "experiments/kalinov/statements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/random/uniform_int_distribution.hpp>
#include <numeric>

#include "algorithms/grids/block_lengths.hpp"
#include "algorithms/grids/mappings.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/grids/solve.hpp"
#include "experiments/sweeps/code_studies.hpp"
#include "experiments/sweeps/sentences.hpp"
#include "sim/grids/process_grid.hpp"
#include "sim/rectangles/costs.hpp"

namespace apportion::kalinov {

void for_each_grid(std::size_t dimensions, std::int64_t edge, const std::function<void(const ProcessGrid&)>& visit) {
  std::vector<ProcessGrid> shorter = {{}};
  for (std::size_t m = 1; m <= dimensions; ++m) {
    std::vector<ProcessGrid> grids;
    for (const ProcessGrid& grid : shorter)
      for (std::size_t e = grid.edges.empty() ? 1 : grid.edges.back(); e <= static_cast<std::size_t>(edge); ++e) {
        grids.push_back(grid);
        grids.back().edges.push_back(e);
        visit(grids.back());
      }
    shorter = std::move(grids);
  }
}

namespace {

constexpr double rounding_error = 1e-9;  // the greatest relative difference of equal times
constexpr std::size_t most_sizes = 4;    // of a case

// The edges of a grid as sizes of a case.
std::vector<std::int64_t> sizes_of(const ProcessGrid& grid) { return {grid.edges.begin(), grid.edges.end()}; }

// Applies check() to all grids of 1 to `dimensions` dimensions with edges up to the bound.
engine::CasesUpTo<Bounds> on_all_grids(std::size_t dimensions, bool (*check)(const ProcessGrid& grid)) {
  return [dimensions, check](const Bounds& bounds) {
    CheckedCases checked{.bound = bounds.edge};
    for_each_grid(dimensions, bounds.edge, [&](const ProcessGrid& grid) { checked.add(check(grid), sizes_of(grid)); });
    return checked;
  };
}

// --- Distributions of data over grids (Sections 1, 2 and 4)

constexpr std::int64_t distributed_side = 1000;

double equal_parts_time(const GridProblem& problem) {
  Lengths lengths;
  for (std::size_t k = 0; k < problem.grid.dimensions(); ++k)
    lengths.emplace_back(problem.grid.edge(k),
                         static_cast<double>(problem.block[k]) / static_cast<double>(problem.grid.edge(k)));
  Mapping mapping(problem.grid.cells());
  std::iota(mapping.begin(), mapping.end(), std::size_t{0});
  return block_time(problem, mapping, lengths);
}

bool equal_processes(const ProcessGrid& grid) {
  const GridProblem problem{grid, std::vector<double>(grid.cells(), 1.0),
                            std::vector<std::int64_t>(grid.dimensions(), distributed_side)};
  return equal_parts_time(problem) <= ideal_time(problem) * (1 + rounding_error);
}

GridProblem drawn_network(const ProcessGrid& grid, std::int64_t most, RandomStream& stream) {
  GridProblem problem{grid, {}, std::vector<std::int64_t>(grid.dimensions(), distributed_side)};
  boost::random::uniform_int_distribution<std::int64_t> performance(1, most);
  for (std::size_t j = 0; j < grid.cells(); ++j)
    problem.performances.push_back(static_cast<double>(performance(stream)));
  return problem;
}

// Checks random networks with whole performances on grids of up to three dimensions, or of two only; networks whose
// performances are all equal do not count.
enum class Grids { all, flat };
template <class Check>
CheckedCases on_drawn_networks(const Bounds& bounds, Grids grids, RandomStream& stream, Check check) {
  constexpr int networks = 20;
  CheckedCases checked{.bound = bounds.edge};
  for_each_grid(3, bounds.edge, [&](const ProcessGrid& grid) {
    if (grids == Grids::flat && grid.dimensions() != 2) return;
    for (int network = 0; network < networks; ++network) {
      const GridProblem problem = drawn_network(grid, bounds.performance, stream);
      if (heterogeneity_level(problem.performances) > 1) checked.add(check(problem), sizes_of(grid));
    }
  });
  return checked;
}

CheckedCases unequal_processes(const Bounds& bounds, RandomStream& stream) {
  return on_drawn_networks(bounds, Grids::all, stream, [](const GridProblem& problem) {
    return equal_parts_time(problem) > solved("proposed", problem).time * (1 + rounding_error);
  });
}

// Elements are counted from 1 in the paper, from 0 here.
CheckedCases cyclic_blocks(const Bounds& bounds) {
  CheckedCases checked{.bound = bounds.edge};
  for (std::int64_t e = 1; e <= bounds.edge; ++e)
    for (std::int64_t a = 1; a <= bounds.edge; ++a) {
      const auto edge = static_cast<std::size_t>(e);
      const BlockCyclic data{{{edge}}, {std::vector<std::int64_t>(edge, a)}, {0}, {3 * a * e}};
      bool agrees = true;
      for (std::int64_t k = 1; k <= data.extent[0]; ++k) {
        const std::vector<std::int64_t> element = {k - 1};
        agrees = agrees && cell_of(data, element) == static_cast<std::size_t>((k - 1) / a % e);
      }
      checked.add(agrees, {e, a});
    }
  return checked;
}

// V_rho by the formula.
std::vector<double> volumes_of(const BlockCyclic& data) {
  std::vector<double> volumes = block_volumes(data.grid, as_real(data.lengths));
  for (double& volume : volumes) volume *= undistributed_volume(data);
  return volumes;
}

// Slices of 1, 3, 5, ... elements along the first dimension, 2, 4, ... along the second, so that an exchange of
// dimensions is noticed; undistributed dimensions have 2 and 3.
BlockCyclic uneven_block(const ProcessGrid& grid, const std::vector<std::size_t>& eta) {
  BlockCyclic data{grid, {}, eta, std::vector<std::int64_t>(eta.size())};
  for (std::size_t d = 0; d < eta.size(); ++d) {
    if (d >= grid.dimensions()) {
      data.extent[eta[d]] = static_cast<std::int64_t>(d + 2 - grid.dimensions());
      continue;
    }
    data.lengths.emplace_back();
    for (std::size_t i = 0; i < grid.edge(d); ++i)
      data.lengths.back().push_back(static_cast<std::int64_t>(2 * i + 1 + d));
    data.extent[eta[d]] = std::accumulate(data.lengths[d].begin(), data.lengths[d].end(), std::int64_t{0});
  }
  return data;
}

CheckedCases volumes(const Bounds& bounds) {
  const std::int64_t edge = std::min<std::int64_t>(bounds.edge, 4);
  CheckedCases checked{.bound = edge};
  for_each_grid(2, edge, [&checked](const ProcessGrid& grid) {
    for (std::size_t n = grid.dimensions(); n <= 4; ++n) {
      std::vector<std::size_t> eta(n);
      std::iota(eta.begin(), eta.end(), std::size_t{0});
      do {
        const BlockCyclic data = uneven_block(grid, eta);
        checked.add(elements_by_cell(data) == volumes_of(data), sizes_of(grid));
      } while (std::ranges::next_permutation(eta).found);
    }
  });
  return checked;
}

std::int64_t borders_of_grid(const ProcessGrid& grid) {
  const auto p = static_cast<std::int64_t>(grid.edge(0));
  const auto q = static_cast<std::int64_t>(grid.edge(1));
  return 2 * p * q - p - q;
}

CheckedCases neighbours(const Bounds& bounds, RandomStream& stream) {
  return on_drawn_networks(bounds, Grids::flat, stream, [](const GridProblem& problem) {
    const Decomposition parts = problems::as_rectangles(problem, solved("proposed", problem));
    return internal_edges(parts, 0.5) == borders_of_grid(problem.grid);
  });
}

// The same processes in columns of equal numbers, each divided by its own processes' performances: loads are equal, and
// borders of adjacent columns do not line up.
Decomposition balanced_columns(const GridProblem& problem) {
  const std::vector<double>& p = problem.performances;
  const double total = std::accumulate(p.begin(), p.end(), 0.0);
  Decomposition parts{{1, 1}, {}};
  double column = 0;
  for (std::size_t j = 0; j < problem.grid.edge(1); ++j) {
    const auto* const first = p.data() + j * problem.grid.edge(0);
    const double sum = std::accumulate(first, first + problem.grid.edge(0), 0.0);
    double row = 0;
    for (std::size_t i = 0; i < problem.grid.edge(0); ++i) {
      parts.parts.push_back({row, column, first[i] / sum, sum / total});
      row += first[i] / sum;
    }
    column += sum / total;
  }
  return parts;
}

CheckedCases fewest_neighbours(const Bounds& bounds, RandomStream& stream) {
  return on_drawn_networks(bounds, Grids::flat, stream, [](const GridProblem& problem) {
    return internal_edges(balanced_columns(problem)) >= borders_of_grid(problem.grid);
  });
}

FourPerformances as_performances(const std::vector<std::int64_t>& whole) {
  FourPerformances performances{};
  std::ranges::copy(whole, performances.begin());
  return performances;
}

engine::CasesUpTo<Bounds> on_networks_of_four(bool (*check)(const FourPerformances& p)) {
  return [check](const Bounds& bounds) {
    CheckedCases checked{.bound = bounds.performance};
    for_each_network_of_four(bounds.performance,
                             [&](const std::vector<std::int64_t>& p) { checked.add(check(as_performances(p)), p); });
    return checked;
  };
}

// On 2 x 2 grids the baseline is optimal, so that the result holds for every mapping and distribution.
bool is_balanced(const FourPerformances& p) {
  const GridProblem problem{{{2, 2}}, {p.begin(), p.end()}, {distributed_side, distributed_side}};
  return solved("beaumont", problem).time <= ideal_time(problem) * (1 + rounding_error);
}

CheckedCases imbalance(const Bounds& bounds) {
  CheckedCases checked{.bound = bounds.performance};
  for_each_network_of_four(bounds.performance, [&checked](const std::vector<std::int64_t>& p) {
    if (p.front() < p.back()) checked.add(!is_balanced(as_performances(p)), p);
  });
  return checked;
}

// --- Equal pressures are necessary for the least time, not sufficient: the time along all states of equal pressure

std::array<double, 4> cell_times(const FourPerformances& p, const FirstShares& shares) {
  const double x = shares.first;
  const double y = shares.second;
  return {x * y / p[0], (1 - x) * y / p[1], x * (1 - y) / p[2], (1 - x) * (1 - y) / p[3]};
}

// The shares x and y with u = x / (1-x) and v = y / (1-y).
FirstShares from_ratios(double u, double v) { return {u / (1 + u), v / (1 + v)}; }

// The lengths that the project's algorithms return.
FirstShares found_by(const char* algorithm, const FourPerformances& performances) {
  constexpr std::int64_t side = 1'000'000'000;
  const GridSolution solution = solved(algorithm, {{{2, 2}}, {performances.begin(), performances.end()}, {side, side}});
  return {solution.lengths[0][0] / side, solution.lengths[1][0] / side};
}

// "1-10-11-12": whole performances in ascending order, as NAT places them.
FourPerformances parsed(const std::string& text) {
  const std::vector<std::string> pieces = split(text, '-');
  FourPerformances performances{};
  const std::string wanted = fmt::format("'{}': must be four whole numbers from 1 to 1000 in ascending order", text);
  if (pieces.size() != performances.size()) throw InputError(wanted);
  for (std::size_t j = 0; j < pieces.size(); ++j) {
    const std::optional<std::int64_t> performance = parse_whole(pieces[j]);
    if (!performance || *performance < 1 || *performance > 1000) throw InputError(wanted);
    performances.at(j) = static_cast<double>(*performance);
  }
  if (!std::ranges::is_sorted(performances)) throw InputError(wanted);
  return performances;
}

constexpr int curve_steps = 40;

// A column with these shares of a point's performances, at its step along the curve.
engine::StudyFunction<engine::Point, engine::Numbers> state_by(
    const char* name, const std::function<FirstShares(const FourPerformances& performances, double position)>& shares) {
  return {name, [shares](const engine::Point& point, RandomStream& /*stream*/) -> engine::Numbers {
            const FourPerformances performances = parsed(point.text("network"));
            const FirstShares found = shares(performances, point.number("step") / curve_steps);
            return {{"share0", found.first},
                    {"share1", found.second},
                    {"over_least", time_of(performances, found) / time_of(performances, fastest_shares(performances))},
                    {"pressure_gap", pressure_gap(performances, found)}};
          }};
}

engine::StudyFunction<engine::Point, engine::Numbers> state_of(const char* name, const char* algorithm) {
  return state_by(name, [algorithm](const FourPerformances& performances, double /*position*/) {
    return found_by(algorithm, performances);
  });
}

const engine::Registration continuum_registration{[] {
  const engine::Axis network{.name = "network",
                             .title = "performances in the order of NAT",
                             .role = engine::AxisRole::applied,
                             .kind = engine::AxisKind::text,
                             .check_text = [](const std::string& text) { static_cast<void>(parsed(text)); },
                             .text_kind = "four ascending whole numbers joined by -, such as 1-10-11-12"};
  return sweeps::experiment_of_functions(
      {.name = "kalinov/continuum", .axes = {network}},
      {state_by("equal pressures", equal_pressures),
       state_by("least time",
                [](const FourPerformances& performances, double) { return fastest_shares(performances); }),
       state_of("natural", "natural"), state_of("equal-pressure", "equal-pressure[mapping=NAT]"),
       state_of("proposed", "proposed[mapping=NAT]")});
}};

// --- The lengths of slices, and measures of heterogeneity (Sections 3.2 and 4.1)

// Checks states along the curve of equal pressures, in steps.
bool sufficient(const FourPerformances& p) {
  constexpr int steps = 20;
  const double least = time_of(p, fastest_shares(p));
  bool is_least = true;
  for (int step = 0; step <= steps; ++step) {
    const FirstShares state = equal_pressures(p, static_cast<double>(step) / steps);
    is_least = is_least && time_of(p, state) <= least * (1 + rounding_error);
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

// The least time if slice 0 of dimension 0 has the share x: dimension 1 is divided by the longer time per length in
// each of its slices.
double least_time_at(const FourPerformances& p, double x) {
  const double first = std::max(x / p[0], (1 - x) / p[1]);
  const double second = std::max(x / p[2], (1 - x) / p[3]);
  return first * second / (first + second);
}

// A search independent of spanning trees: all three different arrangements, with x in steps.
bool optimal_for_four(const FourPerformances& p) {
  constexpr int steps = 400;
  constexpr double side = 1000;
  const double time = solved("beaumont", {{{2, 2}}, {p.begin(), p.end()}, {1000, 1000}}).time / (side * side);
  const std::array<FourPerformances, 3> arrangements = {
      {{p[0], p[1], p[2], p[3]}, {p[0], p[1], p[3], p[2]}, {p[0], p[2], p[3], p[1]}}};
  bool is_least = true;
  for (const FourPerformances& arrangement : arrangements)
    for (int step = 1; step < steps; ++step)
      is_least =
          is_least && time <= least_time_at(arrangement, static_cast<double>(step) / steps) * (1 + rounding_error);
  return is_least;
}

// Checks one weak process among equal ones, and one powerful process among equal ones.
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

// --- The mappings of processes onto grids (Section 3.1)

std::int64_t edge_product(const ProcessGrid& grid, std::int64_t last) {
  std::int64_t product = 1;
  for (std::int64_t i = 0; i <= last; ++i) product *= static_cast<std::int64_t>(grid.edge(static_cast<std::size_t>(i)));
  return product;
}

// The formula for the coordinates of the j-th process, from rho_{m-1} down; `limit` is subtracted from l to give the
// upper limit of the inner product; the paper prints 2.
bool fills_column_by_column(const ProcessGrid& grid, std::int64_t limit) {
  const auto m = static_cast<std::int64_t>(grid.dimensions());
  for (std::size_t j = 0; j < grid.cells(); ++j) {
    auto rest = static_cast<std::int64_t>(j);
    for (std::int64_t k = m - 1; k >= 0; --k) {
      const std::int64_t divisor = edge_product(grid, k - 1);
      const std::int64_t rho = rest >= 0 ? rest / divisor : -((divisor - 1 - rest) / divisor);
      if (rho != static_cast<std::int64_t>(grid.coordinate(j, static_cast<std::size_t>(k)))) return false;
      rest -= rho * edge_product(grid, k - limit);
    }
  }
  return true;
}

// Performances 1, 2, ...: the process of performance j is the j-th in ascending order.
std::vector<double> counted_performances(std::size_t count) {
  std::vector<double> performances(count);
  std::iota(performances.begin(), performances.end(), 1.0);
  return performances;
}

bool has_zero_coordinate(const ProcessGrid& grid, std::size_t cell) {
  for (std::size_t k = 0; k < grid.dimensions(); ++k)
    if (grid.coordinate(cell, k) == 0) return true;
  return false;
}

bool hyperplanes_first(const ProcessGrid& grid) {
  const Mapping mapping = nat1(grid, counted_performances(grid.cells()));
  std::size_t last_on_hyperplanes = 0;
  std::size_t first_elsewhere = grid.cells();
  for (std::size_t cell = 0; cell < mapping.size(); ++cell)
    if (has_zero_coordinate(grid, cell))
      last_on_hyperplanes = std::max(last_on_hyperplanes, mapping[cell]);
    else
      first_elsewhere = std::min(first_elsewhere, mapping[cell]);
  return last_on_hyperplanes < first_elsewhere;
}

// Appends the cells whose coordinates lie in [least_k, end_k) for every k; the first coordinate varies fastest.
void append_subgrid(const ProcessGrid& grid, const std::vector<std::size_t>& least, const std::vector<std::size_t>& end,
                    std::vector<std::size_t>& cells) {
  for (std::size_t cell = 0; cell < grid.cells(); ++cell) {
    bool is_inside = true;
    for (std::size_t k = 0; k < grid.dimensions(); ++k)
      is_inside = is_inside && grid.coordinate(cell, k) >= least[k] && grid.coordinate(cell, k) < end[k];
    if (is_inside) cells.push_back(cell);
  }
}

// Step i = 1, ..., m: rho_k free for k < m-i, 0 for k = m-i, at least 1 beyond; step m+1: at least 1 everywhere.
std::vector<std::size_t> cells_step_by_step(const ProcessGrid& grid) {
  const std::size_t m = grid.dimensions();
  std::vector<std::size_t> cells;
  std::vector<std::size_t> least(m, 0);
  for (std::size_t k = m; k-- > 0;) {
    std::vector<std::size_t> end = grid.edges;
    end[k] = 1;
    append_subgrid(grid, least, end, cells);
    least[k] = 1;
  }
  append_subgrid(grid, least, grid.edges, cells);
  return cells;
}

bool symmetric(const ProcessGrid& grid) {
  const std::vector<double> performances = counted_performances(grid.cells());
  std::vector<double> reversed = performances;
  for (double& performance : reversed) performance = 1 / performance;
  return nat2(grid, performances) == nat1(grid, reversed);
}

constexpr std::int64_t mapped_side = 1000;

// The paper's example of heterogeneity shifted to the weak processes, 1, 10, 11, 12, 13, ..., or its mirror image,
// shifted to the powerful ones: the reciprocals.
GridProblem network_with_shift(const ProcessGrid& grid, bool to_powerful) {
  GridProblem problem{grid, {1}, std::vector<std::int64_t>(grid.dimensions(), mapped_side)};
  for (std::size_t j = 1; j < grid.cells(); ++j) problem.performances.push_back(static_cast<double>(9 + j));
  if (to_powerful)
    for (double& performance : problem.performances) performance = 1 / performance;
  return problem;
}

// Checks square grids up to twice the bound, and cubes up to it.
engine::CasesUpTo<Bounds> on_equal_edges(std::size_t least, bool (*check)(const ProcessGrid& grid)) {
  return [least, check](const Bounds& bounds) {
    CheckedCases checked{.bound = 2 * bounds.edge};
    for (std::size_t dimensions = 2; dimensions <= 3; ++dimensions)
      for (std::size_t edge = least; edge <= static_cast<std::size_t>(bounds.edge) * (4 - dimensions); ++edge) {
        const ProcessGrid grid{std::vector<std::size_t>(dimensions, edge)};
        checked.add(check(grid), sizes_of(grid));
      }
    return checked;
  };
}

// The times of all processes over the ideal time, for the natural mapping with the natural lengths; the weakest process
// is the first.
std::vector<double> natural_times(const ProcessGrid& grid) {
  const GridProblem problem = network_with_shift(grid, false);
  const Mapping mapping = nat(grid, problem.performances);
  std::vector<double> times = block_times(problem, mapping, natural_lengths(mapped(problem, mapping)));
  for (double& time : times) time /= ideal_time(problem);
  return times;
}

bool overload(const ProcessGrid& grid) {
  const std::vector<double> times = natural_times(grid);
  return times.front() > 1 && times.front() == std::ranges::max(times);
}

// All processes but the first are powerful.
bool underload(const ProcessGrid& grid) {
  const std::vector<double> times = natural_times(grid);
  const auto below = std::ranges::count_if(times, [](double time) { return time < 1; });
  return 2 * below > static_cast<std::int64_t>(times.size() - 1);
}

// On 2 x 2 grids NAT1 and NAT fill the cells in the same order.
bool weak_first(const ProcessGrid& grid) {
  const GridProblem problem = network_with_shift(grid, false);
  return solved("proposed[mapping=NAT1]", problem).time < solved("proposed[mapping=NAT]", problem).time;
}

bool powerful_first(const ProcessGrid& grid) {
  const GridProblem problem = network_with_shift(grid, true);
  return solved("proposed[mapping=NAT2]", problem).time < solved("proposed[mapping=NAT]", problem).time;
}

Bounds bounds_of(const engine::Point& point, RandomStream& /*sample*/) {
  return {static_cast<std::int64_t>(point.count("edge")), static_cast<std::int64_t>(point.count("performance"))};
}

const engine::Registration statements_registration{[] {
  return sweeps::experiment_of_functions({.name = "kalinov/statements", .measured = {engine::case_metrics(most_sizes)}},
                                         bounds_of, engine::functions_of(statements()));
}};

}  // namespace

void for_each_network_of_four(std::int64_t most, const std::function<void(const std::vector<std::int64_t>&)>& visit) {
  for (std::int64_t a = 1; a <= most; ++a)
    for (std::int64_t b = a; b <= most; ++b)
      for (std::int64_t c = b; c <= most; ++c)
        for (std::int64_t d = c; d <= most; ++d) visit({a, b, c, d});
}

std::vector<double> elements_by_cell(const BlockCyclic& data) {
  std::vector<double> counts(data.grid.cells());
  std::vector<std::int64_t> element(data.extent.size());
  while (true) {
    ++counts.at(cell_of(data, element));
    std::size_t d = 0;
    while (d < element.size() && ++element[d] == data.extent[d]) element[d++] = 0;
    if (d == element.size()) return counts;
  }
}

GridSolution solved(std::string_view algorithm, const GridProblem& problem) {
  RandomStream unused(0, "statements");
  return GridRegistry::instance().choose(algorithm).solve(problem, unused);
}

double time_of(const FourPerformances& performances, const FirstShares& shares) {
  return std::ranges::max(cell_times(performances, shares));
}

double pressure_gap(const FourPerformances& performances, const FirstShares& shares) {
  const std::array<double, 4> t = cell_times(performances, shares);
  const std::array<double, 4> pressures = {std::max(t[0], t[2]), std::max(t[1], t[3]), std::max(t[0], t[1]),
                                           std::max(t[2], t[3])};
  return 1 - std::ranges::min(pressures) / std::ranges::max(pressures);
}

FirstShares equal_pressures(const FourPerformances& p, double position) {
  const double from = from_ratios(p[0] / p[1], 1).first;
  const double to = from_ratios(p[2] / p[3], 1).first;
  const double x = from + position * (to - from);
  const double u = x / (1 - x);
  return from_ratios(u, p[0] * p[3] <= p[1] * p[2] ? p[0] / (p[3] * u) : u * p[1] / p[2]);
}

FirstShares fastest_shares(const FourPerformances& p) {
  const std::array<FirstShares, 4> candidates = {
      from_ratios(p[0] / p[1], p[0] / p[2]), from_ratios(p[0] / p[1], p[1] / p[3]),
      from_ratios(p[2] / p[3], p[0] / p[2]), from_ratios(p[2] / p[3], p[1] / p[3])};
  return *std::ranges::min_element(candidates, {}, [&p](const FirstShares& shares) { return time_of(p, shares); });
}

std::vector<Statement> statements() {
  return sweeps::checks_said<Bounds>(
      "kalinov",
      {{{"equal-processes", on_all_grids(3, equal_processes)},
        {"unequal-processes", unequal_processes},
        {"cyclic-blocks", cyclic_blocks},
        {"volumes", volumes},
        {"neighbours", neighbours},
        {"fewest-neighbours", fewest_neighbours},
        {"imbalance", imbalance},
        // In ascending order only these products of opposite processes can be equal.
        {"imbalance-corrected",
         on_networks_of_four([](const FourPerformances& p) { return is_balanced(p) == (p[0] * p[3] == p[1] * p[2]); })},
        {"equal-pressures-necessary", on_networks_of_four([](const FourPerformances& p) {
           return pressure_gap(p, fastest_shares(p)) <= rounding_error;
         })},
        {"equal-pressures-sufficient", on_networks_of_four(sufficient)},
        {"rounded-sums", rounded},
        {"two-by-two-optimum", on_networks_of_four(optimal_for_four)},
        // Fhet_max with its sign before the logarithm as printed.
        {"shift-measures", on_networks_of_four([](const FourPerformances& p) {
           return -strong_heterogeneity(p) >= -rounding_error && weak_heterogeneity(p) >= -rounding_error;
         })},
        {"shift-measures-corrected", on_networks_of_four([](const FourPerformances& p) {
           return strong_heterogeneity(p) >= -rounding_error && weak_heterogeneity(p) >= -rounding_error;
         })},
        {"shift-direction", direction},
        {"nat-formula", on_all_grids(3, [](const ProcessGrid& grid) { return fills_column_by_column(grid, 2); })},
        {"nat-formula-corrected",
         on_all_grids(3, [](const ProcessGrid& grid) { return fills_column_by_column(grid, 1); })},
        {"nat-overloads", on_equal_edges(2, overload)},
        {"nat-underloads", on_equal_edges(2, underload)},
        {"nat1-hyperplanes", on_all_grids(4, hyperplanes_first)},
        {"nat1-steps",
         on_all_grids(4, [](const ProcessGrid& grid) { return hyperplane_order(grid) == cells_step_by_step(grid); })},
        {"nat1-for-weak", on_equal_edges(3, weak_first)},
        {"nat2-symmetric", on_all_grids(4, symmetric)},
        {"nat2-for-powerful", on_equal_edges(3, powerful_first)}}});
}

}  // namespace apportion::kalinov
