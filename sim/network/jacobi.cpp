// Programs of Jacobi sweeps, the time of one on a platform, and costs of an exchange of messages without simulation.
#include "sim/network/jacobi.hpp"

#include <algorithm>
#include <boost/random/uniform_real_distribution.hpp>
#include <cmath>
#include <limits>
#include <optional>

#include "base/error.hpp"

namespace apportion {
namespace {

// --- Stencils and sweeps

// A processor's messages of one iteration, in the order of its neighbours. Message numbers of later iterations differ
// by a multiple of the number of messages.
struct Exchange {
  std::vector<std::uint32_t> sent = {};
  std::vector<std::uint32_t> received = {};
  double border = 0;  // elements that neighbours need
  // Messages of the agreement: one from each child comes up, and one goes down to it.
  std::vector<std::uint32_t> up_from_children = {};
  std::vector<std::uint32_t> down_to_children = {};
  std::optional<std::uint32_t> up = {};
  std::optional<std::uint32_t> down = {};
};

std::vector<Exchange> exchanges_of(const std::vector<Message>& messages, std::size_t processors) {
  std::vector<Exchange> exchanges(processors);
  for (std::uint32_t number = 0; number < messages.size(); ++number) {
    const Message& message = messages[number];
    exchanges[message.from].sent.push_back(number);
    exchanges[message.from].border += message.bytes / bytes_per_element;
    exchanges[message.to].received.push_back(number);
  }
  return exchanges;
}

// Sorts the messages to other processors by `order`; `messages` are those of an iteration.
void put_in_order(std::vector<Exchange>& exchanges, const std::vector<Message>& messages, SendOrder order) {
  if (order == SendOrder::by_number) return;
  const std::size_t processors = exchanges.size();
  const auto rank = [&](std::uint32_t message) {
    if (order == SendOrder::longest_first) return -messages[message].bytes;
    return static_cast<double>((messages[message].to + processors - messages[message].from) % processors);
  };
  for (Exchange& exchange : exchanges) std::ranges::stable_sort(exchange.sent, {}, rank);
}

// Adds the messages of a binomial tree to an iteration, up to processor 0 and down again.
void add_agreement(std::vector<Exchange>& exchanges, std::vector<Message>& messages) {
  const auto processors = static_cast<std::uint32_t>(exchanges.size());
  for (std::uint32_t distance = 1; distance < processors; distance *= 2)
    for (std::uint32_t parent = 0; parent + distance < processors; parent += 2 * distance) {
      const std::uint32_t child = parent + distance;
      const auto message = static_cast<std::uint32_t>(messages.size());
      messages.push_back({child, parent, bytes_per_element});
      messages.push_back({parent, child, bytes_per_element});
      exchanges[child].up = message;
      exchanges[child].down = message + 1;
      exchanges[parent].up_from_children.push_back(message);
      exchanges[parent].down_to_children.insert(exchanges[parent].down_to_children.begin(), message + 1);
    }
}

// One iteration of a processor, with the message numbers of the first.
ProcessorProgram iteration_of(const Exchange& exchange, double elements, double seconds_per_element,
                              Progress progress) {
  ProcessorProgram program;
  const auto add = [&](Act act, const std::vector<std::uint32_t>& messages) {
    for (const std::uint32_t message : messages) program.push_back({act, message, 0});
  };
  const auto pass = [&](Act act, std::uint32_t message) {
    program.push_back({act, message, 0});
    program.push_back({Act::wait, message, 0});
  };
  const auto compute = [&](double computed) {
    if (const double seconds = computed * seconds_per_element; seconds > 0)
      program.push_back({Act::compute, 0, seconds});
  };
  const bool overlaps = progress == Progress::overlap;
  const double border = std::min(exchange.border, elements);
  add(Act::receive, exchange.received);
  add(Act::send, exchange.sent);
  if (overlaps) compute(elements - border);
  add(Act::wait, exchange.received);
  add(Act::wait, exchange.sent);
  compute(overlaps ? border : elements);
  for (const std::uint32_t message : exchange.up_from_children) pass(Act::receive, message);
  if (exchange.up) pass(Act::send, *exchange.up);
  if (exchange.down) pass(Act::receive, *exchange.down);
  for (const std::uint32_t message : exchange.down_to_children) pass(Act::send, message);
  if (progress == Progress::barrier) program.push_back({Act::barrier});
  return program;
}

// --- The busiest part and the busiest resource

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

double busiest_processor(const Network& network, std::vector<Message> messages) {
  std::ranges::stable_sort(messages, {}, &Message::from);
  std::vector<double> sending(network.links.size(), 0);  // seconds of one sender's messages on each link
  double most = 0;
  for (std::size_t first = 0; first < messages.size();) {
    std::size_t end = first;
    double starting_up = 0;
    double slowest = 0;
    for (; end < messages.size() && messages[end].from == messages[first].from; ++end) {
      starting_up += network.startup.of(messages[end].from);
      for (const std::uint32_t link : network.route(messages[end].from, messages[end].to)) {
        sending[link] += messages[end].bytes / network.links[link].bandwidth;
        slowest = std::max(slowest, sending[link]);
      }
    }
    most = std::max(most, starting_up + slowest);
    for (; first < end; ++first)
      for (const std::uint32_t link : network.route(messages[first].from, messages[first].to)) sending[link] = 0;
  }
  return most;
}

}  // namespace

std::vector<Message> halo_exchange(const Stencil& stencil) {
  std::vector<Message> messages;
  messages.reserve(2 * stencil.halos.size());
  for (const Halo& halo : stencil.halos) {
    const auto one = static_cast<std::uint32_t>(halo.one);
    const auto other = static_cast<std::uint32_t>(halo.other);
    messages.push_back({one, other, bytes_per_element * halo.sent});
    messages.push_back({other, one, bytes_per_element * halo.received});
  }
  return messages;
}

Job jacobi(const Stencil& stencil, const std::vector<double>& speeds, const JacobiSettings& settings) {
  Job job;
  std::vector<Message> messages = halo_exchange(stencil);
  std::vector<Exchange> exchanges = exchanges_of(messages, stencil.elements.size());
  put_in_order(exchanges, messages, settings.order);
  if (settings.reduces) add_agreement(exchanges, messages);
  job.messages.reserve(messages.size() * settings.iterations);
  for (std::size_t k = 0; k < settings.iterations; ++k)
    job.messages.insert(job.messages.end(), messages.begin(), messages.end());
  for (std::size_t i = 0; i < exchanges.size(); ++i) {
    const ProcessorProgram iteration =
        iteration_of(exchanges[i], stencil.elements[i], settings.seconds_per_element / speeds[i], settings.progress);
    ProcessorProgram& program = job.programs.emplace_back();
    for (std::size_t k = 0; k < settings.iterations; ++k)
      for (Step step : iteration) {
        step.message += static_cast<std::uint32_t>(k * messages.size());  // a step without a message ignores it
        program.push_back(step);
      }
  }
  return job;
}

void add_noise(Job& job, double deviation, RandomStream& stream) {
  if (!(deviation >= 0 && deviation <= 0.5))
    throw InputError("noise of a deviation of {}; it may be 0 to 0.5", deviation);
  const double most = std::sqrt(3.0) * deviation;
  for (ProcessorProgram& program : job.programs)
    for (Step& step : program)
      if (step.act == Act::compute)
        step.seconds *= 1 + most * (2 * boost::random::uniform_real_distribution<double>(0, 1)(stream) - 1);
}

Job with_element_seconds(Job job, double seconds_per_element) {
  for (ProcessorProgram& program : job.programs)
    for (Step& step : program) step.seconds *= seconds_per_element;
  return job;
}

double most(const Stencil& stencil, double latency) {
  std::vector<double> cost(stencil.elements.size(), 0);
  for (const Halo& halo : stencil.halos) {
    cost[halo.one] += halo.received + latency;
    cost[halo.other] += halo.sent + latency;
  }
  return *std::ranges::max_element(cost);
}

double net(const Network& network, const std::vector<Message>& messages) {
  const auto has_no_route = [&](const Message& message) { return network.route(message.from, message.to).empty(); };
  if (std::ranges::any_of(messages, has_no_route)) return std::numeric_limits<double>::infinity();
  const double link = busiest_link(network, messages);
  return network.startup.where == StartupPlace::cpu ? std::max(link, busiest_processor(network, messages)) : link;
}

double iteration_seconds(const Platform& platform, const Stencil& stencil) {
  constexpr std::size_t iterations = 10;
  const JacobiSettings settings{.iterations = iterations, .seconds_per_element = platform.seconds_per_element};
  return simulate(*platform.network, jacobi(stencil, platform.speeds, settings)).makespan() / iterations;
}

}  // namespace apportion
