// Coarse graphs of connected pieces, and methods for whole cells on arrays with layers.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "algorithms/rectangles/random_draws.hpp"
#include "extensions/cells/algorithms/cell_algorithm.hpp"
#include "extensions/cells/algorithms/mesh.hpp"
#include "extensions/cells/sim/cell_costs.hpp"
#include "sim/cells/owners.hpp"
#include "tests/support/matchers.hpp"

namespace apportion {
namespace {

CellProblem space(std::int64_t layers, std::int64_t rows, std::int64_t columns, std::vector<double> speeds) {
  return {
      .rows = layers * rows, .columns = columns, .cluster = {std::move(speeds), {}}, .stencil = 7, .layers = layers};
}

void set_loads(std::vector<double> loads, CellProblem& problem) {
  problem.loads = std::make_shared<const CellLoads>(problem.rows, problem.columns, std::move(loads), problem.layers);
}

// A ball with tunnels: cells of load 1 or 2 within the sphere, except some columns.
CellProblem porous_ball(std::int64_t side, std::vector<double> speeds, bool has_loads) {
  CellProblem problem = space(side, side, side, std::move(speeds));
  std::vector<double> loads;
  const double middle = static_cast<double>(side - 1) / 2;
  for (std::int64_t z = 0; z < side; ++z)
    for (std::int64_t y = 0; y < side; ++y)
      for (std::int64_t x = 0; x < side; ++x) {
        const auto off = [middle](std::int64_t at) { return (static_cast<double>(at) - middle); };
        const bool inside = off(x) * off(x) + off(y) * off(y) + off(z) * off(z) <= middle * middle;
        const bool is_tunnel = x % 5 == 2 && y % 4 == 1;
        loads.push_back(!inside || is_tunnel ? 0 : has_loads && z < side / 2 ? 2 : 1);
      }
  set_loads(std::move(loads), problem);
  return problem;
}

Decomposition solved(const std::string& algorithm, const CellProblem& problem) {
  RandomStream stream(1, algorithm);
  return solve_cells(CellRegistry::instance().choose(algorithm), problem, stream).decomposition;
}

TEST(PieceGraph, CellsOnBothSidesOfAWallAreApart) {
  CellProblem problem = space(2, 2, 6, {1, 1});
  // Rows of the columns 0 and 2 of each layer, with a wall between them in the first block and a bridge in the second.
  set_loads({1, 0, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1}, problem);
  const PieceGraph graph = joined_blocks(mesh_of<3>(problem, "test"));
  ASSERT_EQ(graph.size(), 3U);
  EXPECT_EQ(graph.total, 20);
  EXPECT_EQ(graph.load, (std::vector<double>{4, 8, 8}));
  EXPECT_EQ(graph.around(0).size(), 0U);
  ASSERT_EQ(graph.around(1).size(), 1U);
  EXPECT_EQ(graph.around(1)[0], 2U);
  EXPECT_EQ(graph.sides(1)[0], 4);
  problem.loads = nullptr;
  set_loads({1, 0, 0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 1, 0, 0, 1, 1, 0}, problem);
  EXPECT_EQ(joined_blocks(mesh_of<3>(problem, "test")).size(), 3U);  // 0, 3 and 4: no block connects two of them
}

TEST(PieceGraph, TwoPiecesOfOneBlockAreTwoPlaces) {
  CellProblem problem = space(2, 2, 2, {1, 1});
  set_loads({1, 0, 0, 0, 0, 0, 0, 1}, problem);
  EXPECT_EQ(joined_blocks(mesh_of<3>(problem, "test")).size(), 2U);
  set_loads({1, 1, 0, 1, 0, 0, 0, 1}, problem);
  EXPECT_EQ(joined_blocks(mesh_of<3>(problem, "test")).size(), 1U);
}

TEST(PieceGraph, LightPiecesGoWithTheirNeighbours) {
  CellProblem problem = space(2, 2, 7, {1, 1});
  const PieceGraph graph = joined_blocks(mesh_of<3>(problem, "test"));
  EXPECT_EQ(graph.load, (std::vector<double>{8, 8, 8, 4}));  // half a block is not light
  std::vector<double> loads(28, 1);
  for (const std::size_t cell : {6U, 13U, 20U, 27U}) loads[cell] = 0.1;
  set_loads(loads, problem);
  const PieceGraph joined = joined_blocks(mesh_of<3>(problem, "test"));
  ASSERT_EQ(joined.size(), 3U);
  EXPECT_NEAR(joined.load[2], 8.4, 1e-12);
}

// Owners, loads and the cut agree with those of the cells, on each level.
TEST(PieceGraph, CostsAreThoseOfTheCells) {
  const CellProblem problem = porous_ball(11, {1, 1, 1}, true);
  const GridMesh<3> mesh = mesh_of<3>(problem, "test");
  const PieceGraph first = joined_blocks(mesh);
  const PieceGraph second = joined_blocks(first);
  EXPECT_LT(second.size(), first.size());
  RandomStream stream(1, "owners");
  PlaceOwners owners;
  for (std::size_t place = 0; place < second.size(); ++place)
    owners.push_back(static_cast<std::int32_t>(draw_below(3, stream)));
  const MeshDivision coarse(second, 3, owners);
  const MeshDivision middle(first, 3, refined(first, second, owners));
  const MeshDivision fine(mesh, 3, refined(mesh, first, middle.owners()));
  EXPECT_EQ(coarse.cut(), middle.cut());
  EXPECT_EQ(coarse.cut(), fine.cut());
  EXPECT_EQ(coarse.pieces(), fine.pieces());
  for (std::int32_t part = 0; part < 3; ++part) EXPECT_NEAR(coarse.load(part), fine.load(part), 1e-9);
  EXPECT_EQ(coarsened(mesh, first, fine.owners()), middle.owners());
  EXPECT_EQ(coarsened(first, second, middle.owners()), owners);
}

// A place that may leave leaves the neighbouring places of its part connected.
TEST(PieceGraph, RingsHangTogether) {
  CellProblem problem = space(2, 6, 6, {1, 1});
  std::vector<double> loads(72, 1);
  for (const std::size_t layer : {0U, 36U})
    for (const std::size_t cell : {14U, 15U, 20U, 21U}) loads[layer + cell] = 0;
  set_loads(loads, problem);
  const PieceGraph graph = joined_blocks(mesh_of<3>(problem, "test"));
  ASSERT_EQ(graph.size(), 8U);
  MeshDivision ring(graph, 2, PlaceOwners(8, 0));
  for (std::size_t place = 0; place < 8; ++place) EXPECT_TRUE(ring.may_leave(place)) << place;
  ring.move(0, 1);
  const auto ends = graph.around(0);
  for (std::size_t place = 1; place < 8; ++place)
    EXPECT_EQ(ring.may_leave(place), std::ranges::find(ends, place) != ends.end()) << place;
}

std::vector<std::string> methods() {
  return {"RCB", "RCB[jogs]", "MULTILEVEL[effort=quick]", "MULTILEVEL", "POLISHED", "BEST[effort=quick]"};
}

TEST(CellsInSpace, EveryMethodDividesWhatItIsAsked) {
  for (const bool has_loads : {false, true}) {
    CellProblem problem = porous_ball(14, {3, 2, 1, 1, 0.5}, has_loads);
    for (const double imbalance : {0.0, 0.005, 0.03}) {
      problem.imbalance = imbalance;
      const CellRank bisected = cell_rank(problem, solved("RCB[jogs]", problem));
      for (const std::string& name : methods()) {
        const CellRank rank = cell_rank(problem, solved(name, problem));
        if (name.starts_with("RCB")) continue;
        EXPECT_FALSE(rank.has_shortcomings()) << name << " at " << imbalance;
        EXPECT_LE(rank, bisected) << name << " at " << imbalance;
      }
    }
  }
}

TEST(CellsInSpace, CubesAreDividedIntoCubes) {
  const CellProblem eight = space(16, 16, 16, std::vector<double>(8, 1));
  const CellProblem many = space(18, 18, 18, std::vector<double>(27, 1));
  for (const std::string& name : methods()) {
    EXPECT_EQ(cell_rank(eight, solved(name, eight)).cost, 768) << name;
    if (name.starts_with("MULTILEVEL") || name.starts_with("BEST")) {
      EXPECT_EQ(cell_rank(many, solved(name, many)).cost, 1944) << name;
    }
  }
}

TEST(CellsInSpace, LooserTolerancesAreNoLonger) {
  CellProblem problem = porous_ball(16, {2, 1, 1, 1}, false);
  double before = 1e9;
  for (const double imbalance : {0.01, 0.03, 0.1}) {
    problem.imbalance = imbalance;
    const double cost = cell_rank(problem, solved("MULTILEVEL", problem)).cost;
    EXPECT_LE(cost, before) << imbalance;
    before = cost;
  }
}

TEST(CellsInSpace, ObjectivesCount) {
  CellProblem problem = porous_ball(14, {2, 1, 1, 1}, false);
  problem.imbalance = 0.02;
  for (const int stencil : {7, 27}) {
    problem.stencil = stencil;
    problem.objective = Objective::total;
    const CellBoundary by_cut = cell_boundary(problem, solved("MULTILEVEL", problem));
    problem.objective = Objective::volume;
    EXPECT_LE(cell_boundary(problem, solved("MULTILEVEL", problem)).volume, by_cut.volume) << stencil;
    problem.objective = Objective::busiest;
    EXPECT_LE(cell_boundary(problem, solved("MULTILEVEL", problem)).busiest, by_cut.busiest) << stencil;
  }
}

TEST(CellsInSpace, OneProcessorHasAll) {
  for (const std::string& name : methods())
    EXPECT_EQ(cell_rank(space(3, 4, 5, {1}), solved(name, space(3, 4, 5, {1}))).cost, 0) << name;
}

TEST(CellsInSpace, MorePartsThanCellsLeaveSomeEmpty) {
  const CellProblem problem = space(3, 1, 2, std::vector<double>(8, 1));
  for (const std::string& name : methods()) {
    const CellBoundary boundary = cell_boundary(problem, solved(name, problem));
    EXPECT_EQ(boundary.empty, 2) << name;
    EXPECT_EQ(boundary.edges, 7) << name;
  }
}

// The pores are not connected, so that each is a part of its own. Bisection ignores that.
TEST(CellsInSpace, PoresThatTouchAtAnEdgeAreApart) {
  CellProblem problem = space(2, 2, 2, {1, 1});
  set_loads({1, 0, 0, 1, 1, 0, 0, 1}, problem);
  for (const std::string& name : methods()) {
    if (name.starts_with("RCB")) continue;
    const CellBoundary boundary = cell_boundary(problem, solved(name, problem));
    EXPECT_EQ(boundary.edges, 0) << name;
    EXPECT_EQ(boundary.fragments, 0) << name;
  }
}

TEST(CellsInSpace, OtherMethodsRefuseLayers) {
  const CellProblem problem = space(3, 4, 5, {1, 2});
  for (const CellAlgorithm& algorithm : CellRegistry::instance().algorithms()) {
    if (algorithm.in_space) continue;
    EXPECT_THAT(message_of([&] { (void)solved(algorithm.name, problem); }),
                StartsWith(algorithm.name + " divides arrays of rows and columns, and this one has layers; with layers "
                                            "there are BEST, "));
  }
}

TEST(CellsInSpace, APreviousDivisionAtNoPriceIsNoBurden) {
  CellProblem problem = porous_ball(10, {3, 2, 2, 1}, true);
  problem.imbalance = 0.02;
  const CellRank fresh = cell_rank(problem, solved("BEST", problem));
  auto previous = std::make_shared<PreviousDivision>();
  for (std::int64_t cell = 0; cell < problem.rows * problem.columns; ++cell)
    previous->owners.push_back(static_cast<std::int32_t>(cell % 4));
  problem.previous = previous;
  EXPECT_LE(cell_rank(problem, solved("BEST", problem)).cost, fresh.cost);
  EXPECT_FALSE(cell_rank(problem, solved("BEST", problem)).has_shortcomings());
}

}  // namespace
}  // namespace apportion
