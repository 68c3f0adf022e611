// Users' own algorithms on the command line: in sweeps, shards, replays and single problems, with all errors.

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <sstream>
#include <thread>

#include "tests/cli/program.hpp"
#include "tests/support/documentation.hpp"

namespace apportion::testing_support {
namespace {

namespace fs = std::filesystem;

// A shell starts fast, unlike Python. It answers as the kind wrap does; `more` runs for each problem before that, with
// its id, n and p.
std::string wrap_script(const std::string& more = "") {
  return R"(echo $$ >> started
while read -r line; do
  id=${line#*\"id\":}; id=${id%%,*}
  n=${line#*\"n\":}; n=${n%%,*}
  p=${line#*\"p\":}; p=${p%%\}*}
  )" + more +
         R"(
  echo "{\"id\":$id,\"answer\":{\"distribution\":\"wrap($n,$p)\"}}"
done
)";
}

constexpr const char* own_sweep = R"(family = distributions
algorithms = wrap, mine
rival = wrap
n = 10..40
p = 4

[algorithm.mine]
command = sh mine.sh
)";

class OwnAlgorithmsTest : public ProgramTest {
 protected:
  void write_sweep(const std::string& more = "", const std::string& section = "") const {
    write("mine.sh", wrap_script(more));
    write("s.ini", own_sweep + section);
  }

  [[nodiscard]] Outcome run(const std::string& db, const Words& more = {}) const {
    return call(joined({"run", "s.ini", "--db", db}, more));
  }

  // The processes that were started, which note their numbers.
  [[nodiscard]] std::vector<pid_t> started() const {
    std::istringstream text(fs::exists(path("started")) ? read("started") : "");
    std::vector<pid_t> processes;
    for (pid_t process = 0; text >> process;) processes.push_back(process);
    return processes;
  }

  // Processes end soon after the end of their input.
  void expect_all_ended() const {
    const auto is_there = [](pid_t process) { return ::kill(process, 0) == 0; };
    for (int k = 0; k < 200 && std::ranges::any_of(started(), is_there); ++k)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_TRUE(std::ranges::none_of(started(), is_there));
  }

  // The units of the sweep with results in the database.
  [[nodiscard]] std::string results_of(const std::string& db, const std::string& algorithm) const {
    return query(db, "SELECT count(*) FROM sweeps_s WHERE rival = '' AND algorithm = '" + algorithm + "'");
  }
};

TEST_F(OwnAlgorithmsTest, TheDigestDoesNotDependOnThreadsAndProcessesAreKept) {
  write_sweep();
  std::string first;
  for (const std::string threads : {"1", "2", "8"}) {
    SCOPED_TRACE(threads);
    fs::remove(path("started"));
    const Outcome outcome = run(threads + ".sqlite", {"-j", threads});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("93 results written"));
    EXPECT_LE(started().size(), std::stoul(threads));
    expect_all_ended();
    if (first.empty()) first = digest("1.sqlite");
    EXPECT_EQ(digest(threads + ".sqlite"), first);
  }
  // Its answers are those of the kind.
  EXPECT_EQ(query("1.sqlite", "SELECT min(relative_time), max(relative_time) FROM sweeps_s WHERE algorithm = 'mine'"),
            "min(relative_time),max(relative_time)\n1,1\n");
  EXPECT_THAT(run("1.sqlite").err, HasSubstr("0 results written, 93 present"));
}

TEST_F(OwnAlgorithmsTest, KilledItGoesOnToTheSameDigest) {
  write_sweep("sleep 0.02");
  RunningProgram running = start({"run", "s.ini", "--db", "a.sqlite", "-j", "2", "--quiet"});
  for (int k = 0; k < 500 && started().size() < 2; ++k) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  ::kill(running.pid(), SIGKILL);
  EXPECT_EQ(running.wait().status, 128 + SIGKILL);
  expect_all_ended();
  EXPECT_EQ(run("a.sqlite", {"-j", "2"}).status, 0);
  EXPECT_EQ(run("b.sqlite", {"-j", "2"}).status, 0);
  EXPECT_EQ(digest("a.sqlite"), digest("b.sqlite"));
}

TEST_F(OwnAlgorithmsTest, InterruptedItEndsItsProcesses) {
  write_sweep("sleep 0.03");
  RunningProgram running = start({"run", "s.ini", "--db", "a.sqlite", "-j", "2"});
  for (int k = 0; k < 500 && started().empty(); ++k) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  ::kill(running.pid(), SIGINT);
  const Outcome outcome = running.wait();
  EXPECT_EQ(outcome.status, 130) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("interrupted"));
  expect_all_ended();
  // The second one does not wait for an answer.
  write_sweep("sleep 60 & sleep 60", "limit = 50\n");
  fs::remove(path("started"));
  RunningProgram stuck = start({"run", "s.ini", "--db", "b.sqlite", "-j", "1"});
  for (int k = 0; k < 500 && started().empty(); ++k) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  ::kill(stuck.pid(), SIGINT);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  ::kill(stuck.pid(), SIGINT);
  EXPECT_EQ(stuck.wait().status, 128 + SIGINT);
  expect_all_ended();
}

