// The program as a whole: help, version, listings, descriptions, wrong calls, and output that cannot be written.
#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

using UsageTest = ProgramTest;

TEST_F(UsageTest, HelpOfEveryCommand) {
  const Outcome help = call({"--help"});
  EXPECT_EQ(help.status, 0);
  for (const std::string command : {"list", "describe", "run", "show", "report", "export", "status", "digest", "verify",
                                    "merge", "check", "compare", "replay", "solve", "draw", "forget", "new", "cite"}) {
    SCOPED_TRACE(command);
    EXPECT_THAT(help.out, HasSubstr("\n  " + command + " "));
    const Outcome own = call({command, "--help"});
    EXPECT_EQ(own.status, 0);
    EXPECT_EQ(own.err, "");
    EXPECT_THAT(own.out, HasSubstr("usage: apportion " + command));
  }
}

TEST_F(UsageTest, HelpByEveryName) {
  const std::string general = call({"--help"}).out;
  for (const std::vector<std::string>& words : {std::vector<std::string>{"-h"}, {"help"}, {"help", "--help"}}) {
    SCOPED_TRACE(::testing::PrintToString(words));
    const std::string text = output(words);
    EXPECT_EQ(text, general);
  }
  const std::string show = call({"show", "--help"}).out;
  EXPECT_EQ(call({"show", "-h"}).out, show);
  EXPECT_EQ(call({"help", "show"}).out, show);
  EXPECT_THAT(show, HasSubstr("-h [ --help ]"));
  expect_error({"help", "shwo"}, 2, {"unknown command 'shwo'; did you mean show?"});
  expect_error({"help", "show", "run"}, 2, {"unexpected argument 'run'"});
  expect_error({"help", "solve", "rectangels"}, 2, {"unknown kind of problem 'rectangels'; did you mean rectangles?"});
  expect_error({"help", "solve", "rectangles", "cells"}, 2, {"unexpected argument 'cells'"});
  expect_error({"hlep"}, 2, {"did you mean help?"});
}

// What an option of another command is for is said, and by which command.
TEST_F(UsageTest, OptionsOfSisterCommandsNameThem) {
  const Words cells = {"solve", "cells", "--rows", "4", "--columns", "4", "--weights", "2,1"};
  expect_error(joined(cells, {"--owners", "o.csv"}), 2,
               {"--owners is no option of `apportion solve`, but of `apportion evaluate cells`"});
  expect_error(
      {"solve", "grids", "--edges", "2x1", "--performances", "1,2", "--block", "4,4", "--perturb", "9"}, 2,
      {"--perturb is an option of `apportion evaluate grids`; `apportion help evaluate grids` prints them all"});
  expect_error({"solve", "shardings", "--labels=[0]"}, 2, {"but of `apportion evaluate shardings`"});
  expect_error({"solve", "shardings"}, 2, {"--problem is missing: the graph as JSON"});
  expect_error(joined(cells, {"--samples", "9"}), 2,
               {"--samples is no option of `apportion solve`, but of `apportion run`"});
  expect_error(joined(cells, {"--wieghts", "9"}), 2, {"did you mean --weights?"});
}

TEST_F(UsageTest, AnExhibitNamesTheExperimentItNeeds) {
  expect_error({"run", "kaddoura/table4"}, 2,
               {"kaddoura/table4 is an exhibit, not an experiment; `apportion run kaddoura/"});
}

TEST_F(UsageTest, TitlesHaveNoRoundingErrors) {
  const std::string table = output({"solve", "rectangles", "--rows", "40", "--columns", "40", "--processors", "3",
                                    "--latency", "18749.999999996", "--algorithm", "TILE,XY2"});
  EXPECT_THAT(table, AllOf(HasSubstr("latency 18750"), Not(HasSubstr("latency 18749.99"))));
}

TEST_F(UsageTest, EqualProcessorsAreCounted) {
  const auto solved = [this](const Words& processors) {
    return output(
        joined({"solve", "rectangles", "--rows", "40", "--columns", "40", "--algorithm", "TILE"}, processors));
  };
  EXPECT_EQ(solved({"--processors", "6"}), solved({"--weights", "1,1,1,1,1,1"}));
  EXPECT_EQ(solved({"--weights", "2*(2,1)"}), solved({"--weights", "2,1,2,1"}));
  EXPECT_EQ(output({"solve", "grids", "--edges", "2x3", "--processors", "6", "--block", "60,60"}),
            output({"solve", "grids", "--edges", "2x3", "--performances", "6*1", "--block", "60,60"}));
}

