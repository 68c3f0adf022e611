// Streams of random numbers, distributions of speeds, and random clusters.
#include <Random123/philox.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <numbers>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "sim/random_stream.hpp"
#include "sim/samplers.hpp"
#include "sim/speed_distributions.hpp"
#include "tests/support/matchers.hpp"

namespace apportion {
namespace {

std::vector<std::uint64_t> draws(std::uint64_t seed, std::string_view name, std::size_t count) {
  RandomStream stream(seed, name);
  std::vector<std::uint64_t> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(stream());
  return values;
}

// The vectors that Random123 distributes for philox4x32 with 10 rounds (kat_vectors).
TEST(RandomStream, GeneratorGivesTheKnownAnswers) {
  using Philox = r123::Philox4x32;
  const auto expect = [](Philox::ctr_type counter, Philox::key_type key, std::array<std::uint32_t, 4> answer) {
    const Philox::ctr_type bits = Philox{}(counter, key);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(bits[i], answer[i]) << i;
  };
  expect({{0, 0, 0, 0}}, {{0, 0}}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  expect({{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}}, {{0xffffffff, 0xffffffff}},
         {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  expect({{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}}, {{0xa4093822, 0x299f31d0}},
         {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

// Counter = (64-bit FNV-1a of the name, index of the block), key = seed; FNV-1a of "a" is a published test value.
TEST(RandomStream, DrawsAreThoseOfTheDocumentedCounter) {
  const std::uint64_t seed = 0x0123456789abcdef;
  const std::vector<std::uint64_t> values = draws(seed, "a", 6);
  for (std::uint32_t block = 0; block < 3; ++block) {
    const auto bits = r123::Philox4x32{}({{0x8601ec8c, 0xaf63dc4c, block, 0}}, {{0x89abcdef, 0x01234567}});
    EXPECT_EQ(values[std::size_t{2} * block], (std::uint64_t{bits[1]} << 32U) | bits[0]);
    EXPECT_EQ(values[std::size_t{2} * block + 1], (std::uint64_t{bits[3]} << 32U) | bits[2]);
  }
}

TEST(RandomStream, AShortRunIsAPrefixOfALongOne) {
  const std::vector<std::uint64_t> longer = draws(1, "some name", 101);
  for (const std::size_t count : {0U, 1U, 2U, 7U, 100U}) {
    const std::vector<std::uint64_t> shorter = draws(1, "some name", count);
    EXPECT_TRUE(std::equal(shorter.begin(), shorter.end(), longer.begin())) << count;
  }
}

TEST(RandomStream, CopiesGoOnIndependently) {
  RandomStream original(3, "x");
  original();
  RandomStream copy = original;
  const std::uint64_t next = original();
  original();
  EXPECT_EQ(copy(), next);
}

TEST(RandomStream, ANameMadeOfPiecesIsTheSameName) {
  for (const std::string name : {"", "a", "kaddoura/grid|rows=1000|17"})
    for (std::size_t cut = 0; cut <= name.size(); ++cut)
      EXPECT_EQ(StreamName(name.substr(0, cut)).then(name.substr(cut)).hash(), StreamName(name).hash())
          << name << ' ' << cut;
  EXPECT_EQ(StreamName("").hash(), 0xcbf29ce484222325U);
  EXPECT_EQ(StreamName("foobar").hash(), 0x85944171f73967e8U);  // of FNV's published test vectors
}

TEST(RandomStream, NamesAndSeedsGiveDifferentStreams) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    for (int name = 0; name < 50; ++name)
      for (const std::uint64_t value : draws(seed, "stream " + std::to_string(name), 4)) seen.insert(value);
  EXPECT_EQ(seen.size(), 20U * 50 * 4);
}

// 64 sums of 4096 fair bits: beyond 6 standard deviations (32 each) there is a bug.
TEST(RandomStream, BitsAreFairAndStreamsUncorrelated) {
  const std::vector<std::uint64_t> one = draws(1, "left", 4096);
  const std::vector<std::uint64_t> other = draws(1, "right", 4096);
  int agreeing = 0;
  std::array<int, 64> ones{};
  for (std::size_t i = 0; i < one.size(); ++i) {
    agreeing += std::popcount(~(one[i] ^ other[i]));
    for (unsigned bit = 0; bit < 64; ++bit) ones[bit] += static_cast<int>((one[i] >> bit) & 1U);
  }
  for (const int count : ones) EXPECT_NEAR(count, 2048, 6 * 32);
  EXPECT_NEAR(agreeing, 32 * 4096, 6 * 256);
}

TEST(RandomStream, RenamedIsTheStreamOfThatNameWhateverWasDrawn) {
  RandomStream drawn(5, "one");
  (void)drawn();
  RandomStream renamed = drawn.renamed("other");
  RandomStream other(5, "other");
  for (int draw = 0; draw < 5; ++draw) EXPECT_EQ(renamed(), other()) << draw;
}

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

// The distribution function, by textbook formulas, and the mean.
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
      // Conditioned to positive values: phi(1) / Phi(1) above the mean.
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

// At the limits of all parameters and of the shares drawn.
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

// At the limits of their parameters, too, where densities are steepest and flattest.
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
  // With a great deviation it is log-uniform.
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
