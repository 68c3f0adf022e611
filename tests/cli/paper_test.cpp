// Papers: folders of a user's own, the grids of the program's papers, and the validation.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include "tests/cli/program.hpp"
#include "tests/support/documentation.hpp"

namespace apportion::testing_support {
namespace {

namespace fs = std::filesystem;

const fs::path example = APPORTION_SOURCE_DIR "/tests/examples/paper";

class PaperTest : public ProgramTest {
 protected:
  void SetUp() override { fs::copy(example, path("my-paper"), fs::copy_options::recursive); }

  // Replaces a piece of a file, which must be there.
  void change(const std::string& file, const std::string& piece, const std::string& by) const {
    std::string text = read("my-paper/" + file);
    const std::size_t at = text.find(piece);
    ASSERT_NE(at, std::string::npos) << file << " lacks " << piece;
    write("my-paper/" + file, text.replace(at, piece.size(), by));
  }
  void add(const std::string& file, const std::string& text) const {
    write("my-paper/" + file, (fs::exists(path("my-paper/" + file)) ? read("my-paper/" + file) : "") + text);
  }

  // One line on what is wrong, and nothing is run.
  void expect_refused(const std::vector<std::string>& pieces) const {
    expect_error({"run", "./my-paper", "--quiet", "--db", "refused.sqlite"}, 2, pieces);
    EXPECT_FALSE(fs::exists(path("refused.sqlite")));
  }
};

TEST_F(PaperTest, ShowsEveryPrintedNumberBesideTheRunWithItsVerdict) {
  run("./my-paper");
  const std::string table = csv("my-paper/table1");
  EXPECT_THAT(table, HasSubstr("algorithm,quantity,processors,ours,standard_error,deviation,samples,difference,printed,"
                               "source,rule,unit,of,least,greatest,verdict,chance\n"));
  // Mean, its standard error and the verdict, from the means that the database has.
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

TEST_F(PaperTest, IsShownWithoutItsFolder) {
  run("./my-paper");
  const std::string all = shown("./my-paper");
  fs::rename(path("my-paper"), path("away"));
  EXPECT_EQ(shown("my-paper"), all);
  EXPECT_THAT(shown("my-paper/table1"), HasSubstr("outside"));
  expect_error({"show", "my-paper/table2", "--db", "a.sqlite"}, 2, {"unknown exhibit", "did you mean table1"});
  expect_error({"show", "my-paper", "--seed", "7", "--db", "a.sqlite"}, 2, {"no results of my-paper with seed 7"});
  EXPECT_THAT(output({"show", "means", "--of", "my-paper/gaps", "--db", "a.sqlite"}), HasSubstr("XY2"));
}

TEST_F(PaperTest, IsListedDescribedAndForgotten) {
  EXPECT_THAT(output({"describe", "./my-paper"}),
              AllOf(HasSubstr("paper of your own"), HasSubstr("my-paper/gaps: Gap of columns"),
                    HasSubstr("my-paper/claims: What the example claims")));
  EXPECT_THAT(output({"describe", "my-paper/gaps"}), HasSubstr("source:      the example, Section 4, Table 1\n"));
  EXPECT_THAT(output({"describe", "./my-paper/table1"}), HasSubstr("experiment:  my-paper/gaps"));
  expect_error({"describe", "my-paper/table"}, 2, {"unknown study or exhibit", "table1"});
  EXPECT_EQ(output({"list", "experiments", "./my-paper"}), "my-paper/gaps  Gap of columns to the lower bound\n");
  EXPECT_THAT(output({"list", "exhibits", "my-paper"}), HasSubstr("my-paper/sentences  What the example says"));
  run("my-paper/gaps", {"--samples", "20"});
  EXPECT_THAT(output({"status", "a.sqlite"}), HasSubstr("my-paper/gaps"));
  succeed({"forget", "./my-paper", "--db", "a.sqlite"});
  write("empty.ini", "family = rectangles\n");
  EXPECT_EQ(query("a.sqlite", "SELECT count(*) AS n FROM stored_experiments"), "n\n0\n");
}

// What is stored of the folder stands outside the digest.
TEST_F(PaperTest, ShardsThatAreMergedAndAnotherTextHaveOneDigest) {
  run("./my-paper");
  for (const char* shard : {"1/2", "2/2"})
    succeed({"run", "./my-paper", "--quiet", "--shard", shard, "--db", std::string("s") + shard[0]});
  succeed({"merge", "m.sqlite", "s1", "s2"});
  EXPECT_EQ(digest("m.sqlite"), digest("a.sqlite"));
  EXPECT_EQ(output({"show", "my-paper", "--db", "m.sqlite"}), shown("my-paper"));
  EXPECT_EQ(output({"compare", "a.sqlite", "m.sqlite"}), "1 experiment: no differences\n");
  const std::string before = digest("a.sqlite");
  add("printed.csv", "table1,RecursiveBisection2,gap,processors=4,99,standard_errors\n");
  run("./my-paper");
  EXPECT_EQ(digest("a.sqlite"), before);
  fs::rename(path("my-paper"), path("away"));
  EXPECT_THAT(shown("my-paper/table1"), HasSubstr("99"));
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

TEST_F(PaperTest, IsCountedOnTheFirstPageOfTheReport) {
  run("./my-paper");
  succeed({"report", "--db", "a.sqlite", "-o", "all.html"});
  succeed({"report", "./my-paper", "--db", "a.sqlite", "-o", "one.html"});
  for (const char* file : {"all.html", "one.html"}) {
    const std::string page = read(file);
    EXPECT_THAT(
        page,
        HasSubstr(
            "3 of 4 printed numbers agree as the paper describes what it does; a true model would have 4.0. 1 of 1 "
            "claim reproduced."))
        << file;
    EXPECT_THAT(page, AllOf(HasSubstr("numbers of Table 1"), HasSubstr("4 reproduced, 1 not"),
                            HasSubstr("The files of the paper"), HasSubstr("# studies/gaps.ini")))
        << file;
  }
}

TEST_F(PaperTest, ClaimsWaitForTheirPointsAndForSamples) {
  run("./my-paper", {"--samples", "5"});
  EXPECT_THAT(shown("my-paper/table1"), HasSubstr("not judged, needs 10 samples"));
  EXPECT_THAT(shown("my-paper/claims"), HasSubstr("not judged, needs 10 samples"));
  run("./my-paper", {"--set", "processors=4,8", "--fresh"});
  EXPECT_THAT(csv("my-paper/claims"), HasSubstr(",,3.67 to 3.67 % less,1 of 1; 2 not run,"));
  EXPECT_THAT(shown("my-paper/table1"), HasSubstr("16     -"));
}

TEST_F(PaperTest, HasAllKindsOfExhibitsOfSweeps) {
  add("exhibits.ini",
      "[comparison]\n[improvement]\nrival = RecursiveBisection2\nrows = processors\n[chart.gaps-drawn]\nx = "
      "processors\ny = "
      "gap\n");
  run("./my-paper");
  EXPECT_THAT(shown("./my-paper/comparison"), HasSubstr("RecursiveBisection2"));
  EXPECT_THAT(shown("my-paper/improvement"), HasSubstr("Improvement of XY2"));
  succeed({"show", "my-paper/gaps-drawn", "--db", "a.sqlite", "-o", "gaps.svg"});
  EXPECT_THAT(read("gaps.svg"), HasSubstr("<svg"));
  fs::rename(path("my-paper"), path("away"));
  EXPECT_THAT(shown("my-paper/comparison"), HasSubstr("RecursiveBisection2"));
}

// One that was not run does not keep the claims on the others from being judged.
TEST_F(PaperTest, HasSeveralStudies) {
  write("my-paper/studies/large-arrays.ini",
        "family = rectangles\nprocessors = 8\nrows = 5000\nsamples = 20\nalgorithms = XY2\n");
  change("exhibits.ini", "compares", "study = gaps\ncompares");
  add("exhibits.ini",
      "[exhibit.both]\ntitle = Both\nstudy = gaps\nsql = SELECT g.gap, l.total FROM {gaps} AS g, {large-arrays} AS l "
      "WHERE g.seed = :seed AND l.seed = :seed AND g.processors = 8 LIMIT 1\n");
  add("claims.ini", "[claim.large]\ntext = large\npoints = large_arrays\nmeasure = total\nholds = total > 1e6\n");
  run("./my-paper/gaps");
  EXPECT_THAT(csv("my-paper/claims"), AllOf(HasSubstr("1. from 8"), Not(HasSubstr("2. large"))));
  EXPECT_THAT(call({"show", "my-paper/both", "--db", "a.sqlite"}).err,
              HasSubstr("needs results of my-paper/large-arrays; `apportion run my-paper"));
  run("./my-paper");
  EXPECT_THAT(csv("my-paper/claims"), AllOf(HasSubstr("1. from 8"), HasSubstr("2. large,not reproduced")));
  EXPECT_THAT(csv("my-paper/both"), HasSubstr("gap,total\n"));
}

TEST_F(PaperTest, IsCheckedAgainstAcceptedNumbers) {
  expect_error({"check", "./my-paper"}, 2, {"gaps.baseline.csv", "`apportion check ./my-paper/gaps --update`"});
  succeed({"check", "./my-paper", "--update"});
  EXPECT_THAT(output({"check", "./my-paper"}), HasSubstr("400 numbers, 5 verdicts: all as accepted"));
  EXPECT_THAT(read("my-paper/studies/gaps.verdicts.csv"), HasSubstr("outside"));
  change("printed.csv", "2.1,", "5.1,");
  const Outcome changed = call({"check", "./my-paper"});
  EXPECT_EQ(changed.status, 1);
  EXPECT_THAT(changed.out, AllOf(HasSubstr("my-paper/table1"), HasSubstr("inside -> outside")));
  // Verdicts of other samples would be others.
  EXPECT_THAT(call({"check", "./my-paper/gaps", "--samples", "10"}).out,
              AllOf(HasSubstr("the first 10 are compared"), Not(HasSubstr("inside"))));
}

// Every rule on one number, judged by arithmetic that is done by hand: 8 equal processors on a square.
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
  // Of how many samples a printed mean is, an interval has to know.
  const std::string text = read("r.ini");
  write("r.ini", text.substr(0, text.find("of = 20")));
  write("r.csv", "exhibit,algorithm,quantity,coordinates,printed,rule\nt,XY2,total,,1,interval\n");
  expect_error({"show", "r.ini", "--db", "a.sqlite"}, 2, {"r.csv:2: ", "of = 20"});
  write("r.csv", "exhibit,algorithm,quantity,coordinates,printed,rule,of\nt,XY2,total,,1,interval,5\n");
  succeed({"show", "r.ini", "--db", "a.sqlite"});
}

TEST_F(PaperTest, OneSweepFileHasTheSameKeys) {
  write("one.ini", read("my-paper/studies/gaps.ini") + "printed = printed.csv\n\n[words]\nbetter = 2\n\n" +
                       read("my-paper/exhibits.ini") + "\n[claims]\nsentences = sentences.csv\n\n" +
                       read("my-paper/claims.ini").substr(read("my-paper/claims.ini").find("[claim.")));
  std::string claims = read("one.ini");
  claims.replace(claims.find("points = gaps"), 13, "points = one");
  write("one.ini", claims);
  for (const char* file : {"printed.csv", "sentences.csv"}) fs::copy(path("my-paper") / file, path(file));
  run("one.ini");
  const std::string all = shown("one.ini");
  EXPECT_THAT(all, AllOf(HasSubstr("outside"), HasSubstr("3 of 3"), HasSubstr("1 have no verdict")));
  for (const char* file : {"one.ini", "printed.csv", "sentences.csv"}) fs::remove(path(file));
  EXPECT_EQ(shown("sweeps/one"), all);
  succeed({"report", "--db", "a.sqlite", "-o", "r.html"});
  EXPECT_THAT(read("r.html"), AllOf(HasSubstr("1 of 1 claim"), HasSubstr("printed numbers agree")));
}

TEST_F(PaperTest, AVerdictOutsideTheScaleIsAnError) {
  add("exhibits.ini", "[exhibit.own]\ntitle = O\njudges = numbers\nsql = SELECT 'fine' AS verdict FROM {gaps}\n");
  run("./my-paper");
  expect_error({"show", "my-paper/own", "--db", "a.sqlite"}, 2, {"my-paper/own", "'fine'", "scale of verdicts"});
  succeed({"report", "--db", "a.sqlite", "-o", "r.html"});
  EXPECT_THAT(read("r.html"), HasSubstr("scale of verdicts"));
}

TEST_F(PaperTest, PrintedNumbersAreARelationForStatements) {
  add("printed.csv", "ratio,XY2,total,processors=8,7,ratio\n");
  add("exhibits.ini",
      "[exhibit.ratio]\ntitle = R\njudges = ratios\nsql = SELECT value, quantity, json_extract(coordinates, "
      "'$.processors') AS p, 'exact' AS verdict FROM {printed} WHERE :seed AND value IN ({numbers:list})\n");
  add("paper.ini", "numbers = 5..9, {other}\nother = 1, 2\n");
  run("./my-paper");
  EXPECT_EQ(csv("my-paper/ratio"), "value,quantity,p,verdict\n7,total,8,exact\n");
}

// Words in notes and studies, a section like another one, charts of an exhibit, numbers of several tables.
TEST_F(PaperTest, SectionsShareWordsKeysAndCharts) {
  add("paper.ini", "counts = 4..32:x2\ngaps = of the table\n");
  change("studies/gaps.ini", "processors = 4..32:x2", "processors = {counts}");
  add("exhibits.ini",
      "[template.drawn]\nstudy = gaps\nsql = SELECT processors, {what} AS number FROM {study} WHERE seed = :seed AND "
      "algorithm = 'XY2' AND rival = ''\nrow = processors\nvalues = \"number:2 as {what}, by processors\"\n"
      "row-title = parts\n{what} = gap\nnote = The {what} {gaps}.\n"
      "[chart.drawn.log]\nx = processors as parts\ny = number as {what}\nlog = x\n"
      "[exhibit.gap]\nlike = drawn\ntitle = Gap\n"
      "[exhibit.total]\nlike = drawn\n{what} = total\ntitle = Total\n"
      "[exhibit.views]\ntitle = Views\nsql = SELECT count(*) AS n FROM {view:gaps} WHERE seed = :seed\n"
      "[exhibit.several]\ntitle = Several\nsql = SELECT exhibit, count(*) AS n FROM {printed:table1,table2} GROUP BY "
      "1\n");
  add("printed.csv", "table2,XY2,gap,processors=4,3.2,standard_errors\n");
  run("./my-paper");
  EXPECT_THAT(shown("my-paper/gap"), AllOf(HasSubstr("gap, by processors"), HasSubstr("The gap of the table.")));
  EXPECT_THAT(shown("my-paper/total"), AllOf(HasSubstr("parts"), HasSubstr("The total of the table.")));
  EXPECT_EQ(csv("my-paper/views"), "n\n12\n");
  EXPECT_EQ(csv("my-paper/several"), "exhibit,n\ntable1,4\ntable2,1\n");
  succeed({"show", "my-paper/total", "--db", "a.sqlite", "-o", "total.svg"});
  EXPECT_THAT(read("total.svg"), HasSubstr("total"));
  change("exhibits.ini", "{gaps}.", "{gabs}.");
  expect_refused({"my-paper/exhibits.ini:13: unknown word 'gabs'; did you mean gaps"});
  change("exhibits.ini", "{gabs}.", ".");
  change("exhibits.ini", "like = drawn\ntitle = Gap", "like = draw\ntitle = Gap");
  expect_refused({"my-paper/exhibits.ini:19: there is neither [template.draw] nor [exhibit.draw]"});
}

TEST_F(PaperTest, UnknownNamesAreRefusedWithFileAndLine) {
  const auto refused = [this](const std::string& file, const std::string& piece, const std::string& by,
                              const std::vector<std::string>& pieces) {
    SCOPED_TRACE(by);
    const std::string before = read("my-paper/" + file);
    change(file, piece, by);
    expect_refused(pieces);
    write("my-paper/" + file, before);
  };
  refused("paper.ini", "says", "say", {"my-paper/paper.ini:3: ", "'say'", "did you mean says"});
  refused("paper.ini", "[words]", "[word]", {"paper.ini:6: ", "unknown section 'word'"});
  refused("claims.ini", "holds =", "hold =", {"my-paper/claims.ini:9: ", "unknown key", "holds"});
  refused("claims.ini", "{better}", "{bettr}", {"claims.ini:9: ", "unknown word 'bettr'; did you mean better"});
  refused("claims.ini", "[claim.columns-win]", "[clam.columns-win]", {"claims.ini:5: ", "unknown section"});
  refused("sentences.csv", "columns-win", "columns-wn", {"my-paper/sentences.csv:2: ", "unknown claim", "columns-win"});
  refused("sentences.csv", "place,words", "words,place",
          {"sentences.csv:1: the first line must be place,words,claims"});
  refused("exhibits.ini", "compares = table1", "compares = tabel1", {"exhibits.ini:4: ", "'tabel1'", "table1"});
  refused("exhibits.ini", "[exhibit.table1]", "[exhibi.table1]", {"exhibits.ini:2: ", "unknown section"});
  refused("printed.csv", "table1,XY2,gap,processors=8", "table1,XY3,gap,processors=8",
          {"my-paper/printed.csv:3: ", "unknown algorithm of my-paper/gaps 'XY3'; did you mean XY2"});
  refused("printed.csv", "gap,processors=8", "gab,processors=8", {"printed.csv:3: ", "'gab'", "gap"});
  refused("printed.csv", "processors=8", "processor=8", {"printed.csv:3: ", "'processor'", "processors"});
  refused("printed.csv", "processors=8", "processors=7",
          {"printed.csv:3: my-paper/gaps has no point with processors=7; its values are 4, 8, 16, 32"});
  refused("printed.csv", ",processors=8", ",", {"printed.csv:3: the coordinates leave out processors"});
  refused("printed.csv", "2.1,standard_errors", "2.1,standard_error",
          {"printed.csv:3: the rule is 'standard_error'; rules are exact, digits, interval"});
  refused("printed.csv", "2.1,standard_errors", "2.1,interval", {"printed.csv:3: the rule interval", "of = 20"});
  refused("printed.csv", "processors=8", "processors=4.0",
          {"printed.csv:3: line 2 has a number of this place already"});
  refused("exhibits.ini", "compares = table1", "compares = table1\nnote = {nots}",
          {"exhibits.ini:5: unknown word 'nots'"});
  refused("printed.csv", "2.1,standard_errors", "2.1,ratio", {"printed.csv:3: the rule ratio"});
  refused("printed.csv", "table1,XY2,gap,processors=8", "table2,XY2,gap,processors=8",
          {"printed.csv:3: no exhibit compares its numbers with those of table2"});
  refused("studies/gaps.ini", "XY2", "XY3", {"my-paper/studies/gaps.ini:10: ", "'XY3'"});
  refused("studies/gaps.ini", "source", "sourc", {"gaps.ini:4: unknown key 'sourc'"});
}

TEST_F(PaperTest, WhatCannotBeIsRefused) {
  const std::string claims = read("my-paper/claims.ini");
  add("claims.ini", claims.substr(claims.find("[claim.")));
  expect_refused({"claims.ini:11: there are two sections [claim.columns-win]"});
  write("my-paper/claims.ini", claims + "holds-together = 1\n");
  expect_refused({"claims.ini:5: ", "needs one of holds", "holds-together"});
  write("my-paper/claims.ini", claims);
  add("paper.ini", "loop = {pool}\npool = {loop}\n");
  change("claims.ini", "{better}", "{loop}");
  expect_refused({"claims.ini:9: the word loop uses itself"});
  write("my-paper/claims.ini", claims);
  add("paper.ini", "printed = 1\n");
  expect_refused({"paper.ini:10: {printed} is already the relation of printed numbers"});
  change("paper.ini", "printed = 1\n", "");
  std::string many = read("my-paper/printed.csv");
  for (int i = 0; i < 1'000'000; ++i) many += "table1,XY2,gap,processors=4,3.2,standard_errors\n";
  write("my-paper/printed.csv", many);
  expect_refused({"my-paper/printed.csv:10002: more than 10000 printed numbers"});
  write("my-paper/printed.csv", "exhibit,algorithm,quantity,coordinates,printed,rule\n");
  expect_refused({"exhibits.ini:4: there are no printed numbers"});
  fs::remove(path("my-paper/exhibits.ini"));
  fs::remove_all(path("my-paper/studies"));
  expect_refused({"./my-paper has no studies; write ./my-paper/studies/NAME.ini"});
}

TEST_F(PaperTest, FoldersThatAreNoPapersAndFilesOfNoPaperAreRefused) {
  fs::rename(path("my-paper/claims.ini"), path("my-paper/claim.ini"));
  expect_refused({"my-paper/paper.ini:1: unknown file of a paper 'claim.ini'; did you mean claims.ini"});
  fs::remove(path("my-paper/claim.ini"));
  expect_refused({"my-paper/sentences.csv needs the claims"});
  fs::remove(path("my-paper/paper.ini"));
  expect_refused({"./my-paper is a folder without a paper.ini"});
}

// A copy of a paper that the program has is called after the folder that it lies in.
TEST_F(PaperTest, AFolderWithTheNameOfAnEmbeddedPaperStandsBesideIt) {
  fs::create_directory(path("tried"));
  fs::rename(path("my-paper"), path("tried/kaddoura"));
  run("./tried/kaddoura");
  EXPECT_THAT(output({"show", "./tried/kaddoura/table1", "--db", "a.sqlite"}), HasSubstr("outside"));
  EXPECT_THAT(output({"list", "experiments", "./tried/kaddoura"}), HasSubstr("tried-kaddoura/gaps"));
  const fs::path kalinov = APPORTION_SOURCE_DIR "/experiments/kalinov";
  fs::copy(kalinov, path("tried/kalinov"), fs::copy_options::recursive);
  EXPECT_THAT(output({"list", "exhibits", "./tried/kalinov"}),
              AllOf(HasSubstr("tried-kalinov/figure3a"), HasSubstr("tried-kalinov/figure1")));
  fs::create_directory(path("other"));
  fs::copy(APPORTION_SOURCE_DIR "/experiments/kaddoura", path("other/kaddoura"), fs::copy_options::recursive);
  EXPECT_THAT(output({"list", "exhibits", "./other/kaddoura"}),
              AllOf(HasSubstr("other-kaddoura/table4"), HasSubstr("other-kaddoura/figure16")));
}

TEST_F(PaperTest, AnEmbeddedPapersNameIsRefused) {
  change("paper.ini", "title =", "name = Kalinov\ntitle =");
  expect_refused({"paper.ini:2: the program has kalinov itself"});
  change("paper.ini", "Kalinov", "sweep");
  fs::rename(path("my-paper/studies/gaps.ini"), path("my-paper/studies/text.ini"));
  expect_refused({"text.ini", "sweep_text, which every database has"});
  fs::rename(path("my-paper/studies/text.ini"), path("my-paper/studies/gaps.ini"));
  change("paper.ini", "sweep", "mine");
  run("./my-paper");
  EXPECT_THAT(shown("mine/table1"), HasSubstr("outside"));
}

// Relations of a file, claims that are told apart by a column, and sentences about one of its values.
TEST_F(PaperTest, ClaimsHaveSettingsAndRelations) {
  write("my-paper/points.sql",
        "points AS (\n  SELECT relative_total AS ratio, iif(processors > 8, 'many', 'few') AS kind\n"
        "  FROM {gaps} WHERE seed = :seed AND algorithm = 'XY2' AND rival <> '')\n");
  write("my-paper/claims.ini",
        "relations = points.sql\nsetting = kind\nlabel = workstations:\n[claim.near]\ntext = within 1 % about %s\n"
        "points = points\nmeasure = ratio\nholds-together = max(ratio) < 0.99\nquoted = round(max(ratio), 2)\n"
        "standing = calibrated\n");
  write("my-paper/sentences.csv", "place,words,claims,about\nSection 5,always,near,\nSection 6,many,near,many\n");
  run("./my-paper");
  const std::string claims = csv("my-paper/claims");
  EXPECT_THAT(claims, AllOf(HasSubstr("1. within 1 % about 0.9"), HasSubstr("workstations: few,not reproduced"),
                            HasSubstr("workstations: many,reproduced"), HasSubstr("calibrated")));
  EXPECT_THAT(csv("my-paper/sentences"),
              AllOf(HasSubstr("1,Section 5,always,1,partly reproduced"), HasSubstr("2,Section 6,many,1,reproduced")));
  change("points.sql", "iif(processors", "iif(processor");
  expect_refused({"my-paper/points.sql:2: no such column: processor"});
}

// A sentence and the claim that judges it are one line, and its text is written once.
TEST_F(PaperTest, TheListOfSentencesHasTheTextsOfClaims) {
  change("claims.ini", "text = from 8 workstations on columns cost less than bisection\n", "");
  expect_refused({"claims.ini:5: ", "text"});
  write("my-paper/sentences.csv",
        "place,words,claims,name,text\nSection 5,columns are always cheaper,,columns-win,cheaper by {better} errors\n"
        "Section 6,much cheaper,columns-win,,\n");
  run("./my-paper");
  EXPECT_THAT(csv("my-paper/claims"), HasSubstr("1. cheaper by 2 errors,reproduced"));
  EXPECT_THAT(csv("my-paper/sentences"), AllOf(HasSubstr("1,Section 5,columns are always cheaper,1,reproduced"),
                                               HasSubstr("2,Section 6,much cheaper,1,reproduced")));
  change("sentences.csv", "{better}", "{bettr}");
  expect_refused({"my-paper/sentences.csv:2: unknown word 'bettr'; did you mean better"});
  change("sentences.csv", "{bettr}", "{better}");
  change("sentences.csv", "much cheaper,columns-win,,", "much cheaper,,columns-wn,half");
  expect_refused({"my-paper/sentences.csv:3: unknown claim 'columns-wn'; did you mean columns-win"});
  change("sentences.csv", ",columns-wn,half", ",,");
  change("claims.ini", "points =", "text = twice\npoints =");
  expect_refused({"claims.ini:6: sentences.csv has the text of columns-win in line 2"});
}

TEST_F(PaperTest, NoFileOutsideTheFolderIsRead) {
  write("secret.sql", "SELECT 1\n");
  change("exhibits.ini", "compares = table1", "sql = ../secret.sql");
  expect_refused({"exhibits.ini:4: ../secret.sql lies outside the folder"});
  fs::create_symlink(path("secret.sql"), path("my-paper/link.sql"));
  change("exhibits.ini", "../secret.sql", "link.sql");
  expect_refused({"exhibits.ini:4: link.sql lies outside the folder"});
}

// Its commands as they stand, one after the other, in an empty folder. The files that it shows are those that the first
// one writes, and the table is that of these.
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

class PapersGridTest : public ProgramTest {
 protected:
  [[nodiscard]] Outcome show(std::vector<std::string> words) const {
    words.insert(words.begin(), "show");
    words.insert(words.end(), {"--db", "a.sqlite"});
    return call(words);
  }
};

using ::testing::ContainsRegex;

class ValidationTest : public ProgramTest {};

TEST_F(ValidationTest, ThreadsChangeNothing) {
  const std::vector<std::string> one = {"--samples",   "40",        "--set", "startup=cpu",
                                        "latency=100", "share=0.5", "-j",    "1"};
  std::vector<std::string> two = one;
  two.back() = "2";
  run("validation/networks", one, "one.sqlite");
  run("validation/networks", two, "two.sqlite");
  EXPECT_EQ(call({"digest", "--db", "one.sqlite"}).out.substr(0, 64),
            call({"digest", "--db", "two.sqlite"}).out.substr(0, 64));
}

}  // namespace
}  // namespace apportion::testing_support
