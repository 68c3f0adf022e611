// Sweep files: run, extended, described and shown as a user does, and every example of the project.
#include <fmt/format.h>

#include <algorithm>

#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

class SweepTest : public ProgramTest {
 protected:
  [[nodiscard]] Outcome run(const std::string& db, const Words& more) const {
    return call(joined({"run", "s.ini", "--db", db}, more));
  }

  // One run of this file into a database of its own.
  [[nodiscard]] std::string digest_of(const std::string& text) const {
    std::filesystem::remove(path("whole.sqlite"));
    write("s.ini", text);
    EXPECT_EQ(run("whole.sqlite", {"--quiet"}).status, 0);
    return digest("whole.sqlite");
  }

  // Runs the file as it grows, and expects the counts of units written and the content of one run of the last.
  void expect_growth(const std::vector<std::pair<std::string, int>>& texts_and_written) const {
    for (const auto& [text, written] : texts_and_written) {
      write("s.ini", text);
      const Outcome outcome = run("grown.sqlite", {});
      EXPECT_EQ(outcome.status, 0) << outcome.err;
      EXPECT_THAT(outcome.err, HasSubstr(std::to_string(written) + " results written, ")) << text;
    }
    EXPECT_EQ(digest("grown.sqlite"), digest_of(texts_and_written.back().first));
  }

  void expect_refused(const std::string& text, const std::string& piece) const {
    write("s.ini", text);
    expect_error({"run", "s.ini", "--db", "refused.sqlite"}, 2, {piece});
    EXPECT_FALSE(std::filesystem::exists(path("refused.sqlite")));
  }
};

const std::string base = "family = rectangles\nalgorithms = RecursiveBisection2, XY2\nsamples = 20\n";

TEST_F(SweepTest, OnlyWhatIsMissingIsComputedAsItGrows) {
  expect_growth({{base + "processors = 4, 5\n", 4},
                 {base + "processors = 4..6\n", 2},
                 // An axis that was not named before: its default value is there.
                 {base + "processors = 4..6\nlatency = 0, 100\n", 6},
                 {base + "processors = 4..6\nlatency = 0, 100\naspect = 1, 3\n", 12},
                 // A third algorithm, and pairs, need the others solved again and find what is stored.
                 {base + "processors = 4..6\nlatency = 0, 100\naspect = 1, 3\nrival = XY2\n", 12}});
}

TEST_F(SweepTest, MoreSamplesKeepTheChunksThatAreThere) {
  const auto with_samples = [](const std::string& samples) {
    return "family = grids\nchunk = 10\nlevel = 2, 4\nsamples = " + samples + "\n";
  };
  expect_growth({{with_samples("10"), 4}, {with_samples("40"), 12}, {with_samples("45"), 4}, {with_samples("48"), 4}});
}

// Beside the results, which are those of a sweep without times; pairs have none.
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
  expect_refused(base + "metrics = second\n", "did you mean seconds?");
}

TEST_F(SweepTest, MoreAlgorithmsToo) {
  const std::string graphs = "family = graphs\nnodes = 5\nsamples = 5\nrho = 1, 2\n";
  expect_growth({{graphs + "algorithms = best-static\n", 2},
                 {graphs + "algorithms = best-static, algorithm1-cc\n", 2},
                 {graphs + "algorithms = best-static, algorithm1-cc\nkeep-samples = true\n", 4}});
  EXPECT_EQ(query("grown.sqlite", "SELECT count(*) AS n FROM sweeps_s_samples"), "n\n20\n");
}

TEST_F(SweepTest, TheCommandLineOverridesTheFile) {
  write("s.ini", base + "processors = 4\nseed = 5\nrival = XY2\n");
  EXPECT_EQ(run("a.sqlite", {"--quiet"}).status, 0);
  EXPECT_EQ(query("a.sqlite", "SELECT DISTINCT seed, samples FROM sweeps_s"), "seed,samples\n5,20\n");
  EXPECT_EQ(run("a.sqlite",
                {"--quiet", "--seed", "6", "--samples", "3", "--algorithms", "TILE,XY2", "--set", "processors=7..8"})
                .status,
            0);
  EXPECT_EQ(
      query("a.sqlite",
            "SELECT DISTINCT processors, samples, algorithm, rival FROM sweeps_s WHERE seed = 6 "
            "ORDER BY 1, 2, 3, 4"),
      "processors,samples,algorithm,rival\n7,3,TILE,\n7,3,TILE,XY2\n7,3,XY2,\n8,3,TILE,\n8,3,TILE,XY2\n8,3,XY2,\n");
}

