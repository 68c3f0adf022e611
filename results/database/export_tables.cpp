// The queries of an export.
#include "results/database/export_tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "results/cells.hpp"

namespace apportion::results {
namespace {

constexpr const char* tidy_sql =
    R"sql(SELECT experiment, seed, coordinates, algorithm, revision, rival, metric, count, mean, sd, se, min, max
FROM measurements
ORDER BY experiment, seed, coordinates, algorithm, rival, position)sql";

// shown_columns serves the other views and has row numbers; the others have what other tables of the export have.
constexpr const char* views_sql = R"sql(SELECT name FROM sqlite_schema
WHERE type = 'view' AND name NOT IN ('shown_columns', 'measurements', 'measured_times', 'stored_experiments')
ORDER BY name)sql";

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
  for (const std::vector<Value>& row : reader.query(views_sql).rows) {
    const std::string view = cell_text(row.front());
    const Rows empty = reader.query(fmt::format("SELECT * FROM {} LIMIT 0", sql_identifier(view)));
    tables.push_back(
        {view, fmt::format("SELECT * FROM {} ORDER BY {}", sql_identifier(view), order_of(view, empty.columns))});
  }
  tables.push_back({"tidy", tidy_sql});
  return tables;
}

}  // namespace apportion::results
