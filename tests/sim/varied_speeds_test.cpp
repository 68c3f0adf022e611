// Varying speeds, statistics of the resulting times, and networks among some of the processors.
#include "sim/varied_speeds.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sim/network/network.hpp"
#include "tests/support/matchers.hpp"

namespace apportion {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(VariedSpeeds, HaveTheMeanAndTheDeviation) {
  const SpeedVariation variation{{0.1, 0, 0.5}, 10'000, 3};
  double sum = 0;
  double squares = 0;
  for (std::size_t draw = 0; draw < variation.draws; ++draw) {
    SCOPED_TRACE(draw);
    const std::vector<double> factors = speed_factors(variation, draw);
    ASSERT_EQ(factors.size(), 3U);
    EXPECT_EQ(factors[1], 1);
    EXPECT_GT(factors[2], 0);
    sum += factors[0];
    squares += (factors[0] - 1) * (factors[0] - 1);
  }
  EXPECT_NEAR(sum / 10'000, 1, 0.004);
  EXPECT_NEAR(std::sqrt(squares / 10'000), 0.1, 0.003);
}

TEST(VariedSpeeds, DependOnSeedAndDrawAlone) {
  const SpeedVariation few{{0.1, 0.2}, 1, 3};
  SpeedVariation many_draws = few;
  many_draws.draws = 100;
  EXPECT_EQ(speed_factors(few, 0), speed_factors(many_draws, 0));
  EXPECT_NE(speed_factors(many_draws, 1), speed_factors(many_draws, 0));
  many_draws.seed = 4;
  EXPECT_NE(speed_factors(many_draws, 0), speed_factors(few, 0));
}

TEST(VariedSpeeds, RefuseDeviationsThatMakeSpeedsNegative) {
  EXPECT_THAT(message_of([] {
                validate(SpeedVariation{{0.1, 0.51}, 1, 1});
              }),
              HasSubstr("the speed of processor 1 varies by 51 %; the most is 50 %"));
  EXPECT_NO_THROW(validate(SpeedVariation{{0, 0.5}, 1, 1}));
}

TEST(VariedTimes, AreTheLeastThatTheirShareDoesNotExceed) {
  std::vector<double> times;
  for (int i = 100; i > 0; --i) times.push_back(i);
  const VariedTimes of = summary_of(times);
  EXPECT_THAT((std::vector<double>{of.low, of.median, of.high, of.worst}), ElementsAre(5, 50, 95, 100));
  const VariedTimes one = summary_of({7});
  EXPECT_THAT((std::vector<double>{one.low, one.median, one.high, one.worst}), ElementsAre(7, 7, 7, 7));
  EXPECT_EQ(of.draws, 100U);
  // 5, 50 and 95 % of seven are 0.35, 3.5 and 6.65 of them.
  const VariedTimes few = summary_of({6, 2, 1, 7, 4, 3, 5});
  EXPECT_THAT((std::vector<double>{few.low, few.median, few.high, few.worst}), ElementsAre(1, 4, 7, 7));
  const VariedTimes between = summary_of(std::vector<double>(times.end() - 30, times.end()));
  EXPECT_THAT((std::vector<double>{between.low, between.median, between.high}), ElementsAre(2, 15, 29));
}

// Start-ups and routes remain those of the processors.
TEST(NetworksAmong, KeepWhatTheProcessorsHave) {
  Startup startup{StartupPlace::cpu, 2.5};
  startup.of_each = {1, 2, 3, 4};
  const Network all = named_network("star", 4, startup, {});
  const Network some = among(all, {1, 3});
  EXPECT_EQ(some.processors, 2U);
  EXPECT_THAT(some.startup.of_each, ElementsAre(2, 4));
  EXPECT_EQ(some.startup.seconds, 3);
  EXPECT_TRUE(some.route(0, 0).empty());
  EXPECT_TRUE(std::ranges::equal(some.route(0, 1), all.route(1, 3)));
  EXPECT_TRUE(std::ranges::equal(some.route(1, 0), all.route(3, 1)));
}

}  // namespace
}  // namespace apportion
