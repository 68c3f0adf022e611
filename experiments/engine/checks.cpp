// The numbers of checks, and the exhibit and claims for the checked statements.
#include "experiments/engine/checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "base/text.hpp"

namespace apportion::engine {
namespace {

std::string said_by(Said said, const StatementTable& table) {
  switch (said) {
    case Said::paper:
      return "the paper";
    case Said::denied:
      return "denied by the paper";
    case Said::amended:
      return table.amended;
    case Said::beyond:
      return "beyond the paper";
  }
  return "";
}

// "m=1 n=2": the nonzero sizes with their names.
std::string named_sizes_sql(const std::string& names) {
  std::string text = "''";
  std::istringstream words(names);
  std::string name;
  for (int k = 1; words >> name; ++k)
    text += fmt::format(" || iif(size{0} = 0, '', printf({1}, size{0}))", k,
                        sql_literal(name == "_" ? " %d" : " " + name + "=%d"));
  return fmt::format("trim({})", text);
}

std::string counterexample_sql(const std::string& format) {
  std::string sizes;
  std::size_t k = 0;
  for (std::size_t at = format.find("%d"); at != std::string::npos; at = format.find("%d", at + 2))
    sizes += fmt::format(", size{}", ++k);
  return k == 0 ? named_sizes_sql(format) : fmt::format("printf({}{})", sql_literal(format), sizes);
}

std::string statement_rows(const StatementTable& table) {
  std::string rows;
  for (const CheckedStatement& entry : table.statements)
    fmt::format_to(std::back_inserter(rows), "{}  ({}, {}, {}, {}, {}, {}, {}, {}, {})", rows.empty() ? "" : ",\n",
                   entry.position, sql_literal(entry.name), sql_literal(entry.place),
                   sql_literal(said_by(entry.said, table)),
                   sql_literal(entry.reach == Reach::always ? "always" : "mostly"), sql_literal(entry.text),
                   sql_literal(entry.checked), sql_literal(entry.standing), entry.unjudged.empty() ? 0 : 1);
  return rows;
}

std::string counterexample_cases(const std::vector<CheckedStatement>& statements) {
  std::string cases;
  for (const CheckedStatement& entry : statements)
    fmt::format_to(std::back_inserter(cases), "\n                WHEN {} THEN {}", sql_literal(entry.name),
                   counterexample_sql(entry.sizes));
  return cases;
}

std::string columns_sql(const StatementTable& table) {
  const std::map<std::string, std::string> expressions = {
      {"statement", "name"},
      {"place", "place"},
      {"said by", "said"},
      {"text", "text"},
      {"verdict",
       "CASE WHEN cases = 0 OR cases IS NULL THEN NULL WHEN unjudged THEN 'cannot be judged' WHEN failures = 0 THEN "
       "'holds'\n"
       "            WHEN reach = 'mostly' AND 2 * failures < cases THEN 'holds' ELSE 'fails' END"},
      {"smallest counterexample",
       fmt::format("CASE WHEN failures > 0 THEN CASE name {} END END", counterexample_cases(table.statements))},
      {"checked", "CASE WHEN cases > 0 THEN printf(range, bound) END"},
      {"said to hold", "reach"},
      {"cases", "CAST(cases AS INTEGER)"},
      {"failures", "CAST(failures AS INTEGER)"},
      {"standing", "nullif(standing, '')"}};
  std::string sql;
  for (const std::string& column : table.columns)
    fmt::format_to(std::back_inserter(sql), "{}{} AS \"{}\"", sql.empty() ? "" : ",\n       ", expressions.at(column),
                   column);
  return sql;
}

results::Judgement judgement_on(const std::string& what, Said said, const StatementTable& table) {
  results::Judgement judgement{.what = what,
                               .stance = said == Said::denied ? results::Stance::denied : results::Stance::asserted,
                               .only = {"said by", said_by(said, table)}};
  if (std::ranges::count(table.columns, "standing") == 0) return judgement;
  judgement.claim = "text";
  judgement.setting = "place";
  judgement.standing = "standing";
  return judgement;
}

std::string claim_text(const CheckedStatement& statement, const StatementClaims& how) {
  const std::string amended = statement.said == Said::amended ? " (amended by us)" : "";
  const std::string place = how.names_place ? statement.place + amended + ": " : "";
  return place + (statement.said == Said::denied ? how.denial : "") + statement.text;
}

// Judges each case as a point; the first ones are those in which the statement fails.
void judge_cases(Claim& claim, const StatementClaims& how, const CheckedStatement& statement) {
  claim.points = fmt::format(
      "{0} JOIN (WITH RECURSIVE numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers "
      "WHERE number < (SELECT max(cases) FROM {0})) SELECT number FROM numbers) ON number <= cases "
      "WHERE algorithm = {1}",
      how.checks, sql_literal(statement.name));
  claim.measure = "number";
  claim.holds = "number > failures";
  claim.as_one = false;
}

Claim claim_of(const CheckedStatement& statement, const StatementClaims& how) {
  Claim claim = checked_claim(claim_text(statement, how), how.checks, statement.name);
  if (statement.said == Said::denied) claim.holds = "sum(failures) > 0";
  if (statement.reach == Reach::mostly) claim.holds = "2 * sum(failures) < sum(cases)";
  if (how.shows_counterexample)
    claim.measured =
        "printf('%d of %d cases fail', max(failures), max(cases)) || coalesce('; smallest: ' || max(counterexample), "
        "'')";
  if (statement.reach == Reach::mostly && how.judges_cases) judge_cases(claim, how, statement);
  return claim;
}

Claim amended_claim(const CheckedStatement& statement, const CheckedStatement& amendment, const StatementClaims& how) {
  if (statement.said != Said::paper || statement.reach != Reach::always)
    throw std::logic_error("statement '" + amendment.name + "' amends a statement that is not said to hold always");
  return checked_claim(claim_text(statement, how), how.checks, statement.name, amendment.name);
}

void require_amended(const std::vector<CheckedStatement>& statements) {
  for (const CheckedStatement& entry : statements)
    if (!entry.amends.empty() && std::ranges::count(statements, entry.amends, &CheckedStatement::name) == 0)
      throw std::logic_error("statement '" + entry.name + "' amends '" + entry.amends + "', which does not exist");
}

std::int64_t sum(const std::vector<std::int64_t>& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
}

constexpr std::array<std::string_view, most_case_sizes> size_names = {"size1", "size2", "size3", "size4",
                                                                      "size5", "size6", "size7", "size8"};

}  // namespace

results::Exhibit statements_exhibit(StatementTable table) {
  std::ranges::sort(table.statements, {}, &CheckedStatement::position);
  results::Exhibit exhibit;
  exhibit.sql =
      fmt::format(R"sql(WITH statement(position, name, place, said, reach, text, range, standing, unjudged) AS (VALUES
{}
)
SELECT {}
FROM statement LEFT JOIN (SELECT * FROM {} WHERE seed = :seed) ON algorithm = name
ORDER BY position)sql",
                  statement_rows(table), columns_sql(table), table.view);
  exhibit.note =
      "smallest: the least sum of sizes. Said to hold mostly: in more than half of the cases. "
      "Amended by us: with a condition or correction that it needs and the paper does not state. "
      "Beyond the paper: what it leaves open.";
  exhibit.judgements = {judgement_on("statements of the paper", Said::paper, table),
                        judgement_on("statements that the paper denies", Said::denied, table),
                        judgement_on("statements of the paper, amended by us", Said::amended, table)};
  return exhibit;
}

