// Samplers of clusters: what each model promises about the speeds that it draws.
#include "sim/samplers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "base/error.hpp"
#include "tests/support/matchers.hpp"

namespace apportion {
namespace {

using ::testing::Each;
using ::testing::Ge;
using ::testing::Le;

std::vector<double> speeds(std::string_view model, std::size_t processors, double ratio, std::uint64_t seed = 1) {
  RandomStream stream(seed, "samplers_test");
  return draw_cluster(model, processors, ratio, stream).speeds;
}

TEST(Samplers, NamesAreUniqueAndSummarised) {
  std::set<std::string> names;
  for (const ClusterSampler& sampler : cluster_samplers()) {
    EXPECT_TRUE(names.insert(sampler.name).second) << sampler.name;
    EXPECT_FALSE(sampler.summary.empty()) << sampler.name;
  }
  for (const char* name :
       {"max-set", "uniform", "log-uniform", "extremes", "integers", "pareto", "lognormal", "bimodal"})
    EXPECT_TRUE(names.contains(name)) << name;
}

TEST(Samplers, EverySpeedLiesBetweenOneAndTheRatio) {
  for (const ClusterSampler& sampler : cluster_samplers())
    for (const double ratio : {1.0, 1.5, 2.0, 3.0, 8.0}) {
      SCOPED_TRACE(ratio);
      const std::vector<double> drawn = speeds(sampler.example(), 500, ratio);
      ASSERT_EQ(drawn.size(), 500U);
      EXPECT_THAT(drawn, Each(Ge(1.0))) << sampler.name;
      EXPECT_THAT(drawn, Each(Le(ratio * (1 + 1e-15)))) << sampler.name;
    }
}

// At the ends of their parameters too, where densities are steepest and flattest.
TEST(Samplers, EveryParameterKeepsTheRange) {
  for (const ClusterSampler& sampler : cluster_samplers()) {
    if (!sampler.parameter) continue;
    for (const double parameter : {sampler.parameter->least, sampler.parameter->most})
      for (const double ratio : {1.0 + 1e-12, 2.0, 1e9}) {
        const std::vector<double> drawn = speeds(SamplingModel{&sampler, parameter}.text(), 200, ratio);
        EXPECT_THAT(drawn, Each(Ge(1.0))) << sampler.name << parameter;
        EXPECT_THAT(drawn, Each(Le(ratio))) << sampler.name << parameter;
      }
  }
}

TEST(Samplers, RatioOneMeansEqualSpeeds) {
  for (const ClusterSampler& sampler : cluster_samplers())
    EXPECT_EQ(speeds(sampler.example(), 7, 1), std::vector<double>(7, 1.0)) << sampler.name;
}

TEST(Samplers, TheStreamDecides) {
  for (const ClusterSampler& sampler : cluster_samplers()) {
    EXPECT_EQ(speeds(sampler.example(), 20, 4, 1), speeds(sampler.example(), 20, 4, 1)) << sampler.name;
    EXPECT_NE(speeds(sampler.example(), 20, 4, 1), speeds(sampler.example(), 20, 4, 2)) << sampler.name;
  }
}

TEST(Samplers, MaxSetHasTheRatioAndUniformOthers) {
  const std::vector<double> uniform = speeds("uniform", 10, 4);
  std::vector<double> expected = uniform;
  expected.front() = 4;
  EXPECT_EQ(speeds("max-set", 10, 4), expected);
}

TEST(Samplers, ExtremesAreBothThere) {
  for (const std::size_t processors : {2U, 5U}) {
    SCOPED_TRACE(processors);
    const std::vector<double> drawn = speeds("extremes", processors, 8);
    EXPECT_EQ(*std::ranges::min_element(drawn), 1);
    EXPECT_EQ(*std::ranges::max_element(drawn), 8);
  }
  EXPECT_EQ(speeds("extremes", 1, 8).size(), 1U);
}

TEST(Samplers, IntegersAreWholeAndReachBothEnds) {
  const std::vector<double> drawn = speeds("integers", 500, 3.9);
  EXPECT_EQ(std::set<double>(drawn.begin(), drawn.end()), (std::set<double>{1, 2, 3}));
}

// Means of 20000 draws; their standard deviations are 0.006 and 0.015.
TEST(Samplers, MeansAreThoseOfTheModels) {
  const auto mean = [](const std::vector<double>& values, auto function) {
    return std::accumulate(values.begin(), values.end(), 0.0,
                           [&](double sum, double value) { return sum + function(value); }) /
           static_cast<double>(values.size());
  };
  EXPECT_NEAR(mean(speeds("uniform", 20000, 4), [](double v) { return v; }), 2.5, 0.04);
  EXPECT_NEAR(mean(speeds("log-uniform", 20000, 4), [](double v) { return std::log2(v); }), 1, 0.03);
  EXPECT_NEAR(mean(speeds("integers", 20000, 4), [](double v) { return v; }), 2.5, 0.05);
}

double share(const std::vector<double>& values, double from, double to) {
  const auto inside = std::ranges::count_if(values, [&](double value) { return value >= from && value <= to; });
  return static_cast<double>(inside) / static_cast<double>(values.size());
}

// Shares of 20000 draws; their standard deviations are at most 0.0036.
TEST(Samplers, ParetoHasItsDistributionFunction) {
  // (1 - 2^-1.5) / (1 - 16^-1.5) below 2.
  EXPECT_NEAR(share(speeds("pareto(1.5)", 20000, 16), 1, 2), (1 - std::pow(2, -1.5)) / (1 - std::pow(16, -1.5)), 0.015);
  EXPECT_NEAR(share(speeds("pareto(1)", 20000, 100), 1, 10), 0.9 / 0.99, 0.015);
}

TEST(Samplers, LognormalHasItsDeviationUnlessTheRatioCutsItOff) {
  // Within one deviation of the median; the ends are ten deviations away.
  const double median = std::exp(5.0);
  EXPECT_NEAR(share(speeds("lognormal(0.5)", 20000, std::exp(10.0)), median * std::exp(-0.5), median * std::exp(0.5)),
              0.6827, 0.015);
  // Cut off at one deviation: by the normal distribution, 0.3829 of 0.6827 within half of one.
  EXPECT_NEAR(share(speeds("lognormal(1)", 20000, std::exp(2.0)), std::exp(0.5), std::exp(1.5)), 0.3829 / 0.6827,
              0.015);
  // A great deviation is log-uniform.
  EXPECT_NEAR(share(speeds("lognormal(100)", 20000, 16), 1, 4), 0.5, 0.015);
}

TEST(Samplers, BimodalHasCoresAndAcceleratorsAndNothingBetween) {
  const std::vector<double> drawn = speeds("bimodal(0.2)", 20000, 11);
  EXPECT_NEAR(share(drawn, 10, 11), 0.2, 0.015);
  EXPECT_NEAR(share(drawn, 1, 2), 0.8, 0.015);
  EXPECT_EQ(share(drawn, 2.001, 9.999), 0);
  EXPECT_EQ(share(speeds("bimodal(0)", 100, 11), 1, 2), 1);
  EXPECT_EQ(share(speeds("bimodal(1)", 100, 11), 10, 11), 1);
}

TEST(Samplers, ResamplingDrawsEachSpeedAlike) {
  RandomStream stream(1, "resampling");
  const std::vector<double> drawn = resampled_cluster({1, 2, 7}, 30000, stream).speeds;
  for (const double speed : {1.0, 2.0, 7.0}) EXPECT_NEAR(share(drawn, speed, speed), 1.0 / 3, 0.015);
  EXPECT_EQ(share(drawn, 1, 7), 1);
}

TEST(Samplers, ParametersAreReadStrictly) {
  EXPECT_EQ(parse_sampling_model("pareto(1.50)").text(), "pareto(1.5)");
  EXPECT_EQ(parse_sampling_model("uniform").text(), "uniform");
  const auto refused = [](const char* text, const std::string& piece) {
    EXPECT_THAT(message_of([&] { static_cast<void>(parse_sampling_model(text)); }), HasSubstr(piece)) << text;
  };
  for (const char* text : {"pareto", "pareto(", "pareto()", "pareto(x)", "pareto(1.5", "pareto(nan)", "pareto(-1)",
                           "pareto(0)", "pareto(1.5))", "pareto(1e9)", "pareto(1, 2)"})
    refused(text, "write pareto(SHAPE) with a number from 0.01 to 100, as in pareto(1.5)");
  refused("bimodal(1.1)", "from 0 to 1");
  refused("uniform(2)", "uniform takes no parameter");
  refused("paretto(2)", "did you mean pareto?");
}

TEST(Samplers, RefuseWhatTheyCannotDraw) {
  EXPECT_THROW(speeds("uniform", 0, 2), InputError);
  EXPECT_THROW(speeds("uniform", 3, 0.5), InputError);
  EXPECT_THROW(speeds("uniform", 3, std::numeric_limits<double>::infinity()), InputError);
  EXPECT_THROW(speeds("uniform", 3, std::nan("")), InputError);
  EXPECT_THAT(message_of([&] { speeds("unifrom", 3, 2); }), AllOf(HasSubstr("'unifrom'"), HasSubstr("uniform?")));
}

}  // namespace
}  // namespace apportion
