// Sudden ends of a program: kills, power cuts, full disks, signals, a second writer. The database stays intact, the
// same command completes it to the same content, and a program that survives reports the cause in one line.
#include <chrono>
#include <csignal>
#include <random>
#include <thread>

#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::microseconds;

constexpr int shards = 6;

class CrashTest : public ProgramTest {
 protected:
  // 60 points x 10 chunks x 10 columns: more than one transaction.
  [[nodiscard]] static Words run_into(const std::string& db, const Words& more = {}) {
    return joined({"run", "kaddoura/grid", "processors=4,5", "columns=1000,3000", "--samples", "200", "-j", "2",
                   "--quiet", "--db", db},
                  more);
  }

  // Merges shard-1.sqlite, ..., which make_shards() makes.
  [[nodiscard]] static Words merge_into(const std::string& db) {
    Words words{"merge", db, "--quiet"};
    for (int i = 1; i <= shards; ++i) words.push_back("shard-" + std::to_string(i) + ".sqlite");
    return words;
  }

  void make_shards() const {
    for (int i = 1; i <= shards; ++i)
      succeed(run_into("shard-" + std::to_string(i) + ".sqlite",
                       {"--shard", std::to_string(i) + "/" + std::to_string(shards)}));
  }

  // The digest that all must reach.
  [[nodiscard]] std::string reference() const {
    succeed(run_into("reference.sqlite"));
    return digest("reference.sqlite");
  }

  void remove(const std::string& db) const {
    for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path(db + suffix));
  }

  // The database is intact, if it exists: a program may be killed before it creates the file.
  void expect_whole(const std::string& db) const {
    if (!std::filesystem::exists(path(db))) return;
    EXPECT_EQ(call({db, "PRAGMA integrity_check; PRAGMA foreign_key_check"}, {.program = "sqlite3"}).out, "ok\n");
  }

  void expect_completed(const Words& command, const std::string& db, const std::string& whole) const {
    const Outcome outcome = call(command);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(digest(db), whole);
  }

  // Kills `command` at a random moment before `latest`, about its undisturbed time. False if it had already ended;
  // `latest` then shrinks.
  [[nodiscard]] bool killed_at_random(const Words& command, microseconds& latest) {
    RunningProgram program = start(command);
    std::this_thread::sleep_for(microseconds(std::uniform_int_distribution<std::int64_t>(0, latest.count())(random_)));
    ::kill(program.pid(), SIGKILL);
    const bool killed = program.wait().status == 128 + SIGKILL;
    if (!killed) latest = latest * 9 / 10;
    return killed;
  }

  [[nodiscard]] microseconds duration(const Words& command) const {
    const Clock::time_point start = Clock::now();
    succeed(command);
    return std::chrono::duration_cast<microseconds>(Clock::now() - start);
  }

  void wait_for(const std::string& name, std::uintmax_t bytes) const {
    for (int tries = 0; tries < 10000; ++tries) {
      std::error_code absent;
      const std::uintmax_t size = std::filesystem::file_size(path(name), absent);
      if (!absent && size >= bytes) return;
      std::this_thread::sleep_for(microseconds(500));
    }
    FAIL() << name << " does not appear";
  }

  unsigned seed_ = std::random_device()();
  std::mt19937 random_{seed_};
  ::testing::ScopedTrace trace_{__FILE__, __LINE__, "seed of the random moments: " + std::to_string(seed_)};
};

TEST_F(CrashTest, ARunIsKilledAtRandomMoments) {
  const std::string whole = reference();
  remove("a.sqlite");
  microseconds latest = duration(run_into("a.sqlite"));
  remove("a.sqlite");
  int kills = 0;
  for (int tries = 0; tries < 20; ++tries) {
    const bool killed = killed_at_random(run_into("a.sqlite"), latest);
    kills += killed ? 1 : 0;
    expect_whole("a.sqlite");
    if (killed && tries % 4 != 3) continue;  // it continues from there, and may be killed again
    expect_completed(run_into("a.sqlite"), "a.sqlite", whole);
    remove("a.sqlite");
  }
  EXPECT_GE(kills, 7);
}

TEST_F(CrashTest, AMergeIsKilledAtRandomMoments) {
  const std::string whole = reference();
  make_shards();
  microseconds latest = duration(merge_into("a.sqlite"));
  EXPECT_EQ(digest("a.sqlite"), whole);
  int kills = 0;
  for (int tries = 0; tries < 18; ++tries) {
    if (tries % 3 == 0) remove("a.sqlite");
    kills += killed_at_random(merge_into("a.sqlite"), latest) ? 1 : 0;
    expect_whole("a.sqlite");
    if (tries % 3 == 2) expect_completed(merge_into("a.sqlite"), "a.sqlite", whole);
  }
  EXPECT_GE(kills, 6);
  // A run can also complete it, by computing what is missing.
  remove("a.sqlite");
  static_cast<void>(killed_at_random(merge_into("a.sqlite"), latest));
  expect_completed(run_into("a.sqlite"), "a.sqlite", whole);
  for (int i = 1; i <= shards; ++i) expect_whole("shard-" + std::to_string(i) + ".sqlite");
}

