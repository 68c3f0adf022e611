// The verdicts on the paper's claims: readable, and only where everything that they speak of was run.
#include <gmock/gmock.h>

#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class ChatterjeeVerdicts : public ProgramTest {
 protected:
  void run(const std::vector<std::string>& words) const {
    std::vector<std::string> all{"run", "--quiet", "--db", "a.sqlite"};
    all.insert(all.end(), words.begin(), words.end());
    const Outcome outcome = call(all);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
  }
  [[nodiscard]] std::string shown(const std::string& exhibit) const {
    return call({"show", exhibit, "--format", "csv", "--db", "a.sqlite"}).out;
  }
};

TEST_F(ChatterjeeVerdicts, OperationCountsAreJudgedLeastWithLeastAndGreatestWithGreatest) {
  run({"chatterjee/reliability", "--samples", "20"});
  const std::string table = shown("chatterjee/operations");
  EXPECT_THAT(table, HasSubstr("ladder,operation count of NL"));
  // Of 2.7e6 printed operations at the greatest there is not a tenth; at the least, there is.
  for (const std::string graph : {"two-zone", "adi"}) {
    const std::size_t start = table.find(graph + ",operation count of NL");
    ASSERT_NE(start, std::string::npos);
    EXPECT_THAT(table.substr(start, table.find('\n', start) - start), HasSubstr(",differs")) << graph;
  }
  EXPECT_THAT(table, HasSubstr(",same magnitude"));
}

TEST_F(ChatterjeeVerdicts, GraphsThatWereRunInPartHaveNone) {
  run({"chatterjee/reliability", "setting=ladder,adi:10", "--samples", "5"});
  const std::string counts = shown("chatterjee/operations");
  EXPECT_THAT(counts,
              AllOf(HasSubstr(",same magnitude"), HasSubstr("adi,operation count of CC"), Not(HasSubstr("differs"))));
  const std::string adi = counts.substr(counts.find("adi,operation count of CC"));
  EXPECT_THAT(adi, Not(HasSubstr("same magnitude")));
  const std::string table = shown("chatterjee/reliability");
  EXPECT_THAT(table, AllOf(HasSubstr("CC finds the optimum,reproduced"), HasSubstr("NL finds the optimum,reproduced"),
                           HasSubstr("NL gets stuck from some starts,not reproduced")));
}

TEST_F(ChatterjeeVerdicts, OnlyAllPairsJudgeRedistribution) {
  run({"chatterjee/redistribution", "rows=64", "columns=64", "processors=4,32"});
  const std::string table = shown("chatterjee/redistribution");
  EXPECT_THAT(table, AllOf(HasSubstr("64 x 64,4,all-pairs,105,"), HasSubstr(",not reproduced\n"),
                           HasSubstr(",mostly reproduced\n")));
  const std::size_t start = table.find("64 x 64,4,same-grid,");
  EXPECT_EQ(table.at(table.find('\n', start) - 1), ',');
}

TEST_F(ChatterjeeVerdicts, LemmasAreNamedInWords) {
  run({"chatterjee/lemmas", "--samples", "20"});
  EXPECT_THAT(shown("chatterjee/lemmas"),
              AllOf(HasSubstr("Lemma 1: "), HasSubstr("Lemma 3, repeated: "), Not(HasSubstr("lemma1"))));
}

}  // namespace
}  // namespace apportion::testing_support
