// The rules by which numbers are judged, and the scale of verdicts.
#include "results/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/words.hpp"
#include "results/statistics.hpp"

namespace apportion::results {
namespace {

constexpr std::array rule_words = {Word{Rule::exact, "exact"},          Word{Rule::digits, "digits"},
                                   Word{Rule::interval, "interval"},    Word{Rule::standard_errors, "standard_errors"},
                                   Word{Rule::ratio, "ratio"},          Word{Rule::base, "base"},
                                   Word{Rule::calibrated, "calibrated"}};

constexpr double most_errors = 3;        // of Rule::standard_errors
constexpr double same_magnitude = 10;    // of Rule::ratio
constexpr double rounding_error = 1e-9;  // rounding errors of ours are smaller, in units

bool rounds_to(double number, const Judged& judged) {
  return std::abs(rounded_half_up(number, judged.unit) - judged.printed) < judged.unit / 2;
}

constexpr int most_agreement = 3;

struct Grade {
  std::string_view word;
  int agreement;
};

// All words in columns of verdicts that a Judgement or a reference grid reads.
constexpr std::array grades = {Grade{"exact", 3},
                               Grade{"equal", 3},
                               Grade{"inside", 3},
                               Grade{"holds", 3},
                               Grade{"reproduced", 3},
                               Grade{"both", 3},
                               Grade{"rounded", 2},
                               Grade{"truncated", 2},
                               Grade{"same magnitude", 2},
                               Grade{"CC", 1},
                               Grade{"mostly reproduced", 1},
                               Grade{"partly reproduced", 1},
                               Grade{under_a_condition, 1},
                               Grade{"NL", 1},
                               Grade{"differs", 0},
                               Grade{"outside", 0},
                               Grade{"fails", 0},
                               Grade{"violated", 0},
                               Grade{"not reproduced", 0},
                               Grade{"neither", 0},
                               Grade{"inconsistent", 0},
                               Grade{"counts differ", 0},
                               Grade{"pt(p) differs", 0}};

}  // namespace

std::optional<int> agreement(std::string_view verdict, Stance stance) {
  const auto* const found = std::ranges::find(grades, verdict, &Grade::word);
  if (found == grades.end() || stance == Stance::open) return std::nullopt;
  return stance == Stance::denied ? most_agreement - found->agreement : found->agreement;
}

std::optional<Outcome> outcome_of(std::string_view verdict, Stance stance) {
  if (verdict == cannot_be_judged) return Outcome::unjudged;
  const std::optional<int> found = agreement(verdict, stance);
  if (!found) return std::nullopt;
  if (verdict == under_a_condition) return Outcome::conditional;
  if (*found == 0) return Outcome::not_reproduced;
  return *found == 1 ? Outcome::partly : Outcome::reproduced;
}

std::optional<int> improvement(std::string_view older, std::string_view newer, Stance stance) {
  const std::optional<int> before = agreement(older, stance);
  const std::optional<int> now = agreement(newer, stance);
  if (!before || !now) return std::nullopt;
  return *now - *before;
}

std::string verdict_of_points_sql(std::string_view complete, std::string_view judged, std::string_view holding) {
  return fmt::format(
      "CASE WHEN NOT ({0}) THEN NULL WHEN {2} = {1} THEN 'reproduced'\n"
      "            WHEN 2 * {2} > {1} THEN 'mostly reproduced' ELSE 'not reproduced' END",
      complete, judged, holding);
}

Rule rule_named(std::string_view word) { return known_value(rule_words, word, "rule"); }

std::vector<std::string> rule_names() { return words_in(rule_words); }

int decimals_of(const std::string& printed) {
  const std::size_t exponent = printed.find_first_of("eE");
  const std::string digits = printed.substr(0, exponent);
  const std::size_t point = digits.find('.');
  const auto decimals = point == std::string::npos ? 0 : static_cast<int>(digits.size() - point - 1);
  if (exponent == std::string::npos) return decimals;
  const std::size_t sign = printed[exponent + 1] == '+' ? 2 : 1;
  return decimals - static_cast<int>(parse_whole(printed.substr(exponent + sign)).value_or(0));
}

double unit_of(const std::string& printed) { return std::pow(10.0, -decimals_of(printed)); }

double rounded_half_up(double number, double unit) { return std::floor(number / unit + 0.5 + rounding_error) * unit; }

double margin(Rule rule, double of, double deviation, double samples) {
  if (rule == Rule::standard_errors) return most_errors * deviation / std::sqrt(samples);
  if (rule != Rule::interval) return 0;
  if (!(of >= 1)) throw InputError("the rule interval needs of, the number of samples that the printed mean rests on");
  return normal_quantile((1 + interval_level) / 2) * deviation / std::sqrt(of);
}

std::string_view verdict(const Judged& judged) {
  const double distance = std::abs(judged.ours - judged.printed);
  switch (judged.rule) {
    case Rule::exact:
      return rounds_to(judged.ours, judged) ? "exact" : "differs";
    case Rule::digits:
      if (distance <= rounding_error * std::abs(judged.printed)) return "exact";
      if (rounds_to(judged.ours, judged)) return "rounded";
      return std::abs(std::trunc(judged.ours / judged.unit) * judged.unit - judged.printed) < judged.unit / 2
                 ? "truncated"
                 : "differs";
    case Rule::ratio:
      return judged.ours <= same_magnitude * judged.printed && judged.printed <= same_magnitude * judged.ours
                 ? "same magnitude"
                 : "differs";
    case Rule::base:
    case Rule::calibrated:
      return cannot_be_judged;
    default:
      break;
  }
  return judged.printed + judged.unit / 2 >= judged.least && judged.printed - judged.unit / 2 <= judged.greatest
             ? "inside"
             : "outside";
}

double chance(Rule rule, double unit, double ours, double of, double deviation, double samples) {
  const double farthest = margin(rule, of, deviation, samples);
  if (farthest == 0) return 1;
  const double spread = deviation * std::sqrt((rule == Rule::interval ? 1 / of : 0) + 1 / samples);
  // The agreeing results lie between the middles of two multiples of the unit.
  const double least = (std::ceil((ours - farthest) / unit - 0.5) - 0.5) * unit;
  const double greatest = (std::floor((ours + farthest) / unit + 0.5) + 0.5) * unit;
  const double freedom = std::max(samples - 1, 1.0);
  return student_probability((greatest - ours) / spread, freedom) -
         student_probability((least - ours) / spread, freedom);
}

}  // namespace apportion::results
