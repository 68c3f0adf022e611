// Views over some of the points, in SQLite's temporary schema.
#include "results/database/restriction.hpp"

#include <fmt/format.h>

#include <set>
#include <string>
#include <string_view>

#include "base/text.hpp"

namespace apportion::results {
namespace {

std::string literal(const Coordinate& value) { return value.number ? value.text : sql_literal(value.text); }

std::string condition(const AxisValues& axis) {
  std::string place = fmt::format("json_extract(coordinates, {})", sql_literal("$." + sql_identifier(axis.axis)));
  if (axis.omitted) place = fmt::format("coalesce({}, {})", place, literal(*axis.omitted));
  std::string values;
  for (const Coordinate& value : axis.values) values += (values.empty() ? "" : ", ") + literal(value);
  return fmt::format("{} IN ({})", place, values);
}

// A point without one of the axes, of an older definition, makes the condition NULL and stays.
std::string unwanted_points(const StudyGrid& grid) {
  std::string wanted;
  for (const AxisValues& axis : grid.axes) wanted += (wanted.empty() ? "" : " AND ") + condition(axis);
  return fmt::format(
      "INSERT INTO temp.unwanted_point SELECT id FROM main.point "
      "WHERE experiment_id IN (SELECT id FROM main.experiment WHERE name = {}) AND NOT ({})",
      sql_literal(grid.experiment), wanted);
}

std::set<std::string> stored_experiment_names(SQLite::Database& database) {
  std::set<std::string> names;
  SQLite::Statement rows(database, "SELECT name FROM main.experiment");
  while (rows.executeStep()) names.insert(rows.getColumn(0).getString());
  return names;
}

// Within the file a view finds the file's tables only; the same view in the temporary schema finds what is there first.
void copy_views(SQLite::Database& database) {
  constexpr std::string_view creates = "CREATE VIEW";
  std::vector<std::string> copies;
  SQLite::Statement views(database,
                          "SELECT sql FROM main.sqlite_schema WHERE type = 'view' "
                          "AND name NOT IN (SELECT name FROM temp.sqlite_schema WHERE type = 'view')");
  while (views.executeStep())
    copies.push_back("CREATE TEMP VIEW" + views.getColumn(0).getString().substr(creates.size()));
  for (const std::string& copy : copies) database.exec(copy);
}

}  // namespace

Restriction::Restriction(SQLite::Database& database, const std::vector<StudyGrid>& grids) : database_(database) {
  database_.exec("SAVEPOINT restriction");
  try {
    apply(grids);
  } catch (...) {
    database_.tryExec("ROLLBACK TO restriction; RELEASE restriction");
    throw;
  }
}

Restriction::~Restriction() { database_.tryExec("ROLLBACK TO restriction; RELEASE restriction"); }

void Restriction::apply(const std::vector<StudyGrid>& grids) {
  if (grids.empty()) return;
  const std::set<std::string> stored = stored_experiment_names(database_);
  database_.exec("CREATE TEMP TABLE unwanted_point (id INTEGER PRIMARY KEY)");
  for (const StudyGrid& grid : grids)
    if (!grid.axes.empty() && stored.contains(grid.experiment)) database_.exec(unwanted_points(grid));
  if (database_.execAndGet("SELECT NOT EXISTS (SELECT 1 FROM temp.unwanted_point)").getInt() == 1) return;
  database_.exec(
      "CREATE TEMP VIEW point AS SELECT id, experiment_id, coordinates FROM main.point "
      "WHERE id NOT IN (SELECT id FROM temp.unwanted_point)");
  copy_views(database_);
}

}  // namespace apportion::results
