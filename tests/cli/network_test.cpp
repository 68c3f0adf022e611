// apportion solve rectangles --network: what a division costs on a network, and which is fastest.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

using Json = nlohmann::json;
using ::testing::HasSubstr;

class NetworkTest : public ProgramTest {
 protected:
  [[nodiscard]] static std::vector<std::string> problem(const std::vector<std::string>& more) {
    std::vector<std::string> words{"solve",     "rectangles", "--rows",    "1000",
                                   "--columns", "2000",       "--weights", "5,3,2,2,1,1"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  [[nodiscard]] Outcome solve(const std::vector<std::string>& more) const { return call(problem(more)); }
  void expect_refused(const std::vector<std::string>& more, const char* message) const {
    expect_error(problem(more), 2, {message});
  }
};

// On a bus all messages take turns: 16 bytes for each element of boundary, and start-ups for two messages per pair.
TEST_F(NetworkTest, OnABusTheTotalIsTheTime) {
  const Outcome outcome = solve({"--algorithm", "TILE", "--network", "bus", "--startup", "medium", "--latency", "100"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const Json answer = Json::parse(outcome.out);
  const double seconds = 2 * answer["total"].get<double>() * 8 / 1.25e6;
  EXPECT_EQ(answer["network"]["name"], "bus");
  EXPECT_NEAR(answer["network"]["net"].get<double>(), seconds, 1e-9 * seconds);
  EXPECT_NEAR(answer["network"]["simulated"].get<double>(), seconds, 1e-9 * seconds);
}

TEST_F(NetworkTest, XY2SavesNothingOverItself) {
  const Json answer = Json::parse(solve({"--algorithm", "XY2", "--network", "star"}).out);
  EXPECT_EQ(answer["network"]["saved"], 0);
  EXPECT_GT(answer["network"]["most"], 0);
}

TEST_F(NetworkTest, RanksBySimulatedTime) {
  const Outcome outcome = solve({"--algorithm", "all", "--network", "star", "--latency", "50", "--format", "json"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  double before = 0;
  std::istringstream lines(outcome.out);
  for (std::string line; std::getline(lines, line);) {
    const Json answer = Json::parse(line);
    if (answer.contains("error")) continue;
    const double seconds = answer["network"]["simulated"];
    EXPECT_GE(seconds, before * (1 - 1e-9));
    before = seconds;
  }
  EXPECT_GT(before, 0);
  EXPECT_THAT(solve({"--algorithm", "XY2,TILE", "--network", "star"}).out, HasSubstr("over XY2, %"));
}

TEST_F(NetworkTest, TakesANetworkFromAFileOrALine) {
  const std::string network =
      R"({"schema":1,"startup":{"where":"wire","seconds":0.5},"links":[{"name":"one","bandwidth":16}],)"
      R"("routes":[{"from":0,"to":1,"links":["one"]},{"from":1,"to":0,"links":["one"]}]})";
  write("net.json", network);
  const std::vector<std::string> words{"solve",     "rectangles", "--algorithm", "XY2", "--rows",    "10",
                                       "--columns", "20",         "--weights",   "1,1", "--network", path("net.json")};
  const Outcome outcome = call(words);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  // Two messages of 80 bytes share 16 bytes per second, after half a second.
  EXPECT_NEAR(Json::parse(outcome.out)["network"]["simulated"].get<double>(), 10.5, 1e-9);
  const Outcome line =
      call({"solve", "rectangles", "--batch", "-"},
           {.input = R"({"algorithm":"XY2","rows":10,"columns":20,"weights":[1,1],"network":)" + network + "}\n"});
  EXPECT_NEAR(Json::parse(line.out)["network"]["simulated"].get<double>(), 10.5, 1e-9);
  std::vector<std::string> with_latency = words;
  with_latency.insert(with_latency.end(), {"--latency", "5"});
  EXPECT_THAT(call(with_latency).err, HasSubstr("has a start-up of its own; latency does not go with it"));
}

TEST_F(NetworkTest, RefusesWhatIsNoNetworkByOneLine) {
  expect_refused({"--network", "ring"}, "ring");
  expect_refused({"--startup", "cpu"}, "--startup needs --network");
  expect_refused({"--network", "bus", "--startup", "air"}, "wire, cpu or medium");
  expect_refused({"--network", "bus", "--latency", "-1"}, "latency is -1");
  expect_refused({"--network", "bus", "--element-seconds", "-1"}, "an element takes -1 seconds");
  write("net.json", R"({"schema":1,"links":[{"name":"one","bandwidth":16}],"routes":[]})");
  expect_refused({"--network", path("net.json")}, "there is no route from processor");
}

}  // namespace
}  // namespace apportion::testing_support
