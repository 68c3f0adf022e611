// Drawings of decompositions: their content, and stored pictures.
#include "experiments/problems/drawing/decompositions.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <sstream>
#include <utility>

#include "base/error.hpp"
#include "experiments/problems/drawing/svg.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/rectangles.hpp"

namespace apportion::problems {
namespace {

std::size_t count_of(const std::string& text, const std::string& piece) {
  std::size_t count = 0;
  for (std::size_t at = text.find(piece); at != std::string::npos; at = text.find(piece, at + 1)) ++count;
  return count;
}

// Counts characters, not bytes.
std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    widest = std::max(widest,
                      static_cast<std::size_t>(std::ranges::count_if(line, [](char c) { return (c & 0xc0) != 0x80; })));
  return widest;
}

// The words between borders, without percentages.
std::vector<std::string> labels(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return (c & 0x80) != 0 || c == ':'; }, ' ');
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;)
    if (word == "%" && !words.empty())
      words.pop_back();
    else
      words.push_back(word);
  return words;
}

Decomposition quarters() { return {{20, 40}, {{0, 0, 10, 20}, {10, 0, 10, 20}, {0, 20, 10, 20}, {10, 20, 10, 20}}}; }

TEST(SvgDrawing, OneLabelledRectangleAProcessor) {
  const std::string svg = svg_drawing({{"a < b & c", quarters()}});
  EXPECT_THAT(svg, HasSubstr("a &lt; b &amp; c"));
  for (const char* piece : {"<title>processor 0: 25 %, area 200, perimeter 60</title>",
                            "<title>processor 3: 25 %, area 200, perimeter 60</title>", ">0</text>", ">3</text>",
                            R"(x="376" y="34" width="360" height="180")"})
    EXPECT_THAT(svg, HasSubstr(piece));
  // The page, four parts, the array's border.
  EXPECT_EQ(count_of(svg, "<rect "), 6U);
}

TEST(SvgDrawing, ItsPartsAreListedToo) {
  const std::vector<engine::DrawnPart> parts = drawn_parts({{"first", quarters()}, {"second", quarters()}});
  ASSERT_EQ(parts.size(), 8U);
  EXPECT_EQ(parts[7].title, "second");
  EXPECT_EQ(parts[7].kind, "processor");
  EXPECT_EQ(parts[7].number, 3U);
  std::map<std::string, double> measures;
  for (const engine::PartMeasure& measure : parts[7].measures) measures[measure.name] = measure.value;
  EXPECT_EQ(measures, (std::map<std::string, double>{{"share, %", 25}, {"area", 200}, {"perimeter", 60}}));
}

TEST(SvgDrawing, SeveralBelowEachOther) {
  const std::string svg = svg_drawing({{"first", quarters()}, {"second", transposed(quarters())}});
  EXPECT_LT(svg.find("first"), svg.find("second"));
  EXPECT_EQ(count_of(svg, "<svg "), 1U);
  EXPECT_EQ(count_of(svg, "<rect "), 11U);
}

TEST(SvgDrawing, ProportionsUpToOneToTwenty) {
  const Decomposition twenty{{1, 20}, {{0, 0, 1, 20}}};
  EXPECT_THAT(svg_drawing({{"t", twenty}}), HasSubstr(R"(width="720" height="36")"));
  EXPECT_THAT(svg_drawing({{"t", twenty}}), Not(HasSubstr("not to scale")));
  const Decomposition hundred{{1, 100}, {{0, 0, 1, 100}}};
  EXPECT_THAT(svg_drawing({{"t", hundred}}), HasSubstr("t (not to scale)"));
  EXPECT_THAT(svg_drawing({{"t", transposed(hundred)}}), HasSubstr("t (not to scale)"));
}

TEST(SvgDrawing, LeavesOutPartsWithoutArea) {
  const Decomposition decomposition{{10, 10}, {{0, 0, 10, 10}, {0, 10, 10, 0}}};
  EXPECT_THAT(svg_drawing({{"t", decomposition}}), Not(HasSubstr("processor 1")));
  EXPECT_EQ(drawn_parts({{"t", decomposition}}).size(), 1U);
  EXPECT_EQ(labels(text_drawing({.decomposition = decomposition})), (std::vector<std::string>{"0"}));
}

// Processor 1 has an L about the square of processor 0.
Decomposition square_corner() { return {{20, 40}, {{0, 0, 10, 10}, {0, 10, 20, 30}}, {{1, {10, 0, 10, 10}}}}; }

