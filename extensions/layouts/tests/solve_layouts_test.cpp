// Least widths of layouts; see also tests/cli/sessions/shown.txt.
#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

using LayoutsTest = ProgramTest;

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

}  // namespace
}  // namespace apportion::testing_support
