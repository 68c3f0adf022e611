// Sentences and the verdicts that follow from those of their claims.
#include "experiments/engine/sentences.hpp"

#include <fmt/format.h>

#include <numeric>
#include <stdexcept>

#include "base/text.hpp"
#include "results/verdict.hpp"

namespace apportion::engine {
namespace {

// From 1. A whole text wins over the beginning of a longer one.
std::size_t position_of(const std::string& beginning, const ClaimTable& table) {
  std::size_t found = 0;
  for (std::size_t i = 0; i < table.claims.size(); ++i) {
    const std::string& text = table.claims[i].text;
    if (text == beginning) return i + 1;
    if (!text.starts_with(beginning)) continue;
    if (found > 0) throw std::logic_error("several claims begin with '" + beginning + "'");
    found = i + 1;
  }
  if (found == 0) throw std::logic_error("no claim begins with '" + beginning + "'");
  return found;
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

// Sentences that are about all settings have none; the first row belongs to no claim.
std::string setting_rows(const std::vector<Sentence>& sentences) {
  std::string rows = "(0, '')";
  for (std::size_t i = 0; i < sentences.size(); ++i)
    for (const std::string& setting : sentences[i].settings)
      rows += fmt::format(", ({}, {})", i + 1, sql_literal(setting));
  return rows;
}

// " Rows 2, 4 judge no sentence of the paper." for the claims that no sentence names.
std::string other_rows(const ClaimTable& table, const std::vector<Sentence>& sentences) {
  std::vector<std::size_t> others(table.claims.size());
  std::iota(others.begin(), others.end(), 1);
  for (const Sentence& sentence : sentences)
    for (const std::string& claim : sentence.claims) std::erase(others, position_of(claim, table));
  return others.empty() ? "" : fmt::format(" Rows {} judge no sentence of the paper.", fmt::join(others, ", "));
}

}  // namespace

results::Exhibit sentences_exhibit(const std::string& paper, const std::string& who, const ClaimTable& table,
                                   const std::vector<Sentence>& sentences) {
  results::Exhibit exhibit{.name = paper + "/sentences"};
  exhibit.title = fmt::format("What {}, sentence by sentence, and what this run says", who);
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
  FROM ({3})),
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
                  claims_sql(table), sql_literal(results::cannot_be_judged), setting_rows(sentences));
  return exhibit;
}

}  // namespace apportion::engine
