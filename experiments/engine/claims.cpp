// SQL for tables of claims, of a paper's sentences and of checked statements, and the numbers of checks.
#include "experiments/engine/claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "base/text.hpp"
#include "base/words.hpp"
#include "results/database/reader.hpp"
#include "results/judge.hpp"

namespace apportion::engine {
namespace {

std::string text_sql(const Claim& claim) {
  const bool quotes = claim.text.find("%s") != std::string::npos;
  if (quotes == claim.quoted.empty())
    throw std::logic_error("claim '" + claim.text + "': %s without a text for it, or the other way round");
  return quotes ? fmt::format("printf({}, {})", sql_literal(claim.text), claim.quoted) : sql_literal(claim.text);
}

// SQLite prints a rounded -0.001 as -0.00; adding 0.0 gives 0.00.
std::string range_sql(const Claim& claim) {
  const std::string number = fmt::format("%.{}f", claim.digits);
  const std::string format = number + " to " + number + (claim.unit.empty() ? "" : " %s");
  const std::string unit = claim.unit.empty() ? "" : ", " + sql_literal(claim.unit);
  return fmt::format("printf({0}, round(min(measure), {1}) + 0.0, round(max(measure), {1}) + 0.0{2})",
                     sql_literal(format), claim.digits, unit);
}

// All metrics of a column have as many samples, except metrics added later, which may have fewer.
std::string taken_sql(const ClaimTable& table) {
  std::string needs;
  for (const SampledRelation& relation : table.sampled)
    for (const std::string& name : relation.experiments)
      needs += fmt::format(" WHEN {} THEN {}", sql_literal(name), fewest_samples(table.samples.at(name)));
  return fmt::format(R"sql(taken AS MATERIALIZED (
  SELECT experiment, coordinates, max(count) AS samples, CASE experiment{} END AS needs
  FROM measurements WHERE seed = :seed GROUP BY experiment, coordinates, algorithm, rival HAVING samples < needs))sql",
                     needs);
}

// The number of samples that a claim needs if some experiment behind it has fewer, else NULL.
std::string needs_sql(const Claim& claim, const std::vector<SampledRelation>& relations) {
  const std::string first = claim.points.substr(0, claim.points.find_first_of(" ,"));
  for (const SampledRelation& relation : relations) {
    if (!relation.name.empty() && relation.name != first) continue;
    return fmt::format("(SELECT max(needs) FROM taken WHERE experiment IN ({}) AND ({}))",
                       fmt::join(collected(relation.experiments, sql_literal), ", "), relation.condition);
  }
  return "NULL";
}

// One row for each setting: the numbers of points, of points run, of points judged, and of points at which it holds.
std::string judged_sql(std::size_t position, const Claim& claim, const ClaimTable& table) {
  const std::string& setting = table.setting;
  const std::string run = claim.as_one ? "count(measure)" : "count(holds)";
  const std::string points = fmt::format("SELECT *, {} AS setting, ({}) AS measure FROM {}",
                                         setting.empty() ? "NULL" : setting, claim.measure, claim.points);
  const std::string judged =
      claim.as_one ? points : fmt::format("SELECT *, ({}) AS holds FROM ({})", claim.holds, points);
  return fmt::format(
      R"sql(
  SELECT {} AS position, {} AS claim, setting, count(*) AS points, {} AS run, {} AS judged, {} AS holding,
         {} AS amended, {} AS measured, {} AS standing, {} AS needs, {} AS settled,
         {} AS unjudged
  FROM ({}) GROUP BY setting)sql",
      position, text_sql(claim), run, claim.as_one ? "1" : run, claim.as_one ? claim.holds : "sum(holds)",
      claim.amended.empty() ? "0" : claim.amended, claim.measured.empty() ? range_sql(claim) : claim.measured,
      sql_literal(claim.standing), needs_sql(claim, table.sampled), claim.settled.empty() ? "0" : claim.settled,
      claim.unjudged.empty() ? "NULL" : claim.unjudged, judged);
}

// From 1.
std::size_t position_of(const std::string& key, const ClaimTable& table) {
  const auto found = std::ranges::find(table.claims, key, &Claim::key);
  if (found == table.claims.end()) throw std::logic_error("there is no claim " + key);
  return static_cast<std::size_t>(found - table.claims.begin()) + 1;
}

// Rows of SQL, without brackets around all: the sentences; the positions of the claims that judge each; and the
// settings that each concerns, of which the first row belongs to no sentence, and a sentence about all has none.
struct SentenceRows {
  std::vector<std::string> sentences = {};
  std::vector<std::string> pairs = {};
  std::vector<std::string> settings = {"(0, '')"};
};

