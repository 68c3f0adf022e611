// The verdicts on papers in the rows of exhibits.
#include "results/report/verdicts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>
#include <utility>

#include "base/text.hpp"

namespace apportion::results {
namespace {

// The texts of a column, which must exist; for "" an empty text for each row.
std::vector<std::string> texts_of(const Exhibit& exhibit, const Rows& rows, const std::string& column) {
  if (column.empty()) return std::vector<std::string>(rows.rows.size());
  static_cast<void>(column_index(rows, column, exhibit.name));
  return collected(cells_of(rows, column), [](const Value& cell) { return cell_text(cell); });
}

// The printed cells of a row, each number once.
std::vector<Value> printed_cells(const Rows& rows, std::size_t row) {
  std::vector<Value> cells;
  for (std::size_t column = 0; column < rows.columns.size(); ++column)
    if (const Value& cell = rows.rows[row][column];
        is_printed(rows.columns[column]) && !is_null(cell) && !contains(cells, cell))
      cells.push_back(cell);
  return cells;
}

}  // namespace

std::vector<Value> cells_of(const Rows& rows, const std::string& column) {
  std::vector<Value> cells(rows.rows.size());
  const auto found = std::ranges::find(rows.columns, column);
  if (found == rows.columns.end()) return cells;
  const auto index = static_cast<std::size_t>(found - rows.columns.begin());
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = rows.rows[i][index];
  return cells;
}

bool is_printed(std::string_view column) { return column == "printed" || column.starts_with("printed "); }

const OutcomeWords& words_of(Outcome outcome) {
  return *std::ranges::find(outcome_words, outcome, &OutcomeWords::outcome);
}

Outcome JudgedClaim::outcome() const {
  Outcome common = Outcome::unjudged;
  for (const JudgedRow& row : rows) {
    if (row.outcome == Outcome::unjudged) continue;
    if (common != Outcome::unjudged && common != row.outcome) return Outcome::partly;
    common = row.outcome;
  }
  return common;
}

std::string JudgedClaim::standing() const {
  const auto found = std::ranges::find_if(rows, [](const JudgedRow& row) { return !row.standing.empty(); });
  return found == rows.end() ? "" : found->standing;
}

std::string JudgedClaim::words() const {
  std::vector<std::string> verdicts;
  std::vector<std::string> settings;  // [verdict]
  for (const JudgedRow& row : rows) {
    const std::size_t place = index_in_order_of_appearance(verdicts, row.verdict);
    settings.resize(verdicts.size());
    settings[place] = joined(settings[place], ", ", row.setting);
  }
  std::string words;
  for (std::size_t i = 0; i < verdicts.size(); ++i) words = joined(words, "; ", joined(verdicts[i], ": ", settings[i]));
  return words;
}

Rows rows_of(const std::vector<JudgedClaim>& claims) {
  Rows rows{{"claim", "verdict", "in the exhibit's words", "rests on", "exhibit"}, {}};
  for (const JudgedClaim& claim : claims)
    rows.rows.push_back(
        {claim.claim(), std::string(words_of(claim.outcome()).name), claim.words(), claim.standing(), claim.exhibit});
  return rows;
}

std::vector<JudgedRow> judged_rows(const Exhibit& exhibit, const Judgement& judgement, const Rows& rows) {
  const std::vector<std::string> verdicts = texts_of(exhibit, rows, judgement.verdict);
  const std::vector<std::string> claims = texts_of(exhibit, rows, judgement.claim);
  const std::vector<std::string> settings = texts_of(exhibit, rows, judgement.setting);
  const std::vector<std::string> standings = texts_of(exhibit, rows, judgement.standing);
  const std::vector<std::string> kinds = texts_of(exhibit, rows, judgement.only.column);
  const std::string& more = judgement.hypothesis.column;
  const std::vector<std::string> more_verdicts = more.empty() ? verdicts : texts_of(exhibit, rows, more + "_verdict");
  const std::vector<Value> sources = cells_of(rows, "source");
  const std::vector<Value> ours = cells_of(rows, "ours");
  const std::vector<Value> expected = cells_of(rows, "expected");
  const std::vector<Value> chances = cells_of(rows, judgement.chance);
  std::vector<JudgedRow> result;
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    if (!is_judged(verdicts[i]) || kinds[i] != judgement.only.title) continue;
    const auto outcome = [&](const std::string& verdict) {
      if (const std::optional<Outcome> known = outcome_of(verdict, judgement.stance)) return *known;
      throw std::invalid_argument(fmt::format("the query of {} has a verdict '{}' that is not on the scale of verdicts",
                                              exhibit.name, verdict));
    };
    result.push_back({claims[i], joined(settings[i], ", ", judgement.only.title), verdicts[i], standings[i],
                      outcome(verdicts[i]), printed_cells(rows, i), cell_text(sources[i]),
                      number_in(is_null(expected[i]) ? ours[i] : expected[i]), number_in(chances[i]).value_or(1),
                      is_judged(more_verdicts[i]) && outcome(more_verdicts[i]) == Outcome::reproduced});
  }
  return result;
}

