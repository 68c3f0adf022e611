// Where everything of a chart stands: on the page, and nothing on anything else.
#include "results/charts/arrangement.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>
#include <set>

#include "base/error.hpp"
#include "results/charts/chart.hpp"
#include "results/charts/chart_script.hpp"
#include "tests/results/sample_store.hpp"
#include "tests/results/sample_values.hpp"
#include "tests/support/matchers.hpp"

namespace apportion::results {
namespace {

/// How many of everything a chart has.
struct Size {
  int points = 5;
  int series = 2;
  int panels = 1;
  std::string name = "XY2";
  std::string x = {};  ///< begins the values of x, which then are texts
};

Rows rows_of(const Size& size) {
  Rows rows{{"x", "y", "e", "s", "p"}, {}};
  for (int p = 0; p < size.panels; ++p)
    for (int s = 0; s < size.series; ++s)
      for (int i = 0; i < size.points; ++i) {
        const Value x = size.x.empty() ? Value(std::int64_t{1} << (i % 62)) : Value(fmt::format("{}{}", size.x, i));
        rows.rows.push_back(
            {x, 100.0 + i * (s + 1) + p, 1.5, fmt::format("{} {}", size.name, s), fmt::format("p {}", p)});
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

void expect_in_its_place(const Arrangement& place, std::size_t panels) {
  const double font = place.size.font;
  const double last_right = place.left + static_cast<double>(place.across - 1) * place.step_right + place.frame_width;
  const double last_bottom = place.top + static_cast<double>(place.down - 1) * place.step_down + place.frame_height;
  EXPECT_GE(place.across * place.down, panels);
  EXPECT_GT(place.frame_width, 4 * font);
  EXPECT_GT(place.frame_height, 4 * font);
  EXPECT_LE(last_right, place.size.width);
  EXPECT_GE(place.step_right, place.frame_width);
  EXPECT_GE(place.step_down, place.frame_height + text_line * font * static_cast<double>(place.panel_title_lines));
  // From the frames downwards: tics, title, key, note.
  EXPECT_GE(place.x_title_top, last_bottom + 1.9 * font);
  double below = place.x_title_top + text_line * font * static_cast<double>(place.x_title.size());
  if (!place.key.empty()) {
    EXPECT_GE(place.key_top, below);
    below = place.key_top + key_line * font * static_cast<double>(place.key_lines);
    double right = font + text_width(place.key_heading, font);
    std::size_t line = 0;
    for (const KeyEntry& entry : place.key) {
      EXPECT_LT(entry.line, place.key_lines);
      EXPECT_GE(entry.left, entry.line == line ? right : font);
      line = entry.line;
      right = entry.left + text_width(entry.title, font) + 3 * font;
      EXPECT_LE(right, place.size.width + font);
    }
  }
  if (!place.note.empty()) {
    EXPECT_GE(place.note_top, below);
    below = place.note_top + text_line * font * static_cast<double>(place.note.size());
  }
  EXPECT_LE(below, place.height);
  const AxisRoom x{place.x.low, place.x.high, place.x.logarithmic, place.frame_width, font, true};
  EXPECT_TRUE(place.slanted || fit(place.x_tics, x));
  const AxisRoom y{place.y.low, place.y.high, place.y.logarithmic, place.frame_height, font, false};
  EXPECT_TRUE(fit(place.y_tics, y));
}

TEST(Arrangement, NothingLiesOnAnythingElse) {
  const std::vector<Size> sizes = {{},
                                   {1, 1},
                                   {1, 1, 1, "only"},
                                   {11, 20},
                                   {8, 3, 12},
                                   {60, 60},
                                   {512, 3, 2},
                                   {30, 2, 1, "a very long name of an algorithm with options", "category number "},
                                   {5, 3, 24, "RecursiveBisection2", "a name that is far too long for any axis "}};
  for (const ChartWidth width : {ChartWidth::screen, ChartWidth::column, ChartWidth::page})
    for (const bool logarithmic : {false, true})
      for (const Size& size : sizes) {
        SCOPED_TRACE(fmt::format("{} points, {} series, {} panels", size.points, size.series, size.panels));
        const Chart chart = chart_of(width, logarithmic);
        const ChartData data = chart_data(toy_exhibit, chart, rows_of(size));
        expect_in_its_place(arranged(chart, data), static_cast<std::size_t>(size.panels));
        expect_in_its_place(arranged(chart, data, {.title = "A title", .for_phone = true}),
                            static_cast<std::size_t>(size.panels));
      }
}

// 84 and 174 mm, and letters of 8 points.
TEST(Arrangement, ThreePanelsFillARow) {
  const auto across = [](int panels, ChartWidth width, bool for_phone = false) {
    const Chart chart = chart_of(width, false);
    return arranged(chart, chart_data(toy_exhibit, chart, rows_of({4, 2, panels})), {.for_phone = for_phone}).across;
  };
  for (const ChartWidth width : {ChartWidth::screen, ChartWidth::page}) {
    SCOPED_TRACE(static_cast<int>(width));
    EXPECT_EQ(across(2, width), 2U);
    EXPECT_EQ(across(3, width), 3U);
    EXPECT_EQ(across(4, width), 2U);
  }
  EXPECT_EQ(across(3, ChartWidth::screen, true), 1U);
}

// Nothing of them is lost on any width of print.
TEST(Arrangement, LongTitlesOfAxesAreWrapped) {
  const std::string title = "the mean cost of a division over the least cost that any algorithm has found";
  for (const ChartWidth width : {ChartWidth::screen, ChartWidth::column, ChartWidth::page}) {
    SCOPED_TRACE(static_cast<int>(width));
    Chart chart = chart_of(width, false);
    chart.x.title = chart.y.title = title;
    for (const bool for_phone : {false, true}) {
      SCOPED_TRACE(for_phone);
      const Arrangement place =
          arranged(chart, chart_data(toy_exhibit, chart, rows_of({4, 2, 1})), {.for_phone = for_phone});
      EXPECT_EQ(fmt::format("{}", fmt::join(place.x_title, " ")), title);
      EXPECT_EQ(fmt::format("{}", fmt::join(place.y_title, " ")), title);
      expect_in_its_place(place, 1);
    }
  }
}

TEST(Arrangement, ATitleStandsAboveAll) {
  const Chart chart = chart_of(ChartWidth::column, false);
  const ChartData data = chart_data(toy_exhibit, chart, rows_of({4, 2, 1}));
  const Arrangement without = arranged(chart, data);
  const Arrangement with = arranged(
      chart, data, {.title = "Which of three algorithms is best, how sure is that, and from which latency on?"});
  ASSERT_GE(with.title.size(), 2U) << "wrapped";
  const double lines = text_line * with.size.font * static_cast<double>(with.title.size());
  EXPECT_GE(with.top, without.top + lines);
  EXPECT_NEAR(with.height - without.height, with.top - without.top, 1e-9);
  expect_in_its_place(with, 1);
}

TEST(Arrangement, PrintHasItsMillimetres) {
  const ChartSize column = size_of(ChartWidth::column);
  EXPECT_NEAR(column.width / 96 * 25.4, 84, 1e-9);
  EXPECT_NEAR(size_of(ChartWidth::page).width / 96 * 25.4, 174, 1e-9);
  EXPECT_NEAR(column.font / 96 * 72, 8, 1e-9);
  EXPECT_THAT(gnuplot_terminal(Picture::pdf, "id", column, 96),
              HasSubstr("size 3.3071,1.0000 noenhanced font 'Sans,8.00'"));
  EXPECT_THAT(gnuplot_terminal(Picture::png, "id", column, 96), HasSubstr("size 992,300"));
}

TEST(Arrangement, SixtyCurvesLookDifferent) {
  const Chart chart = chart_of(ChartWidth::screen, false);
  std::set<std::string> looks;
  for (std::size_t series = 0; series < most_series; ++series) {
    const Curve curve{"", series};
    // Without weights: they are no distinction on paper.
    const std::string look = line_look(style_of(chart, curve));
    looks.insert(look.substr(0, look.find(" ps")));
  }
  EXPECT_EQ(looks.size(), most_series);
}

TEST(Arrangement, AllCurvesHaveOneWeight) {
  const Chart chart = chart_of(ChartWidth::screen, false);
  std::set<std::string> weights;
  for (std::size_t series = 0; series < most_series; ++series) {
    const std::string look = line_look(style_of(chart, Curve{"", series}));
    weights.insert(look.substr(look.find(" ps")));
  }
  EXPECT_EQ(weights.size(), 1U);
}

TEST(Arrangement, CurvesThatLieOnEachOtherAreNamed) {
  Rows rows = rows_of({5, 3, 2});
  // The last series of the first panel, and both others of the second, are as the first.
  for (std::vector<Value>& row : rows.rows)
    if (std::get<std::string>(row[4]) == (std::get<std::string>(row[3]) == "XY2 2" ? "p 0" : "p 1"))
      row[1] = 100.0 + static_cast<double>(std::get<std::int64_t>(row[0]));
  for (std::vector<Value>& row : rows.rows)
    if (std::get<std::string>(row[4]) == "p 0" && std::get<std::string>(row[3]) == "XY2 0")
      row[1] = 100.0 + static_cast<double>(std::get<std::int64_t>(row[0]));
  const Chart chart = chart_of(ChartWidth::screen, false);
  const ChartData data = chart_data(toy_exhibit, chart, rows);
  EXPECT_THAT(arranged(chart, data).note,
              ElementsAre(HasSubstr("Bars: "), "XY2 0 and XY2 2 coincide: p 0", "XY2 0 and XY2 1 coincide: p 1"));
  const ChartData apart = chart_data(toy_exhibit, chart, rows_of({5, 3, 2}));
  EXPECT_EQ(arranged(chart, apart).note.size(), 1U);
}

// Several to a line, also where the longest leaves no room for columns.
TEST(Arrangement, TheKeyHasAHeadingAndSharesLines) {
  Chart chart = chart_of(ChartWidth::column, false);
  Rows rows{{"x", "y", "e", "s", "p"}, {}};
  for (const char* name : {"XY2", "TILE", "BEST", "RecursiveBisection2"})
    for (const std::int64_t x : {1, 2}) rows.rows.push_back({x, 1.0, 1.0, name, "p"});
  const ChartData data = chart_data(toy_exhibit, chart, rows);
  const Arrangement place = arranged(chart, data);
  EXPECT_EQ(place.key_heading, "s");
  EXPECT_EQ(place.key_lines, 2U);
  EXPECT_THAT(chart_script(chart, data, Picture::svg, "id"), HasSubstr("set label \"s:\" at"));
  EXPECT_EQ(place.y_title.size(), 3U);
  chart.y.title += " and even longer, so that a fifth line would be needed for the last words if there were one";
  EXPECT_EQ(arranged(chart, data).y_title.size(), 4U);
}

TEST(Arrangement, ValuesOfAnySizeHaveASpan) {
  for (const double value : {0.0, 1.0, -3.5, 1e290, 1e-290, -1e18}) {
    SCOPED_TRACE(value);
    const Rows rows{{"x", "y"}, {{integer(3), value}, {integer(5), value}}};
    for (const bool logarithmic : {false, true}) {
      SCOPED_TRACE(logarithmic);
      if (logarithmic && value <= 0) continue;
      const Chart chart{.x = {"x", "x"}, .y = {.logarithmic = logarithmic}, .values = {{"y", "y"}}};
      const ChartData data = chart_data(toy_exhibit, chart, rows);
      const Arrangement place = arranged(chart, data);
      EXPECT_LT(place.y.low, value);
      EXPECT_GT(place.y.high, value);
      EXPECT_FALSE(place.y_tics.empty()) << value;
    }
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
TEST(Arrangement, ReferenceLines) {
  Chart chart = chart_of(ChartWidth::screen, false);
  chart.lines = {{500, "far above"}, {std::nullopt, "y = x"}};
  const ChartData data = chart_data(toy_exhibit, chart, rows_of({}));
  const Arrangement place = arranged(chart, data);
  EXPECT_GT(place.y.high, 500);
  ASSERT_EQ(place.key.size(), 4U);
  EXPECT_EQ(place.key.back().title, "y = x");
  EXPECT_EQ(place.key.back().curve, nullptr);
}

// Numbers stand in the cells of a heat map where they fit, else a scale stands below it.
TEST(Arrangement, HeatMapsHaveNumbersOrAScale) {
  Chart chart{.kind = ChartKind::heat_map, .x = {"x", "x"}, .y = {"s", "s"}, .values = {{"y", "total", 1}}};
  const ChartData few = chart_data(toy_exhibit, chart, rows_of({4, 3}));
  EXPECT_TRUE(arranged(chart, few).cell_labels);
  const ChartData many = chart_data(toy_exhibit, chart, rows_of({60, 40}));
  const Arrangement place = arranged(chart, many);
  EXPECT_FALSE(place.cell_labels);
  EXPECT_GT(place.height, place.key_top);
  EXPECT_THAT(chart_script(chart, many, Picture::svg, "id"), HasSubstr("set colorbox user"));
}

}  // namespace
}  // namespace apportion::results
