// BEST from a previous division, and its steps: names, moved cuts, prices, and optima of tiny arrays.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/rectangles/random_draws.hpp"
#include "base/error.hpp"
#include "extensions/cells/algorithms/rebalancing.hpp"
#include "extensions/cells/sim/cell_bounds.hpp"
#include "extensions/cells/sim/cell_loads.hpp"
#include "extensions/cells/tests/cell_solutions.hpp"
#include "tests/support/matchers.hpp"

namespace apportion {
namespace {

using testing_support::Owners;

CellProblem with_previous(CellProblem problem, Owners owners, double price) {
  problem.previous = std::make_shared<const PreviousDivision>(PreviousDivision{std::move(owners), price});
  return problem;
}

// 40 x 60 cells, previously divided by BEST among processors of these speeds.
CellProblem was_divided(const std::vector<double>& before, std::vector<double> after, double price,
                        const std::string& model = "none") {
  CellProblem problem{.rows = 40, .columns = 60, .cluster = {before, {}}, .imbalance = 0.01};
  RandomStream stream(3, "rebalancing " + model);
  if (model != "none")
    problem.loads = std::make_shared<const CellLoads>(draw_loads(model, problem.rows, problem.columns, stream));
  const Decomposition division = testing_support::solve("BEST[effort=quick]", problem).decomposition;
  problem.cluster.speeds = std::move(after);
  return with_previous(problem, active_owners_of(problem.loads.get(), division), price);
}

double priced_cost(const CellProblem& problem, const Decomposition& division) {
  return cost_with_migration(problem, objective_cost(problem, cell_boundary(problem, division)),
                             moved_cells(problem, division));
}

TEST(Rebalancing, AssignsAsTheBestOfAllPermutations) {
  RandomStream stream(2, "assignments");
  for (std::size_t n = 1; n <= 6; ++n)
    for (int i = 0; i < 20; ++i) {
      std::vector<std::vector<double>> costs(n, std::vector<double>(n));
      for (std::vector<double>& row : costs)
        for (double& cost : row) cost = static_cast<double>(draw_below(9, stream)) - 6;
      const auto sum = [&](const std::vector<std::size_t>& columns) {
        double total = 0;
        for (std::size_t row = 0; row < n; ++row) total += costs[row][columns[row]];
        return total;
      };
      std::vector<std::size_t> columns(n);
      std::iota(columns.begin(), columns.end(), std::size_t{0});
      double least = std::numeric_limits<double>::infinity();
      do least = std::min(least, sum(columns));
      while (std::next_permutation(columns.begin(), columns.end()));
      EXPECT_EQ(sum(least_assignment(costs)), least) << n << " " << i;
    }
}

// Strips of equal processors under other names: nothing moves.
TEST(Rebalancing, RenamesPartsOnlyWhereTheirLoadsFit) {
  const CellProblem problem{.rows = 1, .columns = 8, .cluster = {{1, 1, 2}, {}}};
  const GridMesh<2> mesh = mesh_of(problem, "test");
  const auto on_mesh = [&](const Owners& owners) { return place_owners(problem, mesh, division_of(1, 8, 3, owners)); };
  const PlaceOwners home = on_mesh({1, 1, 0, 0, 2, 2, 2, 2});
  const LoadWindows windows = load_windows(problem, 0);
  const MeshDivision swapped(mesh, 3, on_mesh({0, 0, 1, 1, 2, 2, 2, 2}));
  EXPECT_EQ(renamed_parts(swapped, windows, home, false), home);
  // The part of 4 cells is too large for the others, even if it has many of their cells.
  const MeshDivision turned(mesh, 3, on_mesh({2, 2, 2, 2, 0, 0, 1, 1}));
  EXPECT_EQ(places_at_home(renamed_parts(turned, windows, home, false), home), 0);
}

TEST(Rebalancing, FindsTheCutsOfADivisionAndMovesThem) {
  const CellProblem problem{.rows = 12, .columns = 12, .cluster = {{1, 1, 1, 1}, {}}};
  const GridMesh<2> mesh = mesh_of(problem, "test");
  Owners owners;
  for (int row = 0; row < 12; ++row)
    for (int column = 0; column < 12; ++column) owners.push_back((row < 6 ? 0 : 2) + (column < 6 ? 0 : 1));
  const PlaceOwners before = place_owners(problem, mesh, division_of(12, 12, 4, owners));
  const std::vector<double> equal(4, 36.0);
  EXPECT_EQ(replayed(mesh, equal, cuts_of(mesh, equal, before)), before);
  // The first two take eight rows; the cut between them is unchanged.
  const std::vector<double> other = {48, 48, 24, 24};
  const PlaceOwners after = replayed(mesh, other, cuts_of(mesh, other, before));
  EXPECT_EQ(places_at_home(after, before), 144 - 24);
}

TEST(Rebalancing, FillsWhatLeftBehind) {
  for (const int first : {0, 1}) {  // either part may be the one that is filled
    const int second = 1 - first;
    const Owners before = {first, first, first, 5, 5, 5, second, no_owner, second};
    const CellProblem problem =
        with_previous({.rows = 1, .columns = 9, .cluster = {{1.0 + first, 1.0 + second}, {}}}, before, 1);
    const GridMesh<2> mesh = mesh_of(problem, "test");
    const MeshDivision division(mesh, 2, filled(problem, mesh));
    EXPECT_EQ(division.load(first), 3);
    EXPECT_EQ(division.load(second), 6);
    EXPECT_EQ(moved_places(problem, mesh, division.owners()), 3);
  }
}

// Boundary + price x moved of all divisions of 3 x 3 cells into connected parts that keep to the tolerance.
TEST(Rebalancing, IsOptimalOnTinyArrays) {
  std::vector<Decomposition> divisions;  // into three connected parts
  Owners tried(9, 0);
  for (std::size_t digit = 0; digit < tried.size();) {
    const CellBoundary boundary = testing_support::by_definition({3, 3, 3, tried});
    if (boundary.empty == 0 && boundary.fragments == 0) divisions.push_back(apportion::division_of(3, 3, 3, tried));
    for (digit = 0; digit < tried.size() && ++tried[digit] == 3; ++digit) tried[digit] = 0;
  }
  RandomStream stream(6, "tiny rebalancing");
  constexpr int problems = 16;
  for (int i = 0; i < problems; ++i) {
    CellProblem problem{.rows = 3, .columns = 3, .cluster = {{1, 1, 1}, {}}};
    const Decomposition division = testing_support::solve("BEST[effort=quick]", problem).decomposition;
    problem.cluster.speeds = {1, 1 + 2 * draw_unit(stream), 1};
    problem = with_previous(problem, owners_of(division), std::vector{0.0, 0.3, 1.0, 5.0}[i % 4]);
    double least = std::numeric_limits<double>::infinity();
    for (const Decomposition& each : divisions)
      if (cell_balance(problem, each).beyond_tolerance == 0) least = std::min(least, priced_cost(problem, each));
    const double found = priced_cost(problem, testing_support::solve("BEST[effort=quick]", problem).decomposition);
    EXPECT_NEAR(found, least, 1e-9) << i;
  }
}

// Every division of some cells, including left-out and new ones, for each objective.
TEST(Rebalancing, IsOptimalOnTinyMasks) {
  RandomStream stream(9, "tiny masks");
  for (int i = 0; i < 12; ++i) {
    std::vector<double> loads(12, 1);
    for (int k = 0; k < 3; ++k) loads[draw_below(loads.size(), stream)] = 0;
    Owners before;
    for (std::size_t cell = 0; cell < loads.size(); ++cell)
      before.push_back(static_cast<std::int32_t>(draw_below(4, stream)) - 1);
    CellProblem problem{.rows = 3, .columns = 4, .cluster = {{1, 1 + draw_unit(stream), 2}, {}}, .imbalance = 0.2};
    problem.loads = std::make_shared<const CellLoads>(3, 4, loads);
    problem.objective = cell_problem_objectives()[static_cast<std::size_t>(i) % 3];
    problem = with_previous(problem, before, std::vector{0.0, 0.3, 1.0, 5.0}[static_cast<std::size_t>(i) % 4]);
    const auto rank = [&](const Decomposition& each) {
      CellRank priced = cell_rank(problem, each);
      priced.cost = priced_cost(problem, each);
      return priced;
    };
    std::optional<CellRank> least;
    Owners tried(loads.size(), no_owner);
    const auto next = [&] {
      for (std::size_t cell = 0; cell < tried.size(); ++cell) {
        if (!(loads[cell] > 0)) continue;
        if (++tried[cell] < 3) return true;
        tried[cell] = 0;
      }
      return false;
    };
    for (std::size_t cell = 0; cell < tried.size(); ++cell)
      if (loads[cell] > 0) tried[cell] = 0;
    do {
      const CellRank each = rank(apportion::division_of(3, 4, 3, tried));
      if (!least || each < *least) least = each;
    } while (next());
    CellRank found = rank(testing_support::solve("BEST[effort=quick]", problem).decomposition);
    found.imbalance = least->imbalance;  // breaks ties last
    if (least->has_shortcomings()) continue;
    EXPECT_TRUE(found <= *least) << i << ": " << found.cost << " for " << least->cost;
  }
}

TEST(Rebalancing, AtAPriceOfZeroIsTheBestNewDivision) {
  RandomStream stream(4, "price 0");
  for (const auto& [rows, columns] : {std::pair{3, 5}, {6, 9}, {20, 30}})
    for (const double imbalance : {0.0, 0.05, 0.2})
      for (const std::vector<double>& speeds : {std::vector<double>{1, 1, 1}, {5, 4, 3, 2}}) {
        CellProblem problem{.rows = rows, .columns = columns, .cluster = {speeds, {}}, .imbalance = imbalance};
        const CellRank fresh = cell_rank(problem, testing_support::solve("BEST", problem).decomposition);
        Owners before;
        for (int cell = 0; cell < rows * columns; ++cell)
          before.push_back(static_cast<std::int32_t>(draw_below(speeds.size(), stream)));
        problem = with_previous(problem, before, 0);
        const CellRank found = cell_rank(problem, testing_support::solve("BEST", problem).decomposition);
        EXPECT_TRUE(found <= fresh) << rows << " x " << columns << ", " << imbalance << ": " << found.cost << " for "
                                    << fresh.cost;
      }
}

// Two halves and a new cell in a corner; the tolerance allows both to take it.
TEST(Rebalancing, GivesANewCellToTheHalfBesideIt) {
  CellProblem problem{.rows = 6, .columns = 6, .cluster = {{1, 1}, {}}, .imbalance = 0.1};
  Owners before;
  for (int cell = 0; cell < 36; ++cell) before.push_back(cell % 6 < 3 ? 0 : 1);
  before.front() = no_owner;
  for (const double price : {0.0, 1.0, 100.0}) {
    const CellProblem asked = with_previous(problem, before, price);
    EXPECT_EQ(priced_cost(asked, testing_support::solve("BEST[effort=quick]", asked).decomposition), 6) << price;
  }
}

TEST(Rebalancing, CostsNoMoreThanANewDivision) {
  for (const char* model : {"none", "coast"})
    for (const double price : {0.0, 1.0}) {
      SCOPED_TRACE(::testing::Message() << model << ' ' << price);
      const CellProblem problem = was_divided({5, 3, 3, 2, 1, 1}, {4, 3, 3, 2, 1, 1}, price, model);
      const Decomposition division = testing_support::solve("BEST[effort=quick]", problem).decomposition;
      EXPECT_EQ(cell_balance(problem, division).beyond_tolerance, 0);
      EXPECT_GE(moved_cells(problem, division), least_moved_cells(problem));
      const auto rank = [&](const Decomposition& each) {
        CellRank priced = cell_rank(problem, each);
        priced.cost = priced_cost(problem, each);
        return priced;
      };
      const Decomposition renamed =
          testing_support::solve("BEST[effort=quick,rebalancing=renamed]", problem).decomposition;
      EXPECT_TRUE(rank(division) <= rank(renamed)) << model << " " << price;
    }
}

TEST(Rebalancing, ADearMoveMovesLittle) {
  const CellProblem problem = was_divided({5, 3, 3, 2, 1, 1}, {4, 3, 3, 2, 1, 1}, 100);
  const std::int64_t moved = moved_cells(problem, testing_support::solve("BEST[effort=quick]", problem).decomposition);
  EXPECT_LE(moved, 2 * least_moved_cells(problem));
}

TEST(Rebalancing, NothingMovesWhereNothingChanged) {
  const CellProblem problem = was_divided({5, 3, 2}, {5, 3, 2}, 10);
  EXPECT_EQ(least_moved_cells(problem), 0);
  EXPECT_EQ(moved_cells(problem, testing_support::solve("BEST[effort=quick]", problem).decomposition), 0);
}

TEST(Rebalancing, TakesProcessorsThatJoinAndLeave) {
  for (const double price : {0.1, 5.0}) {
    const CellProblem joined = was_divided({3, 2, 2}, {3, 2, 2, 2}, price);
    const CellProblem left = was_divided({3, 2, 2, 2}, {3, 2, 2}, price);
    const CellProblem changed = was_divided({3, 2, 2, 2}, {3, 2}, price);
    for (const CellProblem* problem : {&joined, &left, &changed}) {
      SCOPED_TRACE(price);
      const Decomposition division = testing_support::solve("BEST[effort=quick]", *problem).decomposition;
      const CellBoundary boundary = cell_boundary(*problem, division);
      EXPECT_EQ(boundary.empty, 0);
      EXPECT_EQ(boundary.fragments, 0);
      EXPECT_EQ(cell_balance(*problem, division).beyond_tolerance, 0)
          << problem->cluster.size() << ", off by " << cell_balance(*problem, division).furthest;
    }
  }
}

// The previous owners of 2 x 2 cells are two processors, one that has left, or no processor; a cell may be left out.
TEST(Rebalancing, TakesEveryPreviousDivision) {
  const std::vector<CellAlgorithm>& all = CellRegistry::instance().algorithms();
  std::vector<std::string> names = {"BEST[effort=quick]"};
  names.emplace_back("BEST[effort=quick,rebalancing=renamed]");
  if (std::ranges::find(all, "ZOLTAN", &CellAlgorithm::name) != all.end())
    for (const char* method : {"repartition", "refine"}) names.push_back("ZOLTAN[method=" + std::string(method) + "]");
  for (const bool is_masked : {false, true}) {
    CellProblem problem{.rows = 2, .columns = 2, .cluster = {{1, 2}, {}}};
    if (is_masked) problem.loads = std::make_shared<const CellLoads>(2, 2, std::vector<double>{0, 1, 1, 1});
    Owners owners(4, no_owner);
    for (std::size_t cell = 0; cell < owners.size();) {
      const CellProblem asked = with_previous(problem, owners, 1);
      for (const std::string& name : names) {
        // require_division() has checked it.
        const Decomposition division = testing_support::solve(name, asked).decomposition;
        EXPECT_LE(moved_cells(asked, division), 4) << name;
      }
      for (cell = 0; cell < owners.size() && ++owners[cell] == 3; ++cell) owners[cell] = no_owner;
    }
  }
}

// All previous processors have left: their parts are inherited.
TEST(Rebalancing, InheritsWhereAllHaveLeft) {
  CellProblem problem{.rows = 20, .columns = 30, .cluster = {{1, 1}, {}}};
  Owners owners;
  for (int cell = 0; cell < 600; ++cell) owners.push_back(cell % 30 < 15 ? 5 : 7);
  const CellProblem asked = with_previous(problem, owners, 1);
  const Decomposition division = testing_support::solve("BEST[effort=quick]", asked).decomposition;
  EXPECT_EQ(cell_boundary(asked, division).edges, 20);
}

TEST(Rebalancing, TheCurveFallsWhereMoreMoves) {
  const CellProblem problem = was_divided({5, 3, 3, 2, 1, 1}, {4, 3, 3, 2, 1, 1}, 0.5);
  const CellSolution solution = testing_support::solve("BEST[effort=quick]", problem);
  ASSERT_FALSE(solution.curve.empty());
  for (std::size_t i = 1; i < solution.curve.size(); ++i) {
    SCOPED_TRACE(i);
    EXPECT_GT(moved_cells(problem, solution.curve[i]), moved_cells(problem, solution.curve[i - 1]));
    EXPECT_LT(cell_boundary(problem, solution.curve[i]).edges, cell_boundary(problem, solution.curve[i - 1]).edges);
  }
  for (const Decomposition& division : solution.curve)
    EXPECT_GE(priced_cost(problem, division), priced_cost(problem, solution.decomposition) - 1e-9);
}

TEST(Rebalancing, WorksOnElementsSent) {
  CellProblem problem = was_divided({5, 3, 3, 2}, {4, 3, 3, 2}, 0.5);
  problem.objective = Objective::volume;
  const CellSolution found = testing_support::solve("BEST[effort=quick]", problem);
  EXPECT_EQ(cell_balance(problem, found.decomposition).beyond_tolerance, 0);
  EXPECT_LE(
      priced_cost(problem, found.decomposition),
      priced_cost(problem, testing_support::solve("BEST[effort=quick,rebalancing=renamed]", problem).decomposition));
}

TEST(Rebalancing, RefusesWhatItDoesNotKnow) {
  CellProblem problem{.rows = 4, .columns = 4, .cluster = {{1, 1}, {}}};
  const auto refused = [&](const char* name, const char* message) {
    EXPECT_THAT([&] { static_cast<void>(testing_support::solve(name, problem)); },
                ThrowsMessage<InputError>(HasSubstr(message)));
  };
  refused("BEST[rebalancing=x]", "it must be refined or renamed");
  EXPECT_TRUE(testing_support::solve("BEST[effort=quick]", problem).curve.empty());
}

TEST(Rebalancing, ZoltanStartsFromThePreviousDivision) {
  const std::vector<CellAlgorithm>& all = CellRegistry::instance().algorithms();
  if (std::ranges::find(all, "ZOLTAN", &CellAlgorithm::name) == all.end()) GTEST_SKIP() << "not built in";
  CellProblem problem = was_divided({5, 3, 3, 2, 1, 1}, {4, 3, 3, 2, 1, 1}, 10);
  for (const char* name : {"ZOLTAN[method=repartition]", "ZOLTAN[method=refine]"}) {
    const Decomposition division = testing_support::solve(name, problem).decomposition;
    EXPECT_LT(moved_cells(problem, division), 400) << name;  // of 2400
    EXPECT_GT(moved_cells(problem, division), 0) << name;
  }
  problem.previous = nullptr;
  EXPECT_THAT([&] { static_cast<void>(testing_support::solve("ZOLTAN[method=refine]", problem)); },
              ThrowsMessage<InputError>(HasSubstr("starts from a previous division; give --previous OWNERS")));
}

}  // namespace
}  // namespace apportion
