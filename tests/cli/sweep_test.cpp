// Sweep files: growing sweeps, and their texts in databases.

#include <algorithm>

#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

class SweepTest : public ProgramTest {
 protected:
  [[nodiscard]] Outcome run(const std::string& db, const Words& more) const {
    return call(joined({"run", "s.ini", "--db", db}, more));
  }

  // The digest of one run of this file into its own database.
  [[nodiscard]] std::string digest_of(const std::string& text) const {
    std::filesystem::remove(path("whole.sqlite"));
    write("s.ini", text);
    EXPECT_EQ(run("whole.sqlite", {"--quiet"}).status, 0);
    return digest("whole.sqlite");
  }

  // Runs the file as it grows; expects these counts of units written, and the content of a single run of the last text.
  void expect_growth(const std::vector<std::pair<std::string, int>>& texts_and_written) const {
    for (const auto& [text, written] : texts_and_written) {
      write("s.ini", text);
      const Outcome outcome = run("grown.sqlite", {});
      EXPECT_EQ(outcome.status, 0) << outcome.err;
      EXPECT_THAT(outcome.err, HasSubstr(std::to_string(written) + " results written, ")) << text;
    }
    EXPECT_EQ(digest("grown.sqlite"), digest_of(texts_and_written.back().first));
  }
};

const std::string base = "family = rectangles\nalgorithms = RecursiveBisection2, XY2\nsamples = 20\n";

TEST_F(SweepTest, OnlyWhatIsMissingIsComputedAsItGrows) {
  expect_growth({{base + "processors = 4, 5\n", 4},
                 {base + "processors = 4..6\n", 2},
                 // A new axis: its default value was run already.
                 {base + "processors = 4..6\nlatency = 0, 100\n", 6},
                 {base + "processors = 4..6\nlatency = 0, 100\naspect = 1, 3\n", 12},
                 // A third algorithm and pairs need the others solved again, and reproduce the stored numbers.
                 {base + "processors = 4..6\nlatency = 0, 100\naspect = 1, 3\nrival = XY2\n", 12}});
}

TEST_F(SweepTest, MoreSamplesKeepTheChunksThatAreThere) {
  const auto with_samples = [](const std::string& samples) {
    return "family = grids\nchunk = 10\nlevel = 2, 4\nsamples = " + samples + "\n";
  };
  expect_growth({{with_samples("10"), 4}, {with_samples("40"), 12}, {with_samples("45"), 4}, {with_samples("48"), 4}});
}

// In addition to the results, which are those of a sweep without times; pairs have no times.
TEST_F(SweepTest, SolvesAreTimedWhereTheFileAsksForIt) {
  const std::string sweep = base + "rival = XY2\nprocessors = 4, 5\nmetrics = total, relative_total";
  const std::string plain = digest_of(sweep + "\n");
  EXPECT_EQ(digest_of(sweep + ", seconds\n"), plain);
  const std::string times = call({"show", "s.ini", "seconds", "--db", "whole.sqlite", "--format", "csv"}).out;
  EXPECT_THAT(times,
              MatchesRegex("processors,algorithm,median,least,greatest,measured\n"
                           "4,RecursiveBisection2,[0-9.]+,[0-9.]+,[0-9.]+,20\n4,XY2,[0-9.]+,[0-9.]+,[0-9.]+,20\n"
                           "5,RecursiveBisection2,[0-9.]+,[0-9.]+,[0-9.]+,20\n5,XY2,[0-9.]+,[0-9.]+,[0-9.]+,20\n"));
  EXPECT_THAT(call({"show", "s.ini", "--db", "whole.sqlite"}).out,
              HasSubstr("median time of a solve in microseconds, by processors"));
}

TEST_F(SweepTest, CommentsContinuedLinesAndNamesOfOnesOwn) {
  write("s.ini",
        "\xEF\xBB\xBF# comment\r\nfamily = rectangles   # of arrays\r\nname = my-own\r\nprocessors = 4,\r\n"
        "    # between\r\n    5..6\r\ntitle = A title: with = and [x]\r\n");
  const std::string text = output({"describe", "s.ini"});
  for (const char* piece : {"sweeps/my-own (experiment)\nA title: with = and [x]\n", "processors=4,5,6", "aspect=1",
                            "source:      s.ini", "family:      rectangles", "RecursiveBisection2, TILE, XY2"})
    EXPECT_THAT(text, HasSubstr(piece));
}

