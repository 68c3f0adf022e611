// The one number that Kalinov and Klimov print: 1.01762 on 2 x 2 grids at level 16, from 32000 networks.
#include <gtest/gtest.h>

#include <cmath>

#include "experiments/engine/catalogue.hpp"

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

}  // namespace
}  // namespace apportion
