// Checks and checked statements: their counts and storage, their studies, and their verdicts and claims.
#include "experiments/engine/claims.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "base/error.hpp"
#include "experiments/engine/experiment.hpp"
#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "results/judge.hpp"
#include "results/rows.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/temporary_folder.hpp"

namespace apportion::engine {
namespace {

TEST(CheckedCases, KeepsTheCounterexampleOfTheLeastSum) {
  CheckedCases checked;
  checked.add(true, {1, 1});
  checked.add(false, {3, 1});
  checked.add(false, {1, 2});
  checked.add(false, {2, 1});
  EXPECT_EQ(checked.cases, 4);
  EXPECT_EQ(checked.failures, 3);
  EXPECT_EQ(checked.counterexample, (std::vector<std::int64_t>{1, 2}));
}

TEST(CheckedCases, CountsCasesWithoutSizes) {
  CheckedCases checked;
  checked.add(false);
  checked.add(true);
  EXPECT_EQ(checked.cases, 2);
  EXPECT_EQ(checked.failures, 1);
  EXPECT_TRUE(checked.counterexample.empty());
}

TEST(CaseNumbers, HaveTheSizesOfTheCounterexample) {
  const Numbers numbers = numbers_of({.bound = 4, .cases = 3, .failures = 2, .counterexample = {5, 6}});
  EXPECT_EQ(numbers, (Numbers{{"bound", 4},
                              {"cases", 3},
                              {"failures", 2},
                              {"size1", 5},
                              {"size2", 6},
                              {"size3", 0},
                              {"size4", 0},
                              {"size5", 0},
                              {"size6", 0},
                              {"size7", 0},
                              {"size8", 0}}));
  EXPECT_THROW((void)numbers_of({.counterexample = std::vector<std::int64_t>(most_case_sizes + 1, 1)}),
               std::out_of_range);
}

TEST(CaseNumbers, AreStoredWithAsManySizesAsAskedFor) {
  EXPECT_EQ(case_metrics(2).size(), 5U);
  EXPECT_EQ(case_metrics(2).back().record.name, "size2");
  EXPECT_EQ(case_metrics().back().record.name, "size8");
}

using IntCheck = Check<std::int64_t>;

CheckedCases as_far_as(const std::int64_t& bound) { return {.bound = bound, .cases = 1}; }
CheckedCases drawn(const std::int64_t& bound, RandomStream& stream) {
  return {.bound = bound, .cases = static_cast<std::int64_t>(stream() >> 12U)};
}
CheckedCases fails(const std::int64_t& bound) {
  if (bound > 3) throw std::runtime_error("too far");
  return {.bound = bound, .cases = 1};
}

std::int64_t bound_of(const Point& point, RandomStream& /*sample*/) {
  return static_cast<std::int64_t>(point.count("size"));
}

std::vector<IntCheck> all() { return {{"bound", as_far_as, true, 3}, {"drawn", drawn}, {"fails", fails}}; }

Experiment experiment() {
  Experiment study{.name = "tests/checks", .deterministic = true, .measured = {case_metrics(1)}};
  study.axes = {whole_axis("size", "greatest size", AxisRole::applied, 1, 9, {4})};
  set_functions(study, functions_of(all()));
  study.sample = sampler(bound_of);
  return completed(std::move(study));
}

TEST(Checks, AreTheColumnsOfTheirStudy) {
  EXPECT_THAT(experiment().algorithms, ElementsAre("bound", "drawn", "fails"));
}

TEST(Checks, TakeWhatTheyNeed) {
  RandomStream same(1, "tests/checks|size=4|0|drawn");
  const auto expected = static_cast<double>(same() >> 12U);
  const Experiment checks = experiment();
  const Replay found = replay(checks, {"bound", "drawn", "bound"}, 1, point_at(checks, {}), 0);
  ASSERT_EQ(found.columns.size(), 2U);
  EXPECT_THAT(found.columns[0].values, ElementsAre(4, 1, 0, 0));
  EXPECT_EQ(found.columns[0].column.revision, 3);
  EXPECT_THAT(found.columns[1].values, ElementsAre(4, expected, 0, 0));
  EXPECT_EQ(found.instance, "");
}

TEST(Checks, ThatThrowAreFailures) {
  const Experiment checks = experiment();
  EXPECT_EQ(replay(checks, {"fails"}, 1, point_at(checks, {}), 0).columns.at(0).failure, "too far");
  EXPECT_EQ(replay(checks, {"fails"}, 1, point_at(checks, {{"size", "3"}}), 0).columns.at(0).failure, std::nullopt);
}

TEST(Checks, AreChosenByNameAndHaveNoOptions) {
  EXPECT_THROW((void)experiment().columns({"bond"}), InputError);
  EXPECT_THROW((void)experiment().columns({"bound[x]"}), InputError);
}

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

  /// Verdict and counterexample of a statement with this many failed cases, the smallest with sizes 3 and 0.
  [[nodiscard]] std::vector<std::string> shown(Reach reach, int cases, int failures) const {
    const std::string view = fmt::format(
        "(SELECT 1 AS seed, 'odd' AS algorithm, 7 AS bound, {} AS cases, {} AS failures, 3 AS size1, 0 AS size2)",
        cases, failures);
    const auto rows = texts(statements_exhibit({.view = view, .statements = {statement(Said::paper, reach)}}).sql);
    return {rows.at(0).at(4), rows.at(0).at(5), rows.at(0).at(6)};
  }

