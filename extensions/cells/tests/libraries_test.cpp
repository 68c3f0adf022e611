// METIS, Scotch and Zoltan, if built in: their answers are valid divisions and depend only on the problem, and they
// leave the process as it was.
#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <thread>

#include "base/error.hpp"
#include "extensions/cells/algorithms/library_graphs.hpp"
#include "extensions/cells/sim/cell_costs.hpp"
#include "sim/cells/owners.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/registry.hpp"

namespace apportion {
namespace {

std::vector<std::string> library_names() {
  std::vector<std::string> names;
  for (const Configured<CellAlgorithm>& entry : CellRegistry::instance().entries())
    if (!entry.algorithm->library.empty()) names.push_back(entry.canonical_name());
  return names;
}

CellProblem full(std::int64_t rows, std::int64_t columns, std::vector<double> speeds) {
  return {.rows = rows, .columns = columns, .cluster = {std::move(speeds), {}}};
}

CellProblem with_loads(CellProblem problem, double (*load)(std::int64_t row, std::int64_t column)) {
  std::vector<double> loads;
  for (std::int64_t row = 0; row < problem.rows; ++row)
    for (std::int64_t column = 0; column < problem.columns; ++column) loads.push_back(load(row, column));
  problem.loads = std::make_shared<CellLoads>(problem.rows, problem.columns, std::move(loads));
  return problem;
}

// The middle one has two pieces, and the last but one has more processors than cells with a load.
std::vector<CellProblem> problems() {
  return {full(20, 30, {1, 1, 1, 1, 1}),
          full(17, 23, {8, 4, 2, 1, 1, 1}),
          full(1, 40, {3, 1, 2}),
          full(30, 30, {1e6, 1, 1, 1e-3}),
          with_loads(full(24, 24, {2, 1, 1}), [](std::int64_t row, std::int64_t) { return row == 11 ? 0.0 : 1.0; }),
          with_loads(full(25, 20, {1, 2, 3, 4}),
                     [](std::int64_t row, std::int64_t column) {
                       return (row - 12) * (row - 12) + (column - 9) * (column - 9) > 110
                                  ? 0
                                  : 0.25 + 0.1 * static_cast<double>(column);
                     }),
          with_loads(full(16, 16, {1, 1}), [](std::int64_t row, std::int64_t) { return row < 8 ? 1e9 : 2e9; }),
          with_loads(full(2, 3, {1, 1, 1, 1, 1}),
                     [](std::int64_t row, std::int64_t column) { return row == 0 && column < 2 ? 5.0 : 0.0; }),
          full(3, 3, {1})};
}

std::vector<std::int32_t> owners_by(const std::string& name, const CellProblem& problem) {
  RandomStream stream(default_seed, "libraries");
  return owners_of(solve_cells(CellRegistry::instance().choose(name), problem, stream).decomposition);
}

class Library : public ::testing::TestWithParam<std::string> {};

// solve_cells() checks that they are valid divisions.
TEST_P(Library, AnswersEveryProblem) {
  for (const CellProblem& problem : problems()) EXPECT_NO_THROW(static_cast<void>(owners_by(GetParam(), problem)));
}

TEST_P(Library, ComesNearTheSharesOfAFullArray) {
  const CellProblem problem = full(60, 90, {4, 3, 2, 1, 1, 1});
  RandomStream stream(default_seed, "libraries");
  const CellSolution solution = solve_cells(CellRegistry::instance().choose(GetParam()), problem, stream);
  EXPECT_LT(cell_balance(problem, solution.decomposition).imbalance, 0.1);
  EXPECT_EQ(cell_boundary(problem, solution.decomposition).empty, 0);
}

TEST_P(Library, FollowsTheLoads) {
  const CellProblem problem = with_loads(full(60, 60, {2, 1, 1}), [](std::int64_t row, std::int64_t column) {
    return row < 20 && column < 20 ? 25.5 : 0.5;
  });
  RandomStream stream(default_seed, "libraries");
  const CellSolution solution = solve_cells(CellRegistry::instance().choose(GetParam()), problem, stream);
  EXPECT_LT(cell_balance(problem, solution.decomposition).imbalance, 0.2);
}

TEST_P(Library, PrintsNothing) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  for (const CellProblem& problem : problems()) static_cast<void>(owners_by(GetParam(), problem));
  std::fflush(nullptr);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

// All libraries round the least shares to 0.
TEST_P(Library, DividesOrRefusesWhereSharesDifferBeyondItsPrecision) {
  const CellProblem problem = full(10, 10, {1e60, 1e60, 1, 1, 1});
  try {
    EXPECT_EQ(owners_by(GetParam(), problem).size(), 100U);
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), testing::ContainsRegex("gives up on this array with status -?[0-9]+; BEST divides it"));
  }
}

TEST_P(Library, RefusesTooManyCells) {
  EXPECT_THAT(message_of([&] {
                static_cast<void>(owners_by(GetParam(), full(2001, 2001, {1, 2})));
              }),
              HasSubstr("at most 4000000 cells with a load, and there are 4004001"));
}

std::atomic<int> signals_met = 0;
static_assert(std::atomic<int>::is_always_lock_free);

struct sigaction handler_used_up_by_one() {
  struct sigaction action {};
  action.sa_handler = [](int /*signal*/) { ++signals_met; };
  action.sa_flags = static_cast<int>(SA_RESTART | static_cast<unsigned>(SA_RESETHAND));
  return action;
}

