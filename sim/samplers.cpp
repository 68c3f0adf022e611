// The sampling models for a max/min speed ratio. Neither Kaddoura et al., Section 6.4, nor Kalinov & Klimov, Section 4,
// name the one that they used.
#include "sim/samplers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/random/normal_distribution.hpp>
#include <boost/random/uniform_int_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>
#include <cmath>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"

namespace apportion {
namespace {

// All models below require ratio > 1: Boost's uniform_real does not end on an empty interval.

using Request = SamplingRequest;

// Calls `speed` once per processor.
template <class Speed>
Cluster independent(const Request& request, const Speed& speed) {
  Cluster cluster;
  cluster.speeds.reserve(request.processors);
  for (std::size_t i = 0; i < request.processors; ++i) cluster.speeds.push_back(speed());
  return cluster;
}

Cluster uniform(const Request& request, RandomStream& stream) {
  boost::random::uniform_real_distribution<double> speed(1.0, request.ratio);
  return independent(request, [&] { return speed(stream); });
}

Cluster max_set(const Request& request, RandomStream& stream) {
  Cluster cluster = uniform(request, stream);
  cluster.speeds.front() = request.ratio;
  return cluster;
}

Cluster extremes(const Request& request, RandomStream& stream) {
  Cluster cluster = uniform(request, stream);
  cluster.speeds.front() = 1.0;
  if (request.processors > 1) cluster.speeds[1] = request.ratio;
  return cluster;
}

Cluster log_uniform(const Request& request, RandomStream& stream) {
  boost::random::uniform_real_distribution<double> logarithm(0.0, std::log(request.ratio));
  return independent(request, [&] { return std::exp(logarithm(stream)); });
}

Cluster integers(const Request& request, RandomStream& stream) {
  boost::random::uniform_int_distribution<int> speed(1, static_cast<int>(std::floor(request.ratio)));
  return independent(request, [&] { return speed(stream); });
}

Cluster cycle_times(const Request& request, RandomStream& stream) {
  boost::random::uniform_real_distribution<double> cycle_time(1.0, request.ratio);
  return independent(request, [&] { return request.ratio / cycle_time(stream); });
}

// g = 1 is uniform; a large g makes a few strong processors among weak ones, a small g the opposite.
Cluster skewed(const Request& request, RandomStream& stream) {
  boost::random::uniform_real_distribution<double> logarithm(-2.0, 2.0);
  boost::random::uniform_real_distribution<double> unit(0.0, 1.0);
  const double exponent = std::exp(logarithm(stream));
  return independent(request, [&] { return 1 + (request.ratio - 1) * std::pow(unit(stream), exponent); });
}

// By inversion: P(speed > x) = x^-shape, given that the speed is at most the ratio. Uses expm1 for powers, since the
// mass beyond the ratio is close to 1 for small shapes.
Cluster pareto(const Request& request, RandomStream& stream) {
  boost::random::uniform_real_distribution<double> unit(0.0, 1.0);
  const double shape = request.parameter;
  const double below = -std::expm1(-shape * std::log(request.ratio));
  return independent(request, [&] {
    const double speed = std::exp(-std::log1p(-unit(stream) * below) / shape);
    return std::clamp(speed, 1.0, request.ratio);
  });
}

// A normal deviate with an absolute value up to `bound`. Either proposal is accepted with probability 0.7 at least.
double bounded_normal(double deviation, double bound, RandomStream& stream) {
  const bool is_wide = bound > 1.25 * deviation;
  boost::random::normal_distribution<double> normal(0.0, deviation);
  boost::random::uniform_real_distribution<double> flat(-bound, bound);
  boost::random::uniform_real_distribution<double> unit(0.0, 1.0);
  for (;;) {
    const double x = is_wide ? normal(stream) : flat(stream);
    const bool accepted =
        is_wide ? std::abs(x) <= bound : unit(stream) <= std::exp(-x * x / (2 * deviation * deviation));
    if (accepted) return x;
  }
}

Cluster lognormal(const Request& request, RandomStream& stream) {
  const double bound = std::log(request.ratio) / 2;
  return independent(request, [&] {
    const double speed = std::exp(bound + bounded_normal(request.parameter, bound, stream));
    return std::clamp(speed, 1.0, request.ratio);
  });
}

// The speeds of each kind vary by a tenth of the range.
Cluster bimodal(const Request& request, RandomStream& stream) {
  boost::random::uniform_real_distribution<double> unit(0.0, 1.0);
  const double spread = (request.ratio - 1) / 10;
  return independent(request, [&] {
    const bool is_accelerator = unit(stream) < request.parameter;
    const double off = spread * unit(stream);
    return is_accelerator ? request.ratio - off : 1 + off;
  });
}

const ClusterSampler& sampler_named(std::string_view name) {
  const std::vector<ClusterSampler>& all = cluster_samplers();
  const auto found = std::ranges::find(all, name, &ClusterSampler::name);
  if (found == all.end()) throw unknown_name("sampling model", name, collected(all, &ClusterSampler::name));
  return *found;
}

}  // namespace

const std::vector<ClusterSampler>& cluster_samplers() {
  static const std::vector<ClusterSampler> samplers = {
      {"max-set", "independent and uniform on [1, ratio], then the first one set to the ratio", true, max_set},
      {"uniform", "independent and uniform on [1, ratio]", true, uniform},
      {"log-uniform", "independent, their logarithms uniform on [0, log ratio]", false, log_uniform},
      {"extremes", "independent and uniform on [1, ratio], then the first set to 1 and the second to the ratio", true,
       extremes},
      {"integers", "independent and uniform on the integers 1, ..., floor(ratio)", true, integers},
      {"cycle-times", "their reciprocals independent and uniform on [1 / ratio, 1]", true, cycle_times},
      {"skewed", "1 + (ratio - 1) u^g, u uniform and g = e^U[-2, 2] drawn once per cluster", false, skewed},
      {"pareto", "independent, P(speed > x) = x^-SHAPE, cut off at the ratio: few are fast", false, pareto,
       SamplerParameter{"SHAPE", 0.01, 100, 1.5}},
      {"lognormal",
       "independent, their logarithms normal about half the logarithm of the ratio with deviation SIGMA, "
       "cut off at 1 and the ratio",
       false, lognormal, SamplerParameter{"SIGMA", 0.001, 100, 0.5}},
      {"bimodal",
       "cores and accelerators: independent, each an accelerator with probability SHARE; "
       "uniform on the lowest tenth of [1, ratio] for cores, on the highest for accelerators",
       true, bimodal, SamplerParameter{"SHARE", 0, 1, 0.25}},
  };
  return samplers;
}

std::string ClusterSampler::spelled() const {
  return parameter ? fmt::format("{}({})", name, parameter->symbol) : name;
}

std::string ClusterSampler::example() const {
  return parameter ? fmt::format("{}({})", name, parameter->example) : name;
}

std::string SamplingModel::text() const {
  return sampler->parameter ? fmt::format("{}({})", sampler->name, parameter) : sampler->name;
}

SamplingModel parse_sampling_model(std::string_view text) {
  const std::size_t bracket = std::min(text.find('('), text.size());
  const ClusterSampler& sampler = sampler_named(text.substr(0, bracket));
  if (!sampler.parameter) {
    if (bracket < text.size()) throw InputError("{}: {} takes no parameter", text, sampler.name);
    return {&sampler, 0};
  }
  const SamplerParameter& parameter = *sampler.parameter;
  const std::string_view inside = text.substr(std::min(bracket + 1, text.size()));
  const std::optional<double> value =
      inside.ends_with(')') ? parse_real(inside.substr(0, inside.size() - 1)) : std::nullopt;
  if (!value || !(*value >= parameter.least) || !(*value <= parameter.most))
    throw InputError("{}: write {} with a number from {} to {}, as in {}", text, sampler.spelled(), parameter.least,
                     parameter.most, sampler.example());
  return {&sampler, *value};
}

double drawn_from(const std::vector<double>& values, RandomStream& stream) {
  return values[boost::random::uniform_int_distribution<std::size_t>(0, values.size() - 1)(stream)];
}

Cluster draw_cluster(std::string_view model, std::size_t processors, double ratio, RandomStream& stream) {
  const SamplingModel chosen = parse_sampling_model(model);
  if (processors == 0) throw InputError("a cluster needs at least one processor");
  if (!(ratio >= 1) || !(ratio <= 1e9))
    throw InputError("the ratio of speeds is {}; it must lie between 1 and 1e9", ratio);
  if (ratio == 1) return Cluster{std::vector<double>(processors, 1.0), {}};
  return chosen.sampler->draw({processors, ratio, chosen.parameter}, stream);
}

Cluster resampled_cluster(const std::vector<double>& speeds, std::size_t processors, RandomStream& stream) {
  return independent({.processors = processors}, [&] { return drawn_from(speeds, stream); });
}

}  // namespace apportion
