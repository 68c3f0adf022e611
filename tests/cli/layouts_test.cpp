// solve and draw layouts, as a user has them.
#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

// Sea on the left and below; of 3 x 2 blocks three are land.
class LayoutsTest : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("bay.csv", "1,1,0,0,0,0\n1,1,0,0,0,0\n1,1,2,1,0,0\n1,1,1,1,0,0\n");
  }
  [[nodiscard]] static Words words(const char* command, const Words& more) {
    return joined({command, "layouts", "--loads", "bay.csv"}, more);
  }
};

TEST_F(LayoutsTest, AreRankedByTheLargestLoad) {
  const std::string table = output(words("solve", {"--processors", "4", "--margin", "0"}));
  EXPECT_THAT(table, HasSubstr("4 x 6 cells, 12 of them active, with a load of 13, for 4 processors"));
  EXPECT_THAT(table, HasSubstr("ranked by the least largest load"));
  const std::vector<Json> lines =
      json_lines(output(words("solve", {"--processors", "4", "--margin", "0", "--format", "json"})));
  ASSERT_GT(lines.size(), 2U);
  EXPECT_EQ(lines[0]["nx"], 4);
  EXPECT_EQ(lines[0]["ny"], 2);
  EXPECT_EQ(lines[0]["active"], 4);
  EXPECT_EQ(lines[0]["largest_load"], 4);
  EXPECT_EQ(lines[0]["widths"], Json::parse("[2,1,1,2]"));
  EXPECT_EQ(lines[0]["removed"], Json::parse("[[2,1],[3,1],[4,1],[4,2]]"));
  for (std::size_t i = 1; i < lines.size(); ++i) {
    SCOPED_TRACE(i);
    EXPECT_EQ(lines[i]["rank"], i + 1);
    EXPECT_GE(lines[i]["largest_load"], lines[i - 1]["largest_load"]);
    EXPECT_LE(lines[i]["active"], 4);
  }
  const Json most = json_lines(
      output(words("solve", {"--processors", "4", "--margin", "0", "--order", "blocks", "--format", "json"})))[0];
  EXPECT_EQ(most["active"], 4);
}

// Owners are counted as the models count their processes, and `evaluate` takes them.
TEST_F(LayoutsTest, AreDivisionsInFiles) {
  succeed(words("solve", {"--layout", "3,2", "--margin", "0", "-o", "owners.csv"}));
  EXPECT_EQ(read("owners.csv"), "0,0,-1,-1,-1,-1\n0,0,-1,-1,-1,-1\n1,1,2,2,-1,-1\n1,1,2,2,-1,-1\n");
  EXPECT_EQ(Json::parse(output(
                {"evaluate", "cells", "--loads", "bay.csv", "--owners", "owners.csv", "--format", "json"}))["boundary"],
            4);
}

// No error: blocks cannot be smaller than a cell.
TEST_F(LayoutsTest, HaveFewerBlocksThanProcessorsWhereThereAreFewCells) {
  const Json best =
      json_lines(output(words("solve", {"--processors", "1000", "--margin", "0", "--format", "json"})))[0];
  EXPECT_EQ(best["largest_load"], 2);
  EXPECT_EQ(best["active"], 8);
}

TEST_F(LayoutsTest, HaveLeastWidthsAndReceivers) {
  const auto lines = [this](const Words& more) {
    return json_lines(output(joined({"solve", "layouts", "--rows", "132", "--columns", "141", "--processors", "128",
                                     "--best", "1000", "--format", "json"},
                                    more)));
  };
  const auto shortest = [](const Json& lengths) {
    std::int64_t least = 1000;
    for (const Json& each : lengths) least = std::min(least, each.get<std::int64_t>());
    return least;
  };
  const std::vector<Json> wide = lines({"--min-width", "12x10"});
  ASSERT_FALSE(wide.empty());
  for (const Json& line : wide) {
    EXPECT_GE(shortest(line["widths"]), 12);
    EXPECT_GE(shortest(line["heights"]), 10);
  }
  EXPECT_LT(wide.size(), lines({}).size());
  for (const Json& line : lines({"--accepts", "wrf"})) {
    EXPECT_GE(shortest(line["widths"]), 10);
    EXPECT_GE(shortest(line["heights"]), 10);
  }
  for (const Json& line : lines({"--accepts", "mitgcm"})) {
    EXPECT_EQ(141 % line["nx"].get<int>(), 0);
    EXPECT_EQ(132 % line["ny"].get<int>(), 0);
  }
  const Words nine_by_nine = {"solve", "layouts", "--rows", "9", "--columns", "9", "--processors", "7"};
  for (const Json& line : json_lines(output(joined(nine_by_nine, {"--accepts", "mom6", "--format", "json"}))))
    EXPECT_NE(line["active"], 7) << "neither 1 x 7 nor 7 x 1 fits into 4 x 4 cells";
}

TEST_F(LayoutsTest, OfOneRowNeedNoAspect) {
  const std::vector<Json> lines = json_lines(
      output({"solve", "layouts", "--rows", "1", "--columns", "1000", "--processors", "6", "--format", "json"}));
  ASSERT_FALSE(lines.empty());
  EXPECT_EQ(lines[0]["nx"], 6);
  EXPECT_EQ(lines[0]["ny"], 1);
}

TEST_F(LayoutsTest, AreHeldAgainstTheMaskOfToday) {
  write("good", "3\n3,2\n2,1\n3,1\n3,2\n");
  const Json good =
      Json::parse(output({"evaluate", "layouts", "--mask-table", "good", "--loads", "bay.csv", "--margin", "0"}));
  EXPECT_EQ(good["ranks"], 3);
  EXPECT_EQ(good["with_water"], Json::array());
  EXPECT_EQ(good["could_go"], Json::array());
  EXPECT_EQ(good["least_block"], Json::parse("[2,2]"));
  EXPECT_LE(good["best"]["active"], 3);
  write("bad", "2\n3, 2\n# a comment\n1,1\n2,1\n");
  const Outcome bad = call({"evaluate", "layouts", "--mask-table", "bad", "--loads", "bay.csv", "--margin", "0"});
  EXPECT_EQ(bad.status, 1);
  EXPECT_EQ(Json::parse(bad.out)["with_water"], Json::parse("[[1,1]]"));
  EXPECT_EQ(Json::parse(bad.out)["could_go"], Json::parse("[[3,1],[3,2]]"));
  write("short", "3\n3,2\n2,1\n");
  const Outcome other = call({"evaluate", "layouts", "--mask-table", "short", "--loads", "bay.csv", "--margin", "0"});
  EXPECT_EQ(other.status, 1);
  EXPECT_THAT(other.out, HasSubstr(R"("says":3,"removed":1)"));
  write("beyond", "1\n3,2\n4,1\n");
  expect_error({"evaluate", "layouts", "--mask-table", "beyond", "--loads", "bay.csv"}, 2, {"4,1 is none of 3 x 2"});
}

}  // namespace
}  // namespace apportion::testing_support
