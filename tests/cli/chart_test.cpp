// Charts of sweeps, the default ones and those of [chart] sections, and the endings that -o takes.
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

  // The lines below `lines` of the section make it wrong in this way.
  void expect_refused(const std::string& section, const std::string& piece, const std::string& file = base) const {
    write("s.ini", file + section);
    expect_error({"describe", "s.ini"}, 2, {piece});
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

TEST_F(ChartTest, ASweepWithoutSectionsHasATableAndCharts) {
  run_sweep(base);
  const Outcome table = show({});
  EXPECT_EQ(table.status, 0) << table.err;
  // Both metrics, by the axis with most values, a page for each value of the other.
  for (const char* piece : {"Own: ", "latency 0: total", "latency 100: gap", "processors", "Means over the samples"})
    EXPECT_THAT(table.out, HasSubstr(piece)) << table.out;
  EXPECT_LT(table.out.find("XY2"), table.out.find("TILE"));
  EXPECT_THAT(show({"--values", "all"}).out, HasSubstr("gap +-"));
  EXPECT_THAT(show({"--set", "latency=100"}).out, Not(HasSubstr("latency 0")));
  EXPECT_THAT(show({"--set", "latency=7"}).err, HasSubstr("apportion run s.ini --set latency=7"));
  for (const char* file : {"f.svg", "f.png", "f.pdf"}) {
    SCOPED_TRACE(file);
    const Outcome drawn = show({"-o", file});
    EXPECT_EQ(drawn.status, 0) << drawn.err;
    EXPECT_EQ(drawn.err, "");
  }
  for (const char* piece :
       {"Acost", "relative to XY2", "latency 100", "RecursiveBisection2", "Bars: 95 % interval", "processors"})
    EXPECT_THAT(read("f.svg"), HasSubstr(piece));
  EXPECT_EQ(show({"-o", "t.svg", "--chart", "total"}).status, 0);
  EXPECT_THAT(read("t.svg"), AllOf(HasSubstr("Acost"), HasSubstr("elements")));
  EXPECT_EQ(show({"-o", "slide.svg", "--width", "slide"}).status, 0);
  EXPECT_THAT(read("slide.svg"), HasSubstr("viewBox=\"0 0 1280 720\""));
  EXPECT_EQ(show({"-o", "low.svg", "--height", "300", "--font", "8"}).status, 0);
  EXPECT_THAT(read("low.svg"), HasSubstr("viewBox=\"0 0 760 300\""));
  expect_error({"show", "s.ini", "--db", "a.sqlite", "-o", "h.svg", "--height", "50"}, 2, {"too low", "at least"});
  expect_error({"show", "s.ini", "--db", "a.sqlite", "-o", "h.svg", "--font", "x"}, 2, {"a number from 4 to 60"});
  EXPECT_EQ(show({"-o", "g.svg", "--chart", "gap"}).status, 0);
  EXPECT_THAT(read("g.svg"), AllOf(HasSubstr("lower bound"), Not(HasSubstr("elements"))));
  expect_error({"show", "s.ini", "--db", "a.sqlite", "-o", "h.svg", "--chart", "time"}, 2,
               {"it has relative, total, gap"});
  EXPECT_THAT(call({"describe", "s.ini"}).out, HasSubstr("means: Own"));
}

TEST_F(ChartTest, EveryFamilyHasADefaultChart) {
  for (const std::string text :
       {"family = grids\nlevel = 2, 4\ngrid = 2x2, 3x3\n", "family = graphs\nnodes = 4, 5\n",
        "family = distributions\np = 2..5\nn = 20\n", "family = cells\nrows = 20, 30\nprocessors = 3\n"}) {
    SCOPED_TRACE(text);
    run_sweep(text, {"--samples", "2"});
    EXPECT_EQ(show({}).status, 0) << text << show({}).err;
    const Outcome drawn = show({"-o", "f.svg"});
    EXPECT_EQ(drawn.status, 0) << text << drawn.err;
    EXPECT_THAT(read("f.svg"), HasSubstr("<svg"));
    std::filesystem::remove(path("a.sqlite"));
  }
}

// Student's t for 2 to 100 samples, as tables have it.
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
  // What is set in the file can be set otherwise, and the width too.
  EXPECT_EQ(show({"fixed", "--set", "latency=0", "--width", "column", "-o", "other.pdf"}).status, 0);
  expect_pdf("other.pdf", 84 / 25.4 * 72);
  EXPECT_EQ(show({"fixed", "-o", "page.pdf"}).status, 0);
  expect_pdf("page.pdf", 174 / 25.4 * 72);
  EXPECT_NE(show({"fixed"}).out, show({"fixed", "--set", "latency=0"}).out);
  // Its numbers are a table, and the default one is there as well.
  EXPECT_THAT(show({"curves"}).out, AllOf(HasSubstr("Own: "), HasSubstr("latency 100"), HasSubstr("TILE")));
  EXPECT_THAT(show({"means"}).out, HasSubstr("latency 0: total"));
  expect_error({"show", "s.ini", "--db", "a.sqlite", "-o", "f.svg"}, 2,
               {"f.svg takes one drawing; name one of curves, fixed"});
  expect_error({"show", "s.ini", "curves", "--db", "a.sqlite", "-o", "f.svg", "--width", "colum"}, 2,
               {"unknown width 'colum'; did you mean column?"});
  expect_error({"show", "s.ini", "curves", "--db", "a.sqlite", "--width", "page"}, 2, {"--width needs a picture"});
}

