// Checks of the statements of Kalinov & Klimov, and states of equal pressure.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "experiments/kalinov/statements.hpp"

namespace apportion::kalinov {
namespace {

// The checks of the paper's statements: those that are known to hold hold, the others fail where it can be seen by
// hand.

CheckedCases check(const Statement& statement) {
  RandomStream stream(0, "statements");
  return statement.cases({.edge = 3, .performance = 5}, stream);
}

using Sizes = std::vector<std::int64_t>;

TEST(KalinovStatements, AreKnownToHoldOrTheirSmallestCounterexampleIs) {
  const std::map<std::string, Sizes> counterexamples = {
      {"imbalance", {1, 1, 2, 2}},  // the columns 1, 2 twice: balanced
      {"nat-formula", {2, 2}},      // l-2 takes rho_1 once instead of twice off the second column
      {"nat-underloads", {3, 3}},
      {"nat1-for-weak", {3, 3, 3}},
      {"nat2-for-powerful", {3, 3}},
      {"equal-pressures-sufficient", {1, 1, 1, 2}},  // 9/8 of the least time where both shares are a half
      {"shift-measures", {1, 1, 1, 2}}};
  const std::vector<Statement> all = statements();
  EXPECT_EQ(all.size(), 24U);
  for (const Statement& entry : all) {
    const CheckedCases checked = check(entry);
    EXPECT_GT(checked.cases, 0) << entry.name;
    const auto known = counterexamples.find(entry.name);
    EXPECT_EQ(checked.counterexample, known == counterexamples.end() ? Sizes{} : known->second) << entry.name;
    EXPECT_EQ(checked.failures > 0, known != counterexamples.end()) << entry.name;
    EXPECT_FALSE(entry.said == engine::Said::amended && checked.failures > 0) << entry.name;
  }
}

TEST(KalinovStatements, StandInTheOrderOfTheirPositions) {
  std::int64_t position = 0;
  for (const Statement& statement : statements()) EXPECT_EQ(statement.position, ++position) << statement.name;
}

TEST(Grids, AreVisitedOnceEach) {
  std::set<std::string> seen;
  int visits = 0;
  for_each_grid(3, 3, [&](const ProcessGrid& grid) {
    EXPECT_NO_THROW(require_sorted_edges(grid));
    seen.insert(spelled(grid));
    ++visits;
  });
  EXPECT_EQ(visits, 3 + 6 + 10);
  EXPECT_EQ(seen.size(), 19U);
}

TEST(NetworksOfFour, AreVisitedOnceEach) {
  std::set<Sizes> seen;
  int visits = 0;
  for_each_network_of_four(4, [&](const Sizes& performances) {
    seen.insert(performances);
    ++visits;
  });
  EXPECT_EQ(visits, 35);  // multisets of 4 of 4
  EXPECT_EQ(seen.size(), 35U);
}

void for_each_case(const std::function<void(const FourPerformances&)>& visit) {
  for_each_network_of_four(6, [&visit](const std::vector<std::int64_t>& whole) {
    const std::vector<double> p = as_performances(whole);
    visit({p[0], p[1], p[2], p[3]});
    visit({p[3], p[0], p[2], p[1]});  // no mapping of the paper's
  });
}

double least_by_search(const FourPerformances& performances) {
  constexpr int steps = 60;
  double least = time_of(performances, {0.5, 0.5});
  for (int i = 1; i < steps; ++i)
    for (int j = 1; j < steps; ++j)
      least = std::min(least, time_of(performances, {static_cast<double>(i) / steps, static_cast<double>(j) / steps}));
  return least;
}

TEST(EqualPressures, AreEqualAllAlongTheCurve) {
  for_each_case([](const FourPerformances& performances) {
    for (const double position : {0.0, 0.2, 0.5, 0.9, 1.0})
      EXPECT_LT(pressure_gap(performances, equal_pressures(performances, position)), 1e-12) << position;
  });
}

TEST(EqualPressures, HaveTheLeastTimeAtAnEnd) {
  for_each_case([](const FourPerformances& performances) {
    const double least = time_of(performances, fastest_shares(performances));
    EXPECT_LE(least, least_by_search(performances) * (1 + 1e-12));
    const double at_ends = std::min(time_of(performances, equal_pressures(performances, 0)),
                                    time_of(performances, equal_pressures(performances, 1)));
    EXPECT_NEAR(at_ends, least, 1e-12 * least);
  });
}

// By hand: 1 over 1 + u + v + uv with uv = 1/12, u from 1/10 to 11/12. At u = v = sqrt(1/12) it is greatest.
TEST(EqualPressures, CanHaveAnInteriorMaximum) {
  const FourPerformances performances = {1, 10, 11, 12};
  const double least = time_of(performances, fastest_shares(performances));
  EXPECT_NEAR(least, 1 / 12.0 / (1 + 11 / 12.0 + 1 / 11.0 + 1 / 12.0), 1e-15);
  double greatest = 0;
  for (int step = 0; step <= 1000; ++step)
    greatest = std::max(greatest, time_of(performances, equal_pressures(performances, step / 1000.0)));
  EXPECT_NEAR(greatest / least, 1.2590, 1e-4);
  EXPECT_GT(greatest, 1.07 * time_of(performances, equal_pressures(performances, 0)));
  EXPECT_GT(greatest, 1.25 * time_of(performances, equal_pressures(performances, 1)));
}

TEST(PressureGap, IsThatOfTheSlices) {
  // Times 1/4, 1/4, 1/4 and 1/8; every slice has one of 1/4.
  EXPECT_EQ(pressure_gap({1, 1, 1, 2}, {0.5, 0.5}), 0);
  // Slice 1 of dimension 0 has 1/8 and 1/16 only.
  EXPECT_EQ(pressure_gap({1, 2, 1, 4}, {0.5, 0.5}), 0.5);
}

}  // namespace
}  // namespace apportion::kalinov
