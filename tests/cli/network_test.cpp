// apportion solve rectangles and grids --network: costs of a division on a network, and the fastest division.

#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

class NetworkTest : public ProgramTest {
 protected:
  [[nodiscard]] static std::vector<std::string> problem(const std::vector<std::string>& more) {
    return joined({"solve", "rectangles", "--rows", "1000", "--columns", "2000", "--weights", "5,3,2,2,1,1"}, more);
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
  for (const Json& answer : json_lines(outcome.out)) {
    SCOPED_TRACE(answer);
    if (answer.contains("error")) continue;
    const double seconds = answer["network"]["simulated"];
    EXPECT_GE(seconds, before * (1 - 1e-9));
    before = seconds;
  }
  EXPECT_GT(before, 0);
  EXPECT_THAT(solve({"--algorithm", "XY2,TILE", "--network", "star"}).out, HasSubstr("over XY2, %"));
}

TEST_F(NetworkTest, BestMinimisesNetUnlessItIsToldOtherwise) {
  const std::vector<std::string> on_star{"--network", "star", "--latency", "300"};
  std::vector<std::string> by_total = on_star;
  by_total.insert(by_total.end(), {"--objective", "total"});
  const Json net = Json::parse(solve(on_star).out);
  const Json total = Json::parse(solve(by_total).out);
  EXPECT_LT(net["network"]["net"], total["network"]["net"]);
  EXPECT_LT(total["total"], net["total"]);
  EXPECT_GT(net["network"]["saved"], 0);
  expect_refused({"--objective", "net"}, "net is a cost on a network");
  expect_refused({"--objective", "speed", "--network", "star"}, "objective");
  expect_refused({"--objective", "net", "--network", "star", "--algorithm", "XY2"}, "XY2 cannot minimise net");
}

// BEST has the least net of all here, but TILE's messages wait less for each other.
TEST_F(NetworkTest, WithoutAnAlgorithmTheFastestAnswers) {
  const std::vector<std::string> words{"solve",     "rectangles",     "--rows",    "1000",     "--columns", "1000",
                                       "--weights", "1,4,3.579,1.11", "--network", "crossbar", "--latency", "300"};
  const auto answer_of = [&](const std::vector<std::string>& more) {
    const Words all = joined(words, more);
    return Json::parse(call(all).out);
  };
  const Json fastest = answer_of({});
  const Json best = answer_of({"--algorithm", "BEST"});
  EXPECT_EQ(fastest["algorithm"], "TILE");
  EXPECT_EQ(fastest["network"]["fastest_of"][0], "BEST");
  EXPECT_LT(fastest["network"]["simulated"], best["network"]["simulated"]);
  EXPECT_LE(best["network"]["net"], fastest["network"]["net"]);
  EXPECT_FALSE(best["network"].contains("fastest_of"));
  EXPECT_EQ(answer_of({"--objective", "net"})["algorithm"], "BEST");
  const Outcome line =
      call({"solve", "rectangles", "--batch", "-"},
           {.input = R"({"rows":1000,"columns":1000,"weights":[1,4,3.579,1.11],"network":"crossbar","latency":300})"
                     "\n"});
  EXPECT_EQ(Json::parse(line.out), fastest);
}

// Three processors in a row: XY2 makes neighbours of the first and the last one.
TEST_F(NetworkTest, BestLooksForADivisionThatNeedsNoRouteWhichThereIsNot) {
  write("row.json", R"({"schema":1,"links":[{"name":"a","bandwidth":10},{"name":"b","bandwidth":10}],"routes":[)"
                    R"({"from":0,"to":1,"links":["a"]},{"from":1,"to":0,"links":["a"]},)"
                    R"({"from":1,"to":2,"links":["b"]},{"from":2,"to":1,"links":["b"]}]})");
  const auto words = [this](const char* algorithm) {
    return std::vector<std::string>{"solve",       "rectangles", "--rows", "10",        "--columns",
                                    "10",          "--weights",  "1,1,1",  "--network", path("row.json"),
                                    "--algorithm", algorithm};
  };
  expect_error(words("XY2"), 2, {"there is no route from processor 0 to 2"});
  const std::string text = output(words("BEST"));
  EXPECT_TRUE(Json::parse(text)["network"]["saved"].is_null());
  EXPECT_EQ(Json::parse(text)["network"]["not_saved"], "XY2 refuses: there is no route from processor 0 to 2");
  EXPECT_THAT(call(words("BEST,XY2")).out, HasSubstr("XY2 refuses: there is no route"));
}

TEST_F(NetworkTest, GridsAreRankedByWhatMatricesTake) {
  const Words words{"solve",   "grids", "--edges",   "2x3",       "--performances", "3,1,2,5,1,4",
                    "--block", "60,60", "--network", "two-level", "--algorithm",    "best,proposed,natural,beaumont"};
  for (const char* workload : {"product", "lu"}) {
    const std::vector<Json> answers = json_lines(output(joined(words, {"--workload", workload, "--format", "json"})));
    ASSERT_EQ(answers.size(), 4U);
    EXPECT_EQ(answers.front()["algorithm"], "best");
    EXPECT_EQ(answers.front()["network"]["workload"], workload);
    EXPECT_EQ(answers.front()["network"]["size"], 180);
    for (const Json& answer : answers) {
      EXPECT_EQ(answer["network"]["element_seconds"], answers.front()["network"]["element_seconds"]);
      EXPECT_GE(answer["network"]["seconds"], answers.front()["network"]["seconds"]);
    }
  }
  EXPECT_THAT(output(words), AllOf(HasSubstr("least simulated time of a matrix product of size 180 on two-level"),
                                   HasSubstr("over first, %")));
  const Words problem{"solve", "grids", "--edges", "2x3", "--performances", "3,1,2,5,1,4", "--block", "60,60"};
  EXPECT_THAT(output(joined(problem, {"--algorithm", "best,natural"})), HasSubstr("rounded time"));
}

TEST_F(NetworkTest, TakesANetworkFromAFileOrALine) {
  const std::string network =
      R"({"schema":1,"startup":{"where":"wire","seconds":0.5},"links":[{"name":"one","bandwidth":16}],)"
      R"("routes":[{"from":0,"to":1,"links":["one"]},{"from":1,"to":0,"links":["one"]}]})";
  write("net.json", network);
  const std::vector<std::string> words{"solve",     "rectangles", "--algorithm", "XY2", "--rows",    "10",
                                       "--columns", "20",         "--weights",   "1,1", "--network", path("net.json")};
  const std::string text = output(words);
  // Two messages of 80 bytes share 16 bytes per second, after half a second.
  EXPECT_NEAR(Json::parse(text)["network"]["simulated"].get<double>(), 10.5, 1e-9);
  const Outcome line =
      call({"solve", "rectangles", "--batch", "-"},
           {.input = R"({"algorithm":"XY2","rows":10,"columns":20,"weights":[1,1],"network":)" + network + "}\n"});
  EXPECT_NEAR(Json::parse(line.out)["network"]["simulated"].get<double>(), 10.5, 1e-9);
  std::vector<std::string> with_latency = words;
  with_latency.insert(with_latency.end(), {"--latency", "5"});
  EXPECT_THAT(call(with_latency).err, HasSubstr("has its own start-up; latency does not go with it"));
}

// 8 bytes take 0.64 ns at 12.5e9 bytes per second: 1.3 us are 2031.25 elements.
TEST_F(NetworkTest, TakesBandwidthsAndTimes) {
  const auto answer = [this](const Words& more) {
    return Json::parse(output(joined({"solve", "rectangles", "--rows", "1000", "--columns", "2000", "--weights",
                                      "3,2,1", "--algorithm", "XY2", "--network", "star"},
                                     more)));
  };
  const Json by_time = answer({"--bandwidth", "12.5e9", "--latency-time", "1.3us"});
  const Json by_elements = answer({"--bandwidth", "12.5e9", "--latency", "2031.25"});
  EXPECT_EQ(by_time["rectangles"], by_elements["rectangles"]);
  EXPECT_NEAR(by_time["total"].get<double>(), by_elements["total"].get<double>(), 1e-6);
  EXPECT_NEAR(by_time["network"]["simulated"].get<double>(), by_elements["network"]["simulated"].get<double>(), 1e-15);
  // A hundred times the bandwidth of every link, and the same latency in elements: everything takes a hundredth.
  EXPECT_NEAR(answer({"--latency", "2031.25"})["network"]["simulated"].get<double>(),
              100 * by_elements["network"]["simulated"].get<double>(), 1e-12);
  const std::string line = R"({"algorithm":"XY2","rows":1000,"columns":2000,"weights":[3,2,1],"network":"star",)"
                           R"("bandwidth":12.5e9,"latency_time":"1.3us"})";
  EXPECT_EQ(Json::parse(call({"solve", "rectangles", "--batch", "-"}, {.input = line + "\n"}).out), by_time);
}

}  // namespace
}  // namespace apportion::testing_support
