// `solve nodes` on the command line.
#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

// All measured repeatedly except the last, which is fast and has little memory.
class NodesTest : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("again.csv", "name,speed\nfast,10\nfast,11\nnear,6\nnear,6.6\nslow,1\nslow,0.8\n");
    write("once.csv", "name,speed,memory[cells]\nfast,10,3000\nnear,6,9000\nsmall,30,100\n");
  }
  [[nodiscard]] static Words nodes(const std::string& file, const Words& more) {
    return joined({"solve", "nodes", "--rows", "60", "--columns", "100", "--cluster", file, "--network", "star"}, more);
  }
};

TEST_F(NodesTest, AreListedForEachNumberOfThemWithHowSureTheOrderIs) {
  const Words words = nodes("again.csv", {"--element-seconds", "1e-6"});
  const std::string table = output(words);
  EXPECT_THAT(table, HasSubstr("60 x 100 among 3 nodes on star\nfor each number of nodes the fastest set of all; "
                               "200 draws of speeds\n"));
  EXPECT_THAT(table, HasSubstr("all but slow"));
  const std::vector<Json> lines = json_lines(output(joined(words, {"--format", "json"})));
  ASSERT_EQ(lines.size(), 3U);
  double fastest = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    SCOPED_TRACE(i);
    EXPECT_EQ(lines[i]["schema"], 1);
    EXPECT_EQ(lines[i]["rank"], i + 1);
    EXPECT_EQ(lines[i]["names"], Json::parse(R"(["fast","near","slow"])"));
    EXPECT_EQ(lines[i]["nodes"].size() + lines[i]["left_out"].size(), 3U);
    EXPECT_GE(lines[i]["seconds"], lines[0]["seconds"]);
    EXPECT_LE(lines[i]["varied"]["low"], lines[i]["varied"]["median"]);
    EXPECT_LE(lines[i]["varied"]["median"], lines[i]["varied"]["high"]);
    EXPECT_LE(lines[i]["varied"]["high"], lines[i]["varied"]["worst"]);
    fastest += lines[i]["fastest"].get<double>();
  }
  EXPECT_GE(fastest, 1);
  EXPECT_EQ(output(joined(words, {"--perturb", "200", "--format", "json"})),
            output(joined(words, {"--format", "json"})));
  EXPECT_NE(output(joined(words, {"--seed", "2"})), table);
  succeed(joined(words, {"-o", "nodes.txt"}));
  EXPECT_EQ(read("nodes.txt"), table);
}

TEST_F(NodesTest, AreLeftOutWhereTheyDoNotPayUnlessTheyAreKept) {
  const Words words = nodes("again.csv", {"--element-seconds", "1e-9", "--latency-time", "100us", "--format", "json"});
  EXPECT_EQ(json_lines(output(words))[0]["nodes"], Json::parse("[0]"));
  for (const Json& line : json_lines(output(joined(words, {"--keep", "slow, near,slow"}))))
    EXPECT_GE(line["nodes"].size(), 2U) << line;
  EXPECT_EQ(json_lines(output(joined(words, {"--keep", "slow"})))[0]["nodes"], Json::parse("[2]"));
}

TEST_F(NodesTest, AreAsManyAsTheirMemoryNeeds) {
  const std::vector<Json> lines =
      json_lines(output(nodes("once.csv", {"--element-seconds", "1e-6", "--format", "json"})));
  for (const Json& line : lines) EXPECT_THAT(line["nodes"].get<std::vector<int>>(), ::testing::Contains(1)) << line;
  EXPECT_FALSE(lines[0].contains("varied")) << "nobody said how far speeds vary";
}

TEST_F(NodesTest, AreDrawn200TimesWhereNothingElseIsSaid) {
  const Json answer =
      json_lines(output(nodes("once.csv", {"--element-seconds", "1e-6", "--format", "json", "--spread", "5%"})))[0];
  EXPECT_EQ(answer["varied"]["draws"], 200);
}

TEST_F(NodesTest, AnswerABatch) {
  write("b.jsonl", R"({"rows":9,"columns":9,"weights":[3,1],"network":"star","element_seconds":1,"keep":"1"})");
  const Json answer = json_lines(output({"solve", "nodes", "--batch", "b.jsonl"}))[0];
  EXPECT_EQ(answer["nodes"], Json::parse("[0,1]"));
  EXPECT_FALSE(answer.contains("names"));
}

}  // namespace
}  // namespace apportion::testing_support
