// Metrics and axes of a user's own: formulas, options of algorithms as axes, and names of instances.
#include <fmt/format.h>

#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

class OwnMetricsTest : public ProgramTest {
 protected:
  void expect_refused(const std::string& text, const std::string& piece) const {
    write("s.ini", text);
    expect_error({"run", "s.ini", "--db", "refused.sqlite"}, 2, {piece});
  }
};

const std::string rectangles = "family = rectangles\nalgorithms = XY2, TILE\nprocessors = 5, 9\nsamples = 12\n";

TEST_F(OwnMetricsTest, AreStoredComparedAndChecked) {
  const std::string sweep = rectangles + "metrics = total, dear\nkeep-samples = yes\n[metric.dear]\nexpression = ";
  const std::string tables =
      "[comparison]\nmetric = dear\n[improvement]\nrival = TILE\nmetric = dear\nrows = processors\n"
      "[chart]\nx = processors\ny = dear\n";
  run_sweep(sweep + "-(acost - 2*acost) + 50 * max(internal_edges, .5)\n" + tables);
  // Its parts are measured and not stored.
  EXPECT_EQ(query("a.sqlite", "SELECT DISTINCT metric FROM measurements ORDER BY 1"), "metric\ndear\ntotal\n");
  EXPECT_THAT(output({"show", "sweeps/s", "--db", "a.sqlite"}),
              AllOf(HasSubstr("mean dear"), HasSubstr("XY2 over TILE in percent of the mean dear")));
  EXPECT_THAT(output({"describe", "s.ini"}), HasSubstr("dear"));
  EXPECT_EQ(call({"check", "s.ini", "--update"}).status, 0);
  EXPECT_THAT(read("s.baseline.csv"), HasSubstr(",rival_revision,dear,total\n"));
  EXPECT_EQ(call({"check", "s.ini"}).status, 0);
  // Another formula is another study.
  write("s.ini", sweep + "acost\n");
  EXPECT_THAT(call({"check", "s.ini"}).out, HasSubstr("so its numbers cannot be compared"));
  run_sweep(rectangles + "name = parts\n[metric.dear]\nexpression = acost + 50 * internal_edges\n");
  EXPECT_EQ(query("a.sqlite",
                  "SELECT count(*) AS n, sum(abs(dear - acost - 50 * internal_edges) < 1e-9 * dear) AS same "
                  "FROM sweeps_parts"),
            "n,same\n4,4\n");
}

TEST_F(OwnMetricsTest, WrongFormulasGetOneLine) {
  const auto with = [](const std::string& formula) { return rectangles + "[metric.dear]\nexpression = " + formula; };
  expect_refused(with("acost + internal_edge"),
                 "s.ini:6: unknown metric 'internal_edge'; did you mean internal_edges?");
  expect_refused(with("acost +"), "s.ini:6: 'acost +' ends where a number, a metric or '(' is expected");
  expect_refused(with("acost acost"), "s.ini:6: 'acost acost': expected an operator at 'acost'");
  expect_refused(with("(acost"), "s.ini:6: '(acost' ends where ')' is expected");
  expect_refused(with("power(acost)"), "s.ini:6: unknown function 'power'");
  expect_refused(with("relative_total"), "s.ini:6: unknown metric 'relative_total'");
  expect_refused(with("acost\nbetter = lower"), "s.ini:7: ");
  expect_refused(with("acost\ncolour = 1"), "s.ini:7: unknown key of [metric.dear] 'colour'");
  expect_refused(rectangles + "[metric.dear]\ntitle = x\n", "s.ini:5: ");
  expect_refused(rectangles + "[metric.total]\nexpression = acost\n", "a metric cannot be called 'total'");
  expect_refused(rectangles + "[metric.ratio]\nexpression = acost\n", "a metric cannot be called 'ratio'");
  expect_refused(rectangles + "[metric.a b]\nexpression = acost\n",
                 "s.ini:5: the name [metric.a b] must be of letters");
  expect_refused(rectangles + "metrics = total, dare\n[metric.dear]\nexpression = acost\n", "did you mean dear?");
  // What needs whole sides needs them in a formula as well.
  expect_refused(rectangles + "metrics = total, dear\nrows = 10.5\n[metric.dear]\nexpression = 2 * imbalance\n",
                 "imbalance");
}

