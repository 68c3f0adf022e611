// Several algorithms compared, and searches that continue for some seconds.
#include <gmock/gmock.h>
#include <signal.h>

#include <chrono>
#include <thread>

#include "experiments/problems/problem_family.hpp"
#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

class SeveralAlgorithmsTest : public ProgramTest {
 protected:
  [[nodiscard]] static std::vector<std::string> figure16(const std::string& command, const std::string& algorithms,
                                                         const std::vector<std::string>& more = {}) {
    return joined({command, "rectangles", "--rows", "1000", "--columns", "3000", "--weights", ".5,.1,.1,.1,.1,.05,.05",
                   "--algorithm", algorithms},
                  more);
  }
};

TEST_F(SeveralAlgorithmsTest, OneJsonLineEach) {
  const std::string text =
      output(figure16("solve", "RecursiveBisection,XY2,XY,XY2", {"--format", "json", "--latency", "10"}));
  const std::vector<Json> answers = json_lines(text);
  ASSERT_EQ(answers.size(), 3U);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    SCOPED_TRACE(i);
    const Json& answer = answers[i];
    EXPECT_EQ(answer["schema"], 1);
    EXPECT_EQ(answer["rectangles"].size(), 7U);
    EXPECT_NEAR(answer["gap_percent"].get<double>(),
                100 * (answer["total"].get<double>() / answer["lower_bound"].get<double>() - 1), 1e-9);
    EXPECT_GT(answer["seconds"].get<double>(), 0);
    EXPECT_GE(answer["imbalance_percent"].get<double>(), 0);
    EXPECT_GE(answer["total"].get<double>(), answers[i == 0 ? 0 : i - 1]["total"].get<double>() * (1 - 1e-12));
  }
  EXPECT_EQ(answers[0]["rank"], 1);
  // A single algorithm gives its usual answer.
  const Json alone = json_lines(call(figure16("solve", "XY2")).out).at(0);
  EXPECT_FALSE(alone.contains("rank"));
}

class SearchInTimeTest : public ProgramTest {
 protected:
  using Words = std::vector<std::string>;

  static std::vector<Words> families() {
    std::vector<Words> all = {
        {"rectangles", "--rows", "300", "--columns", "400", "--weights", "9,7,5,4,3,3,2,2,1,1,1,1", "--latency", "9"},
        {"boxes", "--rows", "30", "--columns", "40", "--layers", "50", "--weights", "9,7,5,4,3,3,2,2,1,1"},
        {"cells", "--rows", "40", "--columns", "60", "--weights", "9,7,5,4,3,3,2,2,1,1", "--imbalance", "2%"},
        {"grids", "--edges", "3x4", "--performances", "8,2,4,4,1,2,5,1,1,3,7,1", "--block", "1000,900"}};
    std::erase_if(all, [](const Words& each) { return problems::find_family(each.front()) == nullptr; });
    return all;
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
    const double after = cost_in(output(solve(problem, {"--seconds", "1", "-j", "2"})));
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    EXPECT_GE(seconds, 1);
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
      if (signal == SIGTERM && problem.front() != "rectangles") continue;  // both signals are handled alike
      SCOPED_TRACE(problem.front());
      RunningProgram program = start(solve(problem, {"--seconds", "100", "-j", "2"}));
      std::this_thread::sleep_for(std::chrono::milliseconds(1000));
      const auto sent = std::chrono::steady_clock::now();
      kill(program.pid(), signal);
      const Outcome outcome = program.wait();
      EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - sent).count(), 1);
      EXPECT_EQ(outcome.status, 128 + signal);
      EXPECT_GT(cost_in(outcome.out), 0);
    }
}

TEST_F(SearchInTimeTest, BadInputIsOneLine) {
  for (const Words& problem : families()) {
    for (const char* seconds : {"-1", "nan", "1e9", "soon"})
      expect_error(solve(problem, {"--seconds", seconds}), 2, {"--seconds is"});
    expect_error(solve(problem, {"-j", "0"}), 2, {"--jobs is 0"});
  }
}

}  // namespace
}  // namespace apportion::testing_support
