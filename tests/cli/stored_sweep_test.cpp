// Sweeps that were run are shown, and stand in the report, without their files.
#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

constexpr const char* stored_text =
    "family = rectangles\ntitle = How <far>\nalgorithms = RecursiveBisection2, XY2\nprocessors = 4, 5\nsamples = 5\n"
    "[exhibit.costs]\ntitle = Costs\nsql = SELECT processors, algorithm, total FROM sweeps_far WHERE seed = :seed\n"
    "row = processors\ncolumn = algorithm\nvalues = total:1\n"
    "[improvement]\nrival = RecursiveBisection2\nrows = processors\n";

class StoredSweepTest : public ProgramTest {
 protected:
  void SetUp() override {
    write("far.ini", stored_text);
    run("far.ini");
  }

  [[nodiscard]] std::string page(const std::vector<std::string>& more = {}) const {
    const Words words = joined({"report", "--db", "a.sqlite"}, more);
    succeed(words);
    return read("report.html");
  }
};

TEST_F(StoredSweepTest, IsShownAsByItsFile) {
  const Outcome by_file = call({"show", "far.ini", "--db", "a.sqlite"});
  const Outcome one = call({"show", "far.ini", "costs", "--db", "a.sqlite"});
  ASSERT_THAT(by_file.out, AllOf(HasSubstr("Costs"), HasSubstr("Improvement of XY2")));
  std::filesystem::remove(path("far.ini"));
  EXPECT_EQ(call({"show", "sweeps/far", "--db", "a.sqlite"}).out, by_file.out);
  EXPECT_EQ(call({"show", "sweeps/far", "costs", "--db", "a.sqlite"}).out, one.out);
  EXPECT_EQ(call({"show", "sweeps/far/costs", "--db", "a.sqlite"}).out, one.out);
  expect_error({"show", "sweeps/fra", "--db", "a.sqlite"}, 2, {"unknown sweep in the database", "sweeps/far"});
  expect_error({"show", "sweeps/far", "cost", "--db", "a.sqlite"}, 2, {"did you mean costs"});
  expect_error({"show", "sweeps/far", "--seed", "3", "--db", "a.sqlite"}, 2, {"no results of sweeps/far with seed 3"});
}

// The seed of the run that stored it, where none is named.
TEST_F(StoredSweepTest, IsShownWithTheSeedThatItWasRunWith) {
  run("far.ini", {"--seed", "3", "--fresh"});
  const std::string third = output({"show", "far.ini", "--seed", "3", "--db", "a.sqlite"});
  EXPECT_EQ(call({"show", "sweeps/far", "--seed", "3", "--db", "a.sqlite"}).out, third);
  EXPECT_EQ(call({"show", "sweeps/far", "--seed", "1", "--db", "a.sqlite"}).out,
            call({"show", "far.ini", "--db", "a.sqlite"}).out);
}

TEST_F(StoredSweepTest, ShardsThatAreMergedHaveIt) {
  for (const char* shard : {"1/2", "2/2"})
    succeed({"run", "far.ini", "--quiet", "--shard", shard, "--db", std::string("s") + shard[0]});
  succeed({"merge", "m.sqlite", "s1", "s2"});
  EXPECT_EQ(call({"digest", "m.sqlite"}).out, call({"digest", "a.sqlite"}).out);
  EXPECT_EQ(call({"show", "sweeps/far", "--db", "m.sqlite"}).out, call({"show", "far.ini", "--db", "a.sqlite"}).out);
}

TEST_F(StoredSweepTest, StandsInTheReport) {
  std::filesystem::remove(path("far.ini"));
  const std::string all = page();
  EXPECT_THAT(all, AllOf(HasSubstr("<h1>How &lt;far&gt;</h1>"), HasSubstr("sweeps/far, far.ini, seed 1"),
                         HasSubstr("id=\"sweeps-far-costs\""), HasSubstr("id=\"sweeps-far-improvement\""),
                         HasSubstr("<summary>The sweep file</summary>"), HasSubstr("family = rectangles")));
  EXPECT_EQ(page({"sweeps/far"}), all);
  // It is a page of the sweep, not of the papers.
  EXPECT_THAT(all, AllOf(Not(HasSubstr("what is reproduced")), Not(HasSubstr("papers")), Not(HasSubstr("Not run"))));
  EXPECT_THAT(page({"--seed", "4"}), HasSubstr("no results of sweeps/far with seed 4"));
}

TEST_F(StoredSweepTest, AReportOfFilesShowsThem) {
  write("near.ini", "family = rectangles\nsamples = 2\n[exhibit]\ntitle = T\nsql = SELECT 1 AS one\n");
  EXPECT_THAT(page({"near.ini"}), AllOf(Not(HasSubstr("sweeps-far")), HasSubstr("apportion run near.ini")));
  expect_error({"report", "kaddoura", "--db", "a.sqlite"}, 2, {"'kaddoura' is not a sweep", "FILE.ini or sweeps/NAME"});
  expect_error({"report", "far.ini", "sweeps/far", "--db", "a.sqlite"}, 2,
               {"sweeps/far names sweeps/far a second time"});
  expect_error({"report", "none.ini", "--db", "a.sqlite"}, 2, {"none.ini"});
}

