// Checked statements: what their verdict is, how a counterexample is spelled, and what claim they make.
#include "experiments/engine/checked_statement.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <stdexcept>

#include "results/cells.hpp"
#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "results/verdict.hpp"
#include "tests/support/temporary_folder.hpp"

namespace apportion::engine {
namespace {

using ::testing::ElementsAre;

class CheckedStatements : public ::testing::Test {
 protected:
  CheckedStatements() { const results::Store store(file_); }

  [[nodiscard]] std::vector<std::vector<std::string>> texts(const std::string& sql) const {
    std::vector<std::vector<std::string>> texts;
    for (const auto& row : results::Reader(file_).query(sql, {{"seed", std::int64_t{1}}}).rows) {
      texts.emplace_back();
      for (const results::Value& value : row) texts.back().push_back(results::cell_text(value));
    }
    return texts;
  }

  /// Verdict and counterexample of a statement of whose cases so many failed, the smallest at sizes 3 and 0.
  [[nodiscard]] std::vector<std::string> shown(Reach reach, int cases, int failures) const {
    const std::string view = fmt::format(
        "(SELECT 1 AS seed, 'odd' AS algorithm, 7 AS bound, {} AS cases, {} AS failures, 3 AS size1, 0 AS size2)",
        cases, failures);
    const auto rows = texts(statements_exhibit(view, {statement(Said::paper, reach)}).sql);
    return {rows.at(0).at(4), rows.at(0).at(5), rows.at(0).at(6)};
  }

  [[nodiscard]] std::string claimed(Said said, Reach reach, int cases, int failures) const {
    const ClaimTable table{
        .relations = fmt::format("checks AS (SELECT 'odd' AS algorithm, {} AS cases, {} AS failures)", cases, failures),
        .claims = {statement_claim(statement(said, reach), "checks")}};
    const auto rows = texts(claims_sql(table));
    return rows.empty() ? "none" : rows.front().at(1);
  }

  [[nodiscard]] static CheckedStatement statement(Said said, Reach reach) {
    return {.position = 1,
            .name = "odd",
            .place = "Section 1",
            .said = said,
            .reach = reach,
            .text = "n is odd",
            .checked = "n <= %d",
            .sizes = {"n", "m"}};
  }

 private:
  testing_support::TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "statements.sqlite";
};

TEST_F(CheckedStatements, AreShownWithTheirSmallestCounterexample) {
  EXPECT_THAT(shown(Reach::always, 9, 0), ElementsAre("holds", "", "n <= 7"));
  EXPECT_THAT(shown(Reach::always, 9, 1), ElementsAre("fails", "n=3", "n <= 7"));
  EXPECT_THAT(shown(Reach::mostly, 9, 4), ElementsAre("holds", "n=3", "n <= 7"));
  EXPECT_THAT(shown(Reach::mostly, 8, 4), ElementsAre("fails", "n=3", "n <= 7"));
  EXPECT_THAT(shown(Reach::always, 0, 0), ElementsAre("", "", ""));
}

TEST_F(CheckedStatements, AreClaimsThatNeedCases) {
  EXPECT_EQ(claimed(Said::paper, Reach::always, 9, 0), "reproduced");
  EXPECT_EQ(claimed(Said::paper, Reach::always, 9, 1), "not reproduced");
  EXPECT_EQ(claimed(Said::paper, Reach::mostly, 9, 4), "reproduced");
  EXPECT_EQ(claimed(Said::paper, Reach::mostly, 8, 4), "not reproduced");
  EXPECT_EQ(claimed(Said::denied, Reach::always, 9, 1), "reproduced");
  EXPECT_EQ(claimed(Said::denied, Reach::always, 9, 0), "not reproduced");
  EXPECT_EQ(claimed(Said::paper, Reach::always, 0, 0), "none");
}

TEST_F(CheckedStatements, SayWhoSaysThem) {
  EXPECT_EQ(statement_claim(statement(Said::amended, Reach::always), "checks").text,
            "Section 1 (amended by us): n is odd");
  EXPECT_EQ(statement_claim(statement(Said::denied, Reach::always), "checks").text, "Section 1: not always: n is odd");
  // A denied statement that holds is the worse for the paper.
  const results::Exhibit exhibit = statements_exhibit("view", {statement(Said::denied, Reach::always)});
  for (const results::Judgement& judgement : exhibit.judgements)
    EXPECT_EQ(judgement.stance == results::Stance::denied, judgement.only.title == "denied by the paper");
}

TEST(CaseMeasures, HaveTheSizesOfTheCounterexample) {
  const CaseMeasures measures = case_measures({.bound = 4, .cases = 3, .failures = 2, .counterexample = {5, 6}});
  EXPECT_EQ(measures.cases, 3);
  EXPECT_EQ(measures.failures, 2);
  EXPECT_EQ(measures.size1, 5);
  EXPECT_EQ(measures.size2, 6);
  EXPECT_EQ(measures.size3, 0);
  EXPECT_THROW((void)case_measures({.counterexample = std::vector<std::int64_t>(most_case_sizes + 1, 1)}),
               std::out_of_range);
}

}  // namespace
}  // namespace apportion::engine
