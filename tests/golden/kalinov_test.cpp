// Numbers that Kalinov & Klimov print: Table 1 and figures.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "experiments/engine/catalogue.hpp"
#include "tests/support/matchers.hpp"

namespace apportion {
namespace {

TEST(KalinovAndKlimov, ThePrintedRatioComesOutOfAllNetworks) {
  engine::Experiment figure = engine::Catalogue::instance().experiments_named("kalinov/figure3a").at(0);
  const engine::StudyColumns columns = figure.columns(figure.algorithms);
  const engine::Point point({{"grid", engine::AxisRole::sampled, engine::AxisValue::parse("2x2")},
                             {"level", engine::AxisRole::sampled, engine::AxisValue::of(16)},
                             {"sampling", engine::AxisRole::sampled, engine::AxisValue::parse("extremes")},
                             {"block", engine::AxisRole::applied, engine::AxisValue::of(1000)}});
  std::vector<bool> wanted(columns.all.size());
  wanted.back() = true;  // the pair
  for (const std::int64_t seed : {1, 2}) {
    SCOPED_TRACE(seed);
    const auto solved = columns.solve({.seed = static_cast<std::uint64_t>(seed),
                                       .point = &point,
                                       .first_sample = 0,
                                       .samples = 32000,
                                       .columns = wanted});
    const results::Moments& ratio = solved.back().moments.at(0);
    ASSERT_EQ(ratio.count, 32000);
    const double error = std::sqrt(ratio.m2 / 31999 / 32000);
    EXPECT_LT(error, 3e-4);
    EXPECT_NEAR(ratio.mean, 1.01762, 3 * error);
  }
}

results::Drawing drawing(const std::string& exhibit) {
  return engine::Catalogue::instance().exhibits_named(exhibit).front().drawing.value();
}

// 3 x 3 x 3 cells, the first coordinate fastest: I, the plane rho_2 = 0; II, the rest of rho_1 = 0; III, the rest of
// rho_0 = 0; IV, all others.
TEST(KalinovFigure2, FillsThreePlanesAndThenTheRest) {
  const std::vector<std::size_t> steps = {1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 4,
                                          4, 3, 4, 4, 2, 2, 2, 3, 4, 4, 3, 4, 4};
  const std::vector<int> places = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 16, 20,
                                   21, 17, 22, 23, 13, 14, 15, 18, 24, 25, 19, 26, 27};
  const std::vector<std::string> names = {"I", "II", "III", "IV"};
  EXPECT_EQ(drawing("kalinov/figure2").parts().size(), 27U);
  const std::string svg = drawing("kalinov/figure2").svg();
  EXPECT_THAT(svg, ::testing::StartsWith("<svg "));
  std::size_t at = 0;
  for (std::size_t cell = 0; cell < places.size(); ++cell) {
    const std::string& step = names[steps[cell] - 1];
    at = svg.find(fmt::format("<title>processor {}, {}: {}, group {}:", cell % 9, step, places[cell], step), at);
    ASSERT_NE(at, std::string::npos) << cell;
  }
}

// eta = (1, 0, 2): the two slices of the grid's dimension 0 divide the data's columns, the three of dimension 1 its
// rows.
TEST(KalinovFigure1, DividesTwoOfThreeDimensions) {
  const std::vector<engine::DrawnPart> parts = drawing("kalinov/figure1").parts();
  ASSERT_EQ(parts.size(), 6U);
  // Rows and columns of each part, by its area and its perimeter, greater side first.
  std::set<std::pair<double, double>> sides;
  double elements = 0;
  for (const results::DrawnPart& part : parts) {
    const auto measure = [&part](const std::string& name) {
      return std::ranges::find(part.measures, name, &results::PartMeasure::name)->value;
    };
    const double half = measure("perimeter") / 2;
    const double root = std::sqrt(half * half / 4 - measure("area"));
    sides.insert({half / 2 + root, half / 2 - root});
    elements += measure("area") * 8;
  }
  EXPECT_EQ(elements, 60 * 40 * 8);
  for (const auto& [longer, shorter] : sides) {
    EXPECT_EQ(longer, std::round(longer));
    EXPECT_EQ(shorter, std::round(shorter));
  }
  EXPECT_THAT(drawing("kalinov/figure1").svg(), ::testing::StartsWith("<svg "));
}

}  // namespace
}  // namespace apportion
