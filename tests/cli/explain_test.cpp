// apportion explain: one number of an exhibit, with each reading's verdict and where it comes from.
#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

class ExplainTest : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    run("kaddoura/grid", {"processors=4,5", "columns=1000", "ratio=1", "latency=0,1000", "--samples", "20"});
  }

  [[nodiscard]] Outcome explain(std::vector<std::string> words) const {
    words.insert(words.begin(), "explain");
    words.insert(words.end(), {"--db", "a.sqlite"});
    return call(words);
  }
};

// Four equal processors on a square: the paper prints 10, which no arithmetic gives.
TEST_F(ExplainTest, SaysWhatIsPrintedAndWhatEachReadingGives) {
  const Outcome outcome = explain({"kaddoura/table4", "columns=1000", "ratio=1", "processors=4"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  for (const char* piece : {"printed 10", "rule exact", "as described", "with TILE[legacy]", "differs", "TILE",
                            "apportion replay kaddoura/grid", "revision 1, chunks of 20",
                            "experiments/kaddoura/printed.csv:372, rule exact"})
    EXPECT_THAT(outcome.out, HasSubstr(piece));
}

TEST_F(ExplainTest, JsonHasTheSameMembers) {
  const Outcome outcome = explain({"kaddoura/table4", "columns=1000", "ratio=1", "processors=5", "--format", "json"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json["row"]["printed"], 16);
  EXPECT_EQ(json["row"]["ours"], 17);
  EXPECT_EQ(json["readings"][0]["verdict"], "differs");
  EXPECT_EQ(json["readings"].size(), 2U);
  // Sample 0 is solved again; nothing is random, so that it costs what all do.
  for (const auto& algorithm : json["algorithms"]) {
    if (algorithm["sample 0"].is_null()) continue;
    EXPECT_NEAR(algorithm["sample 0"].get<double>(), algorithm["mean"].get<double>(), 1e-6);
  }
}

TEST_F(ExplainTest, AskedForTooLittleItSaysWhatTellsRowsApart) {
  expect_error({"explain", "kaddoura/table4", "ratio=1", "--db", "a.sqlite"}, 2,
               {"2 rows of kaddoura/table4 are meant", "processors=4|5"});
  expect_error({"explain", "kaddoura/table4", "processors=6", "--db", "a.sqlite"}, 2,
               {"no row with processors=6", "4, 5"});
  expect_error({"explain", "kaddoura/table4", "procesors=4", "--db", "a.sqlite"}, 2, {"did you mean processors?"});
  expect_error({"explain", "--db", "a.sqlite"}, 2, {"explain takes one exhibit"});
}

}  // namespace
}  // namespace apportion::testing_support
