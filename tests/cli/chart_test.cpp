// Charts of [chart] sections; see also tests/cli/sessions/sweeps.txt.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <sstream>

#include "tests/cli/program.hpp"
#include "tests/support/documentation.hpp"

namespace apportion::testing_support {
namespace {

const std::string base =
    "family = rectangles\ntitle = Own\nalgorithms = XY2, TILE, RecursiveBisection2\nprocessors = 4, 8, 16, 32\n"
    "latency = 0, 100\nmetrics = total, gap\nsamples = 5\n";

class ChartTest : public ProgramTest {
 protected:
  [[nodiscard]] Outcome show(const Words& more) const {
    return call(joined({"show", "s.ini", "--db", "a.sqlite"}, more));
  }

  void expect_pdf(const std::string& file, double width_in_points) const {
    const std::string pdf = read(file);
    EXPECT_THAT(pdf, StartsWith("%PDF"));
    const std::size_t box = pdf.find("/MediaBox [");
    ASSERT_NE(box, std::string::npos);
    std::istringstream numbers(pdf.substr(pdf.find('[', box) + 1, 60));
    double left = 0;
    double bottom = 0;
    double width = 0;
    numbers >> left >> bottom >> width;
    EXPECT_NEAR(width, width_in_points, 1) << file;
  }
};

// Student's t for 2 to 100 samples, as in tables.
TEST_F(ChartTest, IntervalsAreStudents) {
  const std::map<int, double> quantiles{{2, 12.706}, {3, 4.303}, {4, 3.182}, {10, 2.262}, {100, 1.984}};
  for (const auto& [samples, quantile] : quantiles) {
    run_sweep(
        fmt::format("family = rectangles\nalgorithms = XY2\nprocessors = 5\nmetrics = total\nchunk = 100\nname = n{0}\n"
                    "samples = {0}\n",
                    samples));
    const Json table = Json::parse(show({"--format", "json"}).out);
    const auto column = std::ranges::find(table["columns"], "total interval") - table["columns"].begin();
    const Json se = Json::parse(call({"show", "--db", "a.sqlite", "--format", "json", "--sql",
                                      fmt::format("SELECT total_se FROM sweeps_n{}", samples)})
                                    .out);
    const double interval = table["rows"][0][static_cast<std::size_t>(column)];
    EXPECT_NEAR(interval / se["rows"][0][0].get<double>(), quantile, 0.002 * quantile) << samples;
  }
}

TEST_F(ChartTest, SectionsDescribeCharts) {
  std::string text = base;
  text.replace(text.find("gap"), 3, "gap, relative_total");
  run_sweep(
      text +
      "rival = XY2\nkeep-samples = true\n[chart.curves]\ny = gap\nlog = x, y\nwidth = column\nline = 1 one percent\n"
      "[chart.fixed]\ny = total\npanels = none\nset = latency=100\nerrors = sd\nwidth = page\n"
      "[chart.rivals]\ny = relative_total\nline = 1 equal\n"
      "[chart.map]\nkind = heat-map\ncolour = gap\nx = processors\ny = algorithm\nneutral = 3\n"
      "[chart.both]\nx = total\ny = gap\n"
      "[chart.boxes]\nkind = box-plots\nx = algorithm\ny = gap\nscales = free\n"
      "[chart.samples]\nx = total\ny = gap\nof = samples\nseries = algorithm, latency\n"
      "[chart.algorithms]\nx = algorithm\ny = gap\nseries = latency\npanels = processors\n"
      "[chart.two]\ny = total, gap\nalgorithm = TILE\nlog = y\n"
      "[chart.own]\ntitle = Own\nx = processors\ny = share:1\nseries = algorithm\nerrors = half\n"
      "sql = SELECT processors, algorithm, total / 100 AS share, total_se / 100 AS half FROM sweeps_s "
      "WHERE seed = :seed AND rival = '' AND latency = :latency ORDER BY 1, 2\nset = latency=0\n");
  const Outcome all = show({});
  EXPECT_EQ(all.status, 0) << all.err;
  for (const std::string name :
       {"curves", "fixed", "rivals", "map", "both", "samples", "boxes", "algorithms", "two", "own", "means"}) {
    const Outcome drawn = show({name, "-o", name + ".svg"});
    EXPECT_EQ(drawn.status, 0) << name << drawn.err;
    EXPECT_EQ(drawn.err, "") << name;
  }
  EXPECT_THAT(read("curves.svg"),
              AllOf(HasSubstr("one percent"), HasSubstr("width=\"317\""), HasSubstr("95 % interval")));
  EXPECT_THAT(read("fixed.svg"),
              AllOf(HasSubstr("width=\"658\""), HasSubstr("one standard deviation"), Not(HasSubstr("latency 100"))));
  EXPECT_THAT(read("rivals.svg"), AllOf(HasSubstr("TILE over XY2"), HasSubstr("equal")));
  EXPECT_THAT(read("map.svg"), AllOf(HasSubstr("latency 0"), HasSubstr("RecursiveBisection2")));
  EXPECT_THAT(read("both.svg"), AllOf(HasSubstr("elements"), HasSubstr("lower bound"), Not(HasSubstr("Bars"))));
  EXPECT_THAT(read("samples.svg"), HasSubstr("XY2, latency 100"));
  EXPECT_THAT(read("own.svg"), AllOf(HasSubstr("share"), HasSubstr("Bars: half")));
  // Values set in the file can be changed, and so can the width.
  EXPECT_EQ(show({"fixed", "--set", "latency=0", "--width", "column", "-o", "other.pdf"}).status, 0);
  expect_pdf("other.pdf", 84 / 25.4 * 72);
  EXPECT_EQ(show({"fixed", "-o", "page.pdf"}).status, 0);
  expect_pdf("page.pdf", 174 / 25.4 * 72);
  EXPECT_NE(show({"fixed"}).out, show({"fixed", "--set", "latency=0"}).out);
  // Its numbers are a table, followed by the default one.
  EXPECT_THAT(show({"curves"}).out, AllOf(HasSubstr("Own: "), HasSubstr("latency 100"), HasSubstr("TILE")));
  EXPECT_THAT(show({"means"}).out, HasSubstr("latency 0: total"));
  expect_error({"show", "s.ini", "--db", "a.sqlite", "-o", "f.svg"}, 2,
               {"f.svg takes one drawing; name one of curves, fixed"});
  expect_error({"show", "s.ini", "curves", "--db", "a.sqlite", "-o", "f.svg", "--width", "colum"}, 2,
               {"unknown width 'colum'; did you mean column?"});
  expect_error({"show", "s.ini", "curves", "--db", "a.sqlite", "--width", "page"}, 2, {"--width needs a picture"});
}

// The page's first file is an example; the others are sections for such a file.
TEST_F(ChartTest, ThePageShowsWhatWorks) {
  int files = 0;
  for (const CodeBlock& block : code_blocks("docs/charts.md")) {
    SCOPED_TRACE(block.heading);
    if (block.language != "ini") continue;
    if (files++ == 0) {
      std::ifstream stream(APPORTION_SOURCE_DIR "/experiments/examples/gap_to_bound.ini");
      EXPECT_EQ(block.text, std::string(std::istreambuf_iterator<char>(stream), {}));
      continue;
    }
    run_sweep("family = rectangles\nname = NAME\nprocessors = 4, 8\nlatency = 10, 100\nsamples = 2\n" + block.text);
    const Outcome drawn = show({"share", "-o", "share.svg"});
    EXPECT_EQ(drawn.status, 0) << drawn.err;
    EXPECT_THAT(read("share.svg"), HasSubstr("half of it"));
  }
  EXPECT_EQ(files, 2);
  std::filesystem::create_directory_symlink(APPORTION_SOURCE_DIR "/experiments", path("experiments"));
  for (const char* example : {"hybrid_levels", "gap_to_bound"})
    succeed(
        {"run", fmt::format("experiments/examples/{}.ini", example), "--samples", "3", "--quiet", "--db", "b.sqlite"});
  int shown = 0;
  for (const CodeBlock& block : code_blocks("docs/charts.md")) {
    std::istringstream lines(block.text);
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with("./apportion show ")) continue;
      ++shown;
      const std::string words = line.substr(11, line.find(" #") - 11);
      const Outcome outcome = call({"-c", "exec " APPORTION_PROGRAM + words + " --db b.sqlite"}, {.program = "bash"});
      EXPECT_EQ(outcome.status, 0) << line << outcome.err;
    }
  }
  EXPECT_GE(shown, 6);
}

}  // namespace
}  // namespace apportion::testing_support
