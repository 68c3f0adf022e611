// The verdicts on the paper's claims: readable, and only if everything that they concern was run.
#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

class ChatterjeeVerdicts : public ProgramTest {
 protected:
  void run(const Words& words) const { succeed(joined({"run", "--quiet", "--db", "a.sqlite"}, words)); }
  // The table lists the reliability of CC and NL, so that it is shown if any of that was run.
  [[nodiscard]] std::string claims() const {
    run({"chatterjee/reliability", "setting=ladder", "--samples", "1", "--algorithms", "algorithm1-cc[paper]"});
    return csv("chatterjee/claims");
  }
};

TEST_F(ChatterjeeVerdicts, OperationCountsAreJudgedLeastWithLeastAndGreatestWithGreatest) {
  run({"chatterjee/reliability", "--samples", "20"});
  const std::string table = csv("chatterjee/operations");
  EXPECT_THAT(table, HasSubstr("ladder,operation count of NL"));
  // At the greatest, fewer than a tenth of the 2.7e6 printed operations are counted; at the least, more.
  for (const std::string graph : {"two-zone", "adi"}) {
    SCOPED_TRACE(graph);
    const std::size_t start = table.find(graph + ",greatest operation count of NL");
    ASSERT_NE(start, std::string::npos);
    EXPECT_THAT(table.substr(start, table.find('\n', start) - start), HasSubstr(",differs")) << graph;
  }
  EXPECT_THAT(table, testing::ContainsRegex(
                         "two-zone,least operation count of NL,[^\n]*,same magnitude,experiments/chatterjee"));
}

TEST_F(ChatterjeeVerdicts, GraphsThatWereRunInPartHaveNone) {
  run({"chatterjee/reliability", "setting=ladder,adi:10", "--samples", "5"});
  const std::string counts = csv("chatterjee/operations");
  EXPECT_THAT(counts,
              AllOf(HasSubstr(",same magnitude"), HasSubstr("adi,operation count of CC"), Not(HasSubstr("differs"))));
  const std::string adi = counts.substr(counts.find("adi,operation count of CC"));
  EXPECT_THAT(adi, Not(HasSubstr("same magnitude")));
  const std::string claims = csv("chatterjee/claims");
  EXPECT_THAT(claims, AllOf(HasSubstr("ladder: NL finds the optimum,\"not judged, needs 100 samples\","),
                            HasSubstr("ADI: NL occasionally fails to find the optimum,,\"0.0 to"),
                            HasSubstr("0 of 1; 2 not run"), Not(HasSubstr("two zones: NL"))));
}

// No pair moves much more than 1 - 1/P of the array: with four processors 9/10 would be impossible.
TEST_F(ChatterjeeVerdicts, RedistributionIsHeldAgainstWhatCanMove) {
  run({"chatterjee/redistribution", "rows=64", "columns=64", "processors=4,32"});
  EXPECT_THAT(csv("chatterjee/redistribution"),
              AllOf(HasSubstr("64 x 64,4,all-pairs,105,"), HasSubstr(",0.75,0.75,74.3,")));
  EXPECT_THAT(claims(), HasSubstr("2 of 2; 22 not run"));
  run({"chatterjee/redistribution"});
  EXPECT_THAT(claims(),
              AllOf(HasSubstr("every change of distribution moves about the whole array,not reproduced,"),
                    HasSubstr("a change of distribution moves about the whole array on average,reproduced,")));
}

TEST_F(ChatterjeeVerdicts, StatementsThatAreCheckedSayHowOften) {
  run({"chatterjee/loads", "size=4"});
  run({"chatterjee/lemmas", "--samples", "20"});
  // A counterexample needs no further samples.
  EXPECT_THAT(claims(), AllOf(HasSubstr("Lemma 1: a set that is costly to cut is optimally static,\"not judged, needs"),
                              HasSubstr("effective number of processors,under a condition,")));
  run({"chatterjee/lemmas", "--samples", "100"});
  EXPECT_THAT(claims(), AllOf(HasSubstr("Lemma 1: a set that is costly to cut is optimally static,reproduced,0 of "),
                              HasSubstr("equation (3) is equation (2) but for a constant,reproduced,0 of "),
                              HasSubstr("effective number of processors,under a condition,")));
}

TEST_F(ChatterjeeVerdicts, CurvesAndDivisionsAreJudgedAtEveryRho) {
  run({"chatterjee/two-zone", "chatterjee/adi", "chatterjee/division", "chatterjee/quantities", "chatterjee/ladder"});
  const std::string table = claims();
  for (const char* claim :
       {"Figure 4: the optimum is the less of 2000 rho + 7e6 and 8e6,reproduced,",
        "Figure 5: Algorithm 1 with CC finds it for every rho from 10 to 70,reproduced,832 to 1312,61 of 61",
        "two zones: CC divides down the middle for every rho,reproduced,at 20 of 20 values of rho",
        R"(from rho = 500 on, and not below",reproduced,)",
        R"(both together do",reproduced,"207 and 206, together 146, optimum 146")"})
    EXPECT_THAT(table, HasSubstr(claim));
  EXPECT_THAT(csv("chatterjee/quantities"),
              AllOf(HasSubstr("two-zone,mincut,2000,2000,exact"), Not(HasSubstr("differs"))));
}

// NL needs more steps on larger graphs.
TEST_F(ChatterjeeVerdicts, ExponentsAreFitted) {
  run({"chatterjee/growth", "--samples", "2"});
  const std::string table = claims();
  EXPECT_THAT(table, AllOf(HasSubstr("a partition by CC costs O(n^3),reproduced,"),
                           HasSubstr("a partition by NL costs O(n^3),not reproduced,")));
}

TEST_F(ChatterjeeVerdicts, ExponentsNeedAllSizes) {
  run({"chatterjee/growth", "nodes=6,12", "--samples", "2"});
  EXPECT_THAT(claims(), Not(HasSubstr("O(n^3)")));
}

}  // namespace
}  // namespace apportion::testing_support
