// SNRRP and NRRP: square corners, the proven factor, and the recursion without shortcuts.
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/random/uniform_int_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>
#include <cmath>
#include <numeric>
#include <vector>

#include "tests/support/rectangles.hpp"

namespace apportion {
namespace {

RectangleSolution solve_for(const char* name, const std::vector<double>& speeds, double columns, double latency = 0) {
  return solve(name, {{1, columns}, {speeds, {}}, latency});
}

// Becker and Lastovetsky 2006: from 3:1 on the slower one is a square in a corner.
TEST(SquareCorner, IsFoundForTwoProcessors) {
  for (const double ratio : {3.0, 3.1, 4.0, 9.0, 99.0, 9999.0}) {
    const double side = std::sqrt(1 / (ratio + 1));
    for (const char* name : {"SNRRP", "NRRP"}) {
      const RectangleSolution solution = solve_for(name, {1, ratio}, 1);
      EXPECT_NEAR(solution.claimed_acost, 2 * side, 1e-12) << name << " " << ratio;
      if (ratio == 3) continue;  // costs what the straight cut costs
      const Rect& slower = solution.decomposition.parts[0];
      EXPECT_NEAR(slower.rows, side, 1e-12);
      EXPECT_NEAR(slower.columns, side, 1e-12);
      EXPECT_NEAR(std::min(slower.row, 1 - slower.row_end()), 0, 1e-12);
      EXPECT_NEAR(std::min(slower.column, 1 - slower.column_end()), 0, 1e-12);
      ASSERT_EQ(solution.decomposition.further.size(), 1U);
      EXPECT_EQ(solution.decomposition.further[0].processor, 1U);
    }
  }
}

TEST(SquareCorner, IsNotTakenByNrrpWhereTheStraightCutIsShorter) {
  const double corner = 2 * std::sqrt(1 / 3.5);
  EXPECT_NEAR(solve_for("SNRRP", {2.5, 1}, 1).claimed_acost, corner, 1e-12);
  EXPECT_NEAR(solve_for("NRRP", {2.5, 1}, 1).claimed_acost, 1, 1e-12);
  // From a third of the array on both cut: 1/(3 rho) on a square.
  EXPECT_NEAR(solve_for("SNRRP", {2, 1}, 1).claimed_acost, 1, 1e-12);
  EXPECT_TRUE(solve_for("SNRRP", {2, 1}, 1).decomposition.further.empty());
}

TEST(Snrrp, HalvesTheSquareOfTheOthers) {
  const double side = std::sqrt(0.2);
  EXPECT_NEAR(solve_for("SNRRP", {8, 1, 1}, 1).claimed_acost, 3 * side, 1e-12);
}

// Beyond 1:3 there is no L: the prefix nearest one half is always cut off.
TEST(Snrrp, CutsLongArrays) {
  const RectangleSolution solution = solve_for("SNRRP", {99, 1}, 3.5);
  EXPECT_NEAR(solution.claimed_acost, 1, 1e-12);
  EXPECT_TRUE(solution.decomposition.further.empty());
}

double root_mean(const std::vector<double>& speeds, double columns) {
  const double sum = std::accumulate(speeds.begin(), speeds.end(), 0.0);
  double squares = 0;
  for (const double speed : speeds) squares += 2 * std::sqrt(speed / sum * columns);
  return squares;
}

double factor(const char* name, const std::vector<double>& speeds, double columns) {
  return (solve_for(name, speeds, columns).claimed_acost + 1 + columns) / root_mean(speeds, columns);
}

struct Worst {
  double factor = 0;
  std::vector<double> speeds;
  double columns = 1;
};

// Weights of any spread on arrays of up to 1:3.
Worst random_instance(RandomStream& stream) {
  boost::random::uniform_real_distribution<double> unit(0, 1);
  const auto p = boost::random::uniform_int_distribution<int>(2, 20)(stream);
  const double decades = 5 * unit(stream);
  Worst drawn;
  for (int i = 0; i < p; ++i) drawn.speeds.push_back(std::pow(10.0, decades * unit(stream)));
  drawn.columns = 1 + 2 * unit(stream);
  return drawn;
}

Worst changed(Worst instance, RandomStream& stream) {
  boost::random::uniform_real_distribution<double> unit(0, 1);
  const auto last = static_cast<int>(instance.speeds.size()) - 1;
  const auto victim = static_cast<std::size_t>(boost::random::uniform_int_distribution<int>(0, last)(stream));
  const double most = *std::ranges::max_element(instance.speeds);
  const double change = std::pow(10.0, 2 * std::pow(unit(stream) - 0.5, 3));
  instance.speeds[victim] = std::max(instance.speeds[victim] * change, 1e-5 * most);
  instance.columns = std::clamp(instance.columns + 0.2 * std::pow(unit(stream) - 0.5, 3), 1.0, 3.0);
  return instance;
}

// 50 000 drawn instances, and 50 000 on the way uphill from the worst of them.
Worst worst_found(const char* name) {
  std::vector<Worst> found;
  RandomStream stream(8, "worst factor");
  for (int sample = 0; sample < 50'000; ++sample) {
    Worst drawn = random_instance(stream);
    drawn.factor = factor(name, drawn.speeds, drawn.columns);
    found.push_back(std::move(drawn));
  }
  std::ranges::sort(found, std::ranges::greater(), &Worst::factor);
  Worst worst = found.front();
  for (std::size_t climb = 0; climb < 25; ++climb) {
    Worst here = found[climb];
    for (int step = 0; step < 2000; ++step) {
      Worst next = changed(here, stream);
      next.factor = factor(name, next.speeds, next.columns);
      if (next.factor >= here.factor) here = std::move(next);
    }
    if (here.factor > worst.factor) worst = std::move(here);
  }
  return worst;
}

TEST(Snrrp, KeepsItsProvenFactor) {
  const Worst worst = worst_found("SNRRP");
  RecordProperty("worst_per_mille", static_cast<int>(1000 * worst.factor));
  EXPECT_LE(worst.factor, std::sqrt(1.5));
  // The search finds what is bad: random instances stay far below.
  EXPECT_GE(worst.factor, 1.17);
}

// The choice of NRRP between the L and the straight cut, by trying both everywhere, to the end. Areas descend.
double plain_nrrp(const std::vector<double>& areas, double width, double height) {
  if (areas.size() == 1) return 0;
  const double longer = std::max(width, height);
  const double shorter = std::min(width, height);
  const double sum = std::accumulate(areas.begin(), areas.end(), 0.0);
  const auto share_of_first = [&](std::size_t k) {
    return std::accumulate(areas.begin(), areas.begin() + static_cast<std::ptrdiff_t>(k), 0.0) / sum;
  };
  const auto cut_after = [&](std::size_t k) {
    const double share = share_of_first(k);
    const auto middle = areas.begin() + static_cast<std::ptrdiff_t>(k);
    return shorter + plain_nrrp({areas.begin(), middle}, longer * share, shorter) +
           plain_nrrp({middle, areas.end()}, longer * (1 - share), shorter);
  };
  std::size_t nearest = 1;
  for (std::size_t k = 2; k < areas.size(); ++k)
    if (std::abs(share_of_first(k) - 0.5) < std::abs(share_of_first(nearest) - 0.5)) nearest = k;
  const double share = share_of_first(nearest);
  if (longer > 3 * shorter || std::min(share, 1 - share) >= shorter / (3 * longer)) return cut_after(nearest);
  const double side = std::sqrt((1 - share_of_first(1)) * longer * shorter);
  return std::min(2 * side + plain_nrrp({areas.begin() + 1, areas.end()}, side, side), cut_after(1));
}

TEST(Nrrp, IsTheRecursionOverBothChoices) {
  int with_corners = 0;
  for (int sample = 0; sample < 3000; ++sample) {
    RandomStream stream(9, "nrrp " + std::to_string(sample));
    Worst drawn = random_instance(stream);
    std::ranges::sort(drawn.speeds, std::ranges::greater());
    drawn.speeds.resize(std::min<std::size_t>(drawn.speeds.size(), 12));
    const double columns = sample % 10 == 0 ? 5 * drawn.columns : drawn.columns;
    const RectangleSolution solution = solve_for("NRRP", drawn.speeds, columns);
    ASSERT_NEAR(solution.claimed_acost, plain_nrrp(drawn.speeds, columns, 1), 1e-9) << sample;
    with_corners += solution.decomposition.further.empty() ? 0 : 1;
  }
  EXPECT_GT(with_corners, 300);
}

TEST(Nrrp, CostsNoMoreThanSnrrp) {
  for (int sample = 0; sample < 2000; ++sample) {
    RandomStream stream(10, "nrrp " + std::to_string(sample));
    const Worst drawn = random_instance(stream);
    ASSERT_LE(solve_for("NRRP", drawn.speeds, drawn.columns).claimed_acost,
              solve_for("SNRRP", drawn.speeds, drawn.columns).claimed_acost + 1e-8)
        << sample;
  }
}

// Each of the first ones dominates what follows, so that trials nest; there must be an end of them.
TEST(Nrrp, TrialsAreLimited) {
  std::vector<double> speeds(100'000, 1);
  double weight = 4e5;
  for (std::size_t i = 0; i < 3; ++i, weight *= 5) speeds[i] = weight;
  for (const char* name : {"SNRRP", "NRRP"}) {
    const RectangleSolution solution = solve_for(name, speeds, 1);
    EXPECT_NEAR(solution.claimed_acost / acost(solution.decomposition), 1, 1e-9) << name;
  }
}

}  // namespace
}  // namespace apportion
