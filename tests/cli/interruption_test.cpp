// Ctrl-C and other signals: the program ends soon, whatever it is doing, loses nothing and leaves nothing behind.
#include <chrono>
#include <csignal>
#include <thread>

#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

using ::testing::AnyOf;

namespace fs = std::filesystem;
using Words = std::vector<std::string>;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// The program should take a second at most. Tests run in parallel, on busy machines.
constexpr milliseconds longest_end{5000};

class InterruptionTest : public ProgramTest {
 protected:
  template <typename Ready>
  void wait_until(const Ready& ready) const {
    for (int tries = 0; tries < 1500; ++tries) {
      if (ready()) return;
      std::this_thread::sleep_for(milliseconds(10));
    }
    FAIL() << "what was waited for does not come";
  }

  [[nodiscard]] std::string query(const std::string& db, const std::string& sql) const {
    return call({db, sql}, {.program = "sqlite3"}).out;
  }

  // `number`: the number of the run in the database; the first one is 1.
  void wait_for_run(const std::string& db, int number = 1) const {
    const std::string wanted = std::to_string(number) + "\n";
    wait_until([&] { return fs::exists(path(db)) && query(db, "SELECT count(*) FROM run") == wanted; });
  }

  // Writes an algorithm that never answers, and notes its process.
  void write_sleeper() const {
    write("sleeper.ini", R"(family = rectangles
algorithms = XY2, SLEEPER
processors = 4
ratio = 4
metrics = total
samples = 2
[algorithm.SLEEPER]
command = sh -c "echo $$ >> started; read -r line; exec sleep 60"
limit = 50
)");
  }

  [[nodiscard]] Outcome interrupted(RunningProgram& program, int signal) const {
    const Clock::time_point start = Clock::now();
    ::kill(program.pid(), signal);
    Outcome outcome = program.wait();
    EXPECT_LT(Clock::now() - start, longest_end);
    return outcome;
  }
};

// A graph that takes many minutes to solve.
TEST_F(InterruptionTest, ASolverIsNotWaitedFor) {
  const Words hard{"run",          "frontier/graphs",
                   "--algorithms", "optimal[nodes=100000000]",
                   "nodes=400",    "candidates=20",
                   "--samples",    "1",
                   "-j",           "2",
                   "--quiet",      "--db"};
  int runs = 0;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    SCOPED_TRACE(signal);
    Words words = hard;
    words.emplace_back("a.sqlite");
    RunningProgram program = start(words);
    wait_for_run("a.sqlite", ++runs);
    std::this_thread::sleep_for(milliseconds(300));
    const Outcome outcome = interrupted(program, signal);
    EXPECT_EQ(outcome.status, 128 + signal);
    EXPECT_THAT(outcome.err, MatchesRegex("apportion: interrupted; [^\n]*\n"));
    for (const char* ending : {"-wal", "-shm"})
      EXPECT_FALSE(fs::exists(path("a.sqlite" + std::string(ending)))) << ending;
    EXPECT_EQ(query("a.sqlite", "PRAGMA integrity_check"), "ok\n");
    EXPECT_EQ(query("a.sqlite", "SELECT outcome FROM run ORDER BY id DESC LIMIT 1"), "interrupted\n");
  }
}

TEST_F(InterruptionTest, WhatWasStoredStaysAndTheRestIsComputedLater) {
  const auto words = [](const std::string& db) {
    return Words{"run", "kaddoura/grid", "processors=4,5", "columns=1000", "--samples", "600", "--db", db, "-j",
                 "2",   "--quiet"};
  };
  succeed(words("whole.sqlite"));
  std::string before = "0\n";
  for (int k = 0; k < 3; ++k) {
    SCOPED_TRACE(k);
    RunningProgram program = start(words("a.sqlite"));
    wait_for_run("a.sqlite", k + 1);
    std::this_thread::sleep_for(milliseconds(100));
    EXPECT_THAT(interrupted(program, SIGINT).status, AnyOf(130, 0));
    const std::string now = query("a.sqlite", "SELECT count(*) FROM unit");
    EXPECT_GE(std::stol(now), std::stol(before));
    before = now;
  }
  succeed(words("a.sqlite"));
  EXPECT_EQ(call({"digest", "a.sqlite"}).out, call({"digest", "whole.sqlite"}).out);
}

TEST_F(InterruptionTest, ProgramsThatWereStartedEndAsWell) {
  write_sleeper();
  RunningProgram program = start({"run", "sleeper.ini", "--db", "a.sqlite", "-j", "1", "--quiet"});
  wait_until([&] { return !read("started").empty(); });
  EXPECT_EQ(interrupted(program, SIGINT).status, 130);
  const auto process = static_cast<pid_t>(std::stol(read("started")));
  // It may be a zombie until its new parent has read its status.
  EXPECT_THAT(call({"-o", "stat=", "-p", std::to_string(process)}, {.program = "ps"}).out, AnyOf("", HasSubstr("Z")));
}

// Commands without a database, and those that write files, end at once without partial files.
TEST_F(InterruptionTest, EveryCommandEnds) {
  write_sleeper();
  for (const Words& words : {Words{"solve", "rectangles", "--rows", "9", "--columns", "9", "--weights", "3,2,1",
                                   "--external", "sleeper.ini", "--algorithm", "SLEEPER"},
                             Words{"draw", "rectangles", "--rows", "9", "--columns", "9", "--weights", "3,2,1",
                                   "--external", "sleeper.ini", "--algorithm", "SLEEPER", "-o", "drawing.svg"}}) {
    fs::remove(path("started"));
    RunningProgram program = start(words);
    wait_until([&] { return !read("started").empty(); });
    const Outcome outcome = interrupted(program, SIGINT);
    EXPECT_EQ(outcome.status, 130) << words.front();
    EXPECT_EQ(outcome.err, "") << words.front();
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(path("."))) {
    SCOPED_TRACE(entry.path());
    EXPECT_THAT(entry.path().filename().string(), ::testing::Not(HasSubstr("drawing")));
  }
}

TEST_F(InterruptionTest, IgnoredSignalsStayIgnored) {
  const Words words{"-c",
                    "trap '' HUP; exec \"$0\" run kaddoura/grid processors=4 columns=1000 --samples 2000 --quiet "
                    "--db a.sqlite -j 1",
                    APPORTION_PROGRAM};
  RunningProgram program(path("."), words, {.program = "sh"});
  wait_for_run("a.sqlite");
  ::kill(program.pid(), SIGHUP);
  EXPECT_EQ(program.wait().status, 0);
}

}  // namespace
}  // namespace apportion::testing_support
