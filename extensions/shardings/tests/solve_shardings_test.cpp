// apportion solve, evaluate and draw shardings: interfaces, ends by clocks and signals, and invalid input.
#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "extensions/shardings/problem/sharding_file.hpp"
#include "extensions/shardings/sim/sharding_graphs.hpp"
#include "extensions/shardings/tests/shardings.hpp"
#include "sim/random_stream.hpp"
#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

// The five operations, compressed by gzip.
constexpr const char* pack = "import gzip,sys;gzip.open(sys.argv[2],'wb').write(open(sys.argv[1],'rb').read())";

class SolveShardingsTest : public ProgramTest {
 protected:
  void SetUp() override { write("five.json", R"({"problem":)" + five_operations() + "}\n"); }

  // Writes a graph as large as those of compilers.
  void write_large() const {
    RandomStream stream(1, "large");
    write("large.json", R"({"problem":)" + problems::to_json(draw_sharding_graph({.nodes = 30000}, stream)) + "}");
  }

  // Writes a graph that no search proves within minutes.
  void write_hard() const {
    write("hard.json", R"({"problem":)" + problems::to_json(testing_support::hard_sharding_graph(40)) + "}");
  }

  static Words solve(const std::string& file, const Words& more = {}) {
    Words words{"solve", "shardings", "--problem", file};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  static Words evaluate(const std::string& labels) {
    return {"evaluate", "shardings", "--problem", "five.json", "--labels", labels};
  }
};

TEST_F(SolveShardingsTest, ProgressIsWhatWasKnownWhen) {
  const Outcome outcome = call(solve("five.json", {"--algorithm", "optimal", "--format", "progress"}));
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, MatchesRegex("seconds,cost,lower_bound\n0.000,,0\n([0-9.]+,[0-9]*,[0-9]+\n)*"
                                        "[0-9.]+,445,445\n"));
  write("none.json", R"({"problem":{"nodes":{"intervals":[[0,2]],"costs":[[1]],"usages":[[6]]},)"
                     R"("edges":{"nodes":[],"costs":[]},"usage_limit":5}})");
  const Outcome none = call(solve("none.json", {"--format", "progress"}));
  EXPECT_EQ(none.status, 1);
  EXPECT_THAT(none.out, MatchesRegex("seconds,cost,lower_bound\n0.000,,0\n([0-9.]+,,[0-9]+\n)+"));
}

TEST_F(SolveShardingsTest, ReadsGzipAndStandardInput) {
  ASSERT_EQ(call({"-c", pack, "five.json", "five.json.gz"}, {.program = "python3"}).status, 0);
  EXPECT_EQ(call(solve("five.json.gz", {"--format", "labels"})).out, "[0,0,2,1,0]\n");
  EXPECT_EQ(call(solve("-", {"--format", "labels"}), {.input = read("five.json.gz")}).out, "[0,0,2,1,0]\n");
  const std::string packed = read("five.json.gz");
  write("cut.json.gz", packed.substr(0, packed.size() / 2));
  expect_error(solve("cut.json.gz"), 2, {"cut.json.gz: is damaged or cut off: after "});
  std::string damaged = packed;
  damaged[packed.size() / 2] = static_cast<char>(damaged[packed.size() / 2] ^ 1);
  write("damaged.json.gz", damaged);
  expect_error(solve("damaged.json.gz"), 2, {"damaged.json.gz: "});
}

TEST_F(SolveShardingsTest, WhatFollowsGzipIsGzipAsWell) {
  const std::string text = read("five.json");
  write("one.json", text.substr(0, 20));
  write("two.json", text.substr(20));
  for (const char* name : {"one", "two"})
    ASSERT_EQ(call({"-c", pack, std::string(name) + ".json", std::string(name) + ".gz"}, {.program = "python3"}).status,
              0)
        << name;
  write("both.gz", read("one.gz") + read("two.gz"));
  EXPECT_EQ(call(solve("both.gz", {"--format", "labels"})).out, "[0,0,2,1,0]\n");
  write("garbage.gz", read("both.gz") + "garbage");
  expect_error(solve("garbage.gz"), 2,
               {fmt::format("garbage.gz: has bytes behind its packed text of {} bytes that are no gzip", text.size())});
  write("byte.gz", read("both.gz") + "\x1f");
  expect_error(solve("byte.gz"), 2, {"that are no gzip"});
}