TEST_F(SweepTest, EveryExampleRunsAndShowsItsExhibits) {
  int examples = 0;
  for (const auto& entry : std::filesystem::directory_iterator(APPORTION_SOURCE_DIR "/experiments/examples")) {
    const std::string file = entry.path().string();
    if (!file.ends_with(".ini")) continue;
    ++examples;
    const Outcome outcome = call({"run", file, "--samples", "2", "--quiet", "--db", "a.sqlite"});
    EXPECT_EQ(outcome.status, 0) << file << outcome.err;
    const Outcome shown = call({"show", file, "--db", "a.sqlite"});
    EXPECT_EQ(shown.status, 0) << file << shown.err;
    EXPECT_GT(std::ranges::count(shown.out, '\n'), 5) << file << shown.out;
    succeed({"show", file, "--format", "latex", "--values", "all", "--db", "a.sqlite"});
  }
  EXPECT_GE(examples, 4);
  EXPECT_THAT(call({"status", "a.sqlite"}).out, Not(HasSubstr("failed unit")));
}

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
  ASSERT_THAT(by_file.out, AllOf(HasSubstr("Costs"), HasSubstr("improvement in percent")));
  std::filesystem::remove(path("far.ini"));
  EXPECT_EQ(call({"show", "sweeps/far", "--db", "a.sqlite"}).out, by_file.out);
  EXPECT_EQ(call({"show", "sweeps/far", "costs", "--db", "a.sqlite"}).out, one.out);
  EXPECT_EQ(call({"show", "sweeps/far/costs", "--db", "a.sqlite"}).out, one.out);
  expect_error({"show", "sweeps/fra", "--db", "a.sqlite"}, 2, {"unknown sweep in the database", "sweeps/far"});
  expect_error({"show", "sweeps/far", "cost", "--db", "a.sqlite"}, 2, {"did you mean costs"});
  expect_error({"show", "sweeps/far", "--seed", "3", "--db", "a.sqlite"}, 2, {"no results of sweeps/far with seed 3"});
}

TEST_F(StoredSweepTest, StandsInTheReport) {
  std::filesystem::remove(path("far.ini"));
  const std::string all = page();
  EXPECT_THAT(all, AllOf(HasSubstr("<h1>How &lt;far&gt;</h1>"), HasSubstr("sweeps/far, far.ini, seed 1"),
                         HasSubstr("id=\"sweeps-far-costs\""), HasSubstr("id=\"sweeps-far-improvement\""),
                         HasSubstr("<summary>The sweep file</summary>"), HasSubstr("family = rectangles")));
  EXPECT_EQ(page({"sweeps/far"}), all);
  // The page is about the sweep, not about the papers.
  EXPECT_THAT(all, AllOf(Not(HasSubstr("what is reproduced")), Not(HasSubstr("papers")), Not(HasSubstr("Not run"))));
  EXPECT_THAT(page({"--seed", "4"}), HasSubstr("no results of sweeps/far with seed 4"));
}

TEST_F(StoredSweepTest, AReportOfFilesShowsThem) {
  write("near.ini", "family = rectangles\nsamples = 2\n[exhibit]\ntitle = T\nsql = SELECT 1 AS one\n");
  EXPECT_THAT(page({"near.ini"}), AllOf(Not(HasSubstr("sweeps-far")), HasSubstr("apportion run near.ini")));
  expect_error({"report", "far.ini", "sweeps/far", "--db", "a.sqlite"}, 2,
               {"sweeps/far names sweeps/far a second time"});
  expect_error({"report", "none.ini", "--db", "a.sqlite"}, 2, {"none.ini"});
}

// Table and chart without any section; the files named in the text no longer exist either.
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

// A user's own program is not called, and need not exist.
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

// An invalid query is reported in its section, and does not affect the others.
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