// A power cut may lose the end of the write-ahead log, tear its last frame, or leave old bytes of the disk there.
class PowerCutTest : public CrashTest {
 protected:
  void SetUp() override {
    CrashTest::SetUp();
    whole_ = reference();
    // Past the first transactions: there are tables and units.
    RunningProgram program = start(run_into("cut.sqlite"));
    wait_for("cut.sqlite-wal", 600'000);
    ::kill(program.pid(), SIGKILL);
    static_cast<void>(program.wait());
    file_ = read("cut.sqlite");
    log_ = read("cut.sqlite-wal");
  }

  // The database with this log, without what was in memory, is intact, and the run completes it.
  void expect_recovery(const std::string& log) const {
    remove("a.sqlite");
    write("a.sqlite", file_);
    write("a.sqlite-wal", log);
    const std::string what = "log of " + std::to_string(log.size()) + " bytes of " + std::to_string(log_.size());
    const ::testing::ScopedTrace trace(__FILE__, __LINE__, what);
    expect_whole("a.sqlite");
    write("a.sqlite", file_);
    write("a.sqlite-wal", log);
    expect_completed(run_into("a.sqlite"), "a.sqlite", whole_);
  }

  std::string whole_;
  std::string file_;
  std::string log_;
};

// https://www.sqlite.org/fileformat.html, section 4.1: a header of 32 bytes, then frames of 24 bytes and a page.
constexpr std::size_t log_header = 32;
constexpr std::size_t frame = 24 + 4096;

TEST_F(PowerCutTest, TheLogIsCutOff) {
  ASSERT_GT(log_.size(), 8 * frame);
  std::vector<std::size_t> lengths{0,
                                   1,
                                   log_header - 1,
                                   log_header,
                                   log_header + 1,
                                   log_header + 24,
                                   log_header + frame - 1,
                                   log_header + frame,
                                   log_header + 7 * frame + 2000,
                                   log_.size() - frame,
                                   log_.size() - 1,
                                   log_.size()};
  for (int i = 0; i < 5; ++i) lengths.push_back(std::uniform_int_distribution<std::size_t>(0, log_.size())(random_));
  for (const std::size_t length : lengths) expect_recovery(log_.substr(0, length));
}

TEST_F(PowerCutTest, TheLogEndsInGarbage) {
  const auto garbage = [this](std::size_t bytes) {
    std::string text(bytes, '\0');
    for (char& c : text) c = static_cast<char>(std::uniform_int_distribution<int>(0, 255)(random_));
    return text;
  };
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{24}, std::size_t{2000}, frame, 3 * frame}) {
    expect_recovery(log_ + garbage(bytes));
    expect_recovery(log_.substr(0, log_.size() - bytes) + garbage(bytes));
  }
  expect_recovery(log_.substr(0, log_.size() / 2) + std::string(log_.size() / 2, '\0'));
}

TEST_F(CrashTest, ADiskThatFillsUpDuringARunLosesNothing) {
  const std::string whole = reference();
  for (const std::size_t limit : {20'000U, 100'000U, 200'000U, 400'000U, 600'000U, 800'000U}) {
    expect_error(run_into("a.sqlite"), 1, {"a.sqlite", "what was committed is kept"}, {.file_size_limit = limit});
    expect_whole("a.sqlite");
    if (limit == 400'000U) expect_completed(run_into("a.sqlite"), "a.sqlite", whole), remove("a.sqlite");
  }
  expect_completed(run_into("a.sqlite"), "a.sqlite", whole);
}

TEST_F(CrashTest, ADiskThatFillsUpDuringAMergeLosesNothing) {
  const std::string whole = reference();
  make_shards();
  for (const std::size_t limit : {100'000U, 200'000U, 300'000U, 500'000U, 700'000U}) {
    expect_error(merge_into("a.sqlite"), 1, {"a.sqlite", "what was committed is kept"}, {.file_size_limit = limit});
    expect_whole("a.sqlite");
  }
  expect_completed(merge_into("a.sqlite"), "a.sqlite", whole);
}

TEST_F(CrashTest, OfTwoWritersOneIsRefused) {
  const std::string whole = reference();
  make_shards();
  for (const Words& second : {run_into("a.sqlite"), merge_into("a.sqlite")}) {
    SCOPED_TRACE(::testing::PrintToString(second));
    for (int tries = 0; tries < 3; ++tries) {
      SCOPED_TRACE(tries);
      remove("a.sqlite");
      RunningProgram one = start(run_into("a.sqlite"));
      RunningProgram other = start(second);
      const Outcome outcomes[] = {one.wait(), other.wait()};
      // Both may succeed, one after the other, if the first ended before the second began.
      for (const Outcome& outcome : outcomes) {
        if (outcome.status == 0) continue;
        EXPECT_EQ(outcome.status, 1);
        EXPECT_THAT(outcome.err, MatchesRegex("apportion: a.sqlite is in use by another run; [^\n]*\n"));
      }
      EXPECT_TRUE(outcomes[0].status == 0 || outcomes[1].status == 0);
      expect_whole("a.sqlite");
      expect_completed(run_into("a.sqlite"), "a.sqlite", whole);
    }
  }
}

TEST_F(CrashTest, AnInterruptedMergeSaysSoAndGoesOn) {
  const std::string whole = reference();
  make_shards();
  int noticed = 0;
  for (int tries = 0; tries < 6; ++tries) {
    SCOPED_TRACE(tries);
    remove("a.sqlite");
    RunningProgram program = start(merge_into("a.sqlite"));
    wait_for("a.sqlite", 0);
    const int signal = tries % 2 == 0 ? SIGINT : SIGTERM;
    ::kill(program.pid(), signal);
    const Outcome outcome = program.wait();
    if (outcome.status == 128 + signal) {
      ++noticed;
      EXPECT_THAT(outcome.err, MatchesRegex("apportion: interrupted; [^\n]*\n"));
    } else {
      EXPECT_EQ(outcome.status, 0) << outcome.err;
    }
    expect_whole("a.sqlite");
    expect_completed(merge_into("a.sqlite"), "a.sqlite", whole);
  }
  EXPECT_GE(noticed, 1);
}

}  // namespace
}  // namespace apportion::testing_support
