// The checks of statements: those that are known to hold hold, the others fail where it can be seen by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "experiments/niculescu/statement.hpp"

namespace apportion::niculescu {
namespace {

constexpr Bounds small{.length = 9, .side = 4, .mapping = 3};

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
      {"row-of-block", {2, 1}},
      {"set-codomain", {1, 2}},
      {"count", {1, 1, 1, 1, 2}},
      {"count-surjective", {1, 1, 2, 1, 2}},
      {"independent", {1, 1, 4, 1, 3}},
      {"square-grid-counted", {1, 2, 4}},
      {"first-stage", {1, 1, 2, 1, 2, 1}},
      {"combiner", {1, 1, 1, 1, 2, 2}}};
  const std::vector<Statement>& all = Registry<Statement>::instance().algorithms();
  EXPECT_EQ(all.size(), 31U);
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
