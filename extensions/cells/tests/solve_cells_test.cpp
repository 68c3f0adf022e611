// apportion solve cells: its interface, several maps together, rebalancing, partitioning libraries, and new algorithms.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <iterator>
#include <regex>
#include <string>
#include <thread>
#include <vector>

#include "extensions/cells/algorithms/cell_algorithm.hpp"
#include "tests/cli/program.hpp"
#include "tests/support/documentation.hpp"
#include "tests/support/tiny_collection.hpp"

namespace apportion::testing_support {
namespace {

class CellsTest : public ProgramTest {
 protected:
  // 60 x 80 cells among five processors.
  [[nodiscard]] static std::vector<std::string> grid(const std::string& command,
                                                     const std::vector<std::string>& more = {}) {
    return joined({command, "cells", "--rows", "60", "--columns", "80", "--weights", "8,4,2,1,1"}, more);
  }

  [[nodiscard]] Json answer(const std::vector<std::string>& words) const { return json_lines(output(words)).at(0); }
};

TEST_F(CellsTest, AnswersInWholeCells) {
  const Json found = answer(grid("solve"));
  EXPECT_EQ(found["algorithm"], "BEST");
  std::vector<std::int64_t> cells(5);
  for (const Json& rectangle : found["rectangles"]) {
    SCOPED_TRACE(rectangle);
    for (const char* side : {"row", "column", "rows", "columns"})
      EXPECT_TRUE(rectangle[side].is_number_integer()) << side;
    cells.at(rectangle["processor"].get<std::size_t>()) +=
        rectangle["rows"].get<std::int64_t>() * rectangle["columns"].get<std::int64_t>();
  }
  EXPECT_THAT(cells, ElementsAre(2400, 1200, 600, 300, 300));
  EXPECT_EQ(found["imbalance"], 0);
  EXPECT_EQ(found["fragments"], 0);
  EXPECT_TRUE(found["beyond_one_cell"].empty());
  EXPECT_GE(found["gap"].get<double>(), 0);
  EXPECT_GE(found["total"].get<double>(), found["lower_bound"].get<double>());
  EXPECT_EQ(found["total"], found["boundary"]);
  const Json late = answer(grid("solve", {"--latency", "10"}));
  EXPECT_EQ(late["total"].get<double>(), late["boundary"].get<double>() + 10 * late["neighbours"].get<double>());
}

TEST_F(CellsTest, LinesAndOptionsAnswerAlike) {
  const Outcome by_line = call({"solve", "cells", "--batch", "-"},
                               {.input = R"({"rows": 60, "columns": 80, "weights": [8, 4, 2, 1, 1]})"
                                         "\n"
                                         R"({"rows": 0, "columns": 80, "weights": [1]})"
                                         "\n"
                                         R"({"rows": 2, "columns": 4, "weights": [1, 1], "algorithm": "STRIPES"})"});
  EXPECT_EQ(by_line.status, 1);
  const std::vector<Json> answers = json_lines(by_line.out);
  ASSERT_EQ(answers.size(), 3U);
  EXPECT_EQ(answers[0], answer(grid("solve")));
  EXPECT_THAT(answers[1]["error"].get<std::string>(), HasSubstr("rows is 0"));
  EXPECT_EQ(answers[1]["line"], 2);
  EXPECT_EQ(answers[2]["rectangles"].size(), 2U);
}

// This is no error: a processor is idle.
TEST_F(CellsTest, FewerCellsThanProcessorsLeaveSomeEmpty) {
  const Json found =
      answer({"solve", "cells", "--rows", "1", "--columns", "2", "--weights", "1,1,1", "--algorithm", "STRIPES"});
  EXPECT_EQ(found["empty"], 1);
  EXPECT_EQ(found["rectangles"].size(), 3U);
  EXPECT_EQ(found["lower_bound"], 1);
}

TEST_F(CellsTest, LoadsSayTheSidesAndWhatIsLeftOut) {
  write("loads.csv", "1,1,4,4\n1,1,0,4\n1,1,0,4\n1,1,4,4\n");
  const Json found = answer({"solve", "cells", "--weights", "2,1", "--loads", "loads.csv"});
  EXPECT_EQ(found["algorithm"], "BEST");
  EXPECT_EQ(found["lower_bound"], 1);
  EXPECT_EQ(found["gap"], 100 * (found["total"].get<double>() - 1));
  EXPECT_EQ(found["empty"], 0);
  // A wall divides the array: no processor can have connected parts of both sides.
  write("wall.pbm", "P1 3 2 0 1 0 0 1 0");
  const Json parted = answer({"solve", "cells", "--weights", "1", "--mask", "wall.pbm"});
  EXPECT_EQ(parted["fragments"], 1);
  succeed({"solve", "cells", "--batch", "-"},
          {.input = R"({"weights": [2, 1], "loads": "loads.csv", "mask": [[0, 0, 4, 1]]})"});
}

// Next to a wall of one cell. The given division cuts nothing, but solves an easier problem.
TEST_F(CellsTest, WhatIsOutsideTheToleranceRanksBelowPieces) {
  write("mine.csv", "0,0,0,0,0,1,1,1,1\n");
  const std::vector<Json> ranked =
      json_lines(output({"evaluate", "cells", "--owners", "mine.csv", "--mask", "[[0,4,1,1]]", "--weights", "3,1",
                         "--algorithm", "BEST", "--format", "json"}));
  ASSERT_EQ(ranked.size(), 2);
  EXPECT_EQ(ranked[0]["algorithm"], "BEST");
  EXPECT_EQ(ranked[0]["fragments"], 1);
  EXPECT_EQ(ranked[1]["total"], 0);
}

TEST_F(CellsTest, ARankedTable) {
  const std::string text = output(grid("solve", {"--algorithm", "STRIPES,BEST,ROUNDED[of=XY2],BEST"}));
  EXPECT_THAT(text,
              StartsWith("60 x 80 cells for 5 processors; no parts within one cell of their shares cost less than "));
  for (const char* piece : {"rank", "gap, %", "imbalance, %", "within one cell", "time, ms", "ROUNDED[of=XY2]"})
    EXPECT_THAT(text, HasSubstr(piece));
  EXPECT_LT(text.find("BEST"), text.find("STRIPES"));
  const std::vector<Json> answers =
      json_lines(call(grid("solve", {"--algorithm", "STRIPES,BEST", "--format", "json"})).out);
  ASSERT_EQ(answers.size(), 2U);
  EXPECT_EQ(answers[0]["algorithm"], "BEST");
  EXPECT_EQ(answers[0]["rank"], 1);
  EXPECT_EQ(answers[1]["rank"], 2);
  EXPECT_GT(answers[1]["seconds"].get<double>(), 0);
  succeed(grid("solve", {"--algorithm", "all"}));
}

// Rounding 3 rows for 2 equal processors is half a row off; answers that keep to the shares come first.
TEST_F(CellsTest, AnswersWithinOneCellComeFirst) {
  const std::vector<Json> answers =
      json_lines(call({"solve", "cells", "--rows", "3", "--columns", "3", "--weights", "1,1,1,1", "--algorithm",
                       "ROUNDED[of=XY2],STRIPES", "--format", "json"})
                     .out);
  ASSERT_EQ(answers.size(), 2U);
  EXPECT_EQ(answers[0]["algorithm"], "STRIPES");
  EXPECT_LT(answers[1]["total"].get<double>(), answers[0]["total"].get<double>());
  EXPECT_FALSE(answers[1]["beyond_one_cell"].empty());
}

TEST_F(CellsTest, DrawsOneAndSeveral) {
  const std::string text = output(grid("draw"));
  EXPECT_THAT(text, AllOf(StartsWith("BEST on 60 x 80 cells: boundary "), HasSubstr("50 %"), HasSubstr("┌")));
  succeed(grid("draw", {"--algorithm", "STRIPES,BEST", "-o", "both.svg"}));
  const std::string svg = read("both.svg");
  EXPECT_THAT(svg, AllOf(StartsWith("<svg "), HasSubstr("BEST: "), HasSubstr("STRIPES: ")));
  EXPECT_THAT(svg, Not(HasSubstr("left out")));
  succeed(grid("draw", {"--mask", "[[0,0,20,20]]", "-o", "masked.svg"}));
  EXPECT_THAT(read("masked.svg"), HasSubstr("<title>left out</title>"));
  EXPECT_THAT(call(grid("draw", {"--mask", "[[0,0,20,20]]"})).out, HasSubstr("░░░"));
}

// The page's plan is the output of its command.
TEST_F(CellsTest, ThePageOnProgramsShowsAPlan) {
  EXPECT_EQ(Json::parse(json_example("docs/use-in-a-program.md")),
            Json::parse(output({"solve", "cells", "--rows", "4", "--columns", "6", "--weights", "1,1,1", "--mask",
                                "[[0,0,1,2]]", "--algorithm", "RCB", "--format", "plan"})));
}

// On a bus the time is that of the elements sent, plus a start-up for each message. Excluded cells send nothing.
TEST_F(CellsTest, HaveCostsOnNetworks) {
  const Words on_bus{"--network", "bus", "--startup", "medium", "--latency", "100"};
  const Json whole = answer(grid("solve", on_bus));
  for (const Json& found : {whole, answer(grid("solve", joined(on_bus, {"--mask", "[[0,0,20,30]]"})))}) {
    SCOPED_TRACE(found);
    const double sent = found["volume"].get<double>() + 2 * 100 * found["neighbours"].get<double>();
    const double seconds = sent * 8 / 1.25e6;
    EXPECT_NEAR(found["network"]["net"].get<double>(), seconds, 1e-9 * seconds);
    EXPECT_NEAR(found["network"]["simulated"].get<double>(), seconds, 1e-9 * seconds);
    EXPECT_GT(found["network"]["most"], 0);
  }
  EXPECT_TRUE(whole["network"]["saved"].is_number());
  const std::string line =
      R"({"rows":60,"columns":80,"weights":[8,4,2,1,1],"network":"bus","startup":"medium","latency":100})";
  EXPECT_EQ(Json::parse(output({"solve", "cells", "--batch", "-"}, {.input = line + "\n"})), whole);
  EXPECT_THAT(output(grid("solve", {"--network", "star", "--algorithm", "BEST,JOGGED"})),
              HasSubstr("iteration, us  over XY2, %"));
}

TEST_F(CellsTest, AreDividedForTheShortestIteration) {
  const Words on_network{"--rows", "30", "--columns", "60", "--weights", "12*1", "--network", "two-level"};
  const auto solved = [&](const Words& more) {
    return json_lines(output(joined(joined({"solve", "cells"}, on_network), more)));
  };
  const std::vector<Json> answers =
      solved({"--algorithm", "BEST[effort=quick],JOGGED,RCB,STRIPES", "--format", "json"});
  ASSERT_EQ(answers.size(), 4U);
  const Json& first = answers.front();
  EXPECT_EQ(first["algorithm"], "BEST[effort=quick]");
  for (const Json& other : answers)
    EXPECT_GE(other["network"]["simulated"].get<double>(), first["network"]["simulated"].get<double>() * (1 - 1e-9));
  // The written division is the one that was ranked.
  solved({"--algorithm", "BEST[effort=quick]", "-o", "owners.csv"});
  EXPECT_EQ(answer({"evaluate", "cells", "--owners", "owners.csv", "--weights", "12*1", "--network", "two-level",
                    "--format", "json"})["network"]["simulated"],
            first["network"]["simulated"]);
  const Json by_total = solved({"--algorithm", "BEST[effort=quick]", "--objective", "total"}).at(0);
  EXPECT_LE(by_total["total"], first["total"]);
  EXPECT_GT(by_total["network"]["simulated"], first["network"]["simulated"]);
}

// A division outside of the balance is shorter, and solves another problem.
TEST_F(CellsTest, AnswersToAnotherQuestionHaveNoScore) {
  write_collection(path("instances"),
                   {{"one", "cells", R"({"rows":20,"columns":16,"weights":[3,1,2],"latency":3})", "total", "BEST"}});
  const Outcome rounded = call({"score", "ROUNDED"});
  EXPECT_EQ(rounded.status, 1);
  EXPECT_THAT(rounded.err, HasSubstr("not as asked: 2 processors beyond the tolerance"));
}

// An array that takes the method itself a long time.
TEST_F(CellsTest, ASignalEndsTasksSideBySide) {
  RunningProgram program = start(
      {"solve", "cells", "--rows", "2000", "--columns", "2000", "--processors", "20", "--imbalance", "1%", "-j", "2"});
  std::this_thread::sleep_for(std::chrono::milliseconds(1000));
  const auto sent = std::chrono::steady_clock::now();
  ::kill(program.pid(), SIGINT);
  const Outcome outcome = program.wait();
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - sent).count(), 1);
  EXPECT_EQ(outcome.status, 130);
}

