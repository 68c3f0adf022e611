// BEST of whole cells on a platform: never slower than a manual division by groups, placement, and refusals.
#include "extensions/cells/algorithms/on_network.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

#include "algorithms/rectangles/random_draws.hpp"
#include "base/error.hpp"
#include "extensions/cells/sim/cell_costs.hpp"
#include "extensions/cells/tests/cell_solutions.hpp"
#include "sim/network/jacobi.hpp"
#include "tests/support/matchers.hpp"

namespace apportion {
namespace {

using testing_support::Owners;

CellProblem on(const Network& network, CellProblem problem) {
  problem.platform =
      std::make_shared<const Platform>(Platform{std::make_shared<const Network>(network), problem.cluster.speeds, 0});
  return problem;
}

double seconds(const CellProblem& problem, const Decomposition& division) {
  return iteration_seconds(*problem.platform, stencil_of(problem, division));
}

// A manual division without the network: BEST among nodes, then BEST among the processors of each, with its cells as
// the mask.
Decomposition by_hand(const CellProblem& problem, const std::vector<std::size_t>& sizes, Objective among) {
  CellProblem nodes = problem;
  nodes.platform = nullptr;
  nodes.objective = among;
  nodes.cluster = {};
  std::size_t first = 0;
  for (const std::size_t size : sizes) {
    const auto begin = problem.cluster.speeds.begin() + static_cast<std::ptrdiff_t>(first);
    nodes.cluster.speeds.push_back(std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(size), 0.0));
    first += size;
  }
  const auto owners_in = [](const CellProblem& asked) {
    const Decomposition division = testing_support::solve("BEST[effort=quick]", asked).decomposition;
    return active_owners_of(asked.loads.get(), division);
  };
  const Owners node_of = owners_in(nodes);
  Owners owners(node_of.size(), no_owner);
  first = 0;
  for (std::size_t node = 0; node < sizes.size(); ++node) {
    std::vector<double> loads;
    for (std::size_t cell = 0; cell < node_of.size(); ++cell) {
      const auto row = static_cast<std::int64_t>(cell) / problem.columns;
      const auto column = static_cast<std::int64_t>(cell) % problem.columns;
      const double load = problem.loads ? problem.loads->at(row, column) : 1;
      loads.push_back(node_of[cell] == static_cast<std::int32_t>(node) ? load : 0);
    }
    CellProblem within = problem;
    within.platform = nullptr;
    const auto begin = problem.cluster.speeds.begin() + static_cast<std::ptrdiff_t>(first);
    within.cluster = {{begin, begin + static_cast<std::ptrdiff_t>(sizes[node])}, {}};
    within.loads = std::make_shared<const CellLoads>(problem.rows, problem.columns, std::move(loads));
    const Owners own = owners_in(within);
    for (std::size_t cell = 0; cell < own.size(); ++cell)
      if (own[cell] != no_owner) owners[cell] = own[cell] + static_cast<std::int32_t>(first);
    first += sizes[node];
  }
  return division_of(problem.rows, problem.columns, problem.cluster.size(), owners);
}

TEST(CellsOnANetwork, AreNeverSlowerThanDividingByNodesByHand) {
  RandomStream stream(7, "cells on networks");
  for (const std::vector<std::size_t>& sizes : {std::vector<std::size_t>{4, 4}, {3, 5, 4}, {2, 2, 2, 2, 2}})
    for (const bool is_masked : {false, true}) {
      CellProblem problem{.rows = 40, .columns = 56, .cluster = {}, .imbalance = is_masked ? 0.03 : 0.0};
      if (is_masked) problem.loads = std::make_shared<const CellLoads>(draw_loads("coast", 40, 56, stream));
      for (std::size_t i = 0; i < std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}); ++i)
        problem.cluster.speeds.push_back(1 + (sizes.size() % 2 == 0 ? 0 : 3 * draw_unit(stream)));
      problem = on(two_level(sizes, 1.25e8, 1.25e7, 0), problem);
      SCOPED_TRACE(::testing::Message() << sizes.size() << " nodes" << (is_masked ? ", masked" : ""));
      const Decomposition found = testing_support::solve("BEST[effort=quick]", problem).decomposition;
      EXPECT_EQ(cell_balance(problem, found).beyond_tolerance, 0);
      for (const Objective among : {Objective::total, Objective::volume}) {
        const Decomposition other = by_hand(problem, sizes, among);
        // The tolerances of nodes and of processors add up.
        if (cell_balance(problem, other).beyond_tolerance > 0) continue;
        EXPECT_LE(seconds(problem, found), seconds(problem, other) * (1 + 1e-9));
      }
      CellProblem alone = problem;
      alone.platform = nullptr;
      for (const Objective objective : cell_problem_objectives()) {
        alone.objective = objective;
        EXPECT_LE(seconds(problem, found),
                  seconds(problem, testing_support::solve("BEST[effort=quick]", alone).decomposition) * (1 + 1e-9));
      }
    }
}

