// Protocols of messages, orders of sends, agreement after iterations, noise, and networks that vary: worked by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "base/error.hpp"
#include "sim/network/jacobi.hpp"
#include "sim/network/network.hpp"
#include "sim/network/simulate.hpp"

namespace apportion {
namespace {

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
  Network network = star(3, 10);
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
  Network network = star(3, 10);
  network.protocol.gap_seconds = 4;
  const Job job{{{0, 1, 10}, {0, 2, 10}},
                {{{Act::send, 0, 0}, {Act::send, 1, 0}, {Act::compute, 0, 1}},
                 {{Act::receive, 0, 0}, {Act::wait, 0, 0}},
                 {{Act::receive, 1, 0}, {Act::wait, 1, 0}}}};
  EXPECT_EQ(simulate(network, job).finish, (std::vector<double>{1, 1, 5}));  // the processor itself goes on
}

TEST(Protocol, NumbersThatAreNoneAreRefused) {
  Network network = star(2, 10);
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
  EXPECT_EQ(simulate(crossbar(6, bytes_per_element), job).makespan(), 2 * 6);
  // No processor ends an iteration before the slowest.
  Job slow = job;
  slow.programs[5].insert(slow.programs[5].begin(), {Act::compute, 0, 100});
  for (const double finish : simulate(crossbar(6, bytes_per_element), slow).finish) EXPECT_GT(finish, 100);
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
  Network between = backbone(3, 10, 20);
  change_every_second(between, 0.5);
  std::vector<double> bandwidths;
  for (const Link& link : between.links) bandwidths.push_back(link.bandwidth);
  EXPECT_EQ(bandwidths, (std::vector<double>{10, 10, 5, 5, 10, 10, 20}));
}

}  // namespace
}  // namespace apportion
