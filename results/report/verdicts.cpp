// What the rows of exhibits say about the papers.
#include "results/report/verdicts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "results/cells.hpp"
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

Outcome known_outcome(const Exhibit& exhibit, const Judgement& judgement, const std::string& verdict) {
  if (const std::optional<Outcome> outcome = outcome_of(verdict, judgement.stance)) return *outcome;
  throw std::invalid_argument(
      fmt::format("the query of {} has a verdict '{}' that is not on the scale of verdicts", exhibit.name, verdict));
}

}  // namespace

std::string_view outcome_name(Outcome outcome) {
  switch (outcome) {
    case Outcome::reproduced:
      return "reproduced";
    case Outcome::partly:
      return "partly";
    case Outcome::not_reproduced:
      break;
  }
  return "not reproduced";
}

std::string_view outcome_class(Outcome outcome) {
  switch (outcome) {
    case Outcome::reproduced:
      return "good";
    case Outcome::partly:
      return "partly";
    case Outcome::not_reproduced:
      break;
  }
  return "bad";
}

Outcome JudgedClaim::outcome() const {
  const auto all = [this](Outcome outcome) {
    return std::ranges::all_of(rows, [outcome](const JudgedRow& row) { return row.outcome == outcome; });
  };
  for (const Outcome outcome : {Outcome::reproduced, Outcome::not_reproduced})
    if (all(outcome)) return outcome;
  return Outcome::partly;
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

Tally& Tally::operator+=(const Tally& other) {
  reproduced += other.reproduced;
  partly += other.partly;
  not_reproduced += other.not_reproduced;
  calibrated += other.calibrated;
  reconstructed += other.reconstructed;
  return *this;
}

Tally tally_of(const std::vector<JudgedClaim>& claims) {
  const auto with_outcome = [&claims](Outcome outcome) {
    return static_cast<std::int64_t>(std::ranges::count(claims, outcome, &JudgedClaim::outcome));
  };
  const auto resting_on = [&claims](const char* standing) {
    return static_cast<std::int64_t>(std::ranges::count(claims, standing, &JudgedClaim::standing));
  };
  return {with_outcome(Outcome::reproduced), with_outcome(Outcome::partly), with_outcome(Outcome::not_reproduced),
          resting_on("calibrated"), resting_on("reconstructed")};
}

bool is_judged(std::string_view verdict) {
  return !verdict.empty() && !verdict.starts_with("not judged") && verdict != cannot_be_judged;
}

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
