// Axes: canonical values, checks, and the order of the grid.
#include "experiments/engine/axis.hpp"

#include "base/error.hpp"
#include "tests/support/matchers.hpp"

namespace apportion::engine {
namespace {

std::vector<std::string> texts(const std::vector<AxisValue>& values) {
  std::vector<std::string> all;
  for (const AxisValue& value : values) all.push_back(value.text);
  return all;
}

Axis whole_axis() { return {.name = "p", .kind = AxisKind::whole, .least = 1, .most = 100}; }

TEST(AxisValue, NumbersHaveOneSpelling) {
  for (const char* text : {"1000", "1e3", "1000.0", "1000.00", "0.1e4"})
    EXPECT_EQ(AxisValue::parse(text).text, "1000") << text;
  EXPECT_EQ(AxisValue::parse("0.10").text, "0.1");
  EXPECT_EQ(AxisValue::parse("0.1").number, 0.1);
  EXPECT_EQ(AxisValue::of(1e12).text, "1000000000000");
  EXPECT_EQ(AxisValue::parse("1e300").text, "1e+300");
}

TEST(AxisValue, WhatIsNoFiniteNumberIsAName) {
  for (const char* text : {"max-set", "nan", "inf", "1e999", "", "1x", " 1"}) {
    EXPECT_EQ(AxisValue::parse(text).text, text);
    EXPECT_FALSE(AxisValue::parse(text).number) << text;
  }
}

TEST(Axis, ListsAreCheckedAndMadeCanonical) {
  EXPECT_EQ(texts(parse_axis_values(whole_axis(), "4,5.0,1e1")), (std::vector<std::string>{"4", "5", "10"}));
  for (const char* text : {"", "4,", ",4", "4.5", "0", "101", "nan", "x", "4,5,4.0"})
    EXPECT_THROW((void)parse_axis_values(whole_axis(), text), InputError) << text;
  const Axis names{.name = "model", .kind = AxisKind::name, .names = {"uniform", "max-set"}};
  EXPECT_EQ(texts(parse_axis_values(names, "max-set,uniform")), (std::vector<std::string>{"max-set", "uniform"}));
  EXPECT_THROW((void)parse_axis_values(names, "uniforn"), InputError);
}

TEST(Axis, RangesCountUpToTheirLastNumber) {
  EXPECT_EQ(texts(parse_axis_values(whole_axis(), "4..16:4")), (std::vector<std::string>{"4", "8", "12", "16"}));
  EXPECT_EQ(texts(parse_axis_values(whole_axis(), "4..15:4")), (std::vector<std::string>{"4", "8", "12"}));
  EXPECT_EQ(texts(parse_axis_values(whole_axis(), "1..3, 10")), (std::vector<std::string>{"1", "2", "3", "10"}));
  EXPECT_EQ(texts(parse_axis_values(whole_axis(), "7..7")), (std::vector<std::string>{"7"}));
  const Axis real{.name = "x", .least = 0, .most = 1e9};
  EXPECT_EQ(texts(parse_axis_values(real, "0..0.5:0.1")),
            (std::vector<std::string>{"0", "0.1", "0.2", "0.3", "0.4", "0.5"}));
  EXPECT_EQ(texts(parse_axis_values(real, "0.25..1:0.25")), (std::vector<std::string>{"0.25", "0.5", "0.75", "1"}));
  EXPECT_EQ(parse_axis_values(real, "0..99999").size(), 100000U);
  for (const char* text : {"4..", "..4", "4..8:", "4..8:0", "4..8:-1", "8..4", "4...8", "4..8..9", "4..8:x", "x..8",
                           "0..8", "90..110", "1..2:0.5", "4..8,6"})
    EXPECT_THROW((void)parse_axis_values(whole_axis(), text), InputError) << text;
  EXPECT_EQ(message_of([] { (void)parse_axis_values(whole_axis(), "4-8"); }),
            "p = 4-8: must be a whole number from 1 to 100; a range is written 4..8");
  EXPECT_THROW((void)parse_axis_values(real, "0..1e9:0.001"), InputError);
  EXPECT_THROW((void)parse_axis_values(real, "0..59999,60000..100000"), InputError);
  // On an axis without numbers, two dots are part of a name.
  const Axis names{.name = "model", .kind = AxisKind::name, .names = {"1..2"}};
  EXPECT_EQ(texts(parse_axis_values(names, "1..2")), (std::vector<std::string>{"1..2"}));
}

TEST(Axis, RangesMayGrowByAFactor) {
  const Axis real{.name = "x", .least = 0, .most = 1e9};
  EXPECT_EQ(texts(parse_axis_values(real, "1..1024:x2")),
            (std::vector<std::string>{"1", "2", "4", "8", "16", "32", "64", "128", "256", "512", "1024"}));
  EXPECT_EQ(texts(parse_axis_values(real, "1..1000:x2")).back(), "512");
  EXPECT_EQ(texts(parse_axis_values(real, "0.001..1000:x10")),
            (std::vector<std::string>{"0.001", "0.01", "0.1", "1", "10", "100", "1000"}));
  EXPECT_EQ(texts(parse_axis_values(real, "0.3..24.3:x3")),
            (std::vector<std::string>{"0.3", "0.9", "2.7", "8.1", "24.3"}));
  EXPECT_EQ(texts(parse_axis_values(whole_axis(), "3, 4..64:x4, 5..5:x2")),
            (std::vector<std::string>{"3", "4", "16", "64", "5"}));
  for (const char* text : {"1..8:x", "1..8:x1", "1..8:x0.5", "1..8:x-2", "0..8:x2", "8..1:x2", "1..8:2x", "1..8:xx2",
                           "1..8:x2:x2", "1..8:xnan", "1..10:x1.5", "1..128:x2"})
    EXPECT_THROW((void)parse_axis_values(whole_axis(), text), InputError) << text;
  EXPECT_THROW((void)parse_axis_values(real, "1..1e9:x1.00000001"), InputError);
}

TEST(Axis, BlanksAroundAnEntryDoNotCount) {
  EXPECT_EQ(texts(parse_axis_values(whole_axis(), " 4,\t5 , 6..8 ")),
            (std::vector<std::string>{"4", "5", "6", "7", "8"}));
  EXPECT_THROW((void)parse_axis_values(whole_axis(), "4, ,5"), InputError);
}

TEST(Grid, TheLastAxisIsFastest) {
  std::vector<Axis> axes{{.name = "a", .values = axis_values({1, 2})},
                         {.name = "b", .role = AxisRole::applied, .values = axis_values({10, 20, 30})}};
  std::vector<std::string> names;
  for (const Point& point : grid(axes)) names.push_back(point.name());
  EXPECT_EQ(names, (std::vector<std::string>{"a=1 b=10", "a=1 b=20", "a=1 b=30", "a=2 b=10", "a=2 b=20", "a=2 b=30"}));
  EXPECT_EQ(grid(axes)[4].sampled_name(), "a=2");
  EXPECT_EQ(grid(axes)[4].number("b"), 20);
  EXPECT_THROW((void)grid(axes)[4].number("c"), std::logic_error);
  EXPECT_EQ(grid({}).size(), 1U);
}

TEST(Grid, AnAddedAxisIsLeftOutAtItsDefault) {
  const std::vector<Axis> axes{{.name = "a", .values = axis_values({1})},
                               {.name = "c", .values = axis_values({5, 7}), .omitted_at = AxisValue::of(5)}};
  const std::vector<Point> points = grid(axes);
  EXPECT_EQ(points[0].name(), "a=1");
  EXPECT_EQ(points[0].sampled_name(), "a=1");
  EXPECT_EQ(points[0].coordinates().size(), 1U);
  EXPECT_EQ(points[0].number("c"), 5);
  EXPECT_EQ(points[1].name(), "a=1 c=7");
  EXPECT_EQ(points[1].coordinates().size(), 2U);
}

}  // namespace
}  // namespace apportion::engine
