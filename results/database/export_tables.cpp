// The queries of an export.
#include "results/database/export_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/program.hpp"
#include "base/text.hpp"
#include "results/cell_text.hpp"
#include "results/database/stored_studies.hpp"
#include "results/view_names.hpp"

namespace apportion::results {
namespace {

constexpr const char* tidy_sql =
    R"sql(SELECT experiment, seed, coordinates, algorithm, revision, rival, metric, count, mean, sd, se, min, max
FROM measurements
ORDER BY experiment, seed, coordinates, algorithm, rival, position)sql";

constexpr const char* views_sql = "SELECT name FROM main.sqlite_schema WHERE type = 'view' ORDER BY name";

// A name of ours becomes the name of a file; one with control characters is not a name of ours.
bool can_name_a_file(const std::string& name) {
  return printable(name, name.size()) == name && name.find('/') == std::string::npos;
}

// The views of the experiments that the file has, and of what belongs to no experiment. Whatever other views somebody
// made, of whatever name, they are not exported.
std::vector<std::string> own_views(const Reader& reader) {
  std::set<std::string> own{"failures", "published_numbers", "runs"};
  for (const StudyKey& study : stored_studies(reader))
    for (const std::string& name : view_names(study.experiment)) own.insert(name);
  std::vector<std::string> views;
  for (const std::vector<Value>& row : reader.query(views_sql).rows)
    if (const std::string name = cell_text(row.front()); own.contains(name) && can_name_a_file(name))
      views.push_back(name);
  return views;
}

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
  for (const std::string& view : own_views(reader)) {
    const Rows empty = reader.query(fmt::format("SELECT * FROM {} LIMIT 0", sql_identifier(view)));
    tables.push_back(
        {view, fmt::format("SELECT * FROM {} ORDER BY {}", sql_identifier(view), order_of(view, empty.columns))});
  }
  tables.push_back({"tidy", tidy_sql});
  return tables;
}

}  // namespace apportion::results
