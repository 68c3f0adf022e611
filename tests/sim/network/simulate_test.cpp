// The simulation of messages: shares of links, protocols, platforms and whole runs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <boost/random/uniform_int_distribution.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <vector>

#include "base/error.hpp"
#include "sim/network/fair_shares.hpp"
#include "sim/network/jacobi.hpp"
#include "sim/network/network.hpp"
#include "sim/network/simulate.hpp"
#include "sim/random_stream.hpp"
#include "sim/rectangles/costs.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/rectangles.hpp"

namespace apportion {
namespace {
using Route = std::vector<std::uint32_t>;
using Routes = std::map<std::uint32_t, Route>;  // of the current flows

// Raises all rates together, and freezes those on the link that is full first, until all flows are frozen.
std::map<std::uint32_t, double> filled(const std::vector<double>& capacities, const Routes& flows) {
  std::map<std::uint32_t, double> rates;
  while (rates.size() < flows.size()) {
    double level = 1e300;
    std::uint32_t full = 0;
    for (std::uint32_t link = 0; link < capacities.size(); ++link) {
      double left = capacities[link];
      double open = 0;
      for (const auto& [flow, route] : flows) {
        if (std::ranges::find(route, link) == route.end()) continue;
        if (rates.contains(flow))
          left -= rates.at(flow);
        else
          ++open;
      }
      if (open > 0 && left / open < level) {
        level = left / open;
        full = link;
      }
    }
    for (const auto& [flow, route] : flows)
      if (!rates.contains(flow) && std::ranges::find(route, full) != route.end()) rates[flow] = level;
  }
  return rates;
}

std::int64_t drawn(std::int64_t least, std::int64_t most, RandomStream& stream) {
  return boost::random::uniform_int_distribution<std::int64_t>(least, most)(stream);
}

Route drawn_route(std::size_t links, RandomStream& stream) {
  Route route;
  for (std::uint32_t link = 0; link < links; ++link)
    if (drawn(0, 3, stream) == 0) route.push_back(link);
  if (route.empty())
    route.push_back(static_cast<std::uint32_t>(drawn(0, static_cast<std::int64_t>(links) - 1, stream)));
  return route;
}

TEST(FairShares, TheLeastOfAnyNumberOfValues) {
  std::vector<double> values;
  EXPECT_EQ(least(values), std::numeric_limits<double>::infinity());
  RandomStream stream(2, "least");
  for (int k = 0; k < 30; ++k) {
    SCOPED_TRACE(k);
    values.push_back(static_cast<double>(drawn(-9, 9, stream)));
    EXPECT_EQ(least(values), *std::ranges::min_element(values));
  }
}

// Flows begin and end, and after each change their rates equal those of filling from the start.
void expect_fair(FairShares shares, const std::vector<double>& capacities, const std::vector<Route>& routes,
                 int changes, RandomStream& stream) {
  const auto most_flows = static_cast<std::uint32_t>(routes.size());
  Routes flows;
  for (int change = 0; change < changes; ++change) {
    // One change or several before rates are requested.
    for (std::int64_t several = drawn(1, 3, stream); several > 0; --several) {
      const auto flow = static_cast<std::uint32_t>(drawn(0, most_flows - 1, stream));
      if (flows.erase(flow) > 0) {
        shares.remove(flow);
      } else {
        shares.add(flow, routes[flow]);
        flows[flow] = routes[flow];
      }
    }
    static_cast<void>(shares.update());
    for (const auto& [flow, rate] : filled(capacities, flows)) ASSERT_NEAR(shares.rate(flow), rate, 1e-12 * rate);
  }
}

void expect_fair(std::size_t links, std::uint32_t most_flows, int changes, RandomStream& stream) {
  std::vector<double> capacities(links);
  for (double& capacity : capacities) capacity = static_cast<double>(drawn(1, 10, stream));
  std::vector<Route> routes(most_flows);
  for (Route& route : routes) route = drawn_route(capacities.size(), stream);
  expect_fair(FairShares(capacities, most_flows), capacities, routes, changes, stream);
}

TEST(FairShares, AreThoseOfFillingFromTheStartAfterEachChange) {
  RandomStream stream(1, "fair shares");
  for (int k = 0; k < 200; ++k) {
    SCOPED_TRACE(k);
    expect_fair(static_cast<std::size_t>(drawn(1, 8, stream)), 12, 60, stream);
  }
}

// Many links form a heap, few do not.
TEST(FairShares, AreThoseOfFillingWhereManyLinksHangTogether) {
  RandomStream stream(3, "many links");
  for (int k = 0; k < 3; ++k) {
    SCOPED_TRACE(k);
    expect_fair(100, 40, 30, stream);
  }
}

// A link that all flows cross is the bottleneck of all of them at times, and of some at others.
TEST(FairShares, AreThoseOfFillingWhereAllFlowsCrossOneLink) {
  RandomStream stream(4, "crossed by all");
  for (int k = 0; k < 200; ++k) {
    SCOPED_TRACE(k);
    std::vector<double> capacities(static_cast<std::size_t>(drawn(1, 8, stream)));
    for (double& capacity : capacities) capacity = static_cast<double>(drawn(3, 10, stream));
    std::vector<Route> routes(12);
    for (Route& route : routes) {
      route = drawn_route(capacities.size(), stream);
      if (std::ranges::find(route, 0U) == route.end()) route.push_back(0);
    }
    expect_fair(FairShares(capacities, routes.size()), capacities, routes, 60, stream);
  }
}

TEST(FairShares, LookOnlyAtWhatAChangeReaches) {
  const std::vector<Route> routes = {{0}, {0, 1}, {2}};
  FairShares shares({10, 2, 5}, 3);
  for (std::uint32_t flow = 0; flow < 3; ++flow) shares.add(flow, routes[flow]);
  EXPECT_EQ(shares.update().size(), 3U);
  EXPECT_EQ(shares.rate(0), 8);
  EXPECT_EQ(shares.rate(1), 2);
  // Flow 1 is slower than the one that ends, and flow 2 shares no link with it.
  shares.remove(0);
  EXPECT_TRUE(shares.update().empty());
  EXPECT_EQ(shares.rate(1), 2);
}

using testing::HasSubstr;
using testing::ThrowsMessage;

// Processor 0 sends `bytes` at once and waits; processor 1 asks for them after 7 seconds.
Job late_receiver(double bytes) {
  return {{{0, 1, bytes}},
          {{{Act::send, 0, 0}, {Act::wait, 0, 0}}, {{Act::compute, 0, 7}, {Act::receive, 0, 0}, {Act::wait, 0, 0}}}};
}

TEST(Protocol, EagerMessagesLeaveWithoutBeingAskedFor) {
  Network network = bus(2, 10);
  EXPECT_EQ(simulate(network, late_receiver(50)).finish, (std::vector<double>{12, 12}));
  network.protocol.eager_bytes = 50;
  const Timeline timeline = simulate(network, late_receiver(50));
  EXPECT_EQ(timeline.finish, (std::vector<double>{0, 7}));  // the sender's memory is free at once
  EXPECT_EQ(timeline.transfers[0].end, 5);
  EXPECT_EQ(simulate(network, late_receiver(60)).finish, (std::vector<double>{13, 13}));  // longer ones wait
}

TEST(Protocol, ReceiversAreBusyWithEachMessage) {
  Network network = star({10, 10, 10});
  network.protocol.receive_seconds = 2;
  const Job job{{{0, 2, 10}, {1, 2, 10}},
                {{{Act::send, 0, 0}, {Act::wait, 0, 0}},
                 {{Act::send, 1, 0}, {Act::wait, 1, 0}},
                 {{Act::receive, 0, 0}, {Act::receive, 1, 0}, {Act::wait, 0, 0}, {Act::wait, 1, 0}}}};
  const Timeline timeline = simulate(network, job, Record::activities);
  EXPECT_EQ(timeline.finish, (std::vector<double>{2, 2, 6}));
  EXPECT_EQ(timeline.activities.back().doing, Doing::starting_up);
}

TEST(Protocol, AGapKeepsASendersMessagesApart) {
  Network network = star({10, 10, 10});
  network.protocol.gap_seconds = 4;
  const Job job{{{0, 1, 10}, {0, 2, 10}},
                {{{Act::send, 0, 0}, {Act::send, 1, 0}, {Act::compute, 0, 1}},
                 {{Act::receive, 0, 0}, {Act::wait, 0, 0}},
                 {{Act::receive, 1, 0}, {Act::wait, 1, 0}}}};
  EXPECT_EQ(simulate(network, job).finish, (std::vector<double>{1, 1, 5}));  // the processor itself continues
}

TEST(Protocol, NumbersThatAreNoneAreRefused) {
  Network network = star({10, 10});
  network.protocol.gap_seconds = -1;
  EXPECT_THAT([&] { validate(network); }, ThrowsMessage<InputError>(HasSubstr("a number of the protocol is -1")));
}

// Processor 1 of four has the neighbours 0, 2 and 3, with boundaries of 10, 30 and 20 elements.
Stencil star_of_four() { return {{{0, 1, 10, 10}, {1, 2, 30, 30}, {1, 3, 20, 20}}, {1, 1, 1, 1}}; }

std::vector<std::uint32_t> receivers_of(const Job& job, std::size_t processor) {
  std::vector<std::uint32_t> receivers;
  for (const Step& step : job.programs[processor])
    if (step.act == Act::send) receivers.push_back(job.messages[step.message].to);
  return receivers;
}

TEST(Jacobi, SendsInTheOrderThatIsWanted) {
  JacobiSettings settings{.iterations = 1};
  const std::vector<double> speeds(4, 1);
  EXPECT_EQ(receivers_of(jacobi(star_of_four(), speeds, settings), 1), (std::vector<std::uint32_t>{0, 2, 3}));
  settings.order = SendOrder::longest_first;
  EXPECT_EQ(receivers_of(jacobi(star_of_four(), speeds, settings), 1), (std::vector<std::uint32_t>{2, 3, 0}));
  settings.order = SendOrder::next_first;
  EXPECT_EQ(receivers_of(jacobi(star_of_four(), speeds, settings), 1), (std::vector<std::uint32_t>{2, 3, 0}));
  EXPECT_EQ(receivers_of(jacobi(star_of_four(), speeds, settings), 3), (std::vector<std::uint32_t>{1}));
}

TEST(Jacobi, AgreementGoesUpATreeAndDownAgain) {
  Stencil nothing_to_exchange;
  nothing_to_exchange.elements.assign(6, 1);
  const JacobiSettings settings{.iterations = 2, .reduces = true};
  const Job job = jacobi(nothing_to_exchange, std::vector<double>(6, 1), settings);
  EXPECT_EQ(job.messages.size(), 2 * 2 * 5U);
  // 6 processors: three stages up and three down, of a second each.
  EXPECT_EQ(simulate(crossbar(Bandwidths(6, bytes_per_element)), job).makespan(), 2 * 6);
  // No processor ends an iteration before the slowest.
  Job slow = job;
  slow.programs[5].insert(slow.programs[5].begin(), {Act::compute, 0, 100});
  for (const double finish : simulate(crossbar(Bandwidths(6, bytes_per_element)), slow).finish) EXPECT_GT(finish, 100);
}

TEST(Jacobi, NoiseHasTheMeanAndDeviationThatIsSaid) {
  Stencil alone;
  alone.elements = {1, 1};
  Job job = jacobi(alone, {1, 1}, {.iterations = 10000, .seconds_per_element = 1});
  RandomStream stream(1, "noise");
  add_noise(job, 0.1, stream);
  double sum = 0;
  double squares = 0;
  for (const ProcessorProgram& program : job.programs)
    for (const Step& step : program) {
      sum += step.seconds;
      squares += (step.seconds - 1) * (step.seconds - 1);
    }
  EXPECT_NEAR(sum / 20000, 1, 0.003);
  EXPECT_NEAR(squares / 20000, 0.01, 0.0003);
  EXPECT_THROW(add_noise(job, 0.6, stream), InputError);
}

TEST(Builders, AFatTreeCarriesLessTheMoreItIsOversubscribed) {
  const Network full = fat_tree({2, 3}, 10, 1);
  EXPECT_EQ(full.links[10].bandwidth, 20);
  EXPECT_EQ(full.links[12].bandwidth, 30);
  EXPECT_EQ(fat_tree({2, 3}, 10, 4).links[12].bandwidth, 7.5);
  EXPECT_EQ(full.route(0, 1).size(), 2U);
  EXPECT_EQ(full.route(0, 2).size(), 4U);
}

TEST(Builders, OnlyAProcessorsOwnLinksBecomeNarrow) {
  Network shared = bus(3, 10);
  change_every_second(shared, 0.5);
  EXPECT_EQ(shared.links[0].bandwidth, 10);
  Network between = backbone({10, 10, 10}, 20);
  change_every_second(between, 0.5);
  std::vector<double> bandwidths;
  for (const Link& link : between.links) bandwidths.push_back(link.bandwidth);
  EXPECT_EQ(bandwidths, (std::vector<double>{10, 10, 5, 5, 10, 10, 20}));
}

TEST(Platform, AnIterationIsATenthOfTenSimulatedSweeps) {
  const Stencil stencil{.halos = {{0, 1, 100, 50}}, .elements = {1000, 500}};
  const Platform platform{std::make_shared<const Network>(star({1e8, 1e8})), {2, 1}, 1e-8};
  const Job job = jacobi(stencil, platform.speeds, {.iterations = 10, .seconds_per_element = 1e-8});
  EXPECT_DOUBLE_EQ(iteration_seconds(platform, stencil), simulate(*platform.network, job).makespan() / 10);
}

Step compute(double seconds) { return {Act::compute, 0, seconds}; }
Step send(std::uint32_t message) { return {Act::send, message, 0}; }
Step receive(std::uint32_t message) { return {Act::receive, message, 0}; }
Step wait(std::uint32_t message) { return {Act::wait, message, 0}; }
Step barrier() { return {Act::barrier, 0, 0}; }

// Both processors send 100 bytes to each other and wait.
Job exchange() {
  return {{{0, 1, 100}, {1, 0, 100}},
          {{receive(1), send(0), wait(1), wait(0)}, {receive(0), send(1), wait(0), wait(1)}}};
}

TEST(Simulate, FlowsShareABus) {
  const Timeline timeline = simulate(bus(2, 10), exchange());
  EXPECT_EQ(timeline.makespan(), 20);
  EXPECT_EQ(timeline.link_bytes, std::vector<double>{200});
}

TEST(Simulate, FlowsOfAStarMeetOnNoLink) { EXPECT_EQ(simulate(star({10, 10}), exchange()).makespan(), 10); }

TEST(NamedNetworks, TakeWhatIsKnownOfTheirLinks) {
  const ProcessorLinks links{.bandwidths = {10, 20, 40}, .groups = {0, 1, 0}};
  EXPECT_EQ(named_bandwidth("star", 3, links), 20);
  EXPECT_EQ(named_bandwidth("bus", 3, links), 10);
  EXPECT_EQ(named_bandwidth("backbone", 3, links), 17.5);
  const auto bandwidth = [&](const char* name, const char* link, const ProcessorLinks& known) {
    const Network network = named_network(name, 3, {}, known);
    validate(network);
    return std::ranges::find(network.links, link, &Link::name)->bandwidth;
  };
  EXPECT_EQ(bandwidth("bus", "bus", links), 10);
  EXPECT_EQ(bandwidth("star", "2 in", links), 40);
  EXPECT_EQ(bandwidth("backbone", "backbone", links), 17.5);
  EXPECT_EQ(bandwidth("crossbar", "2 to 1", links), 20);
  EXPECT_EQ(bandwidth("two-level", "group 0 out", links), 2.5);
  ProcessorLinks more = links;
  more.group_bandwidths = {7, 8};
  more.group_latencies = {1, 2};
  EXPECT_EQ(bandwidth("two-level", "group 1 in", more), 8);
  const Network network = named_network("two-level", 3, {}, more);
  EXPECT_EQ(network.route(0, 2).size(), 2U);
  EXPECT_EQ(network.route(0, 1).size(), 4U);
  EXPECT_EQ(network.links[network.route(1, 0)[1]].latency, 2);
}

// 100 bytes each way: the first one's leave a second later than the other's, wherever the start-up is spent.
TEST(Simulate, StartUpsMayDifferFromSenderToSender) {
  for (const StartupPlace where : {StartupPlace::wire, StartupPlace::cpu, StartupPlace::medium}) {
    SCOPED_TRACE(static_cast<int>(where));
    Network network = star({10, 10});
    network.startup = {where, 1.5, {2, 1}};
    validate(network);
    const Timeline timeline = simulate(network, exchange());
    EXPECT_EQ(timeline.transfers[0].end, 12) << word_of(startup_words, where);
    EXPECT_EQ(timeline.transfers[1].end, 11) << word_of(startup_words, where);
    EXPECT_EQ(net(network, exchange().messages), where == StartupPlace::wire ? 10 : 12);
    network.startup.of_each.pop_back();
    EXPECT_THROW(validate(network), InputError);
  }
}

TEST(Simulate, AMessageBeginsWhenBothEndsAreReady) {
  const Job job{{{0, 1, 50}}, {{compute(3), send(0), compute(1), wait(0)}, {receive(0), wait(0), compute(2)}}};
  const Timeline timeline = simulate(bus(2, 10), job, Record::activities);
  EXPECT_EQ(timeline.transfers[0].begin, 3);
  EXPECT_EQ(timeline.transfers[0].end, 8);
  EXPECT_EQ(timeline.finish, (std::vector<double>{8, 10}));
  ASSERT_EQ(timeline.activities.size(), 5U);
  EXPECT_EQ(timeline.activities[0].end, 3);
  EXPECT_EQ(timeline.activities[1].end, 4);  // the sender computes while its message travels
  EXPECT_EQ(timeline.activities[2].doing, Doing::waiting);
  EXPECT_EQ(timeline.activities[2].begin, 4);
}

TEST(Simulate, AShorterFlowLeavesItsShareToTheOther) {
  // 30 and 100 bytes on 10 bytes per second: 5 each until 6 s, then 10 for the remaining 70 bytes.
  const Job job{{{0, 2, 30}, {1, 2, 100}},
                {{send(0), wait(0)}, {send(1), wait(1)}, {receive(0), receive(1), wait(0), wait(1)}}};
  const Timeline timeline = simulate(bus(3, 10), job);
  EXPECT_EQ(timeline.finish, (std::vector<double>{6, 13, 13}));
}

TEST(Simulate, StartUpsAreSpentWhereTheNetworkSays) {
  Network network = bus(2, 10);
  network.startup = {StartupPlace::wire, 1};
  EXPECT_EQ(simulate(network, exchange()).makespan(), 21);  // both at once
  network.startup.where = StartupPlace::medium;
  EXPECT_EQ(simulate(network, exchange()).makespan(), 22);  // one after the other
  network.startup.where = StartupPlace::cpu;
  const Timeline timeline = simulate(network, exchange(), Record::activities);
  EXPECT_EQ(timeline.makespan(), 21);
  EXPECT_EQ(timeline.activities.front().doing, Doing::starting_up);
}

TEST(Simulate, LatenciesOfARouteAddUp) {
  Network network = two_level({1, 1}, 100, 10, 2);
  network.startup = {StartupPlace::wire, 1};
  EXPECT_EQ(simulate(network, exchange()).makespan(), 13);
}

TEST(Simulate, MessagesWithoutBytesArriveAtOnce) {
  const Job job{{{0, 1, 0}}, {{send(0), wait(0)}, {compute(1), receive(0), wait(0)}}};
  EXPECT_EQ(simulate(bus(2, 10), job).finish, (std::vector<double>{1, 1}));
}

TEST(Simulate, NobodyPassesABarrierBeforeTheLast) {
  const Job job{{}, {{compute(1), barrier(), compute(1)}, {compute(5), barrier()}}};
  EXPECT_EQ(simulate(bus(2, 10), job).finish, (std::vector<double>{6, 5}));
}

TEST(Simulate, WhatEndsAtOneTimeIsInTheOrderOfTheProcessors) {
  const Timeline timeline =
      simulate(bus(5, 10), {{}, std::vector<std::vector<Step>>(5, {compute(1), barrier()})}, Record::activities);
  std::vector<std::uint32_t> order;
  for (const Activity& activity : timeline.activities) order.push_back(activity.processor);
  EXPECT_EQ(order, (std::vector<std::uint32_t>{0, 1, 2, 3, 4}));
}

TEST(Simulate, RefusesJobsThatAreNoneOrNeverEnd) {
  const auto refused = [](const Network& network, const Job& job, const char* message) {
    EXPECT_THAT([&] { static_cast<void>(simulate(network, job)); }, ThrowsMessage<InputError>(HasSubstr(message)));
  };
  const Network two = bus(2, 10);
  Network cut = two;
  cut.routes[1].clear();
  refused(cut, exchange(), "no route from processor 0 to 1");
  refused(two, {{{0, 1, 1}}, {{send(0), wait(0)}, {}}}, "processor 0 waits forever for its message to processor 1");
  refused(two, {{{0, 1, 1}}, {{}, {receive(0), wait(0)}}}, "processor 1 waits forever for its message from");
  refused(two, {{}, {{barrier()}, {}}}, "processor 0 waits at a barrier");
  refused(two, {{{0, 0, 1}}, {{}, {}}}, "no route from processor 0 to 0");
  refused(two, {{{0, 1, -1}}, {{}, {}}}, "has -1 bytes");
  refused(two, {{}, {{compute(-2)}, {}}}, "computes for -2 seconds");
}

TEST(Simulate, NetworksThatAreNoneAreRefused) {
  const auto refused = [](const auto& change, const char* message) {
    Network network = star({10, 10});
    validate(network);
    change(network);
    EXPECT_THAT([&] { validate(network); }, ThrowsMessage<InputError>(HasSubstr(message)));
  };
  refused([](Network& network) { network.links[1].bandwidth = 0; }, "link 1 (0 in) is 0");
  refused([](Network& network) { network.links[0].latency = std::nan(""); }, "latency of link 0");
  refused([](Network& network) { network.routes[1] = {7}; }, "link 7, which does not exist");
  refused([](Network& network) { network.routes[1] = {0, 0}; }, "link 0 twice");
  refused([](Network& network) { network.routes.pop_back(); }, "3 routes");
  refused([](Network& network) { network.startup.seconds = -1; }, "start-up is -1");
  EXPECT_THROW(static_cast<void>(named_network("ring", 4, {})), InputError);
}

double sum_of(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

// Finding of docs/networks.md as a test: the papers' total equals the time of an iteration on a bus with a barrier and
// start-ups on the medium.
TEST(Simulate, TheTotalIsExactOnABusWithABarrierAndStartUpsOnTheMedium) {
  RandomStream stream(3, "jacobi");
  for (int k = 0; k < 50; ++k) {
    SCOPED_TRACE(k);
    const Decomposition decomposition =
        random_guillotine({1000, 2000}, 2 + static_cast<std::size_t>(k) % 12, 1000, stream);
    const Stencil stencil = stencil_of(decomposition);
    const double latency = k % 3 == 0 ? 0 : 10.0 * k;
    const double element = bytes_per_element / 1.25e6;
    Network network = named_network("bus", stencil.elements.size(), {StartupPlace::medium, latency * element});
    JacobiSettings settings{.iterations = 3, .seconds_per_element = 0.1, .progress = Progress::barrier};
    // Speeds in proportion to areas: all compute equally long.
    const Timeline timeline = simulate(network, jacobi(stencil, stencil.elements, settings));
    const double total = total_cost(acost(decomposition), internal_edges(decomposition), latency);
    EXPECT_NEAR(timeline.makespan(), 3 * (0.1 + 2 * total * element), 1e-12 * timeline.makespan());
    EXPECT_NEAR(net(network, halo_exchange(stencil)), 2 * total * element, 1e-12 * total);
    EXPECT_NEAR(sum_of(timeline.link_bytes), 3 * 16 * acost(decomposition), 1e-9 * total);
  }
}

TEST(Simulate, NoExchangeIsFasterThanItsBusiestLink) {
  RandomStream stream(4, "jacobi");
  for (const std::string& name : network_names())
    for (const StartupPlace where : {StartupPlace::wire, StartupPlace::medium})
      for (int k = 0; k < 10; ++k) {
        const Decomposition decomposition =
            random_guillotine({1000, 2000}, 2 + static_cast<std::size_t>(k), 1000, stream);
        const Stencil stencil = stencil_of(decomposition);
        const Network network = named_network(name, stencil.elements.size(), {where, 1e-6});
        const Timeline timeline = simulate(network, jacobi(stencil, stencil.elements, {.iterations = 1}));
        EXPECT_GE(timeline.makespan(), net(network, halo_exchange(stencil)) * (1 - 1e-12)) << name;
      }
}

TEST(Simulate, OverlapHidesNoMoreThanTheComputation) {
  RandomStream stream(5, "jacobi");
  for (int k = 0; k < 20; ++k) {
    SCOPED_TRACE(k);
    const Stencil stencil = stencil_of(random_guillotine({1000, 2000}, 8, 1000, stream));
    const Network network = named_network("star", 8, {});
    JacobiSettings settings{.iterations = 5, .seconds_per_element = 0.001};
    const double free = simulate(network, jacobi(stencil, stencil.elements, settings)).makespan();
    settings.progress = Progress::overlap;
    const double overlap = simulate(network, jacobi(stencil, stencil.elements, settings)).makespan();
    EXPECT_LE(overlap, free * (1 + 1e-12));
    EXPECT_GE(overlap, free - 5 * 0.001);
  }
}

TEST(Costs, MostIsTheGreatestBoundaryOfAPart) {
  // Columns of widths 1, 2 and 1 in an array of height 4: the middle one has two neighbours.
  const Decomposition decomposition{{4, 4}, {{0, 0, 4, 1}, {0, 1, 4, 2}, {0, 3, 4, 1}}};
  EXPECT_EQ(most(stencil_of(decomposition), 10), 2 * (4 + 10));
}

}  // namespace
}  // namespace apportion