class CellsTogetherTest : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("lakes.csv",
          "0,0,0,0,0,0,0,0\n0,0,0,1,1,0,0,0\n0,0,0,1,1,0,0,0\n0,0,0,1,1,0,0,0\n0,0,0,1,1,0,0,2\n0,0,0,0,0,0,0,2\n");
  }
  [[nodiscard]] static Words problem(const Words& more) {
    return joined({"solve", "cells", "--rows", "6", "--columns", "8", "--processors", "2"}, more);
  }
};

TEST_F(CellsTogetherTest, KeepsThemAndSaysSo) {
  const Json free = Json::parse(output(problem({})));
  EXPECT_EQ(free["boundary"], 6);
  EXPECT_FALSE(free.contains("together"));
  const Json found = Json::parse(output(problem({"--together", "lakes.csv"})));
  EXPECT_EQ(found["together"], 2);
  EXPECT_EQ(found["together_cut"], 0);
  EXPECT_EQ(found["boundary"], 10);  // around the lake
  EXPECT_EQ(Json::parse(output(problem({"--together", "lakes.csv", "-j", "2"}))), found);
  write("problem.json", R"({"rows":2,"columns":4,"weights":[1,1],"together":[[0,1,1,0],[0,0,0,0]]})"
                        "\n");
  EXPECT_EQ(Json::parse(output({"solve", "cells", "--batch", "problem.json"}))["boundary"], 3);
}

