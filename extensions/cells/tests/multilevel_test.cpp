// MULTILEVEL, POLISHED, and all methods with an objective and a tolerance.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "extensions/cells/algorithms/annealing.hpp"
#include "extensions/cells/algorithms/mesh.hpp"
#include "extensions/cells/algorithms/mesh_cuts.hpp"
#include "extensions/cells/algorithms/mesh_refinement.hpp"
#include "extensions/cells/sim/cell_loads.hpp"
#include "extensions/cells/tests/cell_solutions.hpp"
#include "tests/support/registry.hpp"

namespace apportion {
namespace {

CellProblem drawn_cells(const std::string& model, std::vector<double> speeds) {
  CellProblem problem{.rows = 40, .columns = 60, .cluster = {std::move(speeds), {}}};
  RandomStream stream(3, "multilevel " + model);
  problem.loads = std::make_shared<const CellLoads>(draw_loads(model, problem.rows, problem.columns, stream));
  return problem;
}

Decomposition division_by(const std::string& name, const CellProblem& problem) {
  return testing_support::solve(name, problem).decomposition;
}

double objective_by(const std::string& name, const CellProblem& problem) {
  return objective_cost(problem, cell_boundary(problem, division_by(name, problem)));
}

TEST(Annealing, MovesNoLoadOutOfItsWindowWhereThatIsAsked) {
  const CellProblem problem{.rows = 12, .columns = 12, .cluster = {{1, 1, 1}, {}}, .imbalance = 0.05};
  const GridMesh<2> mesh = mesh_of(problem, "test");
  const LoadWindows windows = load_windows(problem, problem.imbalance);
  MeshDivision division(mesh, 3, place_owners(problem, mesh, division_by("STRIPES", problem)));
  RandomStream stream(3, "stays inside");
  anneal(division, windows, {.heat = 2, .last_heat = 2, .stays_inside = true, .balance = 0}, stream);
  EXPECT_EQ(division.excess(windows), 0);
}

// POLISHED starts from RCB[jogs], which keeps parts within the heaviest cell, but with peaks maybe not the median.
TEST(Multilevel, KeepsToTheToleranceAndNeverGetsLongerByALooserOne) {
  for (const char* model : {"coast", "uniform", "peak"})
    for (const char* name : {"MULTILEVEL[effort=quick]", "POLISHED", "BEST[effort=quick]"}) {
      if (std::string_view(model) == "peak" && std::string_view(name) == "POLISHED") continue;
      double before = 0;
      for (const double imbalance : {0.0, 0.01, 0.015, 0.03, 0.2}) {
        CellProblem problem = drawn_cells(model, {5, 3, 3, 2, 1, 1});
        problem.imbalance = imbalance;
        const Decomposition division = division_by(name, problem);
        EXPECT_EQ(cell_balance(problem, division).beyond_tolerance, 0) << name << " " << model << " " << imbalance;
        const double cost = objective_cost(problem, cell_boundary(problem, division));
        if (imbalance > 0) {
          EXPECT_LE(cost, before) << name << " " << model << " " << imbalance;
        }
        before = cost;
      }
    }
}

// Above 250 000 cells quick searches only once.
TEST(Multilevel, NeverGetsLongerByALooserToleranceInLargeArrays) {
  CellProblem problem{.rows = 600, .columns = 700, .cluster = {{5, 3, 3, 2, 1, 1}, {}}};
  RandomStream stream(3, "large");
  problem.loads = std::make_shared<const CellLoads>(draw_loads("coast", problem.rows, problem.columns, stream));
  double before = objective_by("MULTILEVEL[effort=quick]", problem);
  for (const double imbalance : {0.01, 0.03}) {
    problem.imbalance = imbalance;
    const double cost = objective_by("MULTILEVEL[effort=quick]", problem);
    EXPECT_LE(cost, before) << imbalance;
    before = cost;
  }
}

// Many moves at the edge of a mesh so large that the memory before it is not the process's.
TEST(Multilevel, BalancesPartsAtTheEdgeOfALargeArray) {
  const CellProblem problem{
      .rows = 200, .columns = 300, .cluster = {std::vector<double>(200, 1), {}}, .imbalance = 0.2};
  EXPECT_EQ(cell_balance(problem, division_by("MULTILEVEL[effort=quick]", problem)).beyond_tolerance, 0);
}

TEST(MeshDivision, FindsPlacesAtBoundariesAndPieces) {
  // Part 1 is a U and also the last column, part 0 is inside of the U; one cell is left out.
  CellProblem problem{.rows = 3, .columns = 5, .cluster = {{1, 1}, {}}};
  problem.loads =
      std::make_shared<const CellLoads>(3, 5, std::vector<double>{1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1});
  const GridMesh<2> mesh = mesh_of(problem, "the test");
  PlaceOwners owners(mesh.size(), no_owner);
  const std::vector<std::int32_t> cells = {1, 0, 1, no_owner, 1, 1, 0, 1, 0, 0, 1, 1, 1, 0, 0};
  for (std::size_t i = 0; i < cells.size(); ++i)
    owners[mesh.at({static_cast<std::int64_t>(i / 5), static_cast<std::int64_t>(i % 5)})] = cells[i];
  const MeshDivision division(mesh, 2, owners);
  EXPECT_EQ(division.pieces(), 4);
  std::vector<std::size_t> expected;
  for (std::size_t place = 0; place < mesh.size(); ++place)
    if (division.is_at_boundary(place)) expected.push_back(place);
  EXPECT_EQ(division.boundary_places(), expected);
  EXPECT_EQ(expected.size(), 12);
}

TEST(Multilevel, LeavesPartsConnectedWhereCellsAre) {
  for (const char* model : {"diagonal", "uniform", "multi-peak"}) {
    const CellProblem problem = drawn_cells(model, {5, 3, 3, 2, 1, 1});
    EXPECT_EQ(cell_boundary(problem, division_by("MULTILEVEL", problem)).fragments, 0) << model;
  }
}

// Two seas of 30 and 20 columns beside a column of land; shares of 25.
TEST(Multilevel, JumpsBetweenSeas) {
  CellProblem problem{.rows = 20, .columns = 51, .cluster = {{1, 1}, {}}};
  std::vector<double> loads(static_cast<std::size_t>(20 * 51), 1.0);
  for (std::size_t row = 0; row < 20; ++row) loads[row * 51 + 30] = 0;
  problem.loads = std::make_shared<const CellLoads>(20, 51, loads);
  const Decomposition division = division_by("MULTILEVEL", problem);
  EXPECT_EQ(cell_balance(problem, division).beyond_tolerance, 0);
  const CellBoundary boundary = cell_boundary(problem, division);
  EXPECT_EQ(boundary.fragments, 1);
  EXPECT_LE(boundary.edges, 21);
}

TEST(Multilevel, ManyCellsOfNoLoadAndOneHeavierThanAShareAreDivided) {
  CellProblem problem{.rows = 5, .columns = 8, .cluster = {{1, 1, 1, 1}, {}}};
  std::vector<double> loads(40, 1.0);
  loads[11] = 1000;
  problem.loads = std::make_shared<const CellLoads>(5, 8, loads);
  EXPECT_EQ(cell_balance(problem, division_by("MULTILEVEL", problem)).beyond_tolerance, 0);
}

// The least for a corner of 105 cells is 29: a triangle.
TEST(Multilevel, SendsFewElementsByDiagonals) {
  CellProblem problem{.rows = 100, .columns = 100, .cluster = {{9895, 105}, {}}};
  problem.objective = Objective::volume;
  EXPECT_EQ(objective_by("MULTILEVEL", problem), 29);
  EXPECT_EQ(objective_by("BEST", problem), 29);
  problem.objective = Objective::total;
  EXPECT_EQ(cell_boundary(problem, division_by("BEST", problem)).volume, 39);
}

TEST(Multilevel, EqualSquaresSendMoreThanDiamonds) {
  CellProblem problem{.rows = 120, .columns = 120, .cluster = {std::vector<double>(25, 1.0), {}}};
  problem.objective = Objective::volume;
  EXPECT_LE(objective_by("BEST", problem), 1523);
  problem.cluster.speeds.resize(9);
  EXPECT_LE(objective_by("BEST", problem), 801);
  problem.objective = Objective::busiest;
  EXPECT_LE(objective_by("BEST", problem), objective_by("BEST[shapes=rectangles]", problem));
}

TEST(Multilevel, MethodsHonourAnObjectiveOrRefuseIt) {
  for (const Objective objective : {Objective::volume, Objective::busiest})
    for (const std::string& name : testing_support::entry_names<CellAlgorithm>()) {
      CellProblem problem{.rows = 12, .columns = 14, .cluster = {{3, 2, 1}, {}}};
      problem.objective = objective;
      const std::vector<Objective>& known = CellRegistry::instance().choose(name).algorithm->objectives;
      const bool knows = std::ranges::find(known, objective) != known.end() && name != "METIS[recursive]";
      if (knows)
        EXPECT_NO_THROW((void)division_by(name, problem)) << name;
      else
        EXPECT_THROW((void)division_by(name, problem), InputError) << name;
    }
}

TEST(Multilevel, QuestionsOutOfRangeAreRefused) {
  CellProblem problem{.rows = 12, .columns = 14, .cluster = {{3, 2, 1}, {}}};
  problem.stencil = 7;
  EXPECT_THROW(validate(problem), InputError);
  problem.stencil = 9;
  problem.imbalance = 1.5;
  EXPECT_THROW(validate(problem), InputError);
  EXPECT_THROW((void)division_by("POLISHED[of=POLISHED]", drawn_cells("coast", {1, 2})), InputError);
}

// Four stripes of a square, which are longer than four squares.
TEST(Multilevel, RegroupingLeavesAnArrangementThatRefinementCannot) {
  CellProblem problem{.rows = 32, .columns = 32, .cluster = {{1, 1, 1, 1}, {}}};
  const GridMesh<2> mesh = mesh_of(problem, "test");
  PlaceOwners owners(mesh.size(), -1);
  for (std::int64_t row = 0; row < 32; ++row)
    for (std::int64_t column = 0; column < 32; ++column)
      owners[mesh.at({row, column})] = static_cast<std::int32_t>(column / 8);
  const LoadWindows windows = load_windows(problem, 0);
  RandomStream stream(1, "regrouping");
  MeshDivision refined(mesh, 4, owners);
  refine(refined, windows, {}, stream);
  EXPECT_EQ(refined.cut(), 96);
  regroup(refined, windows, {.trials_per_part = 5}, stream);
  EXPECT_LE(refined.cut(), 64);
  EXPECT_LE(refined.excess(windows), 0);
}

}  // namespace
}  // namespace apportion
