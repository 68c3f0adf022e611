// The judge: whether a number agrees with a printed one, by the rule that stands beside the printed number. Tables,
// reports, `explain` and the SQL functions verdict(), margin() and chance() (database/functions.cpp) ask it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace apportion::results {

enum class Rule {
  exact,     ///< ours, rounded half up to the printed number's unit, is the printed number
  digits,    ///< ours is the printed number as it is, rounded half up or cut off; the verdict says which
  interval,  ///< a printed mean `of` so many random samples: what rounds to it meets the 95 % interval of such means
  standard_errors,  ///< what rounds to the printed number meets our mean within three of its standard errors
  ratio,            ///< of times on other machines: within a factor of ten
  base,             ///< others of its table are divided by it, so that nothing judges it
  calibrated        ///< a constant of ours was tuned to it, so that it would judge itself
};

/// InputError, with the nearest names, for another word.
[[nodiscard]] Rule rule_named(std::string_view word);
[[nodiscard]] std::vector<std::string> rule_names();

/// The unit that a number is printed in multiples of: 0.01 of "3.25", 1000 of "1.857e+06".
[[nodiscard]] double unit_of(const std::string& printed);
/// How many decimals such a number has; negative for multiples of ten.
[[nodiscard]] int decimals_of(const std::string& printed);

/// A number rounded half up to a multiple of the unit. What lacks less than 1e-9 units to a half is a half.
[[nodiscard]] double rounded_half_up(double number, double unit);

/// How far an agreeing result may lie from ours, before rounding: of `deviation`, the standard deviation of single
/// samples, what a mean of `of` samples has in its 95 % interval (Rule::interval), or three standard errors of ours
/// over `samples` (Rule::standard_errors); 0 by the other rules. InputError for Rule::interval without `of`.
[[nodiscard]] double margin(Rule rule, double of, double deviation, double samples);

/// A printed number, and ours with the ends of its interval: ours less and plus margin(), ours itself by other rules.
struct Judged {
  Rule rule = Rule::exact;
  double printed = 0;
  double unit = 1;
  double ours = 0;
  double least = 0;
  double greatest = 0;
};

/// exact | differs; exact | rounded | truncated | differs; inside | outside; inside | outside; same magnitude |
/// differs; of the others `cannot_be_judged`.
[[nodiscard]] std::string_view verdict(const Judged& judged);

/// How likely the verdict is a good one if the model is true, so that what is printed is a result like ours: 1 where
/// nothing is random. What is printed is then off from ours as a mean of `of` samples is from one of `samples`
/// (Rule::interval), or ours from it (Rule::standard_errors), by Student's t, since `deviation` is from our samples.
/// InputError as of margin().
[[nodiscard]] double chance(Rule rule, double unit, double ours, double of, double deviation, double samples);

}  // namespace apportion::results
