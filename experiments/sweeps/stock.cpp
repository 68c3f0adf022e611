// The stored results of one experiment under one seed.
#include "experiments/sweeps/stock.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "algorithms/options.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/sweeps/ini.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "experiments/sweeps/table_request.hpp"

namespace apportion::sweeps {
namespace {

using results::MetricRecord;

// Whether at least one of them belongs to the family; users' own algorithms belong to none.
bool has_any(const problems::ProblemFamily& family, const std::vector<std::string>& algorithms) {
  const std::vector<problems::AlgorithmInfo> own = family.algorithms();
  return std::ranges::any_of(algorithms, [&own](const std::string& name) {
    return contains(own, split_bracketed(name).name, &problems::AlgorithmInfo::name);
  });
}

}  // namespace

Stock::Stock(const std::string& experiment, std::int64_t seed, const results::Reader& reader)
    : reader_(reader),
      key_{experiment, seed},
      study_(results::shown_study(reader, key_).value_or(results::ShownStudy())) {
  for (const auto& row : reader
                             .query("SELECT DISTINCT algorithm FROM failures WHERE experiment = :name AND seed = :seed "
                                    "AND rival = '' ORDER BY algorithm",
                                    {{"name", experiment}, {"seed", seed}})
                             .rows)
    if (const std::string name = results::text_at(row, 0); !empty() && !contains(study_.algorithms, name))
      study_.algorithms.push_back(name);
}

std::vector<std::string> Stock::values(const std::string& axis) const {
  return results::shown_values(reader_, key_, axis);
}

MetricRecord Stock::compared_metric(const std::string& name) const {
  const std::vector<MetricRecord>& all = study_.metrics;
  const auto named = [&all](const std::string& wanted) { return std::ranges::find(all, wanted, &MetricRecord::name); };
  if (!name.empty()) {
    std::vector<std::string> names = collected(all, &MetricRecord::name);
    static_cast<void>(one_of("metric of " + key_.experiment, name, names));
    if (named(name)->better.empty())
      throw InputError(fmt::format("neither less nor more of {} is better, so there is no improvement", name));
    return *named(name);
  }
  for (const problems::ProblemFamily& family : problems::families())
    if (named(family.compared_metric) != all.end() && has_any(family, study_.algorithms))
      return *named(family.compared_metric);
  for (const MetricRecord& metric : all)
    if (!metric.better.empty()) return metric;
  throw InputError(key_.experiment + " has no metric of which less or more is better");
}

void Stock::require_algorithm(const std::string& name) const {
  static_cast<void>(one_of("algorithm of " + key_.experiment, name, study_.algorithms));
}

void Stock::require_axis(const std::string& name) const {
  static_cast<void>(one_of("axis of " + key_.experiment, name, study_.axes));
}

void Stock::require_value(const std::string& axis, const std::string& value) const {
  const std::vector<std::string> all = values(axis);
  if (!contains(all, value))
    throw InputError(
        fmt::format("{} has no results at {} = {}; it has {}", key_.experiment, axis, value, fmt::join(all, ", ")));
}

bool is_of_file(const engine::Experiment& experiment) {
  return experiment.declared != nullptr && !experiment.declared->is_built_in;
}

std::string not_run_yet(const engine::Experiment& experiment, std::int64_t seed, const results::Reader& reader,
                        const std::string& database) {
  const Stock stock(experiment.name, seed, reader);
  if (stock.empty()) return {};
  std::vector<std::string> lacking;
  std::string axes;
  std::int64_t points = 1;
  for (const engine::Axis& axis : experiment.axes) {
    if (axis.is_bound) continue;
    const std::vector<std::string> stored = stock.values(axis.name);
    for (const engine::AxisValue& value : axis.values)
      if (!contains(stored, value.text)) lacking.push_back(axis.name + "=" + value.text);
    points *= static_cast<std::int64_t>(axis.values.size());
    axes += sql_identifier(axis.name) + ", ";
  }
  const std::vector<std::string> algorithms = canonical_names(experiment);
  for (const std::string& name : algorithms)
    if (!contains(stock.algorithms(), name)) lacking.push_back(name);
  if (lacking.empty()) {
    // Failed units count as run, also those of an algorithm without any result, which its view lacks.
    const results::Rows found = reader.query_on(
        {engine::grid_of(experiment)},
        fmt::format("SELECT algorithm, sum(samples) FROM {0} WHERE seed = :seed AND rival = '' GROUP BY {1}algorithm "
                    "UNION ALL SELECT algorithm, :samples FROM failures WHERE experiment = :name AND seed = :seed AND "
                    "rival = '' AND algorithm NOT IN (SELECT algorithm FROM {0} WHERE seed = :seed) "
                    "GROUP BY algorithm, coordinates",
                    sql_identifier(results::view_name(experiment.name) + "_chunks"), axes),
        {{"seed", seed}, {"name", experiment.name}, {"samples", experiment.samples}});
    std::int64_t complete = 0;
    std::int64_t least = experiment.samples;
    for (const auto& row : found.rows) {
      if (!contains(algorithms, results::text_at(row, 0))) continue;
      ++complete;
      least = std::min(least, results::whole_at(row, 1));
    }
    const auto wanted = points * static_cast<std::int64_t>(algorithms.size());
    if (complete < wanted)
      lacking.push_back(fmt::format("{} of {} points of algorithms", wanted - complete, wanted));
    else if (least < experiment.samples && !experiment.deterministic)
      lacking.push_back(fmt::format("{} of {} samples", experiment.samples - least, experiment.samples));
  }
  if (lacking.empty()) return {};
  return fmt::format("{}: not run yet: {}; `apportion run {}{}`", experiment.name, fmt::join(lacking, ", "),
                     run_word_of(experiment), database.empty() ? "" : " --db " + database);
}

}  // namespace apportion::sweeps
