// The sampling models for a max/min speed ratio (neither Kaddoura et al., Section 6.4, nor Kalinov & Klimov, Section 4,
// say which one they used).
#include "sim/samplers.hpp"

#include <fmt/format.h>

#include <boost/random/uniform_int_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>
#include <cmath>

#include "base/error.hpp"

namespace apportion {
namespace {

// Every model below is called with ratio > 1 only: Boost's uniform_real does not end on an empty interval.

Cluster uniform(std::size_t processors, double ratio, RandomStream& stream) {
  boost::random::uniform_real_distribution<double> speed(1.0, ratio);
  Cluster cluster;
  cluster.speeds.reserve(processors);
  for (std::size_t i = 0; i < processors; ++i) cluster.speeds.push_back(speed(stream));
  return cluster;
}

Cluster max_set(std::size_t processors, double ratio, RandomStream& stream) {
  Cluster cluster = uniform(processors, ratio, stream);
  cluster.speeds.front() = ratio;
  return cluster;
}

Cluster extremes(std::size_t processors, double ratio, RandomStream& stream) {
  Cluster cluster = uniform(processors, ratio, stream);
  cluster.speeds.front() = 1.0;
  if (processors > 1) cluster.speeds[1] = ratio;
  return cluster;
}

Cluster log_uniform(std::size_t processors, double ratio, RandomStream& stream) {
  boost::random::uniform_real_distribution<double> logarithm(0.0, std::log(ratio));
  Cluster cluster;
  cluster.speeds.reserve(processors);
  for (std::size_t i = 0; i < processors; ++i) cluster.speeds.push_back(std::exp(logarithm(stream)));
  return cluster;
}

Cluster integers(std::size_t processors, double ratio, RandomStream& stream) {
  boost::random::uniform_int_distribution<int> speed(1, static_cast<int>(std::floor(ratio)));
  Cluster cluster;
  cluster.speeds.reserve(processors);
  for (std::size_t i = 0; i < processors; ++i) cluster.speeds.push_back(speed(stream));
  return cluster;
}

Cluster cycle_times(std::size_t processors, double ratio, RandomStream& stream) {
  boost::random::uniform_real_distribution<double> cycle_time(1.0, ratio);
  Cluster cluster;
  cluster.speeds.reserve(processors);
  for (std::size_t i = 0; i < processors; ++i) cluster.speeds.push_back(ratio / cycle_time(stream));
  return cluster;
}

// g = 1 is uniform; a great g makes a few strong processors among weak ones, a small one the opposite.
Cluster skewed(std::size_t processors, double ratio, RandomStream& stream) {
  boost::random::uniform_real_distribution<double> logarithm(-2.0, 2.0);
  boost::random::uniform_real_distribution<double> unit(0.0, 1.0);
  const double exponent = std::exp(logarithm(stream));
  Cluster cluster;
  cluster.speeds.reserve(processors);
  for (std::size_t i = 0; i < processors; ++i)
    cluster.speeds.push_back(1 + (ratio - 1) * std::pow(unit(stream), exponent));
  return cluster;
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
      {"skewed", "1 + (ratio - 1) u^g, u uniform and g = e^U[-2, 2] drawn once a cluster", false, skewed},
  };
  return samplers;
}

const ClusterSampler& cluster_sampler(std::string_view name) {
  std::vector<std::string> names;
  for (const ClusterSampler& sampler : cluster_samplers()) {
    if (sampler.name == name) return sampler;
    names.push_back(sampler.name);
  }
  throw unknown_name("sampling model", name, names);
}

Cluster draw_cluster(std::string_view sampler, std::size_t processors, double ratio, RandomStream& stream) {
  const ClusterSampler& model = cluster_sampler(sampler);
  if (processors == 0) throw InputError("a cluster needs at least one processor");
  if (!(ratio >= 1) || !(ratio <= 1e9))
    throw InputError(fmt::format("the ratio of speeds is {}; it must lie between 1 and 1e9", ratio));
  if (ratio == 1) return Cluster{std::vector<double>(processors, 1.0), {}};
  return model.draw(processors, ratio, stream);
}

}  // namespace apportion