TEST_F(ChartTest, WrongSectionsAreNamedWithTheirLine) {
  expect_refused("[chart]\ny = totl\n", "s.ini:9: unknown metric of sweeps/s 'totl'; did you mean total?");
  expect_refused("[chart]\ny = acost\n", "s.ini:9: acost is not stored: write metrics = total, gap, acost");
  expect_refused("[chart]\nx = procesors\n", "s.ini:9: unknown axis or metric of sweeps/s 'procesors'");
  expect_refused("[chart]\nys = gap\n", "s.ini:9: unknown key of [chart] 'ys'; did you mean y?");
  expect_refused("[chart]\nkind = pie\n", "s.ini:9: unknown kind 'pie'; there are curves");
  expect_refused("[chart]\npanels = none\n", "s.ini:9: latency has the values 0, 100: lay it out");
  expect_refused("[chart]\npanels = ratio\n", "s.ini:9: latency has the values 0, 100");
  expect_refused("[chart]\nseries = none\n", "s.ini:8: there are 3 algorithms: lay algorithm out");
  expect_refused("[chart]\nx = latency\npanels = latency\n", "latency is laid out twice");
  expect_refused("[chart]\nx = latency\nset = latency=0\n", "s.ini:10: latency is both laid out and fixed");
  expect_refused("[chart]\nset = latncy=0\n", "s.ini:9: unknown axis of sweeps/s 'latncy'; did you mean latency?");
  expect_refused("[chart]\nset = latency=-4\n", "s.ini:9: ");
  expect_refused("[chart]\ny = relative_total\n", "relative_total is not stored");
  expect_refused("[chart]\ny = relative_total\n", "relative_total compares an algorithm with a rival: write rival",
                 base.substr(0, base.find("metrics")));
  expect_refused("rival = XY2\n[chart]\ny = total, relative_total\n", "they need charts of their own",
                 base.substr(0, base.find("metrics")));
  expect_refused("[chart]\nkind = heat-map\nx = processors\n",
                 "s.ini:9: a heat map lies between two axes; [chart] has no y");
  expect_refused("[chart]\nkind = heat-map\nx = processors\ny = processors\n", "processors is laid out twice");
  expect_refused("[chart]\nkind = heat-map\nx = processors\ny = ratio\nerrors = sd\n",
                 "s.ini:12: errors does not belong");
  expect_refused("[chart]\ncolour = gap\n", "s.ini:9: colour belongs only to a heat map");
  expect_refused("[chart]\nerrors = all\n", "s.ini:9: unknown errors 'all'");
  expect_refused("[chart]\nx = total\ny = gap\nerrors = sd\n", "s.ini:11: error bars belong to means");
  expect_refused("[chart]\nerrors = interval\n", "s.ini:9: errors = interval: there is one sample at each point",
                 base.substr(0, base.find("samples")) + "samples = 1\n");
  expect_refused("[chart]\nx = algorithm\nlog = x\npanels = processors, latency\n",
                 "s.ini:10: log = x: algorithm has no numbers");
  expect_refused("[chart]\nlog = z\n", "s.ini:9: unknown log 'z'");
  expect_refused("[chart]\nlog = y\nline = 0\n", "a line at 0 cannot be drawn on a logarithmic axis");
  expect_refused("[chart]\nline = one\n", "s.ini:9: line = one: must be a number");
  expect_refused("[chart]\nwidth = wide\n", "s.ini:9: unknown width 'wide'");
  expect_refused("[chart]\nacross = 0\n", "s.ini:9: across");
  expect_refused("[chart]\nof = samples\nkind = points\n", "s.ini:9: of = samples needs the values of all samples");
  expect_refused("[chart]\nof = samples\nkind = curves\n",
                 "s.ini:9: of = samples needs kind = scatter, points or box-plots");
  expect_refused("[chart]\nalgorithm = XY9\n", "s.ini:9: unknown algorithm 'XY9'");
  expect_refused("[chart]\nsql = SELECT 1 AS a\ny = a\n", "s.ini:8: [chart] has no x");
  expect_refused("[chart]\nsql = SELECT 1 AS a\nx = a\n", "s.ini:8: [chart] has no y");
  expect_refused("[chart]\nsql = SELECT 1 AS a\nx = a\ny = a\nof = means\n", "of cannot stand beside sql");
  expect_refused("[chart.a]\n[exhibit.a]\ntitle = x\nsql = SELECT 1\n", "s.ini:9: two exhibits are called a");
}

// The page's first file is an example; the others are sections of such a file.
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