TEST_F(OwnAlgorithmsTest, ShardsUniteToTheSameDigest) {
  write_sweep();
  EXPECT_EQ(run("whole.sqlite").status, 0);
  for (const std::string shard : {"1", "2"})
    EXPECT_EQ(run(shard + ".sqlite", {"--shard", shard + "/2"}).status, 0) << shard;
  succeed({"merge", "all.sqlite", "1.sqlite", "2.sqlite", "--quiet"});
  EXPECT_EQ(digest("all.sqlite"), digest("whole.sqlite"));
  succeed({"compare", "all.sqlite", "whole.sqlite"});
  // A shard by another program of the same revision.
  write_sweep(": another one");
  fs::remove(path("2.sqlite"));
  EXPECT_EQ(run("2.sqlite", {"--shard", "2/2"}).status, 0);
  expect_error({"merge", "other.sqlite", "1.sqlite", "2.sqlite", "--quiet"}, 2,
               {"2.sqlite: mine of sweeps/s is another program than in", "revision 1", "mine.sh has changed"});
}

TEST_F(OwnAlgorithmsTest, AWrongAnswerAndAReportedErrorAreFailedUnits) {
  write_sweep(
      R"([ $n -ne 12 ] || p=3; [ $n -ne 20 ] || { echo "{\"id\":$id,\"error\":\"no \\u001b[31m20\"}"; continue; })");
  const Outcome outcome = run("a.sqlite", {"-j", "2"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("4 units failed; the first is "), HasSubstr("`apportion status"),
                                 Not(HasSubstr("no answer"))));
  const std::string failures =
      query("a.sqlite", "SELECT coordinates, message FROM failures WHERE rival = '' ORDER BY coordinates");
  EXPECT_THAT(failures, AllOf(HasSubstr("wrong answer: wrap(12,3) distributes 12 elements among 3 processes; it must "
                                        "be 12 among 4"),
                              HasSubstr("it reports: no \\x1b[31m20")));
  EXPECT_EQ(results_of("a.sqlite", "mine"), "count(*)\n29\n");
  EXPECT_EQ(results_of("a.sqlite", "wrap"), "count(*)\n31\n");
  // Errors are data.
  EXPECT_THAT(run("a.sqlite").err, HasSubstr("4 units failed"));
  EXPECT_EQ(run("b.sqlite", {"-j", "1"}).status, 1);
  EXPECT_EQ(digest("a.sqlite"), digest("b.sqlite"));
}

