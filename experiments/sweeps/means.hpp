// Exhibits of means by axes: their queries, and the default exhibits of a sweep.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "experiments/engine/experiment.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "results/exhibit.hpp"

namespace apportion::sweeps {

/// The name of the cost that the paper of the experiment's family compares, if it is stored; otherwise the first metric
/// with a direction, otherwise the first.
[[nodiscard]] std::string compared_metric(const engine::Experiment& experiment);

/// Dimensions are axes of the experiment or `algorithm`.
struct MeansRequest {
  std::vector<results::MetricRecord> metrics = {};  ///< all plain or all paired
  bool paired = false;
  std::string row = {};                  ///< a dimension; "": a line for each row of the result
  std::string column = {};               ///< a further dimension, without series: its values are the table's columns
  std::vector<std::string> series = {};  ///< dimensions
  std::vector<std::string> panels = {};  ///< dimensions
  std::vector<std::string> algorithms = {};       ///< canonical names; empty: all that are stored
  std::map<std::string, std::string> fixed = {};  ///< axis -> value: parameters of the query
  std::vector<std::string> further_columns = {};  ///< of the view: axes that are not laid out, or total_sd
  bool single_samples = false;                    ///< values of samples instead of means
  std::string relative_to = {};                   ///< an algorithm: further columns have the first metric over its own

  /// Every dimension of the layout: panels, row, column, series.
  [[nodiscard]] std::vector<std::string> laid_out() const;
};

/// The columns of the experiment's axes in its views, quoted.
[[nodiscard]] std::vector<std::string> axis_columns(const engine::Experiment& experiment);

/// The column of a metric's values, and that of half their 95 % interval: of the mean, by Student's t from the stored
/// moments; NULL for one sample.
[[nodiscard]] std::string value_column(const engine::Experiment& experiment, const std::string& metric);
[[nodiscard]] std::string interval_column(const std::string& value_column);
/// "28 of 60": the number of samples of a mean, and of those tried; NULL if none is missing.
inline constexpr const char* missing_column = "missing";
/// The title of these error bars below a chart.
inline constexpr const char* interval_title = "95 % interval of the mean, by Student's t";

/// The query with its parameters, and the layout. Values of the layout are the metrics, then their intervals, then
/// `samples`; the metrics are shown. Every dimension in the layout is a column of the result; the caller adds titles
/// and charts.
[[nodiscard]] results::Exhibit means_exhibit(const engine::Experiment& experiment, const MeansRequest& request);

/// The chart of these metrics along the columns of the request's table, else its rows: axes, values, series and panels.
[[nodiscard]] results::Chart chart_of(const engine::Experiment& experiment, const MeansRequest& request,
                                      const std::vector<results::MetricRecord>& metrics);

/// The meanings of the metrics, for the note below a table of their means.
[[nodiscard]] std::string meanings_of(const std::vector<results::MetricRecord>& metrics);

/// "title, unit"; the unit is left out if the title contains it.
[[nodiscard]] std::string titled(const results::MetricRecord& metric);

inline constexpr const char* default_exhibit_name = "means";

/// The default table and the default charts as one exhibit, `means`: x (and the rows) is the axis of numbers with most
/// values, series (and the columns) are the algorithms, panels (and the pages) all other axes with several values; axes
/// with one value are parameters of the query. The table shows every metric of a sweep that names its metrics,
/// otherwise the cost that the family compares; a chart for each metric, that cost's first, has 95 % intervals of the
/// means. With several algorithms the first chart shows that cost relative to the rival, or else to the first of them.
/// The experiment's axes must have the stored values. Algorithms are those that are stored; of a user's file those of
/// the experiment.
[[nodiscard]] results::Exhibit default_exhibit(const engine::Experiment& experiment);

/// The times of solves in the same arrangement, as the exhibit `seconds`, for a sweep that names this among its
/// metrics.
[[nodiscard]] results::Exhibit seconds_exhibit(const engine::Experiment& experiment);

/// The means under each of several seeds as the exhibit `seeds`, for a sweep that names them: their spread compared
/// with the one expected from their standard errors.
[[nodiscard]] results::Exhibit seeds_exhibit(const engine::Experiment& experiment,
                                             const std::vector<std::uint64_t>& seeds);

/// A request with row, series and panels as chosen by default_exhibit(), and with the axes of one value fixed; without
/// those that are `taken`.
[[nodiscard]] MeansRequest default_dimensions(const engine::Experiment& experiment,
                                              const std::vector<std::string>& taken);

}  // namespace apportion::sweeps