// A second signal, or SIGQUIT, ends the program at once.
TEST_F(SolveShardingsTest, NoSignalCostsAnOlderCertificate) {
  write_hard();
  write("target", "an older proof\n");
  std::filesystem::create_symlink("target", path("link"));
  for (const auto& [signals, status] :
       {std::pair{std::vector{SIGINT}, 130}, {{SIGINT, SIGTERM}, 130}, {{SIGQUIT}, 128 + SIGQUIT}}) {
    SCOPED_TRACE(::testing::PrintToString(signals));
    RunningProgram program = start(solve("hard.json", {"--algorithm", "optimal", "--certificate", "link"}));
    std::this_thread::sleep_for(std::chrono::seconds(1));
    EXPECT_EQ(read("target"), "an older proof\n") << "while the new one is written";
    for (const int signal : signals) kill(program.pid(), signal);
    const Outcome outcome = program.wait();
    EXPECT_THAT(outcome.status, ::testing::AnyOf(status, SIGTERM + 128)) << "of the first signal or the second";
    EXPECT_EQ(read("target"), "an older proof\n");
  }
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(path(".")))
    files += entry.path().string().ends_with(".partial") ? 1 : 0;
  EXPECT_EQ(files, 0U);
  EXPECT_EQ(call(solve("five.json", {"--algorithm", "optimal", "--certificate", "link"})).status, 0);
  EXPECT_THAT(read("target"), StartsWith("[\"start\","));
  EXPECT_TRUE(std::filesystem::is_symlink(path("link")));
}

TEST_F(SolveShardingsTest, APipeGetsTheProofAndStays) {
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  const int pipe = open(path("pipe").c_str(), O_RDWR | O_CLOEXEC);
  EXPECT_EQ(call(solve("five.json", {"--algorithm", "optimal", "--certificate", "pipe"})).status, 0);
  std::string proof(8, ' ');
  EXPECT_EQ(::read(pipe, proof.data(), proof.size()), 8);
  EXPECT_EQ(proof, "[\"start\"");
  close(pipe);
  EXPECT_TRUE(std::filesystem::is_fifo(path("pipe")));
  expect_error(solve("five.json", {"--certificate", "."}), 1, {". cannot be written: Is a directory"});
}

TEST_F(SolveShardingsTest, NoAnswerHasStatusOneAndSaysWhy) {
  write("none.json", R"({"problem":{"nodes":{"intervals":[[0,2],[1,3]],"costs":[[1,2],[3,4]],"usages":[[6,7],[8,9]]},)"
                     R"("edges":{"nodes":[],"costs":[]},"usage_limit":13}})");
  const Outcome outcome = call(solve("none.json", {"--algorithm", "optimal"}));
  EXPECT_EQ(outcome.status, 1);
  const Json answer = Json::parse(outcome.out);
  EXPECT_TRUE(answer["cost"].is_null());
  EXPECT_TRUE(answer["labels"].is_null());
  EXPECT_EQ(answer["infeasible"], "proven");
  EXPECT_EQ(call(solve("none.json", {"--format", "labels"})).out, "[]\n");
}

TEST_F(SolveShardingsTest, ANodeWithoutAllowedStrategyIsNamed) {
  write("none.json", R"({"problem":{"nodes":{"intervals":[[0,2],[1,3]],)"
                     R"("costs":[[1,2],[1000000000000000000,4]],"usages":[[6,7],[8,99]]},)"
                     R"("edges":{"nodes":[],"costs":[]},"usage_limit":20}})");
  const Outcome outcome = call(solve("none.json", {"--algorithm", "optimal"}));
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("node 1 has no allowed strategy"));
  EXPECT_EQ(Json::parse(outcome.out)["infeasible"], "proven");
}

