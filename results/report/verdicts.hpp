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

/// The outcomes in the order in which they are counted.
inline constexpr std::array outcomes = {Outcome::reproduced, Outcome::partly, Outcome::not_reproduced,
                                        Outcome::conditional, Outcome::unjudged};

[[nodiscard]] std::string_view outcome_name(Outcome outcome);
/// The value of a class attribute.
[[nodiscard]] std::string_view outcome_class(Outcome outcome);

/// One row with a verdict.
struct JudgedRow {
  std::string claim;    ///< "" if rows are only counted
  std::string setting;  ///< such as the sampling model, and the rows of the judgement
  std::string verdict;  ///< in the exhibit's words
  std::string standing;
  Outcome outcome = Outcome::not_reproduced;
  bool is_computed = false;  ///< neither a claim nor a number that the paper prints
};

/// Whether the name is that of a column with printed numbers.
[[nodiscard]] bool is_printed(std::string_view column);

/// Whether a verdict is neither "" nor "not judged, ...", the text of claims for which a run had too few samples.
[[nodiscard]] bool is_judged(std::string_view verdict);

/// The judged rows, in their order. Printed numbers are in columns called `printed`, or whose names begin with that
/// word and a blank. Throws InputError for a column that the rows do not have, std::invalid_argument for a verdict that
/// is not on the scale.
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
};

/// The claims in the order in which they appear. Throws as judged_rows().
[[nodiscard]] std::vector<JudgedClaim> judged_claims(const Exhibit& exhibit, const Judgement& judgement,
                                                     const Rows& rows);

/// How many claims have rows, but no verdict yet.
[[nodiscard]] std::int64_t claims_to_judge(const Exhibit& exhibit, const Judgement& judgement, const Rows& rows);

/// The judged printed numbers, in the three counts that show how much of a paper is reproduced.
struct PrintedCount {
  std::int64_t printed = 0;      ///< numbers with a verdict
  std::int64_t agreeing = 0;     ///< by the algorithms as described
  std::int64_t with_more = 0;    ///< that agree by these or under the named hypothesis
  double expected = 0;           ///< the expected agreeing ones if the model is true
  std::int64_t computed = 0;     ///< judged values that are not printed in a paper
  std::int64_t as_expected = 0;  ///< those of them with a good verdict
  std::string hypothesis = {};

  PrintedCount& operator+=(const PrintedCount& other);
};

/// Throws as judged_rows(). All counts are 0 if no row has a printed number.
[[nodiscard]] PrintedCount printed_count(const Exhibit& exhibit, const Judgement& judgement, const Rows& rows);

/// A printed number with a verdict, once: rows with the same `source`, FILE:LINE, judge one number, which agrees if all
/// of them do. There is no number if the cell is a text.
struct PrintedNumber {
  std::optional<double> printed;
  std::optional<double> ours;  ///< the expected number for an interval
  double chance = 1;           ///< the chance that it agrees if the model is true
  bool agrees = false;         ///< by the algorithms as described
  bool agrees_with_more = false;
};
[[nodiscard]] std::vector<PrintedNumber> printed_numbers(const Exhibit& exhibit, const Judgement& judgement,
                                                         const Rows& rows);

struct Tally {
  std::array<std::int64_t, outcomes.size()> counts = {};  ///< in the order of `outcomes`
  std::int64_t computed = 0;                              ///< good values without a printed one, in none of the counts
  std::int64_t calibrated = 0;                            ///< of all
  std::int64_t reconstructed = 0;                         ///< of all

  [[nodiscard]] std::int64_t of(Outcome outcome) const;
  [[nodiscard]] std::int64_t total() const;
  Tally& operator+=(const Tally& other);
};

[[nodiscard]] Tally tally_of(const std::vector<JudgedClaim>& claims);

}  // namespace apportion::results