TEST_F(CellsTogetherTest, EvaluateSaysWhatADivisionCuts) {
  succeed(problem({"-o", "free.csv"}));
  const Json cut =
      Json::parse(output({"evaluate", "cells", "--owners", "free.csv", "--together", "lakes.csv", "--format", "json"}));
  EXPECT_EQ(cut["together"], 2);
  EXPECT_EQ(cut["together_cut"], 1);
  // An answer that cuts pieces ranks after one that does not, even if it is shorter.
  const std::string table =
      output({"evaluate", "cells", "--owners", "free.csv", "--together", "lakes.csv", "--algorithm", "BEST,RCB"});
  EXPECT_LT(table.find("BEST"), table.find("free.csv"));
  EXPECT_NE(table.find("cuts pieces"), std::string::npos) << table;
}

class CellsRebalancingTest : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    succeed({"solve", "cells", "--rows", "12", "--columns", "18", "--weights", "5,4,3", "--imbalance", "2%",
             "--algorithm", "BEST[effort=quick]", "-o", "before.csv"});
  }

  [[nodiscard]] static Words slower(const Words& more) {
    return joined({"solve", "cells", "--rows", "12", "--columns", "18", "--weights", "4,4,3", "--imbalance", "2%"},
                  more);
  }
};

TEST_F(CellsRebalancingTest, SaysWhatMoves) {
  const Json found = Json::parse(output(slower({"--previous", "before.csv", "--migration-price", "4"})));
  EXPECT_GE(found["moved"], found["must_move"]);
  EXPECT_GT(found["must_move"], 0);
  EXPECT_EQ(found["migration_price"], 4);
  EXPECT_EQ(found["cost"].get<double>(), found["boundary"].get<double>() + 4 * found["moved"].get<double>());
  EXPECT_FALSE(found.contains("curve"));
  EXPECT_FALSE(Json::parse(output(slower({}))).contains("moved"));
  succeed({"evaluate", "cells", "--owners", "before.csv", "-o", "before.npy"});
  // The same owners in another format, and one per line.
  std::string line = read("before.csv");
  for (char& c : line)
    if (c == ',') c = '\n';
  write("before.txt", line);
  for (const char* file : {"before.npy", "before.txt"})
    EXPECT_EQ(Json::parse(output(slower({"--previous", file, "--migration-price", "4"}))), found) << file;
}