  /// The spelling of a counterexample with sizes 3, 0.
  [[nodiscard]] std::string spelled(const std::string& sizes) const {
    CheckedStatement made = statement(Said::paper, Reach::always);
    made.sizes = sizes;
    const StatementTable table{
        .view =
            "(SELECT 1 AS seed, 'odd' AS algorithm, 7 AS bound, 9 AS cases, 1 AS failures, 3.0 AS size1, 0.0 AS size2)",
        .statements = {made},
        .columns = {"smallest counterexample"}};
    return texts(statements_exhibit(table).sql).at(0).at(0);
  }

  /// Verdict, measured and points of the first claim, if this many cases of `odd` failed, the smallest being 3, and no
  /// case of `amended`.
  [[nodiscard]] std::vector<std::string> first_claim(const std::vector<CheckedStatement>& statements,
                                                     const StatementClaims& how, int cases, int failures) const {
    const ClaimTable table{
        .relations = fmt::format("checks AS (SELECT 'odd' AS algorithm, {} AS cases, {} AS failures, "
                                 "'3' AS counterexample UNION ALL SELECT 'amended', 5, 0, NULL)",
                                 cases, failures),
        .claims = statement_claims(statements, how)};
    const auto rows = texts(claims_sql(table));
    return rows.empty() ? std::vector<std::string>{"none"} : std::vector{rows[0].at(1), rows[0].at(2), rows[0].at(3)};
  }

  [[nodiscard]] std::string claimed(Said said, Reach reach, int cases, int failures) const {
    return first_claim({statement(said, reach)}, {.checks = "checks"}, cases, failures).front();
  }

  /// A condition under which `odd` holds.
  [[nodiscard]] static CheckedStatement amendment() {
    return {.position = 2, .name = "amended", .said = Said::amended, .text = "n is odd if", .amends = "odd"};
  }

  [[nodiscard]] static CheckedStatement statement(Said said, Reach reach) {
    return {.position = 1,
            .name = "odd",
            .place = "Section 1",
            .said = said,
            .reach = reach,
            .text = "n is odd",
            .checked = "n <= %d",
            .sizes = "n m"};
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

TEST_F(CheckedStatements, SpellTheirSizes) {
  EXPECT_EQ(spelled("n m"), "n=3");
  EXPECT_EQ(spelled("_ _"), "3");
  EXPECT_EQ(spelled("wrap(%d,%d)"), "wrap(3,0)");
}

TEST_F(CheckedStatements, AreAmendedByOthers) {
  const CheckedStatement odd = statement(Said::paper, Reach::always);
  EXPECT_EQ(first_claim({odd, amendment()}, {.checks = "checks"}, 9, 1).front(), "under a condition");
  EXPECT_EQ(first_claim({amendment(), odd}, {.checks = "checks"}, 9, 0).front(), "reproduced");
  EXPECT_EQ(statement_claims({odd, amendment()}, {.checks = "checks"}).size(), 1U);
  EXPECT_THROW((void)statement_claims({amendment()}, {.checks = "checks"}), std::logic_error);
  for (const CheckedStatement& other : {statement(Said::denied, Reach::always), statement(Said::paper, Reach::mostly)})
    EXPECT_THROW((void)statement_claims({other, amendment()}, {.checks = "checks"}), std::logic_error);
}

TEST_F(CheckedStatements, AreJudgedCaseByCaseWhereAsked) {
  const StatementClaims how{.checks = "checks", .shows_counterexample = true, .judges_cases = true};
  const auto judged = [&](Reach reach, int failures) {
    return first_claim({statement(Said::paper, reach)}, how, 9, failures);
  };
  EXPECT_THAT(judged(Reach::mostly, 0), ElementsAre("reproduced", "0 of 9 cases fail; smallest: 3", "9 of 9"));
  EXPECT_THAT(judged(Reach::mostly, 4), ElementsAre("mostly reproduced", "4 of 9 cases fail; smallest: 3", "5 of 9"));
  EXPECT_THAT(judged(Reach::mostly, 5), ElementsAre("not reproduced", "5 of 9 cases fail; smallest: 3", "4 of 9"));
  EXPECT_THAT(judged(Reach::always, 4), ElementsAre("not reproduced", "4 of 9 cases fail; smallest: 3", "0 of 1"));
}

TEST_F(CheckedStatements, SayWhoSaysThem) {
  const auto text = [](Said said, const StatementClaims& how) {
    return statement_claims({statement(said, Reach::always)}, how).at(0).text;
  };
  EXPECT_EQ(text(Said::amended, {.checks = "checks"}), "Section 1 (amended by us): n is odd");
  EXPECT_EQ(text(Said::denied, {.checks = "checks"}), "Section 1: not always: n is odd");
  EXPECT_EQ(text(Said::denied, {.checks = "checks", .names_place = false, .denial = "no: "}), "no: n is odd");
  EXPECT_TRUE(statement_claims({statement(Said::beyond, Reach::always)}, {.checks = "checks"}).empty());
}

TEST_F(CheckedStatements, AreJudgedByWhoSaysThem) {
  StatementTable table{.view = "view", .statements = {statement(Said::denied, Reach::always)}, .amended = "we"};
  // If a denied statement holds, that is worse for the paper.
  for (const results::Judgement& judgement : statements_exhibit(table).judgements) {
    EXPECT_EQ(judgement.stance == results::Stance::denied, judgement.only.title == "denied by the paper");
    EXPECT_EQ(judgement.claim, "text");
  }
  EXPECT_EQ(statements_exhibit(table).judgements.back().only.title, "we");
  table.columns = {"said by", "verdict"};
  for (const results::Judgement& judgement : statements_exhibit(table).judgements) EXPECT_EQ(judgement.claim, "");
  table.columns = {"colour"};
  EXPECT_THROW((void)statements_exhibit(table), std::out_of_range);
}

}  // namespace
}  // namespace apportion::engine
