// The equal-speed cells of Tables 2 to 7 have no randomness: how many agree is a fact, and which do not, too.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/runner.hpp"
#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "results/rows.hpp"
#include "tests/support/temporary_folder.hpp"

namespace apportion::kaddoura {
namespace {

class Fidelity : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder() = std::make_unique<testing_support::TemporaryFolder>();
    results::Store store(file());
    store.begin_run({});
    const engine::RunRequest request{.axes = {{"ratio", "1"}}};
    const auto experiments = engine::Catalogue::instance().experiments_named("kaddoura/grid");
    const engine::RunReport report = engine::run(engine::narrowed(experiments.front(), request), request,
                                                 {.progress = engine::ProgressStyle::silent}, store);
    ASSERT_EQ(report.failed, 0);
    store.finish_run("finished");
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

// Tables 5 to 7 choose no arithmetic as long as rounding is the same for both: only rounding twice tells them apart.
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

// Each verdict is that of its own row: of equal speeds, ours and what is printed are the same whole number.
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
