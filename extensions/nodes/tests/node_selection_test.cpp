// The selection of nodes, beside all sets of them.
#include "extensions/nodes/algorithms/node_selection.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "sim/random_stream.hpp"

namespace apportion {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double unusable = std::numeric_limits<double>::infinity();

double drawn_share(RandomStream& stream) { return static_cast<double>(stream() % 1000 + 1) / 1000; }

// Computing in proportion to speeds, and messages of all nodes if there are several, some of them far away.
NodeJob job_on(const std::vector<double>& speeds, const std::vector<double>& messages) {
  const auto time_of = [speeds, messages](const NodeSet& nodes) {
    double speed = 0;
    double sent = 0;
    for (const std::size_t node : nodes) {
      speed += speeds[node];
      sent += messages[node];
    }
    return 1 / speed + (nodes.size() == 1 ? 0 : sent);
  };
  return {speeds, time_of, 1};
}

NodeJob random_job(std::uint64_t sample) {
  RandomStream stream(sample, "nodes");
  std::vector<double> speeds(1 + stream() % most_nodes_for_all_sets);
  std::vector<double> messages(speeds.size());
  std::ranges::generate(speeds, [&] { return drawn_share(stream); });
  const double far = drawn_share(stream);
  std::ranges::generate(messages, [&] { return 0.3 * far * drawn_share(stream); });
  return job_on(speeds, messages);
}

// The least time of all sets that contain the kept ones, by size; infinity for a size without a set.
std::vector<double> least_times(const NodeJob& job) {
  std::vector<double> least(job.speeds.size() + 1, unusable);
  for (std::size_t bits = 1; bits < std::size_t{1} << job.speeds.size(); ++bits) {
    NodeSet nodes;
    for (std::size_t node = 0; node < job.speeds.size(); ++node)
      if ((bits >> node & 1U) != 0) nodes.push_back(node);
    if (std::ranges::includes(nodes, job.kept)) least[nodes.size()] = std::min(least[nodes.size()], job.time_of(nodes));
  }
  return least;
}

TEST(NodeSelection, EqualsAllSetsForEachNumberOfNodes) {
  for (std::uint64_t sample = 0; sample < 60; ++sample) {
    NodeJob job = random_job(sample);
    if (sample % 3 == 0) job.kept = {job.speeds.size() / 2};
    const std::vector<double> least = least_times(job);
    const std::vector<TimedNodes> found = fastest_nodes(job).fastest;
    ASSERT_EQ(found.size(), job.speeds.size()) << sample;
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(found[i].seconds, least[found[i].nodes.size()]) << sample;
      EXPECT_LE(found.front().seconds, found[i].seconds) << sample;
    }
    EXPECT_LE(exchanged_nodes(job).fastest.front().seconds, 1.05 * found.front().seconds) << sample;
  }
}

TEST(NodeSelection, TimesOnlyWhatCanBeFaster) {
  NodeJob job = job_on({8, 7, 6, 5, 4, 3, 2, 1}, std::vector<double>(8, 1e-6));
  std::size_t timed = 0;
  job.time_of = [&timed, time_of = job.time_of](const NodeSet& nodes) {
    ++timed;
    return time_of(nodes);
  };
  EXPECT_THAT(fastest_nodes(job).fastest.front().nodes, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
  EXPECT_LT(timed, 20U);
}

// The first three by speed would be the best prefix, but the second of them is far away.
TEST(NodeSelection, ExchangesAFastNodeThatIsFarAway) {
  NodeJob job = job_on({1, 5, 4, 3, 1}, {0.01, 0.01, 1, 0.01, 0.5});
  EXPECT_THAT(exchanged_nodes(job).fastest.front().nodes, ElementsAre(0, 1, 3));
  job.kept = {4};
  EXPECT_THAT(exchanged_nodes(job).fastest.front().nodes, ElementsAre(0, 1, 3, 4));
}

TEST(NodeSelection, LeavesOutSetsThatCannotBeUsed) {
  NodeJob job = job_on({3, 2, 1}, {0, 0, 0});
  job.time_of = [time_of = job.time_of](const NodeSet& nodes) { return nodes.size() < 2 ? unusable : time_of(nodes); };
  EXPECT_EQ(fastest_nodes(job).fastest.size(), 2U);
  job.time_of = [](const NodeSet&) { return unusable; };
  EXPECT_THAT(fastest_nodes(job).fastest, IsEmpty());
  EXPECT_THAT(exchanged_nodes(job).fastest, IsEmpty());
}

// Ten thousand nodes: without a limit there are 25 million exchanges a round.
TEST(NodeSelection, EndsAfterTheWorkThatIsAllowed) {
  RandomStream stream(1, "many nodes");
  std::vector<double> speeds(10000);
  std::ranges::generate(speeds, [&] { return drawn_share(stream); });
  NodeJob job = job_on(speeds, std::vector<double>(speeds.size(), 1e-9));
  std::size_t nodes_timed = 0;
  std::size_t greatest = 0;
  job.time_of = [&, time_of = job.time_of](const NodeSet& nodes) {
    nodes_timed += nodes.size();
    greatest = std::max(greatest, nodes.size());
    return time_of(nodes);
  };
  const NodeSelection found = fastest_nodes(job);
  EXPECT_FALSE(found.is_complete);
  EXPECT_GT(found.fastest.size(), 1U);
  EXPECT_EQ(greatest, speeds.size());
  EXPECT_LE(nodes_timed, static_cast<std::size_t>(job.most_work) + speeds.size());

  job = job_on({8, 7, 6, 5, 4, 3, 2, 1}, std::vector<double>(8, 1e-6));
  EXPECT_TRUE(fastest_nodes(job).is_complete);
  EXPECT_TRUE(exchanged_nodes(job).is_complete);
  job.most_work = 20;  // the eight, and every fourth of the numbers below
  EXPECT_FALSE(fastest_nodes(job).is_complete);
  EXPECT_FALSE(exchanged_nodes(job).is_complete);
}

}  // namespace
}  // namespace apportion