// Each family's options are its own: --rows of cells says more than that of rectangles, and grids have none.
TEST_F(UsageTest, HelpOfOneKindOfProblem) {
  const std::string rectangles = call({"help", "solve", "rectangles"}).out;
  EXPECT_THAT(rectangles, StartsWith("solve rectangles: arrays divided into a rectangle"));
  EXPECT_THAT(rectangles, HasSubstr("\nusage: apportion solve rectangles [--algorithm "));
  EXPECT_THAT(rectangles, HasSubstr("rows of the array, from 1e-100 to 1e+100"));
  EXPECT_THAT(rectangles, HasSubstr("(default: 0)"));
  for (const char* other : {"cells:", "--mask", "--edges"}) EXPECT_THAT(rectangles, Not(HasSubstr(other)));
  EXPECT_EQ(call({"solve", "rectangles", "--rows", "2", "--help"}).out, rectangles);
  EXPECT_EQ(call({"help", "solve", "grid"}).out, call({"help", "solve", "grids"}).out);
  const std::string all = call({"help", "solve"}).out;
  for (const char* family : {"cells", "distributions", "graphs", "grids", "programs", "rectangles", "timeline"})
    EXPECT_THAT(all, HasSubstr(std::string("\n  apportion solve ") + family + " "));
  EXPECT_THAT(call({"help", "draw"}).out, Not(HasSubstr("apportion draw graphs")));
  EXPECT_THAT(call({"help", "--man", "solve"}).out, HasSubstr("\n.SH \"RECTANGLES\"\n"));
}

// Their layout is groff's affair (tests/scripts/manual_test.sh).
TEST_F(UsageTest, HelpAsPagesOfTheManual) {
  const std::string general = output({"help", "--man"});
  EXPECT_THAT(general, StartsWith(".TH APPORTION 1 "));
  EXPECT_THAT(general, HasSubstr("\n\\fBapportion\\-solve\\fR(1)\nsolve one problem"));
  EXPECT_THAT(general, HasSubstr("\n\\fB130\\fR\ninterrupted"));
  const std::string run = output({"help", "--man", "run"});
  EXPECT_THAT(run, HasSubstr("\napportion\\-run \\- run experiments into the database;"));
  EXPECT_THAT(run, HasSubstr("\n\\fB\\-\\-jobs\\fR \\fIN\\fR, \\fB\\-j\\fR \\fIN\\fR\nthreads "));
  EXPECT_THAT(run, HasSubstr(R"(for \fBapportion merge\fR;)"));
  expect_error({"help", "--man", "shwo"}, 2, {"unknown command 'shwo'; did you mean show?"});
  expect_error({"help", "--man", "run", "show"}, 2, {"unexpected argument 'show'"});
}

TEST_F(UsageTest, WithoutACommandTheHelpIsAnError) {
  const Outcome outcome = call({});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, HasSubstr("usage: apportion COMMAND"));
}

TEST_F(UsageTest, VersionNamesTheBuild) {
  const std::string text = output({"--version"});
  EXPECT_THAT(text, StartsWith("apportion 0."));
  for (const char* piece : {"(git ", "compiler: ", "flags: ", "SQLite: 3.", "TBB: ", "Boost: 1."})
    EXPECT_THAT(text, HasSubstr(piece));
}

TEST_F(UsageTest, WrongCallsNameTheNearest) {
  expect_error({"shwo"}, 2, {"unknown command 'shwo'; did you mean show?"});
  expect_error({"--versoin"}, 2, {"unknown option '--versoin'; did you mean --version?"});
  expect_error({"run", "--sampels", "3"}, 2, {"unknown option '--sampels'; did you mean --samples"});
  // Abbreviations are not guessed.
  expect_error({"run", "--sample", "3"}, 2, {"unknown option '--sample'; did you mean --samples"});
  expect_error({"list", "algorithm"}, 2, {"did you mean algorithms?"});
  expect_error({"list", "algorithms", "metrics"}, 2, {"unknown family 'metrics'"});
  expect_error({"list", "exhibits", "cells"}, 2, {"unexpected argument 'cells'"});
  expect_error({"describe", "TIEL"}, 2, {"unknown name 'TIEL'; did you mean TILE"});
  expect_error({"describe", "TILE[lagacy]"}, 2, {"did you mean legacy?"});
  expect_error({"describe"}, 2, {"apportion list"});
  // Nothing is near, and there are hundreds of names: three of them.
  const Outcome far = call({"describe", "frobnicate"});
  EXPECT_EQ(far.status, 2);
  EXPECT_THAT(far.err, HasSubstr("unknown name 'frobnicate'; three of the "));
  EXPECT_LT(far.err.size(), 200U);
  EXPECT_THAT(call({"describe", "table2"}).err, HasSubstr("kaddoura/table2"));
  expect_error({"digest", "--db"}, 2, {"'--db'"});
  expect_error({"digest", "a", "--db", "b"}, 2, {"named twice"});
  // What is quoted cannot break the line.
  expect_error({"a\nb\tc"}, 2, {"unknown command 'a b c'"});
}

