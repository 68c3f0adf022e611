// `solve cells`, `draw cells`, sweeps and replays of whole cells, as a user has them.

#include "tests/cli/program.hpp"

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

TEST_F(CellsTest, BadInputIsOneLine) {
  expect_error({"solve", "cells", "--rows", "0", "--columns", "3", "--weights", "1"}, 2,
               {"--rows is 0; it must be a whole number from 1"});
  expect_error({"solve", "cells", "--rows", "2.5", "--columns", "3", "--weights", "1"}, 2, {"--rows is '2.5'"});
  expect_error({"solve", "cells", "--rows", "3", "--weights", "1"}, 2, {"columns is missing"});
  expect_error({"solve", "cells", "--rows", "3", "--columns", "3"}, 2, {"--weights is missing"});
  expect_error({"solve", "cells", "--rows", "3", "--columns", "3", "--weights", "1,-1"}, 2, {"-1"});
  expect_error({"solve", "cells", "--weights", "1", "--loads", "absent.csv"}, 2, {"absent.csv"});
  expect_error(grid("solve", {"--algorithm", "STRIPE"}), 2, {"unknown algorithm 'STRIPE'; did you mean STRIPES"});
  expect_error(grid("solve", {"--mask", "[[0,0,61,1]]"}), 2, {"mask[0] is 61 x 1 cells"});
  expect_error(grid("solve", {"--mask", "[[0,0"}), 2, {"malformed JSON"});
  write("short.pgm", "P2 3 2 9 1 2 3");
  expect_error({"solve", "cells", "--weights", "1", "--loads", "short.pgm"}, 2, {"short.pgm"});
  write("nan.csv", "1,nan\n");
  expect_error({"solve", "cells", "--weights", "1", "--loads", "nan.csv"}, 2, {"nan.csv: line 1, number 2"});
  expect_error({"solve", "rectangles", "--rows", "1", "--columns", "1", "--weights", "1", "--mask", "m"}, 2,
               {"--mask is an option of cells, layouts, not of rectangles"});
}

// No error: somebody has nothing to do.
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
  // A wall parts the array: nobody can have connected parts of both sides.
  write("wall.pbm", "P1 3 2 0 1 0 0 1 0");
  const Json parted = answer({"solve", "cells", "--weights", "1", "--mask", "wall.pbm"});
  EXPECT_EQ(parted["fragments"], 1);
  succeed({"solve", "cells", "--batch", "-"},
          {.input = R"({"weights": [2, 1], "loads": "loads.csv", "mask": [[0, 0, 4, 1]]})"});
}

// Beside a wall of one cell. The given division cuts nothing, but it is an answer to an easier problem.
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

// Of three arms of three cells that meet in one cell, no two connected parts have about five cells.
TEST_F(CellsTest, PartsMayBeInPiecesIfNobodyAsksForMore) {
  write("arms.pbm", "P1 7 4 0 0 0 0 0 0 0 1 1 1 0 1 1 1 1 1 1 0 1 1 1 1 1 1 0 1 1 1");
  const std::vector<std::string> asked = {"solve",  "cells",    "--weights",   "1,1",
                                          "--mask", "arms.pbm", "--algorithm", "MULTILEVEL,BEST"};
  EXPECT_THAT(output(asked), HasSubstr("ranked: least load further than one cell from the shares, then fewest empty "
                                       "parts, then fewest torn pieces"));
  EXPECT_THAT(output(asked), HasSubstr("in pieces"));
  const std::string loose = output(joined(asked, {"--connected", "no"}));
  EXPECT_THAT(loose, HasSubstr("fewest empty parts, then least boundary"));
  EXPECT_THAT(loose, Not(HasSubstr("in pieces")));
  EXPECT_THAT(call(joined(asked, {"--connected", "maybe"})).err,
              HasSubstr("--connected is 'maybe'; it must be yes or no"));
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

// Rounding 3 rows among 2 equal processors is half a row off; what keeps to the shares comes first.
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

TEST_F(CellsTest, SweepsAndReplays) {
  write("s.ini",
        "family = cells\nrows = 40\naspect = 1, 1.5\nprocessors = 4\nloads = none, peak\nsamples = 2\n"
        "algorithms = BEST\nmetrics = total, gap, imbalance, within\n");
  succeed({"run", "s.ini", "--db", "r.sqlite", "--quiet"});
  const Outcome shown = call({"show", "--db", "r.sqlite", "--format", "csv", "--sql",
                              "SELECT aspect, loads, samples, within FROM sweeps_s ORDER BY loads, aspect"});
  EXPECT_THAT(shown.out, HasSubstr("1,none,2,1\n1.5,none,2,1\n1,peak,2,")) << shown.err;
  const Outcome replay = call({"replay", "s.ini", "aspect=1 loads=none", "0"});
  EXPECT_THAT(replay.out, AllOf(HasSubstr(R"({"rows":40,"columns":40,"weights":[)"), HasSubstr("load "))) << replay.err;
  write("large.ini", "family = cells\nrows = 20000\nloads = peak\n");
  expect_error({"run", "large.ini", "--db", "r.sqlite"}, 2, {"20000 x 20000 cells are too many"});
}

TEST_F(CellsTest, TheFamilyDescribesItself) {
  EXPECT_THAT(call({"describe", "cells"}).out, AllOf(HasSubstr("loads=none"), HasSubstr("imbalance: greatest load")));
  EXPECT_THAT(call({"list", "families"}).out, HasSubstr("cells"));
  EXPECT_THAT(call({"list", "algorithms"}).out, HasSubstr("STRIPES"));
}

}  // namespace
}  // namespace apportion::testing_support
