// Checks of networks.
#include "sim/network/network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "base/error.hpp"

namespace apportion {
namespace {

void require_link(const Link& link, std::size_t number) {
  if (!(link.bandwidth > 0) || !std::isfinite(link.bandwidth))
    throw InputError(fmt::format("the bandwidth of link {} ({}) is {}; it must be positive and finite", number,
                                 link.name, link.bandwidth));
  if (!(link.latency >= 0) || !std::isfinite(link.latency))
    throw InputError(fmt::format("the latency of link {} ({}) is {}; it must be finite and not negative", number,
                                 link.name, link.latency));
}

void require_route(const Network& network, std::size_t place) {
  const std::size_t from = place / network.processors;
  const std::size_t to = place % network.processors;
  const std::vector<std::uint32_t>& route = network.routes[place];
  // Routes are short, and there are many: a set for each would take longer than what is solved on the network.
  for (auto link = route.begin(); link != route.end(); ++link)
    if (*link >= network.links.size() || std::find(route.begin(), link, *link) != link)
      throw InputError(fmt::format("the route from {} to {} uses link {}{}", from, to, *link,
                                   *link < network.links.size() ? " twice" : ", which does not exist"));
}

}  // namespace

std::string_view startup_name(StartupPlace place) {
  switch (place) {
    case StartupPlace::wire:
      return "wire";
    case StartupPlace::cpu:
      return "cpu";
    case StartupPlace::medium:
      break;
  }
  return "medium";
}

StartupPlace parse_startup(std::string_view word) {
  for (const StartupPlace place : {StartupPlace::wire, StartupPlace::cpu, StartupPlace::medium})
    if (word == startup_name(place)) return place;
  throw InputError(fmt::format("a start-up is spent on the wire, cpu or medium, not on '{}'", word));
}

void require_networked(std::size_t processors) {
  if (processors < 1 || processors > most_networked)
    throw InputError(fmt::format("a network of {} processors; there may be 1 to {}", processors, most_networked));
}

void validate(const Network& network) {
  require_networked(network.processors);
  for (std::size_t i = 0; i < network.links.size(); ++i) require_link(network.links[i], i);
  if (network.routes.size() != network.processors * network.processors)
    throw InputError(fmt::format("a network of {} processors has {} routes; it must have one for each ordered pair",
                                 network.processors, network.routes.size()));
  for (std::size_t place = 0; place < network.routes.size(); ++place) require_route(network, place);
  const std::size_t startups = network.startup.of_each.size();
  if (startups != 0 && startups != network.processors)
    throw InputError(
        fmt::format("there are start-ups of {} processors; the network has {}", startups, network.processors));
  for (std::size_t i = 0; i < network.processors; ++i)
    if (const double seconds = network.startup.of(i); !(seconds >= 0) || !std::isfinite(seconds))
      throw InputError(fmt::format("the start-up is {} seconds; it must be finite and not negative", seconds));
  const Protocol& protocol = network.protocol;
  for (const double value : {protocol.eager_bytes, protocol.receive_seconds, protocol.gap_seconds})
    if (!(value >= 0) || !std::isfinite(value))
      throw InputError(fmt::format("a number of the protocol is {}; it must be finite and not negative", value));
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

}  // namespace apportion
