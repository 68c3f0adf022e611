// The metrics, the exhibit and the claims of checked statements.
#include "experiments/engine/checked_statement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "base/text.hpp"

namespace apportion::engine {
namespace {

constexpr std::array<double CaseMeasures::*, most_case_sizes> size_members = {
    &CaseMeasures::size1, &CaseMeasures::size2, &CaseMeasures::size3, &CaseMeasures::size4,
    &CaseMeasures::size5, &CaseMeasures::size6, &CaseMeasures::size7, &CaseMeasures::size8};

std::string_view said_by(Said said) {
  switch (said) {
    case Said::paper:
      return "the paper";
    case Said::denied:
      return "denied by the paper";
    case Said::amended:
      return "the paper, amended by us";
    case Said::beyond:
      return "beyond the paper";
  }
  return "";
}

std::string_view reach_text(Reach reach) { return reach == Reach::always ? "always" : "mostly"; }

// "m=1 n=2": the sizes that are not 0, behind their names.
std::string counterexample_sql(const CheckedStatement& statement) {
  std::string text = "''";
  for (std::size_t k = 0; k < statement.sizes.size(); ++k)
    text += fmt::format(" || iif(size{0} = 0, '', printf(' %s=%d', {1}, size{0}))", k + 1,
                        sql_literal(statement.sizes.at(k)));
  return fmt::format("trim({})", text);
}

std::string statement_rows(const std::vector<CheckedStatement>& statements) {
  std::string rows;
  for (const CheckedStatement& entry : statements)
    fmt::format_to(std::back_inserter(rows), "{}  ({}, {}, {}, {}, {}, {}, {}, {})", rows.empty() ? "" : ",\n",
                   entry.position, sql_literal(entry.name), sql_literal(entry.place), sql_literal(said_by(entry.said)),
                   sql_literal(reach_text(entry.reach)), sql_literal(entry.text), sql_literal(entry.checked),
                   sql_literal(entry.standing));
  return rows;
}

std::string counterexample_cases(const std::vector<CheckedStatement>& statements) {
  std::string cases;
  for (const CheckedStatement& entry : statements)
    fmt::format_to(std::back_inserter(cases), "\n                WHEN {} THEN {}", sql_literal(entry.name),
                   counterexample_sql(entry));
  return cases;
}

results::Judgement judgement_on(const std::string& what, Said said) {
  return {.what = what,
          .stance = said == Said::denied ? results::Stance::denied : results::Stance::asserted,
          .claim = "text",
          .setting = "place",
          .only = {"said by", std::string(said_by(said))},
          .standing = "standing"};
}

}  // namespace

CaseMeasures case_measures(const CheckedCases& cases) {
  CaseMeasures measures{.bound = static_cast<double>(cases.bound),
                        .cases = static_cast<double>(cases.cases),
                        .failures = static_cast<double>(cases.failures)};
  for (std::size_t k = 0; k < cases.counterexample.size(); ++k)
    measures.*size_members.at(k) = static_cast<double>(cases.counterexample[k]);
  return measures;
}

std::vector<Metric<CaseMeasures>> case_metrics() {
  std::vector<Metric<CaseMeasures>> metrics = {
      {"bound", "greatest size", "", "", 0, &CaseMeasures::bound},
      {"cases", "cases looked at", "", "", 0, &CaseMeasures::cases},
      {"failures", "cases in which it fails", "", "", 0, &CaseMeasures::failures}};
  for (std::size_t k = 0; k < size_members.size(); ++k)
    metrics.push_back(
        {fmt::format("size{}", k + 1), "of the smallest counterexample; 0: none", "", "", 0, size_members.at(k)});
  return metrics;
}

results::Exhibit statements_exhibit(std::string_view view, std::vector<CheckedStatement> statements) {
  std::ranges::sort(statements, {}, &CheckedStatement::position);
  results::Exhibit exhibit;
  exhibit.sql = fmt::format(R"sql(WITH statement(position, name, place, said, reach, text, range, standing) AS (VALUES
{}
)
SELECT name AS statement, place, said AS "said by", text,
       CASE WHEN cases = 0 OR cases IS NULL THEN NULL WHEN failures = 0 THEN 'holds'
            WHEN reach = 'mostly' AND 2 * failures < cases THEN 'holds' ELSE 'fails' END AS verdict,
       CASE WHEN failures > 0 THEN CASE name {} END END AS "smallest counterexample",
       CASE WHEN cases > 0 THEN printf(range, bound) END AS checked, reach AS "said to hold",
       CAST(cases AS INTEGER) AS cases, CAST(failures AS INTEGER) AS failures,
       nullif(standing, '') AS standing
FROM statement LEFT JOIN (SELECT * FROM {} WHERE seed = :seed) ON algorithm = name
ORDER BY position)sql",
                            statement_rows(statements), counterexample_cases(statements), view);
  exhibit.note =
      "smallest: the least sum of sizes. Said to hold mostly: in more than half of the cases. Amended by us: with a "
      "condition or correction that it needs and the paper does not state. Beyond the paper: what it leaves open.";
  exhibit.judgements = {judgement_on("statements of the paper", Said::paper),
                        judgement_on("statements that the paper denies", Said::denied),
                        judgement_on("statements of the paper, amended by us", Said::amended)};
  return exhibit;
}

Claim statement_claim(const CheckedStatement& statement, std::string_view checks) {
  const std::string amended = statement.said == Said::amended ? " (amended by us)" : "";
  const std::string denied = statement.said == Said::denied ? "not always: " : "";
  Claim claim = checked_claim(fmt::format("{}{}: {}{}", statement.place, amended, denied, statement.text), checks,
                              statement.name);
  claim.standing = statement.standing;
  if (statement.said == Said::denied) claim.holds = "sum(failures) > 0";
  if (statement.reach == Reach::mostly) claim.holds = "2 * sum(failures) < sum(cases)";
  return claim;
}

}  // namespace apportion::engine
