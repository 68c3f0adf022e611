// Means of an experiment's metrics by its axes: the query and the table behind charts and default exhibits.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "experiments/engine/experiment.hpp"
#include "experiments/problems/problem_family.hpp"
#include "results/exhibit.hpp"

namespace apportion::sweeps {

/// The family of an experiment, by its registry of algorithms; nullptr where it is none that can be swept.
[[nodiscard]] const problems::ProblemFamily* family_of(const engine::Experiment& experiment);

/// The metrics that an experiment stores: those of single algorithms, and those of an algorithm and its rival.
struct StoredMetrics {
  std::vector<results::MetricRecord> plain;
  std::vector<results::MetricRecord> paired;
};
[[nodiscard]] StoredMetrics stored_metrics_of(const engine::Experiment& experiment);

/// The name of the cost that the paper of the experiment's family compares, if it is stored; otherwise the first metric
/// of which less or more is better, otherwise the first.
[[nodiscard]] std::string compared_metric(const engine::Experiment& experiment);

/// Dimensions are axes of the experiment or `algorithm`.
struct MeansRequest {
  std::vector<results::MetricRecord> metrics = {};  ///< all plain or all paired
  bool paired = false;
  std::string row = {};     ///< a dimension; "": a line for each row of the answer
  std::string column = {};  ///< a dimension besides; the table's columns are then its values instead of the series
  std::vector<std::string> series = {};           ///< dimensions
  std::vector<std::string> panels = {};           ///< dimensions
  std::vector<std::string> algorithms = {};       ///< canonical names; empty: all that are stored
  std::map<std::string, std::string> fixed = {};  ///< axis -> value: parameters of the query
  std::vector<std::string> further_columns = {};  ///< of the view: axes that are not laid out, or total_sd
  bool single_samples = false;                    ///< the samples' values instead of their means
  bool times = false;                             ///< the times of solves, without any metric
};

/// The column of the answer with the labels of panels; nothing else is called so.
inline constexpr const char* panel_column = "panel";

/// That with the labels of series: `series`, or `algorithm` where these alone are the series; "" where there are none.
[[nodiscard]] std::string series_column(const MeansRequest& request);

/// The column of a metric's values, and that of half their 95 % interval: of the mean, by Student's t from the stored
/// moments; nothing for one sample.
[[nodiscard]] std::string value_column(const engine::Experiment& experiment, const std::string& metric);
[[nodiscard]] std::string interval_column(const std::string& value_column);
/// What stands below a chart with these bars.
inline constexpr const char* interval_title = "95 % interval of the mean, by Student's t";

/// The query and the layout. Values of the layout are the metrics, then their intervals, then `samples`; the metrics
/// are shown. Every dimension that is laid out is a column of the answer; titles and charts are left to the caller.
[[nodiscard]] results::Exhibit means_exhibit(const engine::Experiment& experiment, const MeansRequest& request);

/// What the metrics are, for the note below a table of their means.
[[nodiscard]] std::string meanings_of(const std::vector<results::MetricRecord>& metrics);

/// "title, unit"; a unit that the title says already does not stand twice.
[[nodiscard]] std::string titled(const results::MetricRecord& metric);

}  // namespace apportion::sweeps