TEST(SvgDrawing, APartOfSeveralRectanglesIsOneShape) {
  const std::string svg = svg_drawing({{"t", square_corner()}});
  EXPECT_EQ(count_of(svg, "<path "), 1U);
  EXPECT_EQ(count_of(svg, "<rect "), 3U);
  EXPECT_EQ(count_of(svg, "<title>processor 1: 87.5 %, area 700, perimeter 120</title>"), 1U);
  EXPECT_EQ(count_of(svg, ">1</text>"), 1U);
  EXPECT_THAT(svg, HasSubstr(R"(d="M196 34L736 34L736 394L16 394L16 214L196 214Z")"));
  const std::vector<engine::DrawnPart> parts = drawn_parts({{"t", square_corner()}});
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[1].measures[1].value, 700);
  EXPECT_EQ(parts[1].measures[2].value, 120);
}

TEST(SvgDrawing, SeveralSideBySide) {
  const std::vector<LabelledDecomposition> three = {{"a", quarters()}, {"b", square_corner()}, {"c", quarters()}};
  const std::string svg = svg_drawing(three, 2);
  EXPECT_THAT(svg, HasSubstr(R"(<text x="16" y="26" font-size="14" stroke="none">a</text>)"));
  EXPECT_THAT(svg, HasSubstr(R"(<text x="468" y="26" font-size="14" stroke="none">b</text>)"));
  EXPECT_THAT(svg, HasSubstr(R"(<text x="16" y="270" font-size="14" stroke="none">c</text>)"));
}

// Two drawings and one would leave a gap.
TEST(SvgDrawing, ThreeFillARow) {
  const LabelledDecomposition wide{"a", {{10, 30}, {{0, 0, 10, 30}}}};
  const std::string three = drawing_of({wide, wide, wide}, "svg");
  EXPECT_EQ(count_of(three, R"( y="26" font-size="14")"), 3U);
  EXPECT_EQ(count_of(drawing_of({wide, wide, wide, wide}, "svg"), R"( y="26" font-size="14")"), 2U);
}

// All texts are in a group with a stroke, which letters would inherit.
TEST(SvgDrawing, NoTextHasAStroke) {
  LabelledDecomposition named{"a", quarters()};
  named.names = {"a name that is far too long for its part and so stands below", "b", "c", "d"};
  const std::string svg = svg_drawing({named, named}, 2);
  EXPECT_GT(count_of(svg, "<text "), 8U);
  EXPECT_EQ(count_of(svg, "<text "), count_of(svg, "stroke=\"none\""));
}

TEST(SvgDrawing, LongTitlesStandBesideEachOther) {
  const std::string title(100, 'x');
  const std::string svg = svg_drawing({{title, quarters()}, {"b", quarters()}}, 2);
  EXPECT_THAT(svg, HasSubstr(R"( width="1744" )"));
  EXPECT_THAT(svg, HasSubstr(R"(<text x="888" y="26" font-size="14" stroke="none">b</text>)"));
}

