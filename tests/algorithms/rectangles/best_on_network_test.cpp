// BEST on a network: never a greater net than what it chooses among, on any network.
#include "algorithms/rectangles/best.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "sim/network/jacobi.hpp"
#include "sim/network/network.hpp"
#include "sim/rectangles/costs.hpp"
#include "sim/samplers.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/rectangles.hpp"

namespace apportion {
namespace {

constexpr double startup_latency = 300;

RectangleProblem problem_on(Network network, std::size_t processors, int sample) {
  RandomStream stream(5, fmt::format("net {} {}", processors, sample));
  return {{1000, 2000},
          draw_cluster("log-uniform", processors, 8, stream),
          network.startup.seconds > 0 ? startup_latency : 0,
          Objective::net,
          std::make_shared<const Network>(std::move(network))};
}

double net_of(const RectangleProblem& problem, const RectangleSolution& solution) {
  return net(*problem.network, halo_exchange(stencil_of(solution.decomposition)));
}

RectangleProblem by_total(RectangleProblem problem) {
  problem.objective = Objective::total;
  return problem;
}

// Each processor reaches its neighbours on a ring, over a link to each.
Network ring(std::size_t processors) {
  Network network{.processors = processors, .links = {}, .routes = {}};
  network.routes.resize(processors * processors);
  for (std::size_t from = 0; from < processors; ++from)
    for (const std::size_t step : {std::size_t{1}, processors - 1}) {
      network.routes[from * processors + (from + step) % processors] = {
          static_cast<std::uint32_t>(network.links.size())};
      network.links.push_back({fmt::format("{} to {}", from, (from + step) % processors), 1e8, 0});
    }
  validate(network);
  return network;
}

template <class Check>
void for_networks(const std::vector<std::size_t>& sizes, Check check) {
  int sample = 0;
  for (const std::string& name : network_names())
    for (const StartupPlace where : {StartupPlace::wire, StartupPlace::cpu, StartupPlace::medium})
      for (const std::size_t p : sizes) {
        const double seconds = sample % 3 == 0 ? 0 : startup_latency * 8 / named_bandwidth(name, p);
        check(problem_on(named_network(name, p, {where, seconds}), p, sample));
        ++sample;
      }
}

TEST(BestOnNetwork, HasNoGreaterNetThanWhatItChoosesAmong) {
  for_networks({2, 3, 5, 9, 14}, [](const RectangleProblem& problem) {
    const RectangleSolution best = solve("BEST[effort=quick]", problem);
    ASSERT_TRUE(testing_support::tiles(best.decomposition));
    EXPECT_EQ(best.proof, Proof::none);
    const Configured<RectangleAlgorithm> chosen = RectangleRegistry::instance().choose("BEST[effort=quick]");
    std::vector<std::string> names = chosen.algorithm->members(problem, chosen.options);
    const std::vector<std::string> rivals = rivals_on_a_network();
    names.insert(names.end(), rivals.begin(), rivals.end());
    const double least = net_of(problem, best) * (1 - 1e-9);
    for (const std::string& name : names) EXPECT_LE(least, net_of(problem, solve(name, by_total(problem)))) << name;
  });
}

TEST(BestOnNetwork, FindsMoreThanItChoosesAmong) {
  double best = 0;
  double by_members = 0;
  for (int sample = 0; sample < 5; ++sample) {
    const RectangleProblem problem = problem_on(named_network("star", 12, {StartupPlace::cpu, 2e-5}), 12, sample);
    best += net_of(problem, solve("BEST", problem));
    by_members += net_of(problem, solve("BEST", by_total(problem)));
  }
  EXPECT_LT(best, 0.95 * by_members);
}

// With everything on one link and start-ups there, net is the total.
TEST(BestOnNetwork, IsBestByTheTotalOnABusWithStartUpsOnTheMedium) {
  for (const std::size_t p : {2, 4, 6}) {
    const double element = 8 / named_bandwidth("bus", p);
    const RectangleProblem problem =
        problem_on(named_network("bus", p, {StartupPlace::medium, startup_latency * element}), p, static_cast<int>(p));
    const Decomposition found = solve("BEST", problem).decomposition;
    const Decomposition optimum = solve("OPTIMAL[layouts=all]", by_total(problem)).decomposition;
    EXPECT_NEAR(total_cost(acost(found), internal_edges(found), startup_latency),
                total_cost(acost(optimum), internal_edges(optimum), startup_latency), 1e-6);
  }
}

TEST(BestOnNetwork, UsesNoRouteThatThereIsNot) {
  for (const std::size_t p : {3, 4}) {
    const RectangleProblem problem = problem_on(ring(p), p, 0);
    EXPECT_LT(net_of(problem, solve("BEST", problem)), 1);
  }
  Network cut = ring(3);
  for (auto& route : cut.routes) route.clear();
  EXPECT_THAT([&] { static_cast<void>(solve("BEST", problem_on(cut, 3, 0))); },
              ThrowsMessage<InputError>(HasSubstr("no routes for the messages of any division")));
}

TEST(BestOnNetwork, KnowsTheMachinesThatANetworkJoins) {
  EXPECT_THAT(machines_of(star(3, 10)), ElementsAre(ElementsAre(0, 1, 2)));
  EXPECT_THAT(machines_of(two_level({2, 1}, 10, 1, 0)), ElementsAre(ElementsAre(0, 1), ElementsAre(2)));
  // Processors 0 and 2 are one machine: two pairs of routes without the narrow line.
  Network network = two_level({2, 2}, 10, 1, 0);
  std::swap(network.routes[0 * 4 + 1], network.routes[0 * 4 + 2]);
  std::swap(network.routes[1 * 4 + 0], network.routes[2 * 4 + 0]);
  std::swap(network.routes[3 * 4 + 1], network.routes[3 * 4 + 2]);
  std::swap(network.routes[1 * 4 + 3], network.routes[2 * 4 + 3]);
  EXPECT_THAT(machines_of(network), ElementsAre(ElementsAre(0, 2), ElementsAre(1, 3)));
}

TEST(BestOnNetwork, DependsOnTheSeedAlone) {
  const RectangleProblem problem = problem_on(named_network("two-level", 9, {}), 9, 1);
  const RectangleSolution one = solve("BEST", problem);
  const RectangleSolution other = solve("BEST", problem);
  for (std::size_t i = 0; i < one.decomposition.parts.size(); ++i)
    EXPECT_EQ(one.decomposition.parts[i].row, other.decomposition.parts[i].row);
}

TEST(BestOnNetwork, IsAskedForByProblemsWithANetworkAlone) {
  RectangleProblem problem = problem_on(star(4, 10), 4, 0);
  EXPECT_THAT([&] { static_cast<void>(solve("XY2", problem)); },
              ThrowsMessage<InputError>(HasSubstr("XY2 cannot minimise net, only total")));
  problem.network = std::make_shared<const Network>(star(3, 10));
  EXPECT_THAT([&] { static_cast<void>(solve("BEST", problem)); },
              ThrowsMessage<InputError>(HasSubstr("there must be one of 4 processors")));
}

}  // namespace
}  // namespace apportion
