// BEST: never worse than its starts and candidates, on a network, too.
#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "algorithms/rectangles/best.hpp"
#include "base/error.hpp"
#include "sim/network/jacobi.hpp"
#include "sim/network/network.hpp"
#include "sim/rectangles/costs.hpp"
#include "sim/samplers.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/rectangles.hpp"

namespace apportion {
namespace {

RectangleProblem log_uniform_problem(std::size_t p, double ratio, double side, double latency, int sample) {
  RandomStream stream(31, "best " + std::to_string(p) + " " + std::to_string(ratio) + " " + std::to_string(sample));
  return {{1000, side}, draw_cluster("log-uniform", p, ratio, stream), latency};
}

double total(const std::string& name, const RectangleProblem& problem) {
  const Decomposition decomposition = solve(name, problem).decomposition;
  return total_cost(acost(decomposition), internal_edges(decomposition), problem.latency);
}

void expect_never_worse(const std::string& name, const std::vector<std::string>& others,
                        const RectangleProblem& problem) {
  const double best = total(name, problem);
  const double slack = 2e-9 * problem.extent.half_perimeter();
  for (const std::string& other : others) ASSERT_LE(best, total(other, problem) + slack) << name << " and " << other;
}

template <class Check>
void for_problems(const std::vector<std::size_t>& sizes, Check check) {
  int sample = 0;
  for (const std::size_t p : sizes)
    for (const double ratio : {1.0, 8.0, 512.0})
      for (const double latency : {0.0, 30.0, 1000.0}) {
        check(log_uniform_problem(p, ratio, sample % 2 == 0 ? 1000 : 3000, latency, sample));
        ++sample;
      }
}

// Algorithms that users can name and that are not exact; SNRRP and NRRP make parts that are no rectangles. Annealing
// may be slightly worse than another method.
TEST(Best, IsNeverWorseThanAnotherAlgorithm) {
  std::vector<std::string> others;
  for (const RectangleAlgorithm& algorithm : RectangleRegistry::instance().algorithms())
    if (!std::set<std::string>{"NRRP", "OPTIMAL", "SNRRP"}.contains(algorithm.name)) others.push_back(algorithm.name);
  others.emplace_back("BEST[effort=quick]");
  for_problems({4, 7, 12}, [&](const RectangleProblem& problem) { expect_never_worse("BEST", others, problem); });
}

TEST(Best, MoreEffortIsNeverWorseAndBetterOnTheWhole) {
  double quick = 0;
  double normal = 0;
  for_problems({6, 12, 25}, [&](const RectangleProblem& problem) {
    const double bound = total_lower_bound(problem);
    quick += total("BEST[effort=quick]", problem) / bound;
    normal += total("BEST", problem) / bound;
    expect_never_worse("BEST", {"BEST[effort=quick]", "COLUMNS", "ROLLOUT"}, problem);
  });
  EXPECT_LT(normal, quick);
  const RectangleProblem few = log_uniform_problem(13, 64, 1000, 0, 0);
  expect_never_worse("BEST[effort=thorough]", {"BEST"}, few);
}

// The pinwheel is not a slicing tree (weights r, r, r, r, 1 with r > 3.232 on a square).
TEST(Best, FindsThePinwheelAndSaysWhatIsProven) {
  const RectangleProblem pinwheel{{1000, 1000}, {{5, 5, 5, 5, 1}, {}}, 0};
  for (const char* name : {"BEST[effort=quick]", "BEST"}) {
    const RectangleSolution solution = solve(name, pinwheel);
    EXPECT_FALSE(testing_support::is_slicing(solution.decomposition)) << name;
    EXPECT_EQ(solution.proof, Proof::rectangles) << name;
    EXPECT_EQ(solve(name, log_uniform_problem(8, 64, 1000, 0, 0)).proof, Proof::slicing) << name;
    EXPECT_EQ(solve(name, log_uniform_problem(20, 64, 1000, 0, 0)).proof, Proof::none) << name;
  }
}

TEST(Best, KeepsToRectangles) {
  for_problems({2, 7, 20}, [](const RectangleProblem& problem) {
    ASSERT_TRUE(solve("BEST", problem).decomposition.further.empty());
  });
}

void expect_same(const Rect& a, const Rect& b) {
  ASSERT_EQ(a.row, b.row);
  ASSERT_EQ(a.column, b.column);
  ASSERT_EQ(a.rows, b.rows);
  ASSERT_EQ(a.columns, b.columns);
}

void expect_same(const Decomposition& a, const Decomposition& b) {
  ASSERT_EQ(a.parts.size(), b.parts.size());
  for (std::size_t i = 0; i < a.parts.size(); ++i) expect_same(a.parts[i], b.parts[i]);
  ASSERT_EQ(a.further.size(), b.further.size());
  for (std::size_t i = 0; i < a.further.size(); ++i) {
    SCOPED_TRACE(i);
    ASSERT_EQ(a.further[i].processor, b.further[i].processor);
    expect_same(a.further[i].rect, b.further[i].rect);
  }
}

// The same seed gives the same answer, even if the stream was used before.
TEST(Best, DependsOnTheSeedAlone) {
  const RectangleProblem problem = log_uniform_problem(30, 512, 1000, 0, 1);
  for (const char* name : {"BEST", "BEST[effort=quick]"}) {
    const Configured<RectangleAlgorithm> chosen = RectangleRegistry::instance().choose(name);
    const auto solved = [&](std::uint64_t seed, const char* stream_name) {
      RandomStream stream(seed, stream_name);
      (void)stream();
      return solve_rectangles(chosen, problem, stream).decomposition;
    };
    expect_same(solved(1, "a"), solved(1, "b"));
    EXPECT_NE(acost(solved(1, "a")), acost(solved(2, "a"))) << name;
  }
}

TEST(Best, TakesExtremes) {
  std::vector<RectangleProblem> problems;
  for (const std::size_t p : {1U, 2U, 3U, 4U, 100U, 1000U})
    for (const double side : {1000.0, 1e6}) problems.push_back({{1000, side}, {std::vector<double>(p, 1.0), {}}, 0});
  problems.push_back({{1, 1}, {{1e5, 1}, {}}, 0});
  problems.push_back({{1000, 1}, {{1, 2, 3, 1e5}, {}}, 1});
  problems.push_back(log_uniform_problem(1000, 512, 3000, 0, 0));
  problems.push_back(log_uniform_problem(1000, 512, 3000, 100, 0));
  for (const RectangleProblem& problem : problems)
    for (const char* name : {"BEST[effort=quick]", "BEST"}) {
      const Decomposition decomposition = solve(name, problem).decomposition;
      ASSERT_TRUE(testing_support::tiles(decomposition)) << name;
      const Shapes shapes = shapes_of(decomposition);
      ASSERT_GE(acost(decomposition), acost_lower_bound(problem.extent, problem.cluster, shapes) * (1 - 1e-9));
    }
}

TEST(Best, RefusesWhatNoDivisionCanShow) {
  const RectangleProblem strip{{1000, 1000}, {{1e12, 1}, {}}, 0};
  for (const char* name : {"BEST", "BEST[effort=quick]"}) EXPECT_THROW((void)solve(name, strip), InputError);
}

TEST(Best, TakesAMillionProcessors) {
  RectangleProblem problem{{1000, 1000}, {std::vector<double>(1'000'000, 1.0), {}}, 0};
  for (const double latency : {0.0, 1.0}) {
    problem.latency = latency;
    EXPECT_EQ(solve("BEST", problem).decomposition.parts.size(), 1'000'000U);
  }
}

TEST(Best, RefusesUnknownWords) {
  const auto refusal = [](const char* name) -> std::string {
    return message_of([&] { (void)solve(name, {{1000, 1000}, {{1, 2}, {}}, 0}); });
  };
  EXPECT_EQ(refusal("BEST[effort=great]"), "option effort of BEST is 'great'; it must be quick, normal or thorough");
}

// --- On a network

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

// Each processor has a link to each of its neighbours on a ring.
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
    std::vector<std::string> names = rivals_on_a_network();
    names.emplace_back("BEST[effort=quick]");
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
    SCOPED_TRACE(p);
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
    SCOPED_TRACE(p);
    const RectangleProblem problem = problem_on(ring(p), p, 0);
    EXPECT_LT(net_of(problem, solve("BEST", problem)), 1);
  }
  Network cut = ring(3);
  for (auto& route : cut.routes) route.clear();
  EXPECT_THAT([&] { static_cast<void>(solve("BEST", problem_on(cut, 3, 0))); },
              ThrowsMessage<InputError>(HasSubstr("no routes for the messages of any division")));
}

TEST(BestOnNetwork, KnowsTheMachinesThatANetworkJoins) {
  EXPECT_THAT(machines_of(star({10, 10, 10})), ElementsAre(ElementsAre(0, 1, 2)));
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
  RectangleProblem problem = problem_on(star({10, 10, 10, 10}), 4, 0);
  EXPECT_THAT([&] { static_cast<void>(solve("XY2", problem)); },
              ThrowsMessage<InputError>(HasSubstr("XY2 cannot minimise net, only total")));
  problem.network = std::make_shared<const Network>(star({10, 10, 10}));
  EXPECT_THAT([&] { static_cast<void>(solve("BEST", problem)); },
              ThrowsMessage<InputError>(HasSubstr("there must be one of 4 processors")));
}

}  // namespace

}  // namespace apportion
