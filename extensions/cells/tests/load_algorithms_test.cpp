// Divisions of cells with loads: compared with enumeration on small arrays, and properties of all of them.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "algorithms/rectangles/random_draws.hpp"
#include "base/error.hpp"
#include "extensions/cells/algorithms/jagged.hpp"
#include "extensions/cells/algorithms/load_cuts.hpp"
#include "extensions/cells/sim/cell_loads.hpp"
#include "extensions/cells/tests/cell_solutions.hpp"
#include "sim/samplers.hpp"

namespace apportion {
namespace {

Decomposition divided(const std::string& name, const CellProblem& problem) {
  return testing_support::solve(name, problem).decomposition;
}

const std::vector<std::string>& load_algorithms() {
  static const std::vector<std::string> names = {"HIER-RB", "HIER-RELAXED", "JAG-M", "JAG-PQ", "RCB", "RECTILINEAR"};
  return names;
}

const std::vector<std::string>& jogged_algorithms() {
  static const std::vector<std::string> names = {"HIER-RB[jogs]",     "HIER-RELAXED[jogs]", "JAG-M[jogs]",
                                                 "JAG-PQ[jogs]",      "RCB[jogs]",          "JOGGED",
                                                 "JOGGED[of=ROLLOUT]"};
  return names;
}

double bottleneck_of(const CellProblem& problem, const Decomposition& division) {
  const std::vector<double> loads = part_loads(problem, division);
  double greatest = 0;
  for (std::size_t i = 0; i < loads.size(); ++i) greatest = std::max(greatest, loads[i] / problem.cluster.speeds[i]);
  return greatest;
}

CellProblem random_problem(std::int64_t most_lines, std::size_t processors, bool equal, bool square = false) {
  CellProblem problem;
  problem.rows = *rc::gen::inRange<std::int64_t>(1, most_lines + 1);
  problem.columns = square ? problem.rows : *rc::gen::inRange<std::int64_t>(1, most_lines + 1);
  const bool orders_apart = !equal && *rc::gen::inRange(0, 4) == 0;
  for (std::size_t i = 0; i < processors; ++i)
    problem.cluster.speeds.push_back(equal          ? 1
                                     : orders_apart ? std::exp2(*rc::gen::inRange(0, 61))
                                                    : *rc::gen::inRange(1, 17) / 2.0);
  std::vector<double> loads;
  const int most = *rc::gen::element(2, 6, 100);
  for (std::int64_t cell = 0; cell < problem.rows * problem.columns; ++cell)
    loads.push_back(*rc::gen::inRange(0, most));
  loads.back() = 1;
  problem.loads = std::make_shared<const CellLoads>(problem.rows, problem.columns, std::move(loads));
  return problem;
}

/// Calls visit(ends) for all ways to cut `lines` into this many pieces, including empty ones.
void for_all_cuts(std::int64_t lines, std::size_t pieces,
                  const std::function<void(const std::vector<std::int64_t>&)>& visit) {
  std::vector<std::int64_t> ends(pieces, 0);
  ends.back() = lines;
  for (;;) {
    visit(ends);
    std::size_t i = pieces - 1;
    while (i > 0 && ends[i - 1] == lines) --i;
    if (i == 0) return;
    const std::int64_t next = ends[i - 1] + 1;
    std::fill(ends.begin() + static_cast<std::ptrdiff_t>(i) - 1, ends.end() - 1, next);
  }
}

/// The least bottleneck of processors in this order along a box, over all cuts.
double least_of_cuts(const CellProblem& problem, const LineBox& box, const std::vector<double>& speeds) {
  double least = std::numeric_limits<double>::infinity();
  for_all_cuts(box.band.width(), speeds.size(), [&](const std::vector<std::int64_t>& ends) {
    double greatest = 0;
    std::int64_t from = 0;
    for (std::size_t i = 0; i < ends.size(); ++i) {
      greatest = std::max(greatest, load_between(problem, box, box.band.x + from, box.band.x + ends[i]) / speeds[i]);
      from = ends[i];
    }
    least = std::min(least, greatest);
  });
  return least;
}

TEST(LoadLines, CutsInOrderAreTheBest) {
  ASSERT_TRUE(rc::check([] {
    const CellProblem problem = random_problem(9, 4, false);
    for (const bool turned : {false, true}) {
      const LineBox box = whole_box(problem, turned);
      const OrderedCuts cuts = best_cuts(problem, box, single_processors(problem, box, problem.cluster.speeds));
      double greatest = 0;
      std::int64_t from = 0;
      for (std::size_t i = 0; i < cuts.ends.size(); ++i) {
        RC_ASSERT(from <= cuts.ends[i]);
        greatest = std::max(greatest, load_between(problem, box, from, cuts.ends[i]) / problem.cluster.speeds[i]);
        from = cuts.ends[i];
      }
      RC_ASSERT(from == box.band.width());
      const double least = least_of_cuts(problem, box, problem.cluster.speeds);
      RC_ASSERT(std::abs(greatest - least) <= 1e-8 * least);
    }
  }));
}

TEST(LoadLines, TrimmingDropsNothingButEmptyLines) {
  ASSERT_TRUE(rc::check([] {
    const CellProblem problem = random_problem(6, 1, true);
    const LineBox box = whole_box(problem, *rc::gen::arbitrary<bool>());
    const LineBox small = trimmed(problem, box);
    RC_ASSERT(load_of(problem, small) == total_load(problem));
    for (const LineBox& side : {small, turned(small)}) {
      RC_ASSERT(load_between(problem, side, side.band.x, side.band.x + 1) > 0);
      RC_ASSERT(load_between(problem, side, side.band.x_end - 1, side.band.x_end) > 0);
    }
  }));
}

TEST(LoadLines, TheLeastBottleneckIsFoundFromNothing) {
  EXPECT_EQ(least_bottleneck(0, [](double) { return true; }), 0);
  EXPECT_NEAR(least_bottleneck(0, [](double bottleneck) { return bottleneck >= 3; }), 3, 1e-8);
  EXPECT_NEAR(least_bottleneck(1e-320, [](double bottleneck) { return bottleneck >= 3; }), 3, 1e-8);
}

TEST(LoadLines, NoSearchIsEndless) {
  for (const double ideal : {-1.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()})
    EXPECT_THROW((void)least_bottleneck(ideal, [](double) { return true; }), std::logic_error) << ideal;
  EXPECT_THROW((void)least_bottleneck(1, [](double) { return false; }), std::logic_error);
}

// In double precision 1e20 + 1 is 1e20.
TEST(SpeedOrder, SmallSpeedsAreKeptBesideGreatOnes) {
  const SpeedOrder order = speed_order({4, 4, {{1, 1e20, 1, 0.5}, {}}});
  EXPECT_EQ(order.speed(0, 1), 1e20);
  EXPECT_EQ(order.speed(1, 4), 2.5);
  EXPECT_EQ(order.speed(2, 3), 1);
  EXPECT_EQ(order.speed(3, 4), 0.5);
  EXPECT_EQ(nearest_half(order, 0, 4), 1U);
  EXPECT_EQ(nearest_half(order, 1, 4), 2U);
}

// Compares with every assignment of loads to speeds.
TEST(LoadLines, NoOtherAssignmentIsBetter) {
  ASSERT_TRUE(rc::check([] {
    const CellProblem problem = random_problem(8, 4, false);
    const LineBox box = whole_box(problem, false);
    const std::int64_t columns = problem.columns;
    std::vector<Rect> rects;
    for (std::int64_t i = 0; i < 4; ++i)
      rects.push_back(rect_of(lines_of(box, i * columns / 4, (i + 1) * columns / 4)));
    const double matched = bottleneck_of(problem, matched_to_speeds(problem, {problem.extent(), rects}));
    std::vector<std::size_t> order = {0, 1, 2, 3};
    do {
      double greatest = 0;
      for (std::size_t i = 0; i < 4; ++i)
        greatest = std::max(greatest, load_of(problem, rects[i]) / problem.cluster.speeds[order[i]]);
      RC_ASSERT(matched <= greatest * (1 + 1e-12));
    } while (std::ranges::next_permutation(order).found);
  }));
}

/// The least bottleneck of stripes of these groups of equal processors, over all cuts.
double least_jagged(const CellProblem& problem, const LineBox& box, const std::vector<std::size_t>& groups) {
  double least = std::numeric_limits<double>::infinity();
  for_all_cuts(box.band.width(), groups.size(), [&](const std::vector<std::int64_t>& ends) {
    double greatest = 0;
    std::int64_t from = 0;
    for (std::size_t i = 0; i < ends.size(); ++i) {
      const LineBox inner = turned(lines_of(box, from, ends[i]));
      greatest = std::max(greatest, least_of_cuts(problem, inner, std::vector<double>(groups[i], 1.0)));
      from = ends[i];
    }
    least = std::min(least, greatest);
  });
  return least;
}

TEST(Jagged, StripesOfEqualGroupsAreTheBest) {
  ASSERT_TRUE(rc::check([] {
    const CellProblem problem = random_problem(6, 4, true);
    const SpeedOrder order = speed_order(problem);
    for (const bool turned : {false, true}) {
      const LineBox box = whole_box(problem, turned);
      const double found = best_stripes(problem, box, order, {2, 4}).bottleneck;
      const double least = least_jagged(problem, box, {2, 2});
      RC_ASSERT(std::abs(found - least) <= 1e-8 * least);
    }
  }));
}

// m-way: any groups of four processors in two stripes, or one stripe more or fewer. The answer is never better than the
// best, and nearly as good.
TEST(Jagged, TheMWayAnswerIsNearTheBest) {
  double worst = 1;
  ASSERT_TRUE(rc::check([&] {
    const CellProblem problem = random_problem(6, 4, true);
    double least = std::numeric_limits<double>::infinity();
    for (const bool turned : {false, true})
      for (const std::vector<std::size_t>& groups : std::vector<std::vector<std::size_t>>{
               {4}, {1, 3}, {2, 2}, {3, 1}, {1, 1, 2}, {1, 2, 1}, {2, 1, 1}, {1, 1, 1, 1}})
        least = std::min(least, least_jagged(problem, whole_box(problem, turned), groups));
    const double found = bottleneck_of(problem, divided("JAG-M", problem));
    RC_ASSERT(found >= least * (1 - 1e-8));
    worst = std::max(worst, found / least);
  }));
  RecordProperty("worst_ratio", std::to_string(worst));
  EXPECT_LE(worst, 3);
}

TEST(Rectilinear, TheAnswerIsNearTheBest) {
  double worst = 1;
  ASSERT_TRUE(rc::check([&] {
    const CellProblem problem = random_problem(6, 4, true, true);  // divided 2 x 2
    double least = std::numeric_limits<double>::infinity();
    for_all_cuts(problem.rows, 2, [&](const std::vector<std::int64_t>& rows) {
      for_all_cuts(problem.columns, 2, [&](const std::vector<std::int64_t>& columns) {
        double greatest = 0;
        for (const bool low : {false, true})
          for (const bool right : {false, true}) {
            const Band band{right ? columns[0] : 0, columns[right ? 1 : 0], low ? rows[0] : 0, rows[low ? 1 : 0]};
            greatest = std::max(greatest, load_of(problem, LineBox{false, band}));
          }
        least = std::min(least, greatest);
      });
    });
    const double found = bottleneck_of(problem, divided("RECTILINEAR[layout=2x2]", problem));
    RC_ASSERT(found >= least * (1 - 1e-8));
    worst = std::max(worst, found / least);
  }));
  RecordProperty("worst_ratio", std::to_string(worst));
  EXPECT_LE(worst, 2);
}

// Compares with every number of rows times columns of processors.
TEST(Rectilinear, EveryNumberOfProcessorsHasALayout) {
  for (std::size_t processors = 2; processors <= 30; ++processors) {
    SCOPED_TRACE(processors);
    CellProblem problem{.rows = 40, .columns = 60, .cluster = {}};
    problem.cluster.speeds.assign(processors, 1);
    const Decomposition division = divided("RECTILINEAR", problem);
    std::set<double> rows;
    std::set<double> columns;
    for (const Rect& part : division.parts) {
      rows.insert(part.row);
      columns.insert(part.column);
    }
    EXPECT_EQ(rows.size() * columns.size(), processors);
    for (std::size_t p = 1; p <= processors; ++p) {
      if (processors % p != 0) continue;
      const std::string fixed = fmt::format("RECTILINEAR[layout={}x{}]", p, processors / p);
      EXPECT_LE(cell_rank(problem, division), cell_rank(problem, divided(fixed, problem))) << fixed;
    }
  }
}

TEST(Rectilinear, ALayoutMayJoinPlaces) {
  CellProblem problem{.rows = 40, .columns = 60, .cluster = {}};
  problem.cluster.speeds.assign(5, 1);
  const Decomposition division = divided("RECTILINEAR[layout=2x3]", problem);
  EXPECT_EQ(division.parts.size(), 5U);
  EXPECT_LT(cell_rank(problem, division).cost, cell_rank(problem, divided("RECTILINEAR[layout=5x1]", problem)).cost);
  for (const char* layout : {"2x2", "5", "0x5", "x", "6x1", "3x9", "2x3x1", "99999999999999999999x1"})
    EXPECT_THROW((void)divided(fmt::format("RECTILINEAR[layout={}]", layout), problem), InputError) << layout;
}

// The guarantee of jogged_division(), for arrays with holes, equal or unequal processors, more of them than cells too.
TEST(LoadAlgorithms, JogsKeepEveryPartWithinTheGreatestCell) {
  for (const std::string& name : jogged_algorithms())
    ASSERT_TRUE(rc::check([&] {
      const CellProblem problem =
          random_problem(12, *rc::gen::inRange<std::size_t>(1, 10), *rc::gen::arbitrary<bool>());
      const CellBalance balance = cell_balance(problem, divided(name, problem));
      RC_ASSERT(balance.furthest <= problem.loads->greatest() * (1 + 1e-9));
    })) << name;
}

std::vector<std::string> all_algorithms() {
  std::vector<std::string> names = load_algorithms();
  names.insert(names.end(), jogged_algorithms().begin(), jogged_algorithms().end());
  names.emplace_back("BEST");
  return names;
}

// solve() checks that each answer is a valid division.
TEST(LoadAlgorithms, SpeedsMayDifferByAnyFactor) {
  const std::vector<std::vector<double>> each = {
      {1e20, 1, 1}, {1e20, 1, 1, 1}, {1e17, 1e9, 1, 1, 1, 1, 1}, {1e17, 1, 1, 1}, {1e250, 1, 1e-50, 1}};
  for (const std::string& name : all_algorithms())
    for (const std::vector<double>& speeds : each)
      for (const std::int64_t rows : {1, 20}) {
        CellProblem problem{rows, 20, {speeds, {}}};
        std::vector<double> mask(static_cast<std::size_t>(rows) * 20, 1.0);
        mask[0] = mask[7] = 0;
        problem.loads = std::make_shared<const CellLoads>(rows, 20, std::move(mask));
        const CellBalance balance = cell_balance(problem, divided(name, problem));
        EXPECT_TRUE(balance.beyond_one_cell.empty() || name == "RECTILINEAR") << name << " for " << speeds.size();
      }
}

// Most loads vanish beside those of the middle, but their cells are active.
TEST(LoadAlgorithms, CellsOfVanishingLoadArePartsOfADivision) {
  constexpr std::int64_t side = 40;
  std::vector<double> loads;
  for (std::int64_t row = 0; row < side; ++row)
    for (std::int64_t column = 0; column < side; ++column) {
      const double y = static_cast<double>(row) - 20;
      const double x = static_cast<double>(column) - 20;
      loads.push_back(std::exp(-(x * x + y * y) / 4));
    }
  const auto shared = std::make_shared<const CellLoads>(side, side, loads);
  ASSERT_EQ(shared->active_cells(), side * side);
  for (const std::string& name : all_algorithms())
    for (const std::vector<double>& speeds : {std::vector<double>{3, 2, 1, 1}, std::vector<double>(60, 1.0)}) {
      const CellProblem problem{.rows = side, .columns = side, .cluster = {speeds, {}}, .loads = shared};
      const std::vector<double> parts = part_loads(problem, divided(name, problem));
      EXPECT_NEAR(std::accumulate(parts.begin(), parts.end(), 0.0), shared->total(), 1e-9) << name;
    }
}

// In a single line all numbers of stripes from three quarters of the processors on make square parts.
TEST(LoadAlgorithms, SlenderArraysTakeNoMoreStarts) {
  const CellProblem problem{.rows = 1, .columns = 1'000'000, .cluster = {std::vector<double>(4'000, 1.0), {}}};
  const CellBalance balance = cell_balance(problem, divided("JAG-M", problem));
  EXPECT_TRUE(balance.beyond_one_cell.empty());
}

// BEST is no worse than any jogged division; all are within the heaviest cell.
TEST(LoadAlgorithms, TheBestIsTheShortestOfThem) {
  ASSERT_TRUE(rc::check([] {
    CellProblem problem = random_problem(8, *rc::gen::inRange<std::size_t>(1, 10), *rc::gen::arbitrary<bool>());
    problem.latency = *rc::gen::element(0.0, 3.0);
    const auto rank = [&](const std::string& name) {
      const Decomposition division = divided(name, problem);
      return cell_rank(problem, division);
    };
    const CellRank best = rank("BEST[effort=quick]");
    for (const std::string& name : jogged_algorithms()) RC_ASSERT(best <= rank(name));
  }));
}

// For every objective, except members that refuse the problem. More effort takes ten and a hundred times as long.
TEST(LoadAlgorithms, NoMemberOfTheBestIsBetter) {
  ASSERT_TRUE(rc::check([&] {
    const std::string effort = *rc::gen::element("quick", "quick", "quick", "quick", "normal", "thorough");
    const Configured<CellAlgorithm> portfolio = CellRegistry::instance().choose("BEST[effort=" + effort + "]");
    const std::int64_t most_lines = effort == "quick" ? 10 : effort == "normal" ? 7 : 5;
    CellProblem problem = random_problem(most_lines, *rc::gen::inRange<std::size_t>(1, 8), *rc::gen::arbitrary<bool>());
    problem.latency = *rc::gen::element(0.0, 0.1, 3.0);
    problem.objective = *rc::gen::element(Objective::total, Objective::total, Objective::volume, Objective::busiest);
    problem.stencil = *rc::gen::element(5, 9);
    problem.imbalance = *rc::gen::element(0.0, 0.04, 0.3);
    problem.connected = *rc::gen::arbitrary<bool>();
    if (*rc::gen::inRange(0, 3) == 0) problem.loads = nullptr;
    if (*rc::gen::arbitrary<bool>())  // room for all active cells, each of load 1 at least
      for (const double share : shares(problem)) problem.memory.push_back(std::floor(share) + 2);
    const CellRank best = cell_rank(problem, divided(portfolio.canonical_name(), problem));
    for (const std::string& name : portfolio.algorithm->members(problem, portfolio.options)) try {
        RC_ASSERT(best <= cell_rank(problem, divided(name, problem)));
      } catch (const InputError&) {
      }
  }));
}

// 18 speeds eleven orders of magnitude apart on 13 disconnected lines: no division within the tolerance has a cell for
// each, and leaving the tolerance for that is no better.
TEST(LoadAlgorithms, EmptyPartsWeighLessThanTheToleranceForTheBestAsInRankings) {
  CellProblem problem{.rows = 26, .columns = 34, .cluster = {}};
  problem.cluster.speeds = {224.4, 254739.9, 0.009665, 3.526e-06, 677.6,  36.12,  530.3,  0.007069, 6.884e-05,
                            257.6, 16450.3,  85367.4,  0.01156,   0.4312, 3971.1, 1049.3, 106.0,    3478.2};
  std::vector<double> loads;
  for (int cell = 0; cell < 26 * 34; ++cell) loads.push_back(cell / 34 % 2);
  problem.loads = std::make_shared<const CellLoads>(26, 34, std::move(loads));
  const CellRank best = cell_rank(problem, divided("BEST", problem));
  EXPECT_EQ(best.load_beyond, 0);
  EXPECT_EQ(best.empty, 6);  // 436 cells of 442 have to stay with the six fastest
  const CellRank quick = cell_rank(problem, divided("MULTILEVEL[effort=quick]", problem));
  EXPECT_TRUE(best <= quick);
}

TEST(LoadAlgorithms, JogsKeepFullGridsWithinOneCell) {
  for (const std::string& name : jogged_algorithms()) {
    const CellProblem problem{99'991, 99'989, {{7, 5, 3, 3, 2, 1, 1, 0.5, 0.01}, {}}};
    EXPECT_TRUE(cell_balance(problem, divided(name, problem)).beyond_one_cell.empty()) << name;
  }
}

CellProblem drawn_problem(const std::string& model, std::size_t processors, double ratio) {
  RandomStream stream(default_seed, model);
  CellProblem problem{.rows = 120, .columns = 150, .cluster = draw_cluster("extremes", processors, ratio, stream)};
  problem.loads = std::make_shared<const CellLoads>(draw_loads(model, problem.rows, problem.columns, stream));
  return problem;
}

TEST(LoadAlgorithms, SpeedsAreBetterKnownThanIgnored) {
  for (const std::string& model : load_models())
    for (const std::string& name : load_algorithms()) {
      const CellProblem problem = drawn_problem(model, 12, 8);
      CellProblem equal = problem;
      equal.cluster.speeds.assign(12, 1.0);
      const double known = bottleneck_of(problem, divided(name, problem));
      const double ignored = bottleneck_of(problem, divided(name, equal));
      EXPECT_LT(known, ignored) << name << " on " << model;
    }
}

// Straight cuts are at most one line of cells off; a coarse bound, which a wrong target would exceed.
TEST(LoadAlgorithms, SmoothLoadsAreWellBalanced) {
  for (const std::string& name : load_algorithms())
    for (const std::size_t processors : {2, 7, 13, 16}) {
      const CellProblem problem = drawn_problem("uniform", processors, 4);
      const double imbalance = cell_balance(problem, divided(name, problem)).imbalance;
      EXPECT_LT(imbalance, name == "RECTILINEAR" ? 0.5 : 0.12) << name << " for " << processors;
    }
}

// Each part is one rectangle, and not empty if there are plenty of cells.
TEST(LoadAlgorithms, StraightCutsGiveOneRectangleEach) {
  for (const std::string& model : load_models())
    for (const std::string& name : load_algorithms()) {
      const CellProblem problem = drawn_problem(model, 16, 2);
      const Decomposition division = divided(name, problem);
      EXPECT_TRUE(division.further.empty()) << name;
      const std::int64_t empty = cell_boundary(problem, division).empty;
      EXPECT_TRUE(empty == 0 || name == "RECTILINEAR") << name << " on " << model;
    }
}

TEST(LoadAlgorithms, LoadsOfOneAreNoLoads) {
  for (const std::string& name : load_algorithms()) {
    const CellProblem plain{40, 60, {{5, 3, 2, 2, 1}, {}}};
    CellProblem loaded = plain;
    loaded.loads = std::make_shared<const CellLoads>(40, 60, std::vector<double>(2400, 1.0));
    const Decomposition one = divided(name, plain);
    const Decomposition other = divided(name, loaded);
    for (std::size_t i = 0; i < 5; ++i) {
      EXPECT_EQ(one.parts[i].row, other.parts[i].row) << name;
      EXPECT_EQ(one.parts[i].column, other.parts[i].column) << name;
      EXPECT_EQ(one.parts[i].area(), other.parts[i].area()) << name;
    }
  }
}

TEST(LoadAlgorithms, TooManyProcessorsAreRefused) {
  const CellProblem problem{1000, 1000, {std::vector<double>(100'001, 1.0), {}}};
  for (const char* name : {"HIER-RELAXED", "JAG-M", "JAG-PQ", "RECTILINEAR"})
    EXPECT_THROW(static_cast<void>(divided(name, problem)), InputError) << name;
  EXPECT_GT(std::ranges::min(part_loads(problem, divided("RCB", problem))), 0);
}

// Problems in which one or five cells have a great part of the load, or loads differ widely.
CellProblem hot_problem(std::size_t kind, double imbalance) {
  constexpr std::int64_t side = 16;
  RandomStream stream(21, fmt::format("hot {}", kind));
  CellProblem problem{.rows = side, .columns = side + 4, .cluster = {{1, 1, 1, 1, 1, 1}, {}}, .imbalance = imbalance};
  if (kind % 2 == 1) problem.cluster.speeds = {8, 4, 2, 1, 1};
  std::vector<double> loads;
  for (std::int64_t cell = 0; cell < problem.rows * problem.columns; ++cell) {
    const std::int64_t whole_row = cell / problem.columns;
    const auto row = static_cast<double>(whole_row) - 6;
    const auto column = static_cast<double>(cell % problem.columns) - 8;
    const double drawn = draw_unit(stream);
    double sum = drawn;  // of three draws, nearly normal
    for (int i = 0; kind == 2 && i < 2; ++i) sum += draw_unit(stream);
    loads.push_back(kind == 2   ? std::exp(3 * sum - 4.5)
                    : kind == 3 ? std::pow(1 - drawn, -1 / 1.1)
                    : kind == 4 ? 1 + std::floor(30 * std::exp(-(row * row + column * column) / 12))
                    : kind == 5 ? (std::max(std::abs(row), std::abs(column)) < 4 ? 15 : 1)
                                : 1);
  }
  for (std::size_t i = 0; kind < 2 && i < 1 + 4 * kind; ++i) loads[draw_below(loads.size(), stream)] = 60;
  problem.loads = std::make_shared<const CellLoads>(problem.rows, problem.columns, std::move(loads));
  return problem;
}

TEST(LoadAlgorithms, NoneIsNearerToTheToleranceThanTheBest) {
  for (std::size_t kind = 0; kind < 6; ++kind)
    for (const double imbalance : {0.01, 0.03}) {
      const CellProblem problem = hot_problem(kind, imbalance);
      const double excess = cell_balance(problem, divided("BEST", problem)).excess;
      std::vector<std::string> others = {"JOGGED", "JAG-M[jogs]", "RCB[jogs]", "HIER-RELAXED"};
      if (CellRegistry::instance().missing().empty()) others.emplace_back("METIS");
      for (const std::string& name : others)
        EXPECT_LE(excess, cell_balance(problem, divided(name, problem)).excess * (1 + 1e-9)) << name << " of " << kind;
    }
}

}  // namespace
}  // namespace apportion
