// Improvement over a rival in percent, laid out by axes: the papers' percentage tables for any experiment.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/sweeps/ini.hpp"
#include "experiments/sweeps/stock.hpp"
#include "experiments/sweeps/table_request.hpp"
#include "results/records.hpp"

namespace apportion::sweeps {
namespace {

constexpr const char* nothing = "SELECT 1 WHERE 0";

// The request with everything said that it left open.
TableRequest completed(TableRequest request, const Stock& stock) {
  stock.require_algorithm(request.rival);
  if (request.algorithms.empty()) request.algorithms = stock.algorithms();
  for (const std::string& name : request.algorithms) stock.require_algorithm(name);
  std::erase(request.algorithms, request.rival);
  if (request.algorithms.empty())
    throw InputError(fmt::format("{} has no algorithm besides the rival {}", request.experiment, request.rival));
  const auto laid_out = {&request.rows, &request.columns, &request.pages};
  const bool open = std::ranges::none_of(laid_out, [](const auto* axis) { return *axis == algorithm_word; });
  if (open && request.algorithms.size() > 1 && request.columns.empty()) request.columns = algorithm_word;
  if (open && request.algorithms.size() > 1 && request.pages.empty() && request.columns != algorithm_word)
    request.pages = algorithm_word;
  return request;
}

void check_axes(const TableRequest& request, const Stock& stock) {
  std::vector<std::string> names = stock.axes();
  names.emplace_back(algorithm_word);
  const std::array laid_out = {request.rows, request.columns, request.pages};
  for (const std::string& axis : laid_out) {
    if (axis.empty()) continue;
    static_cast<void>(one_of("axis of " + request.experiment, axis, names));
    if (std::ranges::count(laid_out, axis) > 1)
      throw InputError(fmt::format("{} is laid out twice; rows, columns and pages take different axes", axis));
  }
  for (const auto& [axis, value] : request.fixed) {
    stock.require_axis(axis);
    stock.require_value(axis, value);
  }
  for (const std::string& axis : stock.axes()) {
    if (request.fixed.contains(axis) || std::ranges::find(laid_out, axis) != laid_out.end()) continue;
    if (const std::vector<std::string> values = stock.values(axis); values.size() > 1)
      throw InputError(
          fmt::format("{} has the values {} of {}: fix one by --set {}=VALUE, or lay it out as rows, columns or pages",
                      request.experiment, fmt::join(values, ", "), axis, axis));
  }
}

// What stands above a page: the algorithm, where it is not said elsewhere, and the axis of the pages.
std::string page_expression(const TableRequest& request) {
  if (request.pages == algorithm_word) return algorithm_word;
  const std::string axis = fmt::format("{} || {}", sql_literal(request.pages + " "), sql_identifier(request.pages));
  const bool several =
      request.algorithms.size() > 1 && request.rows != algorithm_word && request.columns != algorithm_word;
  return several ? "algorithm || ', ' || " + axis : axis;
}

std::string query(const TableRequest& request, const results::MetricRecord& metric, const Stock& stock) {
  std::string keys = "seed";
  for (const std::string& axis : stock.axes()) keys += ", " + sql_identifier(axis);
  std::string conditions;
  for (const auto& [axis, value] : request.fixed)
    conditions += fmt::format(" AND {} = :{}", sql_identifier(axis), axis);
  std::vector<std::string> algorithms;
  for (const std::string& name : request.algorithms) algorithms.push_back(sql_literal(name));
  std::string order;
  for (const std::string& axis : {request.pages, request.rows, request.columns})
    if (!axis.empty()) order += fmt::format("CAST({0} AS REAL), {0}, ", sql_identifier(axis));
  return fmt::format(
      R"sql(SELECT {page}algorithm, {keys}, 100.0 * {difference} / nullif(rival_mean, 0) AS percent, mean, rival_mean, samples
FROM (SELECT {keys}, algorithm, {metric} AS mean, samples FROM {view}
      WHERE seed = :seed AND rival = '' AND algorithm IN ({algorithms}){conditions})
JOIN (SELECT {keys}, {metric} AS rival_mean FROM {view}
      WHERE seed = :seed AND rival = '' AND algorithm = {rival}{conditions}) USING ({keys})
ORDER BY {order}algorithm)sql",
      fmt::arg("page", request.pages.empty() ? "" : page_expression(request) + " AS page, "), fmt::arg("keys", keys),
      fmt::arg("difference", metric.better == "more" ? "(mean - rival_mean)" : "(rival_mean - mean)"),
      fmt::arg("metric", sql_identifier(metric.name)),
      fmt::arg("view", sql_identifier(results::view_name(request.experiment))),
      fmt::arg("algorithms", fmt::join(algorithms, ", ")), fmt::arg("conditions", conditions),
      fmt::arg("rival", sql_literal(request.rival)), fmt::arg("order", order));
}

std::string title(const TableRequest& request, const std::string& metric) {
  constexpr std::size_t most_names = 4;
  const std::size_t algorithms = request.algorithms.size();
  const std::string names = algorithms > most_names ? fmt::format("{} algorithms", algorithms)
                                                    : fmt::format("{}", fmt::join(request.algorithms, ", "));
  std::string text = fmt::format("Improvement of {} over {} in percent of the mean {}, {}", names, request.rival,
                                 metric, request.experiment);
  for (const auto& [axis, value] : request.fixed) text += fmt::format(", {} {}", axis, value);
  return text;
}

}  // namespace

results::Exhibit improvement_exhibit(TableRequest request, std::int64_t seed, const results::Reader& reader) {
  for (auto& [axis, value] : request.fixed) value = engine::AxisValue::parse(value).text;
  results::Exhibit exhibit{.name = request.name,
                           .study = request.experiment,
                           .parameters = request.fixed,
                           .title = request.title,
                           .sql = nothing};
  const Stock stock(request.experiment, seed, reader);
  if (stock.empty()) return exhibit;
  request = completed(std::move(request), stock);
  const results::MetricRecord metric = stock.compared_metric(request.metric);
  check_axes(request, stock);
  if (exhibit.title.empty()) exhibit.title = title(request, metric.name);
  exhibit.sql = query(request, metric, stock);
  exhibit.layout = {.page = request.pages.empty() ? "" : "page",
                    .row = request.rows,
                    .column = request.columns,
                    .pages_across = 3,
                    .values = {{"percent", "percent", 1},
                               {"mean", "mean", -1},
                               {"rival_mean", "mean of the rival", -1},
                               {"samples", "samples", 0}}};
  exhibit.charts = {{.name = "curves",
                     .x = {request.rows, request.rows},
                     .y = {.title = "improvement, %"},
                     .values = {exhibit.layout.values.front()},
                     .series = request.columns,
                     .panel = exhibit.layout.page}};
  return exhibit;
}

}  // namespace apportion::sweeps
