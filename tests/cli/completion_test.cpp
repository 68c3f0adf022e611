// What completion offers: everything that is registered, everywhere where it may stand, and nothing that is refused.
#include "experiments/cli/completion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "experiments/cli/commands.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/problem_family.hpp"
#include "tests/cli/program.hpp"
#include "tests/support/documentation.hpp"

namespace apportion::testing_support {
namespace {

using cli::completions;
using ::testing::Contains;
using Words = std::vector<std::string>;

TEST(CompletionTest, AllThatIsRegistered) {
  const Words described = completions({"describe", ""});
  for (const problems::AlgorithmInfo& algorithm : problems::all_algorithms()) {
    SCOPED_TRACE(algorithm.name);
    EXPECT_THAT(described, Contains(algorithm.name));
    EXPECT_THAT(completions({"run", "--algorithms", algorithm.name}), Contains(algorithm.name));
  }
  const Words run = completions({"run", ""});
  const Words shown = completions({"show", ""});
  for (const engine::Experiment& experiment : engine::Catalogue::instance().experiments())
    EXPECT_THAT(run, Contains(experiment.name));
  for (const results::Exhibit& entry : engine::Catalogue::instance().exhibits())
    EXPECT_THAT(shown, Contains(entry.name));
  for (const problems::ProblemFamily& family : problems::families()) {
    SCOPED_TRACE(family.name);
    EXPECT_THAT(completions({"solve", ""}), Contains(family.name));
    // Distributions are counted and not searched for.
    if (completions({"solve", family.name, "--algorithm"}).empty()) continue;
    const Words algorithms = completions({"solve", family.name, "--algorithm", ""});
    if (family.algorithms().empty()) {
      EXPECT_THAT(algorithms, Contains(family.name == "programs" ? "algorithm1-cc" : "XY2")) << family.name;
      continue;
    }
    for (const problems::AlgorithmInfo& algorithm : family.algorithms())
      EXPECT_THAT(algorithms, Contains(algorithm.name)) << family.name;
  }
  const Words everything = completions({""});
  for (const cli::Command& command : cli::commands()) EXPECT_THAT(everything, Contains(command.name));
}

TEST(CompletionTest, AxesOfTheExperiment) {
  for (const engine::Experiment& experiment : engine::Catalogue::instance().experiments_named("kaddoura")) {
    SCOPED_TRACE(experiment.name);
    const Words axes = completions({"run", experiment.name, "--set", ""});
    EXPECT_EQ(axes.size(), experiment.axes.size());
    for (const engine::Axis& axis : experiment.axes) EXPECT_THAT(axes, Contains(axis.name + "="));
  }
  EXPECT_THAT(completions({"run", "kaddoura/grid", "--set", "columns=1000", "samp"}), Contains("sampling="));
  EXPECT_THAT(completions({"run", "kaddoura/grid", "--set", "sampling=max"}), ElementsAre("sampling=max-set"));
  EXPECT_THAT(completions({"run", "kaddoura/grid", "--set", "processors=4,1"}),
              ElementsAre("processors=4,10", "processors=4,15"));
  EXPECT_THAT(completions({"show", "improvement", "--of", "kaddoura/grid", "--rows", "c"}), ElementsAre("columns"));
}

// Whatever is typed: candidates go on from it, and no line is an error.
TEST(CompletionTest, CandidatesBeginWithWhatIsTyped) {
  for (const cli::Command& command : cli::commands()) {
    SCOPED_TRACE(command.name);
    for (const cli::OptionDeclaration& option : cli::all_options(command)) {
      SCOPED_TRACE(option.name);
      const std::string name = "--" + cli::long_option_name(option);
      EXPECT_THAT(completions({command.name, name}), Contains(name));
      if (option.value.empty()) continue;
      for (const std::string typed : {"", "a", "XY2,"}) {
        SCOPED_TRACE(typed);
        const Words apart = completions({command.name, name, typed});
        for (const std::string& candidate : apart)
          EXPECT_TRUE(candidate.starts_with('*') || candidate.starts_with(typed)) << candidate;
        const Words joined = completions({command.name, fmt::format("{}={}", name, typed)});
        ASSERT_EQ(apart.size(), joined.size()) << command.name << " " << name << " " << typed;
        for (std::size_t i = 0; i < apart.size(); ++i)
          EXPECT_EQ(joined[i], apart[i].starts_with('*') ? apart[i] : fmt::format("{}={}", name, apart[i])) << i;
      }
    }
  }
}

TEST(CompletionTest, ListsOfAlgorithms) {
  const auto after = [](const std::string& typed) {
    return completions({"solve", "rectangles", "--algorithm", typed});
  };
  EXPECT_THAT(after("TI"), ElementsAre("TILE", "TILE[legacy]", "TILE[exhaustive]"));
  EXPECT_THAT(after("XY2,TI"), ElementsAre("XY2,TILE", "XY2,TILE[legacy]", "XY2,TILE[exhaustive]"));
  EXPECT_THAT(after("BEST[effort=quick,shapes=any],TILE[l"), ElementsAre("BEST[effort=quick,shapes=any],TILE[legacy]"));
  EXPECT_THAT(after("XY2,XY2"), Not(Contains("XY2,XY2"))) << "it is there already";
  EXPECT_THAT(after("a"), ElementsAre("all"));
  EXPECT_THAT(completions({"solve", "graphs", "--algorithm", "XY"}), IsEmpty());
}

TEST(CompletionTest, FilesWhereTheyMayStand) {
  EXPECT_THAT(completions({"show", "kaddoura/table7", "-o", ""}), ElementsAre("*"));
  EXPECT_THAT(completions({"run", "--db", ""}), ElementsAre("*"));
  EXPECT_THAT(completions({"solve", "cells", "--external", ""}), ElementsAre("*.ini"));
  EXPECT_THAT(completions({"export", "--output", ""}), ElementsAre("*/"));
  EXPECT_THAT(completions({"solve", "cells", "--per-rank", ""}), ElementsAre("*/"));
  EXPECT_THAT(completions({"evaluate", "cells", "--owners", ""}), ElementsAre("*"));
  EXPECT_THAT(completions({"merge", ""}), ElementsAre("*"));
  EXPECT_THAT(completions({"run", "no-such"}), ElementsAre("*.ini"));
  EXPECT_THAT(completions({"run", "--samples", ""}), IsEmpty());
}

TEST(CompletionTest, FormsOfDivisions) {
  EXPECT_THAT(completions({"solve", "cells", "--format", "p"}), ElementsAre("petsc", "pgm", "plan", "progress"));
  EXPECT_THAT(completions({"evaluate", "cells", "--format", "o"}), ElementsAre("oceananigans"));
  EXPECT_THAT(completions({"solve", "cells", "--cor"}), ElementsAre("--corners"));
}

TEST(CompletionTest, WrongLinesHaveNoCandidates) {
  EXPECT_THAT(completions({"help", "solve", "rect"}), ElementsAre("rectangles"));
  EXPECT_THAT(completions({"help", "draw", "gr"}), ElementsAre("grids"));
  EXPECT_THAT(completions({"list", "algorithms", "ce"}), ElementsAre("cells"));
  for (const Words& words : {Words{}, {"rnu", ""}, {"help", "run", ""}, {"-", "x"}, {"solve", "rectangles", ""}})
    EXPECT_THAT(completions(words), IsEmpty()) << ::testing::PrintToString(words);
}

using CompletionOfFilesTest = ProgramTest;

TEST_F(CompletionOfFilesTest, SweepsByTheirFileAndInTheDatabase) {
  write("mine.ini",
        "family = rectangles\nalgorithms = XY2,TILE\nsamples = 1\n"
        "processors = 4\nrows = 1000\nratio = 2\nlatency = 0\n");
  ASSERT_EQ(call({"run", "mine.ini", "--quiet", "--db", "a.sqlite"}).err, "");
  const std::string file = path("mine.ini").string();
  const std::string database = path("a.sqlite").string();
  EXPECT_THAT(completions({"run", file, "--set", "proc"}), ElementsAre("processors="));
  EXPECT_THAT(completions({"show", file, ""}), ElementsAre("means"));
  EXPECT_THAT(completions({"show", "--db", database, "sw"}), ElementsAre("sweeps/", "*.ini"));
  EXPECT_THAT(completions({"show", "--db", database, "sweeps/"}), ElementsAre("sweeps/mine", "*.ini"));
  EXPECT_THAT(completions({"forget", "--db", database, "sweeps/"}), ElementsAre("sweeps/mine"));
}

TEST_F(CompletionOfFilesTest, NeitherMakesNorComplainsOfADatabase) {
  const std::string missing = path("none.sqlite").string();
  EXPECT_THAT(completions({"show", "--db", missing, "sweeps/"}), ElementsAre("*.ini"));
  EXPECT_FALSE(std::filesystem::exists(missing));
  write("text.sqlite", "no database\n");
  const Outcome outcome = call({"complete", "show", "--db", "text.sqlite", "sweeps/"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "*.ini\n");
  EXPECT_EQ(outcome.err, "");
}

// Words that no registry has, and that stand in the completion alone.
TEST_F(CompletionOfFilesTest, WhatIsOfferedIsTaken) {
  const Words problem{"draw",      "timeline", "--algorithm", "BEST",      "--rows",       "40", "--columns", "60",
                      "--weights", "3,1,2",    "--network",   "two-level", "--iterations", "1",  "--latency", "9"};
  for (const std::string option : {"startup", "progress", "objective", "network"}) {
    const Words offered = completions({"draw", "timeline", "--" + option, ""});
    EXPECT_GE(offered.size(), 2U) << option;
    for (const std::string& word : offered) {
      if (word.starts_with('*')) continue;
      Words line = problem;
      if (option == "network")
        line[static_cast<std::size_t>(std::ranges::find(line, "two-level") - line.begin())] = word;
      else
        line.insert(line.end(), {"--" + option, word});
      EXPECT_EQ(call(line).err, "") << option << " " << word;
    }
  }
  ASSERT_EQ(call({"run", "kaddoura/table1", "--quiet"}).err, "");
  for (const std::string& word : completions({"show", "kaddoura/table1", "--format", ""}))
    EXPECT_EQ(call({"show", "kaddoura/table1", "--format", word}).err, "") << word;
  for (const std::string& word : completions({"list", ""})) EXPECT_EQ(call({"list", word}).err, "") << word;
}

// The page for other shells shows what the program answers.
TEST_F(CompletionOfFilesTest, ThePageShowsTheAnswers) {
  std::size_t calls = 0;
  for (const CodeBlock& block : code_blocks("docs/install.md")) {
    SCOPED_TRACE(block.heading);
    if (!block.text.starts_with("$ apportion complete")) continue;
    std::string expected = block.text;
    std::string answered;
    for (std::size_t at = 0; (at = expected.find("$ apportion ", at)) != std::string::npos; ++calls) {
      const std::string line = expected.substr(at, expected.find('\n', at) + 1 - at);
      answered += line;
      answered +=
          call({"-c", APPORTION_PROGRAM " " + line.substr(std::string("$ apportion ").size())}, {.program = "sh"}).out;
      at += line.size();
    }
    EXPECT_EQ(answered, expected);
  }
  EXPECT_EQ(calls, 2U);
}

}  // namespace
}  // namespace apportion::testing_support
