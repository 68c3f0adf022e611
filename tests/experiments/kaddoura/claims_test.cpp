// Kaddoura et al.: claims, Table 1 and the fidelity of the numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "experiments/engine/catalogue.hpp"
#include "experiments/kaddoura/lemmas.hpp"
#include "experiments/sweeps/sentences.hpp"
#include "results/database/reader.hpp"
#include "results/rows.hpp"
#include "tests/support/run_into.hpp"
#include "tests/support/temporary_folder.hpp"

namespace apportion::kaddoura {
namespace {

/// The exhibit's result for one claim at one latency.
struct Answer {
  std::string verdict;  // "": no verdict
  std::string points;
};

class KaddouraClaims : public testing::Test {
 protected:
  void run(const engine::RunRequest& request, const std::string& experiment = "kaddoura/grid") const {
    testing_support::run_into(file_, experiment, request);
  }

  [[nodiscard]] std::map<std::string, Answer> answers() const {
    const results::Exhibit entry = engine::Catalogue::instance().exhibits_named("kaddoura/claims").front();
    const results::Rows rows =
        results::Reader(file_).query(entry.sql, {{"seed", std::int64_t{1}}, {"sampling", std::string("max-set")}});
    std::map<std::string, Answer> answers;
    for (const auto& row : rows.rows) {
      const auto* const verdict = std::get_if<std::string>(&row.at(2));
      answers[std::get<std::string>(row.at(0)) + ", " + std::get<std::string>(row.at(1))] = {
          verdict == nullptr ? "" : *verdict, std::get<std::string>(row.at(4))};
    }
    return answers;
  }

