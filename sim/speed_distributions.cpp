// Distributions of speeds. Only this file and results/statistics.cpp use Boost.Math.
#include "sim/speed_distributions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/math/distributions/beta.hpp>
#include <boost/math/distributions/exponential.hpp>
#include <boost/math/distributions/gamma.hpp>
#include <boost/math/distributions/lognormal.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/pareto.hpp>
#include <boost/math/distributions/triangular.hpp>
#include <boost/math/distributions/uniform.hpp>
#include <boost/math/distributions/weibull.hpp>
#include <boost/random/uniform_real_distribution.hpp>
#include <limits>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"

namespace apportion {
namespace {

namespace math = boost::math;

// Uses doubles throughout: long doubles differ between processors.
using Policy = math::policies::policy<math::policies::promote_double<false>>;
using Parameters = std::vector<double>;

// The uniform numbers have 53 bits. For shapes of at least 0.1, the quantiles at the least and the greatest of them are
// far from 0 and from infinity.
constexpr double least_share = 0x1p-54;
constexpr double least_shape = 0.1;
constexpr double most_shape = 100;
constexpr double least_scale = 1e-9;
constexpr double most_scale = 1e9;

// Of a distribution of Boost with the same two parameters.
template <template <class, class> class Distribution>
double of_two(const Parameters& of, double share) {
  return quantile(Distribution<double, Policy>(of[0], of[1]), share);
}

double lognormal(const Parameters& of, double share) {
  return of[1] * quantile(math::lognormal_distribution<double, Policy>(0, of[0]), share);
}

double pareto(const Parameters& of, double share) {
  return quantile(math::pareto_distribution<double, Policy>(of[1], of[0]), share);
}

double exponential(const Parameters& of, double share) {
  return quantile(math::exponential_distribution<double, Policy>(of[0]), share);
}

// For distributions down to 0: rounded differences can be 0.
double above_zero(double speed, double scale) {
  return std::max(speed, scale * std::numeric_limits<double>::epsilon());
}

// A normal distribution conditioned to positive values. The mean is not negative, so that at least half remains.
double normal(const Parameters& of, double share) {
  const math::normal_distribution<double, Policy> whole(of[0], of[1]);
  const double below = cdf(whole, 0.0);
  const double speed = quantile(whole, std::min(below + share * (1 - below), 1 - least_share * 2));
  return above_zero(speed, of[1]);
}

double triangular(const Parameters& of, double share) {
  return above_zero(quantile(math::triangular_distribution<double, Policy>(of[0], of[1], of[2]), share), of[2]);
}

std::vector<SpeedDistribution> all_distributions() {
  const DistributionParameter shape{"SHAPE", least_shape, most_shape};
  const auto scale = [](const char* symbol) -> DistributionParameter { return {symbol, least_scale, most_scale, 1}; };
  const auto at = [](const char* symbol) -> DistributionParameter { return {symbol, 0, most_scale}; };
  return {{"weibull", {shape, scale("SCALE")}, of_two<math::weibull_distribution>},
          {"gamma", {shape, scale("SCALE")}, of_two<math::gamma_distribution>},
          {"lognormal", {{"SIGMA", 0.001, 10}, scale("MEDIAN")}, lognormal},
          {"pareto", {shape, scale("LEAST")}, pareto},
          {"exponential", {{"RATE", least_scale, most_scale}}, exponential},
          {"uniform", {at("LOW"), at("HIGH")}, of_two<math::uniform_distribution>, true},
          {"normal", {at("MEAN"), {"DEVIATION", least_scale, most_scale}}, normal},
          {"triangular", {at("LOW"), at("MODE"), at("HIGH")}, triangular, true},
          {"beta", {{"A", least_shape, most_shape}, {"B", least_shape, most_shape}}, of_two<math::beta_distribution>}};
}

const SpeedDistribution& distribution_named(std::string_view name) {
  const std::vector<SpeedDistribution>& all = speed_distributions();
  const auto found = std::ranges::find(all, name, &SpeedDistribution::name);
  if (found != all.end()) return *found;
  throw InputError("unknown distribution '{}'; there are {}", name,
                   fmt::join(collected(all, &SpeedDistribution::name), ", "));
}

InputError wrong_parameters(const SpeedDistribution& distribution) {
  std::string ranges;
  for (const DistributionParameter& each : distribution.parameters)
    ranges += fmt::format("{}{} from {} to {}", ranges.empty() ? "" : ", ", each.symbol, each.least, each.most);
  return InputError("write {} with {}{}", distribution.spelled(), ranges,
                    distribution.ascends ? ", in ascending order" : "");
}

bool is_right(const SpeedDistribution& distribution, const Parameters& parameters) {
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const DistributionParameter& parameter = distribution.parameters[i];
    if (!(parameters[i] >= parameter.least) || !(parameters[i] <= parameter.most)) return false;
  }
  return !distribution.ascends || (std::ranges::is_sorted(parameters) && parameters.front() < parameters.back());
}

// The numbers within the brackets; nothing if any is malformed.
std::optional<Parameters> numbers_in(std::string_view brackets) {
  if (!brackets.starts_with('(') || !brackets.ends_with(')')) return std::nullopt;
  Parameters numbers;
  for (const std::string& word : split(std::string(brackets.substr(1, brackets.size() - 2)), ',')) {
    const std::optional<double> number = parse_real(trimmed(word));
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

}  // namespace

const std::vector<SpeedDistribution>& speed_distributions() {
  static const std::vector<SpeedDistribution> all = all_distributions();
  return all;
}

std::string SpeedDistribution::spelled() const {
  std::string text;
  for (const DistributionParameter& parameter : parameters) {
    const std::string next = (text.empty() ? "" : ",") + parameter.symbol;
    text += parameter.usual ? "[" + next + "]" : next;
  }
  return fmt::format("{}({})", name, text);
}

std::string SpeedModel::text() const {
  Parameters said = parameters;
  if (const std::optional<double>& usual = distribution->parameters.back().usual; usual && said.back() == *usual)
    said.pop_back();
  return fmt::format("{}({})", distribution->name, fmt::join(said, ","));
}

SpeedModel parse_speed_model(std::string_view text) {
  const std::size_t bracket = std::min(text.find('('), text.size());
  const SpeedDistribution& distribution = distribution_named(text.substr(0, bracket));
  std::optional<Parameters> parameters = numbers_in(text.substr(bracket));
  if (!parameters) throw wrong_parameters(distribution);
  const std::size_t most = distribution.parameters.size();
  const std::optional<double>& usual = distribution.parameters.back().usual;
  if (usual && parameters->size() + 1 == most) parameters->push_back(*usual);
  if (parameters->size() != most || !is_right(distribution, *parameters)) throw wrong_parameters(distribution);
  return {&distribution, *std::move(parameters)};
}

Cluster cluster_by_quantiles(const SpeedQuantile& quantile, std::size_t processors, RandomStream& stream) {
  boost::random::uniform_real_distribution<double> share(0.0, 1.0);
  Cluster cluster;
  cluster.speeds.reserve(processors);
  for (std::size_t i = 0; i < processors; ++i) cluster.speeds.push_back(quantile(std::max(share(stream), least_share)));
  return cluster;
}

SpeedQuantile interpolated_quantiles(std::vector<double> shares, std::vector<double> speeds) {
  return [shares = std::move(shares), speeds = std::move(speeds)](double share) {
    const auto above = static_cast<std::size_t>(std::ranges::upper_bound(shares, share) - shares.begin());
    const std::size_t k = std::clamp<std::size_t>(above, 1, shares.size() - 1) - 1;
    const double part = (share - shares[k]) / (shares[k + 1] - shares[k]);
    return std::clamp(speeds[k] + part * (speeds[k + 1] - speeds[k]), speeds[k], speeds[k + 1]);
  };
}

}  // namespace apportion
