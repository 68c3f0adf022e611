// The scale of verdicts: the words with which exhibits judge a paper's numbers and statements, their order, and the SQL
// that chooses between them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace apportion::results {

/// The paper's position on the statement or number that a row of an exhibit judges.
enum class Stance {
  asserted,  ///< it prints the number, or claims the statement
  denied,    ///< it denies that the statement always holds
  open       ///< it has no position
};

/// The verdict on statements that no run can judge: the paper means something else or nothing definite, its own numbers
/// cannot show it, or the criterion would be our own. It has no place on the scale.
constexpr std::string_view cannot_be_judged = "cannot be judged";

/// The verdict on statements that hold under a condition that the paper does not state.
constexpr std::string_view under_a_condition = "under a condition";

/// What a verdict means for the paper. Readers should see the later ones first.
enum class Outcome { reproduced, unjudged, conditional, partly, not_reproduced };

/// How well a verdict agrees with the paper. 3: to the digit, or without exception. 2: within rounding or magnitude. 1:
/// mostly, under a condition that the paper does not state, or by one of two algorithms. 0: not. The scale is reversed
/// if the paper denies the statement. Nothing if the paper has no position, and for words that are not on the scale.
[[nodiscard]] std::optional<int> agreement(std::string_view verdict, Stance stance = Stance::asserted);

/// The outcome for a verdict: agreement() of 2 and 3 is reproduced, of 1 partly, of 0 not; `under_a_condition` and
/// `cannot_be_judged` have their own. Nothing for other words.
[[nodiscard]] std::optional<Outcome> outcome_of(std::string_view verdict, Stance stance = Stance::asserted);

/// How much better `newer` agrees with the paper than `older`: positive, zero, or negative for worse. Nothing if one of
/// them has no place on the scale.
[[nodiscard]] std::optional<int> improvement(std::string_view older, std::string_view newer,
                                             Stance stance = Stance::asserted);

/// An SQL expression over counts of a claim's points: `reproduced` if the claim holds at all judged points, `mostly
/// reproduced` if at more than half, otherwise `not reproduced`; NULL if `complete` is not true.
[[nodiscard]] std::string verdict_of_points_sql(std::string_view complete, std::string_view judged,
                                                std::string_view holding);

}  // namespace apportion::results