std::vector<Claim> statement_claims(std::vector<CheckedStatement> statements, const StatementClaims& how) {
  std::ranges::sort(statements, {}, &CheckedStatement::position);
  require_amended(statements);
  std::vector<Claim> claims;
  for (const CheckedStatement& entry : statements) {
    if (entry.said == Said::beyond || !entry.amends.empty()) continue;
    const auto amendment = std::ranges::find(statements, entry.name, &CheckedStatement::amends);
    claims.push_back(amendment == statements.end() ? claim_of(entry, how) : amended_claim(entry, *amendment, how));
    claims.back().standing = entry.standing;
    if (!entry.unjudged.empty()) claims.back().unjudged = sql_literal(entry.unjudged);
    claims.back().key = entry.name;
  }
  return claims;
}

void CheckedCases::add(bool holds, const std::vector<std::int64_t>& sizes) {
  ++cases;
  if (holds) return;
  ++failures;
  if (counterexample.empty() || std::pair(sum(sizes), sizes) < std::pair(sum(counterexample), counterexample))
    counterexample = sizes;
}

Numbers numbers_of(const CheckedCases& cases) {
  Numbers numbers = {{"bound", cases.bound}, {"cases", cases.cases}, {"failures", cases.failures}};
  for (const std::string_view name : size_names) numbers[name] = 0;
  std::size_t place = 0;
  for (const std::int64_t size : cases.counterexample) numbers[size_names.at(place++)] = static_cast<double>(size);
  return numbers;
}

std::vector<Metric> case_metrics(std::size_t sizes) {
  std::vector<Metric> metrics = {{{"bound", "greatest size", "", "", 0}},
                                 {{"cases", "cases looked at", "", "", 0}},
                                 {{"failures", "cases in which it fails", "", "", 0}}};
  for (std::size_t k = 0; k < sizes; ++k)
    metrics.push_back({{std::string(size_names.at(k)), "of the smallest counterexample; 0: none", "", "", 0}});
  return metrics;
}

}  // namespace apportion::engine
