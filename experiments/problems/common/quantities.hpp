// Quantities of answers: each family declares its own once, as it does its fields. JSON members, keys allowed in
// answers of users' programs, columns of rankings, and metrics of studies with their descriptions are made from them.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "experiments/engine/experiment.hpp"
#include "experiments/problems/common/json.hpp"
#include "experiments/problems/common/ranking.hpp"

namespace apportion::problems {

/// The value of a quantity in an answer; nothing if the answer lacks it. A text is JSON.
using QuantityValue = std::optional<ComparedValue>;

/// The answers that have a quantity as a JSON member.
enum class MemberOf : std::uint8_t {
  nothing,
  answer,  ///< of every answer with a value
  ranking  ///< behind the rank, in answers that are compared
};

/// A column of rankings. Columns are sorted by their places.
template <class Problem, class Answer>
struct QuantityColumn {
  int place = 0;
  std::string title = {};                              ///< the quantity's name by default
  std::optional<int> decimals = std::nullopt;          ///< for a real number, in place of `digits`
  int digits = 10;                                     ///< significant digits
  bool (*concerns)(const Problem&) = nullptr;          ///< problems for which it is shown; nullptr: all
  bool only_above_zero = false;                        ///< shown if an answer has a value above 0
  std::string (*title_for)(const Problem&) = nullptr;  ///< the title, if it depends on the problem
  QuantityValue (*words)(const Answer&) = nullptr;     ///< shown in place of the value
};

/// A metric of studies. Metrics are sorted by their places and stored in this order.
template <class Problem, class Solution, class Answer>
struct QuantityMetric {
  int place = 0;
  int digits = 0;      ///< decimals in tables
  bool added = false;  ///< see engine::Metric; so for the next
  bool exact_everywhere = true;
  std::string name = {};  ///< the quantity's by default
  /// Adds the data that `of` reads to an answer of answer_of(); called once for all metrics that need it.
  void (*prepare)(const Problem&, Answer&) = nullptr;
  /// Computes the metric if the answer lacks it; called only if the metric is needed.
  double (*measure)(const Problem&, const Solution&, const Answer&) = nullptr;
};

/// One quantity of the answers to a family's problems.
template <class AlgorithmType, class AnswerType>
struct Quantity {
  using Problem = typename AlgorithmType::Instance;
  using Solution = typename AlgorithmType::Solution;
  using Answer = AnswerType;
  using Column = QuantityColumn<Problem, Answer>;
  using Metric = QuantityMetric<Problem, Solution, Answer>;
  using ValueIn = std::function<QuantityValue(const Answer&)>;

  std::string name;              ///< "internal_edges"
  std::string meaning;           ///< one line, also the title of the metric
  std::string unit;              ///< of rankings and metrics
  std::string better;            ///< "less", "more" or ""
  ValueIn of;                    ///< nullptr if only studies measure it
  std::vector<Column> columns;   ///< {} if rankings do not show it
  std::optional<Metric> metric;  ///< {} if studies do not measure it
  MemberOf member;
  double scale;  ///< factor from JSON to rankings and studies; 100 for a fraction in percent

