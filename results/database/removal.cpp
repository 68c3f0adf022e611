// Deletes in the order that foreign keys want: what refers to a row goes before it.
#include "results/database/removal.hpp"

#include "results/database/views.hpp"

namespace apportion::results {
namespace {

// Moments, samples and failures go with their units, and what else belongs to an experiment goes with it.
constexpr const char* rows_of_experiment[] = {
    "DELETE FROM unit WHERE point_id IN "
    "(SELECT p.id FROM point AS p JOIN experiment AS e ON e.id = p.experiment_id WHERE e.name = ?)",
    "DELETE FROM summary WHERE point_id IN "
    "(SELECT p.id FROM point AS p JOIN experiment AS e ON e.id = p.experiment_id WHERE e.name = ?)",
    "DELETE FROM timing WHERE point_id IN "
    "(SELECT p.id FROM point AS p JOIN experiment AS e ON e.id = p.experiment_id WHERE e.name = ?)",
    "DELETE FROM working_time WHERE point_id IN "
    "(SELECT p.id FROM point AS p JOIN experiment AS e ON e.id = p.experiment_id WHERE e.name = ?)",
    "DELETE FROM point WHERE experiment_id IN (SELECT id FROM experiment WHERE name = ?)",
    "DELETE FROM metric WHERE experiment_id IN (SELECT id FROM experiment WHERE name = ?)",
    "DELETE FROM added_axis WHERE experiment_id IN (SELECT id FROM experiment WHERE name = ?)",
    "DELETE FROM experiment WHERE name = ?"};

// The digest sees all columns.
constexpr const char* columns_of_nobody =
    "DELETE FROM algorithm WHERE id NOT IN (SELECT algorithm_id FROM unit UNION SELECT algorithm_id FROM summary "
    "UNION SELECT algorithm_id FROM timing)";

}  // namespace

void remove_experiments(SQLite::Database& database, const std::vector<std::string>& experiments) {
  for (const std::string& experiment : experiments) {
    for (const char* sql : rows_of_experiment) {
      SQLite::Statement remove(database, sql);
      bound(remove, experiment).exec();
    }
    drop_views(database, experiment);
  }
  // Another experiment may have had views of the same names.
  renew_views(database);
  database.exec(columns_of_nobody);
}

}  // namespace apportion::results