// Only the network tells which processors are near.
TEST(CellsOnANetwork, FindNodesWhoseProcessorsAreNotConsecutive) {
  Network network = two_level({4, 4}, 1.25e8, 1.25e7, 0);
  network = among(network, {0, 4, 1, 5, 2, 6, 3, 7});
  const CellProblem problem = on(network, {.rows = 40, .columns = 80, .cluster = {std::vector<double>(8, 1), {}}});
  const Decomposition found = testing_support::solve("BEST[effort=quick]", problem).decomposition;
  // 40 elements from one half to the other.
  EXPECT_NEAR(seconds(problem, found), 40 * 8 / 1.25e7, 1e-9);
}

TEST(CellsOnANetwork, DrawNoOtherAnswersOnASecondCall) {
  const CellProblem problem =
      on(two_level({3, 3}, 1.25e8, 1.25e7, 0), {.rows = 30, .columns = 31, .cluster = {{1, 2, 3, 3, 2, 1}, {}}});
  const auto owners = [&] { return owners_of(testing_support::solve("BEST[effort=quick]", problem).decomposition); };
  EXPECT_EQ(owners(), owners());
}

TEST(CellsOnANetwork, NeedRoutes) {
  Network network = crossbar({1e8, 1e8, 1e8, 1e8});
  for (std::vector<std::uint32_t>& route : network.routes) route.clear();
  const CellProblem problem = on(network, {.rows = 8, .columns = 8, .cluster = {{1, 1, 1, 1}, {}}});
  EXPECT_THAT([&] { static_cast<void>(testing_support::solve("BEST[effort=quick]", problem)); },
              ThrowsMessage<InputError>(HasSubstr("no routes for the messages of any division that was found")));
}

// --- Placement

// The least time that some link is busy, over all placements.
double least_busy(const Network& network, const Stencil& stencil) {
  std::vector<std::size_t> processors(stencil.elements.size());
  std::iota(processors.begin(), processors.end(), std::size_t{0});
  double least = std::numeric_limits<double>::infinity();
  do least = std::min(least, net(network, halo_exchange(renumbered(stencil, processors))));
  while (std::next_permutation(processors.begin(), processors.end()));
  return least;
}

TEST(PlacementOnANetwork, IsNearTheBestOfAllPermutations) {
  RandomStream stream(5, "placements");
  const Network network = two_level({2, 2, 2}, 1.25e8, 1.25e7, 0);
  for (int i = 0; i < 20; ++i) {
    Stencil stencil{.halos = {}, .elements = std::vector<double>(6, 1)};
    for (std::size_t one = 0; one < 6; ++one)
      for (std::size_t other = one + 1; other < 6; ++other)
        if (draw_unit(stream) < 0.6) {
          const double sent = 1 + 99 * draw_unit(stream);
          stencil.halos.push_back({one, other, sent, sent});
        }
    std::vector<std::size_t> start(6);
    std::iota(start.begin(), start.end(), std::size_t{0});
    const std::vector<std::vector<bool>> anywhere(6, std::vector<bool>(6, true));
    RandomStream own(1, "placement");
    const std::vector<std::size_t> found = placed_on_network(network, stencil, start, anywhere, own);
    EXPECT_TRUE(std::is_permutation(found.begin(), found.end(), start.begin()));
    const double busy = net(network, halo_exchange(renumbered(stencil, found)));
    EXPECT_LE(busy, 1.1 * least_busy(network, stencil)) << i;
  }
}

TEST(PlacementOnANetwork, MovesNoPartToAProcessorThatMayNotHaveIt) {
  const Network network = two_level({2, 2}, 1.25e8, 1.25e7, 0);
  const Stencil stencil{.halos = {{0, 2, 100, 100}, {1, 3, 100, 100}}, .elements = {1, 1, 1, 1}};
  std::vector<std::vector<bool>> may_have(4, std::vector<bool>(4, false));
  for (std::size_t part = 0; part < 4; ++part) may_have[part][part] = true;
  RandomStream stream(1, "placement");
  const std::vector<std::size_t> start = {0, 1, 2, 3};
  EXPECT_EQ(placed_on_network(network, stencil, start, may_have, stream), start);
  may_have[1][2] = may_have[2][1] = true;
  EXPECT_EQ(placed_on_network(network, stencil, start, may_have, stream), (std::vector<std::size_t>{0, 2, 1, 3}));
}

TEST(PlacementOnANetwork, StartsWithGroupsThatLieTogether) {
  const ProcessorGroup groups{{0, 1, 2, 3}, {{{0, 3}, {}}, {{1, 2}, {}}}};
  EXPECT_EQ(placed_by_centres(groups, {{0, 0}, {0, 9}, {0, 1}, {0, 8}}), (std::vector<std::size_t>{0, 1, 3, 2}));
}

}  // namespace
}  // namespace apportion