TEST_F(SweepTest, ARivalIsSolvedEvenWhereItIsNotListed) {
  write("s.ini", "family = rectangles\nprocessors = 7\nalgorithms = TILE\nrival = XY2\n");
  EXPECT_EQ(run("a.sqlite", {"--samples", "3", "--quiet"}).status, 0);
  EXPECT_EQ(query("a.sqlite", "SELECT algorithm, rival FROM sweeps_s ORDER BY 1, 2"),
            "algorithm,rival\nTILE,\nTILE,XY2\nXY2,\n");
}

TEST_F(SweepTest, ASweepAgreesWithThePapersExperimentInKind) {
  // Not number by number: a study's name is part of its streams. At ratio 1 nothing is random.
  write("s.ini", "family = rectangles\nratio = 1\naspect = 3\nprocessors = 7\nalgorithms = XY2\n");
  EXPECT_EQ(run("a.sqlite", {"--quiet"}).status, 0);
  succeed(
      {"run", "kaddoura/grid", "ratio=1", "columns=3000", "processors=7", "latency=0", "--quiet", "--db", "a.sqlite"});
  EXPECT_EQ(query("a.sqlite",
                  "SELECT s.total = g.total AS same FROM sweeps_s AS s, kaddoura_grid AS g "
                  "WHERE s.algorithm = 'XY2' AND g.algorithm = 'XY2' AND s.rival = '' AND g.rival = ''"),
            "same\n1\n");
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

// At the ends of the axes costs are of 1e20 and more.
TEST_F(SweepTest, ExactMethodsTakeTheHeaviestGraphs) {
  write("s.ini",
        "family = graphs\nalgorithms = elimination, optimal, algorithm1-cc\nnodes = 12\ncandidates = 3\nstrength = "
        "0.5, 1e6\n"
        "rho = 1, 1e12\nsamples = 10\n");
  const Outcome outcome = run("a.sqlite", {"--quiet"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(query("a.sqlite",
                  "SELECT count(*) AS points, sum(proven) AS proven FROM sweeps_s WHERE algorithm IN ('elimination', "
                  "'optimal')"),
            "points,proven\n8,8\n");
}

TEST_F(SweepTest, FamiliesAreListedAndDescribed) {
  EXPECT_THAT(call({"list", "families"}).out, HasSubstr("rectangles "));
  EXPECT_THAT(call({"list"}).out, HasSubstr("families:\n"));
  EXPECT_THAT(call({"list", "metrics"}).out, HasSubstr("relative_cost"));
  EXPECT_THAT(call({"describe", "programs"}).out, HasSubstr("apportion solve programs [--algorithm A]"));
  const std::string family = call({"describe", "graphs"}).out;
  for (const char* piece : {"family of problems", "rho=1", "relative_cost", "best-static"})
    EXPECT_THAT(family, HasSubstr(piece));
}

TEST_F(SweepTest, ADryRunCounts) {
  write("s.ini", base + "processors = 4..6\n");
  EXPECT_EQ(run("a.sqlite", {"--dry-run"}).out, "sweeps/s: 6 units to do, 0 present; 6 are new\n");
  EXPECT_FALSE(std::filesystem::exists(path("a.sqlite")));
  EXPECT_EQ(run("a.sqlite", {"--quiet"}).status, 0);
  EXPECT_EQ(run("a.sqlite", {"--dry-run"}).out, "sweeps/s: 0 units to do, 6 present\n");
}

TEST_F(SweepTest, WhatCannotBeReadIsNamedWithItsLine) {
  expect_refused(
      "", "s.ini names no family; write family = boxes|cells|distributions|graphs|grids|programs|rectangles|shardings");
  expect_refused("# x\nfamily = rectangle\n", "s.ini:2: unknown family 'rectangle'; did you mean rectangles?");
  expect_refused("family = programs\n", "a sweep of programs needs instances = FILE.jsonl");
  expect_refused(base + "procesors = 4\n", "s.ini:4: unknown key 'procesors'; did you mean processors?");
  expect_refused(base + "level = 4\n", "s.ini:4: unknown key 'level'");
  expect_refused(base + "processors = 0\n", "s.ini:4: processors = 0: must be a whole number");
  expect_refused(base + "\nprocessors = 4,\n   4\n", "s.ini:5: processors = 4, 4: 4 is named twice");
  expect_refused(base + "processors = 8..4\n", "s.ini:4: processors = 8..4: the last number is below the first");
  expect_refused(base + "processors = 4\nprocessors = 5\n", "s.ini:5: processors is given twice");
  expect_refused(base + "processors =\n", "s.ini:4: processors has no value");
  expect_refused(base + "= 4\n", "s.ini:4: there is no key");
  expect_refused(base + "processors 4\n", "s.ini:4: 'processors 4' is neither");
  expect_refused(base + "sampling = unifrom\n", "s.ini:4: unknown value of sampling 'unifrom'; did you mean uniform?");
  expect_refused(base + "metrics = totl\n", "s.ini:4: unknown metric of rectangles 'totl'; did you mean total?");
  expect_refused(base + "metrics = relative_total\n", "s.ini:4: metrics = relative_total: also name one of");
  expect_refused(base + "rival = XY3\n", "s.ini:4: unknown algorithm 'XY3'; did you mean XY or XY2?");
  expect_refused("family = rectangles\nalgorithms = XY2,,XY\n", "s.ini:2: ");
  expect_refused("family = rectangles\nsamples = 0\n", "s.ini:2: samples is '0'; it must be a whole number from 1");
  expect_refused(base + "seed = -1\n", "s.ini:4: seed is '-1'");
  expect_refused(base + "chunk = 1e3\n", "s.ini:4: chunk is '1e3'");
  expect_refused(base + "keep-samples = maybe\n", "s.ini:4: keep-samples = maybe: must be true or false");
  expect_refused(base + "name = a/b\n", "s.ini:4: the name 'a/b' must be of letters");
  expect_refused(base + "[]\n", "s.ini:4: the section has no name");
  // Completion puts names on command lines.
  for (const std::string name : {"exhibit.`touch x`", "exhibit.$(touch x)", "exhibit.a;b", "exhibit.a b", "exhibit.'"})
    expect_refused(fmt::format("{}[{}]\n", base, name),
                   fmt::format("s.ini:4: the name [{}] must be of letters, digits and _ . / = -", name));
  expect_refused(base + "[exhibit]\ntitle = a\nsql = SELECT 1\n[exhibit]\ntitle = b\nsql = SELECT 2\n",
                 "s.ini:7: there are two sections [exhibit]; name them [exhibit.ONE]");
  expect_refused(base + std::string("a\0b = 1\n", 8), "s.ini:4: a NUL byte");
  expect_refused(base + "[exhibits]\n", "s.ini:4: unknown section 'exhibits'; did you mean exhibit");
  expect_error({"run", "no.ini"}, 2, {"no.ini cannot be read: No such file or directory"});
  std::filesystem::create_directory(path("folder.ini"));
  expect_error({"run", "folder.ini"}, 2, {"folder.ini cannot be read: Is a directory"});
}

TEST_F(SweepTest, TwoFilesOfOneNameAreRefused) {
  write("s.ini", base);
  write("t.ini", base + "name = s\n");
  expect_error({"run", "s.ini", "t.ini", "--db", "a.sqlite"}, 2, {"t.ini is a second file that defines sweeps/s"});
  succeed({"run", "s.ini", "kaddoura/figure16", "--quiet", "--db", "a.sqlite"});
  EXPECT_EQ(query("a.sqlite", "SELECT name FROM experiment ORDER BY 1"), "name\nkaddoura/figure16\nsweeps/s\n");
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

}  // namespace
}  // namespace apportion::testing_support
