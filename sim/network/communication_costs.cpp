// The busiest part and the busiest resource.
#include "sim/network/communication_costs.hpp"

#include <algorithm>
#include <cstddef>
#include <map>

namespace apportion {
namespace {

double busiest_link(const Network& network, const std::vector<Message>& messages) {
  std::vector<double> seconds(network.links.size(), 0);
  for (const Message& message : messages) {
    const auto route = network.route(message.from, message.to);
    double bytes = message.bytes;
    if (network.startup.where == StartupPlace::medium) bytes += network.startup.seconds * narrowest(network, route);
    for (const std::uint32_t link : route) seconds[link] += bytes / network.links[link].bandwidth;
  }
  return seconds.empty() ? 0 : *std::ranges::max_element(seconds);
}

double busiest_processor(const Network& network, const std::vector<Message>& messages) {
  std::vector<double> starting_up(network.processors, 0);
  std::vector<std::map<std::uint32_t, double>> sending(network.processors);  // seconds by link
  for (const Message& message : messages) {
    starting_up[message.from] += network.startup.seconds;
    for (const std::uint32_t link : network.route(message.from, message.to))
      sending[message.from][link] += message.bytes / network.links[link].bandwidth;
  }
  double most = 0;
  for (std::size_t i = 0; i < sending.size(); ++i) {
    double slowest = 0;
    for (const auto& [link, seconds] : sending[i]) slowest = std::max(slowest, seconds);
    most = std::max(most, starting_up[i] + slowest);
  }
  return most;
}

}  // namespace

double most(const Stencil& stencil, double latency) {
  std::vector<double> cost(stencil.elements.size(), 0);
  for (const CommonBoundary& boundary : stencil.boundaries) {
    cost[boundary.one] += boundary.length + latency;
    cost[boundary.other] += boundary.length + latency;
  }
  return *std::ranges::max_element(cost);
}

double net(const Network& network, const std::vector<Message>& messages) {
  const double link = busiest_link(network, messages);
  return network.startup.where == StartupPlace::cpu ? std::max(link, busiest_processor(network, messages)) : link;
}

}  // namespace apportion
