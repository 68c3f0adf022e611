// Groups of processors by their routes.
#include "sim/network/network.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace apportion {
namespace {

// "((0 1) (2 3 4))"
std::string text_of(const ProcessorGroup& group) {
  std::string text;
  for (const ProcessorGroup& each : group.groups) text += (text.empty() ? "" : " ") + text_of(each);
  if (group.groups.empty())
    for (const std::size_t processor : group.processors) text += (text.empty() ? "" : " ") + std::to_string(processor);
  return "(" + text + ")";
}

TEST(ProcessorGroups, AreThoseThatAreJoinedByNarrowLinks) {
  EXPECT_EQ(text_of(groups_of(two_level({2, 3}, 1e8, 1e7, 0))), "((0 1) (2 3 4))");
  EXPECT_EQ(text_of(groups_of(two_level({1, 1, 2}, 1e8, 1e7, 0))), "((0) (1) (2 3))");
  EXPECT_EQ(text_of(groups_of(named_network("two-level", 16, {}))), "((0 1 2 3) (4 5 6 7) (8 9 10 11) (12 13 14 15))");
}

// A link shared by several processors gives each as little as a narrow one.
TEST(ProcessorGroups, AreThoseThatShareALinkWhateverItsBandwidth) {
  EXPECT_EQ(text_of(groups_of(fat_tree({4, 4}, 1e8, 4))), "((0 1 2 3) (4 5 6 7))");
  EXPECT_EQ(text_of(groups_of(two_level({4, 4}, 1e8, 1e8, 0))), "((0 1 2 3) (4 5 6 7))");
}

TEST(ProcessorGroups, AreThoseThatAreNearWhereBandwidthsSayNothing) {
  Network network = crossbar({1e8, 1e8, 1e8, 1e8});
  for (std::size_t from = 0; from < 4; ++from)
    for (std::size_t to = 0; to < 4; ++to)
      if (from % 2 != to % 2) network.links[network.route(from, to).front()].latency = 1e-5;
  EXPECT_EQ(text_of(groups_of(network)), "((0 2) (1 3))");
}

TEST(ProcessorGroups, AreOneWhereAllProcessorsAreJoinedAlike) {
  for (const char* name : {"bus", "star", "backbone", "crossbar"})
    EXPECT_EQ(text_of(groups_of(named_network(name, 4, {}))), "(0 1 2 3)") << name;
}

// Two racks of two nodes of two processors: links of the racks are the narrowest.
TEST(ProcessorGroups, AreFoundAtEveryLevel) {
  Network network{.processors = 8, .links = {}, .routes = std::vector<std::vector<std::uint32_t>>(64)};
  const auto link = [&](const std::string& name, double bandwidth) {
    network.links.push_back({name, bandwidth});
    return static_cast<std::uint32_t>(network.links.size() - 1);
  };
  std::vector<std::uint32_t> own;
  std::vector<std::uint32_t> of_node;
  std::vector<std::uint32_t> of_rack;
  for (int i = 0; i < 8; ++i) own.push_back(link("p" + std::to_string(i), 1e9));
  for (int i = 0; i < 4; ++i) of_node.push_back(link("n" + std::to_string(i), 1e8));
  for (int i = 0; i < 2; ++i) of_rack.push_back(link("r" + std::to_string(i), 1e7));
  for (std::size_t from = 0; from < 8; ++from)
    for (std::size_t to = 0; to < 8; ++to) {
      if (from == to) continue;
      std::vector<std::uint32_t>& route = network.routes[from * 8 + to];
      route = {own[from], own[to]};
      if (from / 2 != to / 2) route.insert(route.end(), {of_node[from / 2], of_node[to / 2]});
      if (from / 4 != to / 4) route.insert(route.end(), {of_rack[from / 4], of_rack[to / 4]});
    }
  validate(network);
  EXPECT_EQ(text_of(groups_of(network)), "(((0 1) (2 3)) ((4 5) (6 7)))");
}

TEST(ProcessorGroups, AreThoseThatHaveRoutes) {
  Network network = crossbar({1e8, 1e8, 1e8, 1e8});
  for (std::size_t from = 0; from < 4; ++from)
    for (std::size_t to = 0; to < 4; ++to)
      if (from / 2 != to / 2) network.routes[from * 4 + to].clear();
  EXPECT_EQ(text_of(groups_of(network)), "((0 1) (2 3))");
}

}  // namespace
}  // namespace apportion
