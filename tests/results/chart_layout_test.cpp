// Layout of charts: all is on the paper, and no texts overlap, whatever the values are.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <regex>
#include <set>

#include "base/error.hpp"
#include "base/text.hpp"
#include "results/charts/chart.hpp"
#include "results/charts/chart_script.hpp"
#include "sim/random_stream.hpp"
#include "tests/results/sample_store.hpp"
#include "tests/support/matchers.hpp"

namespace apportion::results {
namespace {

/// The numbers of a chart's elements.
struct Size {
  int points = 5;
  int series = 2;
  int panels = 1;
  std::string name = "XY2";
  std::string x = {};  ///< prefix of the values of x, which makes them texts
};

Rows rows_of(const Size& size) {
  Rows rows{{"x", "y", "e", "s", "p", "d"}, {}};
  for (int p = 0; p < size.panels; ++p)
    for (int s = 0; s < size.series; ++s)
      for (int i = 0; i < size.points; ++i) {
        const Value x = size.x.empty() ? Value(std::int64_t{1} << (i % 62)) : Value(fmt::format("{}{}", size.x, i));
        rows.rows.push_back({x, 100.0 + i * (s + 1) + p, 1.5, fmt::format("{} {}", size.name, s),
                             fmt::format("p {}", p), fmt::format("d {}", p / 2)});
      }
  return rows;
}

const Exhibit toy_exhibit{.name = "toy/chart", .title = "toy", .sql = ""};

Chart chart_of(ChartWidth width, bool logarithmic) {
  return {.name = "c",
          .x = {"x", "processors", logarithmic},
          .y = {.title = "a title that is long enough for two lines in a column, elements"},
          .values = {{"y", "total"}},
          .error = "e",
          .series = "s",
          .panel = "p",
          .width = width};
}

struct Box {
  std::string text;
  double left;
  double right;
  double top;
  double bottom;
  bool slanted;
};

// The texts of a picture, with least widths by their letters.
std::vector<Box> texts_of(const std::string& svg) {
  static const std::regex pattern(
      R"re(translate\(([-0-9.]+),([-0-9.]+)\)( rotate\(([-0-9.]+)\))?"[^>]*font-size="([0-9.]+)"[^>]*text-anchor="([a-z]+)">\s*<text>(?:<tspan[^>]*>)?([^<]*)<)re");
  std::vector<Box> boxes;
  for (std::sregex_iterator match(svg.begin(), svg.end(), pattern), end; match != end; ++match) {
    const double x = std::stod((*match)[1]);
    const double y = std::stod((*match)[2]);
    const double angle = (*match)[4].matched ? std::stod((*match)[4]) : 0;
    const double font = std::stod((*match)[5]);
    const double width = 0.75 * font * text_width((*match)[7].str());
    const double before = (*match)[6] == "start" ? 0 : (*match)[6] == "middle" ? 0.5 : 1;
    Box box{(*match)[7], x - before * width, x + (1 - before) * width, y - 0.7 * font, y, false};
    if (std::abs(angle) == 90) box = {box.text, x - 0.7 * font, x, y - (1 - before) * width, y + before * width, false};
    box.slanted = angle != 0 && std::abs(angle) != 90;
    if (!box.text.empty()) boxes.push_back(box);
  }
  return boxes;
}

void expect_in_its_place(const Chart& chart, const Rows& rows, const Framing& framing = {}) {
  const std::string svg = draw_chart(toy_exhibit, chart, rows, Picture::svg, framing);
  std::smatch size;
  ASSERT_TRUE(std::regex_search(svg, size, std::regex(R"re(viewBox="0 0 ([0-9]+) ([0-9]+)")re")));
  const std::vector<Box> boxes = texts_of(svg);
  EXPECT_GT(boxes.size(), 5U);
  for (const Box& box : boxes) {
    if (box.slanted) continue;
    EXPECT_GE(box.left, -1) << box.text;
    EXPECT_LE(box.right, std::stod(size[1]) + 1) << box.text;
    EXPECT_GE(box.top, 0) << box.text;
    EXPECT_LE(box.bottom, std::stod(size[2])) << box.text;
    for (const Box& other : boxes) {
      if (&other == &box || other.slanted) continue;
      const bool apart =
          box.right <= other.left || other.right <= box.left || box.bottom <= other.top || other.bottom <= box.top;
      EXPECT_TRUE(apart) << box.text << " on " << other.text;
    }
  }
}

TEST(ChartLayout, NothingLiesOnAnythingElse) {
  const std::vector<Size> sizes = {{},
                                   {1, 1, 1, "only"},
                                   {11, 20},
                                   {8, 3, 12},
                                   {60, 60},
                                   {30, 2, 1, "a very long name of an algorithm with options", "category number "},
                                   {5, 3, 24, "RecursiveBisection2", "a name that is far too long for any axis "}};
  for (const ChartWidth width : {ChartWidth::screen, ChartWidth::column, ChartWidth::page, ChartWidth::slide})
    for (const Size& size : sizes) {
      if (width == ChartWidth::slide && size.panels * size.series > 30) continue;
      SCOPED_TRACE(fmt::format("{} points, {} series, {} panels, width {}", size.points, size.series, size.panels,
                               static_cast<int>(width)));
      Chart chart = chart_of(width, size.points % 2 == 0);
      expect_in_its_place(chart, rows_of(size));
      chart.free_scales = true;
      expect_in_its_place(chart, rows_of(size), {.title = "A title"});
    }
}

// Rows of panels share one value, and columns of panels another.
TEST(ChartLayout, AGridOfPanelsHasAnAxisPerDirection) {
  Chart chart = chart_of(ChartWidth::screen, false);
  chart.panel_down = "d";
  Rows rows = rows_of({4, 2, 6});
  for (std::vector<Value>& row : rows.rows)
    row[4] = std::get<std::string>(row[4]) < "p 2" || std::get<std::string>(row[4]) == "p 4" ? row[4] : Value("p 1");
  const ChartData data = chart_data(toy_exhibit, chart, rows);
  EXPECT_EQ(data.across, 3U);
  std::vector<std::size_t> places;
  for (const Panel& panel : data.panels) places.push_back(panel.place);
  // d 0: p 0 and p 1; d 1: p 1; d 2: p 4 and p 1.
  EXPECT_THAT(places, ElementsAre(0, 1, 4, 7, 8));
  EXPECT_EQ(data.panels[3].title, "d 2, p 1");
  expect_in_its_place(chart, rows);
}

TEST(ChartLayout, AHeightThatIsAskedForIsKept) {
  const Chart chart = chart_of(ChartWidth::screen, false);
  const Rows rows = rows_of({4, 2, 3});
  EXPECT_THAT(draw_chart(toy_exhibit, chart, rows, Picture::svg, {.height = 333, .font = 12}),
              AllOf(HasSubstr("viewBox=\"0 0 760 333\""), HasSubstr("font-size=\"16.00\"")));
  expect_in_its_place(chart, rows, {.height = 333, .font = 12});
  EXPECT_THAT(draw_chart(toy_exhibit, chart_of(ChartWidth::slide, false), rows, Picture::svg),
              HasSubstr("viewBox=\"0 0 1280 720\""));
  EXPECT_THAT(message_of<InputError>(
                  [&] { static_cast<void>(draw_chart(toy_exhibit, chart, rows, Picture::svg, {.height = 50})); }),
              HasSubstr("a height of 50 is too low for the content of the picture; at least "));
}

// 84 mm wide, with letters of 8 points.
TEST(ChartLayout, PrintHasItsMillimetres) {
  const Chart chart = chart_of(ChartWidth::column, false);
  const ChartData data = chart_data(toy_exhibit, chart, rows_of({}));
  EXPECT_THAT(chart_script(chart, data, Picture::pdf, "id"),
              AllOf(HasSubstr("size 3.3071,"), HasSubstr("'Sans,8.00'")));
  EXPECT_THAT(chart_script(chart, data, Picture::png, "id"), HasSubstr("size 992,"));
}

// Distinguished by colour, shape and dashes together, not by line widths, which are too similar on paper.
TEST(ChartLayout, SixtyCurvesLookDifferent) {
  const Chart chart = chart_of(ChartWidth::screen, false);
  const ChartData data = chart_data(toy_exhibit, chart, rows_of({2, static_cast<int>(most_series)}));
  const std::string script = chart_script(chart, data, Picture::svg, "id");
  static const std::regex look(
      "p0c[0-9]+ using 1:2 with lines (lc rgb '[^']*') lw 1.6 (dt [^ ]*) notitle, \\\\\n *"
      "\\$p0c[0-9]+ using 1:2 with points lc rgb '[^']*' (pt [0-9]+)");
  std::set<std::string> looks;
  for (std::sregex_iterator match(script.begin(), script.end(), look), end; match != end; ++match)
    looks.insert((*match)[1].str() + (*match)[2].str() + (*match)[3].str());
  EXPECT_EQ(looks.size(), most_series);
}

TEST(ChartLayout, ValuesOfAnySizeHaveASpan) {
  for (const double value : {0.0, 1.0, -3.5, 1e290, 1e-290, -1e18})
    for (const bool logarithmic : {false, true}) {
      SCOPED_TRACE(fmt::format("{} {}", value, logarithmic));
      if (logarithmic && value <= 0) continue;
      const Rows rows{{"x", "y"}, {{integer(3), value}, {integer(5), value}}};
      const Chart chart{.x = {"x", "x"}, .y = {.logarithmic = logarithmic}, .values = {{"y", "y"}}};
      EXPECT_THAT(draw_chart(toy_exhibit, chart, rows, Picture::svg), HasSubstr("</svg>"));
    }
}

TEST(ChartData, WhatHasNoPlaceIsLeftOutAndSaid) {
  const Chart chart{.x = {"x", "x"}, .y = {.logarithmic = true}, .values = {{"y", "y"}}, .error = "e"};
  const Rows rows{{"x", "y", "e"},
                  {{integer(1), 0.0, std::monostate()},
                   {integer(2), 10.0, std::monostate()},
                   {integer(3), -1.0, std::monostate()},
                   {integer(4), std::numeric_limits<double>::infinity(), std::monostate()}}};
  const ChartData data = chart_data(toy_exhibit, chart, rows);
  EXPECT_EQ(data.panels.front().curves.front().points.size(), 1U);
  EXPECT_THAT(data.notices, ElementsAre(HasSubstr("2 values not above 0 left out"), HasSubstr("1 value not finite"),
                                        HasSubstr("no error bars")));
  const Rows zeros{{"x", "y", "e"}, {{integer(1), 0.0, 0.0}}};
  EXPECT_THAT(message_of<InputError>([&] { static_cast<void>(chart_data(toy_exhibit, chart, zeros)); }),
              HasSubstr("cannot be drawn on a logarithmic axis"));
  const Rows nothing{{"x", "y", "e"}, {{integer(1), std::monostate(), 0.0}}};
  EXPECT_EQ(message_of<InputError>([&] { static_cast<void>(chart_data(toy_exhibit, chart, nothing)); }),
            "toy/chart has no number to draw");
}

TEST(ChartData, TooMuchForOnePictureIsSaid) {
  const Chart chart = chart_of(ChartWidth::screen, false);
  EXPECT_THAT(message_of<InputError>([&] {
                static_cast<void>(chart_data(toy_exhibit, chart, rows_of({2, 61})));
              }),
              HasSubstr("61 curves"));
  const ChartData data = chart_data(toy_exhibit, chart, rows_of({2, 2, 30}));
  EXPECT_EQ(data.panels.size(), most_panels);
  EXPECT_THAT(data.notices, ElementsAre(HasSubstr("24 of 30 panels")));
}

// A reference line is within the frame and in the key.
TEST(ChartLayout, ReferenceLines) {
  Chart chart = chart_of(ChartWidth::screen, false);
  chart.lines = {{500, "far above"}, {std::nullopt, "y = x"}};
  const std::string script = chart_script(chart, chart_data(toy_exhibit, chart, rows_of({})), Picture::svg, "id");
  EXPECT_THAT(script, AllOf(HasSubstr("plot 500 with lines"), HasSubstr("x with lines"), HasSubstr("\"500\" 500"),
                            HasSubstr("set label \"far above\" at"), HasSubstr("set label \"y = x\" at")));
}

// Numbers are in the cells of a heat map if they fit, otherwise there is a scale below.
TEST(ChartLayout, HeatMapsHaveNumbersOrAScale) {
  const Chart chart{.kind = ChartKind::heat_map, .x = {"x", "x"}, .y = {"s", "s"}, .values = {{"y", "total", 1}}};
  const auto script = [&](const Size& size) {
    return chart_script(chart, chart_data(toy_exhibit, chart, rows_of(size)), Picture::svg, "id");
  };
  EXPECT_THAT(script({4, 3}), AllOf(HasSubstr("with labels"), Not(HasSubstr("set colorbox user"))));
  EXPECT_THAT(script({60, 40}), AllOf(Not(HasSubstr("with labels")), HasSubstr("set colorbox user")));
}

TEST(ChartLayout, CurvesThatAreEqualAreNamed) {
  const Chart chart = chart_of(ChartWidth::screen, false);
  Rows rows = rows_of({5, 3, 2});
  for (std::vector<Value>& row : rows.rows)
    if (std::get<std::string>(row[3]) != "XY2 1") row[1] = 7.0;
  const auto script = [&] { return chart_script(chart, chart_data(toy_exhibit, chart, rows), Picture::svg, "id"); };
  EXPECT_THAT(script(), HasSubstr("\"XY2 0 and XY2 2 coincide\""));
  rows.rows.front()[1] = 7.0000001;
  EXPECT_THAT(script(), Not(HasSubstr("coincide")));
}

// A box for each x and series, of all its values.
TEST(ChartLayout, BoxPlots) {
  const Chart chart{.kind = ChartKind::box_plots, .x = {"s", "s"}, .y = {.title = "total"}, .values = {{"y", "total"}}};
  const ChartData data = chart_data(toy_exhibit, chart, rows_of({8, 3}));
  EXPECT_THAT(data.x.texts, ElementsAre("XY2 0", "XY2 1", "XY2 2"));
  const std::string script = chart_script(chart, data, Picture::svg, "id");
  EXPECT_THAT(script, AllOf(HasSubstr("index 2 using (3):2:(0.4) with boxplot"), Not(HasSubstr("index 3"))));
  EXPECT_THAT(draw_chart(toy_exhibit, chart, rows_of({8, 3}), Picture::svg), HasSubstr("</svg>"));
}

using ::testing::ElementsAre;

std::vector<std::string> texts_of(const std::vector<Tic>& tics) {
  std::vector<std::string> texts;
  for (const Tic& tic : tics) texts.push_back(tic.text);
  return texts;
}

TEST(Tics, StandAtRoundNumbers) {
  EXPECT_THAT(texts_of(round_tics({0, 1, false, 15, false})), ElementsAre("0", "0.2", "0.4", "0.6", "0.8", "1.0"));
}

TEST(Tics, ExponentsAreShortAndAlike) {
  EXPECT_THAT(texts_of(round_tics({0.9e9, 2.1e9, false, 4.6, false})), ElementsAre("1.0e9", "1.5e9", "2.0e9"));
  EXPECT_THAT(texts_of(round_tics({1e-6, 1e6, true, 15, false})),
              ElementsAre("1e-6", "0.0001", "0.01", "1", "100", "10000", "1000000"));
}

TEST(Tics, ValuesThatFitAreTheTics) {
  const std::vector<Tic> powers{{1, "1"}, {2, "2"}, {4, "4"}, {8, "8"}, {16, "16"}, {32, "32"}, {64, "64"}};
  EXPECT_EQ(texts_of(tics_at(powers, {1, 64, true, 46, true})), texts_of(powers));
  // Every second tick if not all fit; round numbers if the steps are uneven.
  EXPECT_THAT(texts_of(tics_at(powers, {1, 64, true, 8.5, true})), ElementsAre("1", "4", "16", "64"));
  EXPECT_THAT(texts_of(tics_at(powers, {1, 64, false, 23, true})), ElementsAre("10", "20", "30", "40", "50", "60"));
}

// For any span and size: at most ten ticks, in order, within the span, without overlaps.
TEST(Tics, NeverTouch) {
  for (std::uint64_t sample = 0; sample < 3000; ++sample) {
    RandomStream stream(1, fmt::format("tics {}", sample));
    const auto random = [&stream] { return static_cast<double>(stream() >> 11U) * 0x1p-53; };
    const bool logarithmic = sample % 2 == 0;
    const double sign = logarithmic || random() < 0.5 ? 1 : -1;
    const double low = sign * std::pow(10, 40 * random() - 20);
    const double high =
        logarithmic ? low * std::pow(10, 12 * random() + 0.001) : low + std::pow(10, 40 * random() - 20);
    if (!(high > low * (low > 0 ? 1 + 1e-9 : 1 - 1e-9))) continue;
    const double length = 2 + 75 * random();
    const bool across = random() < 0.5;
    const AxisRoom room{low, high, logarithmic, length, across};
    std::vector<Tic> wanted;
    for (int i = 0; i < 1 + static_cast<int>(40 * random()); ++i) {
      const double place = low + (high - low) * random();
      wanted.push_back({place, fmt::format("{}", place)});
    }
    for (const std::vector<Tic>& tics : {round_tics(room), tics_at(wanted, room)}) {
      EXPECT_TRUE(fit(tics, room)) << sample;
      EXPECT_LE(tics.size(), 17U) << sample;
      for (const Tic& tic : tics) {
        EXPECT_GE(tic.place, low - 1e-6 * (high - low)) << sample;
        EXPECT_LE(tic.place, high + 1e-6 * (high - low)) << sample;
      }
    }
  }
}

TEST(TextLayout, LongNamesKeepTheirEnds) {
  EXPECT_EQ(shortened("short", 10), "short");
  const std::string name = shortened("RecursiveBisection2[levels=12]", 10);
  EXPECT_LE(text_width(name), 10);
  EXPECT_THAT(name, ::testing::StartsWith("Recurs"));
  EXPECT_THAT(name, ::testing::EndsWith("12]"));
  // A character of several bytes is kept or dropped as a whole.
  for (const double width : {2.0, 2.5, 3.0, 4.0}) EXPECT_EQ(shortened("äöüäöüäöü", width).size() % 2, 1U) << width;
}

TEST(TextLayout, TextsAreBrokenBetweenWords) {
  EXPECT_THAT(wrapped("one two three", 7, character_count), ElementsAre("one two", "three"));
  EXPECT_THAT(wrapped(" äöü\nä ", 3, character_count), ElementsAre("äöü", "ä"));
  EXPECT_THAT(wrapped("an_endless_word a", 3, character_count), ElementsAre("an_endless_word", "a"));
  EXPECT_THAT(wrapped("", 60), ElementsAre());
}

}  // namespace
}  // namespace apportion::results
