// The judge: whether a number agrees with a printed one, by the rule stored with the printed number; for tables,
// reports, `explain` and the SQL functions verdict(), margin() and chance() (database/functions.cpp). Also the scale of
// verdicts: the words with which exhibits judge a paper's numbers and statements, and their order.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

enum class Rule {
  exact,            ///< ours, rounded half up to the printed number's unit, is the printed number
  digits,           ///< ours is the printed number unrounded, rounded half up or truncated, as the verdict tells
  interval,         ///< a printed mean of `of` random samples: the 95 % interval holds what rounds to it
  standard_errors,  ///< numbers that round to the printed one come within three standard errors of our mean
  ratio,            ///< of times on other machines: within a factor of ten
  base,             ///< others of its table are divided by it, so that it cannot be judged
  calibrated        ///< one of our constants was tuned to it, so that it is no evidence
};

/// InputError, with the nearest names, for another word.
[[nodiscard]] Rule rule_named(std::string_view word);
[[nodiscard]] std::vector<std::string> rule_names();

/// The unit that a number is printed in multiples of: 0.01 of "3.25", 1000 of "1.857e+06".
[[nodiscard]] double unit_of(const std::string& printed);
/// How many decimals such a number has; negative for multiples of ten.
[[nodiscard]] int decimals_of(const std::string& printed);

/// A number rounded half up to a multiple of the unit. Less than 1e-9 units below a half counts as a half.
[[nodiscard]] double rounded_half_up(double number, double unit);

/// The greatest distance, before rounding, of an agreeing result from ours. `deviation` is the standard deviation of
/// single samples. For Rule::interval half of the 95 % interval of a mean of `of` samples, for Rule::standard_errors
/// three standard errors of our mean over `samples`; 0 by the other rules. InputError for Rule::interval without `of`.
[[nodiscard]] double margin(Rule rule, double of, double deviation, double samples);

/// A printed number, and ours with the ends of its interval: ours minus and plus margin().
struct Judged {
  Rule rule = Rule::exact;
  double printed = 0;
  double unit = 1;
  double ours = 0;
  double least = 0;
  double greatest = 0;
};

/// In the order of the rules: exact | differs; exact | rounded | truncated | differs; inside | outside; inside |
/// outside; same magnitude | differs; for the others `cannot_be_judged`.
[[nodiscard]] std::string_view verdict(const Judged& judged);

/// The chance of a good verdict if the model is true, so that the printed number is a result like ours; 1 if nothing is
/// random. The printed number then differs from ours like a mean of `of` samples from one of `samples`
/// (Rule::interval), or like the true mean (Rule::standard_errors), by Student's t, since `deviation` is estimated from
/// our samples. InputError as of margin().
[[nodiscard]] double chance(Rule rule, double unit, double ours, double of, double deviation, double samples);

}  // namespace apportion::results
