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
#include "results/records.hpp"

namespace apportion::results {
namespace {

// The texts of one column; for "" an empty text for each row.
std::vector<std::string> texts_of(const Exhibit& exhibit, const Rows& rows, const std::string& column) {
  std::vector<std::string> texts(rows.rows.size());
  if (column.empty()) return texts;
  const std::size_t index = column_index(rows, column, exhibit.name);
  for (std::size_t i = 0; i < texts.size(); ++i) texts[i] = cell_text(rows.rows[i][index]);
  return texts;
}

std::string joined(const std::string& first, const std::string& second) {
  return first.empty() || second.empty() ? first + second : first + ", " + second;
}

struct OutcomeWords {
  Outcome outcome;
  std::string_view name;
  std::string_view css_class;
};

const OutcomeWords& words_of(Outcome outcome) {
  static constexpr std::array all = {OutcomeWords{Outcome::reproduced, "reproduced", "good"},
                                     OutcomeWords{Outcome::partly, "partly", "partly"},
                                     OutcomeWords{Outcome::conditional, under_a_condition, "conditional"},
                                     OutcomeWords{Outcome::unjudged, cannot_be_judged, "unjudged"},
                                     OutcomeWords{Outcome::not_reproduced, "not reproduced", "bad"}};
  return *std::ranges::find(all, outcome, &OutcomeWords::outcome);
}

Outcome known_outcome(const Exhibit& exhibit, const Judgement& judgement, const std::string& verdict) {
  if (const std::optional<Outcome> outcome = outcome_of(verdict, judgement.stance)) return *outcome;
  throw std::invalid_argument(
      fmt::format("the query of {} has a verdict '{}' that is not on the scale of verdicts", exhibit.name, verdict));
}

// The cells of a column; NULLs if there is no such column.
std::vector<Value> cells_of(const Rows& rows, const std::string& column) {
  std::vector<Value> cells(rows.rows.size());
  const auto found = std::ranges::find(rows.columns, column);
  if (found == rows.columns.end()) return cells;
  const auto index = static_cast<std::size_t>(found - rows.columns.begin());
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = rows.rows[i][index];
  return cells;
}

// The printed cells of each row, each number once.
std::vector<std::vector<Value>> printed_cells(const Rows& rows) {
  std::vector<std::vector<Value>> cells(rows.rows.size());
  for (std::size_t column = 0; column < rows.columns.size(); ++column) {
    if (!is_printed(rows.columns[column])) continue;
    for (std::size_t i = 0; i < cells.size(); ++i)
      if (const Value& cell = rows.rows[i][column]; !is_null(cell) && !contains(cells[i], cell))
        cells[i].push_back(cell);
  }
  return cells;
}

std::optional<double> number_in(const Value& value) { return coordinate("", cell_text(value)).number; }

bool is_good(const Exhibit& exhibit, const Judgement& judgement, const std::string& verdict) {
  return is_judged(verdict) && known_outcome(exhibit, judgement, verdict) == Outcome::reproduced;
}

}  // namespace

bool is_printed(std::string_view column) { return column == "printed" || column.starts_with("printed "); }

std::string_view outcome_name(Outcome outcome) { return words_of(outcome).name; }

std::string_view outcome_class(Outcome outcome) { return words_of(outcome).css_class; }

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

std::vector<JudgedClaim> judged_claims(const Exhibit& exhibit, const Judgement& judgement, const Rows& rows) {
  std::vector<JudgedClaim> claims;
  for (JudgedRow& row : judged_rows(exhibit, judgement, rows)) {
    const auto same = std::ranges::find(claims, row.claim, [](const JudgedClaim& claim) { return claim.claim(); });
    if (row.claim.empty() || same == claims.end())
      claims.push_back({exhibit.name, {std::move(row)}});
    else
      same->rows.push_back(std::move(row));
  }
  return claims;
}

std::int64_t claims_to_judge(const Exhibit& exhibit, const Judgement& judgement, const Rows& rows) {
  if (judgement.claim.empty()) return 0;
  const std::vector<std::string> verdicts = texts_of(exhibit, rows, judgement.verdict);
  const std::vector<std::string> claims = texts_of(exhibit, rows, judgement.claim);
  const std::vector<std::string> kinds = texts_of(exhibit, rows, judgement.only.column);
  std::set<std::string> open;
  for (const bool judged : {false, true})
    for (std::size_t i = 0; i < claims.size(); ++i) {
      if (kinds[i] != judgement.only.title || is_judged(verdicts[i]) != judged) continue;
      if (judged)
        open.erase(claims[i]);
      else
        open.insert(claims[i]);
    }
  return static_cast<std::int64_t>(open.size());
}

std::int64_t Tally::of(Outcome outcome) const {
  return counts.at(static_cast<std::size_t>(std::ranges::find(outcomes, outcome) - outcomes.begin()));
}

std::int64_t Tally::total() const { return std::reduce(counts.begin(), counts.end(), computed); }

Tally& Tally::operator+=(const Tally& other) {
  for (std::size_t i = 0; i < counts.size(); ++i) counts.at(i) += other.counts.at(i);
  computed += other.computed;
  calibrated += other.calibrated;
  reconstructed += other.reconstructed;
  return *this;
}

Tally tally_of(const std::vector<JudgedClaim>& claims) {
  const auto resting_on = [&claims](const char* standing) {
    return static_cast<std::int64_t>(std::ranges::count(claims, standing, &JudgedClaim::standing));
  };
  Tally tally{.calibrated = resting_on("calibrated"), .reconstructed = resting_on("reconstructed")};
  const auto is_computed = [](const JudgedClaim& claim) {
    return claim.rows.front().is_computed && claim.outcome() == Outcome::reproduced;
  };
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    tally.counts.at(i) = std::ranges::count_if(
        claims, [&](const JudgedClaim& claim) { return claim.outcome() == outcomes.at(i) && !is_computed(claim); });
  tally.computed = std::ranges::count_if(claims, is_computed);
  return tally;
}

PrintedCount& PrintedCount::operator+=(const PrintedCount& other) {
  printed += other.printed;
  agreeing += other.agreeing;
  with_more += other.with_more;
  expected += other.expected;
  computed += other.computed;
  as_expected += other.as_expected;
  if (hypothesis.empty()) hypothesis = other.hypothesis;
  return *this;
}

std::vector<PrintedNumber> printed_numbers(const Exhibit& exhibit, const Judgement& judgement, const Rows& rows) {
  if (!judgement.claim.empty()) return {};
  const std::vector<std::string> verdicts = texts_of(exhibit, rows, judgement.verdict);
  const std::vector<std::string> kinds = texts_of(exhibit, rows, judgement.only.column);
  const std::string& more = judgement.hypothesis.column;
  const std::vector<std::string> more_verdicts = more.empty() ? verdicts : texts_of(exhibit, rows, more + "_verdict");
  const std::vector<std::vector<Value>> printed = printed_cells(rows);
  const std::vector<Value> sources = cells_of(rows, "source");
  const std::vector<Value> ours = cells_of(rows, "ours");
  const std::vector<Value> expected = cells_of(rows, "expected");
  const std::vector<Value> chances = cells_of(rows, judgement.chance);
  std::vector<PrintedNumber> found;
  std::map<std::string, std::size_t> named;
  for (std::size_t i = 0; i < printed.size(); ++i) {
    if (!is_judged(verdicts[i]) || verdicts[i] == cannot_be_judged || kinds[i] != judgement.only.title) continue;
    for (const Value& number : printed[i]) {
      const PrintedNumber read{number_in(number), number_in(is_null(expected[i]) ? ours[i] : expected[i]),
                               number_in(chances[i]).value_or(1), is_good(exhibit, judgement, verdicts[i]),
                               is_good(exhibit, judgement, more_verdicts[i])};
      const auto [place, is_new] = named.emplace(cell_text(sources[i]), found.size());
      if (is_null(sources[i]) || is_new) {
        found.push_back(read);
        continue;
      }
      PrintedNumber& same = found[place->second];
      same.agrees = same.agrees && read.agrees;
      same.agrees_with_more = same.agrees_with_more && read.agrees_with_more;
      same.chance = std::min(same.chance, read.chance);
    }
  }
  return found;
}

PrintedCount printed_count(const Exhibit& exhibit, const Judgement& judgement, const Rows& rows) {
  PrintedCount count{.hypothesis = judgement.hypothesis.title};
  for (const PrintedNumber& number : printed_numbers(exhibit, judgement, rows)) {
    ++count.printed;
    count.agreeing += number.agrees ? 1 : 0;
    count.with_more += number.agrees_with_more ? 1 : 0;
    count.expected += number.chance;
  }
  if (!judgement.claim.empty()) return count;
  const std::vector<std::vector<Value>> printed = printed_cells(rows);
  const std::vector<std::string> verdicts = texts_of(exhibit, rows, judgement.verdict);
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    if (!printed[i].empty() || !is_judged(verdicts[i])) continue;
    ++count.computed;
    count.as_expected += is_good(exhibit, judgement, verdicts[i]) ? 1 : 0;
  }
  return count;
}

bool is_judged(std::string_view verdict) { return !verdict.empty() && !verdict.starts_with("not judged"); }

std::vector<JudgedRow> judged_rows(const Exhibit& exhibit, const Judgement& judgement, const Rows& rows) {
  const std::vector<std::string> verdicts = texts_of(exhibit, rows, judgement.verdict);
  const std::vector<std::string> claims = texts_of(exhibit, rows, judgement.claim);
  const std::vector<std::string> settings = texts_of(exhibit, rows, judgement.setting);
  const std::vector<std::string> standings = texts_of(exhibit, rows, judgement.standing);
  const std::vector<std::string> kinds = texts_of(exhibit, rows, judgement.only.column);
  const std::vector<std::vector<Value>> printed = printed_cells(rows);
  std::vector<JudgedRow> result;
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    if (!is_judged(verdicts[i]) || kinds[i] != judgement.only.title) continue;
    result.push_back({claims[i], joined(settings[i], judgement.only.title), verdicts[i], standings[i],
                      known_outcome(exhibit, judgement, verdicts[i]), judgement.claim.empty() && printed[i].empty()});
  }
  return result;
}

}  // namespace apportion::results
