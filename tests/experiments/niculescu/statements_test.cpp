// The checks of statements: those that are known to hold hold, the others fail where it can be seen by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "experiments/niculescu/counted_products.hpp"
#include "experiments/niculescu/statement.hpp"

namespace apportion::niculescu {
namespace {

constexpr Bounds small{.length = 9, .side = 5, .mapping = 3};

Verdict check(const Statement& statement) {
  RandomStream unused(0, "statements");
  return statement.solve(small, {}, unused);
}

TEST(Statements, AreKnownToHoldOrTheirSmallestCounterexampleIs) {
  const std::map<std::string, std::vector<Index>> counterexamples = {
      {"identity", {2, 1}},
      {"equal-loads-of-any-length", {4, 3}},
      {"composition-homogeneous", {1, 2, 2, 1}},
      {"composition-homogeneous-surjective", {3, 2, 4, 3}},
      {"cartesian-homogeneous", {2, 1, 3, 2}},
      {"row-of-block", {2, 1}},
      {"set-codomain", {1, 2}},
      {"communication-steps-suffice", {2, 2, 2}},
      {"occurrences-of-b", {4, 1, 1, 3, 1}},
      {"count", {1, 1, 1, 1, 2}},
      {"count-surjective", {1, 1, 2, 1, 2}},
      {"independent", {4, 1, 1, 3, 1}},
      {"square-grid-counted", {1, 2, 4}},
      {"copies", {2, 1, 1}},
      {"layer-occurrences", {1, 2, 2, 1, 2, 2}},
      {"first-stage", {1, 2, 2, 1, 2, 2}},
      {"parallel", {1, 2, 4, 1, 3, 2}},
      {"combiner", {1, 2, 3, 1, 2, 2}}};
  const std::vector<Statement>& all = Registry<Statement>::instance().algorithms();
  EXPECT_EQ(all.size(), 56U);
  for (const Statement& statement : all) {
    const Verdict verdict = check(statement);
    EXPECT_GT(verdict.cases, 0) << statement.name;
    EXPECT_LE(verdict.failures, verdict.cases) << statement.name;
    const auto known = counterexamples.find(statement.name);
    EXPECT_EQ(verdict.counterexample, known == counterexamples.end() ? std::vector<Index>{} : known->second)
        << statement.name;
    EXPECT_EQ(verdict.failures > 0, known != counterexamples.end()) << statement.name;
  }
}

TEST(Statements, ADeniedOneFailsAndAConditionedOneHolds) {
  for (const Statement& statement : Registry<Statement>::instance().algorithms()) {
    const Index failures = check(statement).failures;
    EXPECT_TRUE(statement.claim != Claim::denied || failures > 0) << statement.name;
    EXPECT_TRUE(statement.claim != Claim::condition || failures == 0) << statement.name;
  }
}

// Of a sentence that fails as printed, what amends it is a statement that holds; of one sentence there is one at most.
TEST(Statements, AmendmentsAreOfWhatFailsAsPrinted) {
  const std::vector<Statement> all = statements_in_order();
  std::set<std::string> amended;
  for (const Statement& statement : all) {
    if (statement.amends.empty()) continue;
    EXPECT_EQ(statement.claim, Claim::condition) << statement.name;
    EXPECT_TRUE(amended.insert(statement.amends).second) << statement.name;
    const auto printed = std::ranges::find(all, statement.amends, &Statement::name);
    ASSERT_NE(printed, all.end()) << statement.name;
    EXPECT_EQ(printed->claim, Claim::paper) << statement.name;
    EXPECT_LT(printed->position, statement.position) << statement.name;
    EXPECT_GT(check(*printed).failures, 0) << statement.name;
  }
  EXPECT_EQ(amended.size(), 8U);
}

// What example 3 says is refuted by sizes that Section 3 allows: M <= m, N <= n, and layers that all have something.
TEST(Statements, LayersAreJudgedBySizesOfThePaper) {
  for (const Statement& statement : statements_in_order()) {
    if (place_of(statement) != "example 3") continue;
    const std::vector<Index> sizes = check(statement).counterexample;
    if (sizes.empty()) continue;
    ASSERT_EQ(sizes.size(), 6U) << statement.name;
    EXPECT_LE(sizes[3], sizes[0]) << statement.name;
    EXPECT_LE(sizes[4], sizes[2]) << statement.name;
    EXPECT_LE(sizes[5], sizes[1]) << statement.name;
    EXPECT_GE(sizes[5], 2) << statement.name;
  }
}

TEST(LayeredSizes, AreThoseOfThePaper) {
  Index visited = 0;
  for_layered_sizes(3, 1, 3, [&](const ProductSizes& sizes) {
    EXPECT_TRUE(sizes.M <= sizes.m && sizes.N <= sizes.n && sizes.Q <= sizes.o);
    ++visited;
  });
  EXPECT_EQ(visited, 6 * 6 * 6);
}

TEST(Statements, HaveNamesAndPositionsOfTheirOwn) {
  std::map<Index, std::string> positions;
  for (const Statement& statement : Registry<Statement>::instance().algorithms()) {
    EXPECT_TRUE(positions.emplace(statement.position, statement.name).second) << statement.name;
    EXPECT_THAT(statement.checked, ::testing::HasSubstr("%d")) << statement.name;
    EXPECT_THAT(statement.counterexample, ::testing::HasSubstr("%d")) << statement.name;
  }
}

TEST(Verdict, KeepsTheCounterexampleOfTheLeastSum) {
  Verdict verdict;
  verdict.add(true, {1, 1});
  verdict.add(false, {3, 1});
  verdict.add(false, {1, 2});
  verdict.add(false, {2, 1});
  EXPECT_EQ(verdict.cases, 4);
  EXPECT_EQ(verdict.failures, 3);
  EXPECT_EQ(verdict.counterexample, (std::vector<Index>{1, 2}));
}

TEST(Mappings, AreAllVisitedOnce) {
  std::map<std::vector<Index>, int> seen;
  for_each_mapping(3, 2, [&](const std::vector<Index>& owners) { ++seen[owners]; });
  EXPECT_EQ(seen.size(), 8U);
  for (const auto& [owners, times] : seen) EXPECT_EQ(times, 1);
}

}  // namespace
}  // namespace apportion::niculescu
