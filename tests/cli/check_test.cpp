// apportion check, compare and replay on the command line.
#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <regex>
#include <thread>

#include "tests/cli/program.hpp"
#include "tests/support/changed_database.hpp"

namespace apportion::testing_support {
namespace {

namespace fs = std::filesystem;

class CheckTest : public ProgramTest {
 protected:
  void SetUp() override { fs::create_directories(path("results/baselines")); }

  // Baselines of the small figure16 grid, made by the program itself.
  void accept(const std::string& experiment = "kaddoura/figure16") const { succeed({"check", experiment, "--update"}); }

  void edit(const std::string& name, const std::string& old_piece, const std::string& new_piece) const {
    std::string text = read(name);
    const std::size_t place = text.find(old_piece);
    ASSERT_NE(place, std::string::npos) << old_piece;
    write(name, text.replace(place, old_piece.size(), new_piece));
  }
};

constexpr const char* figure16 = "results/baselines/kaddoura-figure16.csv";
constexpr const char* figure16_verdicts = "results/baselines/kaddoura-figure16.verdicts.csv";

TEST_F(CheckTest, UpdateAcceptsWhatThereIs) {
  const Outcome first = call({"check", "kaddoura/figure16"});
  EXPECT_EQ(first.status, 1);
  EXPECT_THAT(first.out,
              AllOf(StartsWith("kaddoura-figure16 (kaddoura/figure16)\n"), HasSubstr("  new: XY2, 4 numbers"),
                    HasSubstr("1 grid, 20 numbers, 5 verdicts: 25 new\n")));
  const std::string update = output({"check", "kaddoura/figure16", "--update"});
  EXPECT_EQ(update, first.out);
  const Outcome green = call({"check", "kaddoura/figure16"});
  EXPECT_EQ(green.status, 0);
  EXPECT_EQ(green.out, "1 grid, 20 numbers, 5 verdicts: all as accepted\n");
  EXPECT_EQ(green.err, "");
  // Only the baselines were written.
  EXPECT_FALSE(fs::exists(path("results/out")));
  EXPECT_EQ(std::distance(fs::directory_iterator(path("results/baselines")), {}), 2);
}

// The grid has 24 verdicts and 48 numbers.
TEST_F(CheckTest, OfManyAlikeTextHasTheFirstAndTablesHaveAll) {
  const auto count = [this](const std::string& format) {
    const std::string out = call({"check", "chatterjee/adi-matrix", "--format", format}).out;
    const std::regex verdict("verdict of chatterjee/adi-matrix");
    return std::distance(std::sregex_iterator(out.begin(), out.end(), verdict), std::sregex_iterator());
  };
  EXPECT_EQ(count("text"), 10);
  EXPECT_EQ(count("csv"), 24);
  EXPECT_THAT(
      call({"check", "chatterjee/adi-matrix"}).out,
      AllOf(HasSubstr("\n  new: and more, which --format csv lists\n  new: from-program, 48 numbers, first at "),
            HasSubstr(": 72 new\n")));
}

TEST_F(CheckTest, WrongOptionsOfTheReportAcceptNothing) {
  for (const auto& [option, message] :
       {std::pair{"--format", "unknown format 'x'"}, {"--only", "unknown --only 'x'"}}) {
    expect_error({"check", "kaddoura/figure16", "--update", option, "x"}, 2, {message});
    EXPECT_FALSE(fs::exists(path(figure16))) << ::testing::PrintToString(option);
  }
}

TEST_F(CheckTest, AnEditedValueIsADifference) {
  accept();
  edit(figure16, "XY2,1,,,4500,9,4500,4500\n", "XY2,1,,,4500,9,4500,4000\n");
  edit(figure16, "TILE,1,,,4500,", "TILE,1,,,5000,");
  edit(figure16_verdicts, "algorithm=XY2,exact", "algorithm=XY2,differs");
  edit(figure16_verdicts, "algorithm=RecursiveBisection2,truncated", "algorithm=RecursiveBisection2,exact");
  const Outcome outcome = call({"check", "kaddoura"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(
      outcome.out,
      HasSubstr(
          "  worse: XY2, total, revision 1: mean 4000 -> 4500 (+12.5 %), other at 1 of 1 point; worst at "
          "rows=1000 columns=3000: 4000 -> 4500 (+12.5 %), sample 0: 4000 -> 4500 (+12.5 %); differing: 1 of 1 sample\n"
          "      apportion replay kaddoura/figure16 'rows=1000 columns=3000' 0 --seed 1 --algorithms XY2\n"));
  EXPECT_THAT(outcome.out, HasSubstr("  better: TILE, acost, revision 1: mean 5000 -> 4500 (-10 %)"));
  EXPECT_THAT(outcome.out, HasSubstr("better: verdict of kaddoura/figure16 at algorithm=XY2: differs -> exact\n"));
  EXPECT_THAT(outcome.out,
              HasSubstr("worse: verdict of kaddoura/figure16 at algorithm=RecursiveBisection2: exact -> truncated\n"));
  EXPECT_THAT(outcome.out, HasSubstr("other numbers at the same revision: TILE, XY2; raise it, or the study's"));
  const std::regex replay("apportion replay (\\S+) '([^']*)' (\\d+) --seed 1 --algorithms XY2\n");
  std::smatch match;
  ASSERT_TRUE(std::regex_search(outcome.out, match, replay));
  const std::string replayed = output({"replay", match[1], match[2], match[3], "--seed", "1"});
  EXPECT_THAT(replayed, HasSubstr("4500"));
  EXPECT_EQ(call({"check", "kaddoura/figure16", "--update"}).status, 1);
  succeed({"check", "kaddoura/figure16", "--update", "--accept-worse"});
  succeed({"check", "kaddoura/figure16"});
}

TEST_F(CheckTest, DamagedBaselinesAreRefusedWithTheirLine) {
  accept();
  const std::string whole = read(figure16);
  write(figure16, whole.substr(0, whole.size() - 30));
  expect_error({"check", "kaddoura/figure16"}, 2, {"kaddoura-figure16.csv: line 7: the file is cut off"});
  expect_error({"check", "kaddoura/figure16", "--update"}, 2, {"kaddoura-figure16.csv: line 7"});
  write(figure16, whole);
  edit(figure16, "9,4500,4500\n", "9,4500,45oo\n");
  expect_error({"check", "kaddoura/figure16"}, 2, {"kaddoura-figure16.csv: line ", "'45oo' is not a number"});
  // A new start should remove the file.
  fs::remove(path(figure16));
  succeed({"check", "kaddoura/figure16", "--update"});
  EXPECT_EQ(read(figure16), whole);
}

TEST_F(CheckTest, WhatAKilledUpdateLeftIsHarmless) {
  accept();
  write(std::string(figure16) + ".partial", "half a fi");
  succeed({"check", "kaddoura/figure16"});
  succeed({"check", "kaddoura/figure16", "--update"});
}

// Each file is either the old one or the new one as a whole.
TEST_F(CheckTest, KilledDuringAnUpdateItLeavesWholeFiles) {
  const Words update{"check",
                     "chatterjee/adi",
                     "chatterjee/two-zone",
                     "chatterjee/ladder",
                     "chatterjee/sum",
                     "kaddoura/figure16",
                     "kaddoura/table1",
                     "--update",
                     "-j",
                     "1"};
  succeed(update);
  std::map<fs::path, std::string> accepted;
  std::map<fs::path, std::string> outdated;
  for (const fs::directory_entry& entry : fs::directory_iterator(path("results/baselines"))) {
    const std::string name = fs::relative(entry.path(), folder_.path()).string();
    accepted[name] = read(name);
    outdated[name] = std::regex_replace(accepted[name], std::regex(",1,,,"), ",9,,,");
    if (name.ends_with(".verdicts.csv"))
      outdated[name] = std::regex_replace(accepted[name], std::regex(",exact\n"), ",inexact\n");
  }
  ASSERT_GT(accepted.size(), 10U);
  int killed = 0;
  for (int milliseconds = 10; milliseconds <= 400; milliseconds += 30) {
    for (const auto& [name, text] : outdated) write(name.string(), text);
    RunningProgram program = start(update);
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    ::kill(program.pid(), SIGKILL);
    if (program.wait().status == 128 + SIGKILL) ++killed;
    for (const auto& [name, text] : accepted)
      EXPECT_TRUE(read(name.string()) == text || read(name.string()) == outdated[name]) << name;
  }
  EXPECT_GT(killed, 2);
  succeed(update);
  for (const auto& [name, text] : accepted) EXPECT_EQ(read(name.string()), text) << name;
}

TEST_F(CheckTest, InterruptedItAcceptsNoHalfGrid) {
  RunningProgram program = start({"check", "--update"});
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  ::kill(program.pid(), SIGINT);
  EXPECT_EQ(program.wait().status, 130);
  // The accepted baselines of the grids before that one are intact.
  EXPECT_NE(call({"check", "chatterjee"}).status, 2);
  succeed({"check", "kaddoura/figure16", "--update"});
  succeed({"check", "kaddoura/figure16"});
}

// check.reference_grids checks the results of all grids.
TEST_F(CheckTest, AnExtensionHasItsOwnBaselines) {
  accept();
  const std::string own = "extensions/own/baselines/kaddoura-figure16";
  fs::create_directories(path("extensions/own/baselines"));
  fs::rename(path(figure16), path(own + ".csv"));
  fs::rename(path(figure16_verdicts), path(own + ".verdicts.csv"));
  succeed({"check", "kaddoura/figure16"});
  edit(own + ".csv", "XY2,1,,,4500,9,4500,4500\n", "XY2,1,,,4500,9,4500,4600\n");
  succeed({"check", "kaddoura/figure16", "--update"});
  EXPECT_THAT(read(own + ".csv"), HasSubstr("XY2,1,,,4500,9,4500,4500\n"));
  EXPECT_FALSE(fs::exists(path(figure16)));
}

class CompareTest : public ProgramTest {
 protected:
  void run(const std::string& db, const Words& more) const {
    const Words words = joined({"run", "kaddoura/grid", "--set", "processors=4,5", "columns=1000", "ratio=4",
                                "latency=0,100", "--samples", "40", "--quiet", "--db", db, "--algorithms"},
                               more);
    succeed(words);
  }
  void sql(const std::string& db, const std::string& statement) const { change(path(db), statement); }
};

// Total of XY2 at one point: +10, +20, -10 on three of 40 samples.
TEST_F(CompareTest, PairsSamplesWhereBothHaveThem) {
  run("a", {"XY2,TILE", "--keep-samples"});
  run("b", {"XY2,TILE", "--keep-samples"});
  for (const auto& [sample, change] : {std::pair{3, "10"}, {5, "20"}, {7, "-10"}})
    sql("b",
        fmt::format("UPDATE sample SET v{0} = v{0} + {1} WHERE first = 0", sample, change) +
            " AND metric_id = (SELECT id FROM metric WHERE name = 'total') AND unit_id IN (SELECT u.id FROM unit AS u "
            "JOIN point AS p ON p.id = u.point_id JOIN algorithm AS a ON a.id = u.algorithm_id WHERE a.name = 'XY2' "
            "AND a.rival = '' AND p.coordinates LIKE '%\"processors\":4,%\"latency\":100}')");
  const Outcome outcome = call({"compare", "a", "b", "--format", "json"});
  EXPECT_EQ(outcome.status, 1) << outcome.err;
  const Json change = Json::parse(outcome.out)["changes"].at(0);
  const auto value = [&change](const char* name) { return change[name]; };
  EXPECT_EQ(value("change"), "worse");
  EXPECT_EQ(value("subject"), "kaddoura/grid, seed 1");
  EXPECT_EQ(value("algorithm"), "XY2");
  EXPECT_EQ(value("metric"), "total");
  EXPECT_EQ(value("points"), 4);
  EXPECT_EQ(value("differing_points"), 1);
  EXPECT_EQ(value("pairs"), 160);
  EXPECT_EQ(value("differing_pairs"), 3);
  EXPECT_EQ(value("worst_point"), "rows=1000 columns=1000 ratio=4 processors=4 sampling=max-set latency=100");
  EXPECT_EQ(value("worst_index"), 5);
  // The mean of the differences at that point is 20 / 40; two of three pairs rise: p = 2 * (1 + 3) / 8.
  EXPECT_NEAR(value("worst_new_mean").get<double>() - value("worst_old_mean").get<double>(), 0.5, 1e-9);
  EXPECT_NEAR(value("new_mean").get<double>() - value("old_mean").get<double>(), 0.125, 1e-9);
  EXPECT_EQ(value("p_value"), 1);
}

TEST_F(CompareTest, PairsChunksOtherwise) {
  run("a", {"XY2", "--keep-samples"});
  run("b", {"XY2"});
  sql("b",
      "UPDATE moment SET mean = mean - 5 WHERE unit_id IN (SELECT id FROM unit WHERE chunk = 1) AND metric_id = "
      "(SELECT id FROM metric WHERE name = 'acost'); "
      // Summaries are the sums of their chunks (Moments::merge).
      "UPDATE summary AS s SET (mean, m2) = (SELECT one.mean + (two.mean - one.mean) * (1.0 * v.samples / (u.samples + "
      "v.samples)), one.m2 + (two.m2 + (two.mean - one.mean) * (two.mean - one.mean) * (1.0 * u.samples * v.samples / "
      "(u.samples + v.samples))) FROM moment AS one JOIN unit AS u ON u.id = one.unit_id AND u.chunk = 0 JOIN unit AS "
      "v ON (v.point_id, v.algorithm_id, v.chunk) = (u.point_id, u.algorithm_id, 1) JOIN moment AS two ON two.unit_id "
      "= v.id AND two.metric_id = one.metric_id WHERE (u.point_id, u.algorithm_id, one.metric_id) = (s.point_id, "
      "s.algorithm_id, s.metric_id)) WHERE metric_id = (SELECT id FROM metric WHERE name = 'acost')");
  const Outcome outcome = call({"compare", "a", "b"});
  EXPECT_EQ(outcome.status, 1) << outcome.err;
  // Differences 0 and -5 at each of four points, one pair that differs.
  EXPECT_THAT(outcome.out, HasSubstr("  better: XY2, acost, revision 1: mean "));
  EXPECT_THAT(outcome.out,
              ::testing::ContainsRegex(", other at 4 of 4 points; worst at [^\n]*; differing: 4 of 8 chunks\n"));
  EXPECT_THAT(outcome.out, HasSubstr("\n1 experiment: 4 better\n"));
  succeed({"compare", "a", "b", "--only", "worse"});
}

TEST_F(CompareTest, SaysWhatOnlyOneHasAndWhatWasRedefined) {
  run("a", {"XY2,TILE"});
  run("b", {"XY2"});
  EXPECT_THAT(call({"compare", "a", "b"}).out, HasSubstr("  lost: TILE, "));
  EXPECT_EQ(call({"compare", "a", "b", "--only", "worse"}).status, 1);
  EXPECT_THAT(call({"compare", "b", "a", "--format", "csv"}).out,
              HasSubstr("\nnew,\"kaddoura/grid, seed 1\",TILE,,,0,1,4,"));
  succeed({"compare", "b", "a", "--only", "worse"});
  run("b", {"XY2,TILE"});
  succeed({"compare", "a", "b"});
  sql("b", "UPDATE algorithm SET revision = 2 WHERE name = 'XY2'");
  EXPECT_THAT(call({"compare", "a", "b"}).out, HasSubstr("1 -> 2"));
  sql("b", "UPDATE experiment SET definition = 'another'");
  const Outcome redefined = call({"compare", "a", "b"});
  EXPECT_EQ(redefined.status, 1);
  EXPECT_THAT(redefined.out, HasSubstr("is 'another'\n"));
}

// Other samples of the same distribution, and of one shifted by a few standard errors.
TEST_F(CompareTest, SaysWhatAgreesUnderAnotherSeed) {
  // One chunk each, so that a summary equals its chunk.
  for (const auto& [db, seed] : {std::pair{"a", "1"}, {"b", "2"}})
    ASSERT_EQ(call({"run", "kaddoura/grid", "processors=4,5", "columns=1000", "ratio=4", "latency=0,100", "--samples",
                    "20", "--algorithms", "XY2,TILE", "--seed", seed, "--quiet", "--db", db})
                  .status,
              0)
        << ::testing::PrintToString(db);
  const Outcome outcome = call({"compare", "a", "b"});
  EXPECT_EQ(outcome.status, 0) << outcome.out;
  EXPECT_THAT(outcome.out, HasSubstr("kaddoura/grid, seed 1 -> 2: 32 means agree by Welch's test"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("lost")));
  sql("b",
      "UPDATE moment SET mean = mean * 1.1, min = min * 1.1, max = max * 1.1 WHERE metric_id = "
      "(SELECT id FROM metric WHERE name = 'acost'); "
      "UPDATE summary SET mean = mean * 1.1, min = min * 1.1, max = max * 1.1 WHERE metric_id = "
      "(SELECT id FROM metric WHERE name = 'acost')");
  const Outcome moved = call({"compare", "a", "b"});
  EXPECT_EQ(moved.status, 1) << moved.err;
  EXPECT_THAT(
      moved.out,
      ::testing::ContainsRegex(
          "  disagrees: XY2, acost, revision [0-9]+: mean .*, other at 4 of 4 points; worst at .*, p [0-9.e-]+\n"));
  EXPECT_THAT(moved.out, HasSubstr(": 24 means agree by Welch's test"));
}

// Two points have times in both, one only in the newer.
TEST_F(CompareTest, TimesAreNotesAboutThePointsThatBothHave) {
  for (const char* db : {"a", "b"}) run(db, {"XY2,TILE"});
  const auto measure = [this](const std::string& db, const std::string& seconds, int points) {
    sql(db,
        fmt::format("INSERT INTO timing (point_id, algorithm_id, median_seconds, min_seconds, max_seconds, measured) "
                    "SELECT p.id, a.id, {0}, {0}, {0}, 1 FROM point AS p, algorithm AS a WHERE a.name = 'XY2' AND "
                    "a.rival = '' ORDER BY p.coordinates LIMIT {1}",
                    seconds, points));
  };
  measure("a", "0.002", 2);
  measure("b", "0.003", 3);
  EXPECT_EQ(output({"compare", "a", "b"}),
            "kaddoura/grid, XY2, median seconds of a solve, revision 1: mean 0.002 -> 0.003 (+50 %), other at 2 of 2 "
            "points; worst at rows=1000 columns=1000 ratio=4 processors=4 sampling=max-set latency=0: 0.002 -> 0.003 "
            "(+50 %), p 0.5\n1 experiment: no differences\n");
}

class ReplayCommandTest : public ProgramTest {};

TEST_F(ReplayCommandTest, PrintsAProblemThatSolveTakes) {
  const std::string text = output({"replay", "kaddoura/grid", "columns=3000 ratio=4 processors=5 latency=100", "2",
                                   "--algorithms", "XY2", "-o", "a.svg"});
  EXPECT_THAT(text, StartsWith("kaddoura/grid, seed 1, sample 2 at rows=1000 columns=3000 ratio=4 processors=5 "
                               "sampling=max-set latency=100\n\n{\"rows\":1000,"));
  EXPECT_THAT(read("a.svg"), AllOf(StartsWith("<svg "), HasSubstr("perimeter")));
  // The same by the design's spelling.
  EXPECT_EQ(call({"replay", "kaddoura/grid", "--set", "columns=3000", "ratio=4", "processors=5", "latency=100",
                  "--sample", "2", "--algorithms", "XY2"})
                .out,
            text);
  std::smatch match;
  ASSERT_TRUE(std::regex_search(text, match, std::regex("\n(\\{.*\\})\n")));
  const std::string solved = output({"solve", "rectangles", "--batch", "-"}, {.input = match[1].str() + "\n"});
  std::smatch total;
  ASSERT_TRUE(std::regex_search(solved, total, std::regex("\"total\":([0-9.]+)")));
  EXPECT_THAT(text, HasSubstr("  " + total[1].str()));
}

TEST_F(ReplayCommandTest, EveryFamilysProblemIsTaken) {
  for (const auto& [kind, replay] :
       {std::pair<std::string, Words>{"grid", {"kalinov/figure3a", "grid=2x2 level=4", "1"}},
        {"graph", {"chatterjee/two-zone", "rho=20", "0"}},
        {"distribution", {"niculescu/shapes", "m=32 process_rows=4 process_columns=2", "0"}}}) {
    SCOPED_TRACE(::testing::PrintToString(kind));
    Words words{"replay"};
    words.insert(words.end(), replay.begin(), replay.end());
    const std::string text = output(words);
    std::smatch match;
    ASSERT_TRUE(std::regex_search(text, match, std::regex("\n(\\{.*\\})\n"))) << text;
    const std::string solved = output({"solve", kind, "--batch", "-"}, {.input = match[1].str() + "\n"});
    EXPECT_THAT(solved, Not(HasSubstr("error")));
  }
}

}  // namespace
}  // namespace apportion::testing_support