// Each failure occurs once for n = 12, as long as there is no file `well`.
TEST_F(OwnAlgorithmsTest, NoAnswerIsNoResultAndTriedAgain) {
  for (const auto& [instead, message] : std::vector<std::pair<std::string, std::string>>{
           {"echo 'out of luck' >&2; exit 3", "it ended, exit status 3: out of luck"},
           {"kill -SEGV $$", "it ended, signal 11"},
           {"sleep 60", "it took longer than its limit of 0.3 s"},
           {R"(echo '{"id":'; continue)", "malformed JSON"},
           {R"(echo '{"id":1000,"answer":{}}'; continue)", "the reply has the id 1000"},
           {R"(echo "{\"id\":$id,\"answer\":NaN}"; continue)", "malformed JSON"},
           {R"(echo "{\"id\":$id,\"answer\":1e999}"; continue)", "malformed JSON"},
           {R"(echo "{\"id\":$id}"; continue)", "the reply must have either"},
           {"printf '\\033[31m\\n'; continue", "it wrote \\x1b[31m"}}) {
    SCOPED_TRACE(::testing::PrintToString(instead));
    write_sweep("if [ $n -eq 12 ] && [ ! -e well ]; then " + instead + "; fi", "files = s.ini\nlimit = 0.3\n");
    fs::remove(path("a.sqlite"));
    fs::remove(path("well"));
    const Outcome outcome = run("a.sqlite", {"-j", "1", "n=11..13"});
    EXPECT_EQ(outcome.status, 1) << message;
    EXPECT_THAT(outcome.err,
                AllOf(HasSubstr("apportion: 2 units have no answer and no result; the same command tries again\n"),
                      HasSubstr("mine of sweeps/s at n=12 p=4, sample 0: no answer: "), HasSubstr(message),
                      Not(HasSubstr("failed")), Not(HasSubstr("\033"))))
        << message;
    EXPECT_EQ(results_of("a.sqlite", "mine"), "count(*)\n2\n");
    EXPECT_EQ(query("a.sqlite", "SELECT count(*) FROM failures"), "count(*)\n0\n");
    write("well", "");
    const Outcome again = run("a.sqlite", {"n=11..13"});
    EXPECT_EQ(again.status, 0) << again.err;
    EXPECT_THAT(again.err, HasSubstr("2 results written, 7 present before"));
  }
  expect_all_ended();
}

TEST_F(OwnAlgorithmsTest, OnlyARunStartsPrograms) {
  write_sweep();
  EXPECT_EQ(run("a.sqlite").status, 0);
  fs::remove(path("started"));
  write("s.ini", std::string(own_sweep) + "\n[improvement]\nrival = wrap\nalgorithm = mine\nrows = n\n");
  for (const Words& words : std::vector<Words>{{"show", "s.ini", "--db", "a.sqlite"},
                                               {"describe", "s.ini"},
                                               {"status", "a.sqlite"},
                                               {"run", "s.ini", "--db", "a.sqlite"},
                                               {"report", "--db", "a.sqlite", "-o", "r.html"}}) {
    const Outcome outcome = call(words);
    EXPECT_EQ(outcome.status, 0) << ::testing::PrintToString(words) << outcome.err;
    EXPECT_TRUE(started().empty()) << ::testing::PrintToString(words);
  }
  fs::remove(path("mine.sh"));
  succeed({"show", "s.ini", "--db", "a.sqlite"});
}

TEST_F(OwnAlgorithmsTest, ItsStandardErrorIsShownBounded) {
  write_sweep("printf 'n is \\033[1m%s\\n' $n >&2");
  const Outcome outcome = run("a.sqlite", {"-j", "1", "--quiet"});
  EXPECT_EQ(outcome.status, 0);
  // The order of the points visits all of the axis early.
  EXPECT_THAT(outcome.err, StartsWith("mine: n is \\x1b[1m10\nmine: n is \\x1b[1m29\n"));
  EXPECT_THAT(outcome.err, HasSubstr("mine: it writes more to standard error, which is not shown\n"));
  EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 21);
}

// The page's program and file are those of the examples, and its commands work.
TEST_F(OwnAlgorithmsTest, ThePageIsTakenLiterally) {
  std::map<std::string, std::string> blocks;
  for (const CodeBlock& block : code_blocks("docs/own-algorithms.md")) blocks.emplace(block.language, block.text);
  const fs::path examples = APPORTION_SOURCE_DIR "/experiments/examples";
  const auto text_of = [](const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
  };
  EXPECT_EQ(blocks["python"], text_of(examples / "strips.py"));
  EXPECT_EQ(std::ranges::count(blocks["python"], '\n'), 10);
  EXPECT_EQ(blocks["ini"], text_of(examples / "own_algorithm.ini"));
  fs::create_directories(path("experiments/examples"));
  write("experiments/examples/strips.py", blocks["python"]);
  write("experiments/examples/own_algorithm.ini", blocks["ini"]);
  std::istringstream commands(blocks[""]);
  int called = 0;
  for (std::string line; std::getline(commands, line) && line.starts_with("./apportion "); ++called) {
    SCOPED_TRACE(line);
    const Outcome outcome =
        call({"-c", "exec " APPORTION_PROGRAM + line.substr(std::string("./apportion").size())}, {.program = "bash"});
    EXPECT_EQ(outcome.status, 0) << line << outcome.err;
    if (line.starts_with("./apportion solve")) {
      EXPECT_THAT(outcome.out, AllOf(HasSubstr("strips"), HasSubstr("XY2")));
    }
    if (line.starts_with("./apportion draw")) {
      EXPECT_THAT(outcome.out, StartsWith("strips on 1000 x 3000: Acost 2000, 2 internal edges\n"));
    }
  }
  EXPECT_EQ(called, 5);
  EXPECT_THAT(read("strips.svg"), AllOf(HasSubstr("strips"), HasSubstr("XY2")));
}

}  // namespace
}  // namespace apportion::testing_support