TEST_F(OwnMetricsTest, AnOptionIsAnAxis) {
  run_sweep(
      "family = rectangles\nalgorithms = XY2, HYBRID[levels={levels}]\nlevels = 1..3\nprocessors = 9\nsamples = 10\n"
      "[improvement]\nrival = XY2\nrows = levels\n[comparison]\nalong = levels\n");
  EXPECT_EQ(query("a.sqlite",
                  "SELECT levels, count(DISTINCT algorithm) AS algorithms, count(DISTINCT total) AS totals "
                  "FROM sweeps_s GROUP BY levels"),
            "levels,algorithms,totals\n1,2,2\n2,2,2\n3,2,2\n");
  // All values meet the same samples: that of two levels is what HYBRID[levels=2] makes of them, and XY2 is the same.
  EXPECT_EQ(query("a.sqlite", "SELECT count(DISTINCT total) AS n FROM sweeps_s WHERE algorithm = 'XY2'"), "n\n1\n");
  EXPECT_EQ(query("a.sqlite", "SELECT count(DISTINCT total) AS n FROM sweeps_s WHERE algorithm LIKE 'HYBRID%'"),
            "n\n3\n");
  EXPECT_THAT(output({"show", "s.ini", "--db", "a.sqlite"}), HasSubstr("HYBRID[levels={levels}]"));
  EXPECT_THAT(output({"replay", "s.ini", "levels=2", "0"}), HasSubstr("HYBRID[levels={levels}]"));
  expect_error({"run", "s.ini", "--set", "levels=-1", "--db", "b.sqlite"}, 2, {"option levels of HYBRID is '-1'"});
  expect_refused("family = rectangles\nalgorithms = HYBRID[levels={levels}]\n",
                 "s.ini:2: {levels} in the brackets of an algorithm is an axis: write levels = VALUES");
  expect_refused("family = rectangles\nalgorithms = HYBRID[levels={levels}]\nlevels = -1, 2\n", "s.ini:2: ");
  expect_refused("family = rectangles\nalgorithms = HYBRID[level={levels}]\nlevels = 1, 2\n", "did you mean levels?");
  expect_refused("family = rectangles\nalgorithms = HYBRID\nlevels = 1, 2\n", "s.ini:3: unknown key 'levels'");
}

TEST_F(OwnMetricsTest, InstancesHaveNames) {
  const std::string first = R"({"name": "ocean", "rows": 100, "columns": 300, "weights": [4, 2, 1]})";
  const std::string second = R"({"rows": 200, "columns": 200, "weights": [1, 1, 3], "name": "sea ice"})";
  write("i.jsonl", first + "\n\n" + second + "\n");
  const std::string study = "family = rectangles\ninstances = i.jsonl\nalgorithms = XY2, TILE\n";
  run_sweep(study);
  EXPECT_EQ(query("a.sqlite", "SELECT DISTINCT instance FROM sweeps_s ORDER BY 1"), "instance\nocean\nsea ice\n");
  EXPECT_THAT(output({"show", "s.ini", "--db", "a.sqlite"}), AllOf(HasSubstr("ocean"), HasSubstr("sea ice")));
  // Also without their file.
  const std::string shown_by_file = output({"show", "s.ini", "--db", "a.sqlite"});
  std::filesystem::rename(path("i.jsonl"), path("moved.jsonl"));
  EXPECT_EQ(output({"show", "sweeps/s", "--db", "a.sqlite"}), shown_by_file);
  std::filesystem::rename(path("moved.jsonl"), path("i.jsonl"));
  EXPECT_THAT(output({"replay", "s.ini", "instance=sea ice", "0"}), HasSubstr("\"rows\":200"));
  expect_error({"replay", "s.ini", "instance=see ice", "0"}, 2,
               {"sweeps/s has no point with instance=see ice; it has ocean, sea ice"});
  EXPECT_EQ(call({"solve", "rectangles", "--batch", "i.jsonl"}).status, 0);
  for (const char* family : {"cells", "boxes"}) {
    write("f.jsonl", family == std::string("cells")
                         ? R"({"name": "a", "rows": 9, "columns": 9, "weights": [2, 1]})"
                         : R"({"name": "a", "rows": 9, "columns": 9, "layers": 9, "weights": [2, 1]})");
    write("f.ini", fmt::format("family = {}\ninstances = f.jsonl\n", family));
    succeed({"run", "f.ini", "--quiet", "--db", "a.sqlite"});
  }
  write("i.jsonl", first + "\n" + first + "\n");
  expect_refused(study, "i.jsonl:2: line 1 is called ocean as well");
  write("i.jsonl", first + "\n" + R"({"rows": 2, "columns": 2, "weights": [1]})" + "\n");
  expect_refused(study, "i.jsonl:2: either every problem has a \"name\" or none");
  write("i.jsonl", R"({"name": "a,b", "rows": 2, "columns": 2, "weights": [1]})");
  expect_refused(study, "i.jsonl:1: name 'a,b'");
  write("i.jsonl", R"({"name": 3, "rows": 2, "columns": 2, "weights": [1]})");
  expect_refused(study, "i.jsonl:1: name is");
}

// The example of the page.
TEST_F(OwnMetricsTest, TheExampleRuns) {
  const std::string file = APPORTION_SOURCE_DIR "/experiments/examples/own_metric.ini";
  succeed({"run", file, "--quiet", "--samples", "10", "--db", "a.sqlite"});
  EXPECT_THAT(output({"show", file, "--db", "a.sqlite"}),
              AllOf(HasSubstr("HYBRID[levels={levels}] over XY2 in percent of the mean dear"), HasSubstr("levels")));
}

}  // namespace
}  // namespace apportion::testing_support
