// Niculescu: verdicts on the claims, one for every statement of the paper, and the statements.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "experiments/niculescu/statements.hpp"
#include "experiments/sweeps/sentences.hpp"
#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

class NiculescuClaims : public ProgramTest {
 protected:
  void run(const Words& words) const { succeed(joined({"run", "--quiet", "--db", "a.sqlite"}, words)); }
  /// The verdict of the claim with this text.
  [[nodiscard]] std::string verdict(const std::string& text) const {
    const std::string table = csv("niculescu/claims");
    const std::size_t claim = table.find(text);
    if (claim == std::string::npos) return "no such claim: " + text;
    return table.substr(claim + text.size(), table.find('\n', claim) - claim - text.size());
  }
};

TEST_F(NiculescuClaims, EveryStatementOfThePaperIsOne) {
  run({"niculescu/statements", "length=4", "side=3", "mapping=3"});
  const std::string table = csv("niculescu/claims");
  for (const engine::CheckedStatement& statement : sweeps::statements_said("niculescu")) {
    const bool is_said = statement.said == engine::Said::paper || statement.said == engine::Said::denied;
    const bool is_claim = table.find(statement.text) != std::string::npos;
    // A condition repeats the sentence that it amends.
    EXPECT_TRUE(is_claim == is_said || statement.said == engine::Said::amended) << statement.name;
  }
  EXPECT_THAT(table, AllOf(HasSubstr(",under a condition,"), Not(HasSubstr("smaller Q"))));
}

TEST_F(NiculescuClaims, AConditionCountsOnlyWhereItWasChecked) {
  run({"niculescu/statements", "--algorithms", "first-stage,partition,composition-homogeneous"});
  const std::string first_stage = "the first stage communicates nothing, a and b being stored once\"";
  EXPECT_THAT(verdict(first_stage), HasSubstr("1 not run"));
  EXPECT_THAT(verdict(first_stage), Not(HasSubstr("condition,")));
  EXPECT_THAT(verdict("partition its indices"), HasSubstr(",reproduced,0 of "));
  EXPECT_THAT(verdict("it is not so that every composition of homogeneous distributions is homogeneous"),
              HasSubstr(",reproduced,"));
  run({"niculescu/statements", "--algorithms", "first-stage-replicated"});
  EXPECT_THAT(verdict(first_stage), HasSubstr(",under a condition,"));
}

// Of 64 processes the shapes 8 x 8 and 4 x 16 were run, but not 2 x 32.
TEST_F(NiculescuClaims, NoShapeIsBestAmongSome) {
  run({"niculescu/statements", "--algorithms", "one-process"});
  run({"niculescu/shapes", "m=64", "process_rows=1,2,4,8,16", "process_columns=1,2,4,8,16"});
  EXPECT_THAT(verdict("M = N is best (as counted)\""), HasSubstr("1 of 1; 2 not run"));
  EXPECT_THAT(verdict("M = N is best (as counted)\""), Not(HasSubstr("reproduced")));
  run({"niculescu/shapes"});
  EXPECT_THAT(verdict("M = N is best (as counted)\""), HasSubstr(",reproduced,"));
  EXPECT_THAT(verdict("(which the paper leaves open)\""), HasSubstr(",reproduced,"));
}

// The paper makes both claims about a smaller Q, and only on a given M x N it is true for all communications.
TEST_F(NiculescuClaims, LayersAreJudgedInTheReadingThatTheTextHas) {
  run({"niculescu/statements", "--algorithms", "second-stage"});
  run({"niculescu/replication"});
  const std::string more_work = "a smaller Q leaves the busiest process more work (Q against 2 Q, the same ";
  EXPECT_THAT(verdict(more_work + "M x N)\""), HasSubstr(",reproduced,2.00 to 2.00"));
  EXPECT_THAT(verdict(more_work + "p)\""), HasSubstr(",cannot be judged,1.00 to 1.00"));
  EXPECT_THAT(verdict("in the second stage (Q against 2 Q, the same p)\""), HasSubstr(",cannot be judged,"));
}

}  // namespace
}  // namespace apportion::testing_support

namespace apportion::niculescu {
namespace {
using engine::CheckedStatement;

constexpr Bounds small{.length = 9, .side = 5, .mapping = 3};

CheckedCases check(const Statement& statement) {
  RandomStream unused(0, "statements");
  return statement(small, unused);
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
  const std::vector<Statement> all = statements();
  EXPECT_EQ(all.size(), 56U);
  for (const Statement& statement : all) {
    const CheckedCases checked = check(statement);
    EXPECT_GT(checked.cases, 0) << statement.name;
    EXPECT_LE(checked.failures, checked.cases) << statement.name;
    const auto known = counterexamples.find(statement.name);
    EXPECT_EQ(checked.counterexample, known == counterexamples.end() ? std::vector<Index>{} : known->second)
        << statement.name;
    EXPECT_EQ(checked.failures > 0, known != counterexamples.end()) << statement.name;
  }
}

CheckedStatement said_of(const std::string& name) {
  const std::vector<CheckedStatement> all = sweeps::statements_said("niculescu");
  return *std::ranges::find(all, name, &CheckedStatement::name);
}

TEST(Statements, ADeniedOneFailsAndAConditionedOneHolds) {
  for (const Statement& statement : statements()) {
    const Index failures = check(statement).failures;
    const engine::Said said = said_of(statement.name).said;
    EXPECT_TRUE(said != engine::Said::denied || failures > 0) << statement.name;
    EXPECT_TRUE(said != engine::Said::amended || failures == 0) << statement.name;
  }
}

// If a sentence fails as printed, its amendment holds.
TEST(Statements, AmendmentsAreOfWhatFailsAsPrinted) {
  const std::vector<Statement> all = statements();
  std::set<std::string> amended;
  for (const Statement& entry : all) {
    const CheckedStatement amendment = said_of(entry.name);
    EXPECT_EQ(amendment.amends.empty(), amendment.said != engine::Said::amended) << entry.name;
    if (amendment.amends.empty()) continue;
    amended.insert(amendment.amends);
    const auto printed = std::ranges::find(all, amendment.amends, &Statement::name);
    ASSERT_NE(printed, all.end()) << entry.name;
    EXPECT_EQ(said_of(printed->name).said, engine::Said::paper) << entry.name;
    EXPECT_LT(said_of(printed->name).position, amendment.position) << entry.name;
    EXPECT_GT(check(*printed).failures, 0) << entry.name;
  }
  EXPECT_EQ(amended.size(), 8U);
}

// Sizes that Section 3 allows refute example 3: M <= m, N <= n, and no layer is empty.
TEST(Statements, LayersAreJudgedBySizesOfThePaper) {
  for (const Statement& statement : statements()) {
    if (said_of(statement.name).place != "example 3") continue;
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
  std::map<std::int64_t, std::string> positions;
  for (const CheckedStatement& statement : sweeps::statements_said("niculescu")) {
    EXPECT_TRUE(positions.emplace(statement.position, statement.name).second) << statement.name;
    EXPECT_THAT(statement.checked, ::testing::HasSubstr("%d")) << statement.name;
    EXPECT_THAT(statement.sizes, ::testing::HasSubstr("%d")) << statement.name;
  }
}

TEST(Mappings, AreAllVisitedOnce) {
  std::map<std::vector<Index>, int> seen;
  for_each_mapping(3, 2, [&](const std::vector<Index>& owners) { ++seen[owners]; });
  EXPECT_EQ(seen.size(), 8U);
  for (const auto& [owners, times] : seen) EXPECT_EQ(times, 1);
}

}  // namespace
}  // namespace apportion::niculescu
