// The example family of seats consists only of new files: the program must list, describe, solve, draw and sweep it.
#include <gmock/gmock.h>

#include <fstream>

#include "base/error.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/output.hpp"
#include "tests/support/temporary_folder.hpp"

namespace apportion {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

// The program's output; it must succeed.
std::string printed(const std::vector<std::string>& tokens) {
  ::testing::internal::CaptureStdout();
  const int status = cli::run_program(tokens);
  cli::flush_output();
  EXPECT_EQ(status, cli::ok);
  return ::testing::internal::GetCapturedStdout();
}

TEST(SeatsFamily, IsListedWithItsAlgorithmsAndMetrics) {
  EXPECT_THAT(printed({"list", "families"}), HasSubstr("seats          seats divided among parties by their votes\n"));
  EXPECT_THAT(printed({"list", "algorithms"}), HasSubstr("\nhighest-averages[odd] "));
  EXPECT_THAT(printed({"list", "metrics"}), HasSubstr("\ndeviation "));
}

TEST(SeatsFamily, IsDescribed) {
  const std::string family = printed({"describe", "seats"});
  for (const char* piece : {"seats (family of problems", "parties=5", "highest-averages[odd]", "deviation: "})
    EXPECT_THAT(family, HasSubstr(piece));
  EXPECT_THAT(printed({"describe", "highest-averages"}), StartsWith("highest-averages (algorithm for seats)\n"));
  const std::string usage = "apportion solve seats [--algorithm A] --votes LIST --seats N [--seed N]\n";
  EXPECT_THAT(printed({"solve", "--help"}), HasSubstr(usage));
  EXPECT_THAT(printed({"help", "solve", "seats"}), HasSubstr(usage));
  EXPECT_THAT(printed({"list", "algorithms", "seats"}), StartsWith("highest-averages "));
}

// The shares are 3.48, 2.78, 1.04 and 0.70 of eight seats.
TEST(SeatsFamily, IsSolvedByOptionsAndByLines) {
  const std::vector<std::string> problem{"solve", "seats", "--votes", "100000,80000,30000,20000", "--seats", "8"};
  EXPECT_THAT(printed(problem),
              StartsWith(R"({"schema":1,"algorithm":"highest-averages","seats":[4,3,1,0],"deviation":0.69)"));
  const testing_support::TemporaryFolder folder;
  const std::string file = folder / "lines";
  std::ofstream(file) << R"({"votes":[100000,80000,30000,20000],"seats":8,"algorithm":"highest-averages[odd]"})"
                      << "\n";
  EXPECT_THAT(printed({"solve", "seats", "--batch", file}), HasSubstr(R"("seats":[3,3,1,1])"));
}

TEST(SeatsFamily, RefusesWhatIsNoProblem) {
  EXPECT_THROW((void)cli::run_program({"solve", "seats", "--votes", "1,2"}), InputError);
  EXPECT_THROW((void)cli::run_program({"solve", "seats", "--votes", "1,-2", "--seats", "3"}), InputError);
  EXPECT_THROW((void)cli::run_program({"solve", "seats", "--votes", "1,2", "--seats", "3", "--rows", "4"}), InputError);
  EXPECT_THROW((void)cli::run_program({"solve", "grids", "--votes", "1,2"}), InputError);
}

TEST(SeatsFamily, IsDrawn) {
  const std::vector<std::string> problem{"draw", "seats", "--votes", "3,1", "--seats", "4"};
  EXPECT_EQ(printed(problem), "   0 " + std::string(45, '#') + " 3\n   1 " + std::string(15, '#') + " 1\n");
  std::vector<std::string> as_svg = problem;
  as_svg.insert(as_svg.end(), {"--format", "svg"});
  EXPECT_THAT(printed(as_svg), HasSubstr(R"(width="450")"));
}

TEST(SeatsFamily, IsSweptAndItsCostIsCompared) {
  const testing_support::TemporaryFolder folder;
  const std::string sweep = folder / "houses.ini";
  const std::string database = folder / "houses.sqlite";
  std::ofstream(sweep) << "family = seats\nparties = 3,6\nseats = 20,50\nsamples = 40\n";
  (void)printed({"run", sweep, "--quiet", "--db", database});
  const std::string table = printed({"show", "improvement", "--of", sweep, "--db", database, "--rival",
                                     "highest-averages", "--rows", "parties", "--columns", "seats"});
  EXPECT_THAT(table, HasSubstr("in percent of the mean deviation, sweeps/houses"));
  // D'Hondt's method prefers large parties, Webster's is neutral.
  const std::string sql = R"sql(SELECT count(*) AS points
FROM sweeps_houses AS a JOIN sweeps_houses AS b USING (parties, seats)
WHERE a.algorithm LIKE '%odd%' AND b.algorithm NOT LIKE '%odd%' AND a.deviation < b.deviation)sql";
  const std::string better = printed({"show", "--db", database, "--sql", sql});
  EXPECT_THAT(better, HasSubstr("4"));
}

}  // namespace
}  // namespace apportion