  Quantity(std::string name_of, std::string what, std::string in, std::string is_better, ValueIn in_answer,
           std::vector<Column> shown, std::optional<Metric> measured, MemberOf where = MemberOf::answer,
           double times = 1)
      : name(std::move(name_of)),
        meaning(std::move(what)),
        unit(std::move(in)),
        better(std::move(is_better)),
        of(std::move(in_answer)),
        columns(std::move(shown)),
        metric(std::move(measured)),
        member(where),
        scale(times) {}
};

/// The number times the scale, unless that is 1; 0 for no value.
[[nodiscard]] inline double scaled(const QuantityValue& value, double scale) {
  if (!value) return 0;
  if (const auto* whole = std::get_if<std::int64_t>(&*value)) return scale * static_cast<double>(*whole);
  return scale * std::get<double>(*value);
}

/// Appends the answer's members: ,"volume":1100,"fill":0.5 and so on.
template <class Quantity>
void add_members(const std::vector<Quantity>& quantities, MemberOf where, const typename Quantity::Answer& answer,
                 fmt::memory_buffer& text) {
  for (const Quantity& quantity : quantities) {
    QuantityValue value = quantity.member == where ? quantity.of(answer) : std::nullopt;
    if (!value) continue;
    if (double* const real = std::get_if<double>(&*value)) *real = plain(*real);
    std::visit([&](const auto& any) { fmt::format_to(std::back_inserter(text), R"(,"{}":{})", quantity.name, any); },
               *value);
  }
}

template <class Quantity>
[[nodiscard]] std::vector<std::string> member_names(const std::vector<Quantity>& quantities, MemberOf where) {
  std::vector<std::string> names;
  for (const Quantity& quantity : quantities)
    if (quantity.member == where) names.push_back(quantity.name);
  return names;
}

/// The keys allowed in answers of users' programs, all of which `solve` prints: members of answers, `others`, the rank
/// and the members of rankings, and names and network.
template <class Quantity>
[[nodiscard]] std::vector<std::string> printed_keys(const std::vector<Quantity>& quantities,
                                                    const std::vector<std::string>& others = {}) {
  std::vector<std::string> keys = member_names(quantities, MemberOf::answer);
  keys.insert(keys.end(), others.begin(), others.end());
  keys.emplace_back("rank");
  for (std::string& name : member_names(quantities, MemberOf::ranking)) keys.push_back(std::move(name));
  keys.insert(keys.end(), {"names", "network"});
  return keys;
}

/// The value of a member of the answers; no value if it is optional and empty.
template <class Answer, class Number>
[[nodiscard]] auto in_answer(Number Answer::*member) {
  return [member](const Answer& answer) -> QuantityValue { return answer.*member; };
}

/// The value in an answer's column.
template <class Quantity, class Column>
[[nodiscard]] RankedValue ranked_value(const Quantity& quantity, const Column& column,
                                       const typename Quantity::Problem& problem,
                                       const typename Quantity::Answer& answer) {
  RankedValue shown{column.title.empty() ? quantity.name : column.title, std::nullopt};
  if (column.title_for != nullptr) shown.column = column.title_for(problem);
  if (column.only_above_zero) shown.otherwise = std::int64_t{0};
  if (column.concerns != nullptr && !column.concerns(problem)) return shown;
  shown.value = column.words != nullptr ? column.words(answer) : quantity.of(answer);
  if (!shown.value || (column.only_above_zero && !(scaled(shown.value, 1) > 0)))
    return {shown.column, {}, shown.otherwise};
  if (std::holds_alternative<double>(*shown.value)) {
    const double value = scaled(shown.value, quantity.scale);
    shown.value = column.decimals ? with_decimals(value, *column.decimals) : with_digits(value, column.digits);
  }
  return shown;
}

/// The columns of an answer's row, sorted by their places.
template <class Quantity>
[[nodiscard]] std::vector<RankedValue> quantity_values(const std::vector<Quantity>& quantities,
                                                       const typename Quantity::Problem& problem,
                                                       const typename Quantity::Answer& answer) {
  std::vector<std::pair<int, RankedValue>> columns;
  for (const Quantity& quantity : quantities)
    for (const auto& column : quantity.columns)
      columns.emplace_back(column.place, ranked_value(quantity, column, problem, answer));
  std::ranges::sort(columns, {}, [](const auto& column) { return column.first; });
  std::vector<RankedValue> values;
  for (auto& column : columns) values.push_back(std::move(column.second));
  return values;
}

/// Calls each `prepare` that the needed metrics have, once.
template <class Quantity>
void complete(const std::vector<Quantity>& measured, const std::vector<bool>& needed,
              const typename Quantity::Problem& problem, typename Quantity::Answer& answer) {
  std::vector<void (*)(const typename Quantity::Problem&, typename Quantity::Answer&)> done;
  for (std::size_t m = 0; m < measured.size(); ++m) {
    const auto prepare = measured[m].metric->prepare;
    if (prepare == nullptr || !needed[m] || contains(done, prepare)) continue;
    prepare(problem, answer);
    done.push_back(prepare);
  }
}

/// The metrics of studies. `answer` makes a solution into the answer that the quantities read; `require`, if any,
/// throws InputError for one that cannot be measured.
template <class Quantity>
[[nodiscard]] engine::Measured measured_by(std::vector<Quantity> quantities,
                                           typename Quantity::Answer (*answer)(const typename Quantity::Problem&,
                                                                               const typename Quantity::Solution&),
                                           void (*require)(const typename Quantity::Problem&,
                                                           const typename Quantity::Solution&) = nullptr) {
  using Problem = typename Quantity::Problem;
  using Solution = typename Quantity::Solution;
  std::erase_if(quantities, [](const Quantity& quantity) { return !quantity.metric; });
  std::ranges::sort(quantities, {}, [](const Quantity& quantity) { return quantity.metric->place; });
  engine::Measured measured;
  for (const Quantity& quantity : quantities)
    measured.metrics.push_back({{quantity.metric->name.empty() ? quantity.name : quantity.metric->name,
                                 quantity.meaning, quantity.unit, quantity.better, quantity.metric->digits},
                                quantity.metric->exact_everywhere,
                                quantity.metric->added});
  measured.prepare = [quantities = std::move(quantities), answer,
                      require](const std::vector<bool>& needed) -> engine::Measure {
    return [quantities, answer, require, needed](const engine::Value& instance, const engine::Value& solved,
                                                 std::span<double> row) {
      const auto& problem = instance.as<Problem>();
      const auto& solution = solved.as<Solution>();
      if (require != nullptr) require(problem, solution);
      auto answered = answer(problem, solution);
      complete(quantities, needed, problem, answered);
      for (std::size_t m = 0; m < quantities.size(); ++m) {
        const Quantity& quantity = quantities[m];
        if (quantity.metric->measure == nullptr)
          row[m] = scaled(quantity.of(answered), quantity.scale);
        else
          row[m] = needed[m] ? quantity.metric->measure(problem, solution, answered) : 0;
      }
    };
  };
  return measured;
}

}  // namespace apportion::problems