TEST_F(UsageTest, ListsWhatThereIs) {
  const std::string all = output({"list"});
  for (const char* piece : {"algorithms:", "experiments:", "exhibits:", "metrics:", "kaddoura/grid", "TILE[legacy]"})
    EXPECT_THAT(all, HasSubstr(piece));
  EXPECT_THAT(call({"list", "algorithms"}).out, HasSubstr("\nXY2 "));
  for (const char* line : {"\nXY2 +kaddoura  ", "\nTILE\\[legacy\\] +kaddoura  ", "\nNRRP +-  ",
                           "\nproposed +kalinov  ", "\nnatural +kalinov  ", "\nalgorithm1-cc +chatterjee  "})
    EXPECT_THAT(call({"list", "algorithms"}).out, testing::ContainsRegex(line));
  const std::string cells = call({"list", "algorithms", "cells"}).out;
  EXPECT_THAT(cells, HasSubstr("\nJOGGED "));
  EXPECT_THAT(cells, Not(HasSubstr("\nXY2 ")));
  EXPECT_THAT(call({"list", "metrics", "grids"}).out, Not(HasSubstr("internal_edges")));
  EXPECT_THAT(call({"list", "exhibits"}).out, HasSubstr("kaddoura/table7"));
  EXPECT_THAT(call({"list", "metrics"}).out, HasSubstr("internal_edges"));
}

TEST_F(UsageTest, DescribesByName) {
  const std::string algorithm = call({"describe", "HYBRID[levels=3]"}).out;
  EXPECT_THAT(algorithm, HasSubstr("HYBRID[levels=1]"));
  EXPECT_THAT(algorithm, HasSubstr("Section 7"));
  EXPECT_THAT(algorithm, HasSubstr("identical bytes on every machine"));
  EXPECT_THAT(call({"describe", "algorithm1-nl"}).out, HasSubstr("1e-9 across machines"));
  const std::string experiment = call({"describe", "kaddoura/grid"}).out;
  for (const char* piece : {"claim: ", "processors=4,5,7,10,15,20", "identical bytes on every machine",
                            "max-set: ", "relative_total", "in chunks of 20"})
    EXPECT_THAT(experiment, HasSubstr(piece));
  const std::string exhibit = call({"describe", "kaddoura/table7"}).out;
  for (const char* piece : {"SELECT", ":seed", "sampling=max-set", "verdict"}) EXPECT_THAT(exhibit, HasSubstr(piece));
  // The name of an experiment and of an exhibit.
  const std::string both = call({"describe", "kaddoura/table8"}).out;
  EXPECT_THAT(both, HasSubstr("(experiment)"));
  EXPECT_THAT(both, HasSubstr("(exhibit)"));
}

// Algorithms of two families; options that only one of them has leave that one.
TEST_F(UsageTest, DescribesAlgorithmsThatShareAName) {
  const std::string both = call({"describe", "optimal"}).out;
  EXPECT_THAT(both, HasSubstr("optimal (algorithm for graphs)"));
  EXPECT_THAT(both, HasSubstr("optimal (algorithm for grids)"));
  const std::string graphs = output({"describe", "optimal[messages=9]"});
  EXPECT_THAT(graphs, HasSubstr("algorithm for graphs"));
  EXPECT_THAT(graphs, Not(HasSubstr("algorithm for grids")));
  expect_error({"describe", "optimal[mesages=9]"}, 2, {"unknown option of optimal"});
}

TEST_F(UsageTest, OutputThatCannotBeWrittenIsAFailure) {
  expect_error({"list"}, 1, {"standard output cannot be written: No space left"}, {.output = "/dev/full"});
  expect_error({"list"}, 1, {"standard output cannot be written"}, {.closed_output = true});
  expect_error({"--help"}, 1, {"standard output cannot be written"}, {.output = "/dev/full"});
  const std::string line = R"({"rows":2,"columns":3,"weights":[1]})"
                           "\n";
  expect_error({"solve", "rectangles", "--batch", "-"}, 1, {"standard output cannot be written"},
               {.input = line, .output = "/dev/full"});
}

