// `solve rectangles` and `draw rectangles` with several algorithms, and yardsticks in sweeps, as a user has them.

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

TEST_F(SeveralAlgorithmsTest, ARankedTable) {
  const Outcome outcome = call(figure16("solve", "RecursiveBisection,XY2,HYBRID[levels=2],TILE[legacy],XY"));
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out, StartsWith("1000 x 3000 for 7 processors; no parts of any shape cost less than 4430.97"));
  for (const char* piece : {"rank", "algorithm", "gap, %", "edges", "imbalance, %", "time, ms", "HYBRID[levels=2]"})
    EXPECT_THAT(outcome.out, HasSubstr(piece));
  EXPECT_LT(outcome.out.find("XY2"), outcome.out.find("RecursiveBisection"));
  // Commas within brackets do not split.
  const std::string multilevel = output(figure16("solve", "XY2,MULTILEVEL[outer=XY,groups=3]"));
  EXPECT_THAT(multilevel, HasSubstr("MULTILEVEL[outer=XY,groups=3]"));
}

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
  // A single algorithm answers as ever.
  const Json alone = json_lines(call(figure16("solve", "XY2")).out).at(0);
  EXPECT_FALSE(alone.contains("rank"));
  expect_error(figure16("solve", "XY2", {"--format", "text"}), 2, {"--algorithm A,B or all"});
  expect_error(figure16("solve", "XY2,XY", {"--format", "yaml"}), 2, {"unknown format 'yaml'"});
}

// Rounding leaves three processors of RecursiveBisection without an element: it costs less, and answers less.
TEST_F(SeveralAlgorithmsTest, RoundingsThatLeaveNobodyOutComeFirst) {
  const std::vector<std::string> words = {
      "solve",  "rectangles", "--rows",          "1000",        "--columns",
      "1",      "--weights",  "1,2,3,900,1,1,1", "--algorithm", "RecursiveBisection,XY2",
      "--whole"};
  const Outcome table = call(words);
  EXPECT_THAT(table.out, StartsWith("1000 x 1 for 7 processors, in whole rows and columns\n"));
  EXPECT_THAT(table.out, HasSubstr("without an element"));
  std::vector<std::string> as_json = words;
  as_json.insert(as_json.end(), {"--format", "json"});
  const std::vector<Json> answers = json_lines(call(as_json).out);
  ASSERT_EQ(answers.size(), 2U);
  EXPECT_EQ(answers[0]["algorithm"], "XY2");
  EXPECT_EQ(answers[0]["whole"]["empty"], 0);
  EXPECT_EQ(answers[1]["whole"]["empty"], 3);
  EXPECT_LT(answers[1]["total"].get<double>(), answers[0]["total"].get<double>());
  for (const Json& answer : answers) EXPECT_LE(answer["any_shape_lower_bound"], answer["total"]) << answer;
}

TEST_F(SeveralAlgorithmsTest, RefusalsSayWhyAndOneThatSolvesSuffices) {
  std::string weights = "1";
  for (int i = 1; i < 400; ++i) weights += ",2";
  const std::vector<std::string> problem = {"solve",     "rectangles", "--rows",    "1000", "--columns",  "1000",
                                            "--weights", weights,      "--latency", "1",    "--algorithm"};
  const auto with = [&problem](const std::string& algorithms, const std::vector<std::string>& more = {}) {
    std::vector<std::string> words = problem;
    words.push_back(algorithms);
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  const std::string some = output(with("XY2[enumerate],RecursiveBisection2"));
  EXPECT_THAT(some, HasSubstr("\nXY2[enumerate] refuses: "));
  const Outcome none = call(with("XY2[enumerate],XY"));
  EXPECT_EQ(none.status, 1);
  const std::vector<Json> refusals = json_lines(call(with("XY2[enumerate],XY", {"--format", "json"})).out);
  ASSERT_EQ(refusals.size(), 2U);
  EXPECT_EQ(refusals[0]["algorithm"], "XY2[enumerate]");
  EXPECT_TRUE(refusals[0].contains("error"));
  expect_error(with("XY2,XY3"), 2, {"unknown algorithm 'XY3'"});
}

TEST_F(SeveralAlgorithmsTest, ProblemsOutOfRangeAreRefusedForAll) {
  expect_error({"solve", "rectangles", "--rows", "-1", "--columns", "3", "--weights", "1,2", "--algorithm", "XY,XY2"},
               2, {"rows is -1"});
  expect_error({"solve", "nodes", "--rows", "40", "--columns", "60", "--weights", "1,2", "--network", "star",
                "--element-seconds", "1e-6", "--algorithm", "XY,XY2"},
               2, {"nodes takes one algorithm, not XY,XY2"});
}

TEST_F(SeveralAlgorithmsTest, AllMeansEveryAlgorithmWithItsDefaults) {
  const std::string text = output(figure16("solve", "all"));
  for (const char* name : {"HYBRID", "MULTILEVEL", "RecursiveBisection3", "TILE", "XY2"})
    EXPECT_THAT(text, HasSubstr(name));
  EXPECT_THAT(text, Not(HasSubstr("[legacy]")));
}

TEST_F(SeveralAlgorithmsTest, DrawingsSideBySide) {
  succeed(figure16("draw", "RecursiveBisection,XY2", {"-o", "both.svg"}));
  const std::string svg = read("both.svg");
  // The better one on the left.
  EXPECT_THAT(svg, HasSubstr(R"(<text x="16" y="26" font-size="14" stroke="none">XY2: 4500, gap 1.)"));
  EXPECT_THAT(svg, HasSubstr(R"(<text x="468" y="26" font-size="14" stroke="none">RecursiveBisection: )"));
  const Outcome text = call(figure16("draw", "RecursiveBisection,XY2"));
  EXPECT_THAT(text.out, StartsWith("XY2: 4500, "));
  EXPECT_THAT(text.out, HasSubstr("\n\nRecursiveBisection: "));
}

TEST_F(SeveralAlgorithmsTest, YardsticksInSweeps) {
  write("s.ini",
        "family = rectangles\nmetrics = total, gap, aspect\naspect = 1, 3\nprocessors = 4\nsamples = 3\n"
        "algorithms = XY2\n");
  succeed({"run", "s.ini", "--db", "r.sqlite", "--quiet"});
  // The axis keeps its name.
  const Outcome shown = call({"show", "--db", "r.sqlite", "--format", "csv", "--sql",
                              "SELECT aspect, aspect_measured >= 1 AS measured, gap >= 0 AS gap FROM sweeps_s"});
  EXPECT_THAT(shown.out, HasSubstr("aspect,measured,gap\n1,1,1\n3,1,1\n")) << shown.err;
  write("f.ini", "family = rectangles\nmetrics = total, found\nprocessors = 8\n");
  expect_error({"run", "f.ini", "--db", "r.sqlite"}, 2, {"processors = 8 is too many"});
  expect_error({"replay", "f.ini", "0"}, 2, {"processors = 8 is too many"});
  EXPECT_THAT(call({"describe", "rectangles"}).out, HasSubstr("  imbalance: load above the ideal one"));
  EXPECT_THAT(call({"list", "metrics"}).out, HasSubstr("aspect ratio of a part"));
}

}  // namespace
}  // namespace apportion::testing_support
