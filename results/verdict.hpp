// The scale of verdicts: the words in which exhibits judge what a paper prints or says, their order, and the SQL that
// chooses between them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace apportion::results {

/// What the paper says of the statement, or the number, that a row of an exhibit judges.
enum class Stance {
  asserted,  ///< it prints the number, or claims the statement
  denied,    ///< it says that the statement does not always hold
  open       ///< nothing
};

/// The verdict on what nothing that is run can judge: the paper means something else or nothing definite, its own
/// numbers cannot show it, or the judge would be of our making. It has no place on the scale.
constexpr std::string_view cannot_be_judged = "cannot be judged";

/// The verdict on what holds under a condition that the paper does not state.
constexpr std::string_view under_a_condition = "under a condition";

/// What a verdict means for the paper. The later ones are what a reader should see first.
enum class Outcome { reproduced, unjudged, conditional, partly, not_reproduced };

/// How well a verdict agrees with the paper. 3: to the digit, or without exception. 2: within rounding or magnitude.
/// 1: mostly, under a condition that the paper does not state, or by one of two algorithms. 0: not.
/// Where the paper denies the statement the scale is reversed. Nothing where the paper says nothing, and for words that
/// are not on the scale.
[[nodiscard]] std::optional<int> agreement(std::string_view verdict, Stance stance = Stance::asserted);

/// agreement() of 2 and 3 is reproduced, of 1 partly, of 0 not; besides there are `under_a_condition` and
/// `cannot_be_judged`. Nothing for other words.
[[nodiscard]] std::optional<Outcome> outcome_of(std::string_view verdict, Stance stance = Stance::asserted);

/// How much better `newer` agrees with the paper than `older`: positive, zero, or negative for worse. Nothing where one
/// of them has no place on the scale.
[[nodiscard]] std::optional<int> improvement(std::string_view older, std::string_view newer,
                                             Stance stance = Stance::asserted);

/// An SQL expression over counts of a claim's points: `reproduced` where it holds at all that are judged, `mostly
/// reproduced` at more than half, otherwise `not reproduced`; NULL where `complete` is not true.
[[nodiscard]] std::string verdict_of_points_sql(std::string_view complete, std::string_view judged,
                                                std::string_view holding);

}  // namespace apportion::results
