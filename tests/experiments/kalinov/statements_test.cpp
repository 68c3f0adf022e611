// The checks of the paper's statements: those that are known to hold hold, the others fail where it can be seen by
// hand.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "experiments/kalinov/statement.hpp"

namespace apportion::kalinov {
namespace {

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

}  // namespace
}  // namespace apportion::kalinov
