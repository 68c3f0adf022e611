// Several maps of loads at once: methods compared with all divisions of small arrays, whose costs are recounted here,
// and every registered algorithm.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/rectangles/random_draws.hpp"
#include "base/error.hpp"
#include "extensions/cells/algorithms/cell_algorithm.hpp"
#include "extensions/cells/algorithms/mesh.hpp"
#include "extensions/cells/sim/cell_costs.hpp"
#include "extensions/cells/tests/cell_solutions.hpp"
#include "extensions/cells/tests/cells.hpp"
#include "sim/cells/owners.hpp"
#include "tests/support/registry.hpp"

namespace apportion {
namespace {

using Owners = std::vector<std::int32_t>;
using Map = std::vector<double>;

CellProblem with_maps(CellProblem problem, const std::vector<Map>& maps) {
  for (const Map& map : maps)
    problem.maps.push_back(std::make_shared<const CellLoads>(problem.rows, problem.columns, map, problem.layers));
  problem.loads = combined_loads(problem.maps);
  return problem;
}

// The excess of loads over what is allowed, each map scaled to the mean of an active cell.
double beyond_by_definition(const CellProblem& problem, const std::vector<Map>& maps, const Owners& owners) {
  double active = 0;
  for (std::size_t cell = 0; cell < owners.size(); ++cell)
    active += std::ranges::any_of(maps, [&](const Map& map) { return map[cell] > 0; }) ? 1 : 0;
  double speeds = 0;
  for (const double speed : problem.cluster.speeds) speeds += speed;
  double sum = 0;
  for (const Map& map : maps) {
    double total = 0;
    for (const double load : map) total += load;
    for (std::size_t part = 0; part < problem.cluster.size(); ++part) {
      double load = 0;
      for (std::size_t cell = 0; cell < owners.size(); ++cell)
        load += owners[cell] == static_cast<std::int32_t>(part) ? map[cell] : 0;
      const double share = total * problem.cluster.speeds[part] / speeds;
      Map loads = map;
      std::erase(loads, 0);
      std::ranges::sort(loads);
      const double median = (loads[(loads.size() - 1) / 2] + loads[loads.size() / 2]) / 2;
      const double forced = loads.back() / (total * std::ranges::max(problem.cluster.speeds) / speeds) - 1;
      const double allowed = std::max(median, std::max(problem.imbalance, forced) * share) * (1 + 1e-9);
      sum += std::max(std::abs(load - share) - allowed, 0.0) * active / total;
    }
  }
  return sum;
}

std::vector<Map> drawn_maps(std::size_t cells, std::size_t count, RandomStream& stream) {
  std::vector<Map> maps(count);
  for (Map& map : maps)
    for (std::size_t cell = 0; cell < cells; ++cell) {
      const bool has_load = draw_below(3, stream) > 0;
      const auto load = static_cast<double>(1 + draw_below(9, stream));
      map.push_back(has_load || cell == 0 ? load : 0);
    }
  return maps;
}

TEST(SeveralMaps, LoadsAreTheMeanOfScaledMaps) {
  const CellProblem problem = with_maps({.rows = 1, .columns = 3, .cluster = {{1, 1}, {}}}, {{3, 1, 0}, {0, 1, 0}});
  EXPECT_EQ(active_cells(problem), 2);
  EXPECT_DOUBLE_EQ(total_load(problem), 2);
  EXPECT_DOUBLE_EQ(problem.loads->at(0, 0), 0.75);
  EXPECT_DOUBLE_EQ(problem.loads->at(0, 1), 1.25);
  EXPECT_FALSE(problem.loads->is_active(0, 2));
  EXPECT_DOUBLE_EQ(map_scale(problem, 0), 0.5);
  EXPECT_DOUBLE_EQ(map_scale(problem, 1), 2);
}

// A load that is negligible in the total still makes a cell active.
TEST(SeveralMaps, ACellOfTheLeastLoadIsActive) {
  const CellProblem problem =
      with_maps({.rows = 1, .columns = 2, .cluster = {{1, 1}, {}}}, {{1e300, 1e-300}, {1e300, 0}});
  EXPECT_EQ(active_cells(problem), 2);
  EXPECT_EQ(cell_boundary(problem, testing_support::solve("BEST", problem).decomposition).empty, 0);
}

TEST(SeveralMaps, BalanceIsThatOfEachByDefinition) {
  RandomStream stream(default_seed, "balance of several maps");
  for (int i = 0; i < 50; ++i) {
    CellProblem problem{.rows = 3, .columns = 4, .cluster = {{1, 2, 4}, {}}};
    problem.imbalance = i % 2 == 0 ? 0 : 0.2;
    const std::vector<Map> maps = drawn_maps(12, 2 + draw_below(2, stream), stream);
    problem = with_maps(problem, maps);
    Owners owners;
    for (int cell = 0; cell < 12; ++cell) owners.push_back(static_cast<std::int32_t>(draw_below(3, stream)));
    const CellBalance balance = cell_balance(problem, division_of(3, 4, 3, owners));
    EXPECT_NEAR(balance.load_beyond, beyond_by_definition(problem, maps, owners), 1e-9);
    EXPECT_EQ(balance.imbalance_of_maps.size(), maps.size());
    EXPECT_EQ(balance.imbalance, std::ranges::max(balance.imbalance_of_maps));
    for (std::size_t map = 0; map < maps.size(); ++map) {
      CellProblem alone = problem;
      alone.loads = problem.maps[map];
      alone.maps.clear();
      EXPECT_NEAR(balance.imbalance_of_maps[map], cell_balance(alone, division_of(3, 4, 3, owners)).imbalance, 1e-9);
    }
  }
}

TEST(SeveralMaps, WindowsOfAMeshAreThoseOfEachMap) {
  CellProblem problem{.rows = 1, .columns = 4, .cluster = {{1, 3}, {}}};
  problem.imbalance = 0.5;
  problem = with_maps(problem, {{1, 1, 1, 1}, {8, 0, 0, 0}});
  const LoadWindows windows = load_windows(problem, problem.imbalance);
  ASSERT_EQ(windows.maps.size(), 2U);
  EXPECT_NEAR(windows.maps[0].most[0], 1 + 1, 1e-6);
  EXPECT_NEAR(windows.maps[0].most[1], 3 + 1.5, 1e-6);
  EXPECT_NEAR(windows.maps[1].most[0], 1 + 4, 1e-6);  // its only cell has all of its load
  const auto mesh = mesh_of<2>(problem, "a test");
  const MeshDivision division(mesh, 2, place_owners(problem, mesh, division_of(1, 4, 2, Owners{0, 0, 0, 1})));
  EXPECT_NEAR(division.excess_of(windows, 0), 1, 1e-6);  // of the first map, whose parts may have 2 and 4.5
  EXPECT_NEAR(division.excess_of(windows, 1), 0.5, 1e-6);
}

// Within the tolerances of all maps if any division is, and then with the shortest boundary.
TEST(SeveralMaps, BestIsTheBestOfAllDivisionsOfSmallArrays) {
  constexpr int problems = 36;
  RandomStream stream(default_seed, "all divisions of several maps");
  int shortest = 0;
  for (int i = 0; i < problems; ++i) {
    const std::size_t parts = i % 3 == 0 ? 3 : 2;
    CellProblem problem{.rows = 3, .columns = parts == 3 ? 3 : 4, .cluster = {std::vector<double>(parts, 1), {}}};
    if (i % 4 == 1) problem.cluster.speeds[0] = 2;
    problem.imbalance = i % 2 == 0 ? 0.1 : 0.3;
    problem = with_maps(problem, drawn_maps(static_cast<std::size_t>(problem.rows * problem.columns), 2, stream));
    const CellRank least = testing_support::least_rank(problem);
    CellRank found = cell_rank(problem, testing_support::solve("BEST", problem).decomposition);
    found.imbalance = least.imbalance;  // breaks ties last
    EXPECT_NEAR(found.load_beyond, least.load_beyond, 1e-9) << i;
    shortest += !(least < found) ? 1 : 0;
  }
  EXPECT_EQ(shortest, problems);
}

class AlgorithmOfMaps : public ::testing::TestWithParam<std::string> {
 protected:
  static CellProblem halves() {
    constexpr std::size_t columns = 30;
    Map first(20 * columns, 1);
    Map second(20 * columns, 0);
    for (std::size_t cell = 0; cell < 5 * columns; ++cell) second[cell] = 3;
    CellProblem problem{.rows = 20, .columns = 30, .cluster = {{2, 1, 1}, {}}};
    problem.imbalance = 0.1;
    return with_maps(problem, {first, second});
  }
};

// Methods for one map refuse several, and name methods for several.
TEST_P(AlgorithmOfMaps, BalancesAllOrRefuses) {
  const Configured<CellAlgorithm> chosen = CellRegistry::instance().choose(GetParam());
  const CellProblem problem = halves();
  RandomStream stream(default_seed, "several maps");
  if (!chosen.algorithm->several_maps) {
    try {
      (void)solve_cells(chosen, problem, stream);
      FAIL() << "not refused";
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("several are balanced by BEST"), std::string::npos) << error.what();
    }
    return;
  }
  if (GetParam() == "BEST[shapes=rectangles]") {
    EXPECT_THROW((void)solve_cells(chosen, problem, stream), InputError);
    return;
  }
  const Decomposition division = solve_cells(chosen, problem, stream).decomposition;
  const CellBalance balance = cell_balance(problem, division);
  if (chosen.algorithm->library.empty()) {
    EXPECT_EQ(balance.beyond_tolerance, 0U);
    EXPECT_LE(balance.imbalance, 0.1 + 1e-9);
  }
  RandomStream again(default_seed, "several maps");
  EXPECT_EQ(owners_of(division), owners_of(solve_cells(chosen, problem, again).decomposition));
}

INSTANTIATE_TEST_SUITE_P(Cells, AlgorithmOfMaps, ::testing::ValuesIn(testing_support::entry_names<CellAlgorithm>()),
                         testing_support::test_name);

// An ocean, and ice near both poles. METIS leaves parts in pieces, and BEST ranks above it; if pieces do not count,
// METIS's cut is no shorter.
TEST(SeveralMaps, BestIsNoWorseThanMetis) {
  if (std::ranges::none_of(CellRegistry::instance().algorithms(),
                           [](const auto& each) { return each.name == "METIS"; }))
    GTEST_SKIP() << "METIS is not built in";
  constexpr std::int64_t rows = 60;
  constexpr std::int64_t columns = 90;
  Map ocean;
  Map ice;
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t column = 0; column < columns; ++column) {
      const bool is_land = (row - 20) * (row - 20) + (column - 40) * (column - 40) < 150;
      ocean.push_back(is_land ? 0 : static_cast<double>(1 + (row * column) % 7));
      ice.push_back(!is_land && (row < 9 || row >= 50) ? 1 : 0);
    }
  for (const std::size_t parts : {4U, 10U}) {
    CellProblem problem{.rows = rows, .columns = columns, .cluster = {std::vector<double>(parts, 1), {}}};
    problem.imbalance = 0.03;
    problem = with_maps(problem, {ocean, ice});
    const Decomposition best = testing_support::solve("BEST", problem).decomposition;
    const Decomposition rival = testing_support::solve("METIS", problem).decomposition;
    EXPECT_FALSE(cell_rank(problem, rival) < cell_rank(problem, best)) << parts;
    EXPECT_EQ(cell_balance(problem, best).beyond_tolerance, 0U) << parts;
    problem.connected = false;
    const Decomposition shortest = testing_support::solve("BEST", problem).decomposition;
    EXPECT_EQ(cell_balance(problem, shortest).beyond_tolerance, 0U) << parts;
    EXPECT_LE(cell_boundary(problem, shortest).edges, cell_boundary(problem, rival).edges) << parts;
  }
}

