// The program as a whole: help, version, listings, descriptions, completion, and output that cannot be
// written.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>

#include "base/text.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/completion.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/problem_family.hpp"
#include "tests/cli/program.hpp"
#include "tests/support/matchers.hpp"

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

TEST_F(UsageTest, WrongCallsNameTheNearest) {
  // No name is near, and there are hundreds: the error lists three.
  const Outcome far = call({"describe", "frobnicate"});
  EXPECT_EQ(far.status, 2);
  EXPECT_THAT(far.err, HasSubstr("unknown name 'frobnicate'; three of the "));
  EXPECT_LT(far.err.size(), 200U);
  EXPECT_THAT(call({"describe", "table2"}).err, HasSubstr("kaddoura/table2"));
}

// A log on a full disk does not end a run.
TEST_F(UsageTest, MessagesThatCannotBeWrittenChangeNothing) {
  const CallSettings deaf{.error = "/dev/full"};
  succeed({"run", "kaddoura/table1", "--db", "a.sqlite"}, deaf);
  succeed({"digest", "a.sqlite"});
  EXPECT_EQ(call({"bogus"}, deaf).status, 2);
  EXPECT_EQ(call({"digest", "none.sqlite"}, deaf).status, call({"digest", "none.sqlite"}).status);
}

TEST_F(UsageTest, AReaderThatWentAwayIsNoError) {
  // Late enough for the reader to have ended; otherwise the pipe would still accept output.
  const Outcome outcome =
      call({"-c", "{ sleep 0.2; " APPORTION_PROGRAM " list; echo $? >status; } | true"}, {.program = "sh"});
  // The status of a program ended by SIGPIPE.
  EXPECT_EQ(read("status"), "141\n");
  EXPECT_EQ(outcome.err, "");
  const Outcome head = call({"-c", APPORTION_PROGRAM " list | head -n 1"}, {.program = "sh"});
  EXPECT_EQ(head.out, "algorithms:\n");
  EXPECT_EQ(head.err, "");
}

// The width of a terminal is COLUMNS; without a terminal COLUMNS is ignored.
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

// Errors are coloured on a terminal unless the user refuses it.
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

// Input with quadratic cost is limited, and a long word is shortened in messages.
TEST_F(UsageTest, WhatIsTooLongIsRefusedAtOnce) {
  std::vector<std::string> words{"show"};
  for (int k = 0; k < 10'001; ++k) words.emplace_back("kaddoura/table7");
  expect_error(words, 2, {"the limit is 10000"});
  const Outcome outcome = call({"describe", std::string(100'000, 'X')});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_LT(outcome.err.size(), 1000U);
}

class ExplainTest : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    run("kaddoura/grid", {"processors=4,5", "columns=1000", "ratio=1", "latency=0,1000", "--samples", "20"});
  }

  [[nodiscard]] Outcome explain(std::vector<std::string> words) const {
    words.insert(words.begin(), "explain");
    words.insert(words.end(), {"--db", "a.sqlite"});
    return call(words);
  }
};

TEST_F(ExplainTest, JsonHasTheSameMembers) {
  const Outcome outcome = explain({"kaddoura/table4", "columns=1000", "ratio=1", "processors=5", "--format", "json"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json["row"]["printed"], 16);
  EXPECT_EQ(json["row"]["ours"], 17);
  EXPECT_EQ(json["readings"][0]["verdict"], "differs");
  EXPECT_EQ(json["readings"].size(), 2U);
  const auto& printed = json["printed"][0];
  EXPECT_THAT(printed["source"].get<std::string>(), testing::StartsWith("experiments/kaddoura/printed.csv:"));
  EXPECT_EQ(printed["rule"][0], "rule exact");
  // Sample 0 is solved again; nothing is random, so that it costs what all do.
  for (const auto& algorithm : json["algorithms"]) {
    if (algorithm["sample 0"].is_null()) continue;
    EXPECT_NEAR(algorithm["sample 0"].get<double>(), algorithm["mean"].get<double>(), 1e-6);
  }
}

// Its table has no column with the place of the printed number.
TEST_F(ExplainTest, NamesTheLineOfThePrintedNumber) {
  run("kaddoura/figure16", {});
  EXPECT_THAT(explain({"kaddoura/figure16", "algorithm=TILE"}).out,
              testing::ContainsRegex("printed 4500    experiments/kaddoura/printed.csv:[0-9]+, rule digits, unit 1"));
}

using ::testing::Contains;
using Words = std::vector<std::string>;

// The words at a place in the script's tables.
Words words_of(const std::string& place) {
  const std::string script = cli::completion_script();
  const std::string start = fmt::format("\n  [{}]='", place);
  const std::size_t begin = script.find(start) + start.size();
  return split(std::string_view(script).substr(begin, script.find('\'', begin) - begin), ' ');
}

TEST(CompletionTest, AllThatIsRegistered) {
  const Words algorithms = words_of("@algorithms");
  for (const problems::AlgorithmInfo& algorithm : problems::all_algorithms())
    EXPECT_THAT(algorithms, Contains(algorithm.name));
  const Words experiments = words_of("@experiments");
  for (const engine::Experiment& experiment : engine::Catalogue::instance().experiments()) {
    EXPECT_THAT(experiments, Contains(experiment.name));
    const Words axes = words_of("@axes:" + experiment.name);
    for (const engine::Axis& axis : experiment.axes) EXPECT_THAT(axes, Contains(axis.name)) << experiment.name;
  }
  EXPECT_THAT(experiments, Contains("kaddoura"));
  const Words exhibits = words_of("@exhibits");
  for (const results::Exhibit& exhibit : engine::Catalogue::instance().exhibits())
    EXPECT_THAT(exhibits, Contains(exhibit.name));
  const Words solved = words_of("solve");
  for (const problems::ProblemFamily& family : problems::families()) EXPECT_THAT(solved, Contains(family.name));
  const Words everything = words_of("commands");
  for (const cli::Command& command : cli::commands()) {
    EXPECT_THAT(everything, Contains(command.name));
    const Words options = words_of(command.name + ":--");
    for (const cli::OptionDeclaration& option : cli::all_options(command))
      EXPECT_THAT(options, Contains("--" + cli::long_option_name(option))) << command.name;
  }
}

// The script is the same for all users: it contains no names of files, and names cannot run anything.
TEST(CompletionTest, NothingButWordsIsOffered) {
  const std::string script = cli::completion_script();
  const std::string tables = script.substr(0, script.find("_apportion_words()"));
  for (const char* character : {"$", "`", ";", "&", "|", "<", "\"", "\\"})
    EXPECT_EQ(tables.find(character, tables.find('\n', tables.find('\n') + 1)), std::string::npos) << character;
}

}  // namespace
}  // namespace apportion::testing_support
