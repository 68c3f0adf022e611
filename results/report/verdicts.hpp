// The verdicts on papers in the rows of exhibits.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/exhibit.hpp"
#include "results/rows.hpp"

namespace apportion::results {

/// The name of an outcome, and the value of its class attribute.
struct OutcomeWords {
  Outcome outcome;
  std::string_view name;
  std::string_view css_class;
};

/// All outcomes, in the order in which they are counted.
inline constexpr std::array outcome_words = {OutcomeWords{Outcome::reproduced, "reproduced", "good"},
                                             OutcomeWords{Outcome::partly, "partly", "partly"},
                                             OutcomeWords{Outcome::not_reproduced, "not reproduced", "bad"},
                                             OutcomeWords{Outcome::conditional, under_a_condition, "conditional"},
                                             OutcomeWords{Outcome::unjudged, cannot_be_judged, "unjudged"}};

[[nodiscard]] const OutcomeWords& words_of(Outcome outcome);

/// One row with a verdict.
struct JudgedRow {
  std::string claim;    ///< "" if rows are only counted
  std::string setting;  ///< such as the sampling model, and the rows of the judgement
  std::string verdict;  ///< in the exhibit's words
  std::string standing;
  Outcome outcome = Outcome::not_reproduced;
  std::vector<Value> printed;  ///< its printed cells, each number once
  std::string source;          ///< FILE:LINE of the printed number; "" if the row has no source
  std::optional<double> ours;  ///< the expected number for an interval
  double chance = 1;           ///< the chance that it agrees if the model is true
  bool agrees_with_more = false;

  [[nodiscard]] bool agrees() const { return outcome == Outcome::reproduced; }
  /// Whether it is neither a claim nor a number that the paper prints.
  [[nodiscard]] bool is_computed() const { return claim.empty() && printed.empty(); }
};

/// The cells of a column; NULLs if there is no such column.
[[nodiscard]] std::vector<Value> cells_of(const Rows& rows, const std::string& column);

/// Whether the name is that of a column with printed numbers: `printed`, or that word and a blank at its beginning.
[[nodiscard]] bool is_printed(std::string_view column);

/// Whether a verdict is neither "" nor "not judged, ...", the text of claims for which a run had too few samples.
[[nodiscard]] bool is_judged(std::string_view verdict);

/// The judged rows, in their order. Throws InputError for a column that the rows do not have, std::invalid_argument for
/// a verdict that is not on the scale.
[[nodiscard]] std::vector<JudgedRow> judged_rows(const Exhibit& exhibit, const Judgement& judgement, const Rows& rows);

/// A claim with all its verdicts in an exhibit, or one value of a judgement whose rows are only counted.
struct JudgedClaim {
  std::string exhibit;
  std::vector<JudgedRow> rows;  ///< one for each setting; at least one

  [[nodiscard]] const std::string& claim() const { return rows.front().claim; }
  /// The outcome over all settings that can be judged; partly if they differ.
  [[nodiscard]] Outcome outcome() const;
  /// The standing of its rows; "" if they have none.
  [[nodiscard]] std::string standing() const;
  /// "reproduced: latency 0; mostly reproduced: latency 100, latency 1000", or the only verdict if there are no
  /// settings.
  [[nodiscard]] std::string words() const;
};

/// A row for each claim: claim, outcome, words, standing and exhibit.
[[nodiscard]] Rows rows_of(const std::vector<JudgedClaim>& claims);

/// The claims in the order in which they appear.
[[nodiscard]] std::vector<JudgedClaim> judged_claims(const Exhibit& exhibit, const std::vector<JudgedRow>& rows);

/// How many claims have rows, but no verdict yet.
[[nodiscard]] std::int64_t claims_to_judge(const Exhibit& exhibit, const Judgement& judgement, const Rows& rows);

/// The rows with printed numbers, one for each number: rows of the same source judge one number, which agrees if all of
/// them do.
[[nodiscard]] std::vector<JudgedRow> printed_numbers(const std::vector<JudgedRow>& rows);

struct Tally {
  std::array<std::int64_t, outcome_words.size()> counts = {};  ///< [Outcome]
  std::int64_t computed = 0;       ///< good values without a printed one, in none of the counts
  std::int64_t calibrated = 0;     ///< of all
  std::int64_t reconstructed = 0;  ///< of all

  [[nodiscard]] std::int64_t of(Outcome outcome) const { return counts.at(static_cast<std::size_t>(outcome)); }
  [[nodiscard]] std::int64_t total() const;
};

[[nodiscard]] Tally tally_of(const std::vector<JudgedClaim>& claims);

}  // namespace apportion::results
