// Percentiles, BCa, and flips of pairs, beside the interval of comparisons.
#include "tests/bench/coverage/intervals.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/random/uniform_int_distribution.hpp>
#include <cmath>
#include <numeric>

#include "results/comparing/rival_ratios.hpp"
#include "results/statistics.hpp"
#include "sim/random_stream.hpp"

namespace apportion::coverage {
namespace {

using results::Interval;

constexpr double level = results::interval_level;
constexpr std::size_t resamples = 2000;

std::optional<Interval> in_use(const Trial& trial) {
  const Pairs& pairs = trial.pairs;
  const auto numbered = [](const std::vector<double>& numbers) {
    std::vector<results::SeriesNumber> samples;
    for (const double number : numbers) samples.push_back({static_cast<std::int64_t>(samples.size()), number});
    return samples;
  };
  const results::PairwiseQuestion question{.points = {{.numbers = {numbered(pairs.mine), numbered(pairs.rival)}}},
                                           .pairs = {{0, 1}}};
  return compare_pairwise(question).rows.front().interval;
}

bool enough_differ(const Pairs& pairs) {
  std::int64_t differing = 0;
  for (std::size_t i = 0; i < pairs.mine.size(); ++i)
    differing += results::differ(pairs.mine[i], pairs.rival[i]) ? 1 : 0;
  return differing >= results::least_differing;
}

double ratio_of(const Pairs& pairs) {
  return std::reduce(pairs.mine.begin(), pairs.mine.end()) / std::reduce(pairs.rival.begin(), pairs.rival.end());
}

std::vector<double> resampled(const Pairs& pairs) {
  RandomStream stream(1, pairs.stream);
  boost::random::uniform_int_distribution<std::size_t> place(0, pairs.mine.size() - 1);
  std::vector<double> ratios(resamples);
  for (double& ratio : ratios) {
    double mine = 0;
    double rival = 0;
    for (std::size_t i = 0; i < pairs.mine.size(); ++i) {
      const std::size_t drawn = place(stream);
      mine += pairs.mine[drawn];
      rival += pairs.rival[drawn];
    }
    ratio = mine / rival;
  }
  return ratios;
}

Interval percentiles(const Trial& trial) {
  std::vector<double> ratios = trial.ratios;
  return results::central_interval(ratios, level);
}

// Skewness of the jackknife's values (Efron & Tibshirani, An Introduction to the Bootstrap, 1993, section 14.3).
double acceleration_of(const Trial& trial) {
  double squares = 0;
  double cubes = 0;
  for (std::size_t i = 0; i < trial.pairs.mine.size(); ++i) {
    const double influence = trial.pairs.mine[i] - trial.ratio * trial.pairs.rival[i];
    squares += influence * influence;
    cubes += influence * influence * influence;
  }
  return squares > 0 ? cubes / (6 * std::pow(squares, 1.5)) : 0;
}

// Bias-corrected and accelerated percentiles, for a central part of the normal distribution.
Interval bias_corrected(const Trial& trial, double part) {
  double below = 0;
  for (const double each : trial.ratios)
    below += results::differ(each, trial.ratio) ? (each < trial.ratio ? 1 : 0) : 0.5;
  const auto count = static_cast<double>(trial.ratios.size());
  const boost::math::normal_distribution<double> normal;
  const double bias = boost::math::quantile(normal, std::clamp(below / count, 0.5 / count, 1 - 0.5 / count));
  const double acceleration = acceleration_of(trial);
  const auto end = [&](double probability) {
    const double shifted = bias + boost::math::quantile(normal, probability);
    const double rank = (count + 1) * boost::math::cdf(normal, bias + shifted / (1 - acceleration * shifted));
    return trial.ratios[static_cast<std::size_t>(std::clamp(std::round(rank), 1.0, count)) - 1];
  };
  return {end((1 - part) / 2), end((1 + part) / 2)};
}

// The ratios that a test by random signs does not refuse: mine - ratio x rival of each pair has either sign as likely.
// A choice of signs outdoes the given ones at the ratios between that of the pairs it turns and that of the others.
Interval by_flips(const Trial& trial) {
  const Pairs& pairs = trial.pairs;
  RandomStream stream(1, pairs.stream);
  boost::random::uniform_int_distribution<int> sign(0, 1);
  std::vector<double> lows;
  std::vector<double> highs;
  for (std::size_t time = 0; time < resamples; ++time) {
    Pairs halves{{0, 0}, {0, 0}};
    for (std::size_t i = 0; i < pairs.mine.size(); ++i) {
      const auto half = static_cast<std::size_t>(sign(stream));
      halves.mine[half] += pairs.mine[i];
      halves.rival[half] += pairs.rival[i];
    }
    if (halves.rival[0] == 0 || halves.rival[1] == 0) continue;  // outdoes them nowhere
    const auto [low, high] = std::minmax({halves.mine[0] / halves.rival[0], halves.mine[1] / halves.rival[1]});
    lows.push_back(low);
    highs.push_back(high);
  }
  return {results::central_interval(lows, 2 * level - 1).low, results::central_interval(highs, 2 * level - 1).high};
}

// `make` where enough samples differ.
Method guarded(const std::string& name, const std::function<Interval(const Trial&)>& make) {
  return {name, [make](const Trial& trial) -> std::optional<Interval> {
            if (!trial.enough_differ) return std::nullopt;
            return make(trial);
          }};
}

}  // namespace

Trial trial_of(Pairs pairs) {
  Trial trial{.pairs = std::move(pairs)};
  trial.ratio = ratio_of(trial.pairs);
  trial.ratios = resampled(trial.pairs);
  std::ranges::sort(trial.ratios);
  trial.enough_differ = enough_differ(trial.pairs);
  return trial;
}

std::vector<Method> methods() {
  return {{"as given by comparisons", in_use},
          {"percentiles, however few differ", percentiles},
          guarded("percentiles", percentiles),
          guarded("BCa", [](const Trial& trial) { return bias_corrected(trial, level); }),
          guarded("BCa, expanded",
                  [](const Trial& trial) {
                    const auto count = static_cast<std::int64_t>(trial.pairs.mine.size());
                    return bias_corrected(trial, results::expanded_level(level, count, count - 1));
                  }),
          guarded("random signs of pairs", by_flips)};
}

}  // namespace apportion::coverage
