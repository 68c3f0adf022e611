// What the rows of exhibits say about the papers.
#include "results/report/verdicts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

#include "results/records.hpp"
#include "results/rows.hpp"

namespace apportion::results {
namespace {

// The texts of one column; of "" an empty text for each row.
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

constexpr const char* printed_column = "printed";

// Texts of a column that need not be there.
std::vector<std::string> texts_if_any(const Exhibit& exhibit, const Rows& rows, const std::string& column) {
  return texts_of(exhibit, rows, std::ranges::find(rows.columns, column) == rows.columns.end() ? "" : column);
}

std::optional<double> number_in(const std::string& text) { return coordinate("", text).number; }

bool is_good(const Exhibit& exhibit, const Judgement& judgement, const std::string& verdict) {
  return is_judged(verdict) && known_outcome(exhibit, judgement, verdict) == Outcome::reproduced;
}

}  // namespace

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
  std::set<std::string> judged;
  for (std::size_t i = 0; i < claims.size(); ++i)
    if (kinds[i] == judgement.only.title) (is_judged(verdicts[i]) ? judged : open).insert(claims[i]);
  return std::ranges::count_if(open, [&judged](const std::string& claim) { return !judged.contains(claim); });
}

std::int64_t Tally::of(Outcome outcome) const {
  return counts.at(static_cast<std::size_t>(std::ranges::find(outcomes, outcome) - outcomes.begin()));
}

std::int64_t Tally::total() const { return std::reduce(counts.begin(), counts.end()); }

Tally& Tally::operator+=(const Tally& other) {
  for (std::size_t i = 0; i < counts.size(); ++i) counts.at(i) += other.counts.at(i);
  calibrated += other.calibrated;
  reconstructed += other.reconstructed;
  return *this;
}

Tally tally_of(const std::vector<JudgedClaim>& claims) {
  const auto resting_on = [&claims](const char* standing) {
    return static_cast<std::int64_t>(std::ranges::count(claims, standing, &JudgedClaim::standing));
  };
  Tally tally{{}, resting_on("calibrated"), resting_on("reconstructed")};
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    tally.counts.at(i) = std::ranges::count(claims, outcomes.at(i), &JudgedClaim::outcome);
  return tally;
}

bool judges_printed_numbers(const Judgement& judgement, const Rows& rows) {
  return judgement.claim.empty() && std::ranges::find(rows.columns, printed_column) != rows.columns.end();
}

std::vector<PrintedNumber> printed_numbers(const Exhibit& exhibit, const Judgement& judgement, const Rows& rows) {
  if (!judges_printed_numbers(judgement, rows)) return {};
  const std::vector<std::string> verdicts = texts_of(exhibit, rows, judgement.verdict);
  const std::vector<std::string> kinds = texts_of(exhibit, rows, judgement.only.column);
  const std::string& more = judgement.hypothesis.column;
  const std::vector<std::string> more_verdicts = more.empty() ? verdicts : texts_of(exhibit, rows, more + "_verdict");
  const std::vector<std::string> printed = texts_of(exhibit, rows, printed_column);
  const std::vector<std::string> ours = texts_if_any(exhibit, rows, "ours");
  const std::vector<std::string> expected = texts_if_any(exhibit, rows, "expected");
  const std::vector<std::string> chances = texts_if_any(exhibit, rows, judgement.chance);
  std::vector<PrintedNumber> found;
  for (std::size_t i = 0; i < printed.size(); ++i)
    if (!printed[i].empty() && is_judged(verdicts[i]) && kinds[i] == judgement.only.title)
      found.push_back({number_in(printed[i]), number_in(expected[i].empty() ? ours[i] : expected[i]),
                       number_in(chances[i]).value_or(1), is_good(exhibit, judgement, verdicts[i]),
                       is_good(exhibit, judgement, more_verdicts[i])});
  return found;
}

bool is_judged(std::string_view verdict) { return !verdict.empty() && !verdict.starts_with("not judged"); }

std::vector<JudgedRow> judged_rows(const Exhibit& exhibit, const Judgement& judgement, const Rows& rows) {
  const std::vector<std::string> verdicts = texts_of(exhibit, rows, judgement.verdict);
  const std::vector<std::string> claims = texts_of(exhibit, rows, judgement.claim);
  const std::vector<std::string> settings = texts_of(exhibit, rows, judgement.setting);
  const std::vector<std::string> standings = texts_of(exhibit, rows, judgement.standing);
  const std::vector<std::string> kinds = texts_of(exhibit, rows, judgement.only.column);
  std::vector<JudgedRow> result;
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    if (!is_judged(verdicts[i]) || kinds[i] != judgement.only.title) continue;
    result.push_back({claims[i], joined(settings[i], judgement.only.title), verdicts[i], standings[i],
                      known_outcome(exhibit, judgement, verdicts[i])});
  }
  return result;
}

}  // namespace apportion::results
