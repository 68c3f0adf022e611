// The verdicts on the paper's claims: one for every statement of the paper, and only where all that it speaks of was
// run.
#include "experiments/niculescu/statements.hpp"
#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

class NiculescuClaims : public ProgramTest {
 protected:
  void run(const Words& words) const { succeed(joined({"run", "--quiet", "--db", "a.sqlite"}, words)); }
  /// What follows the claim with that text.
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
  for (const niculescu::Statement& statement : niculescu::statements()) {
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

// Of a smaller Q the paper says both, and only on a given M x N it is true of all that communicates.
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
