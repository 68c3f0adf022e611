// A paper's exhibit shows the paper's grid, whatever else was run beside it.
#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

class PapersGridTest : public ProgramTest {
 protected:
  [[nodiscard]] Outcome show(std::vector<std::string> words) const {
    words.insert(words.begin(), "show");
    words.insert(words.end(), {"--db", "a.sqlite"});
    return call(words);
  }
};

TEST_F(PapersGridTest, OtherPointsAreInExhibitsOfOnesOwnOnly) {
  run("kaddoura/grid", {"processors=4,5", "columns=1000", "ratio=1,2", "--samples", "20"});
  const std::vector<std::string> tables{"kaddoura/table2",   "kaddoura/table3",      "kaddoura/table7",
                                        "kaddoura/fidelity", "kaddoura/unexplained", "kaddoura/claims"};
  std::vector<std::string> before;
  for (const std::string& table : tables) before.push_back(show({table, "--format", "csv"}).out);
  // Beside the grid: processors, ratios, latencies and shapes that no paper has.
  run("kaddoura/grid", {"processors=4,12", "columns=1000,1500", "ratio=2,16", "latency=0,50,1000", "--samples", "20"});
  for (std::size_t i = 0; i < tables.size(); ++i)
    EXPECT_EQ(show({tables[i], "--format", "csv"}).out, before[i]) << tables[i];

  const std::string own =
      show({"improvement", "--of", "kaddoura/grid", "--rival", "RecursiveBisection2", "--algorithm", "XY2", "--rows",
            "ratio", "--columns", "processors", "--pages", "columns", "--set", "latency=0"})
          .out;
  EXPECT_THAT(own, HasSubstr("12"));
  EXPECT_THAT(own, HasSubstr("1500"));
  EXPECT_EQ(show({"--sql", "SELECT DISTINCT processors FROM kaddoura_grid ORDER BY 1", "--format", "csv"}).out,
            "processors\n4\n5\n12\n");
  succeed({"report", "--db", "a.sqlite"});
  EXPECT_THAT(read("report.html"), Not(HasSubstr("1000 x 1500")));
}

TEST_F(PapersGridTest, NothingOfTheGridIsNothingToShow) {
  run("kaddoura/grid", {"processors=12", "columns=1000", "ratio=2", "latency=0", "--samples", "2"});
  const Outcome outcome = show({"kaddoura/table2"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("`apportion run kaddoura/grid"));
}

// What a parameter of the exhibit fixes is the user's choice.
TEST_F(PapersGridTest, ParametersChooseValuesBesideTheGrid) {
  run("kaddoura/grid", {"processors=4", "columns=1000", "ratio=2", "latency=0", "sampling=uniform", "--samples", "20"});
  EXPECT_EQ(show({"kaddoura/table2"}).status, 1);
  const Outcome outcome = show({"kaddoura/table2", "sampling=uniform"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("1000 x 1000"));
}

// Which sampling models there are is not part of that paper's grid.
TEST_F(PapersGridTest, ClaimsHaveAColumnForEverySamplingModel) {
  run("kalinov/figure3a", {"grid=2x2", "level=2", "sampling=extremes,skewed", "--samples", "2"});
  EXPECT_THAT(show({"kalinov/claims"}).out, HasSubstr("skewed"));
  run("kalinov/figure4", {"sampling=extremes,skewed", "--samples", "2"});
  EXPECT_THAT(show({"kalinov/figure4"}).out, HasSubstr("sampling model skewed"));
}

TEST_F(PapersGridTest, FewSamplesSayWhatIsNotJudged) {
  run("kaddoura/grid", {"processors=4", "columns=1000", "ratio=1,2", "latency=0", "--samples", "5"});
  const std::string few =
      "Not judged, for too few samples: 1 of 2 printed percentages. An interval takes at least two "
      "chunks of 20 samples per cell (--samples 40).";
  EXPECT_THAT(show({"kaddoura/table2"}).out, HasSubstr(few));
  EXPECT_THAT(show({"kaddoura/table2", "--format", "markdown"}).out, HasSubstr(few));
  EXPECT_THAT(show({"kaddoura/fidelity"}).out, HasSubstr("Not judged, for too few samples: "));
  run("kaddoura/grid", {"processors=4", "columns=1000", "ratio=1,2", "latency=0", "--samples", "40"});
  EXPECT_THAT(show({"kaddoura/table2"}).out, Not(HasSubstr("Not judged")));
}

}  // namespace
}  // namespace apportion::testing_support
