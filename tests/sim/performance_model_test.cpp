// Performance models: interpolation, its inverses, and sizes that all processors finish at once.
#include "sim/performance_model.hpp"

#include <boost/random/uniform_int_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>
#include <cmath>
#include <limits>
#include <numeric>

#include "sim/random_stream.hpp"
#include "tests/support/matchers.hpp"

namespace apportion {
namespace {

// As the definition says it, point by point.
TEST(PerformanceModel, IsLinearBetweenTimesAndOfConstantSpeedOutside) {
  const PerformanceModel model({{10, 1}, {20, 4}, {30, 5}});
  EXPECT_EQ(model.seconds(0), 0);
  EXPECT_EQ(model.seconds(5), 0.5);
  EXPECT_EQ(model.seconds(10), 1);
  EXPECT_EQ(model.seconds(15), 2.5);
  EXPECT_EQ(model.seconds(30), 5);
  EXPECT_EQ(model.seconds(60), 10);
}

TEST(PerformanceModel, TimesNeverFall) {
  const PerformanceModel model({{10, 2}, {20, 1}, {30, 3}});
  EXPECT_EQ(model.seconds(20), 2);
  EXPECT_EQ(model.seconds(25), 2.5);
  EXPECT_EQ(model.least_size(2), 10);
  EXPECT_EQ(model.greatest_size(2), 20);
  EXPECT_EQ(model.least_size(1), 5);
  EXPECT_EQ(model.greatest_size(6), 60);
}

TEST(PerformanceModel, RefusesWhatIsNoMeasurement) {
  const auto refused = [](const std::vector<MeasuredTime>& times, const std::string& piece) {
    EXPECT_THAT(message_of([&] { const PerformanceModel model(times); }), HasSubstr(piece));
  };
  refused({}, "at least one measured time");
  refused({{10, 1}, {10, 2}}, "sizes must increase");
  refused({{10, -1}}, "must lie from");
  refused({{0, 1}}, "must lie from");
  refused({{std::nan(""), 1}}, "must lie from");
  refused({{1, std::numeric_limits<double>::infinity()}}, "must lie from");
}

TEST(BalancedSizes, OfConstantSpeedsAreInProportion) {
  const std::vector<PerformanceModel> models = {PerformanceModel({{1, 1}}), PerformanceModel({{3, 1}})};
  EXPECT_EQ(balanced_sizes(models, 100), (std::vector<double>{25, 75}));
}

TEST(BalancedSizes, AWorkedExample) {
  // Beyond 100 elements the first one needs ten times as long for each: at time t > 1 they have 100 + 10 (t - 1) and
  // 50 t elements.
  const std::vector<PerformanceModel> models = {PerformanceModel({{100, 1}, {200, 11}}), PerformanceModel({{50, 1}})};
  const std::vector<double> sizes = balanced_sizes(models, 270);
  EXPECT_NEAR(sizes[0], 120, 1e-9);
  EXPECT_NEAR(sizes[1], 150, 1e-9);
}

// Where times stand still, each one takes the same part of what it could.
TEST(BalancedSizes, StandingTimesAreShared) {
  const std::vector<PerformanceModel> models = {PerformanceModel({{10, 1}, {20, 1}, {30, 2}}),
                                                PerformanceModel({{10, 1}, {40, 1}, {50, 2}})};
  EXPECT_EQ(balanced_sizes(models, 40), (std::vector<double>{15, 25}));
}

// Any models, any amount: all elements, at one time as far as the times are strictly increasing.
TEST(BalancedSizes, SumToTheElementsAndEndAtOnce) {
  RandomStream stream(1, "performance_model_test");
  boost::random::uniform_int_distribution<int> count(1, 6);
  boost::random::uniform_real_distribution<double> step(0.1, 3);
  for (int round = 0; round < 300; ++round) {
    std::vector<PerformanceModel> models;
    for (int p = count(stream); p > 0; --p) {
      std::vector<MeasuredTime> times;
      double size = 0;
      double seconds = 0;
      for (int n = count(stream); n > 0; --n) {
        size += step(stream);
        seconds += step(stream);
        times.push_back({size, seconds});
      }
      models.emplace_back(times);
    }
    const double elements = std::pow(10, step(stream) - 1);
    const std::vector<double> sizes = balanced_sizes(models, elements);
    EXPECT_NEAR(std::accumulate(sizes.begin(), sizes.end(), 0.0), elements, 1e-12 * elements);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      EXPECT_GT(sizes[i], 0);
      EXPECT_NEAR(models[i].seconds(sizes[i]) / models[0].seconds(sizes[0]), 1, 1e-9);
      EXPECT_NEAR(models[i].least_size(models[i].seconds(sizes[i])), sizes[i], 1e-9 * sizes[i]);
    }
  }
}

}  // namespace
}  // namespace apportion
