// Groups of processors from the routes between them.
#include "sim/network/processor_groups.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "base/disjoint_sets.hpp"

namespace apportion {
namespace {

using Processors = std::vector<std::size_t>;

constexpr double unreachable = std::numeric_limits<double>::infinity();
constexpr double closer = 1 - 1e-9;

// How long each link is busy if each of these processors sends a byte to every other one.
std::vector<double> strain_of_links(const Network& network, const Processors& among) {
  std::vector<double> seconds(network.links.size(), 0);
  for (const std::size_t from : among)
    for (const std::size_t to : among)
      for (const std::uint32_t link : network.route(from, to)) seconds[link] += 1 / network.links[link].bandwidth;
  return seconds;
}

// The greater distance of both directions; `one_way` gives that of an existing route.
template <class OneWay>
double both_ways(const Network& network, std::size_t one, std::size_t other, OneWay one_way) {
  double most = 0;
  for (const auto& route : {network.route(one, other), network.route(other, one)})
    most = std::max(most, route.empty() ? unreachable : one_way(route));
  return most;
}

// The sets of processors joined by pairs closer than the distant ones. Distant pairs are those beyond the last gap of a
// factor of two, since groups of unequal size are unequally far apart; without such a gap, the most distant ones.
template <class Distance>
std::vector<Processors> components(const Processors& among, Distance distance) {
  std::vector<double> distances;
  for (std::size_t i = 0; i < among.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) distances.push_back(distance(among[i], among[j]));
  std::vector<double> sorted = distances;
  std::ranges::sort(sorted);
  double distant = sorted.back();
  for (std::size_t i = sorted.size() - 1; i > 0; --i)
    if (sorted[i] > sorted[i - 1] && sorted[i] >= 2 * sorted[i - 1]) {
      distant = sorted[i];
      break;
    }
  DisjointSets sets(among.size());
  auto apart = distances.begin();
  for (std::size_t i = 0; i < among.size(); ++i)
    for (std::size_t j = 0; j < i; ++j, ++apart)
      if (*apart < distant && (distant == unreachable || *apart < distant * closer)) sets.unite(i, j);
  std::vector<Processors> found(sets.count());
  const std::vector<std::size_t> numbers = sets.numbers();
  for (std::size_t i = 0; i < among.size(); ++i) found[numbers[i]].push_back(among[i]);
  return found;
}

std::vector<Processors> components(const Network& network, const Processors& among) {
  const std::vector<double> strain = strain_of_links(network, among);
  std::vector<Processors> found = components(among, [&](std::size_t one, std::size_t other) {
    return both_ways(network, one, other, [&](auto route) {
      double most = 0;
      for (const std::uint32_t link : route) most = std::max(most, strain[link]);
      return most;
    });
  });
  if (found.size() > 1 && found.size() < among.size()) return found;
  return components(among, [&](std::size_t one, std::size_t other) {
    return both_ways(network, one, other, [&](auto route) {
      double sum = 0;
      for (const std::uint32_t link : route) sum += network.links[link].latency;
      return sum;
    });
  });
}

// Divides down to a number of levels: in some networks each further processor is a little nearer.
ProcessorGroup divided_into_groups(const Network& network, Processors processors, int levels) {
  ProcessorGroup group;
  std::vector<Processors> found;
  if (levels > 0 && processors.size() > 2) found = components(network, processors);
  if (found.size() > 1 && found.size() < processors.size())
    for (Processors& each : found) group.groups.push_back(divided_into_groups(network, std::move(each), levels - 1));
  group.processors = std::move(processors);
  return group;
}

}  // namespace

ProcessorGroup groups_of(const Network& network) {
  Processors all(network.processors);
  std::iota(all.begin(), all.end(), std::size_t{0});
  constexpr int most_levels = 8;
  return divided_into_groups(network, std::move(all), most_levels);
}

}  // namespace apportion