TEST_F(CellsRebalancingTest, TheCurvePaysForWhatMoves) {
  const Json found = Json::parse(output(slower({"--previous", "before.csv", "--curve"})));
  ASSERT_FALSE(found["curve"].empty());
  const Json& first = found["curve"][0];
  EXPECT_EQ(first["gain"], 0);
  EXPECT_FALSE(first.contains("break_even"));
  for (std::size_t i = 1; i < found["curve"].size(); ++i) {
    SCOPED_TRACE(i);
    const Json& point = found["curve"][i];
    const double gain = first["objective"].get<double>() - point["objective"].get<double>();
    EXPECT_EQ(point["gain"], gain);
    EXPECT_NEAR(point["break_even"].get<double>() * gain, point["moved"].get<double>() - first["moved"].get<double>(),
                1e-9);
  }
  EXPECT_THAT(output(slower({"--previous", "before.csv", "--format", "curve"})), HasSubstr("pays after"));
}

TEST_F(CellsRebalancingTest, RankingsAndEvaluationsCountWhatMoves) {
  const std::string table = output(slower({"--previous", "before.csv", "--algorithm", "BEST,RCB"}));
  EXPECT_THAT(table, HasSubstr("must move"));
  EXPECT_THAT(table, HasSubstr("boundary in cell edges + 1 x cells moved"));
  EXPECT_THAT(table, testing::ContainsRegex("algorithm +cost +moved"));
  const Json stayed = Json::parse(output({"evaluate", "cells", "--owners", "before.csv", "--weights", "5,4,3",
                                          "--previous", "before.csv", "--format", "json"}));
  EXPECT_EQ(stayed["moved"], 0);
  EXPECT_EQ(stayed["must_move"], 0);
}

