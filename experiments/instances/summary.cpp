// Means, shares and distances of scores.
#include "experiments/instances/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "experiments/problems/common/ranking.hpp"

namespace apportion::instances {
namespace {

using results::Value;

constexpr std::size_t most_profiles = 10;  // more curves cannot be told apart
constexpr int value_digits = 12;
constexpr int mean_digits = 6;
constexpr int shown_digits = 4;
constexpr int time_digits = 3;
constexpr std::array distances = {0.0, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0};

// The scores of a method with their instances, in the order of the index: sums do not depend on that of the scores.
struct ScoredInstance {
  const Instance* instance;
  const Score* score;

  [[nodiscard]] bool is_within(double percent) const {
    return score->value && !is_better(instance->value * (1 + percent / 100), *score->value);
  }
  [[nodiscard]] bool is_optimal() const {
    return score->value && (score->is_proven || (instance->bound && !is_better(*instance->bound, *score->value)));
  }
};
using MethodScores = std::vector<ScoredInstance>;
using ByMethod = std::map<std::pair<std::string, std::string>, MethodScores>;  // family, method

std::vector<ScoredInstance> in_order(const Collection& collection, const std::vector<Score>& scores) {
  std::map<std::string, std::vector<const Score*>> of_instance;
  for (const Score& score : scores) of_instance[score.instance].push_back(&score);
  std::vector<ScoredInstance> all;
  for (const Instance& instance : collection.instances())
    for (const Score* score : of_instance[instance.name]) all.push_back({&instance, score});
  return all;
}

ByMethod by_method(const Collection& collection, const std::vector<Score>& scores) {
  ByMethod all;
  for (const ScoredInstance& each : in_order(collection, scores))
    all[{each.score->family, each.score->method}].push_back(each);
  return all;
}

template <class Counted>
double share_of(const MethodScores& scores, const Counted& counted) {
  const auto count = static_cast<double>(std::ranges::count_if(scores, counted));
  return problems::with_decimals(100 * count / static_cast<double>(scores.size()), 1);
}

double geometric_mean(const MethodScores& scores) {
  double sum = 0;
  std::int64_t solved = 0;
  for (const ScoredInstance& each : scores) {
    if (!each.score->value) continue;
    sum += std::log(*each.score->value / each.instance->value);
    ++solved;
  }
  return std::exp(sum / static_cast<double>(solved));
}

std::vector<Value> method_row(const MethodScores& scores) {
  const Score& first = *scores.front().score;
  const auto is_within = [](double percent) {
    return [percent](const ScoredInstance& each) { return each.is_within(percent); };
  };
  std::int64_t revision = first.revision;
  std::int64_t refused = 0;
  double seconds = 0;
  for (const ScoredInstance& each : scores) {
    revision = std::max(revision, each.score->revision);
    refused += each.score->value ? 0 : 1;
    seconds += each.score->seconds;
  }
  const auto instances = static_cast<std::int64_t>(scores.size());
  return {first.family,
          first.method,
          revision,
          instances,
          refused,
          refused == instances ? Value() : Value(problems::with_digits(geometric_mean(scores), mean_digits)),
          share_of(scores, is_within(0)),
          share_of(scores, is_within(1)),
          share_of(scores, std::mem_fn(&ScoredInstance::is_optimal)),
          problems::with_digits(seconds, time_digits)};
}

double percent_above(double value, double other) { return 100 * (value - other) / other; }

Value rounded_value(const std::optional<double>& value) {
  return value ? Value(problems::with_digits(*value, value_digits)) : Value();
}

Value gap(const std::optional<double>& value, const std::optional<double>& other) {
  return value && other ? Value(problems::with_digits(percent_above(*value, *other), shown_digits)) : Value();
}

}  // namespace

results::Rows score_rows(const Collection& collection, const std::vector<Score>& scores) {
  results::Rows rows{{"family", "instance", "value", "best known", "gap to it, %", "bound", "gap to bound, %", "proven",
                      "time, s", "refusal"},
                     {}};
  for (const auto& [instance, score] : in_order(collection, scores)) {
    const std::optional<double>& value = score->value;
    rows.rows.push_back({score->family, score->instance, rounded_value(value), rounded_value(instance->value),
                         gap(value, instance->value), rounded_value(instance->bound), gap(value, instance->bound),
                         score->is_proven ? "yes" : "",
                         value ? Value(problems::with_digits(score->seconds, time_digits)) : Value(), score->refusal});
  }
  return rows;
}

results::Rows method_rows(const Collection& collection, const std::vector<Score>& scores) {
  results::Rows rows{{"family", "method", "revision", "instances", "refused", "geometric mean", "best, %",
                      "within 1 %, %", "optimal, %", "time, s"},
                     {}};
  for (const auto& [key, of_method] : by_method(collection, scores)) rows.rows.push_back(method_row(of_method));
  constexpr std::size_t mean = 5;
  constexpr std::size_t within = 7;
  // A mean says little of who refuses most, and there is none of who refuses all.
  std::ranges::stable_sort(rows.rows, {}, [](const std::vector<Value>& row) {
    return std::tuple(row[0], -std::get<double>(row[within]), std::holds_alternative<std::monostate>(row[mean]),
                      row[mean]);
  });
  return rows;
}

results::Rows profile_rows(const Collection& collection, const std::vector<Score>& scores, const std::string& family) {
  std::vector<std::pair<double, std::vector<std::vector<Value>>>> profiles;
  for (const auto& [key, of_method] : by_method(collection, scores)) {
    if (key.first != family) continue;
    auto& [sum, lines] = profiles.emplace_back();
    for (const double distance : distances) {
      const double share =
          share_of(of_method, [distance](const ScoredInstance& each) { return each.is_within(distance); });
      lines.push_back({key.second, fmt::format("{} %", distance), share});
      sum += share;
    }
  }
  std::ranges::stable_sort(profiles, std::ranges::greater(), [](const auto& each) { return each.first; });
  results::Rows rows{{"method", "within", "share"}, {}};
  for (std::size_t i = 0; i < std::min(most_profiles, profiles.size()); ++i)
    std::ranges::move(profiles[i].second, std::back_inserter(rows.rows));
  return rows;
}

results::Rows gap_rows(const Collection& collection) {
  results::Rows rows{
      {"family", "instances", "optimal", "open", "open without a bound", "median gap, %", "greatest gap, %"}, {}};
  for (const std::string& family : families_in(collection)) {
    std::vector<double> gaps;
    std::int64_t open = 0;
    const std::vector<const Instance*> all = open_first(collection, family);
    for (const Instance* instance : all) {
      open += instance->is_open ? 1 : 0;
      if (instance->is_open && instance->bound) gaps.push_back(percent_above(instance->value, *instance->bound));
    }
    std::ranges::sort(gaps);
    const auto shown = [&gaps](std::size_t place) {
      return gaps.empty() ? Value() : Value(problems::with_digits(gaps[place], shown_digits));
    };
    const auto count = static_cast<std::int64_t>(all.size());
    rows.rows.push_back({family, count, count - open, open, open - static_cast<std::int64_t>(gaps.size()),
                         shown(gaps.size() / 2), shown(gaps.empty() ? 0 : gaps.size() - 1)});
  }
  return rows;
}

results::Rows instance_rows(const std::vector<const Instance*>& instances) {
  results::Rows rows{
      {"instance", "size", "processors", "ratio", "value", "method", "bound", "gap, %", "status", "date"}, {}};
  for (const Instance* instance : instances)
    rows.rows.push_back({instance->name, instance->field("size"), instance->field("processors"),
                         instance->field("ratio"), rounded_value(instance->value), instance->method,
                         rounded_value(instance->bound), gap(instance->value, instance->bound),
                         instance->field("status"), instance->field("date")});
  return rows;
}

std::vector<std::string> families_in(const Collection& collection) {
  std::vector<std::string> names;
  for (const Instance& instance : collection.instances())
    static_cast<void>(results::index_in_order_of_appearance(names, instance.family->name));
  std::ranges::sort(names);
  return names;
}

std::vector<const Instance*> open_first(const Collection& collection, const std::string& family) {
  std::vector<const Instance*> all;
  for (const Instance& instance : collection.instances())
    if (instance.family->name == family) all.push_back(&instance);
  std::ranges::stable_sort(all, {}, [](const Instance* instance) {
    const double gap =
        instance->bound ? percent_above(instance->value, *instance->bound) : std::numeric_limits<double>::infinity();
    return std::pair(!instance->is_open, -gap);
  });
  return all;
}

}  // namespace apportion::instances
