// Clusters, and speeds that depend on the size of a part.
#include <boost/random/uniform_int_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>

#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <string>

#include "base/error.hpp"
#include "sim/cluster.hpp"
#include "sim/network/network.hpp"
#include "sim/performance_model.hpp"
#include "sim/random_stream.hpp"
#include "sim/rectangles/decomposition.hpp"
#include "tests/support/matchers.hpp"

namespace apportion {
namespace {

template <class Thing>
std::string refusal(const Thing& thing) {
  std::string message = message_of([&] { validate(thing); });
  EXPECT_THAT(message, Not(HasSubstr("\n")));
  return message;
}

TEST(Cluster, GoodOnesPass) {
  EXPECT_EQ(refusal(Cluster{{1}, {}}), "");
  EXPECT_EQ(refusal(Cluster{{0.5, 1e300, 1e-300}, {}}), "");
}

TEST(Cluster, BadWeightsAreNamed) {
  EXPECT_THAT(refusal(Cluster{}), HasSubstr("empty"));
  EXPECT_THAT(refusal(Cluster{{1, 0}, {}}), HasSubstr("weight 1 is 0"));
  EXPECT_THAT(refusal(Cluster{{1, 2, -3}, {}}), HasSubstr("weight 2 is -3"));
  EXPECT_THAT(refusal(Cluster{{std::nan(""), 1}, {}}), HasSubstr("weight 0 is nan"));
  EXPECT_THAT(refusal(Cluster{{1, std::numeric_limits<double>::infinity()}, {}}), HasSubstr("weight 1 is inf"));
  EXPECT_THAT(refusal(Cluster{{1e308, 1e308}, {}}), HasSubstr("overflow"));
}

TEST(Cluster, GroupingMustHaveALeafAProcessor) {
  const Machine two_and_one{{Machine{{Machine{}, Machine{}}}, Machine{}}};
  EXPECT_EQ(two_and_one.processors(), 3U);
  EXPECT_EQ(refusal(Cluster{{1, 2, 3}, two_and_one}), "");
  EXPECT_THAT(refusal(Cluster{{1, 2}, two_and_one}), HasSubstr("3 processors, the weights 2"));
}

TEST(RectangleProblem, BadSidesAndLatenciesAreNamed) {
  const Cluster cluster{{1, 1}, {}};
  EXPECT_EQ(refusal(RectangleProblem{{2, 3}, cluster, 0}), "");
  EXPECT_THAT(refusal(RectangleProblem{{0, 3}, cluster, 0}), HasSubstr("rows is 0"));
  EXPECT_THAT(refusal(RectangleProblem{{2, -3}, cluster, 0}), HasSubstr("columns is -3"));
  EXPECT_THAT(refusal(RectangleProblem{{std::nan(""), 3}, cluster, 0}), HasSubstr("rows is nan"));
  EXPECT_THAT(refusal(RectangleProblem{{1e200, 1e200}, cluster, 0}), HasSubstr("area"));
  EXPECT_THAT(refusal(RectangleProblem{{1e-200, 1e-200}, cluster, 0}), HasSubstr("area"));
  EXPECT_THAT(refusal(RectangleProblem{{2, 3}, cluster, -1}), HasSubstr("latency is -1"));
  EXPECT_THAT(refusal(RectangleProblem{{2, 3}, cluster, std::nan("")}), HasSubstr("latency is nan"));
  EXPECT_THAT(refusal(RectangleProblem{{2, 3}, Cluster{}, 0}), HasSubstr("empty"));
}

// Problems beyond the range of doubles are refused before an algorithm starts.
TEST(RectangleProblem, TotalsAndSharesThatDoublesDoNotCarryAreRefused) {
  const Cluster cluster{{1, 1, 1, 1, 1, 1, 1, 1}, {}};
  EXPECT_THAT(refusal(RectangleProblem{{10, 10}, cluster, 1e308}),
              HasSubstr("latency is 1e+308; for 8 processors it must be at most 2.08e+298"));
  EXPECT_THAT(refusal(RectangleProblem{{10, 10}, Cluster{{1}, {}}, 1e308}), HasSubstr("it must be at most 1.67e+299"));
  EXPECT_EQ(refusal(RectangleProblem{{10, 10}, cluster, 2e298}), "");
  EXPECT_THAT(refusal(RectangleProblem{{1e300, 1e-10}, Cluster{{1}, {}}, 0}),
              HasSubstr("rows + columns is 1e+300; for 1 processors it must be at most 5e+299"));
  EXPECT_THAT(refusal(RectangleProblem{{1e-150, 1e-150}, cluster, 0}), HasSubstr("must be from 1e-280 to 1e+300"));
  EXPECT_THAT(refusal(RectangleProblem{{20, 712}, Cluster{{1e308, 1e-100, 1}, {}}, 19}),
              HasSubstr("weight 1 is 1e-100, which is 0 of the sum"));
  EXPECT_EQ(refusal(RectangleProblem{{1, 1}, Cluster{{1, 2e-17}, {}}, 0}), "");
}

// Otherwise a missing route would be looked up.
TEST(RectangleProblem, NetworksWithoutRoutesAreRefused) {
  RectangleProblem problem{{2, 3}, {{1, 1}, {}}, 0, Objective::net};
  EXPECT_THAT(refusal(problem), HasSubstr("there must be one of 2 processors"));
  problem.network = std::make_shared<const Network>(Network{.processors = 2, .links = {{"bus", 1, 0}}, .routes = {}});
  EXPECT_THAT(refusal(problem), HasSubstr("a network of 2 processors has 0 routes"));
  problem.network =
      std::make_shared<const Network>(Network{.processors = 2, .links = {{"bus", 1, 0}}, .routes = {{}, {7}, {0}, {}}});
  EXPECT_THAT(refusal(problem), HasSubstr("the route from 0 to 1 uses link 7, which does not exist"));
}

TEST(NearestNames, AreSortedByDistanceAndCut) {
  const std::vector<std::string> names = {"XY", "XY2", "TILE", "HYBRID"};
  EXPECT_THAT(nearest_names("xy3", names), ElementsAre("XY", "XY2"));
  EXPECT_THAT(nearest_names("tiles", names), ElementsAre("TILE"));
  EXPECT_THAT(nearest_names("xy", names, 1), ElementsAre("XY"));
  EXPECT_THAT(nearest_names("quite different", names), IsEmpty());
}

TEST(NearestNames, TheLastPartMayBeMeant) {
  const std::vector<std::string> names = {"TILE", "kaddoura/table1", "kaddoura/table2", "other/grid"};
  EXPECT_THAT(nearest_names("table2", names, 2), ElementsAre("kaddoura/table2", "kaddoura/table1"));
  EXPECT_THAT(nearest_names("gird", names), ElementsAre("other/grid"));
  EXPECT_THAT(nearest_names("kaddoura/tabel2", names, 1), ElementsAre("kaddoura/table2"));
}

TEST(UnknownName, SaysWhatThereIs) {
  EXPECT_STREQ(unknown_name("algorithm", "TIEL", {"TILE", "XY"}).what(),
               "unknown algorithm 'TIEL'; did you mean TILE?");
  EXPECT_STREQ(unknown_name("algorithm", "quite different", {"TILE", "XY"}).what(),
               "unknown algorithm 'quite different'; there are TILE and XY");
  // Of many names the three likeliest are suggested.
  std::vector<std::string> many = {"one/histogram"};
  for (int i = 10; i < 40; ++i) many.push_back("name" + std::to_string(i));
  EXPECT_STREQ(unknown_name("name", "gram", many).what(),
               "unknown name 'gram'; the nearest of 31 are one/histogram, name10 and name11");
  // Comparing names as long as a file letter by letter once took hours.
  const std::string endless(1'000'000, 'x');
  EXPECT_EQ(unknown_name("node", endless, {endless + "y", "b"}).what(),
            "unknown node '" + endless.substr(0, 100) + "...'; there are " + endless.substr(0, 100) + "... and b");
}

// Compares with the definition, point by point.
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
  // Beyond 100 elements the first one needs ten times as long for each: at time t > 1 they have 100 + 10 (t - 1) and 50
  // t elements.
  const std::vector<PerformanceModel> models = {PerformanceModel({{100, 1}, {200, 11}}), PerformanceModel({{50, 1}})};
  const std::vector<double> sizes = balanced_sizes(models, 270);
  EXPECT_NEAR(sizes[0], 120, 1e-9);
  EXPECT_NEAR(sizes[1], 150, 1e-9);
}

// Where times are constant, each takes the same part of its range.
TEST(BalancedSizes, StandingTimesAreShared) {
  const std::vector<PerformanceModel> models = {PerformanceModel({{10, 1}, {20, 1}, {30, 2}}),
                                                PerformanceModel({{10, 1}, {40, 1}, {50, 2}})};
  EXPECT_EQ(balanced_sizes(models, 40), (std::vector<double>{15, 25}));
}

// Any models, any amount: all elements are assigned, at one time if times are strictly increasing.
TEST(BalancedSizes, SumToTheElementsAndEndAtOnce) {
  RandomStream stream(1, "performance_model_test");
  boost::random::uniform_int_distribution<int> count(1, 6);
  boost::random::uniform_real_distribution<double> step(0.1, 3);
  for (int round = 0; round < 300; ++round) {
    SCOPED_TRACE(round);
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
      SCOPED_TRACE(i);
      EXPECT_GT(sizes[i], 0);
      EXPECT_NEAR(models[i].seconds(sizes[i]) / models[0].seconds(sizes[0]), 1, 1e-9);
      EXPECT_NEAR(models[i].least_size(models[i].seconds(sizes[i])), sizes[i], 1e-9 * sizes[i]);
    }
  }
}