TEST_P(Library, LeavesSignalHandlersAlone) {
  const struct sigaction ours = handler_used_up_by_one();
  for (const int signal : {SIGINT, SIGTERM, SIGABRT, SIGSEGV}) {
    struct sigaction before {};
    struct sigaction after {};
    sigaction(signal, &ours, &before);
    static_cast<void>(owners_by(GetParam(), full(12, 12, {1, 2})));
    sigaction(signal, &before, &after);
    EXPECT_EQ(after.sa_handler, ours.sa_handler) << signal;
    // glibc adds a flag of its own.
    EXPECT_EQ(static_cast<unsigned>(after.sa_flags) & SA_RESETHAND, static_cast<unsigned>(ours.sa_flags) & SA_RESETHAND)
        << signal;
  }
}

// METIS's own handler would jump into another thread.
TEST_P(Library, IsNotDisturbedByASignalInAnotherThread) {
  const CellProblem problem = full(120, 120, {3, 2, 1, 1, 1, 1, 1, 1});
  const std::vector<std::int32_t> expected = owners_by(GetParam(), problem);
  const struct sigaction ours = handler_used_up_by_one();
  struct sigaction before {};
  struct sigaction after {};
  sigaction(SIGTERM, &ours, &before);
  signals_met = 0;
  std::vector<std::int32_t> found;
  std::atomic<bool> begun = false;
  std::thread solver([&] {
    begun = true;
    found = owners_by(GetParam(), problem);
  });
  while (!begun) std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  std::raise(SIGTERM);
  solver.join();
  sigaction(SIGTERM, &before, &after);
  EXPECT_EQ(signals_met, 1);
  EXPECT_EQ(after.sa_handler, SIG_DFL);
  EXPECT_EQ(found, expected);
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Library);
INSTANTIATE_TEST_SUITE_P(Cells, Library, ::testing::ValuesIn(library_names()), testing_support::test_name);

struct Asked {
  std::string name;
  CellProblem problem;
  std::vector<std::int32_t> expected = {};
};

TEST(Libraries, AnswerTheSameInAnyOrderAndNumberOfThreads) {
  std::vector<Asked> asked;
  for (const std::string& name : library_names())
    for (const CellProblem& problem : problems()) asked.push_back({name, problem, owners_by(name, problem)});
  std::ranges::reverse(asked);
  std::atomic<std::size_t> next = 0;
  std::atomic<int> differing = 0;
  std::vector<std::thread> threads;
  for (int k = 0; k < 8; ++k)
    threads.emplace_back([&] {
      for (std::size_t i = next++; i < asked.size(); i = next++)
        differing += owners_by(asked[i].name, asked[i].problem) == asked[i].expected ? 0 : 1;
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(differing, 0);
}

TEST(Libraries, AreBuiltInOrKnownToBeMissing) {
  std::vector<std::string> names;
  for (const CellAlgorithm& algorithm : CellRegistry::instance().algorithms())
    if (!algorithm.library.empty()) names.push_back(algorithm.name);
  for (const OptionalAlgorithm& missing : CellRegistry::instance().missing()) {
    names.push_back(missing.name);
    EXPECT_THAT(message_of([&] { static_cast<void>(CellRegistry::instance().choose(missing.name + "[quality]")); }),
                HasSubstr(missing.name + " is not built in"));
  }
  EXPECT_THAT(names, testing::UnorderedElementsAre("METIS", "SCOTCH", "ZOLTAN"));
}

TEST(LibraryTurn, KeepsBackWhatItsOwnThreadPrints) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  {
    const LibraryTurn turn;
    std::printf("dropped");
    std::fprintf(stderr, "dropped");
    std::thread([] {
      std::printf("kept");
      std::fprintf(stderr, "kept as well");
    }).join();
  }
  std::printf(", and what comes later");
  std::fflush(nullptr);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "kept, and what comes later");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "kept as well");
}

TEST(CellGraph, JoinsActiveCellsWithACommonSide) {
  // 1 2 .
  // . 3 4
  const CellProblem problem = with_loads(full(2, 3, {1, 1}), [](std::int64_t row, std::int64_t column) {
    constexpr std::array<double, 6> loads{1, 2, 0, 0, 3, 4};
    return loads.at(static_cast<std::size_t>(3 * row + column));
  });
  const CellGraph graph = cell_graph(problem, "test");
  EXPECT_EQ(graph.pieces.positions, (std::vector<PieceGraph::Position>{{0, 0, 0}, {0, 0, 1}, {0, 1, 1}, {0, 1, 2}}));
  EXPECT_THAT(graph.starts, testing::ElementsAre(0, 1, 3, 5, 6));
  EXPECT_THAT(graph.ends, testing::ElementsAre(1, 0, 2, 1, 3, 2));
  EXPECT_THAT(graph.loads, testing::ElementsAre(1, 2, 3, 4));
  EXPECT_TRUE(graph.connected);
  EXPECT_FALSE(cell_graph(problems()[4], "test").connected);
}

TEST(CellGraph, ScalesLoadsThatAreNotWholeOrTooGreat) {
  const CellProblem fractions = with_loads(full(1, 3, {1}), [](std::int64_t, std::int64_t column) {
    return column == 0 ? 1e-12 : 0.5 * static_cast<double>(column);
  });
  EXPECT_THAT(cell_graph(fractions, "test").loads, testing::ElementsAre(1, 333333331, 666666663));
  const CellProblem great =
      with_loads(full(1, 2, {1}), [](std::int64_t, std::int64_t column) { return column == 0 ? 1e15 : 3e15; });
  EXPECT_THAT(cell_graph(great, "test").loads, testing::ElementsAre(249999999, 749999997));
  EXPECT_TRUE(cell_graph(problems()[4], "test").loads.empty());
}

}  // namespace
}  // namespace apportion
