// METIS, Scotch and Zoltan as a user meets them: built in, or named with what to do.
#include <algorithm>

#include "algorithms/cells/cell_algorithm.hpp"
#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

struct Rival {
  std::string algorithm;
  std::string library;

  [[nodiscard]] bool is_built_in() const {
    return std::ranges::find(CellRegistry::instance().algorithms(), algorithm, &CellAlgorithm::name) !=
           CellRegistry::instance().algorithms().end();
  }
};

const std::vector<Rival>& rivals() {
  static const std::vector<Rival> all = {{"METIS", "METIS"}, {"SCOTCH", "Scotch"}, {"ZOLTAN", "Zoltan"}};
  return all;
}

class LibrariesTest : public ProgramTest {};

TEST_F(LibrariesTest, AreListedWithTheirVersionsOrAsMissing) {
  const std::string version = call({"--version"}).out;
  const std::string list = call({"list", "algorithms"}).out;
  for (const Rival& rival : rivals()) {
    SCOPED_TRACE(rival.algorithm);
    if (rival.is_built_in()) {
      EXPECT_THAT(version, testing::ContainsRegex("\n" + rival.library + ": [0-9.]+\n"));
      EXPECT_THAT("\n" + list, HasSubstr("\n" + rival.algorithm + " "));
    } else {
      EXPECT_THAT(version, testing::ContainsRegex("\nnot built in: .*" + rival.library + ".*scripts/setup rivals"));
      EXPECT_THAT("\n" + list,
                  testing::ContainsRegex("\nnot built in: .*" + rival.algorithm + ".*scripts/setup rivals"));
    }
  }
}

TEST_F(LibrariesTest, AreDescribedOrSaidToBeMissing) {
  for (const Rival& rival : rivals()) {
    SCOPED_TRACE(rival.algorithm);
    const std::string text = output({"describe", rival.algorithm});
    EXPECT_THAT(text, HasSubstr(rival.is_built_in() ? "library:     " + rival.library : "is not built in"));
  }
}

TEST_F(LibrariesTest, DivideCellsWithoutAWordOrSayThatTheyAreMissing) {
  for (const Rival& rival : rivals()) {
    SCOPED_TRACE(rival.algorithm);
    const std::vector<std::string> arguments = {"solve", "cells",     "--algorithm", rival.algorithm, "--rows",
                                                "12",    "--columns", "30",          "--weights",     "1000000,3,1,1"};
    if (!rival.is_built_in()) {
      expect_error(arguments, 2, {rival.algorithm + " is not built in", "`scripts/setup rivals`"});
      continue;
    }
    const Outcome outcome = call(arguments);
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(nlohmann::json::parse(outcome.out).at("algorithm"), rival.algorithm);
    EXPECT_EQ(call(arguments).out, outcome.out);
  }
}

// Whatever a library says to shares that it cannot represent, the others are ranked.
TEST_F(LibrariesTest, LeaveTheRankingToOthersWhereTheyGiveUp) {
  for (const Rival& rival : rivals()) {
    if (!rival.is_built_in()) continue;
    SCOPED_TRACE(rival.algorithm);
    const std::string text = output({"solve", "cells", "--algorithm", rival.algorithm + ",STRIPES", "--rows", "10",
                                     "--columns", "10", "--weights", "1e60,1e60,1,1,1"});
    EXPECT_THAT(text, HasSubstr("STRIPES"));
    EXPECT_THAT(text, HasSubstr(rival.algorithm));
  }
}

}  // namespace
}  // namespace apportion::testing_support