 private:
  testing_support::TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "claims.sqlite";
};

TEST_F(KaddouraClaims, HaveNoVerdictAtEqualSpeedsAlone) {
  run({.axes = {{"ratio", "1"}}});
  const auto all = answers();
  // All except the times and the checked statements, from other experiments, and the growths, which are over all
  // ratios.
  EXPECT_EQ(all.size(), 73U);
  for (const auto& [claim, answer] : all) EXPECT_EQ(answer.verdict, "") << claim;
  EXPECT_EQ(all.at("17. XY2 has the least cost, latency 0").points, "36 of 36; 144 not run");
}

// Two claims need only the arrays that are longer than the number of processors.
TEST_F(KaddouraClaims, AreJudgedWhereAllTheirPointsWereRun) {
  run({.axes = {{"columns", "5000,10000,20000"}, {"processors", "4,5,7,10,15"}, {"latency", "0,1000"}}});
  for (const auto& [claim, answer] : answers()) {
    const bool complete = claim.find("where the aspect ratio is above p") != std::string::npos;
    EXPECT_EQ(answer.verdict.empty(), !complete) << claim << ": " << answer.verdict;
  }
  const auto all = answers();
  EXPECT_EQ(all.at("7. XY2 equals RecursiveBisection2 where the aspect ratio is above p, latency 0").verdict,
            "reproduced");
  EXPECT_EQ(all.at("8. TILE equals RecursiveBisection2 where the aspect ratio is above p, latency 0").points,
            "45 of 45");
  EXPECT_EQ(
      all.at("24. where the aspect ratio is above p, the best decomposition is along one dimension, latency 0").points,
      "44 of 45");
}

// Every check of a statement is a claim of its own, without latency; statements beyond the paper are no claims.
TEST_F(KaddouraClaims, HaveARowForEveryCheckedStatement) {
  run({.axes = {{"parts", "4"}, {"weight", "2"}, {"side", "3"}, {"cells", "3"}, {"draws", "20"}}}, "kaddoura/lemmas");
  const auto all = answers();
  std::size_t said = 0;
  for (const engine::CheckedStatement& statement : sweeps::statements_said("kaddoura"))
    said += statement.said == engine::Said::beyond || !statement.amends.empty() ? 0 : 1;
  EXPECT_EQ(all.size(), said);
  const auto verdict = [&](std::string_view beginning) {
    for (const auto& [claim, answer] : all)
      if (claim.find(beginning) != std::string::npos && claim.ends_with(", latency aside")) return answer.verdict;
    return std::string("no such row");
  };
  EXPECT_EQ(verdict("Section 4, Lemma 1: "), "reproduced");
  EXPECT_EQ(verdict("Section 4, Lemma 4: "), "not reproduced");
  EXPECT_EQ(verdict("Section 4, Lemma 4 (amended by us): "), "reproduced");
  EXPECT_EQ(verdict("Section 5: not always: all rearrangements"), "reproduced");
}

// The paper's claims are about times, not about ratios to another algorithm's, also those about bisections.
TEST_F(KaddouraClaims, JudgeTimesOfEveryAlgorithm) {
  run({.axes = {{"processors", "4"}}}, "kaddoura/table8");
  const auto all = answers();
  EXPECT_EQ(all.at("43. with latency RecursiveBisection2 takes more time, latency 100").points.substr(1),
            " of 1; 5 not run");
  EXPECT_EQ(all.at("44. with latency RecursiveBisection3 takes more time, latency 100").verdict, "");
}

// The verdicts, an exhibit's last column, by its first column.
std::map<std::string, std::string> verdicts(const std::string& name) {
  const testing_support::TemporaryFolder folder;
  const std::filesystem::path file = folder / "verdicts.sqlite";
  testing_support::run_into(file, name);
  const results::Exhibit exhibit = engine::Catalogue::instance().exhibits_named(name).front();
  std::map<std::string, std::string> found;
  const results::Rows rows = results::Reader(file).query(exhibit.sql, {{"seed", std::int64_t{1}}});
  for (const auto& row : rows.rows) {
    const auto* const text = std::get_if<std::string>(&row.front());
    const auto* const verdict = std::get_if<std::string>(&row[results::column_index(rows, "verdict", name)]);
    found[text != nullptr ? *text : std::to_string(std::get<std::int64_t>(row.front()))] =
        verdict != nullptr ? *verdict : "";
  }
  return found;
}

TEST(Table1, CountsAgreeAndThePrintedDigitsAreJudged) {
  EXPECT_EQ(verdicts("kaddoura/table1"), (std::map<std::string, std::string>{{"4", "exact"},
                                                                             {"5", "exact"},
                                                                             {"7", "exact"},
                                                                             {"10", "truncated"},
                                                                             {"15", ""},
                                                                             {"20", "rounded"},
                                                                             {"30", ""},
                                                                             {"40", ""},
                                                                             {"50", ""},
                                                                             {"60", ""}}));
}

TEST(Figure16, CostsAreThePrintedOnes) {
  EXPECT_EQ(verdicts("kaddoura/figure16"), (std::map<std::string, std::string>{{"RecursiveBisection", "exact"},
                                                                               {"XY2", "exact"},
                                                                               {"TILE", "exact"},
                                                                               {"RecursiveBisection2", "truncated"},
                                                                               {"RecursiveBisection3", "exact"}}));
}

class Fidelity : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder() = std::make_unique<testing_support::TemporaryFolder>();
    testing_support::run_into(file(), "kaddoura/grid", {.axes = {{"ratio", "1"}}});
  }
  static void TearDownTestSuite() { folder().reset(); }

  static std::unique_ptr<testing_support::TemporaryFolder>& folder() {
    static std::unique_ptr<testing_support::TemporaryFolder> folder;
    return folder;
  }
  static std::filesystem::path file() { return *folder() / "equal_speeds.sqlite"; }

  static results::Rows answer(const std::string& exhibit) {
    const results::Exhibit entry = engine::Catalogue::instance().exhibits_named(exhibit).front();
    return results::Reader(file()).query(entry.sql, {{"seed", std::int64_t{1}}, {"sampling", std::string("max-set")}});
  }

  static std::set<std::string> totals(const std::string& judgement) {
    std::set<std::string> totals;
    for (const auto& row : answer("kaddoura/fidelity").rows)
      if (std::get<std::string>(row.at(0)) == judgement)
        totals.insert(std::get<std::string>(row.at(1)) + " " + std::get<std::string>(row.at(2)));
    return totals;
  }
};

