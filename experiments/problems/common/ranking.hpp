// Rankings: one problem solved by several algorithms, ranked by the same rule in all families.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "algorithms/own_algorithm.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/engine/timing.hpp"

namespace apportion::problems {

/// An algorithm that did not solve the problem, and the reason.
struct Refusal {
  std::string algorithm;
  std::string reason;
};

using ComparedValue = std::variant<std::int64_t, double, std::string>;

/// The result of a family that `solve` and `draw` show.
struct Comparison {
  std::string title;  ///< the problem, and a second line if a family states its ranking criterion
  std::vector<std::string> columns;
  std::vector<std::vector<ComparedValue>> rows;  ///< one per algorithm that solved it, best first
  std::vector<Refusal> refusals;
  std::vector<std::string> lines;  ///< the answers as JSON lines, in the order of the rows, then the refusals
  /// All solutions in one drawing, in the order of the rows, as "svg" or "text"; empty if nothing can be drawn.
  std::function<std::string(const std::string& format)> draw;

  [[nodiscard]] bool is_solved() const { return !rows.empty(); }
};

/// The key by which an answer is ranked.
struct RankingKey {
  std::string algorithm;
  /// The amount of each kind, such as empty parts, the gravest kind first; all answers have the same kinds.
  std::vector<double> shortcomings = {};
  double cost = 0;
  std::int64_t secondary = 0;  ///< lower is better among answers of one rank
};

/// An answer's position in the ranking.
struct Place {
  std::size_t answer = 0;  ///< its number
  std::int64_t rank = 0;   ///< 1 for the best; ties share the least, as in 1, 1, 3
};

/// The answers, best first: by shortcomings, then by cost. Costs within a relative 1e-9 of the least of a rank tie.
/// Ties are sorted by their secondary numbers, then by their names.
[[nodiscard]] std::vector<Place> places_of(const std::vector<RankingKey>& keys);

/// The prefixes of titles of drawings: "XY2, rank 2 of 6" for each of the answers, or only the name of a single one.
[[nodiscard]] std::vector<std::string> ranked_names(const std::vector<RankingKey>& keys);

/// A value in an answer's row. The table has its column if any answer has a value for it.
struct RankedValue {
  std::string column;
  std::optional<ComparedValue> value;
  ComparedValue otherwise = "";  ///< shown in the row of an answer without a value
};

/// The value if the column concerns the answer; otherwise no value.
[[nodiscard]] inline std::optional<ComparedValue> given_if(bool concerns, ComparedValue value) {
  return concerns ? std::optional(std::move(value)) : std::nullopt;
}

/// The answers of the algorithms that do not refuse, in their order, and the refusals.
template <class Answer>
[[nodiscard]] std::pair<std::vector<Answer>, std::vector<Refusal>> answered_by(
    const std::vector<std::string>& algorithms, const std::function<Answer(const std::string& algorithm)>& solve) {
  std::pair<std::vector<Answer>, std::vector<Refusal>> answered;
  for (const std::string& algorithm : algorithms) {
    try {
      answered.first.push_back(solve(algorithm));
    } catch (const UserError& error) {
      answered.second.push_back({algorithm, error.what()});
    }
  }
  return answered;
}

/// The first in the ranking of these answers, at least one.
template <class Answer>
[[nodiscard]] Answer first_of(std::vector<Answer> answers, RankingKey (*key)(const Answer& answer)) {
  std::vector<RankingKey> keys;
  for (const Answer& answer : answers) keys.push_back(key(answer));
  return std::move(answers[places_of(keys).front().answer]);
}

/// The family's functions for a ranking.
template <class Answer>
struct Ranking {
  std::function<Answer(const std::string& algorithm)> solve;  ///< UserError: the algorithm refuses
  std::function<RankingKey(const Answer& answer)> key;
  /// The row after rank and algorithm, with the same columns for all answers.
  std::function<std::vector<RankedValue>(const Answer& answer, const Answer& best)> row;
  std::function<std::string(const Answer& answer, std::int64_t rank)> json_line;
  std::function<std::string(const std::vector<Answer>& answers, const std::string& format)> draw;
};

/// Adds the columns, and a row for each of the answers in this order.
void add_table(const std::vector<Place>& places, const std::vector<RankingKey>& keys,
               const std::vector<std::vector<RankedValue>>& values, Comparison& comparison);

/// {"schema":1,"algorithm":…,"error":…}
[[nodiscard]] std::string to_json(const Refusal& refusal);

/// InputError if a number of an answer is outside the range of a double; such JSON is not printed.
void require_finite(std::string_view json);

/// Solves the problem by each of the algorithms. An answer with a number that is not finite is refused.
template <class Answer>
[[nodiscard]] Comparison ranked(std::string title, const std::vector<std::string>& algorithms,
                                const Ranking<Answer>& ranking) {
  Comparison comparison;
  comparison.title = std::move(title);
  auto [answers, refusals] = answered_by<Answer>(algorithms, [&ranking](const std::string& algorithm) {
    Answer answer = ranking.solve(algorithm);
    require_finite(ranking.json_line(answer, 1));
    return answer;
  });
  comparison.refusals = std::move(refusals);
  std::vector<RankingKey> keys;
  for (const Answer& answer : answers) keys.push_back(ranking.key(answer));
  const std::vector<Place> places = places_of(keys);
  std::vector<Answer> sorted;
  for (const Place& place : places) sorted.push_back(std::move(answers[place.answer]));
  std::vector<std::vector<RankedValue>> values;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    values.push_back(ranking.row(sorted[i], sorted.front()));
    comparison.lines.push_back(ranking.json_line(sorted[i], places[i].rank));
  }
  add_table(places, keys, values, comparison);
  for (const Refusal& refusal : comparison.refusals) comparison.lines.push_back(to_json(refusal));
  if (!sorted.empty())
    comparison.draw = [sorted = std::move(sorted), draw = ranking.draw](const std::string& format) {
      return draw(sorted, format);
    };
  return comparison;
}

/// The names in an option --algorithm: A,B,C separated by commas outside brackets; `all` means the names in `known`.
/// Empty if the text names a single algorithm.
[[nodiscard]] std::vector<std::string> several_algorithms(const std::string& text,
                                                          const std::vector<std::string>& known);

/// The canonical names, without duplicates. InputError for an unknown algorithm or option.
template <class AlgorithmType>
[[nodiscard]] std::vector<std::string> canonical_names(const std::vector<std::string>& algorithms,
                                                       const OwnAlgorithms<AlgorithmType>& own) {
  std::vector<std::string> names;
  for (const std::string& algorithm : algorithms) {
    std::string name = choose_algorithm(own, algorithm).canonical_name();
    if (!contains(names, name)) names.push_back(std::move(name));
  }
  return names;
}

/// The value rounded to this many digits, or decimals, for readers.
[[nodiscard]] double with_digits(double value, int digits);
[[nodiscard]] double with_decimals(double value, int decimals);

}  // namespace apportion::problems
