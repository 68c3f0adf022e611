// apportion report: the page of a small run.
#include <gmock/gmock.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <iterator>
#include <optional>
#include <thread>

#include "results/database/store.hpp"
#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

class ReportTest : public ProgramTest {
 protected:
  void SetUp() override {
    for (const std::vector<std::string>& experiment :
         {std::vector<std::string>{"kaddoura/grid", "processors=4,5", "columns=1000", "--samples", "40"},
          {"kaddoura/figure16"},
          {"niculescu/segments"}}) {
      std::vector<std::string> words{"run"};
      words.insert(words.end(), experiment.begin(), experiment.end());
      words.insert(words.end(), {"--quiet", "--db", "a.sqlite"});
      const Outcome outcome = call(words);
      ASSERT_EQ(outcome.status, 0) << outcome.err;
    }
  }
};

TEST_F(ReportTest, StandsBesideTheDatabase) {
  const Outcome outcome = call({"report", "--db", "a.sqlite"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "report.html\n");
  const std::string page = read("report.html");
  for (const char* piece :
       {"percentages of Table 7", "95 % interval", "<svg", "perimeter", "apportion run kaddoura/grid",
        "id=\"niculescu-segments\"", "inside", "List of the 35 parts"})
    EXPECT_THAT(page, HasSubstr(piece));
  // Missing results are listed with the command that makes them, and only there.
  EXPECT_THAT(page, HasSubstr("<li>kalinov/figure3a: <code>apportion run kalinov/figure3a --db a.sqlite</code></li>"));
  EXPECT_THAT(page, Not(HasSubstr("id=\"kalinov-figure3a\"")));
  // The paper's claim about the experiment does not concern our list.
  const std::size_t unexplained = page.find("<article id=\"kaddoura-unexplained\"");
  ASSERT_NE(unexplained, std::string::npos);
  EXPECT_THAT(page.substr(unexplained, page.find("</article>", unexplained) - unexplained), Not(HasSubstr("Claim:")));
}

TEST_F(ReportTest, TheSameDatabaseGivesTheSamePage) {
  EXPECT_EQ(call({"report", "--db", "a.sqlite", "-o", "one.html"}).out, "one.html\n");
  EXPECT_EQ(call({"report", "--db", "a.sqlite", "-o", "two.html"}).status, 0);
  EXPECT_EQ(read("one.html"), read("two.html"));
}

// A run holds the writer's lock from its beginning to its end.
TEST_F(ReportTest, ClockIsWrittenAgainWhileARunGoesOn) {
  auto lock = std::make_optional<results::WriterLock>(path("a.sqlite"));
  RunningProgram program = start({"report", "--db", "a.sqlite", "--every", "1"});
  const auto wait_for_page = [this] {
    for (int tries = 0; tries < 6000 && !std::filesystem::exists(path("report.html")); ++tries)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return read("report.html");
  };
  const char* const refresh = R"(<meta http-equiv="refresh" content="1">)";
  EXPECT_THAT(wait_for_page(), AllOf(HasSubstr(refresh), HasSubstr("written again every 1 s"), HasSubstr("</html>")));
  std::filesystem::remove(path("report.html"));
  EXPECT_THAT(wait_for_page(), HasSubstr(refresh));
  lock.reset();
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "report.html\n");
  EXPECT_THAT(read("report.html"), AllOf(Not(HasSubstr(refresh)), Not(HasSubstr("A run goes on"))));
}

TEST_F(ReportTest, ClockEveryEndsByASignalWithTheLastPage) {
  const results::WriterLock lock(path("a.sqlite"));
  RunningProgram program = start({"report", "--db", "a.sqlite", "--every", "3600"});
  for (int tries = 0; tries < 6000 && !std::filesystem::exists(path("report.html")); ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  ::kill(program.pid(), SIGINT);
  EXPECT_EQ(program.wait().status, 128 + SIGINT);
  EXPECT_THAT(read("report.html"), HasSubstr("</html>"));
}

TEST_F(ReportTest, EveryIsRefusedWhereItIsNoTime) {
  for (const char* every : {"0", "-1", "soon", "1.5", "86401"})
    expect_error({"report", "--db", "a.sqlite", "--every", every}, 2, {"every", "1", "86400"});
  EXPECT_EQ(call({"report", "--db", "a.sqlite", "--every", "60"}).status, 0);  // no run is in progress
}

TEST_F(ReportTest, TooFewSamplesAreNotJudged) {
  constexpr const char* verdict = "not judged, needs 3200 samples";
  ASSERT_EQ(call({"run", "kalinov/figure3a", "--samples", "2", "--quiet", "--db", "b.sqlite"}).status, 0);
  EXPECT_THAT(call({"show", "kalinov/claims", "--db", "b.sqlite"}).out, HasSubstr(verdict));
  const Outcome outcome = call({"report", "--db", "b.sqlite"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(read("report.html"),
              AllOf(HasSubstr(verdict), Not(::testing::ContainsRegex("of [0-9]+ claims? reproduced"))));
}

TEST_F(ReportTest, TheDatabaseIsNotOverwritten) {
  const std::string before = read("a.sqlite");
  std::filesystem::create_symlink(path("a.sqlite"), path("link.html"));
  for (const char* file : {"a.sqlite", "./a.sqlite", "link.html"})
    expect_error({"report", "--db", "a.sqlite", "-o", file}, 2, {"is a file of the database a.sqlite", "name another"});
  expect_error({"report", "--db", "link.html", "-o", "a.sqlite"}, 2, {"is a file of the database link.html"});
  EXPECT_EQ(read("a.sqlite"), before);
  // The page's own default name, if the database has it.
  std::filesystem::copy(path("a.sqlite"), path("report.html"));
  expect_error({"report", "--db", "report.html"}, 2, {"report.html is a file of the database report.html"});
  EXPECT_EQ(read("report.html"), before);
}

TEST_F(ReportTest, WhatCannotBeWrittenIsSaid) {
  expect_error({"PATH=/nowhere", APPORTION_PROGRAM, "report", "--db", "a.sqlite"}, 1, {"gnuplot is not installed"},
               {.program = "/usr/bin/env"});
}

}  // namespace
}  // namespace apportion::testing_support
