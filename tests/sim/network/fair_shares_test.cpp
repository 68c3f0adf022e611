// Max-min fair rates against progressive filling of all links from the start.
#include "sim/network/fair_shares.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/random/uniform_int_distribution.hpp>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include "sim/random_stream.hpp"

namespace apportion {
namespace {

using Route = std::vector<std::uint32_t>;
using Routes = std::map<std::uint32_t, Route>;  // of the flows that there are

// Raises all rates together, and stops those on the link that is full first, until no flow is left.
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

// Flows come and go, and after each change their rates are those of filling from the start.
void expect_fair(FairShares shares, const std::vector<double>& capacities, const std::vector<Route>& routes,
                 int changes, RandomStream& stream) {
  const auto most_flows = static_cast<std::uint32_t>(routes.size());
  Routes flows;
  for (int change = 0; change < changes; ++change) {
    // One change or several before rates are asked for.
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

// Many links are a heap, few are not.
TEST(FairShares, AreThoseOfFillingWhereManyLinksHangTogether) {
  RandomStream stream(3, "many links");
  for (int k = 0; k < 3; ++k) {
    SCOPED_TRACE(k);
    expect_fair(100, 40, 30, stream);
  }
}

// A link that all flows cross is now the bottleneck of all of them, and now of some.
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
    expect_fair(FairShares(capacities, routes.size(), 0), capacities, routes, 60, stream);
  }
}

TEST(FairShares, AreOneRateWhereAllFlowsHaveOneBottleneck) {
  const std::vector<Route> routes = {{0, 1}, {0}, {0, 1}};
  FairShares shares({6, 5}, routes.size(), 0);
  shares.add(0, routes[0]);
  shares.add(1, routes[1]);
  EXPECT_TRUE(shares.update().empty());
  EXPECT_EQ(shares.common_rate(), 3);
  shares.remove(1);
  static_cast<void>(shares.update());
  EXPECT_EQ(shares.common_rate(), std::nullopt);
  EXPECT_EQ(shares.rate(0), 5);
  shares.add(1, routes[1]);
  shares.add(2, routes[2]);
  static_cast<void>(shares.update());
  EXPECT_EQ(shares.rate(0), 2);
  EXPECT_EQ(shares.common_rate(), 2);
}

TEST(FairShares, LookOnlyAtWhatAChangeReaches) {
  const std::vector<Route> routes = {{0}, {0, 1}, {2}};
  FairShares shares({10, 2, 5}, 3);
  for (std::uint32_t flow = 0; flow < 3; ++flow) shares.add(flow, routes[flow]);
  EXPECT_EQ(shares.update().size(), 3U);
  EXPECT_EQ(shares.rate(0), 8);
  EXPECT_EQ(shares.rate(1), 2);
  // Flow 1 is slower than the one that ends, and flow 2 uses no link of it.
  shares.remove(0);
  EXPECT_TRUE(shares.update().empty());
  EXPECT_EQ(shares.rate(1), 2);
}

}  // namespace
}  // namespace apportion
