// Means of an experiment's metrics by its axes: the query and the table behind charts and default exhibits.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "experiments/engine/experiment.hpp"
#include "results/exhibit.hpp"

namespace apportion::sweeps {

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
  std::vector<std::string> further_columns = {};  ///< of the view, such as total_sd
  bool single_samples = false;                    ///< the samples' values instead of their means
};

/// The columns of the answer besides axes, metrics, `algorithm` and `samples`.
inline constexpr const char* series_column = "series";
inline constexpr const char* panel_column = "panel";

/// The column of a metric's values, and that of half their 95 % interval: of the mean, by Student's t from the stored
/// moments; nothing for one sample.
[[nodiscard]] std::string value_column(const engine::Experiment& experiment, const std::string& metric);
[[nodiscard]] std::string interval_column(const std::string& value_column);
/// What stands below a chart with these bars.
inline constexpr const char* interval_title = "95 % interval of the mean, by Student's t";

/// The query and the layout. Values of the layout are the metrics, then their intervals, then `samples`; the metrics
/// are shown. Every dimension that is laid out is a column of the answer; titles and charts are left to the caller.
[[nodiscard]] results::Exhibit means_exhibit(const engine::Experiment& experiment, const MeansRequest& request);

/// "title, unit"; a unit that the title says already does not stand twice.
[[nodiscard]] std::string titled(const results::MetricRecord& metric);

}  // namespace apportion::sweeps
