// Simulated jobs: worked by hand, against the papers' total on a bus, and refused.
#include "sim/network/simulate.hpp"

#include <numeric>

#include "base/error.hpp"
#include "sim/network/jacobi.hpp"
#include "sim/network/network.hpp"
#include "sim/random_stream.hpp"
#include "sim/rectangles/costs.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/rectangles.hpp"

namespace apportion {
namespace {

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

TEST(Simulate, FlowsOfAStarMeetOnNoLink) { EXPECT_EQ(simulate(star(2, 10), exchange()).makespan(), 10); }

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
    Network network = star(2, 10);
    network.startup = {where, 1.5, {2, 1}};
    validate(network);
    const Timeline timeline = simulate(network, exchange());
    EXPECT_EQ(timeline.transfers[0].end, 12) << startup_name(where);
    EXPECT_EQ(timeline.transfers[1].end, 11) << startup_name(where);
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
  refused(two, {{}, {{}}}, "1 programs for a network of 2");
  refused(two, {{{0, 0, 1}}, {{}, {}}}, "from processor 0 to 0");
  refused(two, {{{0, 1, -1}}, {{}, {}}}, "has -1 bytes");
  refused(two, {{{0, 1, 1}}, {{receive(0)}, {}}}, "processor 0 receives message 0, which is processor 1's");
  refused(two, {{{0, 1, 1}}, {{send(0), send(0)}, {}}}, "twice");
  refused(two, {{}, {{wait(3)}, {}}}, "message 3; there are 0");
  refused(two, {{}, {{compute(-2)}, {}}}, "computes for -2 seconds");
}

TEST(Simulate, NetworksThatAreNoneAreRefused) {
  const auto refused = [](const auto& change, const char* message) {
    Network network = star(2, 10);
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

// Finding of network.md in tests: the papers' total is what an iteration takes on a bus with a barrier and start-ups on
// the medium.
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
