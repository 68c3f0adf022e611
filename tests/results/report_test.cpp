// The report's page, from made-up exhibits.
#include "results/report/report.hpp"

#include <regex>
#include <stdexcept>

#include "base/error.hpp"
#include "results/report/verdicts.hpp"
#include "tests/results/sample_store.hpp"
#include "tests/support/matchers.hpp"

namespace apportion::results {
namespace {

using ::testing::Field;

Judgement judgement() {
  return {.what = "cells",
          .claim = "claim",
          .setting = "",
          .only = {"said by", "the paper"},
          .verdict = "verdict",
          .standing = "standing"};
}

Rows judged_rows() {
  return {{"claim", "said by", "verdict", "standing"},
          {{"one", "the paper", "equal", std::monostate()},
           {"two", "the paper", "differs", "calibrated"},
           {"three", "the paper", "mostly reproduced", "reconstructed"},
           {"six", "the paper", "under a condition", std::monostate()},
           {"seven", "the paper", "cannot be judged", std::monostate()},
           {"four", "others", "differs", std::monostate()},
           {"five", "the paper", std::monostate(), std::monostate()}}};
}

ReportExhibit claims() {
  Exhibit exhibit{.name = "toy/claims", .title = "Claims & <verdicts>", .sql = "SELECT 1 < 2"};
  exhibit.judgements = {judgement()};
  return {exhibit, judged_rows(), "it holds", "Toy 1999"};
}

ReportExhibit heat() {
  Exhibit exhibit{.name = "toy/heat",
                  .title = "Heat",
                  .sql = "SELECT 2",
                  .layout = {.page = "page",
                             .row = "row",
                             .column = "column",
                             .row_title = "row",
                             .column_title = "column",
                             .values = {{"ours", "ours"}, {"printed", "printed"}}}};
  exhibit.heat = 0;
  exhibit.judgements = {{.what = "numbers"}};
  return {exhibit,
          {{"page", "row", "column", "ours", "printed", "verdict", "exact"},
           {{"a", integer(1), integer(4), integer(8), integer(9), "inside", 8.25},
            {"a", integer(1), integer(5), integer(-2), integer(0), "outside", -1.75},
            {"b", integer(1), integer(4), integer(0), std::monostate(), std::monostate(), 0.0}}}};
}

Report report() {
  Report report{.database = "toy.sqlite", .program = "apportion 9 (git abc)", .seed = "3"};
  report.papers = {{"toy", "Toy: papers", {claims(), heat()}, {{"toy/other", "apportion run toy/other --seed 3"}}}};
  report.runs = {{{"command", "cpu", "flags", "libraries"}, {{"apportion run toy", "a CPU", "-O2", "fmt 9"}}},
                 "SELECT runs"};
  report.experiments = {{{"experiment", "samples"}, {{"toy/claims", integer(20)}}}, "SELECT experiments"};
  return report;
}

TEST(Verdicts, ComeFromTheRows) {
  const ReportExhibit entry = claims();
  const std::vector<JudgedRow> verdicts = judged_rows(entry.exhibit, judgement(), entry.rows);
  EXPECT_THAT(verdicts, ElementsAre(Field(&JudgedRow::claim, "one"), Field(&JudgedRow::claim, "two"),
                                    Field(&JudgedRow::claim, "three"), Field(&JudgedRow::claim, "six"),
                                    Field(&JudgedRow::claim, "seven")));
  EXPECT_EQ(verdicts[0].outcome, Outcome::reproduced);
  EXPECT_EQ(verdicts[1].outcome, Outcome::not_reproduced);
  EXPECT_EQ(verdicts[1].standing, "calibrated");
  EXPECT_EQ(verdicts[2].outcome, Outcome::partly);
  EXPECT_EQ(verdicts[3].outcome, Outcome::conditional);
  EXPECT_EQ(verdicts[4].outcome, Outcome::unjudged);
  Judgement other = judgement();
  other.standing = "status";
  EXPECT_EQ(message_of<InputError>([&] { static_cast<void>(judged_rows(entry.exhibit, other, entry.rows)); }),
            "the query of toy/claims has no column 'status'");
}

TEST(Verdicts, OfADenialAreTurnedAround) {
  Judgement denial = judgement();
  denial.stance = Stance::denied;
  const Rows rows{{"claim", "said by", "verdict", "standing"},
                  {{"one", "the paper", "holds", std::monostate()}, {"two", "the paper", "fails", std::monostate()}}};
  const std::vector<JudgedRow> verdicts = judged_rows(claims().exhibit, denial, rows);
  EXPECT_EQ(verdicts.at(0).outcome, Outcome::not_reproduced);
  EXPECT_EQ(verdicts.at(1).outcome, Outcome::reproduced);
}

TEST(Verdicts, AreWordsOfTheScale) {
  const Rows rows{{"claim", "said by", "verdict", "standing"}, {{"one", "the paper", "nearly", std::monostate()}}};
  EXPECT_EQ(
      message_of<std::invalid_argument>([&] { static_cast<void>(judged_rows(claims().exhibit, judgement(), rows)); }),
      "the query of toy/claims has a verdict 'nearly' that is not on the scale of verdicts");
}

// Each claim once: reproduced, or not reproduced, if it is so everywhere.
TEST(Verdicts, OfOneClaimAreCountedOnce) {
  const Rows rows{{"claim", "latency", "verdict"},
                  {{"one", integer(0), "reproduced"},
                   {"one", integer(1), "mostly reproduced"},
                   {"two", integer(0), "not reproduced"},
                   {"two", integer(1), "not reproduced"},
                   {"three", integer(0), "reproduced"},
                   {"three", integer(1), "reproduced"}}};
  const Exhibit exhibit{.name = "toy/claims", .title = "", .sql = ""};
  const std::vector<JudgedClaim> claims =
      judged_claims(exhibit, judged_rows(exhibit, {.what = "claims", .claim = "claim", .setting = "latency"}, rows));
  ASSERT_EQ(claims.size(), 3U);
  EXPECT_EQ(claims[0].outcome(), Outcome::partly);
  EXPECT_EQ(claims[1].outcome(), Outcome::not_reproduced);
  EXPECT_EQ(claims[2].outcome(), Outcome::reproduced);
  // Values that are only counted have no common claim.
  EXPECT_EQ(judged_claims(exhibit, judged_rows(exhibit, {.what = "values"}, rows)).size(), 6U);
  const Tally tally = tally_of(claims);
  EXPECT_EQ(tally.total(), 3);
  EXPECT_EQ(tally.of(Outcome::partly), 1);
}

// A circumstance that cannot be judged does not affect the others; a condition is no occasional exception.
TEST(Verdicts, OfConditionsAndOfWhatCannotBeJudgedAreCountedApart) {
  const Rows rows{{"claim", "latency", "verdict"},
                  {{"one", integer(0), "cannot be judged"},
                   {"one", integer(1), "cannot be judged"},
                   {"two", integer(0), "cannot be judged"},
                   {"two", integer(1), "not reproduced"},
                   {"three", integer(0), "under a condition"},
                   {"four", integer(0), "under a condition"},
                   {"four", integer(1), "reproduced"}}};
  const Exhibit exhibit{.name = "toy/claims", .title = "", .sql = ""};
  const std::vector<JudgedClaim> claims =
      judged_claims(exhibit, judged_rows(exhibit, {.what = "claims", .claim = "claim", .setting = "latency"}, rows));
  ASSERT_EQ(claims.size(), 4U);
  EXPECT_EQ(claims[0].outcome(), Outcome::unjudged);
  EXPECT_EQ(claims[1].outcome(), Outcome::not_reproduced);
  EXPECT_EQ(claims[2].outcome(), Outcome::conditional);
  EXPECT_EQ(claims[3].outcome(), Outcome::partly);
  EXPECT_EQ(tally_of(claims).total(), 4);
}

// Agreement of a number that is not printed reproduces nothing.
TEST(Verdicts, OnValuesThatNoPaperPrintsAreOfWhatIsComputed) {
  const Rows rows{{"n", "printed", "verdict"},
                  {{integer(1), integer(3), "exact"},
                   {integer(2), std::monostate(), "exact"},
                   {integer(3), std::monostate(), "differs"}}};
  const Exhibit exhibit{.name = "toy/values", .title = "", .sql = ""};
  const Tally tally = tally_of(judged_claims(exhibit, judged_rows(exhibit, {.what = "values"}, rows)));
  EXPECT_EQ(tally.of(Outcome::reproduced), 1);
  EXPECT_EQ(tally.computed, 1);
  EXPECT_EQ(tally.of(Outcome::not_reproduced), 1);
  EXPECT_EQ(printed_numbers(judged_rows(exhibit, {.what = "values"}, rows)).size(), 1U);
  const Rows unprinted{{"n", "verdict"}, {{integer(1), "exact"}}};
  EXPECT_EQ(tally_of(judged_claims(exhibit, judged_rows(exhibit, {.what = "values"}, unprinted))).computed, 1);
}

TEST(Report, CountsVerdictsAndListsWhatIsNotReproducedFirst) {
  const std::string page = report_page(report());
  EXPECT_THAT(
      page,
      HasSubstr(
          R"(<tr><th scope="row">cells</th><td class="number">5</td><td class="number good">1</td><td class="number partly">1</td>)"
          R"(<td class="number bad">1</td><td class="number conditional">1</td><td class="number unjudged">1</td>)"
          R"(<td class="number">0</td>)"
          R"(<td class="number">1</td><td class="number">1</td>)"
          R"(<td><a href="#toy-claims">toy/claims</a></td></tr>)"));
  EXPECT_THAT(
      page,
      HasSubstr(
          R"(<tr><th scope="row">numbers</th><td class="number">2</td><td class="number good">1</td><td class="number">0</td>)"
          R"(<td class="number bad">1</td>)"));
  const std::size_t two = page.find(R"(<th scope="row">two</th>)");
  ASSERT_NE(two, std::string::npos);
  EXPECT_LT(two, page.find(R"(<th scope="row">three</th>)"));
  EXPECT_LT(page.find(R"(<th scope="row">three</th>)"), page.find(R"(<th scope="row">one</th>)"));
  EXPECT_EQ(page.find(R"(<th scope="row">four</th>)"), std::string::npos);
}

TEST(Report, SaysWhatWasNotRunAndWhereFromItComes) {
  const std::string page = report_page(report());
  EXPECT_THAT(page, StartsWith("<!DOCTYPE html>\n<html lang=\"en\">"));
  for (const char* piece : {"<li>toy/other: <code>apportion run toy/other --seed 3</code></li>", "apportion digest",
                            "apportion 9 (git abc)", "toy.sqlite, seed 3", "a CPU", "Provenance</h2>",
                            R"(<a class="skip" href="#overview">)", "<main>", "Toy 1999"})
    EXPECT_THAT(page, HasSubstr(piece));
  // Except the names of namespaces, which are not loaded.
  const std::string loaded = std::regex_replace(page, std::regex(R"re(xmlns(:xlink)?="[^"]*")re"), "");
  EXPECT_THAT(loaded, AllOf(Not(HasSubstr("http://")), Not(HasSubstr("https://")), Not(HasSubstr("<script "))));
  EXPECT_EQ(page, report_page(report()));
}

TEST(Report, WhatSumsUpAPaperComesFirst) {
  Report turned = report();
  turned.papers.front().exhibits.back().exhibit.overview = true;
  const std::string page = report_page(turned);
  EXPECT_LT(page.find("<article id=\"toy-heat\""), page.find("<article id=\"toy-claims\""));
}

TEST(Report, OpensWithAPapersShares) {
  const std::string page = report_page(report());
  EXPECT_THAT(page,
              HasSubstr("<p>1 of 2 printed numbers agree as the paper describes what it does; a true model would have "
                        "2.0. Of what can be judged yet, 1 of 5 claims reproduced; 1 claim and 1 exhibit wait "
                        "for results.</p>"));
  EXPECT_THAT(
      page,
      HasSubstr("<p class=\"legend\">2 reproduced, 1 partly, 2 not, 1 under a condition, 1 cannot be judged</p>"));
  EXPECT_LT(page.find("class=\"cards\""), page.find("Verdicts, counted"));
}

// "1 of 5" for a whole paper would differ from the same for the part that was run.
TEST(Report, AWholePaperWaitsForNothing) {
  Report whole = report();
  ReportPaper& paper = whole.papers.front();
  paper.missing.clear();
  for (ReportExhibit& entry : paper.exhibits)
    if (entry.exhibit.name == "toy/claims") entry.rows.rows.pop_back();
  EXPECT_THAT(report_page(whole),
              HasSubstr("<p>1 of 2 printed numbers agree as the paper describes what it does; a true model "
                        "would have 2.0. 1 of 5 claims reproduced.</p>"));
}

TEST(Report, WhatAnotherExhibitCountsIsNotCountedTwice) {
  Report twice = report();
  ReportExhibit again = claims();
  again.exhibit.name = "toy/statements";
  for (Judgement& each : again.exhibit.judgements) each.counted_by = "toy/claims";
  twice.papers.front().exhibits.push_back(again);
  EXPECT_THAT(
      report_page(twice),
      HasSubstr(
          "<p>1 of 2 printed numbers agree as the paper describes what it does; a true model would have 2.0. Of what "
          "can be judged yet, 1 of 5 claims "
          "reproduced; 1 claim and 1 exhibit wait "
          "for results.</p>"));
  // If the other is not shown, it counts.
  twice.papers.front().exhibits.erase(twice.papers.front().exhibits.begin());
  EXPECT_THAT(
      report_page(twice),
      HasSubstr(
          "<p>1 of 2 printed numbers agree as the paper describes what it does; a true model would have 2.0. Of what "
          "can be judged yet, 1 of 5 claims "
          "reproduced; 1 claim and 1 exhibit wait "
          "for results.</p>"));
}

TEST(Report, AHeadlineStandsInItsFoldersCardAndAFigureBeforeAll) {
  Report told = report();
  ReportExhibit said{{.name = "toy/said", .title = "Said", .sql = "SELECT 3"},
                     {{"sentence", "x", "y"}, {{"It is <so> in 3 of 4 cases.", 1.0, 2.0}}}};
  said.exhibit.headline = "sentence";
  told.papers.front().exhibits.push_back(said);
  EXPECT_THAT(report_page(told), HasSubstr("<p>It is &lt;so&gt; in 3 of 4 cases. <a href=\"#toy-said\">"));
  said.exhibit.charts = {{.name = "dots", .kind = ChartKind::scatter, .x = {"x", "x"}, .values = {{"y", "y"}}}};
  said.exhibit.opening_chart = "dots";
  told.papers.front().exhibits.back() = said;
  const std::string page = report_page(told);
  // Printed numbers come first.
  EXPECT_THAT(page, AllOf(HasSubstr("<strong>Ours against printed.</strong>"), HasSubstr("<p>It is &lt;so&gt;")));
  EXPECT_LT(page.find("<figure>"), page.find("Verdicts, counted"));
}

TEST(Report, SweepsStandBeforeThePapers) {
  Report own = report();
  ReportPaper sweep{.name = "sweeps/mine",
                    .title = "Mine & only",
                    .origin = "mine.ini, seed 3",
                    .text = "family = <none>",
                    .problems = {"sweeps/mine/x: it is <wrong>"}};
  sweep.exhibits = {{{.name = "sweeps/mine/y", .title = "Y", .sql = "SELECT 4"}, {{"y"}, {{integer(4)}}}}};
  own.sweeps = {sweep};
  const std::string page = report_page(own);
  for (const char* piece :
       {"Mine &amp; only</h2>", "<p class=\"faint\">mine.ini, seed 3</p>",
        "<li>sweeps/mine/x: it is &lt;wrong&gt;</li>", "<pre><code>family = &lt;none&gt;</code></pre>",
        "<a href=\"#sweeps-mine-y\">y</a>", "and your own sweeps"})
    EXPECT_THAT(page, HasSubstr(piece));
  EXPECT_LT(page.find("<section id=\"sweeps-mine\""), page.find("<section id=\"toy\""));
}

TEST(Report, AReportOfSweepsOpensWithTheirChart) {
  Report own{.database = "a.sqlite", .program = "apportion", .seed = "1"};
  ReportPaper sweep{.name = "sweeps/mine", .title = "Mine", .question = "Which is best?"};
  ReportExhibit shown{{.name = "sweeps/mine/y", .title = "Y by x", .sql = "SELECT 4"},
                      {{"x", "y"}, {{1.0, 2.0}, {2.0, 3.0}}}};
  shown.exhibit.charts = {{.name = "y", .x = {"x", "x"}, .y = {.title = "y"}, .values = {{"y", "y"}}}};
  sweep.exhibits = {shown};
  own.sweeps = {sweep};
  const std::string page = report_page(own);
  const std::size_t main = page.find("<main>");
  EXPECT_LT(page.find("<figure>", main), page.find("Which is best?", main));
  EXPECT_THAT(page, HasSubstr("<strong>Y by x.</strong>"));
  EXPECT_THAT(page, HasSubstr("<svg role=\"img\""));
}

// The script folds sections; without it the page is open, and controls without effect are missing.
TEST(Report, NothingIsHiddenWithoutAScript) {
  const std::string page = report_page(report());
  EXPECT_THAT(page, Not(HasSubstr("<details class=\"fold\">")));
  EXPECT_THAT(page, HasSubstr("<details class=\"fold\" open>"));
  EXPECT_THAT(page.substr(0, page.find("<script>\n")),
              AllOf(Not(HasSubstr("<button")), Not(HasSubstr("type=\"search\""))));
}

TEST(Report, FailuresComeFirst) {
  EXPECT_THAT(report_page(report()), Not(HasSubstr("<h3>Failures</h3>")));
  Report failed = report();
  failed.failures = {{{"experiment", "message"}, {{"toy/claims", "it <broke>"}}}, "SELECT failures"};
  const std::string page = report_page(failed);
  EXPECT_THAT(page, HasSubstr("<td>it &lt;broke&gt;</td>"));
  EXPECT_LT(page.find("<h3>Failures</h3>"), page.find("Verdicts, counted"));
  EXPECT_THAT(page,
              AllOf(HasSubstr("<pre><code>SELECT failures</code></pre>"), HasSubstr("download=\"failures.csv\"")));
}

TEST(Report, AClaimStandsBesideWhoSaysSo) {
  EXPECT_THAT(report_page(report()),
              HasSubstr(R"(<th scope="row">two</th><td class="bad">not reproduced</td><td>differs: the paper</td>)"));
}

TEST(Report, EveryTableHasItsDataAndWhatHasOneItsQuery) {
  Report replayed = report();
  const Rows parts{{"algorithm", "processor", "area"}, {{"XY2", integer(0), integer(200)}}};
  replayed.replays = {{"toy, sample 3", {"<svg></svg>", parts}, {{"algorithm", "cost"}, {{"XY2", 4.5}}}}};
  const std::string page = report_page(replayed);
  for (const char* name :
       {"tally", "toy-verdicts", "toy-claims", "toy-heat", "experiments", "runs", "replay-1", "replay-1-parts"})
    EXPECT_THAT(page, HasSubstr(std::string("<a download=\"") + name + ".csv\" href=\"data:text/csv;"));
  for (const char* query : {"SELECT experiments", "SELECT runs", "SELECT 2"})
    EXPECT_THAT(page, HasSubstr(std::string("<pre><code>") + query + "</code></pre>"));
  EXPECT_THAT(page, AllOf(HasSubstr("List of the 1 parts"), HasSubstr(R"(<td class="number">200</td>)")));
}

TEST(Report, LongTextsOfRunsAreFolded) {
  EXPECT_THAT(report_page(report()), HasSubstr("<td>a CPU</td><td><details><summary>show</summary><p>flags: -O2</p>"
                                               "<p>libraries: fmt 9</p></details></td>"));
}

TEST(Report, EscapesTextsAndQueries) {
  const std::string page = report_page(report());
  EXPECT_THAT(page, HasSubstr("Claims &amp; &lt;verdicts&gt;"));
  EXPECT_THAT(page, Not(HasSubstr("<verdicts>")));
  EXPECT_THAT(page, HasSubstr("<pre><code>SELECT 1 &lt; 2</code></pre>"));
  EXPECT_THAT(page, HasSubstr("href=\"data:text/csv;charset=utf-8,claim,said%20by,verdict,standing%0Aone,"));
}

TEST(Report, SwitchesBetweenValuesAndShowsExactOnes) {
  const std::string page = report_page(report());
  EXPECT_THAT(page, HasSubstr(R"(<input type="radio" name="toy-heat-view" id="toy-heat-view0" checked>)"
                              R"(<label for="toy-heat-view0">ours</label>)"));
  EXPECT_THAT(page, HasSubstr(R"(<label for="toy-heat-view2">reproduced?</label>)"));
  EXPECT_THAT(page, HasSubstr(R"(<td class="number good" title="ours 8, printed 9, verdict inside, exact 8.25">)"
                              R"(<a href="#toy-heat-number1">8</a></td>)"));
  EXPECT_THAT(page, HasSubstr(R"(<td class="number bad" title="ours -2, printed 0, verdict outside, exact -1.75">)"
                              R"(<a href="#toy-heat-number2">-2</a></td>)"));
  EXPECT_THAT(page, HasSubstr(R"(<td class="good" title="ours 8, printed 9, verdict inside, exact 8.25">)"
                              R"(<a href="#toy-heat-number1">inside</a></td>)"));
  EXPECT_THAT(page, HasSubstr("<caption>a: ours</caption>"));
  EXPECT_THAT(page, HasSubstr("All 3 rows, with exact values"));
}

// Links contain the columns that identify the row, and no others.
TEST(Report, SaysWhatExplainsEachPrintedNumber) {
  const std::string page = report_page(report());
  EXPECT_THAT(page, HasSubstr("<summary>What explains each of 2 printed numbers</summary>"));
  EXPECT_THAT(page,
              HasSubstr(R"(<li id="toy-heat-number2">printed 0: <code>apportion explain toy/heat page=a column=5)"));
  EXPECT_THAT(page, Not(HasSubstr("toy-heat-number3")));
}

}  // namespace
}  // namespace apportion::results
