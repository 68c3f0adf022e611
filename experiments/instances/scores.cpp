// Solving of instances, the table of scores, and means, shares and distances of scores.
#include "experiments/instances/scores.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <filesystem>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "base/csv.hpp"
#include "base/text.hpp"
#include "experiments/engine/timing.hpp"
#include "experiments/instances/collection.hpp"
#include "experiments/problems/common/ranking.hpp"

namespace apportion::instances {
namespace {

using problems::AlgorithmInfo;
using problems::Field;
using problems::Json;
using problems::ProblemFamily;

const std::vector<std::string> score_columns = {"family", "method",  "revision", "instance", "sha256",
                                                "value",  "seconds", "proven",   "refusal"};
constexpr std::size_t sha256_digits = 8;  // enough to tell that a problem has changed

// A family without algorithms of its own borrows those of another one.
std::vector<AlgorithmInfo> algorithms_of(const ProblemFamily& family) {
  if (std::vector<AlgorithmInfo> own = family.algorithms(); !own.empty()) return own;
  for (const ProblemFamily& lender : problems::families())
    if (std::vector<AlgorithmInfo> lent = lender.algorithms(); problems::names_of(lent) == method_names(family))
      return lent;
  return {};
}

// A proof may be of another cost than the metric, or among some kind of answers: it proves nothing where a better
// answer is known.
bool proves(const Json& answer, double value, const Instance& instance) {
  if (is_better(instance.value, value)) return false;
  if (instance.metric == "total" && answer.value("proven", "") == "rectangles") return true;
  return answer.value("proven_optimal", false) && !is_better(metric_in(answer, "lower_bound"), value);
}

std::string number_text(const std::optional<double>& value) { return value ? fmt::format("{}", *value) : ""; }

Score score_in(const TableRow& row) {
  Score score{row.text("family"), row.text("method"), row.whole("revision", 1), row.text("instance")};
  score.value = row.optional_real("value");
  score.seconds = row.real("seconds");
  score.is_proven = row.whole("proven", 0) > 0;
  score.refusal = row.text("refusal");
  if (score.value.has_value() != score.refusal.empty()) throw row.wrong("refusal", "there where no value is");
  return score;
}

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

std::vector<std::string> method_names(const ProblemFamily& family) {
  const std::vector<Field>& fields = family.fields();
  const auto field = std::ranges::find(fields, "algorithm", &Field::name);
  return field == fields.end() || field->words == nullptr ? std::vector<std::string>{} : field->words();
}

std::optional<Method> method_of(const ProblemFamily& family, std::string_view text,
                                const std::vector<OwnProgram>& own) {
  for (const OwnProgram& program : own)
    if (program.name == text) return Method{&family, program.name, program.revision, own};
  const BracketedName parts = split_bracketed(text);
  for (const AlgorithmInfo& info : algorithms_of(family)) {
    if (info.name != parts.name) continue;
    const std::string options = Options::parse(parts.options, info.options, info.name).canonical(info.options);
    return Method{&family, info.name + (options.empty() ? "" : "[" + options + "]"), info.revision};
  }
  for (const OptionalAlgorithm& algorithm : family.missing())
    if (algorithm.name == parts.name) throw InputError(algorithm.not_built_in());
  return std::nullopt;
}

std::string Method::full_name() const {
  if (!seconds) return name;
  const BracketedName parts = split_bracketed(name);
  return fmt::format("{}[{}{}seconds={}]", parts.name, parts.options, parts.options.empty() ? "" : ",", *seconds);
}

Scored scored(const Instance& instance, const Json& problem, const Method& method) {
  Scored result{{instance.family->name, method.full_name(), method.revision, instance.name}};
  Score& score = result.score;
  const auto solve = [&] {
    Json asked = problem;
    if (method.seconds) asked["seconds"] = *method.seconds;
    result.answer = instance.family->solve(Collection::question(instance, asked, method.name, method.own));
  };
  try {
    score.seconds = engine::working_seconds(solve);
    const Json answer = problems::parse_json(result.answer);
    const double value = Collection::value_in(instance, problem, answer);
    score.value = value;
    score.is_proven = proves(answer, value, instance);
  } catch (const NoAnswer& error) {
    result.is_kept = false;
    score.refusal = error.what();
  } catch (const problems::NoSolution&) {
    score.refusal = "it finds no solution";
  } catch (const std::exception& error) {
    score.refusal = error.what();
  }
  constexpr std::size_t longest_refusal = 200;
  score.refusal = printable(score.refusal, longest_refusal);
  return result;
}

std::vector<Score> read_scores(const Collection& collection) {
  const std::filesystem::path file = collection.folder() / "scores.csv";
  if (!std::filesystem::exists(file)) return {};
  std::vector<Score> scores;
  for (const TableRow& row : TableRow::read(file, score_columns)) {
    Score score = score_in(row);
    const Instance* instance = collection.find(score.instance);
    if (instance != nullptr && instance->family->name == score.family &&
        instance->field("sha256").starts_with(row.text("sha256")))
      scores.push_back(std::move(score));
  }
  return scores;
}

std::string scores_text(const Collection& collection, const std::vector<Score>& scores) {
  std::map<std::tuple<std::string, std::string, std::string>, std::string> lines;
  for (const Score& score : scores)
    lines[{score.family, score.method, score.instance}] =
        csv_line({score.family, score.method, std::to_string(score.revision), score.instance,
                  collection.find(score.instance)->field("sha256").substr(0, sha256_digits), number_text(score.value),
                  fmt::format("{:.3g}", score.seconds), score.is_proven ? "1" : "0", score.refusal});
  std::string text = csv_line(score_columns) + "\n";
  for (const auto& [key, line] : lines) text += line + "\n";
  return text;
}

Finding finding_of(const Score& score, const std::string& date) {
  return {.method = score.method,
          .revision = score.revision,
          .seed = default_seed,
          .date = date,
          .is_proven = score.is_proven};
}

std::optional<Instance> improved(const Instance& instance, const Score& score, const std::string& date) {
  if (!score.value) return std::nullopt;
  if (is_better(*score.value, instance.value)) return instance.with_value(*score.value, finding_of(score, date));
  // An answer that is as good stays.
  if (score.is_proven && instance.is_open) return instance.with_proof(score.method, date);
  return std::nullopt;
}

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
  // A mean says little of a method that refuses most instances, and one that refuses all has no mean.
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
