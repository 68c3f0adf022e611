// Samplers of clusters: what each model promises about the speeds that it draws.
#include "sim/samplers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "base/error.hpp"

namespace apportion {
namespace {

using ::testing::Each;
using ::testing::Ge;
using ::testing::HasSubstr;
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
  for (const char* name : {"max-set", "uniform", "log-uniform", "extremes", "integers"})
    EXPECT_TRUE(names.contains(name)) << name;
}

TEST(Samplers, EverySpeedLiesBetweenOneAndTheRatio) {
  for (const ClusterSampler& sampler : cluster_samplers())
    for (const double ratio : {1.0, 1.5, 2.0, 3.0, 8.0}) {
      const std::vector<double> drawn = speeds(sampler.name, 500, ratio);
      ASSERT_EQ(drawn.size(), 500U);
      EXPECT_THAT(drawn, Each(Ge(1.0))) << sampler.name;
      EXPECT_THAT(drawn, Each(Le(ratio * (1 + 1e-15)))) << sampler.name;
    }
}

TEST(Samplers, RatioOneMeansEqualSpeeds) {
  for (const ClusterSampler& sampler : cluster_samplers())
    EXPECT_EQ(speeds(sampler.name, 7, 1), std::vector<double>(7, 1.0)) << sampler.name;
}

TEST(Samplers, TheStreamDecides) {
  for (const ClusterSampler& sampler : cluster_samplers()) {
    EXPECT_EQ(speeds(sampler.name, 20, 4, 1), speeds(sampler.name, 20, 4, 1)) << sampler.name;
    EXPECT_NE(speeds(sampler.name, 20, 4, 1), speeds(sampler.name, 20, 4, 2)) << sampler.name;
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

TEST(Samplers, RefuseWhatTheyCannotDraw) {
  EXPECT_THROW(speeds("uniform", 0, 2), InputError);
  EXPECT_THROW(speeds("uniform", 3, 0.5), InputError);
  EXPECT_THROW(speeds("uniform", 3, std::numeric_limits<double>::infinity()), InputError);
  EXPECT_THROW(speeds("uniform", 3, std::nan("")), InputError);
  try {
    speeds("unifrom", 3, 2);
    FAIL() << "an unknown model was accepted";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("'unifrom'"));
    EXPECT_THAT(error.what(), HasSubstr("uniform?"));
  }
}

}  // namespace
}  // namespace apportion