// What failed in another sweep is no part of this one's report.
TEST_F(StoredSweepTest, AReportOfOneSweepListsItsOwnFailures) {
  write("near.ini", "family = rectangles\ntitle = Near\nalgorithms = XY2, TILE\nprocessors = 4, 200\nsamples = 5\n");
  const Outcome outcome = call({"run", "near.ini", "--quiet", "--db", "a.sqlite"});
  ASSERT_EQ(outcome.status, 1) << outcome.err;
  ASSERT_THAT(outcome.err, HasSubstr("1 unit failed"));
  const std::string message = "TILE of 200 processors";
  EXPECT_THAT(page({"sweeps/near"}), AllOf(HasSubstr("1 unit failed, and is"), HasSubstr(message)));
  EXPECT_THAT(page({"sweeps/far"}), AllOf(Not(HasSubstr("Failures")), Not(HasSubstr(message))));
  EXPECT_THAT(page({"far.ini"}), Not(HasSubstr(message)));
  EXPECT_THAT(page({"sweeps/far", "sweeps/near"}), HasSubstr(message));
  EXPECT_THAT(page(), HasSubstr(message));
}

// Table and chart without any section; the files that the text names are gone as well.
TEST_F(StoredSweepTest, NeitherItsFileNorTheClustersIsOpenedToShowIt) {
  write("three.csv", "name,speed\na,3\nb,2\nc,1\n");
  write("far.ini",
        "family = rectangles\nname = own\ncluster = three.csv\nalgorithms = XY2, TILE\nlatency = 0, 10, 20\n");
  run("far.ini");
  const std::string by_file = output({"show", "far.ini", "--db", "a.sqlite"});
  for (const char* file : {"far.ini", "three.csv"}) std::filesystem::remove(path(file));
  EXPECT_EQ(call({"show", "sweeps/own", "--db", "a.sqlite"}).out, by_file);
  const std::string all = page({"sweeps/own"});
  const std::size_t article = all.find("<article id=\"sweeps-own-means\"");
  ASSERT_NE(article, std::string::npos);
  EXPECT_THAT(all.substr(article), AllOf(HasSubstr("<svg"), HasSubstr("<table>")));
}

// A user's own program is not called, and need not be there.
TEST_F(StoredSweepTest, CommandsAreNeverTakenFromADatabase) {
  std::filesystem::copy(APPORTION_SOURCE_DIR "/experiments/examples/strips.py", path("strips.py"));
  std::filesystem::copy(APPORTION_SOURCE_DIR "/experiments/examples/own_algorithm.ini", path("mine.ini"));
  succeed({"run", "mine.ini", "processors=4", "--samples", "2", "--quiet", "--db", "a.sqlite"});
  const Outcome by_file = call({"show", "mine.ini", "--db", "a.sqlite"});
  for (const char* file : {"mine.ini", "strips.py"}) std::filesystem::remove(path(file));
  const std::string stored = output({"show", "sweeps/mine", "--db", "a.sqlite"});
  EXPECT_EQ(stored, by_file.out);
  EXPECT_THAT(page(), HasSubstr("Improvement of strips over XY2"));
}

TEST_F(StoredSweepTest, ComparisonsAndChartsStandInTheReport) {
  write("far.ini",
        "family = rectangles\nname = three\nalgorithms = XY2, TILE\nprocessors = 4, 8, 16\nsamples = 5\n"
        "[comparison]\n[chart.costs]\ny = total\n");
  run("far.ini");
  std::filesystem::remove(path("far.ini"));
  EXPECT_THAT(page(), AllOf(HasSubstr("id=\"sweeps-three-comparison\""), HasSubstr("id=\"sweeps-three-costs\""),
                            HasSubstr("computed from single samples")));
}

// One wrong query is said in its section, and takes nothing from the others.
TEST_F(StoredSweepTest, AWrongQueryIsALine) {
  write("far.ini", std::string(stored_text) +
                       "[exhibit.wrong]\ntitle = W\nsql = SELECT json('nothing') FROM sweeps_far\n" +
                       "[exhibit.twice]\ntitle = W\nsql = SELECT 1 AS a, processors AS b FROM sweeps_far\n"
                       "row = a\nvalues = b\n");
  run("far.ini");
  EXPECT_THAT(page(), AllOf(HasSubstr("<li>sweeps/far/wrong: "), HasSubstr("nothing"),
                            HasSubstr("<li>sweeps/far/twice: "), HasSubstr("id=\"sweeps-far-costs\"")));
}

}  // namespace
}  // namespace apportion::testing_support
