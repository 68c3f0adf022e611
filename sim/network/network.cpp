// Validation of networks, groups of processors from the routes between them, and the named networks.
#include "sim/network/network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <set>
#include <stdexcept>
#include <utility>

#include "base/disjoint_sets.hpp"
#include "base/error.hpp"

namespace apportion {
namespace {

// --- Networks

void require_link(const Link& link, std::size_t number) {
  if (!(link.bandwidth > 0) || !std::isfinite(link.bandwidth))
    throw InputError("the bandwidth of link {} ({}) is {}; it must be positive and finite", number, link.name,
                     link.bandwidth);
  if (!(link.latency >= 0) || !std::isfinite(link.latency))
    throw InputError("the latency of link {} ({}) is {}; it must be finite and not negative", number, link.name,
                     link.latency);
}

void require_route(const Network& network, std::size_t place) {
  const std::size_t from = place / network.processors;
  const std::size_t to = place % network.processors;
  const std::vector<std::uint32_t>& route = network.routes[place];
  // Routes are short and numerous: a set for each would take longer than the problem solved on the network.
  for (auto link = route.begin(); link != route.end(); ++link)
    if (*link >= network.links.size() || std::find(route.begin(), link, *link) != link)
      throw InputError("the route from {} to {} uses link {}{}", from, to, *link,
                       *link < network.links.size() ? " twice" : ", which does not exist");
}

// --- Groups of processors

using Processors = std::vector<std::size_t>;

constexpr double unreachable = std::numeric_limits<double>::infinity();
constexpr double closer = 1 - 1e-9;

// The sets of processors joined by pairs closer than the distant ones. The distance of a pair combines the values of
// the links on its route, and is the greater of both directions. Distant pairs are those beyond the last gap of a
// factor of two, since groups of unequal size are unequally far apart; without such a gap, the most distant ones.
template <class Combine>
std::vector<Processors> components(const Network& network, const Processors& among, const std::vector<double>& of_links,
                                   const Combine& combine) {
  const auto one_way = [&](std::size_t from, std::size_t to) {
    const auto route = network.route(from, to);
    double distance = route.empty() ? unreachable : 0;
    for (const std::uint32_t link : route) distance = combine(distance, of_links[link]);
    return distance;
  };
  std::vector<double> distances;
  for (std::size_t i = 0; i < among.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      distances.push_back(std::max(one_way(among[i], among[j]), one_way(among[j], among[i])));
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
  // How long each link is busy if each of these processors sends a byte to every other one.
  std::vector<double> strain(network.links.size(), 0);
  for (const std::size_t from : among)
    for (const std::size_t to : among)
      for (const std::uint32_t link : network.route(from, to)) strain[link] += 1 / network.links[link].bandwidth;
  std::vector<Processors> found =
      components(network, among, strain, [](double one, double other) { return std::max(one, other); });
  if (found.size() > 1 && found.size() < among.size()) return found;
  std::vector<double> latencies;
  for (const Link& link : network.links) latencies.push_back(link.latency);
  return components(network, among, latencies, std::plus<>());
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

// --- The named networks

constexpr double usual_bandwidth = 1.25e8;
constexpr double bus_bandwidth = 1.25e6;

// The bandwidths of the processors' own links.
Bandwidths bandwidths_of(std::string_view name, std::size_t processors, const ProcessorLinks& links) {
  if (!links.bandwidths.empty()) return links.bandwidths;
  return Bandwidths(processors, name == "bus" ? bus_bandwidth : usual_bandwidth);
}

double middle_bandwidth(const Bandwidths& bandwidths) {
  return std::accumulate(bandwidths.begin(), bandwidths.end(), 0.0) / 4;
}

std::uint32_t add_link(Network& network, std::string name, double bandwidth, double latency = 0) {
  network.links.push_back({std::move(name), bandwidth, latency});
  return static_cast<std::uint32_t>(network.links.size() - 1);
}

// route(from, to) for each ordered pair of different processors.
template <class Route>
void set_routes(Network& network, Route route) {
  const std::size_t p = network.processors;
  network.routes.resize(p * p);
  for (std::size_t from = 0; from < p; ++from)
    for (std::size_t to = 0; to < p; ++to)
      if (from != to) network.routes[from * p + to] = route(from, to);
}

// The links of a star: processor i sends over link 2 i and receives over link 2 i + 1.
Network star_links(const Bandwidths& bandwidths) {
  Network network{.processors = bandwidths.size(), .links = {}, .routes = {}};
  for (std::size_t i = 0; i < bandwidths.size(); ++i) {
    add_link(network, fmt::format("{} out", i), bandwidths[i]);
    add_link(network, fmt::format("{} in", i), bandwidths[i]);
  }
  return network;
}

std::uint32_t link_out(std::size_t processor) { return static_cast<std::uint32_t>(2 * processor); }
std::uint32_t link_in(std::size_t processor) { return static_cast<std::uint32_t>(2 * processor + 1); }

std::vector<std::size_t> group_of_each(const std::vector<std::size_t>& groups) {
  std::vector<std::size_t> of;
  for (std::size_t group = 0; group < groups.size(); ++group) {
    if (groups[group] == 0) throw InputError("group {} of a two-level network is empty", group);
    of.insert(of.end(), groups[group], group);
  }
  return of;
}

struct GroupLink {
  double bandwidth = 0;
  double latency = 0;  // for messages out of the group
};

// Stars of the processors of each group, and a link out of each and into each.
Network grouped(const std::vector<std::size_t>& group, const Bandwidths& bandwidths,
                const std::vector<GroupLink>& wide) {
  Network network = star_links(bandwidths);
  const auto first = static_cast<std::uint32_t>(network.links.size());
  for (std::size_t k = 0; k < wide.size(); ++k) {
    add_link(network, fmt::format("group {} out", k), wide[k].bandwidth, wide[k].latency);
    add_link(network, fmt::format("group {} in", k), wide[k].bandwidth);
  }
  set_routes(network, [&](std::size_t from, std::size_t to) {
    if (group[from] == group[to]) return std::vector{link_out(from), link_in(to)};
    return std::vector{link_out(from), first + link_out(group[from]), first + link_in(group[to]), link_in(to)};
  });
  return network;
}

// Of two-level, whose groups are joined by a tenth of what their processors have on average.
std::vector<GroupLink> group_links(const std::vector<std::size_t>& group, const Bandwidths& bandwidths,
                                   const ProcessorLinks& links, double latency) {
  const std::size_t groups = *std::ranges::max_element(group) + 1;
  Bandwidths sums(groups, 0);
  std::vector<std::size_t> members(groups, 0);
  for (std::size_t i = 0; i < group.size(); ++i) {
    sums[group[i]] += bandwidths[i];
    ++members[group[i]];
  }
  std::vector<GroupLink> wide;
  for (std::size_t k = 0; k < groups; ++k)
    wide.push_back(
        {links.group_bandwidths.empty() ? sums[k] / static_cast<double>(members[k]) / 10 : links.group_bandwidths[k],
         links.group_latencies.empty() ? latency : links.group_latencies[k]});
  return wide;
}

}  // namespace

void require_networked(std::size_t processors) {
  if (processors < 1 || processors > most_networked)
    throw InputError("a network of {} processors; there may be 1 to {}", processors, most_networked);
}

void validate(const Network& network) {
  require_networked(network.processors);
  for (std::size_t i = 0; i < network.links.size(); ++i) require_link(network.links[i], i);
  if (network.routes.size() != network.processors * network.processors)
    throw InputError("a network of {} processors has {} routes; it must have one for each ordered pair",
                     network.processors, network.routes.size());
  for (std::size_t place = 0; place < network.routes.size(); ++place) require_route(network, place);
  const std::size_t startups = network.startup.of_each.size();
  if (startups != 0 && startups != network.processors)
    throw InputError("there are start-ups of {} processors; the network has {}", startups, network.processors);
  for (std::size_t i = 0; i < network.processors; ++i)
    if (const double seconds = network.startup.of(i); !(seconds >= 0) || !std::isfinite(seconds))
      throw InputError("the start-up is {} seconds; it must be finite and not negative", seconds);
  const Protocol& protocol = network.protocol;
  for (const double value : {protocol.eager_bytes, protocol.receive_seconds, protocol.gap_seconds})
    if (!(value >= 0) || !std::isfinite(value))
      throw InputError("a number of the protocol is {}; it must be finite and not negative", value);
}

Network among(const Network& network, const std::vector<std::size_t>& processors) {
  Network some{.processors = processors.size(),
               .links = network.links,
               .routes = {},
               .startup = network.startup,
               .protocol = network.protocol};
  for (const std::size_t from : processors)
    for (const std::size_t to : processors) some.routes.push_back(network.routes[from * network.processors + to]);
  if (network.startup.of_each.empty()) return some;
  Startup& startup = some.startup;
  startup.of_each.clear();
  for (const std::size_t each : processors) startup.of_each.push_back(network.startup.of_each[each]);
  startup.seconds =
      std::accumulate(startup.of_each.begin(), startup.of_each.end(), 0.0) / static_cast<double>(processors.size());
  return some;
}

double narrowest(const Network& network, std::span<const std::uint32_t> route) {
  if (route.empty()) throw std::logic_error("a route without links has no bandwidth");
  double least = network.links[route.front()].bandwidth;
  for (const std::uint32_t link : route) least = std::min(least, network.links[link].bandwidth);
  return least;
}

ProcessorGroup groups_of(const Network& network) {
  Processors all(network.processors);
  std::iota(all.begin(), all.end(), std::size_t{0});
  constexpr int most_levels = 8;
  return divided_into_groups(network, std::move(all), most_levels);
}

Network bus(std::size_t processors, double bandwidth) {
  Network network{.processors = processors, .links = {}, .routes = {}};
  const std::uint32_t link = add_link(network, "bus", bandwidth);
  set_routes(network, [&](std::size_t, std::size_t) { return std::vector{link}; });
  return network;
}

Network star(const Bandwidths& bandwidths) {
  Network network = star_links(bandwidths);
  set_routes(network, [](std::size_t from, std::size_t to) { return std::vector{link_out(from), link_in(to)}; });
  return network;
}

Network backbone(const Bandwidths& bandwidths, double middle) {
  Network network = star_links(bandwidths);
  const std::uint32_t link = add_link(network, "backbone", middle);
  set_routes(network, [&](std::size_t from, std::size_t to) { return std::vector{link_out(from), link, link_in(to)}; });
  return network;
}

Network crossbar(const Bandwidths& bandwidths) {
  Network network{.processors = bandwidths.size(), .links = {}, .routes = {}};
  set_routes(network, [&](std::size_t from, std::size_t to) {
    return std::vector{
        add_link(network, fmt::format("{} to {}", from, to), std::min(bandwidths[from], bandwidths[to]))};
  });
  return network;
}

Network two_level(const std::vector<std::size_t>& groups, double bandwidth, double wide, double wide_latency) {
  const std::vector<std::size_t> group = group_of_each(groups);
  return grouped(group, Bandwidths(group.size(), bandwidth),
                 std::vector<GroupLink>(groups.size(), {wide, wide_latency}));
}

Network fat_tree(const std::vector<std::size_t>& groups, double bandwidth, double oversubscription) {
  const std::vector<std::size_t> group = group_of_each(groups);
  std::vector<GroupLink> wide;
  for (const std::size_t members : groups)
    wide.push_back({static_cast<double>(members) * bandwidth / oversubscription});
  return grouped(group, Bandwidths(group.size(), bandwidth), wide);
}

void change_every_second(Network& network, double factor) {
  std::vector<std::array<std::set<std::size_t>, 2>> ends(network.links.size());  // senders and receivers of each link
  for (std::size_t place = 0; place < network.routes.size(); ++place)
    for (const std::uint32_t link : network.routes[place]) {
      ends[link][0].insert(place / network.processors);
      ends[link][1].insert(place % network.processors);
    }
  const auto is_of_a_second = [](const std::set<std::size_t>& end) { return end.size() == 1 && *end.begin() % 2 == 1; };
  for (std::size_t link = 0; link < ends.size(); ++link)
    if (std::ranges::any_of(ends[link], is_of_a_second)) network.links[link].bandwidth *= factor;
}

std::vector<std::string> network_names() { return {"bus", "star", "backbone", "crossbar", "two-level"}; }

std::vector<std::size_t> two_level_groups(std::size_t processors) {
  if (processors < 2) throw InputError("a two-level network needs at least 2 processors");
  std::size_t groups = 4;
  if (processors <= 14) groups = processors <= 8 ? 2 : 3;
  std::vector<std::size_t> sizes(groups, processors / groups);
  for (std::size_t k = 0; k < processors % groups; ++k) ++sizes[k];
  return sizes;
}

double named_bandwidth(std::string_view name, std::size_t processors, const ProcessorLinks& links) {
  Bandwidths bandwidths = bandwidths_of(name, processors, links);
  if (name == "bus") return *std::ranges::min_element(bandwidths);
  const double middle = middle_bandwidth(bandwidths);
  std::ranges::sort(bandwidths, std::ranges::greater{});
  const double pair = bandwidths[std::min<std::size_t>(1, processors - 1)];
  return name == "backbone" ? std::min(pair, middle) : pair;
}

Network named_network(std::string_view name, std::size_t processors, const Startup& startup,
                      const ProcessorLinks& links) {
  require_networked(processors);
  const Bandwidths bandwidths = bandwidths_of(name, processors, links);
  const auto made = [&]() -> Network {
    if (name == "bus") return bus(processors, *std::ranges::min_element(bandwidths));
    if (name == "star") return star(bandwidths);
    if (name == "backbone") return backbone(bandwidths, middle_bandwidth(bandwidths));
    if (name == "crossbar") return crossbar(bandwidths);
    if (name != "two-level") throw unknown_name("network", name, network_names());
    const std::vector<std::size_t> group =
        links.groups.empty() ? group_of_each(two_level_groups(processors)) : links.groups;
    const double on_wire = startup.where == StartupPlace::wire ? 9 * startup.seconds : 0;
    return grouped(group, bandwidths, group_links(group, bandwidths, links, on_wire));
  };
  Network network = made();
  network.startup = startup;
  return network;
}

}  // namespace apportion