TEST(SeveralMaps, LayersAreDividedAsWell) {
  CellProblem problem{.rows = 80, .columns = 10, .cluster = {{1, 1, 2, 1}, {}}};
  problem.layers = 8;
  problem.stencil = 7;
  problem.imbalance = 0.05;
  Map below(800, 1);
  Map above(800, 0);
  for (std::size_t cell = 0; cell < 200; ++cell) above[cell] = 1;
  problem = with_maps(problem, {below, above});
  EXPECT_FALSE(cell_rank(problem, testing_support::solve("BEST", problem).decomposition).has_shortcomings());
}

TEST(SeveralMaps, WhatGoesByOneLoadIsRefused) {
  CellProblem problem = with_maps({.rows = 1, .columns = 2, .cluster = {{1, 1}, {}}}, {{1, 2}, {2, 1}});
  problem.memory = {2, 2};
  EXPECT_THROW(validate(problem), InputError);
  problem.memory.clear();
  validate(problem);
  problem.previous = std::make_shared<const PreviousDivision>(PreviousDivision{{0, 1}, 1});
  EXPECT_THROW(validate(problem), InputError);
  EXPECT_THROW((void)combined_loads({std::make_shared<const CellLoads>(1, 2, Map{1, 1}),
                                     std::make_shared<const CellLoads>(2, 1, Map{1, 1})}),
               InputError);
}

// Loads are scaled by the totals of their maps.
TEST(SeveralMaps, OneOfHardlyAnyLoadIsRefused) {
  EXPECT_THROW((void)with_maps({.rows = 1, .columns = 2, .cluster = {{1, 1}, {}}}, {{1, 2}, {0, 1e-308}}), InputError);
  for (const double load : {1e-270, 1e300}) {
    const CellProblem problem = with_maps({.rows = 1, .columns = 2, .cluster = {{1, 1}, {}}}, {{1, 1}, {load, load}});
    const CellBalance balance = cell_balance(problem, testing_support::solve("BEST", problem).decomposition);
    EXPECT_NEAR(balance.imbalance_of_maps[1], 0, 1e-9) << load;
  }
}

}  // namespace
}  // namespace apportion