TEST_F(SolveShardingsTest, LinesOfABatchAreProblems) {
  const std::string line = R"({"algorithm":"optimal","problem":)" + five_operations() + "}\n";
  const Outcome outcome = call({"solve", "shardings", "--batch", "-"}, {.input = line + "{\"problem\":{}}\n" + line});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, HasSubstr(R"({"schema":1,"error":"problem has no 'nodes'","line":2})"));
  EXPECT_EQ(outcome.out.find("\"cost\":445") != outcome.out.rfind("\"cost\":445"), true);
}

TEST_F(SolveShardingsTest, TheClockEndsASearchWithTheBestAnswer) {
  write_large();
  const auto start = std::chrono::steady_clock::now();
  const Outcome outcome = call(solve("large.json", {"--seconds", "3"}));
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 20);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(Json::parse(outcome.out)["labels"].size(), 30000U);
}

TEST_F(SolveShardingsTest, AClockThatHasRunOutLeavesTheFirstAnswer) {
  write_large();
  const Outcome outcome = call(solve("large.json", {"--seconds", "0"}));
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(Json::parse(outcome.out)["labels"].size(), 30000U);
}

TEST_F(SolveShardingsTest, ASignalPrintsTheBestAnswer) {
  write_hard();
  RunningProgram program = start(solve("hard.json", {"--algorithm", "optimal", "--seconds", "30"}));
  std::this_thread::sleep_for(std::chrono::seconds(2));
  kill(program.pid(), SIGINT);
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.status, 130);
  EXPECT_THAT(outcome.err, HasSubstr(" s: "));  // progress
  const Json answer = Json::parse(outcome.out);
  EXPECT_EQ(answer["labels"].size(), 1600U);
  EXPECT_EQ(answer["proven_optimal"], false);
}

TEST_F(SolveShardingsTest, ASignalWhileTheGraphIsReadFindsNone) {
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  const int pipe = open(path("pipe").c_str(), O_RDWR | O_CLOEXEC);
  const std::string start_of_graph = R"({"problem":{"name":)";
  ASSERT_EQ(::write(pipe, start_of_graph.data(), start_of_graph.size()), std::ssize(start_of_graph));
  RunningProgram program = start(solve("pipe", {"--algorithm", "optimal[sweeps=5]"}));
  for (int left = 1; left > 0; std::this_thread::sleep_for(std::chrono::milliseconds(10)))
    ASSERT_EQ(ioctl(pipe, FIONREAD, &left), 0) << left;
  kill(program.pid(), SIGINT);
  const Outcome outcome = program.wait();
  close(pipe);
  EXPECT_EQ(outcome.status, 130);
  EXPECT_EQ(outcome.out,
            R"({"schema":1,"algorithm":"optimal[sweeps=5]","cost":null,"lower_bound":0,"proven_optimal":false,)"
            R"("peak":null,"limit":null,"sizes":{"nodes":0,"labels":0,"edges":0,"times":0},)"
            R"("infeasible":"none found","labels":null})"
            "\n");
}

TEST_F(SolveShardingsTest, EvaluateReplaysTheProofThatSolveWrote) {
  ASSERT_EQ(call(solve("five.json", {"--algorithm", "optimal", "--certificate", "proof"})).status, 0);
  const Words replay{"evaluate", "shardings", "--problem", "five.json", "--certificate", "proof"};
  const Outcome right = call(replay);
  EXPECT_EQ(right.status, 0);
  EXPECT_THAT(right.out, StartsWith(R"({"schema":1,"cost":445,"lower_bound":445,"proven_optimal":true,)"));
  std::string proof = read("proof");
  const std::string answer = R"(["known",[0,0,2,1,0]])";
  ASSERT_NE(proof.find(answer), std::string::npos) << proof;
  write("proof", proof.replace(proof.find(answer), answer.size(), R"(["known",[0,0,1,1,0]])"));
  const Outcome wrong = call(replay);
  EXPECT_EQ(wrong.status, 1);
  EXPECT_THAT(wrong.out, HasSubstr("\"error\":\"the answer is not allowed\",\"line\":"));
}

