// apportion solve distributions and draw distributions.

#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

class DistributionTest : public ProgramTest {
 protected:
  [[nodiscard]] static std::vector<std::string> words(const std::string& command,
                                                      const std::vector<std::string>& more) {
    return joined({command, "distributions"}, more);
  }
  [[nodiscard]] Json answer(const std::vector<std::string>& options) const {
    return Json::parse(output(words("solve", options)));
  }
};

TEST_F(DistributionTest, SizesAndKindsGiveOwnersLoadsAndCommunications) {
  const Json found =
      answer({"--m", "6", "--o", "4", "--n", "6", "--M", "2", "--N", "3", "--Q", "2", "--row-kind", "wrap"});
  EXPECT_EQ(found["schema"], 1);
  EXPECT_EQ(found["distribution"], "wrap(6,2)×ceil-block(6,3)·2");
  EXPECT_EQ(found["p"], 12);
  EXPECT_EQ(found["most"], 6);
  EXPECT_EQ(found["perfect"], true);
  EXPECT_EQ(found["rows"]["loads"], Json::parse("[[0,2,3]]"));
  EXPECT_EQ(found["rows"]["owned"], Json::parse("[[[0,1,2,3]],[[1,1,2,3]]]"));
  EXPECT_EQ(found["columns"]["owned"], Json::parse("[[[0,2,2,1]],[[2,2,2,1]],[[4,2,2,1]]]"));
  // o (m (N-1) + n (M-1)) = 4 (12 + 6); m n (Q-1) = 36; 3 x 2 partial values for one combiner.
  EXPECT_EQ(found["n_com"], Json::parse(R"({"first_stage":72,"second_stage":36,"total":108,"busiest_combiner":6,
                                            "least_steps":9})"));
  EXPECT_EQ(found["n_com"], found["n_com_formula"]);
}

TEST_F(DistributionTest, TheFormulaStandsBesideTheCount) {
  const Json found = answer({"--m", "4", "--o", "1", "--n", "4", "--M", "1", "--N", "3"});
  EXPECT_EQ(found["columns"]["loads"], Json::parse("[[0,2,2],[2,1,0]]"));
  EXPECT_EQ(found["n_com"]["total"], 4);
  EXPECT_EQ(found["n_com_formula"]["total"], 8);
}

TEST_F(DistributionTest, WithoutMAndNTheBestGridIsTaken) {
  EXPECT_EQ(answer({"--m", "64", "--o", "8", "--n", "64", "--p", "36"})["M"], 6);
  const Json flat = answer({"--m", "400", "--o", "8", "--n", "100", "--p", "16"});
  EXPECT_EQ(flat["M"], 8);
  EXPECT_EQ(flat["N"], 2);
  EXPECT_EQ(answer({"--m", "64", "--o", "8", "--n", "64", "--p", "36", "--M", "9"})["N"], 4);
}

TEST_F(DistributionTest, LargestMatricesAreAnswered) {
  const std::string n = std::to_string(std::int64_t{1} << 40);
  const std::string text = output(
      words("solve", {"--o", n, "--distribution", "wrap(4096,64)∘linear(" + n + ",4096) x wrap(" + n + ",1000000)"}));
  // 2^40 (2^40 (10^6 - 1) + 2^40 63), beyond 64 bits.
  EXPECT_THAT(text, HasSubstr(R"("first_stage":1209000773015445281715007782912)"));
  EXPECT_THAT(text, HasSubstr(R"("loads":[[0,64,17179869184]])"));
  EXPECT_THAT(text, HasSubstr(R"("loads":[[0,627776,1099512],[627776,372224,1099511]])"));
}

TEST_F(DistributionTest, BatchesGoOnAfterABadLine) {
  const std::string input = R"lines({"m":4,"o":2,"n":4,"p":4}
{"m":4,"o":2,"n":4,"p":4,"q":1}

{"o":2,"distribution":"wrap(4,2)×wrpa(4,2)"}
{"o":2,"distribution":"block(4,4,2,2)","inner_kind":"wrap"}
)lines";
  const Outcome outcome = call({"solve", "distributions", "--batch", "-"}, {.input = input});
  EXPECT_EQ(outcome.status, 1) << outcome.err;
  const std::vector<Json> answers = json_lines(outcome.out);
  ASSERT_EQ(answers.size(), 4U);
  EXPECT_EQ(answers[0]["M"], 2);
  EXPECT_EQ(answers[1]["line"], 2);
  EXPECT_THAT(answers[1]["error"].get<std::string>(), HasSubstr("unknown key 'q'"));
  EXPECT_EQ(answers[2]["line"], 4);
  EXPECT_THAT(answers[2]["error"].get<std::string>(), HasSubstr("character 11: unknown distribution 'wrpa'"));
  EXPECT_EQ(answers[3]["distribution"], "linear(4,2)×linear(4,2)");
}