std::vector<JudgedClaim> judged_claims(const Exhibit& exhibit, const std::vector<JudgedRow>& rows) {
  std::vector<JudgedClaim> claims;
  std::map<std::string, std::size_t> places;
  for (const JudgedRow& row : rows) {
    const auto [place, is_new] = places.emplace(row.claim, claims.size());
    if (row.claim.empty() || is_new)
      claims.push_back({exhibit.name, {row}});
    else
      claims[place->second].rows.push_back(row);
  }
  return claims;
}

std::int64_t claims_to_judge(const Exhibit& exhibit, const Judgement& judgement, const Rows& rows) {
  if (judgement.claim.empty()) return 0;
  const std::vector<std::string> claims = texts_of(exhibit, rows, judgement.claim);
  const std::vector<std::string> kinds = texts_of(exhibit, rows, judgement.only.column);
  std::set<std::string> open;
  for (std::size_t i = 0; i < claims.size(); ++i)
    if (kinds[i] == judgement.only.title) open.insert(claims[i]);
  for (const JudgedRow& row : judged_rows(exhibit, judgement, rows)) open.erase(row.claim);
  return std::ssize(open);
}

std::int64_t Tally::total() const { return std::reduce(counts.begin(), counts.end(), computed); }

Tally tally_of(const std::vector<JudgedClaim>& claims) {
  const auto resting_on = [&claims](const char* standing) {
    return static_cast<std::int64_t>(std::ranges::count(claims, standing, &JudgedClaim::standing));
  };
  Tally tally{.calibrated = resting_on("calibrated"), .reconstructed = resting_on("reconstructed")};
  for (const JudgedClaim& claim : claims) {
    const bool is_computed = claim.rows.front().is_computed() && claim.outcome() == Outcome::reproduced;
    ++(is_computed ? tally.computed : tally.counts.at(static_cast<std::size_t>(claim.outcome())));
  }
  return tally;
}

std::vector<JudgedRow> printed_numbers(const std::vector<JudgedRow>& rows) {
  std::vector<JudgedRow> found;
  std::map<std::string, std::size_t> named;
  for (const JudgedRow& row : rows) {
    if (!row.claim.empty() || row.verdict == cannot_be_judged) continue;
    for (const Value& printed : row.printed) {
      const auto [place, is_new] = named.emplace(row.source, found.size());
      if (row.source.empty() || is_new) {
        found.push_back(row);
        found.back().printed = {printed};
        continue;
      }
      JudgedRow& same = found[place->second];
      if (!row.agrees()) same.outcome = row.outcome;
      same.agrees_with_more = same.agrees_with_more && row.agrees_with_more;
      same.chance = std::min(same.chance, row.chance);
    }
  }
  return found;
}

bool is_judged(std::string_view verdict) { return !verdict.empty() && !verdict.starts_with("not judged"); }

}  // namespace apportion::results