TEST_F(CellsRebalancingTest, LinesOfABatchHaveOwnersInThem) {
  const std::string line =
      R"({"rows":2,"columns":4,"weights":[1,1],"previous":[[0,0,1,1],[0,0,1,1]],"migration_price":3})";
  const Json found = Json::parse(output({"solve", "cells", "--batch", "-"}, {.input = line + "\n"}));
  EXPECT_EQ(found["moved"], 0);
  EXPECT_EQ(found["cost"], 2);
}

TEST_F(CellsRebalancingTest, ProcessorsLeaveAndPricesOfZeroAskForAFreshDivision) {
  const Json left = Json::parse(
      output({"solve", "cells", "--rows", "12", "--columns", "18", "--weights", "5,4", "--previous", "before.csv"}));
  EXPECT_GE(left["must_move"], 50);
  const Json free = Json::parse(output(slower({"--previous", "before.csv", "--migration-price", "0"})));
  EXPECT_LE(free["boundary"], Json::parse(output(slower({})))["boundary"]);
  EXPECT_EQ(free["cost"], free["boundary"]);
}

TEST_F(CellsRebalancingTest, ThePageShowsItsCurve) {
  const std::vector<CodeBlock> blocks = code_blocks("extensions/cells/docs/answers.md");
  const auto begins = [](const CodeBlock& block) {
    return block.text.find("before.csv --format curve") != std::string::npos;
  };
  const auto found = std::ranges::find_if(blocks, begins);
  ASSERT_NE(found, blocks.end());
  const Outcome made = call({"-c", "set -e; apportion() { " APPORTION_PROGRAM " \"$@\"; }\n" +
                                       std::regex_replace(found->text, std::regex("\\./apportion"), "apportion")},
                            {.program = "bash"});
  EXPECT_EQ(made.status, 0) << made.err;
  EXPECT_EQ(made.out, std::next(found)->text);
}