constexpr double endless = std::numeric_limits<double>::infinity();

PerformanceModel of_speed(double speed) { return PerformanceModel({{speed, 1}}); }

double last_end(const std::vector<PerformanceModel>& models, const std::vector<double>& sizes) {
  double last = 0;
  for (std::size_t i = 0; i < models.size(); ++i) last = std::max(last, models[i].seconds(sizes[i]));
  return last;
}

TEST(BalancedSizes, WithinLimitsTheOthersTakeTheRest) {
  const std::vector<PerformanceModel> models = {of_speed(4), of_speed(2), of_speed(1), of_speed(1)};
  const std::vector<double> sizes = balanced_sizes(models, 80, {10, endless, 100, 5});
  EXPECT_EQ(sizes[0], 10);
  EXPECT_NEAR(sizes[1], 130.0 / 3, 1e-12);
  EXPECT_NEAR(sizes[2], 65.0 / 3, 1e-12);
  EXPECT_EQ(sizes[3], 5);
  EXPECT_EQ(balanced_sizes(models, 80, {10, 20, 40, 10}), (std::vector<double>{10, 20, 40, 10}));
  EXPECT_EQ(balanced_sizes(models, 80, {endless, endless, endless, endless}), balanced_sizes(models, 80));
  EXPECT_EQ(balanced_sizes(models, 80, {10, endless, endless, endless}), (std::vector<double>{10, 35, 17.5, 17.5}));
}

