// Statistical comparisons on the command line: `show comparison`, and [comparison] in sweep files.
#include <fmt/format.h>

#include <cmath>
#include <set>

#include "tests/cli/program.hpp"
#include "tests/support/documentation.hpp"

namespace apportion::testing_support {
namespace {

const std::string study =
    "family = rectangles\nalgorithms = RecursiveBisection2, XY2, TILE\nprocessors = 10\nratio = 4\n"
    "latency = 0, 50, 100\nsamples = 30\n";

class PairwiseTest : public ProgramTest {
 protected:
  [[nodiscard]] static Words show(const Words& more) {
    return joined({"show", "comparison", "--of", "s.ini", "--db", "a.sqlite"}, more);
  }

  // The tables of an answer, with rows by the names of columns.
  [[nodiscard]] std::vector<std::vector<Json>> tables(Words words) const {
    words.insert(words.end(), {"--format", "json"});
    std::vector<std::vector<Json>> all;
    Json answer = Json::parse(output(words));
    for (const Json* part : {&answer, &answer["crossings"], &answer["conclusions"]}) {
      if (part->is_null()) continue;
      std::vector<Json>& table = all.emplace_back();
      for (const Json& row : (*part)["rows"]) {
        Json named;
        for (std::size_t i = 0; i < row.size(); ++i) named[(*part)["columns"][i].get<std::string>()] = row[i];
        table.push_back(named);
      }
    }
    return all;
  }
};

TEST_F(PairwiseTest, ASectionComparesAllPairsWithItsIntervals) {
  run_sweep(study + "[comparison]\n");
  const auto answer = tables({"show", "s.ini", "--db", "a.sqlite"});
  ASSERT_EQ(answer.size(), 3U);
  ASSERT_EQ(answer[0].size(), 3U * 4);
  for (const Json& row : answer[0]) {
    SCOPED_TRACE(row);
    EXPECT_LT(row["from"], row["ratio_of_means"]) << row;
    EXPECT_GT(row["to"], row["ratio_of_means"]) << row;
    EXPECT_EQ(row["samples"], 30);
    EXPECT_EQ(row["wins"].get<int>() + row["ties"].get<int>() + row["losses"].get<int>(), 30);
    EXPECT_LE(row["p_value"], row["p_holm"]);
    EXPECT_EQ(row["ratio_of_means"].get<double>(), row["mean"].get<double>() / row["rival_mean"].get<double>());
    EXPECT_EQ(row["remark"], nullptr);
  }
  EXPECT_EQ(answer[0][0]["algorithm"], "RecursiveBisection2");
  EXPECT_EQ(answer[0][0]["rival"], "XY2");
  EXPECT_EQ(answer[0][3]["latency"], nullptr);  // over all points
  EXPECT_EQ(answer[1].size(), 3U);              // along latency, for every pair
  // The means equal those in the database.
  const std::string mean = query("a.sqlite", "SELECT total FROM sweeps_s WHERE algorithm = 'XY2' AND latency = 50");
  EXPECT_NEAR(answer[0][1]["rival_mean"].get<double>(), std::stod(mean.substr(mean.find('\n'))), 1e-6);
}

// The row of each pair over all points, in words.
TEST_F(PairwiseTest, ItEndsWithASentenceForEachPair) {
  run_sweep(study + "[comparison]\n");
  const auto answer = tables(show({"--against", "RecursiveBisection2"}));
  ASSERT_EQ(answer.back().size(), 2U);
  const Json& row = answer[0][3];
  ASSERT_EQ(row["algorithm"], "XY2");
  ASSERT_EQ(row["latency"], nullptr);
  const auto percent = [&row](const char* column) {
    return fmt::format("{:.3g}", std::abs(100 * (row[column].get<double>() - 1)));
  };
  ASSERT_LT(row["to"], 0.99);
  EXPECT_EQ(answer.back()[0]["conclusion"],
            fmt::format("XY2's mean total is {} % less than RecursiveBisection2's ({} to {}), n = 30",
                        percent("ratio_of_means"), percent("to"), percent("from")));
  const auto edges = tables(show({"--against", "XY2", "--algorithms", "TILE", "--metric", "internal_edges"}));
  EXPECT_EQ(
      edges.back()[0]["conclusion"],
      "TILE and XY2: no difference seen in the mean internal_edges, n = 30; no interval: fewer than 5 samples differ");
  EXPECT_THAT(call(show({})).out, HasSubstr("\nXY2's mean total is "));
}

// The problems of a file are independent, as samples are; they are no axis for trends.
TEST_F(PairwiseTest, InstancesCountAsSamples) {
  std::string problems;
  for (int i = 0; i < 24; ++i)
    problems += fmt::format("{{\"rows\":1000,\"columns\":{},\"weights\":[{},3,2,2,1,1]}}\n", 1000 + 100 * i, 3 + i % 7);
  write("i.jsonl", problems);
  run_sweep(
      "family = rectangles\ninstances = i.jsonl\nalgorithms = XY2, RecursiveBisection2\nlatency = 0, 100\n"
      "metrics = total\n[comparison]\n");
  const auto answer = tables(show({}));
  ASSERT_EQ(answer[0].size(), 3U) << "two latencies, and both together";
  for (const Json& row : answer[0]) {
    SCOPED_TRACE(row);
    EXPECT_EQ(row["samples"], 24);
    EXPECT_EQ(row["remark"], nullptr) << "there is an interval";
    EXPECT_LE(row["from"], row["ratio_of_means"]);
  }
  EXPECT_THAT(answer.back()[0]["conclusion"].get<std::string>(), HasSubstr(", n = 24"));
  const std::string mean = query("a.sqlite", "SELECT avg(total) FROM sweeps_s WHERE algorithm = 'XY2' AND latency = 0");
  EXPECT_NEAR(answer[0][0]["mean"].get<double>(), std::stod(mean.substr(mean.find('\n'))), 1e-6);
  EXPECT_EQ(tables(show({"--along", "instance", "--set", "latency=0"}))[0].size(), 25U) << "unless that is asked for";
  EXPECT_EQ(tables(show({"--set", "instance=1,2,3"}))[0][0]["samples"], 3);
}

TEST_F(PairwiseTest, AgainstOneRivalAlongOneAxis) {
  run_sweep(study + "aspect = 1, 3\n[comparison]\n");
  const auto answer =
      tables(show({"--against", "TILE", "--algorithms", "XY2", "--along", "aspect", "--set", "latency=0,100"}));
  ASSERT_EQ(answer.size(), 3U);
  EXPECT_EQ(answer[0].size(), 5U);
  for (const Json& row : answer[0]) EXPECT_EQ(row["rival"], "TILE") << row;
  ASSERT_EQ(answer[1].size(), 2U);
  EXPECT_EQ(answer[1][0]["axis"], "aspect");
  EXPECT_EQ(answer[1][0]["where"], "latency=0");
  // Points on a sampled axis are independent, values of an applied one are not.
  EXPECT_EQ(answer[0][4]["samples"], 60);
}

// Axes of families are called ratio and p, too.
TEST_F(PairwiseTest, NoColumnHasTheNameOfAnAxis) {
  run_sweep("family = rectangles\nalgorithms = XY2, TILE\nprocessors = 9\nratio = 2, 8\nsamples = 12\n[comparison]\n");
  const Json answer = Json::parse(output(show({"--format", "json"})));
  std::set<std::string> names;
  for (const Json& column : answer["columns"]) EXPECT_TRUE(names.insert(column.get<std::string>()).second) << column;
  EXPECT_EQ(answer["rows"][1][2], 8);
  succeed(show({"-o", "c.svg"}));
}

TEST_F(PairwiseTest, FailuresAndFewSamplesAreSaid) {
  ASSERT_EQ(call({"run", "kaddoura/grid", "processors=4,200", "columns=1000", "ratio=2", "latency=0", "--samples", "5",
                  "--algorithms", "TILE,XY2", "--keep-samples", "--quiet", "--db", "a.sqlite"})
                .status,
            1);
  const auto answer = tables({"show", "comparison", "--of", "kaddoura/grid", "--db", "a.sqlite"});
  ASSERT_EQ(answer[0].size(), 3U);  // TILE has no results with 200 processors
  EXPECT_EQ(answer[0][0]["processors"], 4);
  EXPECT_EQ(answer[0][0]["from"], nullptr);
  EXPECT_EQ(answer[0][0]["remark"], "no interval: fewer than 10 samples at a point");
  EXPECT_EQ(answer[0][1]["processors"], 200);
  EXPECT_EQ(answer[0][1]["mean"], nullptr);
  EXPECT_EQ(answer[0][1]["remark"], "none of 5 samples");
  EXPECT_THAT(answer[0][2]["remark"].get<std::string>(), HasSubstr("1 point of one only"));
  ASSERT_EQ(answer[1].size(), 1U);
  EXPECT_THAT(answer[1][0]["crossing"].get<std::string>(), HasSubstr("of 1 point with both"));
  EXPECT_THAT(answer[2][0]["conclusion"].get<std::string>(), HasSubstr("; 5 of 10 samples; 1 point of one only"));
}

// Every method makes four strips.
TEST_F(PairwiseTest, WhereNothingDiffersNothingIsClaimed) {
  run_sweep(
      "family = rectangles\nalgorithms = RecursiveBisection2, XY2\nprocessors = 4\naspect = 20\nratio = 2\n"
      "samples = 20\nmetrics = total\n[comparison]\n");
  const auto answer = tables(show({}));
  ASSERT_EQ(answer[0].size(), 1U);
  EXPECT_EQ(answer[0][0]["ties"], 20);
  EXPECT_EQ(answer[0][0]["from"], nullptr);
  EXPECT_EQ(answer[0][0]["remark"], "no interval: fewer than 5 samples differ");
}

// RecursiveBisection2 is better on 39 of 60 samples, but so much worse on 21 that its mean is worse.
TEST_F(PairwiseTest, ARowSaysWhereTestAndRatioDisagree) {
  run_sweep(
      "family = rectangles\nalgorithms = RecursiveBisection2, HYBRID, XY2\nprocessors = 8\nratio = 4\nlatency = 1000\n"
      "samples = 60\nmetrics = total\n[comparison]\n");
  const auto answer = tables(show({}));
  ASSERT_EQ(answer[0].size(), 3U);
  EXPECT_GT(answer[0][0]["ratio_of_means"], 1);
  EXPECT_GT(answer[0][0]["wins"], answer[0][0]["losses"]);
  EXPECT_EQ(answer[0][0]["remark"], "wins and means favour different algorithms");
  EXPECT_EQ(answer[0][2]["remark"], nullptr);
}

// With this many samples that all go one way, p is below the range of normal doubles.
TEST_F(PairwiseTest, TheLeastPValuesAreNumbersAsWell) {
  run_sweep(
      "family = rectangles\nalgorithms = RecursiveBisection2, XY2\nprocessors = 20\nratio = 8\nsamples = 1050\n"
      "metrics = total\n[comparison]\n");
  const auto answer = tables(show({}));
  ASSERT_EQ(answer[0].size(), 1U);
  EXPECT_GT(answer[0][0]["p_value"], 0);
  EXPECT_LT(answer[0][0]["p_value"], 1e-308);
}

// A program that gives XY2's answers and refuses expensive samples is no better than XY2.
TEST_F(PairwiseTest, APartialFailureIsComparedOnWhatBothHave) {
  write("same.py", R"py(
import json, subprocess, sys
for line in sys.stdin:
    request = json.loads(line)
    problem = dict(request["problem"], algorithm="XY2")
    answer = json.loads(subprocess.run([sys.argv[1], "solve", "rectangles", "--batch", "-"], text=True,
                                       input=json.dumps(problem) + "\n", capture_output=True).stdout)
    refused = answer["total"] > float(sys.argv[2])
    print(json.dumps({"id": request["id"], **({"error": "too dear"} if refused else
                      {"answer": {"rectangles": answer["rectangles"]}})}), flush=True)
)py");
  const std::string head =
      "family = rectangles\nalgorithms = XY2, same, never, RecursiveBisection2\nprocessors = 7\nratio = 4\nmetrics = "
      "total, relative_total\nrival = XY2\nsamples = 20\nchunk = 1\n";
  const auto program = [&](const std::string& name, const std::string& most) {
    return fmt::format("[algorithm.{}]\ncommand = python3 same.py {} {}\nfiles = same.py\n", name, APPORTION_PROGRAM,
                       most);
  };
  write("s.ini", head + program("same", "3330") + program("never", "0") +
                     "[improvement]\nrival = XY2\nrows = algorithm\n[comparison]\nagainst = XY2\n"
                     "[chart.p]\nx = algorithm\ny = relative_total\n[chart.q]\nx = algorithm\ny = total\n");
  EXPECT_EQ(call({"run", "s.ini", "--quiet", "--db", "a.sqlite"}).status, 1);
  const std::string counted = query("a.sqlite", "SELECT samples FROM sweeps_s WHERE algorithm = 'same' AND rival = ''");
  const std::string have = counted.substr(8, counted.find('\n', 8) - 8);
  ASSERT_LT(std::stoi(have), 20);
  ASSERT_GT(std::stoi(have), 9);
  const Outcome improvement = call({"show", "s.ini", "improvement", "--db", "a.sqlite"});
  EXPECT_THAT(improvement.out, HasSubstr("\nsame ")) << improvement.err;
  EXPECT_THAT(improvement.out, HasSubstr("0.0 (" + have + " of 20)"));
  EXPECT_THAT(improvement.out, HasSubstr("none of 20"));
  const auto answer = tables({"show", "s.ini", "comparison", "--db", "a.sqlite"});
  EXPECT_EQ(answer[0][0]["ratio_of_means"], 1);
  EXPECT_EQ(answer[0][0]["remark"], have + " of 20 samples; no interval: fewer than 5 samples differ");
  EXPECT_EQ(answer[0][1]["algorithm"], "never");
  EXPECT_EQ(answer[0][1]["remark"], "none of 20 samples");
  EXPECT_EQ(answer[0][2]["remark"], nullptr);
  // Plain means and ratios to a rival give their numbers of samples.
  for (const char* chart : {"p", "q"}) {
    const std::string table = output({"show", "s.ini", chart, "--db", "a.sqlite"});
    EXPECT_THAT(table, AllOf(HasSubstr("(" + have + " of 20)"), HasSubstr("none of 20"))) << chart;
  }
  EXPECT_THAT(call({"show", "s.ini", "means", "--db", "a.sqlite"}).out, HasSubstr("(" + have + " of 20)"));
}

// scripts/pages checks the tables on the page.
TEST_F(PairwiseTest, ThePageShowsTheExample) {
  std::filesystem::create_directory_symlink(APPORTION_SOURCE_DIR "/experiments", path("experiments"));
  std::vector<std::string> texts;
  for (const CodeBlock& block : code_blocks("docs/comparisons.md")) texts.push_back(block.text);
  EXPECT_THAT(texts, ::testing::Contains(read("experiments/examples/pairwise.ini")));
}

}  // namespace
}  // namespace apportion::testing_support
