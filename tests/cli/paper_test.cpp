// Papers in users' own folders; see also tests/cli/sessions/papers.txt.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <string>
#include <thread>

#include "tests/cli/program.hpp"
#include "tests/support/documentation.hpp"

namespace apportion::testing_support {
namespace {

namespace fs = std::filesystem;

const fs::path example = APPORTION_SOURCE_DIR "/tests/examples/paper";

class PaperTest : public ProgramTest {
 protected:
  void SetUp() override { fs::copy(example, path("my-paper"), fs::copy_options::recursive); }
};

TEST_F(PaperTest, ShowsEveryPrintedNumberBesideTheRunWithItsVerdict) {
  run("./my-paper");
  const std::string table = csv("my-paper/table1");
  EXPECT_THAT(table, HasSubstr("algorithm,quantity,processors,ours,standard_error,deviation,samples,difference,printed,"
                               "source,rule,unit,of,least,greatest,verdict,chance\n"));
  // Mean, standard error and verdict, computed from the means in the database.
  const std::string expected = query(
      "a.sqlite",
      "SELECT group_concat(iif(abs(gap - p.column2) <= 3 * gap_se, 'inside', 'outside'), ',') AS verdicts "
      "FROM \"my-paper_gaps\" JOIN (VALUES (4, 3.2), (8, 2.1), (16, 0.7), (32, 0.9)) AS p ON p.column1 = processors "
      "WHERE algorithm = 'XY2' AND rival = ''");
  std::string verdicts;
  const Json exhibit = Json::parse(shown("my-paper/table1", {"--format", "json"}));
  for (const Json& row : exhibit.at("rows"))
    verdicts += (verdicts.empty() ? "" : ",") + row[row.size() - 2].get<std::string>();
  EXPECT_THAT(expected, HasSubstr(verdicts));
  EXPECT_EQ(verdicts, "inside,inside,inside,outside");
  EXPECT_THAT(shown("my-paper/claims"),
              AllOf(HasSubstr("columns cost less than bisection"), HasSubstr("reproduced"), HasSubstr("3 of 3")));
  EXPECT_THAT(shown("my-paper/sentences"), HasSubstr("1 reproduced, 0 partly, 0 not, 0 cannot be judged, 1 have no"));
  EXPECT_THAT(shown("./my-paper"), AllOf(HasSubstr("Table 1"), HasSubstr("sentence by sentence")));
  EXPECT_EQ(shown("my-paper"), shown("./my-paper"));
  EXPECT_EQ(shown("my-paper/table1", {"my-paper/claims"}), shown("./my-paper", {"table1", "claims"}));
  EXPECT_THAT(shown("./my-paper/gaps"), HasSubstr("total, gap by processors"));
}

TEST_F(PaperTest, KilledAndResumedItHasTheSameDigest) {
  const Words words{"run", "./my-paper", "--quiet", "--samples", "3000", "-j", "1", "--db"};
  succeed(joined(words, {"whole.sqlite"}));
  RunningProgram running = start(joined(words, {"a.sqlite"}));
  std::this_thread::sleep_for(std::chrono::milliseconds(150));
  ::kill(running.pid(), SIGKILL);
  static_cast<void>(running.wait());
  succeed(joined(words, {"a.sqlite"}));
  EXPECT_EQ(digest("a.sqlite"), digest("whole.sqlite"));
  EXPECT_EQ(shown("my-paper"), output({"show", "./my-paper", "--db", "whole.sqlite"}));
}

// Each rule on one number, with verdicts computed by hand: 8 equal processors on a square.
TEST_F(PaperTest, JudgesByTheRuleOfTheNumber) {
  write("r.ini",
        "family = rectangles\nalgorithms = XY2\nprocessors = 8\nratio = 1\nrows = 1000\nmetrics = total\nsamples = 10\n"
        "printed = r.csv\n[exhibit.t]\ntitle = T\ncompares = t\nof = 20\n");
  const auto verdict = [this](const std::string& printed, const std::string& rule) {
    write("r.csv", "exhibit,algorithm,quantity,coordinates,printed,rule\nt,XY2,total,," + printed + "," + rule + "\n");
    const std::string table = csv("r.ini");
    const std::size_t chance = table.rfind(',');
    const std::size_t place = table.rfind(',', chance - 1) + 1;
    return table.substr(place, chance - place);
  };
  write("r.csv", "exhibit,algorithm,quantity,coordinates,printed,rule\nt,XY2,total,,1,exact\n");
  run("r.ini");
  const double ours = std::stod(query("a.sqlite", "SELECT total FROM sweeps_r").substr(6));
  const std::string digits = fmt::format("{:.1f}", ours);
  const std::string less = fmt::format("{:.1f}", ours - 1);
  EXPECT_EQ(verdict(digits, "exact"), "exact");
  EXPECT_EQ(verdict(less, "exact"), "differs");
  EXPECT_EQ(verdict(less, "interval"), "outside");
  EXPECT_EQ(verdict(digits, "interval"), "inside");
  EXPECT_EQ(verdict(less, "digits"), "differs");
  EXPECT_EQ(verdict(less, "standard_errors"), "outside");
  // In hundreds.
  const double below = std::floor(ours / 100);
  const bool is_less = ours / 100 - below < 0.5 - 1e-9;
  EXPECT_EQ(verdict(fmt::format("{}e2", below), "digits"), is_less ? "rounded" : "truncated");
  EXPECT_EQ(verdict(fmt::format("{}e2", below + 1), "digits"), is_less ? "differs" : "rounded");
  // A rule by interval needs the number of samples of a printed mean.
  const std::string text = read("r.ini");
  write("r.ini", text.substr(0, text.find("of = 20")));
  write("r.csv", "exhibit,algorithm,quantity,coordinates,printed,rule\nt,XY2,total,,1,interval\n");
  expect_error({"show", "r.ini", "--db", "a.sqlite"}, 2, {"r.csv:2: ", "of = 20"});
  write("r.csv", "exhibit,algorithm,quantity,coordinates,printed,rule,of\nt,XY2,total,,1,interval,5\n");
  succeed({"show", "r.ini", "--db", "a.sqlite"});
}

// Runs its commands one after the other in an empty folder. The files that it shows are those that the first one
// writes, and its table is made from these.
TEST_F(PaperTest, ThePageWorks) {
  fs::remove_all(path("my-paper"));
  fs::create_symlink(APPORTION_PROGRAM, path("apportion"));
  std::string files;
  std::size_t shown_files = 0;
  for (const CodeBlock& block : code_blocks("docs/add-a-paper.md")) {
    if (block.language.empty()) {
      const Outcome outcome = call({"-ec", block.text}, {.program = "bash"});
      EXPECT_EQ(outcome.status, 0) << block.text << outcome.err;
      EXPECT_EQ(outcome.err.find("apportion: "), std::string::npos) << outcome.err;
    } else if (block.language == "text") {
      EXPECT_EQ(output({"show", "my-paper/table1"}), block.text);
    } else {
      if (files.empty())
        for (const auto& entry : fs::recursive_directory_iterator(path("my-paper")))
          if (entry.is_regular_file()) files += read(fs::relative(entry.path(), path(".")).string());
      EXPECT_THAT(files, HasSubstr(block.text));
      ++shown_files;
    }
  }
  EXPECT_EQ(shown_files, 5U);
}

}  // namespace
}  // namespace apportion::testing_support
