// experiments/frontier as a user runs it: few samples, all exhibits.
#include <sstream>

#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

class FrontierTest : public ProgramTest {
 protected:
  // What stands in a column of an exhibit's rows, as they come.
  [[nodiscard]] std::vector<std::string> column(const std::string& exhibit, std::size_t place) const {
    std::istringstream stream(csv(exhibit));
    std::vector<std::string> values;
    std::string line;
    std::getline(stream, line);
    while (std::getline(stream, line)) {
      std::istringstream cells(line);
      std::string cell;
      for (std::size_t i = 0; i <= place; ++i) std::getline(cells, cell, ',');
      values.push_back(cell);
    }
    return values;
  }
};

TEST_F(FrontierTest, EveryExhibitAnswers) {
  const std::vector<std::string> few = {
      "--samples",    "3",     "--set",       "processors=5", "--set",
      "columns=1000", "--set", "ratio=8,512", "--algorithms", "XY2,TILE,HUFFMAN,SNRRP,BEST"};
  run("frontier/speeds", few);
  EXPECT_THAT(shown("frontier/gaps"), HasSubstr("HUFFMAN"));
  EXPECT_THAT(shown("frontier/gaps", {"--set", "methods=XY2,TILE"}), Not(HasSubstr("HUFFMAN")));
  // Some method is best of every problem, and none is worse than itself.
  double best = 0;
  for (const std::string& share : column("frontier/best", 2)) best += std::stod(share);
  EXPECT_GE(best, 200 - 1e-9);
  for (const std::string& share : column("frontier/profile", 3)) EXPECT_LE(std::stod(share), 100 + 1e-9);
  EXPECT_THAT(shown("frontier/profile"), HasSubstr("0.5 %"));
  EXPECT_THAT(shown("frontier/tile"), HasSubstr("1:1"));
  run("frontier/times", {"--samples", "1", "--set", "processors=5", "--algorithms", "XY2,TILE"});
  EXPECT_THAT(shown("frontier/times", {"--values", "all"}), HasSubstr("TILE"));
}

// The printed command draws what the line says.
TEST_F(FrontierTest, TheWorstProblemsAreDrawn) {
  run("frontier/speeds", {"--samples", "5", "--set", "processors=5", "--set", "columns=1000", "--set", "ratio=512",
                          "--algorithms", "XY2,BEST"});
  const std::string rows = shown("frontier/worst", {"--format", "csv", "--set", "places=1"});
  EXPECT_THAT(rows, HasSubstr("XY2,BEST,"));
  EXPECT_THAT(rows, HasSubstr("columns=1000 ratio=512 processors=5 sampling=log-uniform latency=0"));
  succeed({"replay", "frontier/speeds", "columns=1000 ratio=512 processors=5", "0", "--algorithms", "XY2,BEST", "-o",
           "worst.svg"});
  EXPECT_THAT(read("worst.svg"), HasSubstr("XY2"));
}

TEST_F(FrontierTest, LayoutsAndThePapersGrid) {
  run("frontier/layouts", {"--samples", "3", "--set", "processors=4", "--set", "columns=1000", "--set", "ratio=8"});
  EXPECT_THAT(shown("frontier/layouts", {"--values", "all"}), HasSubstr("1:1"));
  run("frontier/paper-grid", {"--samples", "1", "--set", "processors=4", "--set", "columns=1000", "--set", "ratio=1,8",
                              "--algorithms", "XY2,TILE"});
  EXPECT_THAT(shown("frontier/paper-grid"), HasSubstr("latency 1000"));
}

}  // namespace
}  // namespace apportion::testing_support
