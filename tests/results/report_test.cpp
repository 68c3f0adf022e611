// The report's page, from exhibits that were made up.
#include "results/report/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "base/error.hpp"
#include "results/report/verdicts.hpp"
#include "tests/results/sample_store.hpp"
#include "tests/results/sample_values.hpp"

namespace apportion::results {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using testing::message_of;
using ::testing::Not;
using ::testing::StartsWith;

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
           {"three", "the paper", "equal by legacy", "reconstructed"},
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
  Report report{.database = "toy.sqlite", .program = "apportion 9 (git abc)", .seed = "3", .digest = "d1gest"};
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
                                    Field(&JudgedRow::claim, "three")));
  EXPECT_EQ(verdicts[0].outcome, Outcome::reproduced);
  EXPECT_EQ(verdicts[1].outcome, Outcome::not_reproduced);
  EXPECT_EQ(verdicts[1].standing, "calibrated");
  EXPECT_EQ(verdicts[2].outcome, Outcome::partly);
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

TEST(Report, CountsVerdictsAndListsWhatIsNotReproducedFirst) {
  const std::string page = report_page(report());
  EXPECT_THAT(
      page,
      HasSubstr(
          R"(<tr><th scope="row">cells</th><td class="number">3</td><td class="number good">1</td><td class="number partly">1</td>)"
          R"(<td class="number bad">1</td><td class="number">1</td><td class="number">1</td>)"
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
  for (const char* piece : {"<li>toy/other: <code>apportion run toy/other --seed 3</code></li>", "d1gest",
                            "apportion 9 (git abc)", "toy.sqlite, seed 3", "a CPU", "<h2>Provenance</h2>",
                            R"(<a class="skip" href="#overview">)", "<main>", "Toy 1999"})
    EXPECT_THAT(page, HasSubstr(piece));
  EXPECT_THAT(page, AllOf(Not(HasSubstr("http://")), Not(HasSubstr("https://")), Not(HasSubstr("<script"))));
  EXPECT_EQ(page, report_page(report()));
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
              HasSubstr(R"(<th scope="row">two</th><td>the paper</td><td class="bad">not reproduced</td>)"));
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
  EXPECT_THAT(page, HasSubstr(R"(<td class="number c4" title="ours 8, printed 9, verdict inside, exact 8.25">8</td>)"));
  EXPECT_THAT(page,
              HasSubstr(R"(<td class="number d1" title="ours -2, printed 0, verdict outside, exact -1.75">-2</td>)"));
  EXPECT_THAT(page, HasSubstr(R"(<td class="good" title="ours 8, printed 9, verdict inside, exact 8.25">inside</td>)"));
  EXPECT_THAT(page, HasSubstr("<caption>a: ours</caption>"));
  EXPECT_THAT(page, HasSubstr("All 3 rows, with exact values"));
}

}  // namespace
}  // namespace apportion::results
