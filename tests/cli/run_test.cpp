// apportion run, status and digest: the same content, however the work was divided, interrupted and continued.
#include <fmt/format.h>
#include <sys/stat.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "results/database/store.hpp"
#include "tests/cli/program.hpp"
#include "tests/support/changed_database.hpp"

namespace apportion::testing_support {
namespace {

class RunTest : public ProgramTest {
 protected:
  [[nodiscard]] Outcome run(const std::string& db, const Words& more) const { return call(words(db, more)); }

  [[nodiscard]] static Words words(const std::string& db, const Words& more) {
    return joined({"run", "kaddoura/grid", "--set", "processors=4,5", "columns=1000,3000", "--quiet", "--db", db},
                  more);
  }

  [[nodiscard]] std::string digest(const std::string& db) const {
    std::string text = output({"digest", db});
    EXPECT_THAT(text, MatchesRegex("[0-9a-f]{64}\n"));
    return text;
  }

  // The digest of one undisturbed run on one thread.
  [[nodiscard]] std::string reference(const Words& more) const {
    const Outcome outcome = run("reference.sqlite", more);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return digest("reference.sqlite");
  }
};

TEST_F(RunTest, AnyNumberOfThreadsGivesTheSameContent) {
  const std::string one = reference({"--samples", "25", "-j", "1"});
  for (const std::string threads : {"2", "8"}) {
    SCOPED_TRACE(threads);
    EXPECT_EQ(run("other.sqlite", {"--samples", "25", "--fresh", "-j", threads}).status, 0);
    EXPECT_EQ(digest("other.sqlite"), one) << threads;
  }
}

TEST_F(RunTest, TheSameInTwoSteps) {
  const std::string whole = reference({"--samples", "45"});
  EXPECT_EQ(run("more.sqlite", {"--samples", "20"}).status, 0);
  EXPECT_EQ(run("more.sqlite", {"--samples", "45"}).status, 0);
  EXPECT_EQ(digest("more.sqlite"), whole);
  EXPECT_EQ(run("short.sqlite", {"--samples", "25"}).status, 0);
  EXPECT_EQ(run("short.sqlite", {"--samples", "45"}).status, 0);
  EXPECT_EQ(digest("short.sqlite"), whole);
  EXPECT_EQ(run("columns.sqlite", {"--samples", "45", "--algorithms", "XY2"}).status, 0);
  EXPECT_EQ(run("columns.sqlite", {"--samples", "45"}).status, 0);
  EXPECT_EQ(digest("columns.sqlite"), whole);
  // First runs another part of the grid.
  succeed({"run", "kaddoura/grid", "--set", "processors=5", "columns=3000", "--samples", "45", "--db", "grid.sqlite"});
  EXPECT_EQ(run("grid.sqlite", {"--samples", "45"}).status, 0);
  EXPECT_EQ(digest("grid.sqlite"), whole);
}

TEST_F(RunTest, OtherSeedsGiveOtherContent) {
  EXPECT_EQ(run("a.sqlite", {}).status, 0);
  EXPECT_EQ(run("b.sqlite", {"--seed", "2"}).status, 0);
  EXPECT_NE(digest("a.sqlite"), digest("b.sqlite"));
}

TEST_F(RunTest, KilledAtAnyMomentItGoesOn) {
  // Enough work for the kills, and a fine enough grid of moments.
  const Words work{"--samples", "2000", "-j", "2"};
  const std::string whole = reference(work);
  int fell_into_the_work = 0;
  for (const int milliseconds : {5, 20, 50, 100, 200, 300, 450, 600}) {
    RunningProgram program = start(words("killed.sqlite", work));
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    ::kill(program.pid(), SIGKILL);
    if (program.wait().status == 128 + SIGKILL) ++fell_into_the_work;
  }
  EXPECT_GT(fell_into_the_work, 2);
  EXPECT_EQ(run("killed.sqlite", work).status, 0);
  EXPECT_EQ(digest("killed.sqlite"), whole);
}

TEST_F(RunTest, InterruptedItSaysSoAndGoesOn) {
  const Words work{"--samples", "6000", "-j", "2", "--set", "latency=0"};
  for (const int signal : {SIGINT, SIGTERM}) {
    SCOPED_TRACE(signal);
    RunningProgram program = start(words("stopped.sqlite", work));
    // The run's own record shows that it has begun, and that its signal handlers are installed.
    for (int tries = 0; query("stopped.sqlite", "SELECT 1 FROM runs WHERE outcome IS NULL") != "1\n1\n"; ++tries) {
      SCOPED_TRACE(tries);
      ASSERT_LT(tries, 1000);
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ::kill(program.pid(), signal);
    const Outcome outcome = program.wait();
    EXPECT_EQ(outcome.status, 128 + signal);
    EXPECT_THAT(outcome.err, MatchesRegex("apportion: interrupted; [^\n]*the same command continues from there\n"));
  }
  EXPECT_THAT(query("stopped.sqlite", "SELECT outcome FROM runs"), HasSubstr("interrupted\ninterrupted\n"));
  EXPECT_EQ(run("stopped.sqlite", work).status, 0);
  EXPECT_EQ(digest("stopped.sqlite"), reference(work));
}

// A killed run leaves units of a point, whose summaries come with its last unit.
TEST_F(RunTest, AShorterRunCompletesWhatALongerOneLeft) {
  EXPECT_EQ(run("a.sqlite", {"--samples", "40"}).status, 0);
  const std::string whole = digest("a.sqlite");
  change(path("a.sqlite"), "DELETE FROM summary WHERE point_id < 5");
  EXPECT_NE(digest("a.sqlite"), whole);
  EXPECT_EQ(run("a.sqlite", {"--samples", "40"}).status, 0);
  EXPECT_EQ(digest("a.sqlite"), whole);
}

TEST_F(RunTest, SamplesThatAreKeptLaterMeetTheirMoments) {
  EXPECT_EQ(run("a.sqlite", {"--samples", "25"}).status, 0);
  EXPECT_EQ(query("a.sqlite", "SELECT count(*) AS n FROM sample_value"), "n\n0\n");
  const Outcome later = run("a.sqlite", {"--samples", "25", "--keep-samples"});
  EXPECT_EQ(later.status, 0) << later.err;
  EXPECT_EQ(digest("a.sqlite"), reference({"--samples", "25", "--keep-samples"}));
  // 60 points of 25 samples with 8 columns of 4 metrics and 2 pairs of 1.
  EXPECT_EQ(query("a.sqlite", "SELECT count(*) AS n FROM sample_value"),
            "n\n" + std::to_string(60 * 25 * (8 * 4 + 2)) + "\n");
  EXPECT_EQ(
      query("a.sqlite",
            "SELECT count(*) AS n FROM moment AS m WHERE abs(mean - (SELECT avg(value) FROM sample_value AS s WHERE "
            "s.unit_id = m.unit_id AND s.metric_id = m.metric_id)) > 1e-9 * abs(mean)"),
      "n\n0\n");
}

// The stored moments are changed directly, which looks like a changed algorithm.
TEST_F(RunTest, AnAlgorithmThatChangedIsCalledOut) {
  EXPECT_EQ(run("a.sqlite", {}).status, 0);
  change(path("a.sqlite"), "DELETE FROM summary; UPDATE moment SET mean = mean + 1 WHERE metric_id = 1");
  expect_error(words("a.sqlite", {"--keep-samples"}), 1, {"solved again", "revision", "kaddoura/grid at rows=1000"});
  EXPECT_THAT(query("a.sqlite", "SELECT outcome FROM runs"), HasSubstr("finished\nfailed\n"));
}

TEST_F(RunTest, ADryRunOnlyCounts) {
  EXPECT_EQ(run("a.sqlite", {"--dry-run"}).out, "kaddoura/grid: 600 units to do, 0 present; 600 are new\n");
  EXPECT_FALSE(std::filesystem::exists(path("a.sqlite")));
  EXPECT_EQ(run("a.sqlite", {}).status, 0);
  const std::string before = digest("a.sqlite");
  for (const auto& [option, said] : std::vector<std::pair<Words, std::string>>{
           {{"--samples", "25"}, "600 units to do, 600 present; 600 are new"},
           {{"--fresh"}, "600 units to do, 0 present; 600 are new"},
           {{"--keep-samples"}, "600 units to do, 0 present; 600 have no samples kept"},
           {{"--seed", "9"}, "600 units to do, 0 present; 600 are new"}})
    EXPECT_EQ(run("a.sqlite", joined({"--dry-run"}, option)).out, "kaddoura/grid: " + said + "\n");
  EXPECT_EQ(digest("a.sqlite"), before);
}

TEST_F(RunTest, ADryRunSaysWhatIsRevisedAndHowLongItTakes) {
  EXPECT_EQ(run("a.sqlite", {}).status, 0);
  // Pretends that the run took a minute, by another revision of XY2.
  const auto change = [&](const std::string& sql) {
    EXPECT_EQ(call({path("a.sqlite"), sql}, {.program = "sqlite3"}).status, 0) << sql;
  };
  change(
      "UPDATE run SET threads = 2, started = '2026-01-01T00:00:00Z', finished = '2026-01-01T00:01:00Z'; "
      "UPDATE algorithm SET revision = 77 WHERE name = 'XY2' AND rival = ''");
  EXPECT_THAT(output({"run", "kaddoura/grid", "--set", "processors=4,5", "columns=1000,3000", "--db", "a.sqlite",
                      "--dry-run", "-j", "3"}),
              MatchesRegex("kaddoura/grid: [0-9]+ units to do, [0-9]+ present; [0-9]+ by a new revision of XY2; about "
                           "[0-9.]+ s on 3 threads, as earlier runs of it took\n"));
}

TEST_F(RunTest, AWholePaperIsItsSweepsAndThenItsTimes) {
  const std::string text = output({"run", "kaddoura", "--dry-run", "--samples", "40"});
  // A deterministic or timed experiment keeps its own number of samples.
  EXPECT_THAT(text, MatchesRegex("kaddoura/figure16: 5 units[^\n]*\nkaddoura/grid: 10800 units[^\n]*\n"
                                 "kaddoura/hybrid: 240 units[^\n]*\nkaddoura/leaves: 216 units[^\n]*\n"
                                 "kaddoura/lemmas: 64 units[^\n]*\nkaddoura/multilevel: 128 units[^\n]*\n"
                                 "kaddoura/table1: 30 units[^\n]*\nkaddoura/table8: 96 times to measure\n"));
}

TEST_F(RunTest, FailuresAreDataAndTheRunFails) {
  const Words work{"run", "kaddoura/grid", "processors=4,200", "columns=1000", "ratio=2", "latency=0", "--samples",
                   "20",  "--algorithms",  "XY2,TILE",         "--quiet",      "--db",    "a.sqlite"};
  const Outcome outcome = call(work);
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err,
              MatchesRegex("apportion: 1 unit failed; TILE of kaddoura/grid at [^\n]*processors=200[^\n]*, sample 0: "
                           "[^\n]*; `apportion status a.sqlite` lists it[^\n]*\n"));
  const std::string status = call({"status", "a.sqlite"}).out;
  EXPECT_THAT(status, ::testing::StartsWith("1 failed unit\n"));
  EXPECT_THAT(status, HasSubstr("TILE of 200 processors"));
  // Known failures remain failures, and are retried on request.
  EXPECT_THAT(call(work).err, HasSubstr("1 unit failed"));
  Words again = work;
  again.push_back("--retry-failed");
  EXPECT_EQ(call(again).status, 1);
}

TEST_F(RunTest, ALockedDatabaseIsRefusedAtOnce) {
  EXPECT_EQ(run("a.sqlite", {}).status, 0);
  const results::WriterLock lock(path("a.sqlite"));
  expect_error(words("a.sqlite", {}), 1, {"a.sqlite is in use by another run"});
  // Readers are not blocked.
  succeed({"digest", "a.sqlite"});
  EXPECT_EQ(run("a.sqlite", {"--dry-run"}).status, 0);
}

TEST_F(RunTest, FilesThatAreNotOursAreRefusedAndLeftAlone) {
  write("text.sqlite", std::string(200, 'x'));
  succeed({"foreign.sqlite", "CREATE TABLE t (a); INSERT INTO t VALUES (1)"}, {.program = "sqlite3"});
  ASSERT_EQ(run("newer.sqlite", {}).status, 0);
  succeed({"newer.sqlite", "PRAGMA user_version = 999"}, {.program = "sqlite3"});
  write("cut.sqlite", read("newer.sqlite").substr(0, 60));
  for (const auto& [name, status] :
       {std::pair<std::string, int>{"text.sqlite", 2}, {"foreign.sqlite", 2}, {"newer.sqlite", 2}, {"cut.sqlite", 1}}) {
    SCOPED_TRACE(name);
    const std::string before = read(name);
    expect_error(words(name, {}), status, {name});
    expect_error({"digest", name}, status, {name});
    expect_error({"show", "kaddoura/table7", "--db", name}, status, {name});
    EXPECT_EQ(read(name), before);
  }
  expect_error({"digest", "newer.sqlite"}, 2, {"has schema 999"});
}

TEST_F(RunTest, ATruncatedDatabaseIsRefused) {
  ASSERT_EQ(run("a.sqlite", {"--samples", "200"}).status, 0);
  write("a.sqlite", read("a.sqlite").substr(0, 10000));
  expect_error(words("a.sqlite", {}), 1, {"a.sqlite is damaged"});
  expect_error({"digest", "a.sqlite"}, 1, {"a.sqlite is damaged"});
}

TEST_F(RunTest, AFullDiskLosesNothing) {
  const Words work{"--samples", "1000"};
  expect_error(words("a.sqlite", work), 1, {"a.sqlite", "what was committed is kept"}, {.file_size_limit = 1 << 19});
  const Outcome outcome = run("a.sqlite", work);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(digest("a.sqlite"), reference(work));
}

TEST_F(RunTest, OnlyTheDefaultFolderIsMade) {
  EXPECT_FALSE(std::filesystem::exists(path("no")));
  std::filesystem::remove_all(path("results"));
  EXPECT_THAT(call({"run", "kaddoura/figure16"}).err, HasSubstr("results go into " + path("results/out").string()));
  EXPECT_THAT(call({"run", "kaddoura/figure16"}).err, Not(HasSubstr("results go into")));
}

// Without its folder a path has no meaning.
TEST_F(RunTest, AFolderThatIsGoneIsNamed) {
  const std::string command =
      fmt::format("mkdir gone && cd gone && rmdir ../gone && exec '{}' run kaddoura/figure16", APPORTION_PROGRAM);
  const Outcome outcome = call({"-c", command}, {.program = "sh"});
  EXPECT_NE(outcome.status, 0);
  EXPECT_THAT(outcome.err, HasSubstr("the current folder has been removed"));
}

}  // namespace
}  // namespace apportion::testing_support