// A log on a full disk costs nobody a run.
TEST_F(UsageTest, MessagesThatCannotBeWrittenChangeNothing) {
  const CallSettings deaf{.error = "/dev/full"};
  succeed({"run", "kaddoura/table1", "--db", "a.sqlite"}, deaf);
  succeed({"digest", "a.sqlite"});
  EXPECT_EQ(call({"bogus"}, deaf).status, 2);
  EXPECT_EQ(call({"digest", "none.sqlite"}, deaf).status, call({"digest", "none.sqlite"}).status);
}

TEST_F(UsageTest, AReaderThatWentAwayIsNoError) {
  // Late enough for the reader to be gone; what is left in a pipe would still be written.
  const Outcome outcome =
      call({"-c", "{ sleep 0.2; " APPORTION_PROGRAM " list; echo $? >status; } | true"}, {.program = "sh"});
  // As of a program that SIGPIPE ended.
  EXPECT_EQ(read("status"), "141\n");
  EXPECT_EQ(outcome.err, "");
  const Outcome head = call({"-c", APPORTION_PROGRAM " list | head -n 1"}, {.program = "sh"});
  EXPECT_EQ(head.out, "algorithms:\n");
  EXPECT_EQ(head.err, "");
}

// A terminal as wide as COLUMNS says; elsewhere COLUMNS means nothing.
TEST_F(UsageTest, TextFitsTheTerminal) {
  if (call({"-qec", "true", "/dev/null"}, {.program = "script"}).status != 0)
    GTEST_SKIP() << "no pseudo-terminal can be opened here";
  succeed({"run", "kaddoura/table1", "--quiet", "--db", "a.sqlite"});
  const std::string show = APPORTION_PROGRAM " show kaddoura/table1 --db a.sqlite";
  const Outcome piped = call({"-c", "COLUMNS=40 " + show}, {.program = "sh"});
  const Outcome narrow = call({"-qec", "COLUMNS=40 " + show, "/dev/null"}, {.program = "script"});
  ASSERT_EQ(narrow.status, 0) << narrow.out << narrow.err;
  const auto widest = [](const std::string& text) {
    std::istringstream lines(text);
    std::size_t most = 0;
    for (std::string line; std::getline(lines, line);) most = std::max(most, line.size());
    return most;
  };
  EXPECT_GT(widest(piped.out), 60U);
  EXPECT_LE(widest(narrow.out), 41U) << "with a carriage return";
  const std::string list = "COLUMNS=80 " APPORTION_PROGRAM " list algorithms rectangles";
  EXPECT_GT(widest(call({"-c", list}, {.program = "sh"}).out), 300U);
  EXPECT_LE(widest(call({"-qec", list, "/dev/null"}, {.program = "script"}).out), 81U) << "with a carriage return";
}

// Errors are coloured for who looks at a terminal and has not asked for the opposite.
TEST_F(UsageTest, ErrorsAreColouredOnATerminal) {
  if (call({"-qec", "true", "/dev/null"}, {.program = "script"}).status != 0)
    GTEST_SKIP() << "no pseudo-terminal can be opened here";
  const std::string wrong = APPORTION_PROGRAM " nonsense";
  const auto on_terminal = [&](const std::string& settings) {
    return call({"-qec", settings + wrong, "/dev/null"}, {.program = "script"}).out;
  };
  EXPECT_THAT(on_terminal("env -u NO_COLOR TERM=xterm "), HasSubstr("\x1b[31mapportion:\x1b[0m "));
  for (const char* settings : {"NO_COLOR=1 TERM=xterm ", "env -u NO_COLOR TERM=dumb "})
    EXPECT_THAT(on_terminal(settings), Not(HasSubstr("\x1b["))) << settings;
  EXPECT_THAT(call({"nonsense"}).err, Not(HasSubstr("\x1b[")));
}

// What costs the square of its length has a maximum, and a long word is no long message.
TEST_F(UsageTest, WhatIsTooLongIsRefusedAtOnce) {
  std::vector<std::string> words{"show"};
  for (int k = 0; k < 1001; ++k) words.emplace_back("kaddoura/table7");
  expect_error(words, 2, {"1001 exhibits", "the limit is 1000"});
  for (int k = 0; k < 10'000; ++k) words.emplace_back("kaddoura/table7");
  expect_error(words, 2, {"the limit is 10000"});
  const Outcome outcome = call({"describe", std::string(100'000, 'X')});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_LT(outcome.err.size(), 1000U);
}

}  // namespace
}  // namespace apportion::testing_support
