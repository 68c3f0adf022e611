// What a database has of one experiment under one seed.
#include "experiments/sweeps/stock.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "algorithms/options.hpp"
#include "base/error.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/sweeps/ini.hpp"

namespace apportion::sweeps {
namespace {

using results::MetricRecord;

// Whether the family has one of them at least: users' own algorithms belong to no family.
bool has_any(const problems::ProblemFamily& family, const std::vector<std::string>& algorithms) {
  const std::vector<problems::AlgorithmInfo> own = family.algorithms();
  return std::ranges::any_of(algorithms, [&own](const std::string& name) {
    return std::ranges::find(own, split_bracketed(name).name, &problems::AlgorithmInfo::name) != own.end();
  });
}

}  // namespace

Stock::Stock(const std::string& experiment, std::int64_t seed, const results::Reader& reader)
    : reader_(reader),
      key_{experiment, seed},
      study_(results::shown_study(reader, key_).value_or(results::ShownStudy())) {}

std::vector<std::string> Stock::values(const std::string& axis) const {
  return results::shown_values(reader_, key_, axis);
}

MetricRecord Stock::compared_metric(const std::string& name) const {
  const std::vector<MetricRecord>& all = study_.metrics;
  const auto named = [&all](const std::string& wanted) { return std::ranges::find(all, wanted, &MetricRecord::name); };
  if (!name.empty()) {
    std::vector<std::string> names;
    for (const MetricRecord& metric : all) names.push_back(metric.name);
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

}  // namespace apportion::sweeps
