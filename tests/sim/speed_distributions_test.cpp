// Distributions of speeds: draws against closed forms, and texts read strictly.
#include "sim/speed_distributions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <set>

#include "base/error.hpp"
#include "tests/support/matchers.hpp"

namespace apportion {
namespace {

constexpr std::size_t many = 10'000;

std::vector<double> drawn(const SpeedQuantile& quantile, std::uint64_t seed = 1, std::size_t processors = many) {
  RandomStream stream(seed, "speed_distributions_test");
  return cluster_by_quantiles(quantile, processors, stream).speeds;
}

std::vector<double> drawn(std::string_view text, std::uint64_t seed = 1) {
  return drawn([model = parse_speed_model(text)](double share) { return model.quantile(share); }, seed);
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double normal_below(double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; }

// The share of speeds up to x, by textbook formulas, and the mean.
struct Known {
  double (*below)(double x);
  double mean;
};
const std::map<std::string, Known>& known() {
  static const std::map<std::string, Known> all = {
      {"weibull(1.5)", {[](double x) { return 1 - std::exp(-std::pow(x, 1.5)); }, std::tgamma(1 + 1 / 1.5)}},
      {"weibull(2,3)", {[](double x) { return 1 - std::exp(-x * x / 9); }, 3 * std::tgamma(1.5)}},
      {"gamma(2)", {[](double x) { return 1 - (1 + x) * std::exp(-x); }, 2}},
      {"gamma(1,0.5)", {[](double x) { return 1 - std::exp(-2 * x); }, 0.5}},
      {"lognormal(0.5)", {[](double x) { return normal_below(2 * std::log(x)); }, std::exp(0.125)}},
      {"lognormal(0.5,3)", {[](double x) { return normal_below(2 * std::log(x / 3)); }, 3 * std::exp(0.125)}},
      {"pareto(3)", {[](double x) { return x < 1 ? 0 : 1 - std::pow(x, -3); }, 1.5}},
      {"pareto(4,2)", {[](double x) { return x < 2 ? 0 : 1 - std::pow(x / 2, -4); }, 8.0 / 3}},
      {"exponential(2)", {[](double x) { return 1 - std::exp(-2 * x); }, 0.5}},
      {"uniform(1,4)", {[](double x) { return std::clamp((x - 1) / 3, 0.0, 1.0); }, 2.5}},
      // Given that it is positive: phi(1) / Phi(1) above the mean.
      {"normal(1,1)",
       {[](double x) { return (normal_below(x - 1) - normal_below(-1)) / normal_below(1); },
        1 + std::exp(-0.5) / std::sqrt(2 * std::numbers::pi) / normal_below(1)}},
      {"triangular(1,2,4)",
       {[](double x) { return x < 2 ? (x - 1) * (x - 1) / 3 : 1 - (4 - x) * (4 - x) / 6; }, 7.0 / 3}},
      {"beta(2,1)", {[](double x) { return x * x; }, 2.0 / 3}}};
  return all;
}

TEST(SpeedDistributions, DrawsHaveTheirDistributionFunctionsAndMeans) {
  std::set<std::string> tried;
  for (const auto& [text, distribution] : known()) {
    SCOPED_TRACE(text);
    tried.insert(parse_speed_model(text).distribution->name);
    std::vector<double> speeds = drawn(text);
    std::ranges::sort(speeds);
    // Kolmogorov and Smirnov: a greater distance has a probability of 1e-5.
    double distance = 0;
    for (std::size_t i = 0; i < many; ++i)
      distance = std::max(distance, std::abs(distribution.below(speeds[i]) - (static_cast<double>(i) + 0.5) / many));
    EXPECT_LT(distance, 0.025);
    const double drawn_mean = mean(speeds);
    double squares = 0;
    for (const double speed : speeds) squares += (speed - drawn_mean) * (speed - drawn_mean);
    EXPECT_NEAR(drawn_mean, distribution.mean, 4 * std::sqrt(squares / many / many));
    EXPECT_GT(speeds.front(), 0);
    for (const double share : {0.001, 0.05, 0.5, 0.95, 0.999})
      EXPECT_NEAR(distribution.below(parse_speed_model(text).quantile(share)), share, 1e-12);
  }
  EXPECT_EQ(tried.size(), speed_distributions().size()) << "a distribution is not tried";
}

// At the ends of all parameters and of the shares that are drawn.
TEST(SpeedDistributions, SpeedsArePositiveAndFinite) {
  for (const SpeedDistribution& distribution : speed_distributions())
    for (std::size_t corner = 0; corner < std::size_t{1} << distribution.parameters.size(); ++corner) {
      SpeedModel model{&distribution, {}};
      for (std::size_t i = 0; i < distribution.parameters.size(); ++i)
        model.parameters.push_back((corner >> i & 1U) != 0 ? distribution.parameters[i].most
                                                           : distribution.parameters[i].least);
      if (distribution.ascends &&
          !(std::ranges::is_sorted(model.parameters) && model.parameters.front() < model.parameters.back()))
        continue;
      double before = 0;
      for (const double share : {0x1p-54, 1e-9, 0.1, 0.5, 0.9, 1 - 0x1p-53}) {
        const double speed = model.quantile(share);
        EXPECT_TRUE(speed > 0 && std::isfinite(speed)) << model.text() << " at " << share << ": " << speed;
        EXPECT_GE(speed, before) << model.text() << " at " << share;
        before = speed;
      }
    }
}

TEST(SpeedDistributions, TheStreamDecides) {
  EXPECT_EQ(drawn("gamma(2)", 7), drawn("gamma(2)", 7));
  EXPECT_NE(drawn("gamma(2)", 7), drawn("gamma(2)", 8));
}

TEST(SpeedDistributions, InterpolatedQuantilesAreLinearBetweenThoseGiven) {
  const SpeedQuantile quantile = interpolated_quantiles({0, 0.25, 0.5, 1}, {1, 3, 3, 7});
  EXPECT_EQ(quantile(0.125), 2);
  EXPECT_EQ(quantile(0.25), 3);
  EXPECT_EQ(quantile(0.4), 3);
  EXPECT_EQ(quantile(0.75), 5);
  std::vector<double> speeds = drawn(quantile);
  // By trapezoids: a quarter of 2, a quarter of 3, a half of 5. The deviation of the mean is 0.017.
  EXPECT_NEAR(mean(speeds), 3.75, 0.07);
  EXPECT_NEAR(static_cast<double>(std::ranges::count(speeds, 3.0)) / many, 0.25, 0.02);
  std::ranges::sort(speeds);
  EXPECT_NEAR(speeds[many / 8], 2, 0.1);
  EXPECT_NEAR(speeds[many * 3 / 4], 5, 0.15);
  EXPECT_THAT(speeds, ::testing::Each(::testing::AllOf(::testing::Ge(1), ::testing::Le(7))));
}

TEST(SpeedDistributions, TextsAreReadStrictly) {
  EXPECT_EQ(parse_speed_model("weibull( 1.50 , 2 )").text(), "weibull(1.5,2)");
  EXPECT_EQ(parse_speed_model("weibull(1.5,1)").text(), "weibull(1.5)");
  for (const auto& [text, distribution] : known()) EXPECT_EQ(parse_speed_model(text).text(), text);
  EXPECT_EQ(parse_speed_model("weibull(1)").distribution->spelled(), "weibull(SHAPE[,SCALE])");
  const auto refused = [](const std::string& text, const std::string& piece) {
    EXPECT_THAT(message_of([&] { static_cast<void>(parse_speed_model(text)); }), HasSubstr(piece)) << text;
  };
  refused("cauchy(1)",
          "unknown distribution 'cauchy'; there are weibull, gamma, lognormal, pareto, exponential, uniform, normal, "
          "triangular, beta");
  for (const char* text : {"weibull", "weibull(", "weibull()", "weibull(1", "weibull(1,2,3)", "weibull(x)",
                           "weibull(nan)", "weibull(0)", "weibull(1,)", "weibull(1)2", "weibull(1,-2)", "weibull(1e9)"})
    refused(text, "write weibull(SHAPE[,SCALE]) with SHAPE from 0.1 to 100, SCALE from 1e-09 to");
  for (const char* text : {"uniform(1)", "uniform(2,1)", "uniform(1,1)", "uniform(-1,1)"})
    refused(text,
            "write uniform(LOW,HIGH) with LOW from 0 to 1000000000, HIGH from 0 to 1000000000, in ascending order");
  refused("triangular(1,3,2)", "in ascending order");
  refused("normal(1,0)", "DEVIATION from 1e-09");
}

}  // namespace
}  // namespace apportion
