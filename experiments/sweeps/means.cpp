// The query for means by axes, and the choice of axes for default tables and charts.
#include "experiments/sweeps/means.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "experiments/engine/timing.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/sweeps/ini.hpp"
#include "experiments/sweeps/paper_sources.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "experiments/sweeps/table_request.hpp"
#include "results/records.hpp"

namespace apportion::sweeps {
namespace {

constexpr const char* labelled_series = "series";
// The column of the result with the labels of panels; no other column has this name.
constexpr const char* panel_column = "panel";
constexpr const char* relative_column = "relative";

// The SQL of a label in the key or above a panel: "XY2", "latency 100", "XY2, latency 100".
std::string label_of(const std::vector<std::string>& dimensions, bool paired) {
  const auto part = [paired](const std::string& name) -> std::string {
    if (name == algorithm_word) return paired ? "algorithm || ' over ' || rival" : "algorithm";
    return fmt::format("{} || {}", sql_literal(name + " "), sql_identifier(name));
  };
  return fmt::format("{}", fmt::join(collected(dimensions, part), " || ', ' || "));
}

// The column with the labels of series: `series`, or `algorithm` if only algorithms are series; "" without series.
std::string series_column(const MeansRequest& request) {
  if (request.series.empty()) return "";
  const bool alone = request.series == std::vector<std::string>{algorithm_word} && !request.paired;
  return alone ? algorithm_word : labelled_series;
}

// The columns of the first metric over that of the request's algorithm, and of half the 95 % interval of this ratio.
// The interval is rather too wide, since means of the same samples are treated as independent. NULL if the two have
// different numbers of samples.
std::string relative_columns(const engine::Experiment& experiment, const MeansRequest& request) {
  const std::string name = value_column(experiment, request.metrics.front().name);
  const std::string value = sql_identifier(name);
  const std::string error = sql_identifier(name + "_se");
  // Of the algorithm that others are relative to, by a window over all algorithms of a point.
  const auto of_first = [&](const std::string& column) {
    return fmt::format("max({}) FILTER (WHERE algorithm = {}) OVER (PARTITION BY {})", column,
                       sql_literal(request.relative_to), fmt::join(axis_columns(experiment), ", "));
  };
  return fmt::format(
      "CASE WHEN samples = {0} THEN {1} / {2} END AS {3},\n       "
      "CASE WHEN algorithm <> {4} THEN student_quantile(0.975, nullif(samples, 1) - 1) * {1} / {2} * "
      "sqrt(power({5} / {1}, 2) + power({6} / {2}, 2)) END AS {7}",
      of_first("samples"), value, of_first(value), relative_column, sql_literal(request.relative_to), error,
      of_first(error), sql_identifier(interval_column(relative_column)));
}

// The algorithms, or pairs, of the request, else of the user's file; empty: those that are stored.
std::vector<std::string> named_columns(const engine::Experiment& experiment, const MeansRequest& request) {
  const bool by_request = !request.paired && !request.algorithms.empty();
  if (!by_request && !is_of_file(experiment)) return {};
  std::vector<std::string> names;
  for (const engine::Column& column : experiment.columns(by_request ? request.algorithms : experiment.algorithms).all)
    if (column.record.rival.empty() != request.paired &&
        (request.algorithms.empty() || contains(request.algorithms, column.record.name)))
      names.push_back(fmt::format("({}, {})", sql_literal(column.record.name), sql_literal(column.record.rival)));
  return names;
}

// The FROM clause: the view's rows for the request. Of means, the view without an ending, it is a row for each
// algorithm at each point, and `tried` is the number of samples of the algorithm with the most.
std::string source_of(const engine::Experiment& experiment, const MeansRequest& request, const std::string& ending) {
  std::string points = sql_identifier(results::view_name(experiment.name) + ending) + " WHERE seed = :seed";
  for (const auto& [axis, value] : request.fixed) points += fmt::format(" AND {} = :{}", sql_identifier(axis), axis);
  std::string rows = points + (request.paired ? " AND rival <> ''" : " AND rival = ''");
  if (const std::vector<std::string> algorithms = collected(request.algorithms, sql_literal); !algorithms.empty())
    rows += fmt::format(" AND algorithm IN ({})", fmt::join(algorithms, ", "));
  if (!ending.empty()) return rows;
  const std::vector<std::string> names = named_columns(experiment, request);
  return fmt::format(
      "(SELECT {0}, max(samples) AS tried FROM {1} AND rival = '' GROUP BY {0})\nCROSS JOIN ({2})\n"
      "LEFT JOIN (SELECT * FROM {3}) USING ({0}, algorithm, rival)",
      fmt::join(axis_columns(experiment), ", "), points,
      names.empty()
          ? "SELECT DISTINCT algorithm, rival FROM " + rows
          : fmt::format("SELECT column1 AS algorithm, column2 AS rival FROM (VALUES {})", fmt::join(names, ", ")),
      rows);
}

// The columns of the view with this ending, behind the dimensions of the request, in its order and layout.
results::Exhibit exhibit_of(const engine::Experiment& experiment, const MeansRequest& request,
                            const std::string& ending, const std::vector<std::string>& further,
                            results::Layout layout) {
  const std::string series = series_column(request);
  layout.row = request.row;
  layout.column = series.empty() ? request.column : series;
  layout.pages_across = 3;
  std::vector<std::string> columns;
  if (!request.panels.empty()) {
    layout.page = panel_column;
    columns.push_back(fmt::format("{} AS {}", label_of(request.panels, request.paired), panel_column));
  }
  if (series == labelled_series) {
    layout.column_title = "";  // labels contain the names of their axes
    columns.push_back(fmt::format("{} AS {}", label_of(request.series, request.paired), labelled_series));
  }
  std::vector<std::string> order;
  for (const std::string& name : request.laid_out()) {
    const std::string column = sql_identifier(name);
    if (contains(columns, column)) continue;
    columns.push_back(column);
    if (name == algorithm_word)  // in the study's order, then others by name
      for (const std::string& algorithm : canonical_names(experiment))
        order.push_back("algorithm <> " + sql_literal(algorithm));
    else
      order.push_back(fmt::format("CAST({} AS REAL)", column));
    order.push_back(column);
  }
  if (!contains(request.laid_out(), algorithm_word)) columns.emplace_back(algorithm_word);
  if (request.paired) columns.emplace_back("rival");
  for (const std::string& name : request.further_columns) columns.push_back(sql_identifier(name));
  columns.insert(columns.end(), further.begin(), further.end());
  const std::string sql =
      fmt::format("SELECT {}\nFROM {}{}{}", fmt::join(columns, ",\n       "), source_of(experiment, request, ending),
                  order.empty() ? "" : "\nORDER BY ", fmt::join(order, ", "));
  return {.study = experiment.name, .parameters = request.fixed, .sql = sql, .layout = std::move(layout)};
}

// The rival, or without one the first algorithm.
std::string compared_with(const engine::Experiment& experiment) {
  for (const engine::Column& column : experiment.columns(experiment.algorithms).all)
    if (!column.record.rival.empty()) return column.record.rival;
  return canonical_name(experiment, experiment.algorithms.front());
}

// The stored metrics of single algorithms, the compared one first.
std::vector<results::MetricRecord> plain_metrics_of(const engine::Experiment& experiment) {
  std::vector<results::MetricRecord> plain = experiment.metrics;
  std::erase_if(plain, [&](const results::MetricRecord& metric) { return experiment.is_paired(metric.name); });
  const problems::ProblemFamily* family = problems::family_of(experiment);
  auto compared =
      std::ranges::find(plain, family == nullptr ? "" : family->compared_metric, &results::MetricRecord::name);
  if (compared == plain.end())
    compared = std::ranges::find_if(plain, [](const results::MetricRecord& metric) { return !metric.better.empty(); });
  if (compared != plain.end()) std::rotate(plain.begin(), compared, compared + 1);
  return plain;
}

}  // namespace

std::vector<std::string> MeansRequest::laid_out() const {
  std::vector<std::string> names = panels;
  names.insert(names.end(), {row, column});
  names.insert(names.end(), series.begin(), series.end());
  std::erase(names, "");
  return names;
}

std::string compared_metric(const engine::Experiment& experiment) { return plain_metrics_of(experiment).front().name; }

std::vector<std::string> axis_columns(const engine::Experiment& experiment) {
  return collected(experiment.axes, [](const engine::Axis& axis) { return sql_identifier(axis.name); });
}

std::string value_column(const engine::Experiment& experiment, const std::string& metric) {
  return engine::axis_named(experiment.axes, metric) == nullptr ? metric : metric + "_measured";
}

std::string meanings_of(const std::vector<results::MetricRecord>& metrics) {
  std::string meanings;
  for (const results::MetricRecord& metric : metrics) meanings += fmt::format("{}: {}. ", metric.name, titled(metric));
  return meanings;
}

std::string interval_column(const std::string& value_column) { return value_column + " interval"; }

results::Exhibit means_exhibit(const engine::Experiment& experiment, const MeansRequest& request) {
  std::vector<std::string> columns;
  results::Layout layout{.shown_values = request.metrics.size()};
  std::vector<results::ValueColumn> further;  // behind all metrics
  if (request.single_samples) columns.emplace_back("sample");
  for (const results::MetricRecord& metric : request.metrics) {
    const std::string value = value_column(experiment, metric.name);
    columns.push_back(sql_identifier(value));
    results::ValueColumn& shown = layout.values.emplace_back(results::ValueColumn{value, metric.name, metric.digits});
    if (request.single_samples) continue;
    shown.error = interval_column(value);
    columns.push_back(fmt::format("{} * student_quantile(0.975, nullif(samples, 1) - 1) AS {}",
                                  sql_identifier(value + "_se"), sql_identifier(shown.error)));
    further.push_back({shown.error, metric.name + " ±", metric.digits + 1});
  }
  if (!request.single_samples) {
    columns.emplace_back("coalesce(samples, 0) AS samples");
    columns.push_back(fmt::format(
        "CASE WHEN coalesce(samples, 0) < tried THEN coalesce(samples, 'none') || ' of ' || tried END AS {}",
        missing_column));
    further.push_back({"samples", "samples", 0});
    layout.mark = missing_column;
  }
  if (!request.relative_to.empty()) columns.push_back(relative_columns(experiment, request));
  layout.values.insert(layout.values.end(), further.begin(), further.end());
  return exhibit_of(experiment, request, request.single_samples ? "_samples" : "", columns, layout);
}

results::Chart chart_of(const engine::Experiment& experiment, const MeansRequest& request,
                        const std::vector<results::MetricRecord>& metrics) {
  const std::string& x = request.column.empty() ? request.row : request.column;
  const engine::Axis* axis = engine::axis_named(experiment.axes, x);
  results::Chart chart{
      .x = {x, engine::dimension_title(experiment.axes, x), axis != nullptr && asks_for_logarithms(*axis)},
      .series = series_column(request),
      .panel = request.panels.empty() ? "" : panel_column,
      .joined = axis != nullptr && axis->has_numbers()};
  for (const results::MetricRecord& metric : metrics)
    chart.values.push_back({value_column(experiment, metric.name), metric.name, metric.digits});
  const std::vector<std::string> names = collected(metrics, &results::MetricRecord::name);
  chart.y.title = metrics.size() == 1 ? titled(metrics.front()) : fmt::format("{}", fmt::join(names, ", "));
  // Two axes make a grid of panels, if it is not too wide.
  constexpr std::size_t most_across = 5;
  const engine::Axis* across =
      request.panels.size() == 2 ? engine::axis_named(experiment.axes, request.panels.back()) : nullptr;
  if (across != nullptr && across->values.size() <= most_across) {
    chart.panel_down = request.panels.front();
    chart.panel = request.panels.back();
  }
  return chart;
}

std::string titled(const results::MetricRecord& metric) {
  const bool said = metric.unit == "%" &&
                    (metric.title.find("percent") != std::string::npos || metric.title.find('%') != std::string::npos);
  return metric.unit.empty() || said ? metric.title : fmt::format("{}, {}", metric.title, metric.unit);
}

MeansRequest default_dimensions(const engine::Experiment& experiment, const std::vector<std::string>& taken) {
  MeansRequest dimensions;
  const engine::Axis* x = nullptr;
  const auto rank = [](const engine::Axis& axis) { return std::pair(axis.has_numbers(), axis.values.size()); };
  for (const engine::Axis& axis : experiment.axes) {
    if (contains(taken, axis.name)) continue;
    if (axis.values.size() == 1) dimensions.fixed[axis.name] = axis.values.front().text;
    if (axis.values.size() < 2) continue;
    dimensions.panels.push_back(axis.name);
    if (x == nullptr || rank(axis) > rank(*x)) x = &axis;
  }
  if (x != nullptr) std::erase(dimensions.panels, x->name);
  const bool has_algorithms = !contains(taken, algorithm_word);
  dimensions.row = x != nullptr ? x->name : has_algorithms ? algorithm_word : "";
  if (x != nullptr && has_algorithms && canonical_names(experiment).size() > 1) dimensions.series = {algorithm_word};
  return dimensions;
}

results::Exhibit default_exhibit(const engine::Experiment& experiment) {
  MeansRequest request = default_dimensions(experiment, {});
  request.metrics = plain_metrics_of(experiment);
  if (experiment.algorithms.size() > 1 && !request.metrics.front().better.empty())
    request.relative_to = compared_with(experiment);
  results::Exhibit exhibit = means_exhibit(experiment, request);
  exhibit.name = experiment.name + "/" + default_exhibit_name;
  const auto names_of = [](const auto& metrics) { return collected(metrics, &results::MetricRecord::name); };
  const problems::ProblemFamily* family = problems::family_of(experiment);
  std::vector<results::MetricRecord> in_table = request.metrics;
  if (family != nullptr && names_of(problems::default_sweep(*family).metrics) == names_of(experiment.metrics))
    in_table.resize(1);  // the sweep does not name its metrics
  exhibit.layout.shown_values = in_table.size();
  exhibit.title = fmt::format("{}: {} by {}", experiment.title, fmt::join(names_of(in_table), ", "), request.row);
  exhibit.note = meanings_of(in_table) +
                 "Means over the samples of each point, in brackets of how many where another algorithm has more. "
                 "--values all shows halves of their 95 % intervals and the numbers of samples as well.";
  for (const results::MetricRecord& metric : request.metrics) {
    results::Chart& chart = exhibit.charts.emplace_back(chart_of(experiment, request, {metric}));
    chart.name = metric.name;
    if (!experiment.deterministic) chart.error = interval_column(chart.values.front().column);
    chart.error_title = interval_title;
    chart.label = missing_column;
  }
  if (!request.relative_to.empty()) {
    results::Chart chart = exhibit.charts.front();
    chart.name = relative_column;
    chart.y.title = fmt::format("{}, relative to {}", request.metrics.front().title, request.relative_to);
    chart.values = {{relative_column, chart.y.title, 4}};
    if (!chart.error.empty()) chart.error = interval_column(relative_column);
    chart.error_title = "95 % interval of the ratio, at most";
    exhibit.charts.insert(exhibit.charts.begin(), chart);
  }
  return exhibit;
}

results::Exhibit seconds_exhibit(const engine::Experiment& experiment) {
  const MeansRequest request = default_dimensions(experiment, {});
  results::Exhibit exhibit = exhibit_of(
      experiment, request, "_timings",
      {"1e6 * median_seconds AS median, 1e6 * min_seconds AS least, 1e6 * max_seconds AS greatest, measured"},
      {.values = {{"median", "median, microseconds", 2},
                  {"least", "least, microseconds", 2},
                  {"greatest", "greatest, microseconds", 2},
                  {"measured", "solves", 0}}});
  exhibit.name = experiment.name + "/" + engine::seconds_metric;
  exhibit.title = fmt::format("{}: median time of a solve in microseconds, by {}", experiment.title, request.row);
  exhibit.note = fmt::format(
      "Measured one solve after the other on one thread once the sweep was done, at most {} at each point; --values "
      "all shows the least and the greatest as well.",
      engine::most_timed_samples);
  exhibit.charts = {chart_of(experiment, request, {{"median", "median time of a solve", "microseconds", "", -1}})};
  exhibit.charts.front().name = engine::seconds_metric;
  exhibit.charts.front().y.logarithmic = true;
  return exhibit;
}

results::Exhibit seeds_exhibit(const engine::Experiment& experiment, const std::vector<std::uint64_t>& seeds) {
  const std::string value = value_column(experiment, compared_metric(experiment));
  results::Exhibit exhibit{.name = experiment.name + "/seeds", .study = experiment.name};
  exhibit.title = fmt::format("{}: mean {} under {} seeds", experiment.title, value, seeds.size());
  std::string axes;
  for (const engine::Axis& axis : experiment.axes)
    if (axis.values.size() > 1) axes += sql_identifier(axis.name) + ", ";
  // The spread's square over its expectation is chi-square over its degrees of freedom: Wilson and Hilferty's normal
  // approximation (1931), at a level of 1 %.
  exhibit.sql = fmt::format(
      R"sql(SELECT {axes}algorithm, seeds, mean, least, greatest, spread, expected,
       CASE WHEN z IS NULL THEN NULL WHEN abs(z) < 2.576 THEN 'as the samples let expect' WHEN z > 0 THEN 'wider' ELSE 'narrower' END AS judgement
FROM (SELECT *, (pow(spread / expected, 2.0 / 3) - 1 + 2.0 / (9 * seeds - 9)) / sqrt(2.0 / (9 * seeds - 9)) AS z
      FROM (SELECT {axes}algorithm, count(*) AS seeds, avg({value}) AS mean, min({value}) AS least,
                   max({value}) AS greatest, standard_deviation({value}) AS spread, CASE WHEN sqrt(avg({se} * {se})) > 1e-9 * abs(avg({value})) THEN sqrt(avg({se} * {se})) END AS expected
            FROM {view} WHERE rival = '' AND seed IN ({seeds})
            GROUP BY {axes}algorithm))
ORDER BY {axes}algorithm)sql",
      fmt::arg("axes", axes), fmt::arg("value", sql_identifier(value)), fmt::arg("se", sql_identifier(value + "_se")),
      fmt::arg("view", view_of(experiment)), fmt::arg("seeds", fmt::join(seeds, ", ")));
  exhibit.note =
      "spread: standard deviation of the means between seeds; expected: of one mean, from the samples of each seed.";
  for (const char* column : {"mean", "least", "greatest", "spread", "expected"})
    exhibit.layout.values.push_back({column, column, 4});
  return exhibit;
}

}  // namespace apportion::sweeps