TEST_F(SolveShardingsTest, DrawsMemoryAgainstTheLimit) {
  const Outcome text = call({"draw", "shardings", "--problem", "five.json", "--algorithm", "optimal"});
  ASSERT_EQ(text.status, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("each node's cheapest strategy, without regard to edges and limit: peak 50"));
  EXPECT_THAT(text.out, HasSubstr("optimal: cost 445, peak 50"));
  EXPECT_EQ(call({"draw", "shardings", "--problem", "five.json", "-o", "memory.svg"}).status, 0);
  const std::string svg = read("memory.svg");
  EXPECT_THAT(svg, HasSubstr(">limit 50</text>"));
  EXPECT_THAT(svg, Not(HasSubstr("font-size=\"14\"")));
  // A tensor is alive at all times: each of the two curves reaches 0 only once.
  const std::string down = "V419\"";
  EXPECT_EQ(svg.find(down, svg.find(down) + 1), svg.rfind(down));
  EXPECT_THAT(svg, Not(HasSubstr("V419H")));
}

TEST_F(SolveShardingsTest, SweepsTakeAFolderOfGraphs) {
  std::filesystem::create_directory(path("graphs"));
  std::filesystem::rename(path("five.json"), path("graphs/five.json"));
  run_sweep("family = shardings\ninstances = graphs\nalgorithms = optimal\nmetrics = cost, proven\n");
  EXPECT_EQ(call({"show", "--sql", "SELECT instance, algorithm, cost, proven FROM sweeps_s", "--format", "csv", "--db",
                  "a.sqlite"})
                .out,
            "instance,algorithm,cost,proven\nfive,optimal,445,1\n");
  write("other.ini", "family = shardings\ninstances = missing\n");
  EXPECT_EQ(call({"run", "other.ini", "--db", "a.sqlite"}).status, 2);
  write("graphs/bad.json", "{}");
  const Outcome outcome = call({"run", "s.ini", "--db", "a.sqlite"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("bad.json: the file has no 'problem'"));
}

// With one graph named like one of the contest's.
TEST_F(SolveShardingsTest, TheContestsGraphsAreShownBesideWhatWasPublished) {
  std::filesystem::copy(APPORTION_SOURCE_DIR "/extensions/shardings/examples/contest.ini", path("contest.ini"));
  std::filesystem::create_directory(path("contest"));
  std::filesystem::rename(path("five.json"), path("contest/asplos-2025-iopddl-B.json"));
  run("contest.ini");
  const std::string contest = csv("contest.ini", {"contest"});
  EXPECT_THAT(contest, HasSubstr("B,best,445,445,0,yes,532843,532843,990205,532843,532843,1197.4,0"));
  EXPECT_THAT(csv("contest.ini", {"progress", "--values", "all"}), HasSubstr("B,1,0,445,445\n"));
  EXPECT_THAT(csv("contest.ini", {"claims"}), HasSubstr("never worse than the first place,best,holds,0,1\n"));
  // Other content makes another study.
  write("contest/asplos-2025-iopddl-B.json",
        R"({"problem":{"nodes":{"intervals":[[0,2]],"costs":[[532844]],"usages":[[6]]},)"
        R"("edges":{"nodes":[],"costs":[]}}})");
  run("contest.ini");
  EXPECT_EQ(query("a.sqlite", "SELECT count(DISTINCT definition) FROM stored_experiments"),
            "count(DISTINCT definition)\n2\n");
  EXPECT_THAT(csv("contest.ini", {"claims"}), HasSubstr("never worse than the first place,best,fails,1,1\n"));
}

}  // namespace
}  // namespace apportion::testing_support