TEST_F(DistributionTest, WrongCallsAreRefused) {
  expect_error(words("solve", {"--m", "4", "--n", "4", "--p", "4"}), 2, {"apportion: o is missing"});
  expect_error(words("solve", {"--m", "4", "--o", "4", "--n", "4"}), 2, {"p is missing"});
  expect_error(words("solve", {"--m", "0", "--o", "4", "--n", "4", "--p", "4"}), 2,
               {"--m is 0; it must be a whole number from 1"});
  expect_error(words("solve", {"--m", "4", "--o", "4", "--n", "4", "--p", "4", "--M", "3"}), 2, {"M is 3", "divide"});
  expect_error(words("solve", {"--m", "4", "--o", "4", "--n", "4", "--p", "4", "--M", "3", "--N", "2"}), 2,
               {"p is 4; M N Q is 6"});
  expect_error(words("solve", {"--m", "4", "--o", "4", "--n", "4", "--p", "4", "--row-kind", "rwap"}), 2,
               {"unknown distribution 'rwap'; did you mean wrap?"});
  expect_error(words("solve", {"--o", "4", "--m", "4", "--distribution", "wrap(4,2) x wrap(4,2)"}), 2,
               {"m and distribution exclude each other"});
  expect_error(words("solve", {"--o", "4", "--distribution", "wrap(4,2)"}), 2, {"1 dimensions"});
  expect_error(words("solve", {"--weights", "1,2"}), 2,
               {"--weights is an option of boxes, cells, nodes, rectangles, timeline, not of distributions"});
  expect_error({"solve", "rectangles", "--p", "1"}, 2, {"--p is an option of distributions, not of rectangles"});
  expect_error({"solve"}, 2, {"name a kind of problem", "distributions"});
  expect_error(words("solve", {"--algorithm", "by-loads"}), 2,
               {"--algorithm is an option of boxes, cells, graphs, grids, nodes, programs, rectangles, shardings, "
                "timeline, not of "
                "distributions"});
  expect_error(words("draw", {"--distribution", "wrap(1000,2) x wrap(4,2)"}), 2, {"1000 indices are too many to draw"});
}

TEST_F(DistributionTest, DrawsTheOwnerMap) {
  const std::vector<std::string> small{"--distribution", "wrap(3,2) x linear(4,2)"};
  const std::string text = output(words("draw", small));
  EXPECT_EQ(text, "wrap(3,2)×linear(4,2): 2 to 4 elements per process\n0 0 1 1\n2 2 3 3\n0 0 1 1\n");
  std::vector<std::string> file = small;
  file.insert(file.end(), {"-o", "a.svg"});
  succeed(words("draw", file));
  const std::string svg = read("a.svg");
  EXPECT_THAT(svg, StartsWith("<svg "));
  EXPECT_THAT(svg, HasSubstr("<title>process (1,0): 1 x 2 elements from (1,0)</title>"));
  EXPECT_THAT(svg, HasSubstr("fill=\"#ffaabb\""));  // the fourth colour, of process (1,1)
}

TEST_F(DistributionTest, ProcessesMayBeIdleWhereTheOthersSendLess) {
  const Words primes = {"solve", "distributions", "--m", "10000", "--n", "10000", "--o", "10000", "--p", "191"};
  const Json all = Json::parse(output(primes));
  EXPECT_EQ(all["M"].get<int>() * all["N"].get<int>(), 191);
  EXPECT_FALSE(all.contains("idle"));
  const Json some = Json::parse(output(joined(primes, {"--leave-idle"})));
  EXPECT_EQ(some["p"].get<int>() + some["idle"].get<int>(), 191);
  EXPECT_GE(some["p"].get<int>(), 182);
  EXPECT_LT(5 * some["n_com"]["first_stage"].get<double>(), all["n_com"]["first_stage"].get<double>());
  expect_error({"solve", "distributions", "--m", "9", "--n", "9", "--o", "9", "--p", "7", "--M", "2", "--N", "4",
                "--leave-idle"},
               2, {"p is 7"});
}

}  // namespace
}  // namespace apportion::testing_support
