// apportion solve, evaluate and draw boxes.
#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

class BoxesTest : public ProgramTest {
 protected:
  [[nodiscard]] static std::vector<std::string> cube(const std::string& command, const std::string& weights,
                                                     const std::vector<std::string>& more = {}) {
    return joined({command, "boxes", "--rows", "2", "--columns", "2", "--layers", "2", "--weights", weights}, more);
  }
};

TEST_F(BoxesTest, HalvesAreSlabs) {
  EXPECT_EQ(R"({"schema":1,"algorithm":"BEST","surface":4,"pairs":1,"total":14,"lower_bound":14,"boxes":[)"
            R"({"processor":0,"row":0,"column":0,"layer":0,"rows":1,"columns":2,"layers":2},)"
            R"({"processor":1,"row":1,"column":0,"layer":0,"rows":1,"columns":2,"layers":2}]})"
            "\n",
            call(cube("solve", "1,1", {"--latency", "10", "--format", "json"})).out);
}

TEST_F(BoxesTest, AnswersAreEvaluatedAgain) {
  const std::vector<std::string> format = {"--format", "json"};
  const std::string answer = call(cube("solve", "3,2,2,1", format)).out;
  write("a.json", answer);
  const std::string again = output(cube("evaluate", "3,2,2,1", {"--answer", "a.json"}));
  EXPECT_EQ(answer.substr(answer.find("\"surface\"")), again.substr(again.find("\"surface\"")));
  expect_error(cube("evaluate", "3,2,1,1", {"--answer", "a.json"}), 2, {"a.json", "volume"});
  expect_error(cube("evaluate", "3,2,2", {"--answer", "a.json"}), 2, {"a.json", "processors 0 to 2"});
  write("a.json", R"({"boxes":[]})");
  expect_error(cube("evaluate", "1,1", {"--answer", "a.json"}), 2, {"processor 0 has no box"});
}

TEST_F(BoxesTest, MethodsAreRanked) {
  const std::string table = output(cube("solve", "8*1", {"--algorithm", "all"}));
  EXPECT_THAT(table, HasSubstr("2 x 2 x 2 for 8 processors"));
  for (const char* name : {"BEST", "HUFFMAN", "RCB", "RecursiveBisection2"}) EXPECT_THAT(table, HasSubstr(name));
}

TEST_F(BoxesTest, DrawingsShowEveryBox) {
  const std::string svg = call(cube("draw", "8*1", {"--format", "svg"})).out;
  EXPECT_THAT(svg, StartsWith("<svg "));
  std::size_t boxes = 0;
  for (std::size_t at = svg.find("<title>"); at != std::string::npos; at = svg.find("<title>", at + 1)) ++boxes;
  EXPECT_EQ(8U, boxes);
  // Two sections, from below.
  EXPECT_LT(svg.find("layer 0.5: rows down"), svg.find("layer 1.5: rows down"));
  EXPECT_THAT(call(cube("draw", "1,1", {"--format", "text"})).out, HasSubstr("volume 4, surface 16"));
  expect_error(cube("draw", "1001*1", {"--format", "svg", "--algorithm", "HUFFMAN"}), 2, {"limit is 1000"});
}

TEST_F(BoxesTest, BadInputIsOneLine) {
  expect_error({"solve", "boxes", "--rows", "2", "--columns", "2", "--weights", "1,1"}, 2, {"--layers is missing"});
  expect_error({"solve", "boxes", "--rows", "2", "--columns", "2", "--layers", "0", "--weights", "1,1"}, 2,
               {"--layers"});
  expect_error(cube("solve", "1,-1"), 2, {"-1"});
  expect_error(cube("solve", "5000*1"), 2, {"up to 4096"});
  expect_error(cube("solve", "1,1e-40"), 2, {"too small"});
  expect_error(cube("solve", "1,1", {"--algorithm", "HUFMAN"}), 2, {"HUFFMAN"});
  expect_error(cube("solve", "1,1", {"--algorithm", "SLABS"}), 2, {"SLABS is no longer an algorithm; use BEST"});
  EXPECT_THAT(output({"solve", "boxes", "--rows", "1e5", "--columns", "1e5", "--layers", "1", "--weights", "2,1,1"}),
              HasSubstr("\"boxes\""));
}

}  // namespace
}  // namespace apportion::testing_support
