// The keys of requests and their values, and what a request leaves open, as the stored results decide it.
#include "experiments/sweeps/table_request.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "base/words.hpp"
#include "experiments/sweeps/ini.hpp"
#include "experiments/sweeps/means.hpp"
#include "experiments/sweeps/sweep_file.hpp"

namespace apportion::sweeps {

namespace {

using Names = std::vector<std::string>;

constexpr std::array kinds = {Word{TableKind::improvement, "improvement"}, Word{TableKind::comparison, "comparison"}};

// The axis of a sweep over a file of problems, which has one sample of each problem.
constexpr const char* instance_axis = "instance";

bool is_of_a_file(const TableRequest& request) { return request.study && is_of_file(*request.study); }

// The name; InputError, with the nearest ones, unless the results have it.
std::string stored_name(const std::string& kind, const std::string& name, const Names& names,
                        const TableRequest& request) {
  return one_of(kind + " of " + request.experiment, name, names);
}

// Without a metric in the request the cost that the family's paper compares, else the first with a direction.
void choose_metric(std::vector<results::MetricRecord> stored, CompletedRequest& request) {
  std::erase_if(stored, [](const results::MetricRecord& metric) { return metric.better.empty(); });
  const Names names = collected(stored, &results::MetricRecord::name);
  if (request.metric.empty() && request.study) request.metric = compared_metric(*request.study);
  if (request.metric.empty() && !names.empty()) request.metric = names.front();
  request.metric =
      one_of("metric of " + request.experiment + " of which less or more is better:", request.metric, names);
  request.more_is_better = std::ranges::find(stored, request.metric, &results::MetricRecord::name)->better == "more";
}

// If the request names no algorithms, they are those of the file, or all stored ones in the order of the study.
void choose_algorithms(const Names& stored, CompletedRequest& request) {
  const Names order = request.study ? canonical_names(*request.study) : Names();
  Names names = std::exchange(request.algorithms, {});
  if (names.empty()) {
    names = is_of_a_file(request) ? order : stored;
    std::ranges::stable_sort(names, {}, [&](const std::string& name) { return std::ranges::find(order, name); });
  }
  if (!request.rival.empty()) names.push_back(request.rival);
  for (const std::string& name : names) {
    if (contains(request.algorithms, name)) continue;
    request.algorithms.push_back(contains(order, name) ? name : stored_name("algorithm", name, stored, request));
  }
  if (request.algorithms.size() < 2)
    throw InputError("{} needs another algorithm to be compared with; {} has {}", request.algorithms.front(),
                     request.experiment, fmt::join(stored, ", "));
}

// An axis with those of its stored values that the request selects: those of --set, which get the database's spelling,
// else those of the user's file, else all. Where it is unknown whether all values have the same samples, they are
// treated as if they had, which is valid in either case, but widens the interval of the row over all points.
engine::Axis selected_axis(const std::string& name, Names stored, CompletedRequest& request) {
  engine::Axis axis{.name = name, .role = engine::AxisRole::applied};
  if (request.study)
    if (const engine::Axis* declared = engine::axis_named(request.study->axes, name)) axis = *declared;
  Names wanted;
  if (const auto fixed = request.fixed.find(name); fixed != request.fixed.end()) {
    wanted = collected(engine::name_values(names_in(fixed->second)),
                       [&](const engine::AxisValue& value) { return stored_name(name, value.text, stored, request); });
    fixed->second = fmt::format("{}", fmt::join(wanted, ","));
  } else if (is_of_a_file(request) && !axis.is_bound) {
    wanted = collected(axis.values, &engine::AxisValue::text);
  }
  if (!wanted.empty()) std::erase_if(stored, [&](const std::string& value) { return !contains(wanted, value); });
  axis.values = engine::name_values(stored);
  const bool has_texts = contains(axis.values, std::optional<double>(), &engine::AxisValue::number);
  axis.kind = has_texts ? engine::AxisKind::text : engine::AxisKind::real;
  return axis;
}

// The layout of an improvement: several algorithms that it leaves out become columns, or pages if these are taken.
void lay_out(Names dimensions, CompletedRequest& request) {
  dimensions.emplace_back(algorithm_word);
  Names chosen{request.rows, request.columns, request.pages};
  const auto open = std::ranges::find(chosen, "");
  if (request.algorithms.size() > 2 && !contains(chosen, algorithm_word) && open != chosen.end())
    *open = algorithm_word;
  request.columns = chosen[1];
  request.pages = chosen[2];
  std::erase(chosen, "");
  for (const std::string& name : chosen)
    if (std::ranges::count(chosen, stored_name("axis", name, dimensions, request)) > 1)
      throw InputError("{} is laid out twice; rows, columns and pages take different axes", name);
  for (const engine::Axis& axis : request.axes)
    if (axis.values.size() > 1 && !contains(chosen, axis.name))
      throw InputError(
          "{0} has the values {1} of {2}: fix one by --set {2}=VALUE, or lay it out as rows, columns or pages",
          request.experiment, fmt::join(collected(axis.values, &engine::AxisValue::text), ", "), axis.name);
}

// "XY2, TILE against XY: ratio of the mean total, sweeps/mine, latency 0"
std::string title_of(const TableRequest& request) {
  constexpr std::size_t most_names = 4;
  Names names = request.algorithms;
  std::erase(names, request.rival);
  std::string title = fmt::format(
      "{} {}: {} of the mean {}, {}",
      names.size() > most_names ? counted(names.size(), "algorithm") : fmt::format("{}", fmt::join(names, ", ")),
      request.rival.empty() ? "pairwise" : "against " + request.rival,
      request.kind == TableKind::improvement ? "improvement in percent" : "ratio", request.metric, request.experiment);
  for (const auto& [axis, values] : request.fixed) title += fmt::format(", {} {}", axis, values);
  return title;
}

}  // namespace

std::string word_of(TableKind kind) { return std::string(apportion::word_of(kinds, kind)); }

std::optional<TableKind> table_kind(const std::string& word) { return value_of(kinds, word); }

const std::vector<TableKey>& table_keys() {
  using enum TableKind;
  using enum KeyType;
  using Request = TableRequest;
  static const std::vector<TableKey> keys = {
      {"title", {improvement, comparison}, text, "", "the table's title", "made of the other keys", &Request::title},
      {"rival", {improvement}, algorithm, "A", "over which algorithm", "", &Request::rival, /*required=*/true},
      {"algorithm", {improvement}, algorithms, "A,B", "of which algorithms", "all"},
      {"algorithms", {comparison}, algorithms, "A,B", "of which algorithms", "all"},
      {"against", {comparison}, algorithm, "A", "compare all with this one", "all pairs", &Request::rival},
      {"along", {comparison}, axis, "AXIS", "the axis of the chart and of crossings", "", &Request::along},
      {"metric", {improvement, comparison}, metric, "NAME", "of which metric", "the family's cost", &Request::metric},
      {"rows", {improvement}, axis, "AXIS", "the axis down the table", "", &Request::rows, /*required=*/true},
      {"columns", {improvement}, axis, "AXIS", "the axis across it", "", &Request::columns},
      {"pages", {improvement}, axis, "AXIS", "a table for each value of this axis", "", &Request::pages},
      {"log",
       {comparison},
       logarithms,
       "",
       "which of the chart's axes are logarithmic: x; y; x, y; or none",
       "x, where its steps are very uneven and no value is below 0"},
      {"set",
       {improvement, comparison},
       settings,
       "",
       "axes and the values to show: latency=100 ratio=4",
       "all values"}};
  return keys;
}

std::vector<TableKey> table_keys(TableKind kind) {
  std::vector<TableKey> keys;
  std::ranges::copy_if(table_keys(), std::back_inserter(keys),
                       [kind](const TableKey& key) { return contains(key.of, kind); });
  return keys;
}

void set_key(const TableKey& key, const std::string& value, const KeyNames& names, TableRequest& request) {
  switch (key.type) {
    case KeyType::text:
      request.*key.member = value;
      break;
    case KeyType::algorithm:
    case KeyType::axis:
    case KeyType::metric:
      request.*key.member = names(key.type, value);
      break;
    case KeyType::algorithms:
      request.algorithms.clear();
      if (value == "all") break;
      for (const std::string& name : names_in(value)) request.algorithms.push_back(names(KeyType::algorithm, name));
      break;
    case KeyType::logarithms:
      request.log = logarithmic_axes_in(value);
      break;
    case KeyType::settings:
      request.fixed = settings_in(value);
      for (const auto& [axis, values] : request.fixed) static_cast<void>(names(KeyType::settings, axis));
      break;
  }
}

std::vector<std::string> logarithmic_axes_in(const std::string& list) {
  std::vector<std::string> names = names_in(list);
  if (names == std::vector<std::string>{none_word}) return {};
  for (const std::string& name : names) static_cast<void>(one_of("log", name, {"x", "y", none_word}));
  return names;
}

std::string canonical_name(const engine::Experiment& experiment, const std::string& algorithm) {
  return experiment.columns({algorithm}).all.front().record.name;
}

std::vector<std::string> canonical_names(const engine::Experiment& experiment) {
  std::vector<std::string> names;
  for (const engine::Column& column : experiment.columns(experiment.algorithms).all)
    if (column.record.rival.empty()) names.push_back(column.record.name);
  return names;
}

CompletedRequest completed(const TableRequest& request, const results::StudyKey& key, const results::ShownStudy& stored,
                           const results::Reader& reader) {
  CompletedRequest all{request};
  choose_metric(stored.metrics, all);
  for (const auto& [axis, values] : all.fixed) stored_name("axis", axis, stored.axes, all);
  if (!all.along.empty()) stored_name("axis", all.along, stored.axes, all);
  for (const std::string& name : stored.axes) {
    engine::Axis axis = selected_axis(name, results::shown_values(reader, key, name), all);
    if (name == instance_axis && !contains(Names{all.along, all.rows, all.columns, all.pages}, name))
      all.instances = std::move(axis);
    else
      all.axes.push_back(std::move(axis));
  }
  choose_algorithms(stored.algorithms, all);
  if (all.kind == TableKind::improvement) lay_out(stored.axes, all);
  if (all.title.empty()) all.title = title_of(all);
  return all;
}

}  // namespace apportion::sweeps