// Full processors are at their limits and the others share the rest by their speeds: the best over all sets of full
// ones.
double least_end(const std::vector<double>& speeds, const std::vector<double>& limits, double elements) {
  double least = endless;
  for (std::size_t full = 0; full < std::size_t{1} << speeds.size(); ++full) {
    double rest = elements;
    double speed = 0;
    double end = 0;
    for (std::size_t i = 0; i < speeds.size(); ++i) {
      const bool is_full = (full >> i & 1U) != 0;
      rest -= is_full ? limits[i] : 0;
      speed += is_full ? 0 : speeds[i];
      if (is_full) end = std::max(end, limits[i] / speeds[i]);
    }
    const double of_rest = rest / speed;
    bool is_possible = rest >= 0 && (speed > 0 || rest == 0);
    for (std::size_t i = 0; i < speeds.size(); ++i)
      if ((full >> i & 1U) == 0 && speeds[i] * of_rest > limits[i] * (1 + 1e-12)) is_possible = false;
    if (is_possible) least = std::min(least, speed > 0 ? std::max(end, of_rest) : end);
  }
  return least;
}

// Exhaustive for up to three processors.
TEST(BalancedSizes, WithinLimitsNothingEndsSooner) {
  constexpr double elements = 12;
  const std::vector<double> some_speeds = {1, 2, 5};
  const std::vector<double> some_limits = {1, 3, 4, 7, endless};
  const std::size_t kinds = some_speeds.size() * some_limits.size();
  int infeasible = 0;
  for (std::size_t number = 0; number < kinds * kinds * kinds; ++number) {
    SCOPED_TRACE(number);
    std::vector<double> speeds;
    std::vector<double> limits;
    std::vector<PerformanceModel> models;
    for (std::size_t rest = number, i = 0; i < 3; ++i, rest /= kinds) {
      speeds.push_back(some_speeds[rest % some_speeds.size()]);
      limits.push_back(some_limits[rest % kinds / some_speeds.size()]);
      models.push_back(of_speed(speeds.back()));
    }
    const double lacking = elements - std::accumulate(limits.begin(), limits.end(), 0.0);
    if (lacking > 0) {
      // More memory for the suggested one is never worse than for another.
      const auto end_with = [&](std::size_t helped) {
        std::vector<double> more = limits;
        more[helped] += lacking;
        return least_end(speeds, more, elements);
      };
      const double helped = end_with(most_helped(models, limits, lacking));
      for (std::size_t i = 0; i < 3; ++i) EXPECT_LE(helped, end_with(i)) << number;
      ++infeasible;
      continue;
    }
    const std::vector<double> sizes = balanced_sizes(models, elements, limits);
    EXPECT_NEAR(std::accumulate(sizes.begin(), sizes.end(), 0.0), elements, 1e-12 * elements);
    for (std::size_t i = 0; i < sizes.size(); ++i) EXPECT_LE(sizes[i], limits[i]) << number;
    const double least = least_end(speeds, limits, elements);
    EXPECT_NEAR(last_end(models, sizes), least, 1e-12 * least) << number;
  }
  EXPECT_EQ(infeasible, 945);
}

