// Charts: rows sorted into curves, the script for gnuplot, gnuplot's output, and errors of a failing
// program.
#include "results/charts/chart.hpp"
#include "base/error.hpp"
#include "results/charts/chart_script.hpp"
#include "tests/results/sample_store.hpp"
#include "tests/support/matchers.hpp"

namespace apportion::results {
namespace {

Rows curve_rows() {
  return {{"grid", "level", "mean", "error", "half"},
          {{"2x2", integer(2), 1.5, 0.25, std::monostate()},
           {"it's", integer(2), 2.5, 0.5, 1.0},
           {"2x2", integer(4), 3.5, std::monostate(), 2.0},
           {"it's", integer(16), std::monostate(), 0.5, std::monostate()}}};
}

Exhibit curve_exhibit() {
  Exhibit exhibit{.name = "toy/curves", .title = "A <curve> & more", .sql = ""};
  exhibit.charts = {{.name = "curves",
                     .x = {"level", "level", true},
                     .y = {.title = "time"},
                     .values = {{"mean", "mean"}},
                     .error = "error",
                     .series = "grid"},
                    {.name = "heat-map",
                     .kind = ChartKind::heat_map,
                     .x = {"level", "level"},
                     .y = {"grid", "grid"},
                     .values = {{"mean", "mean", 2}},
                     .neutral = 2}};
  return exhibit;
}

TEST(Chart, SortsRowsIntoCurves) {
  const Exhibit exhibit = curve_exhibit();
  const ChartData data = chart_data(exhibit, exhibit.charts[0], curve_rows());
  ASSERT_EQ(data.panels.size(), 1U);
  const std::vector<Curve>& curves = data.panels[0].curves;
  ASSERT_EQ(curves.size(), 2U);
  EXPECT_EQ(curves[0].title, "2x2");
  ASSERT_EQ(curves[0].points.size(), 2U);
  EXPECT_EQ(curves[0].points[0].x, 2);
  EXPECT_EQ(curves[0].points[0].y, 1.5);
  EXPECT_EQ(curves[0].points[0].low, 1.25);
  EXPECT_EQ(curves[0].points[1].low, 3.5);
  // Rows without a value are left out.
  EXPECT_EQ(curves[1].points.size(), 1U);
  EXPECT_FALSE(data.x.categories);
}

TEST(Chart, SeveralValuesPanelsAndMarks) {
  const Exhibit exhibit = curve_exhibit();
  const Chart chart{.name = "both",
                    .x = {"grid", ""},
                    .values = {{"mean", "all"}, {"half", "half"}},
                    .series = "grid",
                    .panel = "level",
                    .mark = {"half", "half"}};
  const ChartData data = chart_data(exhibit, chart, curve_rows());
  ASSERT_EQ(data.panels.size(), 3U);
  EXPECT_EQ(data.panels[0].title, "level 2");
  EXPECT_THAT(data.panels[0].marks, ElementsAre(1));
  ASSERT_EQ(data.panels[0].curves.size(), 3U);
  EXPECT_EQ(data.panels[0].curves[2].title, "it's, half");
  EXPECT_TRUE(data.x.categories);
  EXPECT_THAT(data.x.texts, ElementsAre("2x2", "it's"));
  EXPECT_EQ(data.panels[0].curves[2].points[0].x, 2);
}

// Three series share a category: the points of the first are on the left, unless lines join them.
TEST(Chart, PointsAtACategoryAreBesideEachOther) {
  const Exhibit exhibit = curve_exhibit();
  Chart chart{.name = "points", .x = {"grid", ""}, .values = {{"mean", "mean"}}, .series = "level"};
  const ChartData data = chart_data(exhibit, chart, curve_rows());
  EXPECT_THAT(chart_script(chart, data, Picture::svg, "toy"), HasSubstr("\n1 1.5 "));
  chart.joined = false;
  EXPECT_THAT(chart_script(chart, data, Picture::svg, "toy"), HasSubstr("\n0.7 1.5 "));
}

TEST(Chart, AHeatMapHasEqualSteps) {
  const Exhibit exhibit = curve_exhibit();
  const ChartData data = chart_data(exhibit, exhibit.charts[1], curve_rows());
  EXPECT_THAT(data.x.places, ElementsAre(1, 2, 3));
  const std::vector<ChartPoint>& points = data.panels.at(0).curves.at(0).points;
  ASSERT_EQ(points.size(), 3U);
  EXPECT_EQ(points[1].y, 2);
  EXPECT_EQ(points[1].value, 2.5);
  EXPECT_EQ(points[1].label, "2.50");
}

TEST(Chart, TheScriptQuotesTexts) {
  const Exhibit exhibit = curve_exhibit();
  const ChartData data = chart_data(exhibit, exhibit.charts[0], curve_rows());
  const std::string script = chart_script(exhibit.charts[0], data, Picture::svg, "toy");
  EXPECT_THAT(script, AllOf(HasSubstr("set label \"it's\" at"), HasSubstr("set logscale x"),
                            HasSubstr("2 1.5 1.25 1.75 \"\" 0")));
  EXPECT_THAT(script, Not(HasSubstr("set logscale y")));
  // A percent sign in a tick label is no format.
  const Rows shares = {{"within", "mean"}, {{std::string("5 %"), 1.0}, {std::string("7 %"), 2.0}}};
  const Chart percents{.x = {"within", "within"}, .values = {{"mean", "mean"}}};
  EXPECT_THAT(chart_script(percents, chart_data(exhibit, percents, shares), Picture::svg, "toy"),
              HasSubstr("set xtics (\"5 %%\" 1, \"7 %%\" 2)"));
  // A single curve needs no key.
  const Chart alone{.x = {"level", "level"}, .values = {{"mean", "mean"}}};
  EXPECT_THAT(chart_script(alone, chart_data(exhibit, alone, curve_rows()), Picture::svg, "toy"),
              Not(HasSubstr("$key")));
}

// Two values of one series share a colour; their samples in the key still have different dashes.
TEST(Chart, TheKeyHasTheDashesOfItsCurves) {
  const Exhibit exhibit = curve_exhibit();
  const Chart chart{.x = {"level", ""}, .values = {{"mean", "ours"}, {"error", "printed"}}, .series = "grid"};
  const std::string svg = draw_chart(exhibit, chart, curve_rows(), Picture::svg);
  // Counts the curve, which has two points, and its sample.
  std::size_t dashed = 0;
  for (std::size_t at = svg.find("'8.3,4.2'"); at != std::string::npos; at = svg.find("'8.3,4.2'", at + 1)) ++dashed;
  EXPECT_EQ(dashed, 4U) << svg;
}

// gnuplot cannot place 0 on a logarithmic axis, and latencies often begin with it.
TEST(Chart, ZeroStandsApartOnALogarithmicAxis) {
  const Exhibit exhibit = curve_exhibit();
  Rows rows{{"latency", "mean"}, {}};
  for (const std::int64_t latency : {0, 10, 100, 1000}) rows.rows.push_back({latency, 5.0});
  const Chart chart{.x = {"latency", "latency", true}, .values = {{"mean", "mean"}}};
  const ChartData data = chart_data(exhibit, chart, rows);
  EXPECT_TRUE(data.notices.empty());
  const std::vector<ChartPoint>& points = data.panels.front().curves.front().points;
  ASSERT_EQ(points.size(), 4U);
  EXPECT_GT(points[0].x, 1);
  EXPECT_LT(points[0].x, 10);
  const std::string script = chart_script(chart, data, Picture::svg, "toy");
  EXPECT_THAT(script, AllOf(HasSubstr("set xtics (\"0\" 5.0"), HasSubstr("\"10\" 10, \"100\" 100, \"1000\" 1000)")));
  // No line leads to it.
  EXPECT_THAT(script, HasSubstr("5 5 5 \"\" 0\n\n10 5 "));
  EXPECT_THAT(draw_chart(exhibit, chart, rows, Picture::svg), HasSubstr("<svg"));
  // Values below 0 cannot be drawn at all.
  rows.rows.front().front() = std::int64_t{-1};
  EXPECT_EQ(chart_data(exhibit, chart, rows).notices.size(), 1U);
}

TEST(Chart, ACloudHidesNoOther) {
  const Exhibit exhibit = curve_exhibit();
  const Chart cloud{.name = "cloud",
                    .kind = ChartKind::scatter,
                    .x = {"level", "level"},
                    .values = {{"mean", "mean"}},
                    .series = "grid"};
  const std::string script = chart_script(cloud, chart_data(exhibit, cloud, curve_rows()), Picture::svg, "toy");
  // A circle and a cross.
  EXPECT_THAT(script, AllOf(HasSubstr("pt 6 "), HasSubstr("pt 2 "), Not(HasSubstr("pt 7 ")), Not(HasSubstr("pt 5 "))));
  EXPECT_THAT(draw_chart(exhibit, cloud, curve_rows(), Picture::svg), HasSubstr("non-scaling-stroke"));
}

TEST(Chart, DrawsSvgThatFollowsThePage) {
  const Exhibit exhibit = curve_exhibit();
  for (const Chart& chart : exhibit.charts) {
    const Rows rows = curve_rows();
    const std::string svg = draw_chart(exhibit, chart, rows, Picture::svg);
    EXPECT_EQ(svg, draw_chart(exhibit, chart, curve_rows(), Picture::svg));
    EXPECT_THAT(svg, AllOf(HasSubstr("<title>A &lt;curve&gt; &amp; more</title>"), HasSubstr("prefers-color-scheme"),
                           HasSubstr("class=\"paper\""), HasSubstr("it's")));
    EXPECT_THAT(svg, Not(HasSubstr("black")));
    const std::string element = inline_charts({{exhibit, chart, rows, "toy/one"}}).front().svg;
    EXPECT_THAT(element, ::testing::StartsWith("<svg"));
    EXPECT_THAT(element, AllOf(Not(HasSubstr("<style")), HasSubstr("id='toy_one-gpPt0'")));
  }
}

// A picture in a file contains its title; on a page the title is above it.
TEST(Chart, ATitleIsDrawnWhereThePictureStandsAlone) {
  const Exhibit exhibit = curve_exhibit();
  const Chart& chart = exhibit.charts[0];
  EXPECT_THAT(draw_chart(exhibit, chart, curve_rows(), Picture::svg, {.title = "How the level tells"}),
              HasSubstr("How the level tells</text>"));
  const Rows rows = curve_rows();
  EXPECT_THAT(inline_charts({{exhibit, chart, rows, "here"}}).front().svg, Not(HasSubstr(exhibit.title + "</text>")));
}

TEST(Chart, RefusesWhatItCannotDraw) {
  const Exhibit exhibit = curve_exhibit();
  const auto complaint = [&](const Chart& chart) {
    return message_of<InputError>([&] { static_cast<void>(draw_chart(exhibit, chart, curve_rows(), Picture::svg)); });
  };
  EXPECT_EQ(complaint({.x = {"width"}, .values = {{"mean", ""}}}), "the query of toy/curves has no column 'width'");
  EXPECT_EQ(complaint({.x = {"level"}, .values = {{"grid", ""}}}),
            "toy/curves cannot draw '2x2' in column 'grid': it is no number");
  EXPECT_EQ(message_of<InputError>([&] { static_cast<void>(chosen_chart(exhibit, "pie")); }),
            "toy/curves has no chart 'pie'; it has curves, heat-map");
  EXPECT_EQ(
      message_of<InputError>([] { static_cast<void>(chosen_chart({.name = "toy/list", .title = "", .sql = ""}, "")); }),
      "toy/list has no chart");
}

// A page has many charts; one that cannot be drawn does not affect the others.
TEST(Chart, SeveralAreDrawnTogether) {
  const Exhibit exhibit = curve_exhibit();
  const Rows rows = curve_rows();
  const Chart wrong{.x = {"width"}, .values = {{"mean", ""}}};
  const std::vector<InlineChart> drawn = inline_charts(
      {{exhibit, exhibit.charts[1], rows, "a"}, {exhibit, wrong, rows, "b"}, {exhibit, exhibit.charts[0], rows, "c"}});
  ASSERT_EQ(drawn.size(), 3U);
  EXPECT_EQ(drawn[0].svg, inline_charts({{exhibit, exhibit.charts[1], rows, "a"}}).front().svg);
  EXPECT_EQ(drawn[1].problem, "the query of toy/curves has no column 'width'");
  EXPECT_EQ(drawn[2].svg, inline_charts({{exhibit, exhibit.charts[0], rows, "c"}}).front().svg);
}

TEST(Chart, SaysWhatGnuplotSays) {
  EXPECT_THAT(message_of<ProgramError>([] { static_cast<void>(run_gnuplot("plot nonsense\n")); }),
              AllOf(HasSubstr("gnuplot failed: "), HasSubstr("nonsense")));
  EXPECT_EQ(message_of<ProgramError>([] { static_cast<void>(run_external_program({"no-such-program"}, "", "it")); }),
            "no-such-program is not installed; Debian's package is it");
}

TEST(Chart, TheFilesEndingSaysTheKindOfPicture) {
  EXPECT_EQ(picture_of("a/b.svg"), Picture::svg);
  EXPECT_EQ(picture_of("b.png"), Picture::png);
  EXPECT_EQ(picture_of("b.pdf"), Picture::pdf);
  EXPECT_EQ(picture_of("b.txt"), std::nullopt);
}

std::string complaint_of(const std::string& script) {
  return message_of<ProgramError>([&] { static_cast<void>(run_external_program({"sh", "-c", script}, "", "dash")); });
}

TEST(ExternalProgram, TextInTextOut) { EXPECT_EQ(run_external_program({"sed", "s/a/b/"}, "cat\n", "sed"), "cbt\n"); }

TEST(ExternalProgram, AFailureSaysWhy) {
  EXPECT_EQ(complaint_of("echo first >&2; echo 'second  ' >&2; exit 3"), "sh failed: second");
  EXPECT_EQ(complaint_of("exit 3"), "sh failed: exit status 3");
  EXPECT_EQ(complaint_of("kill -9 $$"), "sh failed: signal 9");
}

TEST(ExternalProgram, AMissingProgramNamesItsPackage) {
  EXPECT_EQ(message_of<ProgramError>(
                [] { static_cast<void>(run_external_program({"no-such-program"}, "", "some-package")); }),
            "no-such-program is not installed; Debian's package is some-package");
}

}  // namespace
}  // namespace apportion::results