// Solves samples of small machines in parallel.
TEST_F(CellsRebalancingTest, OfAStudyIsTheSameForAnyNumberOfThreads) {
  for (const char* threads : {"1", "2", "8"})
    run("frontier/rebalancing", {"rows=7", "columns=8", "processors=4", "price=1", "--samples", "1", "-j", threads},
        threads);
  EXPECT_EQ(digest("2"), digest("1"));
  EXPECT_EQ(digest("8"), digest("1"));
  EXPECT_FALSE(digest("1").empty());
}

struct Rival {
  std::string algorithm;
  std::string library;

  [[nodiscard]] bool is_built_in() const {
    return std::ranges::find(CellRegistry::instance().algorithms(), algorithm, &CellAlgorithm::name) !=
           CellRegistry::instance().algorithms().end();
  }
};

const std::vector<Rival>& rivals() {
  static const std::vector<Rival> all = {{"METIS", "METIS"}, {"SCOTCH", "Scotch"}, {"ZOLTAN", "Zoltan"}};
  return all;
}

class LibrariesTest : public ProgramTest {};

TEST_F(LibrariesTest, AreListedWithTheirVersionsOrAsMissing) {
  const std::string version = call({"--version"}).out;
  const std::string list = call({"list", "algorithms"}).out;
  for (const Rival& rival : rivals()) {
    SCOPED_TRACE(rival.algorithm);
    if (rival.is_built_in()) {
      EXPECT_THAT(version, testing::ContainsRegex("\n" + rival.library + ": [0-9.]+\n"));
      EXPECT_THAT("\n" + list, HasSubstr("\n" + rival.algorithm + " "));
    } else {
      EXPECT_THAT(version, testing::ContainsRegex("\nnot built in: .*" + rival.library + ".*scripts/setup rivals"));
      EXPECT_THAT("\n" + list,
                  testing::ContainsRegex("\nnot built in: .*" + rival.algorithm + ".*scripts/setup rivals"));
    }
  }
}

TEST_F(LibrariesTest, DivideCellsWithoutAWordOrSayThatTheyAreMissing) {
  for (const Rival& rival : rivals()) {
    SCOPED_TRACE(rival.algorithm);
    const std::vector<std::string> arguments = {"solve", "cells",     "--algorithm", rival.algorithm, "--rows",
                                                "12",    "--columns", "30",          "--weights",     "1000000,3,1,1"};
    if (!rival.is_built_in()) {
      expect_error(arguments, 2, {rival.algorithm + " is not built in", "`scripts/setup rivals`"});
      continue;
    }
    const Outcome outcome = call(arguments);
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(nlohmann::json::parse(outcome.out).at("algorithm"), rival.algorithm);
    EXPECT_EQ(call(arguments).out, outcome.out);
  }
}

class NewCellAlgorithmTest : public ProgramTest {};

TEST_F(NewCellAlgorithmTest, ItsFilesAreTheExample) {
  const std::string extension = "extensions/cells/";
  const std::filesystem::path source = APPORTION_SOURCE_DIR;
  for (const char* folder : {"algorithms", "frontier", "tests/examples"})
    std::filesystem::create_directories(path(extension + folder));
  for (const char* file : {"frontier/references.ini", "tests/examples/bands.cpp", "tests/examples/bands_test.cpp"})
    std::filesystem::copy_file(source / extension / file, path(extension + file));
  succeed({"new", "algorithm", "BANDS", "--family", "cells"});
  EXPECT_EQ(read(extension + "algorithms/bands.cpp"), read(extension + "tests/examples/bands.cpp"));
  EXPECT_EQ(read(extension + "tests/bands_test.cpp"), read(extension + "tests/examples/bands_test.cpp"));
  EXPECT_THAT(read(extension + "frontier/references.ini"), HasSubstr("\n[added-BANDS]\nstudy = cells\n"));
}

}  // namespace
}  // namespace apportion::testing_support