// By bisection: the first time at which all could hold the elements. Times may be constant.
TEST(BalancedSizes, OfAnyModelsKeepLimits) {
  RandomStream stream(1, "limits of performance_model_test");
  boost::random::uniform_int_distribution<int> step(0, 4);
  for (int round = 0; round < 300; ++round) {
    std::vector<PerformanceModel> models;
    std::vector<double> limits;
    for (int p = 1 + step(stream); p > 0; --p) {
      std::vector<MeasuredTime> times = {{1, 1}};
      for (int n = step(stream); n > 0; --n)
        times.push_back({times.back().size + 1 + step(stream), times.back().seconds + step(stream)});
      models.emplace_back(times);
      limits.push_back(step(stream) == 0 ? endless : 1.0 + 3 * step(stream));
    }
    const double held = std::accumulate(limits.begin(), limits.end(), 0.0);
    const double elements = std::isfinite(held) ? held * (1 + step(stream)) / 5 : 10.0 * (1 + step(stream));
    const auto enough = [&](double seconds) {
      double sum = 0;
      for (std::size_t i = 0; i < models.size(); ++i) sum += std::min(models[i].greatest_size(seconds), limits[i]);
      return sum >= elements;
    };
    double early = 0;
    double late = 1e6;
    for (int halving = 0; halving < 100; ++halving) (enough((early + late) / 2) ? late : early) = (early + late) / 2;
    const std::vector<double> sizes = balanced_sizes(models, elements, limits);
    EXPECT_NEAR(std::accumulate(sizes.begin(), sizes.end(), 0.0), elements, 1e-9 * elements) << round;
    for (std::size_t i = 0; i < sizes.size(); ++i) EXPECT_LE(sizes[i], limits[i]) << round;
    EXPECT_NEAR(last_end(models, sizes), late, 1e-9 * late) << round;
  }
}

}  // namespace
}  // namespace apportion
