// apportion score, and the instances in check and report, on the command line.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

#include "experiments/instances/collection.hpp"
#include "tests/cli/program.hpp"
#include "tests/support/tiny_collection.hpp"

namespace apportion::testing_support {
namespace {

namespace fs = std::filesystem;

class ScoreTest : public ProgramTest {
 protected:
  void SetUp() override { write_collection(path("instances"), tiny_instances()); }

  void edit(const std::string& name, const std::string& old_piece, const std::string& new_piece) const {
    std::string text = read(name);
    const std::size_t place = text.find(old_piece);
    ASSERT_NE(place, std::string::npos) << old_piece;
    write(name, text.replace(place, old_piece.size(), new_piece));
  }

  // A file with the stored solution of an instance.
  [[nodiscard]] std::string solution_of(const std::string& family, const std::string& name) const {
    const std::string lines = read("instances/solutions/" + family + ".jsonl");
    write(name + ".json", instances::member_in(lines, {name, "solution"}).value());
    return name + ".json";
  }

  // Writes a program that accepts any problem, runs `before` and gives this answer.
  void write_program(const std::string& answer, const std::string& before = "") const {
    write("own.sh", R"(while read -r line; do id=${line#*\"id\":}; id=${id%%,*}; )" + before +
                        R"( echo "{\"id\":$id,\"answer\":$(cat )" + answer + ")}\"; done\n");
    write("own.ini", "[algorithm.mine]\ncommand = sh own.sh\nrevision = 3\n");
  }
};

constexpr const char* index_file = "instances/index.csv";

std::string count_of_all() { return std::to_string(tiny_instances().size()); }

TEST_F(ScoreTest, AMethodStandsBesideThoseScoredBefore) {
  succeed({"score", "XY2", "--save"});
  succeed({"score", "HYBRID[levels=2]", "--save"});
  const std::string text = output({"score", "COLUMNS", "--family", "rectangles"});
  EXPECT_THAT(text, AllOf(StartsWith("COLUMNS on 1 instance\n"), HasSubstr("rectangles  rectangles-4"),
                          HasSubstr("All methods scored on these instances"), HasSubstr("rectangles  XY2"),
                          HasSubstr("rectangles  HYBRID[levels=2]"), HasSubstr("digest of the values: ")));
  // Without --save nothing is stored.
  EXPECT_THAT(read("instances/scores.csv"), AllOf(HasSubstr("rectangles,XY2,"), Not(HasSubstr("COLUMNS"))));
  const std::vector<Json> tables = json_lines(output({"score", "XY2", "--format", "json"}));
  ASSERT_EQ(tables.size(), 2U);
  EXPECT_EQ(tables[0]["exhibit"], "score/instances");
  EXPECT_EQ(tables[0]["rows"][0][2], 195);
  EXPECT_EQ(tables[1]["rows"].size(), 2U);
}

TEST_F(ScoreTest, MethodsOfSeveralFamiliesAreScoredInAll) {
  const std::string text = output({"score", "optimal", "--format", "csv"});
  for (const char* line : {"\ngraphs,graphs-2,3,", "\ngrids,grids-6,", "\nprograms,programs-adi,176128,"})
    EXPECT_THAT("\n" + text, HasSubstr(line));
  EXPECT_EQ(text.find("\nshardings,shardings-2,") != std::string::npos, problems::find_family("shardings") != nullptr);
  EXPECT_THAT(text, Not(HasSubstr("rectangles")));
}

TEST_F(ScoreTest, AnyNumberOfThreadsGivesTheSameNumbers) {
  std::vector<std::string> digests;
  for (const char* threads : {"1", "2", "8"}) {
    const std::string text = output({"score", "BEST", "-j", threads});
    digests.push_back(text.substr(text.find("digest")));
  }
  EXPECT_THAT(digests, ::testing::Each(digests.front()));
}

TEST_F(ScoreTest, ABetterSolutionIsWrittenWithItsLineOfTheIndex) {
  const std::string text = output({"score", "BEST", "--family", "rectangles", "-o", "better"});
  EXPECT_THAT(text, HasSubstr("rectangles-4: BEST gives 189.54545454545456, and proves it; best known: 195. "
                              "The solution is in better/rectangles/rectangles-4.json. The index should have\n"));
  const std::size_t start = text.find("\nrectangles-4,") + 1;
  const std::string line = text.substr(start, text.find('\n', start) + 1 - start);
  EXPECT_THAT(line, AllOf(HasSubstr(",total,189.54545454545456,BEST,,4,1,"), HasSubstr(",BEST,optimal,")));
  std::string index = read(index_file);
  const std::size_t place = index.find("rectangles-4,");
  write(index_file, index.replace(place, index.find('\n', place) + 1 - place, line));
  expect_error({"score", "XY2"}, 2,
               {"solutions/rectangles.jsonl, rectangles-4 is not the solution", "`apportion score --repair`"});
  const std::string better = read("better/rectangles/rectangles-4.json");
  write("instances/solutions/rectangles.jsonl",
        R"({"name":"rectangles-4","solution":)" + better.substr(0, better.size() - 1) + "}\n");
  EXPECT_THAT(output({"score", "BEST", "--family", "rectangles"}), Not(HasSubstr("index should have")));
}

TEST_F(ScoreTest, AnUpdateTakesItIntoTheCollection) {
  const std::string others = read(index_file).substr(read(index_file).find("\ngrids-6,"));
  const Words update{"score", "BEST", "--family", "rectangles", "--update"};
  EXPECT_THAT(output(update),
              HasSubstr("The solution is in instances/solutions/rectangles.jsonl. The index now has\n"));
  EXPECT_THAT(read(index_file), AllOf(HasSubstr(",total,189.54545454545456,BEST,,4,1,"), HasSubstr(",BEST,optimal,"),
                                      ::testing::EndsWith(others)));
  EXPECT_THAT(output(update), Not(HasSubstr("The index")));
}

TEST_F(ScoreTest, AValueBelowTheBoundIsAnError) {
  edit(index_file, ",XY2,,1,1,,,open", ",XY2,,1,1,194.5,me,open");
  const Outcome outcome = call({"score", "BEST", "--family", "rectangles"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out,
              HasSubstr("rectangles-4: BEST gives 189.54545454545456, which is below the proven bound 194.5"));
}

TEST_F(ScoreTest, AValueThatIsNoNumberIsRefused) {
  edit(index_file, ",total,195,", ",total,195x,");
  expect_error({"score", "XY2"}, 2, {"instances/index.csv, line 2, column value: '195x' is wrong"});
}

TEST_F(ScoreTest, MissingAndDamagedProblems) {
  const std::string problems = "instances/problems/rectangles.jsonl";
  edit(problems, ":100", ":101");
  expect_error({"score", "XY2"}, 2, {problems + ", rectangles-4: its SHA-256 is"});
  write(problems, "");
  expect_error({"score", "XY2"}, 2, {problems + ", rectangles-4: there is no line with this problem"});
  fs::remove(path(problems));
  expect_error({"score", "XY2"}, 2, {problems, "cannot be read: No such file"});
  write(problems, "");
  // A script makes a large instance in another place.
  edit(index_file, "rectangles-4,rectangles,1,,,,", "rectangles-4,rectangles,1,,,\"rectangles(processors=4,seed=1)\",");
  const Outcome outcome = call({"score", "XY2"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.err,
            "apportion: 1 instance left out, such as results/out/instances/rectangles/rectangles-4.json; "
            "scripts/generate-instances makes the files\napportion: no instance is left to score\n");
  fs::create_directories(path("results/out/instances/rectangles"));
  write("results/out/instances/rectangles/rectangles-4.json",
        Json::parse(tiny_instances().front().problem).dump() + "\n");
  EXPECT_THAT(output({"score", "XY2"}), HasSubstr("rectangles-4"));
}

TEST_F(ScoreTest, OnesOwnProgramIsScoredAsAMethod) {
  write_program(solution_of("grids", "grids-8"));
  const Words own{"score", "mine", "--external", "own.ini"};
  expect_error(own, 2, {"--external needs --family F or --instance NAME"});
  const std::string text = output(joined(own, {"--family", "grids", "--save"}));
  EXPECT_THAT(text, AllOf(StartsWith("mine on 2 instances"), HasSubstr("wrong answer: ")));
  EXPECT_THAT(read("instances/scores.csv"), HasSubstr("grids,mine,3,grids-8,"));
  // A crash is no statement about the problem.
  write_program("nothing", "exit 1;");
  const Outcome none = call({"score", "--external", "own.ini", "--family", "rectangles", "--save"});
  EXPECT_THAT(none.out, HasSubstr("no answer: "));
  EXPECT_EQ(none.status, 1);
  EXPECT_THAT(none.err, HasSubstr("apportion: mine solved none of 1 instance; the first refusal: no answer: "));
  EXPECT_THAT(read("instances/scores.csv"), Not(HasSubstr("rectangles,mine")));
}

TEST_F(ScoreTest, InstancesAreChosenByName) {
  const std::string text = output({"score", "optimal", "--instance", "grids-6,graphs-2"});
  EXPECT_THAT(text, AllOf(StartsWith("optimal on 2 instances"), HasSubstr("graphs-2"), Not(HasSubstr("grids-8"))));
  expect_error({"score", "optimal", "--instance", "grids-6", "--instance", "grids-7"}, 2,
               {"unknown instance 'grids-7'", "grids-6"});
  expect_error({"score", "XY2", "--instance", "grids-6"}, 2, {"XY2 is an algorithm for rectangles, not for grids"});
  expect_error({"score", "BEST", "--instance", "grids-6", "--family", "rectangles"}, 2,
               {"grids-6 is an instance of grids, not of rectangles"});
  // The instances, or the file, determine the family of programs.
  write_program(solution_of("grids", "grids-6"));
  EXPECT_THAT(output({"score", "--external", "own.ini", "--instance", "grids-6"}), StartsWith("mine on 1 instance\n"));
  write("own.ini", "family = grids\n" + read("own.ini"));
  EXPECT_THAT(output({"score", "mine", "--external", "own.ini"}), StartsWith("mine on 2 instances\n"));
}

TEST_F(ScoreTest, AGivenSolutionIsScoredWithoutAMethod) {
  succeed({"score", "BEST", "--instance", "rectangles-4", "-o", "better"});
  const std::string file = "better/rectangles/rectangles-4.json";
  EXPECT_THAT(
      output({"score", "--solution", file}),
      AllOf(StartsWith("given on 1 instance\n"), HasSubstr("given gives 189.54545454545456; best known: 195.")));
  fs::rename(path(file), path("mine.json"));
  expect_error({"score", "--solution", "mine.json"}, 2, {"--solution needs --instance NAME"});
  const Words mine{"score", "paper", "--solution", "mine.json", "--instance", "rectangles-4", "--update"};
  EXPECT_THAT(output(mine), HasSubstr("The index now has\n"));
  EXPECT_THAT(read(index_file), HasSubstr(",total,189.54545454545456,paper,,1,1,"));
  write("mine.json", "[");
  expect_error(mine, 2, {"mine.json: malformed JSON"});
  write("mine.json", R"({"rectangles":[]})");
  const Outcome outcome = call(mine);
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("paper solved none of 1 instance; the first refusal: wrong answer: "));
}

// A part of two rectangles is no solution in this collection, even if it is short.
TEST_F(ScoreTest, WhatTheCollectionForbidsIsNotTakenOver) {
  // A small part in a corner has a boundary of 25.6, while a rectangle has 100.
  write_collection(path("corner"),
                   {{"corner", "rectangles", R"({"rows":100,"columns":100,"weights":[60,1]})", "total", "XY2"}});
  const std::string index = read("corner/index.csv");
  const std::string solution = read("corner/solutions/rectangles.jsonl");
  for (const char* method : {"NRRP", "SNRRP", "ROLLOUT[l-shapes]"}) {
    SCOPED_TRACE(method);
    const Outcome outcome = call({"score", method, "--instances", "corner", "--update"});
    EXPECT_THAT(outcome.out, HasSubstr("the part of processor 0 is not one rectangle"));
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(read("corner/index.csv"), index);
    EXPECT_EQ(read("corner/solutions/rectangles.jsonl"), solution);
  }
}

TEST_F(ScoreTest, RepairMakesTheIndexAgreeWithTheSolutions) {
  const std::string whole = read(index_file);
  EXPECT_EQ(output({"score", "--repair"}), "0 of " + count_of_all() + " lines changed\n");
  EXPECT_EQ(read(index_file), whole);
  // A worse solution than in the index.
  edit(index_file, ",total,195,", ",total,190,");
  expect_error({"score", "XY2"}, 2, {"is not the solution", "`apportion score --repair` writes the index anew"});
  write("instances/.index.csv.0123456789abcdef.partial", "name");
  EXPECT_EQ(output({"score", "--repair"}),
            "rectangles-4: the index said 190; its solution, of XY2, has 195\n1 partial file removed\n1 of " +
                count_of_all() + " lines changed\n");
  EXPECT_EQ(read(index_file), whole);
  succeed({"score", "XY2"});
  // As if an update had been killed between the solution and the index.
  const Words update{"score", "BEST", "--instance", "rectangles-4", "--update"};
  succeed(update);
  const std::string updated = read(index_file);
  write(index_file, whole);
  EXPECT_THAT(output({"score", "XY2"}), HasSubstr("189.545"));
  EXPECT_EQ(read(index_file), whole);
  succeed(update);
  EXPECT_EQ(read(index_file), updated);
  write(index_file, whole);
  EXPECT_THAT(output({"score", "--repair"}), HasSubstr("its solution, of BEST, has 189.54545454545456"));
  EXPECT_EQ(read(index_file), updated);
  // An invalid solution is not trusted.
  edit("instances/solutions/grids.jsonl", R"("mapping":[)", R"("mapping":[],"x":[)");
  const Outcome outcome = call({"score", "--repair"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, HasSubstr("grids.jsonl, grids-6 is no solution: "));
  EXPECT_EQ(read(index_file), updated);
}

// Both updates find better solutions, of the same and of other instances.
TEST_F(ScoreTest, UpdatesAtTheSameTimeLeaveTheCollectionWhole) {
  for (int i = 0; i < 4; ++i) {
    SCOPED_TRACE(i);
    write_collection(path("instances"), tiny_instances());
    fs::remove(path("instances/scores.csv"));
    RunningProgram one = start({"score", "BEST", "--update", "--save", "-j", "1"});
    RunningProgram two = start({"score", "HYBRID", "--update", "--save", "-j", "1"});
    RunningProgram three = start({"score", "optimal", "--update", "--save", "-j", "1"});
    for (RunningProgram* program : {&one, &two, &three}) EXPECT_EQ(program->wait().status, 0);
    EXPECT_EQ(output({"score", "--repair"}), "0 of " + count_of_all() + " lines changed\n");
    EXPECT_THAT(read(index_file), HasSubstr(",total,189.54545454545456,BEST,"));
    const std::string scores = read("instances/scores.csv");
    // The heading, HYBRID of rectangles, and BEST or optimal of each.
    EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(scores, '\n')), 1 + 1 + tiny_instances().size());
  }
}

TEST_F(ScoreTest, InterruptedItKeepsWhatIsDone) {
  write_program(solution_of("grids", "grids-6"), "case $line in *'[20,30,10]'*) echo > started; sleep 50;; esac;");
  for (const auto& [signal, status] : {std::pair{SIGINT, 130}, {SIGTERM, 143}}) {
    SCOPED_TRACE(::testing::PrintToString(signal));
    fs::remove(path("started"));
    RunningProgram program =
        start({"score", "mine", "--external", "own.ini", "--family", "grids", "--save", "-j", "1"});
    for (int tries = 0; tries < 1500 && !fs::exists(path("started")); ++tries)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    ::kill(program.pid(), signal);
    const Outcome outcome = program.wait();
    EXPECT_EQ(outcome.status, status);
    EXPECT_THAT(outcome.err, ::testing::EndsWith("apportion: interrupted; 1 of 2 solved and saved\n"));
    EXPECT_THAT(read("instances/scores.csv"), AllOf(HasSubstr("grids,mine,3,grids-6,"), Not(HasSubstr("grids-8"))));
  }
}

TEST_F(ScoreTest, CheckSolvesASampleAgain) {
  fs::create_directories(path("results/baselines"));
  const Words check{"check", "instances"};
  for (const char* method : {"BEST", "XY2", "best-static", "proposed", "optimal"}) succeed({"score", method, "--save"});
  // Those that took little time.
  EXPECT_THAT(call(check).out,
              ::testing::MatchesRegex("[1-9] of " + count_of_all() + " instances solved again: all as stored\n"));
  edit(index_file, ",total,195,", ",total,200,");
  const Outcome outcome = call(check);
  EXPECT_THAT(outcome.out, StartsWith("instance rectangles-4: XY2 (revision 1, 1 in the index) gives 195, not 200\n"));
  EXPECT_THAT(outcome.out, HasSubstr(" of " + count_of_all() + " instances solved again: not all as stored\n"));
  EXPECT_EQ(outcome.status, 1);
  // There is nothing to accept: a best value that is not reproduced must be investigated.
  EXPECT_EQ(call({"check", "instances", "--update"}).status, 1);
}

TEST_F(ScoreTest, TheReportHasAPageOfThem) {
  run("kaddoura/figure16");
  succeed({"score", "BEST", "--save"});
  succeed({"report", "--db", "a.sqlite"});
  const std::string page = read("report.html");
  EXPECT_THAT(page, AllOf(HasSubstr("<section id=\"instances\""), HasSubstr("href=\"#instances-rectangles-profiles\""),
                          HasSubstr("Instances of rectangles, the open ones first"),
                          HasSubstr("rectangles-4 on 100 x 80"), HasSubstr("distance from the best known value"),
                          HasSubstr("; those of instances from instances/.</p>")));
  fs::remove_all(path("instances"));
  succeed({"report", "--db", "a.sqlite"});
  EXPECT_THAT(read("report.html"), Not(HasSubstr("id=\"instances\"")));
}

}  // namespace
}  // namespace apportion::testing_support
