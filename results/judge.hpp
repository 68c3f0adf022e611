// The judge: whether a number agrees with a printed one, by the rule stored with the printed number. Tables, reports,
// `explain` and the SQL functions verdict(), margin() and chance() (database/functions.cpp) use it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace apportion::results {

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