SentenceRows rows_of(const ClaimTable& table, const std::vector<Sentence>& sentences) {
  SentenceRows rows;
  for (const Sentence& each : sentences) {
    const std::size_t number = rows.sentences.size() + 1;
    rows.sentences.push_back(fmt::format("({}, {}, {})", number, sql_literal(each.place), sql_literal(each.words)));
    for (const std::string& claim : each.claims)
      rows.pairs.push_back(fmt::format("({}, {})", number, position_of(claim, table)));
    for (const std::string& setting : each.settings)
      rows.settings.push_back(fmt::format("({}, {})", number, sql_literal(setting)));
  }
  return rows;
}

// " Rows 2, 4 judge no sentence of the paper.": the claims that no sentence names.
std::string other_rows(const ClaimTable& table, const std::vector<Sentence>& sentences) {
  std::vector<std::size_t> others(table.claims.size());
  std::iota(others.begin(), others.end(), 1);
  for (const Sentence& sentence : sentences)
    for (const std::string& claim : sentence.claims) std::erase(others, position_of(claim, table));
  return others.empty() ? "" : fmt::format(" Rows {} judge no sentence of the paper.", fmt::join(others, ", "));
}

std::string said_by(Said said, const StatementTable& table) {
  constexpr std::array sources = {Word{Said::paper, "the paper"}, Word{Said::denied, "denied by the paper"},
                                  Word{Said::beyond, "beyond the paper"}};
  return said == Said::amended ? table.amended : std::string(word_of(sources, said));
}

// "m=1 n=2": the nonzero sizes with their names.
std::string named_sizes_sql(const std::string& names) {
  std::string text = "''";
  int k = 0;
  for (const std::string& name : spaced_words(names))
    text += fmt::format(" || iif(size{0} = 0, '', printf({1}, size{0}))", ++k,
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

std::int64_t sum(const std::vector<std::int64_t>& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
}

constexpr std::array<std::string_view, most_case_sizes> size_names = {"size1", "size2", "size3", "size4",
                                                                      "size5", "size6", "size7", "size8"};

}  // namespace

std::int64_t fewest_samples(std::int64_t by_default) {
  constexpr std::int64_t share = 10;
  constexpr std::int64_t few = 10;
  return std::max(std::min(by_default, few), (by_default + share - 1) / share);
}

Claim checked_claim(std::string text, std::string_view checks, std::string_view algorithm, std::string_view amendment) {
  const std::string stated = sql_literal(algorithm);
  Claim claim{.text = std::move(text),
              .points = fmt::format("{} WHERE algorithm = {}", checks, stated),
              .measure = "nullif(cases, 0)",
              .holds = "max(failures) = 0",
              .measured = "printf('%d of %d cases fail', sum(failures), sum(cases))",
              .as_one = true,
              .standing = "",
              .settled = "max(failures) > 0"};
  if (amendment.empty()) return claim;
  const std::string amended = sql_literal(amendment);
  const auto sum_of = [](std::string_view count, const std::string& of) {
    return fmt::format("sum({}) FILTER (WHERE algorithm = {})", count, of);
  };
  claim.points += fmt::format(" OR algorithm = {}", amended);
  claim.holds = sum_of("failures", stated) + " = 0";
  claim.settled = sum_of("failures", stated) + " > 0";
  claim.amended = sum_of("failures", amended) + " = 0";
  claim.measured =
      fmt::format("printf('%d of %d cases fail; %s: %d of %d', {}, {}, {}, {}, {})", sum_of("failures", stated),
                  sum_of("cases", stated), amended, sum_of("failures", amended), sum_of("cases", amended));
  return claim;
}

std::string claims_sql(const ClaimTable& table) {
  const std::string setting =
      table.setting.empty() ? "" : fmt::format(", {} || setting AS {}", sql_literal(table.label), table.setting);
  std::string judged;
  for (std::size_t i = 0; i < table.claims.size(); ++i)
    judged += (i == 0 ? "" : "\n  UNION ALL") + judged_sql(i + 1, table.claims[i], table);
  const std::string verdict = fmt::format(
      "CASE WHEN run = points AND unjudged IS NOT NULL THEN {} "
      "WHEN run = points AND holding < judged AND amended THEN 'under a condition' ELSE {} END",
      sql_literal(results::cannot_be_judged),
      results::verdict_of_points_sql("run = points AND holding IS NOT NULL", "judged", "holding"));
  const bool sampled = !table.sampled.empty();
  return fmt::format(R"sql(WITH {}{}judged AS ({})
SELECT position || '. ' || claim AS claim{},
       CASE WHEN unjudged IS NULL AND needs > 0 AND run = points AND NOT settled THEN printf('not judged, needs %d samples', needs) ELSE {} END AS verdict,
       measured || coalesce('; ' || unjudged, '') AS measured, coalesce(holding, 0) || ' of ' || judged
         || CASE WHEN run < points THEN '; ' || (points - run) || ' not run' ELSE '' END AS points,
       nullif(standing, '') AS standing{}
FROM judged WHERE run > 0
ORDER BY position, setting)sql",
                     table.relations.empty() ? "" : table.relations + ",\n", sampled ? taken_sql(table) + ",\n" : "",
                     judged, setting, verdict, sampled ? fmt::format(",\n       {} AS judged_anyway", verdict) : "");
}