TEST_F(Fidelity, OfTheAlgorithmsAtEqualSpeeds) {
  EXPECT_EQ(totals("as described: equal speeds"), (std::set<std::string>{"T2 35/36", "T3 26/36", "T4 27/36", "T5 35/36",
                                                                         "T6 36/36", "T7 34/36", "all 193/216"}));
}

// Printed zeros agree nearly always, and are two thirds of the cells.
TEST_F(Fidelity, OfPrintedZerosAndOthersApart) {
  EXPECT_TRUE(totals("of these, printed zeros").contains("all 140/143"));
  EXPECT_TRUE(totals("of these, other percentages").contains("all 53/73"));
}

TEST_F(Fidelity, OfLegacyArithmeticAtEqualSpeeds) {
  EXPECT_TRUE(totals("with TILE[legacy]: equal speeds").contains("all 203/216"));
  EXPECT_EQ(
      totals("with TILE[legacy]: equal speeds, rounded twice"),
      (std::set<std::string>{"T2 35/36", "T3 32/36", "T4 32/36", "T5 35/36", "T6 36/36", "T7 36/36", "all 206/216"}));
}

// Tables 5 to 7 choose no arithmetic if rounding is the same for both: only double rounding separates them.
TEST_F(Fidelity, TheArithmeticIsChosenByTables2To4Alone) {
  const results::Rows rows = answer("kaddoura/choosing-arithmetic");
  ASSERT_EQ(rows.rows.size(), 3U);
  std::set<std::string> counts;
  for (const auto& row : rows.rows)
    counts.insert(std::get<std::string>(row.at(0)) + " " + std::get<std::string>(row.at(1)) + " " +
                  std::get<std::string>(row.at(2)));
  EXPECT_EQ(counts, (std::set<std::string>{"exact 88/108 105/108", "legacy 98/108 105/108",
                                           "legacy, rounded twice 99/108 107/108"}));
}

// Each verdict belongs to its own row: for equal speeds, our number and the printed one are the same whole number.
TEST_F(Fidelity, VerdictsFollowFromTheColumnsOfTheirRows) {
  std::size_t rows_seen = 0;
  for (int table = 2; table <= 7; ++table) {
    const results::Rows rows = answer("kaddoura/table" + std::to_string(table));
    const auto column = [&](const char* name) { return results::column_index(rows, name, "table"); };
    for (const auto& row : rows.rows) {
      if (results::is_null(row[column("printed")])) continue;
      ++rows_seen;
      const std::string printed = results::cell_text(row[column("printed")]);
      const bool agrees = results::cell_text(row[column("ours")]) == printed;
      EXPECT_EQ(results::cell_text(row[column("verdict")]), agrees ? "exact" : "differs");
      if (std::ranges::find(rows.columns, "legacy") == rows.columns.end()) continue;
      const bool agrees_with_legacy = results::cell_text(row[column("legacy")]) == printed;
      EXPECT_EQ(results::cell_text(row[column("legacy_verdict")]), agrees_with_legacy ? "exact" : "differs");
    }
  }
  EXPECT_EQ(rows_seen, 216U);
}

TEST_F(Fidelity, TheCellsThatNoReadingExplains) {
  std::set<std::string> cells;
  for (const auto& row : answer("kaddoura/unexplained").rows)
    cells.insert("T" + std::to_string(std::get<std::int64_t>(row.at(0))) + " " + std::get<std::string>(row.at(1)) +
                 " p" + std::to_string(std::get<std::int64_t>(row.at(3))));
  EXPECT_EQ(cells,
            (std::set<std::string>{"T2 1000 x 2000 p10", "T3 1000 x 1000 p15", "T3 1000 x 1000 p20",
                                   "T3 1000 x 2000 p15", "T3 1000 x 3000 p15", "T4 1000 x 1000 p20",
                                   "T4 1000 x 1000 p4", "T4 1000 x 1000 p5", "T4 1000 x 1000 p7", "T4 1000 x 3000 p10",
                                   "T5 1000 x 2000 p15", "T7 1000 x 1000 p20", "T7 1000 x 2000 p15"}));
}

}  // namespace
}  // namespace apportion::kaddoura
