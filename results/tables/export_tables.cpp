// The queries of an export.
#include "results/tables/export_tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "results/cells.hpp"

namespace apportion::results {
namespace {

// A row a metric of a column at a point: experiment, point and column name it, the rest are its moments.
constexpr const char* tidy_sql = R"sql(WITH shown AS MATERIALIZED (SELECT * FROM shown_columns)
SELECT shown.experiment, shown.seed, point.coordinates, shown.algorithm, shown.revision, shown.rival,
       metric.name AS metric, summary.count, summary.mean,
       sqrt(summary.m2 / nullif(summary.count - 1, 0)) AS sd,
       sqrt(summary.m2 / nullif(summary.count - 1, 0) / summary.count) AS se, summary.min, summary.max
FROM shown
JOIN point ON point.experiment_id = shown.experiment_id
JOIN summary ON summary.point_id = point.id AND summary.algorithm_id = shown.algorithm_id
JOIN metric ON metric.id = summary.metric_id
ORDER BY 1, 2, 3, 4, 6, metric.position)sql";

// Seed, axes and column come first, then the chunk or the sample.
std::string order_of(const std::string& view, const std::vector<std::string>& columns) {
  if (view == "runs") return "started, uuid";
  const auto rival = std::ranges::find(columns, "rival");
  auto end = rival == columns.end() ? rival : rival + 1;
  if (end != columns.end() && (*end == "chunk" || *end == "sample")) ++end;
  std::vector<std::string> keys;
  for (auto column = columns.begin(); column != end; ++column) keys.push_back(sql_identifier(*column));
  return fmt::format("{}", fmt::join(keys, ", "));
}

}  // namespace

std::vector<ExportTable> export_tables(const Reader& reader) {
  std::vector<ExportTable> tables;
  // shown_columns serves the other views and has row numbers.
  const Rows views =
      reader.query("SELECT name FROM sqlite_schema WHERE type = 'view' AND name <> 'shown_columns' ORDER BY name");
  for (const std::vector<Value>& row : views.rows) {
    const std::string view = cell_text(row.front());
    const Rows empty = reader.query(fmt::format("SELECT * FROM {} LIMIT 0", sql_identifier(view)));
    tables.push_back(
        {view, fmt::format("SELECT * FROM {} ORDER BY {}", sql_identifier(view), order_of(view, empty.columns))});
  }
  tables.push_back({"tidy", tidy_sql});
  return tables;
}

}  // namespace apportion::results