// Squares above the parts and below their labels.
TEST(SvgDrawing, WhatIsLeftOutIsGrey) {
  const std::string svg = svg_drawing({{"t", quarters(), {40, 30, 20, 10}, {{0, 0, 10, 10}, {10, 0, 5, 10}}}});
  EXPECT_EQ(count_of(svg, "<title>left out</title>"), 1U);
  EXPECT_THAT(svg, HasSubstr(R"(d="M16 34L196 34L196 304L16 304Z" fill="#888888")"));
  EXPECT_LT(svg.find("processor 3"), svg.find("left out"));
  EXPECT_LT(svg.find("left out"), svg.find(">0</text>"));
  EXPECT_THAT(svg, HasSubstr("processor 3: 10 %, area 200"));
}

// Parts need not cover what is left out; there, no page shows through.
TEST(SvgDrawing, WhatIsLeftOutIsGreyBelowThePartsToo) {
  const Decomposition one{{10, 10}, {{0, 0, 10, 6}}};
  const std::string svg = svg_drawing({{.decomposition = one, .left_out = {{0, 7, 10, 3}}}});
  const std::size_t whole = svg.find(R"(width="480" height="480" fill="#888888")");
  ASSERT_NE(whole, std::string::npos);
  EXPECT_LT(whole, svg.find("processor 0"));
  EXPECT_THAT(svg_drawing({{.decomposition = one}}), Not(HasSubstr("#888888")));
}

// The middle of the first bold text.
std::pair<double, double> label_place(const std::string& svg) {
  const std::size_t end = svg.find(" text-anchor=\"middle\"");
  const std::size_t text = svg.rfind("<text x=\"", end);
  const std::size_t y = svg.find("y=\"", text);
  return {std::stod(svg.substr(text + 9)), std::stod(svg.substr(y + 3))};
}

// Two of three columns are left out; so is the middle of another part.
TEST(SvgDrawing, LabelsStandOutsideWhatIsLeftOut) {
  const Decomposition one{{10, 15}, {{0, 0, 10, 15}}};
  const auto [x, y] = label_place(svg_drawing({{.decomposition = one, .left_out = {{0, 0, 10, 10}}}}));
  EXPECT_EQ(x, 16 + 720 * 12.5 / 15);
  const auto [left, top] = label_place(svg_drawing({{.decomposition = one, .left_out = {{3, 0, 4, 15}}}}));
  EXPECT_LT(top, 34 + 480 * 0.3);
}

// A comb: its back has more room than any tooth, one of which is the part's greatest listed rectangle.
TEST(SvgDrawing, LabelsStandWhereThereIsRoom) {
  Decomposition comb{{10, 10}, {{4, 0, 6, 1}}};
  for (int tooth = 1; tooth < 5; ++tooth) comb.further.push_back({0, {4, 2.0 * tooth, 6, 1}});
  for (int strip = 0; strip < 4; ++strip) comb.further.push_back({0, {1.0 * strip, 0, 1, 5}});
  for (int strip = 0; strip < 4; ++strip) comb.further.push_back({0, {1.0 * strip, 5, 1, 5}});
  const auto [x, y] = label_place(svg_drawing({{.decomposition = comb}}));
  EXPECT_EQ(x, 16 + 480 * 0.5);
  EXPECT_LT(y, 34 + 480 * 0.4);
  const std::string text = text_drawing({.decomposition = comb});
  EXPECT_LT(text.find("70 %"), text.size() * 2 / 5) << text;
}

TEST(LabelBox, IsInsideThePart) {
  for (int sample = 0; sample < 300; ++sample) {
    RandomStream stream(4, "labels " + std::to_string(sample));
    const Decomposition shapes = apportion::testing_support::random_shapes({20, 30}, 20, 4, stream);
    const std::vector<Rect> holes = rectangles_of(shapes, 3);
    const std::vector<Rect> part = rectangles_of(shapes, 0);
    std::vector<Rect> both = part;
    both.insert(both.end(), holes.begin(), holes.end());
    const auto area_in = [](const std::vector<Rect>& rectangles, const Rect& box) {
      double area = 0;
      for (const Rect& rect : rectangles)
        area += std::max(0.0, std::min(rect.row_end(), box.row_end()) - std::max(rect.row, box.row)) *
                std::max(0.0, std::min(rect.column_end(), box.column_end()) - std::max(rect.column, box.column));
      return area;
    };
    const std::optional<Rect> box = label_box(both, holes, {4, 6}, 1e-9);
    ASSERT_TRUE(box) << sample;
    EXPECT_NEAR(area_in(part, *box), box->area(), 1e-9) << sample;
    const auto room = [](const Rect& rect) { return std::min({rect.columns / 6, rect.rows / 4, 1.0}); };
    for (const Rect& rect : part) EXPECT_GE(room(*box), room(rect) - 1e-9) << sample;
  }
  EXPECT_FALSE(label_box({{1, 1, 2, 2}}, {{0, 0, 5, 5}}, {1, 1}, 1e-9));
}

// A ring around a hole, and two pieces that touch in a corner.
TEST(Outline, LoopsAreClosedAndSeparate) {
  const std::vector<OutlineLoop> ring = outline({{0, 0, 1, 3}, {1, 0, 1, 1}, {1, 2, 1, 1}, {2, 0, 1, 3}}, 1e-9);
  ASSERT_EQ(ring.size(), 2U);
  EXPECT_EQ(length_of(ring), 16);
  const std::vector<OutlineLoop> touching = outline({{0, 0, 1, 1}, {1, 1, 1, 1}}, 1e-9);
  ASSERT_EQ(touching.size(), 2U);
  for (const OutlineLoop& loop : touching) EXPECT_EQ(loop.size(), 4U);
}

// The boundaries of all parts include every inner boundary twice and the outer one once.
TEST(Outline, PerimetersAddUp) {
  for (int sample = 0; sample < 500; ++sample) {
    RandomStream stream(4, "outlines " + std::to_string(sample));
    const auto parts = 1 + static_cast<std::size_t>(sample) % 6;
    const Decomposition shapes = apportion::testing_support::random_shapes({20, 30}, 6 + parts, parts, stream);
    double perimeters = 0;
    for (std::size_t i = 0; i < parts; ++i) {
      perimeters += part_perimeter(shapes, i);
      for (const OutlineLoop& loop : part_outline(shapes, i)) ASSERT_EQ(loop.size() % 2, 0U);
    }
    ASSERT_NEAR(perimeters, 2 * (acost(shapes) + shapes.extent.half_perimeter()), 1e-9) << sample;
  }
}

TEST(TextDrawing, APartOfSeveralRectanglesHasNoSeam) {
  EXPECT_EQ(text_drawing({.decomposition = square_corner()}),
            "┌──────────────┬────────────────────────────────────────────┐\n"
            "│              │                                            │\n"
            "│              │                                            │\n"
            "│      0       │                                            │\n"
            "│    12.5 %    │                                            │\n"
            "│              │                                            │\n"
            "│              │                                            │\n"
            "│              │                     1                      │\n"
            "├──────────────┘                   87.5 %                   │\n"
            "│                                                           │\n"
            "│                                                           │\n"
            "│                                                           │\n"
            "│                                                           │\n"
            "│                                                           │\n"
            "│                                                           │\n"
            "└───────────────────────────────────────────────────────────┘\n");
}

TEST(TextDrawing, BordersMeetInTheRightCharacters) {
  const Decomposition decomposition{{4, 12}, {{0, 0, 4, 6}, {0, 6, 2, 6}, {2, 6, 2, 6}}};
  EXPECT_EQ(text_drawing({.decomposition = decomposition}),
            "┌─────────────────────────────┬─────────────────────────────┐\n"
            "│                             │                             │\n"
            "│                             │              1              │\n"
            "│                             │            25 %             │\n"
            "│              0              │                             │\n"
            "│            50 %             ├─────────────────────────────┤\n"
            "│                             │                             │\n"
            "│                             │              2              │\n"
            "│                             │            25 %             │\n"
            "│                             │                             │\n"
            "└─────────────────────────────┴─────────────────────────────┘\n");
}

// The page has the array's size even if no part touches its border.
TEST(TextDrawing, PartsNeedNotCoverTheArray) {
  const Decomposition hole{{4, 12}, {{1, 3, 2, 6}}};
  EXPECT_EQ(labels(text_drawing({.decomposition = hole, .shares = {100}})), (std::vector<std::string>{"0"}));
  EXPECT_THAT(text_drawing({.decomposition = hole, .shares = {100}}), HasSubstr("100 %"));
}

// A name is drawn in its part if it fits; otherwise it is explained below.
TEST(TextDrawing, ProcessorsMayHaveNames) {
  const Decomposition decomposition{{4, 12}, {{0, 0, 4, 11}, {0, 11, 4, 1}}};
  const std::string text = text_drawing({.decomposition = decomposition, .names = {"großer Knoten", "the other one"}});
  EXPECT_THAT(text, HasSubstr("│                    großer Knoten                     │"));
  EXPECT_THAT(text, HasSubstr("│ 1  │"));
  EXPECT_TRUE(text.ends_with("┘\n1: the other one\n")) << text;
}

TEST(SvgDrawing, ProcessorsMayHaveNames) {
  const Decomposition decomposition{{4, 12}, {{0, 0, 4, 11.9}, {0, 11.9, 4, 0.1}}};
  const std::string svg =
      svg_drawing({{.title = "t", .decomposition = decomposition, .names = {"a < b", "the other one"}}});
  EXPECT_THAT(svg, HasSubstr("<title>processor 0, a &lt; b: 99.2 %"));
  EXPECT_THAT(svg, HasSubstr(">a &lt; b</text>"));
  EXPECT_THAT(svg, HasSubstr("<title>processor 1, the other one: 0.833 %"));
  EXPECT_THAT(svg, Not(HasSubstr(">the other one</text>")));
  // The meaning of its number is below the drawing, next to its colour.
  EXPECT_THAT(svg, HasSubstr(">1: the other one</text>"));
  EXPECT_THAT(svg, HasSubstr("width=\"12\" height=\"12\" fill=\"" + svg_colour(1) + "\""));
  EXPECT_THAT(svg, Not(HasSubstr(">0: a &lt; b</text>")));
  EXPECT_LT(svg.find("processor 1,"), svg.find(">1: the other one</text>"));
}

TEST(SvgDrawing, TheKeyIsAsWideAsThePage) {
  Decomposition slices{{10, 1000}, {}};
  std::vector<std::string> names;
  for (int i = 0; i < 40; ++i) {
    slices.parts.push_back({0, 25.0 * i, 10, 25});
    names.push_back("a name of its own " + std::to_string(i));
  }
  const std::string svg = svg_drawing({{.title = "a", .decomposition = slices, .names = names},
                                       {.title = "b", .decomposition = slices, .names = names}});
  for (const std::string& name : names) EXPECT_EQ(count_of(svg, name + "</text>"), 1U);
  std::istringstream lines(svg);
  for (std::string line; std::getline(lines, line);)
    if (line.find(": a name of its own") != std::string::npos && line.starts_with("<text x=\"")) {
      EXPECT_LT(std::stod(line.substr(9)), 752 - 6 * 22) << line;
    }
}

TEST(TextDrawing, WhatIsLeftOutIsShaded) {
  const Decomposition halves{{4, 12}, {{0, 0, 4, 6}, {0, 6, 4, 6}}};
  EXPECT_EQ(text_drawing({.decomposition = halves, .left_out = {{0, 0, 4, 3}, {2, 6, 2, 6}}}),
            "┌─────────────────────────────┬─────────────────────────────┐\n"
            "│░░░░░░░░░░░░░░               │                             │\n"
            "│░░░░░░░░░░░░░░               │              1              │\n"
            "│░░░░░░░░░░░░░░               │            50 %             │\n"
            "│░░░░░░░░░░░░░░       0       │                             │\n"
            "│░░░░░░░░░░░░░░     50 %      │░░░░░░░░░░░░░░░░░░░░░░░░░░░░░│\n"
            "│░░░░░░░░░░░░░░               │░░░░░░░░░░░░░░░░░░░░░░░░░░░░░│\n"
            "│░░░░░░░░░░░░░░               │░░░░░░░░░░░░░░░░░░░░░░░░░░░░░│\n"
            "│░░░░░░░░░░░░░░               │░░░░░░░░░░░░░░░░░░░░░░░░░░░░░│\n"
            "│░░░░░░░░░░░░░░               │░░░░░░░░░░░░░░░░░░░░░░░░░░░░░│\n"
            "└─────────────────────────────┴─────────────────────────────┘\n");
}

TEST(TextDrawing, CrossingsAreCrossings) { EXPECT_EQ(count_of(text_drawing({.decomposition = quarters()}), "┼"), 1U); }

// Every number is drawn, for any shape and however thin the parts are.
TEST(TextDrawing, NamesEveryProcessor) {
  RandomStream stream(1, "drawings");
  for (const double columns : {1.0, 5.0, 20.0, 0.05})
    for (const std::size_t parts : {1U, 2U, 7U, 30U}) {
      const Decomposition decomposition =
          apportion::testing_support::random_guillotine({1000, 1000 * columns}, parts, 50, stream);
      const std::string text = text_drawing({.decomposition = decomposition});
      for (std::size_t i = 0; i < parts; ++i) EXPECT_THAT(labels(text), ::testing::Contains(std::to_string(i))) << text;
      EXPECT_LE(widest_line(text), parts <= 7 ? 80U : 160U) << text;
    }
}

// A part may be thin against the array, and the array itself may be thin.
TEST(TextDrawing, DrawsWhatIsThin) {
  const Decomposition thin{{1e12, 1}, {{0, 0, 5e11, 1}, {5e11, 0, 5e11, 1}}};
  EXPECT_EQ(labels(text_drawing({.decomposition = thin})), (std::vector<std::string>{"0", "1"}));
  EXPECT_EQ(labels(text_drawing({.decomposition = transposed(thin)})), (std::vector<std::string>{"0", "1"}));
  const Decomposition slivers{{1, 1}, {{0, 0, 1, 1e-12}, {0, 1e-12, 1, 1e-12}, {0, 2e-12, 1, 1 - 2e-12}}};
  EXPECT_EQ(labels(text_drawing({.decomposition = slivers})), (std::vector<std::string>{"2"}));
}

TEST(TextDrawing, RefusesWhatNobodyCanRead) {
  RandomStream stream(1, "drawings");
  const Decomposition decomposition = apportion::testing_support::random_guillotine({10, 10}, 1001, 10, stream);
  EXPECT_THROW((void)text_drawing({.decomposition = decomposition}), InputError);
}

}  // namespace
}  // namespace apportion::problems