results::Exhibit claims_exhibit(const ClaimTable& table) {
  results::Exhibit exhibit;
  exhibit.sql = "SELECT * FROM " + results::once(claims_sql(table));
  if (!table.setting.empty())
    exhibit.layout = {
        .row = "claim",
        .column = table.setting,
        .column_title = "",
        .values = {{"verdict", "verdict"}, {"measured", "measured"}, {"points", "points at which it holds"}}};
  else if (!table.sampled.empty())
    exhibit.layout.hidden = {"judged_anyway"};
  exhibit.judgements = {{.what = "claims", .claim = "claim", .setting = table.setting, .standing = "standing"}};
  return exhibit;
}

results::Exhibit sentences_exhibit(const std::string& paper, const std::string& says, const ClaimTable& table,
                                   const std::vector<Sentence>& sentences) {
  results::Exhibit exhibit{.name = paper + "/sentences"};
  exhibit.title = fmt::format("What {}, sentence by sentence, and what this run shows", says);
  exhibit.note = fmt::format(
      "Rows: those of {}/claims. A sentence is reproduced where all of its rows are, partly where some are or hold "
      "mostly or under a condition; rows that cannot be judged count only where there are no others.{}",
      paper, other_rows(table, sentences));
  exhibit.claim = "";
  const SentenceRows rows = rows_of(table, sentences);
  exhibit.sql = fmt::format(R"sql(WITH sentence(number, place, words) AS (VALUES {0}),
pair(number, position) AS (VALUES {1}),
wanted(number, setting) AS (VALUES {5}),
claimed AS MATERIALIZED (
  SELECT CAST(substr(claim, 1, instr(claim, '.') - 1) AS INTEGER) AS position, {2} AS setting, verdict
  FROM {3}),
judging AS (
  SELECT pair.number, pair.position, claimed.verdict,
         claimed.verdict IS NULL OR claimed.verdict LIKE 'not judged%' AS is_open,
         claimed.verdict = {4} AS is_beyond
  FROM pair LEFT JOIN claimed
    ON claimed.position = pair.position
       AND (pair.number NOT IN (SELECT number FROM wanted)
            OR claimed.setting IN (SELECT setting FROM wanted WHERE wanted.number = pair.number))),
judged_sentences AS MATERIALIZED (
  SELECT number, place, words, positions,
         CASE WHEN positions IS NULL THEN 'no verdict' WHEN open > 0 THEN NULL WHEN beyond = rows THEN {4}
              WHEN reproduced = rows - beyond THEN 'reproduced' WHEN failed = rows - beyond THEN 'not reproduced'
              ELSE 'partly reproduced' END AS verdict
  FROM sentence LEFT JOIN (
    SELECT number, group_concat(DISTINCT position) AS positions, count(*) AS rows, sum(is_open) AS open,
           sum(is_beyond) AS beyond, sum(verdict = 'reproduced') AS reproduced, sum(verdict = 'not reproduced') AS failed
    FROM judging GROUP BY number) USING (number))
SELECT number, place, words AS "a few of its words", positions AS "rows of claims", verdict FROM judged_sentences
WHERE EXISTS (SELECT * FROM claimed)
UNION ALL
SELECT count(*), 'all', printf('%d reproduced, %d partly, %d not, %d cannot be judged, %d have no verdict, %d not run',
                               sum(verdict = 'reproduced'), sum(verdict = 'partly reproduced'),
                               sum(verdict = 'not reproduced'), sum(verdict = {4}), sum(verdict = 'no verdict'),
                               count(*) - count(verdict)), NULL, NULL
FROM judged_sentences WHERE EXISTS (SELECT * FROM claimed) HAVING count(*) > 0)sql",
                            fmt::join(rows.sentences, ", "), fmt::join(rows.pairs, ", "),
                            table.setting.empty() ? "''" : table.setting, results::once(claims_sql(table)),
                            sql_literal(results::cannot_be_judged), fmt::join(rows.settings, ", "));
  return exhibit;
}

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
  for (const CheckedStatement& entry : statements)
    if (!entry.amends.empty() && !contains(statements, entry.amends, &CheckedStatement::name))
      throw std::logic_error("statement '" + entry.name + "' amends '" + entry.amends + "', which does not exist");
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
