// The busiest part and the busiest resource.
#include "sim/network/communication_costs.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace apportion {
namespace {

double busiest_link(const Network& network, const std::vector<Message>& messages) {
  std::vector<double> seconds(network.links.size(), 0);
  for (const Message& message : messages) {
    const auto route = network.route(message.from, message.to);
    double bytes = message.bytes;
    if (network.startup.where == StartupPlace::medium)
      bytes += network.startup.of(message.from) * narrowest(network, route);
    for (const std::uint32_t link : route) seconds[link] += bytes / network.links[link].bandwidth;
  }
  return seconds.empty() ? 0 : *std::ranges::max_element(seconds);
}

// Messages by their senders, otherwise in their order.
std::vector<const Message*> by_sender(const std::vector<Message>& messages) {
  std::vector<const Message*> sorted;
  sorted.reserve(messages.size());
  for (const Message& message : messages) sorted.push_back(&message);
  std::ranges::stable_sort(sorted, {}, &Message::from);
  return sorted;
}

double busiest_processor(const Network& network, const std::vector<Message>& messages) {
  const std::vector<const Message*> sorted = by_sender(messages);
  std::vector<double> sending(network.links.size(), 0);  // seconds of one processor's messages on each link
  double most = 0;
  for (std::size_t first = 0; first < sorted.size();) {
    std::size_t end = first;
    double starting_up = 0;
    double slowest = 0;
    for (; end < sorted.size() && sorted[end]->from == sorted[first]->from; ++end) {
      starting_up += network.startup.of(sorted[end]->from);
      for (const std::uint32_t link : network.route(sorted[end]->from, sorted[end]->to)) {
        sending[link] += sorted[end]->bytes / network.links[link].bandwidth;
        slowest = std::max(slowest, sending[link]);
      }
    }
    most = std::max(most, starting_up + slowest);
    for (; first < end; ++first)
      for (const std::uint32_t link : network.route(sorted[first]->from, sorted[first]->to)) sending[link] = 0;
  }
  return most;
}

bool have_routes(const Network& network, const std::vector<Message>& messages) {
  return std::ranges::none_of(messages,
                              [&](const Message& message) { return network.route(message.from, message.to).empty(); });
}

}  // namespace

double most(const Stencil& stencil, double latency) {
  std::vector<double> cost(stencil.elements.size(), 0);
  for (const Halo& halo : stencil.halos) {
    cost[halo.one] += halo.received + latency;
    cost[halo.other] += halo.sent + latency;
  }
  return *std::ranges::max_element(cost);
}

double net(const Network& network, const std::vector<Message>& messages) {
  if (!have_routes(network, messages)) return std::numeric_limits<double>::infinity();
  const double link = busiest_link(network, messages);
  return network.startup.where == StartupPlace::cpu ? std::max(link, busiest_processor(network, messages)) : link;
}

}  // namespace apportion
