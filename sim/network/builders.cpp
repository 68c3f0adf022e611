// How the named networks are made.
#include "sim/network/builders.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/error.hpp"

namespace apportion {
namespace {

constexpr double usual_bandwidth = 1.25e8;
constexpr double bus_bandwidth = 1.25e6;

double middle_bandwidth(std::size_t processors) { return usual_bandwidth * static_cast<double>(processors) / 4; }

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
Network star_links(std::size_t processors, double bandwidth) {
  Network network{.processors = processors, .links = {}, .routes = {}};
  for (std::size_t i = 0; i < processors; ++i) {
    add_link(network, fmt::format("{} out", i), bandwidth);
    add_link(network, fmt::format("{} in", i), bandwidth);
  }
  return network;
}

std::uint32_t link_out(std::size_t processor) { return static_cast<std::uint32_t>(2 * processor); }
std::uint32_t link_in(std::size_t processor) { return static_cast<std::uint32_t>(2 * processor + 1); }

std::vector<std::size_t> group_of_each(const std::vector<std::size_t>& groups) {
  std::vector<std::size_t> of;
  for (std::size_t group = 0; group < groups.size(); ++group) {
    if (groups[group] == 0) throw InputError(fmt::format("group {} of a two-level network is empty", group));
    of.insert(of.end(), groups[group], group);
  }
  return of;
}

// Stars of contiguous processors, and a link out of and into each; wide(k) is the bandwidth of those of the k-th.
template <class Wide>
Network grouped(const std::vector<std::size_t>& groups, double bandwidth, Wide wide, double wide_latency) {
  const std::vector<std::size_t> group = group_of_each(groups);
  Network network = star_links(group.size(), bandwidth);
  const auto first = static_cast<std::uint32_t>(network.links.size());
  for (std::size_t k = 0; k < groups.size(); ++k) {
    add_link(network, fmt::format("group {} out", k), wide(k), wide_latency);
    add_link(network, fmt::format("group {} in", k), wide(k));
  }
  set_routes(network, [&](std::size_t from, std::size_t to) {
    if (group[from] == group[to]) return std::vector{link_out(from), link_in(to)};
    return std::vector{link_out(from), first + link_out(group[from]), first + link_in(group[to]), link_in(to)};
  });
  return network;
}

}  // namespace

Network bus(std::size_t processors, double bandwidth) {
  Network network{.processors = processors, .links = {}, .routes = {}};
  const std::uint32_t link = add_link(network, "bus", bandwidth);
  set_routes(network, [&](std::size_t, std::size_t) { return std::vector{link}; });
  return network;
}

Network star(std::size_t processors, double bandwidth) {
  Network network = star_links(processors, bandwidth);
  set_routes(network, [](std::size_t from, std::size_t to) { return std::vector{link_out(from), link_in(to)}; });
  return network;
}

Network backbone(std::size_t processors, double bandwidth, double middle) {
  Network network = star_links(processors, bandwidth);
  const std::uint32_t link = add_link(network, "backbone", middle);
  set_routes(network, [&](std::size_t from, std::size_t to) { return std::vector{link_out(from), link, link_in(to)}; });
  return network;
}

Network crossbar(std::size_t processors, double bandwidth) {
  Network network{.processors = processors, .links = {}, .routes = {}};
  set_routes(network, [&](std::size_t from, std::size_t to) {
    return std::vector{add_link(network, fmt::format("{} to {}", from, to), bandwidth)};
  });
  return network;
}

Network two_level(const std::vector<std::size_t>& groups, double bandwidth, double wide, double wide_latency) {
  return grouped(
      groups, bandwidth, [&](std::size_t) { return wide; }, wide_latency);
}

Network fat_tree(const std::vector<std::size_t>& groups, double bandwidth, double oversubscription) {
  return grouped(
      groups, bandwidth, [&](std::size_t k) { return static_cast<double>(groups[k]) * bandwidth / oversubscription; },
      0);
}

void change_every_second(Network& network, double factor) {
  constexpr auto nobody = static_cast<std::size_t>(-1);
  // The only sender and the only receiver of each link; `processors` where there are several.
  std::vector<std::array<std::size_t, 2>> ends(network.links.size(), {nobody, nobody});
  for (std::size_t place = 0; place < network.routes.size(); ++place) {
    const std::array<std::size_t, 2> route_ends = {place / network.processors, place % network.processors};
    for (const std::uint32_t link : network.routes[place])
      for (std::size_t end = 0; end < route_ends.size(); ++end) {
        std::size_t& only = ends[link].at(end);
        only = only == nobody || only == route_ends.at(end) ? route_ends.at(end) : network.processors;
      }
  }
  for (std::size_t link = 0; link < ends.size(); ++link)
    if (std::ranges::any_of(ends[link], [&](std::size_t end) { return end < network.processors && end % 2 == 1; }))
      network.links[link].bandwidth *= factor;
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

double named_bandwidth(std::string_view name, std::size_t processors) {
  if (name == "bus") return bus_bandwidth;
  if (name != "backbone") return usual_bandwidth;
  return std::min(usual_bandwidth, middle_bandwidth(processors));
}

Network named_network(std::string_view name, std::size_t processors, const Startup& startup) {
  require_networked(processors);
  const auto made = [&]() -> Network {
    if (name == "bus") return bus(processors, bus_bandwidth);
    if (name == "star") return star(processors, usual_bandwidth);
    if (name == "backbone") return backbone(processors, usual_bandwidth, middle_bandwidth(processors));
    if (name == "crossbar") return crossbar(processors, usual_bandwidth);
    if (name != "two-level") throw unknown_name("network", name, network_names());
    const bool on_wire = startup.where == StartupPlace::wire;
    return two_level(two_level_groups(processors), usual_bandwidth, usual_bandwidth / 10,
                     on_wire ? 9 * startup.seconds : 0);
  };
  Network network = made();
  network.startup = startup;
  return network;
}

}  // namespace apportion
