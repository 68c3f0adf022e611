// `--seconds` and `-j` of rectangles, cells, boxes and grids: ends by clocks and signals, and bad input.
#include <gmock/gmock.h>
#include <signal.h>

#include <chrono>
#include <thread>

#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

class SearchInTimeTest : public ProgramTest {
 protected:
  using Words = std::vector<std::string>;

  static std::vector<Words> families() {
    return {
        {"rectangles", "--rows", "300", "--columns", "400", "--weights", "9,7,5,4,3,3,2,2,1,1,1,1", "--latency", "9"},
        {"cells", "--rows", "40", "--columns", "60", "--weights", "9,7,5,4,3,3,2,2,1,1", "--imbalance", "2%"},
        {"boxes", "--rows", "30", "--columns", "40", "--layers", "50", "--weights", "9,7,5,4,3,3,2,2,1,1"},
        {"grids", "--edges", "3x4", "--performances", "8,2,4,4,1,2,5,1,1,3,7,1", "--block", "1000,900"}};
  }
  static Words solve(const Words& problem, const Words& more = {}) { return joined(joined({"solve"}, problem), more); }
  static double cost_in(const std::string& printed) {
    const Json answer = Json::parse(printed);
    return answer.value(answer.contains("total") ? "total" : "rounded_time", -1.0);
  }
};

TEST_F(SearchInTimeTest, TheClockEndsItWithAnAnswerThatIsNoWorse) {
  for (const Words& problem : families()) {
    SCOPED_TRACE(problem.front());
    const double before = cost_in(output(solve(problem)));
    const auto start = std::chrono::steady_clock::now();
    const double after = cost_in(output(solve(problem, {"--seconds", "2", "-j", "2"})));
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    EXPECT_GE(seconds, 2);
    EXPECT_LT(seconds, 15);
    EXPECT_LE(after, before);
  }
}

TEST_F(SearchInTimeTest, AClockThatHasRunOutLeavesAQuickAnswer) {
  for (const Words& problem : families()) {
    SCOPED_TRACE(problem.front());
    EXPECT_GT(cost_in(output(solve(problem, {"--seconds", "0"}))), 0);
  }
}

TEST_F(SearchInTimeTest, ASignalPrintsTheBestAnswer) {
  for (const Words& problem : families())
    for (const int signal : {SIGINT, SIGTERM}) {
      SCOPED_TRACE(problem.front());
      RunningProgram program = start(solve(problem, {"--seconds", "100", "-j", "2"}));
      std::this_thread::sleep_for(std::chrono::milliseconds(1500));
      const auto sent = std::chrono::steady_clock::now();
      kill(program.pid(), signal);
      const Outcome outcome = program.wait();
      EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - sent).count(), 1);
      EXPECT_EQ(outcome.status, 128 + signal);
      EXPECT_GT(cost_in(outcome.out), 0);
    }
}

// An array on which the method itself works for long.
TEST_F(SearchInTimeTest, ASignalEndsTasksSideBySide) {
  RunningProgram program = start(
      {"solve", "cells", "--rows", "2000", "--columns", "2000", "--processors", "20", "--imbalance", "1%", "-j", "2"});
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  const auto sent = std::chrono::steady_clock::now();
  kill(program.pid(), SIGINT);
  const Outcome outcome = program.wait();
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - sent).count(), 1);
  EXPECT_EQ(outcome.status, 130);
}

TEST_F(SearchInTimeTest, ProgressStandsOnStandardErrorAtAClock) {
  const Outcome outcome = call(solve(families()[1], {"--seconds", "4"}));
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr(" s: cost "));
}

TEST_F(SearchInTimeTest, AnyNumberOfThreadsGivesTheSameBytes) {
  for (const Words& problem : families()) {
    SCOPED_TRACE(problem.front());
    const std::string alone = output(solve(problem));
    for (const char* threads : {"2", "5"}) EXPECT_EQ(output(solve(problem, {"-j", threads})), alone) << threads;
  }
}

TEST_F(SearchInTimeTest, BadInputIsOneLine) {
  for (const Words& problem : families()) {
    for (const char* seconds : {"-1", "nan", "1e9", "soon"})
      expect_error(solve(problem, {"--seconds", seconds}), 2, {"--seconds is"});
    expect_error(solve(problem, {"-j", "0"}), 2, {"--jobs is 0"});
  }
  expect_error(solve(families()[0], {"--seconds", "1", "--algorithm", "XY2"}), 2,
               {"XY2 ends by itself; --seconds is for BEST"});
  expect_error(solve(families()[3], {"--seconds", "1", "--algorithm", "beaumont"}), 2,
               {"beaumont ends by itself; --seconds is for best"});
}

}  // namespace
}  // namespace apportion::testing_support
