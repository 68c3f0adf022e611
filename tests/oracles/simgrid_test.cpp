// The simulation of networks compared with SimGrid, an independent simulator (model CM02, without corrections). One
// process per job, since SimGrid has one engine per process.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/random/uniform_int_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>
#include <simgrid/s4u.hpp>

#include <array>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "sim/network/jacobi.hpp"
#include "sim/network/matrix_jobs.hpp"
#include "sim/network/network.hpp"
#include "sim/network/simulate.hpp"
#include "sim/random_stream.hpp"
#include "tests/support/rectangles.hpp"

namespace apportion {
namespace {

namespace s4u = simgrid::s4u;

double bytes_on_wire(const Network& network, const Message& message) {
  if (network.startup.where != StartupPlace::medium) return message.bytes;
  return message.bytes + network.startup.seconds * narrowest(network, network.route(message.from, message.to));
}

// One processor's program as an actor.
void act(const Network& network, const Job& job, std::size_t processor, const s4u::BarrierPtr& barrier,
         double* finish) {
  std::vector<s4u::CommPtr> comms(job.messages.size());
  std::vector<void*> received(job.messages.size(), nullptr);
  static int payload = 0;
  for (const Step& step : job.programs[processor]) {
    const auto mailbox = [&] { return s4u::Mailbox::by_name(std::to_string(step.message)); };
    switch (step.act) {
      case Act::compute:
        s4u::this_actor::sleep_for(step.seconds);
        break;
      case Act::send:
        if (network.startup.where == StartupPlace::cpu) s4u::this_actor::sleep_for(network.startup.seconds);
        comms[step.message] = mailbox()->put_async(
            &payload, static_cast<std::uint64_t>(bytes_on_wire(network, job.messages[step.message])));
        break;
      case Act::receive:
        comms[step.message] = mailbox()->get_async(&received[step.message]);
        break;
      case Act::wait:
        comms[step.message]->wait();
        break;
      case Act::barrier:
        barrier->wait();
        break;
    }
  }
  finish[processor] = s4u::Engine::get_clock();
}

void build(const Network& network, std::vector<s4u::Host*>& hosts) {
  auto* zone = s4u::create_full_zone("all");
  for (std::size_t i = 0; i < network.processors; ++i) hosts.push_back(zone->create_host(std::to_string(i), 1e9));
  std::vector<const s4u::Link*> links;
  const double wire = network.startup.where == StartupPlace::wire ? network.startup.seconds : 0;
  for (std::size_t k = 0; k < network.links.size(); ++k)
    links.push_back(zone->create_link("link " + std::to_string(k), network.links[k].bandwidth)
                        ->set_latency(network.links[k].latency)
                        ->seal());
  // A start-up on the wire is a latency of an unshared link.
  const auto* air =
      zone->create_link("air", 1e18)->set_latency(wire)->set_sharing_policy(s4u::Link::SharingPolicy::FATPIPE)->seal();
  for (std::size_t from = 0; from < network.processors; ++from)
    for (std::size_t to = 0; to < network.processors; ++to) {
      if (from == to) continue;
      std::vector<s4u::LinkInRoute> route;
      for (const std::uint32_t link : network.route(from, to)) route.emplace_back(links[link]);
      route.emplace_back(air);
      zone->add_route(hosts[from]->get_netpoint(), hosts[to]->get_netpoint(), nullptr, nullptr, route, false);
    }
  zone->seal();
}

void run_simgrid(const Network& network, const Job& job, double* finish) {
  std::vector<std::string> words = {"oracle",
                                    "--cfg=network/model:CM02",
                                    "--cfg=network/optim:Full",
                                    "--cfg=network/latency-factor:1",
                                    "--cfg=network/bandwidth-factor:1",
                                    "--cfg=network/weight-S:0",
                                    "--cfg=network/TCP-gamma:0",
                                    "--cfg=network/crosstraffic:0",
                                    "--cfg=surf/precision:1e-12",
                                    "--cfg=maxmin/precision:1e-12",
                                    "--log=root.thres:critical"};
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  auto count = static_cast<int>(arguments.size());
  s4u::Engine engine(&count, arguments.data());
  std::vector<s4u::Host*> hosts;
  build(network, hosts);
  const auto barrier = s4u::Barrier::create(static_cast<unsigned>(network.processors));
  for (std::size_t i = 0; i < network.processors; ++i)
    s4u::Actor::create(std::to_string(i), hosts[i], [&, i] { act(network, job, i, barrier, finish); });
  engine.run();
}

// The finishing times of processors, by SimGrid in a separate process.
std::vector<double> simgrid_finish(const Network& network, const Job& job) {
  std::array<int, 2> pipe_ends{};
  if (pipe(pipe_ends.data()) != 0) throw std::runtime_error("no pipe");
  std::vector<double> finish(network.processors, 0);
  const std::size_t bytes = finish.size() * sizeof(double);
  const pid_t child = fork();
  if (child == 0) {
    run_simgrid(network, job, finish.data());
    const bool written = write(pipe_ends[1], finish.data(), bytes) == static_cast<ssize_t>(bytes);
    _exit(written ? 0 : 1);
  }
  close(pipe_ends[1]);
  const ssize_t got = read(pipe_ends[0], finish.data(), bytes);
  close(pipe_ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (got != static_cast<ssize_t>(bytes) || status != 0) throw std::runtime_error("SimGrid did not run");
  return finish;
}

double greatest_difference(const Network& network, const Job& job) {
  const Timeline own = simulate(network, job);
  const std::vector<double> theirs = simgrid_finish(network, job);
  double greatest = 0;
  for (std::size_t i = 0; i < theirs.size(); ++i)
    greatest = std::max(greatest, std::abs(own.finish[i] - theirs[i]) / std::max(own.makespan(), 1e-300));
  return greatest;
}

// Networks and start-ups for which SimGrid has the same model: it gives flows with more latency less of a shared link.
std::vector<Network> networks(std::size_t processors) {
  std::vector<Network> all;
  for (const std::string& name : network_names())
    for (const StartupPlace where : {StartupPlace::wire, StartupPlace::cpu, StartupPlace::medium})
      for (const double seconds : {0.0, 1e-4})
        if (name != "two-level" || where != StartupPlace::wire || seconds == 0)
          all.push_back(named_network(name, processors, {where, seconds}));
  return all;
}

void expect_agreement(const Network& network, Job job) {
  for (Message& message : job.messages) message.bytes = std::round(message.bytes);  // SimGrid's are whole
  EXPECT_LE(greatest_difference(network, job), 1e-9);
}

// A sample, or with APPORTION_ORACLES=full as many as time allows.
int rounds() {
  const char* wanted = std::getenv("APPORTION_ORACLES");
  return wanted != nullptr && std::string(wanted) == "full" ? 10 : 1;
}

TEST(SimGrid, AgreesOnJacobiSweeps) {
  RandomStream stream(7, "simgrid");
  for (int round = 0; round < rounds(); ++round) {
    const std::size_t processors = 9 + 2 * static_cast<std::size_t>(round);
    for (const Network& network : networks(processors))
      for (const Progress progress : {Progress::free, Progress::barrier, Progress::overlap}) {
        const Stencil stencil = stencil_of(testing_support::random_guillotine({1000, 2000}, processors, 1000, stream));
        expect_agreement(network, jacobi(stencil, stencil.elements,
                                         {.iterations = 4, .seconds_per_element = 1e-4, .progress = progress}));
      }
  }
}

TEST(SimGrid, AgreesOnMatrices) {
  for (int round = 0; round < rounds(); ++round) {
    const MatrixLayout layout{
        {{2, 3}}, {{20, 40 + round}, {10, 20, 30}}, 120 + 7 * round, {1e6, 3e6, 2e6, 5e6, 4e6, 6e6}};
    for (const Network& network : networks(6)) {
      expect_agreement(network, matrix_job(layout, MatrixWork::product));
      expect_agreement(network, matrix_job(layout, MatrixWork::lu));
    }
  }
}

}  // namespace
}  // namespace apportion
