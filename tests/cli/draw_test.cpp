// apportion draw rectangles.
#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

class DrawTest : public ProgramTest {
 protected:
  [[nodiscard]] static std::vector<std::string> figure16(const std::vector<std::string>& more) {
    return joined({"draw", "rectangles", "--rows", "1000", "--columns", "3000", "--weights", ".5,.1,.1,.1,.1,.05,.05"},
                  more);
  }
};

TEST_F(DrawTest, TextOnTheTerminal) {
  const std::string text = output(figure16({"--algorithm", "XY2"}));
  EXPECT_THAT(text, StartsWith("XY2 on 1000 x 3000: Acost 4500, 9 internal edges\n┌"));
  EXPECT_THAT(text, HasSubstr("50 %"));
  EXPECT_THAT(call(figure16({})).out, StartsWith("BEST on 1000 x 3000: Acost "));
}

TEST_F(DrawTest, SvgIntoAFile) {
  const std::string text = output(figure16({"-o", "a.svg", "--algorithm", "TILE", "--latency", "10"}));
  EXPECT_EQ(text, "");
  EXPECT_THAT(read("a.svg"), StartsWith("<svg "));
  EXPECT_THAT(read("a.svg"), HasSubstr("TILE on 1000 x 3000: Acost 4500, "));
  EXPECT_THAT(read("a.svg"), HasSubstr("at latency 10"));
  EXPECT_EQ(call(figure16({"--format", "svg", "--algorithm", "TILE", "--latency", "10"})).out, read("a.svg"));
  succeed(figure16({"-o", "a.txt"}));
  EXPECT_THAT(read("a.txt"), HasSubstr("┌"));
  succeed(figure16({"--format", "text", "-o", "a"}));
  EXPECT_EQ(read("a"), read("a.txt"));
}

TEST_F(DrawTest, PicturesOfOtherKindsAreConverted) {
  if (call({"-c", "command -v rsvg-convert"}, {.program = "sh"}).status != 0)
    GTEST_SKIP() << "rsvg-convert is not installed: nothing is converted";
  succeed(figure16({"-o", "a.png"}));
  EXPECT_THAT(read("a.png"), StartsWith("\x89PNG"));
  succeed(figure16({"-o", "a.pdf"}));
  EXPECT_THAT(read("a.pdf"), StartsWith("%PDF"));
  succeed({"replay", "kaddoura/figure16", "0", "-o", "b.png"});
  EXPECT_THAT(read("b.png"), StartsWith("\x89PNG"));
}

TEST_F(DrawTest, WholeSides) {
  const std::string text =
      output({"draw", "rectangles", "--rows", "7", "--columns", "7", "--weights", "1,2", "--whole"});
  EXPECT_THAT(text, HasSubstr("load imbalance 7.14 %"));
}

TEST_F(DrawTest, AFailureLeavesTheOldFile) {
  write("a.svg", "old");
  expect_error(figure16({"-o", "a.svg"}), 1, {"a.svg cannot be written: File too large"}, {.file_size_limit = 100});
  EXPECT_EQ(read("a.svg"), "old");
  EXPECT_FALSE(std::filesystem::exists(path("a.svg.partial")));
  expect_error(figure16({"-o", "/dev/full"}), 1, {"/dev/full cannot be written: No space left"});
  expect_error(figure16({"-o", "no/such/folder/a.svg"}), 1, {"cannot be written: No such file or directory"});
}

TEST_F(DrawTest, WrongCallsAreRefused) {
  expect_error(figure16({"--format", "swg"}), 2, {"unknown format 'swg'; did you mean svg?"});
  // Thin, but legal.
  succeed({"draw", "grids", "--edges", "2x2", "--performances", "1,1,1,1", "--block", "1000000000,2"});
  expect_error({"draw", "rectangles", "--rows", "1"}, 2, {"--columns is missing"});
  expect_error({"draw", "girds"}, 2, {"unknown kind of problem 'girds'; did you mean grids?"});
  expect_error(figure16({"--format", "text", "-o", "a.png"}), 2, {"a.png and --format text contradict each other"});
  expect_error(figure16({"--format", "svg", "-o", "a.txt"}), 2, {"a.txt and --format svg contradict each other"});
}

TEST_F(DrawTest, OnlyKindsThatHaveADrawingAreOffered) {
  const std::string error = call({"draw"}).err;
  EXPECT_THAT(
      error, HasSubstr("name a kind of problem: boxes and cells and distributions and grids and layouts and rectangles "
                       "and shardings and timeline\n"));
  expect_error({"draw", "graph"}, 2, {"cannot draw graphs"});
  EXPECT_THAT(call({"draw", "grahps"}).err, ::testing::Not(HasSubstr("mean graphs?")));
  EXPECT_THAT(call({"solve"}).err, HasSubstr("graphs and grids and layouts and nodes and programs"));
}

}  // namespace
}  // namespace apportion::testing_support
