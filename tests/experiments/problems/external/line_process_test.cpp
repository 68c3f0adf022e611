// Programs that answer lines, and all of their failures.
#include "experiments/problems/external/program_pool.hpp"

#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/matchers.hpp"

namespace apportion::problems {
namespace {

OwnProgram shell(const std::string& script, double limit = 5) {
  OwnProgram program;
  program.name = "test";
  program.words = {"sh", "-c", script};
  program.limit = limit;
  return program;
}

// The error in place of an answer to a line.
std::string complaint_of(const OwnProgram& program, const std::string& line = "a line") {
  try {
    LineProcess process(program, [](std::string_view) {});
    return "answered " + process.ask(line);
  } catch (const NoAnswer& error) {
    return error.what();
  }
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

TEST(LineProcess, AnswersLineByLineUntilItsInputEnds) {
  LineProcess process(shell("exec cat"), [](std::string_view) {});
  EXPECT_EQ(process.ask("one"), "one");
  EXPECT_EQ(process.ask(""), "");
  // Longer than the buffer of a pipe, in both directions.
  const std::string longer(1'000'000, 'x');
  EXPECT_EQ(process.ask(longer), longer);
}

TEST(LineProcess, ItsEndIsNoAnswer) {
  EXPECT_EQ(complaint_of(shell("exit 3")), "it ended, exit status 3");
  EXPECT_EQ(complaint_of(shell("kill -SEGV $$")), "it ended, signal 11");
  EXPECT_EQ(complaint_of(shell("read line; echo 'no more' >&2; exit 1")), "it ended, exit status 1: no more");
  EXPECT_EQ(complaint_of(shell("read line; printf 'half an answer'")), "it ended, exit status 0");
  EXPECT_THAT(complaint_of(shell("exec >&-; sleep 60")), StartsWith("it ended, signal 9"));
}

// The program reads nothing, and more is sent than fits a pipe: that must not raise SIGPIPE in this process.
TEST(LineProcess, WritingToAProgramThatHasEndedIsHarmless) {
  const auto before = std::signal(SIGPIPE, SIG_DFL);
  EXPECT_THAT(complaint_of(shell("exec <&-; sleep 0.1"), std::string(1'000'000, 'x')), StartsWith("it ended"));
  std::signal(SIGPIPE, before);
}

TEST(LineProcess, TheLimitEndsItAndWhatItStarted) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(complaint_of(shell("sleep 60 & sleep 60", 0.2)), "it took longer than its limit of 0.2 s");
  // Neither a slow answer nor an endless one takes more than its time.
  EXPECT_EQ(complaint_of(shell("read line; while :; do printf x; sleep 0.01; done", 0.2)),
            "it took longer than its limit of 0.2 s");
  EXPECT_EQ(complaint_of(shell("while :; do echo x >&2; done", 0.2)), "it took longer than its limit of 0.2 s");
  EXPECT_LT(seconds_since(start), 5);
}

TEST(LineProcess, ALineHasABoundedLength) {
  EXPECT_EQ(complaint_of(shell("read line; exec cat /dev/zero", 60)),
            "it wrote more than 64 MiB without ending a line");
}

TEST(LineProcess, AWholeAnswerCountsThoughTheProcessHasEndedSince) {
  for (int k = 0; k < 20; ++k) {
    SCOPED_TRACE(k);
    LineProcess process(shell("read line; echo answered; exit 0"), [](std::string_view) {});
    EXPECT_EQ(process.ask("one"), "answered");
  }
}

TEST(LineProcess, WhatNobodyAskedForIsNoAnswer) {
  LineProcess process(shell("while read line; do echo \"$line\"; echo more; done"), [](std::string_view) {});
  std::string reason;
  try {
    // A late second line is taken for the next answer, whose id is then wrong; one that arrived before is
    // refused.
    for (int k = 0; k < 100; ++k) {
      static_cast<void>(process.ask("one"));
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  } catch (const NoAnswer& error) {
    reason = error.what();
  }
  EXPECT_THAT(reason, StartsWith("it wrote an unexpected line: "));
}

TEST(LineProcess, WhatCannotBeStartedIsNoAnswer) {
  OwnProgram program = shell("");
  program.words = {"no-such-program"};
  EXPECT_EQ(complaint_of(program), "no-such-program cannot be started: No such file or directory");
}

TEST(LineProcess, ItsStandardErrorIsHeard) {
  std::vector<std::string> lines;
  LineProcess process(shell("while read line; do echo 'first' >&2; echo 'second' >&2; echo \"$line\"; done"),
                      [&lines](std::string_view line) { lines.emplace_back(line); });
  EXPECT_EQ(process.ask("one"), "one");
  EXPECT_EQ(process.ask("two"), "two");
  EXPECT_THAT(lines, AllOf(::testing::Contains("first"), ::testing::Contains("second")));
}

// Its folder, language, signals and descriptors: 0, 1, 2 and the one used to list them.
TEST(LineProcess, ItGetsNothingOfOursButThreeDescriptors) {
  OwnProgram program = shell("while read line; do eval \"$line\"; done");
  program.folder = "/usr";
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  LineProcess process(program, [](std::string_view) {});
  const LineProcess other(shell("exec cat"), [](std::string_view) {});
  std::signal(SIGPIPE, before);
  EXPECT_EQ(process.ask("pwd"), "/usr");
  EXPECT_EQ(process.ask("echo $LC_ALL"), "C.UTF-8");
  EXPECT_EQ(process.ask("echo $(ls /proc/self/fd)"), "0 1 2 3");
  // The bit for SIGPIPE.
  EXPECT_EQ(process.ask("set -- $(grep SigIgn /proc/self/status); echo $((0x$2 & 0x1000))"), "0");
}

TEST(LineProcess, NoProcessIsLeftBehind) {
  {
    LineProcess process(shell("exec cat"), [](std::string_view) {});
    EXPECT_EQ(process.ask("one"), "one");
    // A process that continues after the end of its input.
    LineProcess deaf(shell("exec 2>&-; while :; do sleep 1; done"), [](std::string_view) {});
  }
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

}  // namespace
}  // namespace apportion::problems
