// The metrics of one solution, for tests.
#pragma once

#include <algorithm>
#include <any>
#include <map>
#include <string>
#include <vector>

#include "experiments/engine/experiment.hpp"

namespace apportion::testing_support {

/// The metrics by name; those not in `needed` may be unset.
template <class Instance, class Solution>
[[nodiscard]] std::map<std::string, double> measured_values(const engine::Measured& measured, const Instance& instance,
                                                            const Solution& solution,
                                                            const std::vector<std::string>& needed = {}) {
  std::vector<bool> wanted;
  for (const engine::Metric& metric : measured.metrics)
    wanted.push_back(std::ranges::find(needed, metric.record.name) != needed.end());
  const std::any instances = std::vector<Instance>{instance};
  const std::any solutions = std::vector<Solution>{solution};
  std::vector<double> row(wanted.size());
  measured.prepare(wanted)(engine::Value(instances), engine::Value(solutions), row);
  std::map<std::string, double> values;
  for (std::size_t m = 0; m < row.size(); ++m) values[measured.metrics[m].record.name] = row[m];
  return values;
}

[[nodiscard]] inline std::vector<std::string> metric_names(const std::vector<results::MetricRecord>& metrics) {
  std::vector<std::string> names;
  for (const results::MetricRecord& metric : metrics) names.push_back(metric.name);
  return names;
}

}  // namespace apportion::testing_support
