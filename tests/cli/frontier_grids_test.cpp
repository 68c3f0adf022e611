// The exhibits on process grids beyond the papers, as a user runs them: few networks.
#include <sstream>
#include <string>

#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

class FrontierGridsTest : public ProgramTest {
 protected:
  // The first row of the result of a query.
  [[nodiscard]] std::string asked(const std::string& sql) const {
    const std::string text = output({"show", "--sql", sql, "--format", "csv", "--db", "a.sqlite"});
    std::istringstream stream(text);
    std::string line;
    std::getline(stream, line);
    std::getline(stream, line);
    return line;
  }
};

TEST_F(FrontierGridsTest, NoNetworkIsSlowerWithThePortfolio) {
  run("frontier/grid-figure3", {"--samples", "8", "--set", "grid=3x3,3x12", "--set", "level=2,16"});
  EXPECT_THAT(shown("frontier/grid-figure3"), HasSubstr("proposed / best, square grids"));
  EXPECT_THAT(shown("frontier/grid-figure3", {"--values", "slower"}), HasSubstr("beaumont / best, grids of 36"));
  EXPECT_EQ(asked("SELECT min(relative_time_min) >= 1 - 1e-10, avg(relative_time) > 1.001, count(*) "
                  "FROM \"frontier_grid-figure3\" WHERE rival = 'best'"),
            "1,1,8");
}

TEST_F(FrontierGridsTest, EveryNetworkHasAMapping) {
  run("frontier/grid-mappings", {"--samples", "5", "--set", "grid=2x2,2x3,2x2x2", "--set", "level=8"});
  EXPECT_THAT(shown("frontier/grid-mappings"), HasSubstr("another"));
  EXPECT_EQ(asked("SELECT min(nat + nat1 + nat2 + other) >= 1 - 1e-9, count(*) FROM \"frontier_grid-mappings\""),
            "1,18");
  // These choose among the three.
  EXPECT_EQ(
      asked("SELECT max(other) = 0 FROM \"frontier_grid-mappings\" WHERE algorithm IN ('equal-pressure', 'proposed', "
            "'ccp')"),
      "1");
}

TEST_F(FrontierGridsTest, AnApportionmentIsNeverSlower) {
  run("frontier/grid-rounding", {"--samples", "5", "--set", "grid=8,3x3", "--set", "block=100"});
  EXPECT_THAT(shown("frontier/grid-rounding"), HasSubstr("apportioned"));
  EXPECT_EQ(asked("SELECT max(a.rounding_loss <= b.rounding_loss), min(a.rounding_loss <= b.rounding_loss) "
                  "FROM \"frontier_grid-rounding\" AS a JOIN \"frontier_grid-rounding\" AS b USING (grid, level) "
                  "WHERE instr(a.algorithm, 'apportioned')"),
            "1,1");
}

TEST_F(FrontierGridsTest, TimesAreShown) {
  run("frontier/grid-times", {"--samples", "1", "--set", "grid=2x2", "--algorithms", "ccp,best"});
  EXPECT_THAT(shown("frontier/grid-times"), HasSubstr("best"));
}

}  // namespace
}  // namespace apportion::testing_support
