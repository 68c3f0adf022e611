// SQL for tables of claims and of a paper's sentences.
#include "experiments/engine/claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "base/text.hpp"
#include "results/database/reader.hpp"
#include "results/verdict.hpp"

namespace apportion::engine {
namespace {

std::string text_sql(const Claim& claim) {
  const bool quotes = claim.text.find("%s") != std::string::npos;
  if (quotes == claim.quoted.empty()) throw std::logic_error("claim '" + claim.text + "': %s and what stands there");
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
    std::string names;
    for (const std::string& name : relation.experiments) names += (names.empty() ? "" : ", ") + sql_literal(name);
    return fmt::format("(SELECT max(needs) FROM taken WHERE experiment IN ({}) AND ({}))", names, relation.condition);
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

std::string sentence_rows(const std::vector<Sentence>& sentences) {
  std::string rows;
  for (std::size_t i = 0; i < sentences.size(); ++i)
    rows += fmt::format("{}({}, {}, {})", i == 0 ? "" : ", ", i + 1, sql_literal(sentences[i].place),
                        sql_literal(sentences[i].words));
  return rows;
}

std::string pair_rows(const ClaimTable& table, const std::vector<Sentence>& sentences) {
  std::string rows;
  for (std::size_t i = 0; i < sentences.size(); ++i)
    for (const std::string& claim : sentences[i].claims)
      rows += fmt::format("{}({}, {})", rows.empty() ? "" : ", ", i + 1, position_of(claim, table));
  return rows;
}

// Sentences about all settings have no row; the first row belongs to no sentence.
std::string setting_rows(const std::vector<Sentence>& sentences) {
  std::string rows = "(0, '')";
  for (std::size_t i = 0; i < sentences.size(); ++i)
    for (const std::string& setting : sentences[i].settings)
      rows += fmt::format(", ({}, {})", i + 1, sql_literal(setting));
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

results::Exhibit sentences_exhibit(const std::string& paper, const std::string& who, const ClaimTable& table,
                                   const std::vector<Sentence>& sentences) {
  results::Exhibit exhibit{.name = paper + "/sentences"};
  exhibit.title = fmt::format("What {}, sentence by sentence, and what this run shows", who);
  exhibit.note = fmt::format(
      "Rows: those of {}/claims. A sentence is reproduced where all of its rows are, partly where some are or hold "
      "mostly or under a condition; rows that cannot be judged count only where there are no others.{}",
      paper, other_rows(table, sentences));
  exhibit.claim = "";
  exhibit.sql =
      fmt::format(R"sql(WITH sentence(number, place, words) AS (VALUES {0}),
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
                  sentence_rows(sentences), pair_rows(table, sentences), table.setting.empty() ? "''" : table.setting,
                  results::once(claims_sql(table)), sql_literal(results::cannot_be_judged), setting_rows(sentences));
  return exhibit;
}

}  // namespace apportion::engine
