// The content of a database as one sequence of bytes, for its digest.
#include "results/database/content.hpp"

#include <string_view>
#include <vector>

#include "results/database/digest.hpp"
#include "results/database/own_algorithms.hpp"
#include "results/database/row_bytes.hpp"
#include "results/records.hpp"

namespace apportion::results {
namespace {

class ContentWriter {
 public:
  void text(std::string_view text) { append_text(buffer_, text); }

  void row(const SQLite::Statement& row) {
    append_row(buffer_, row);
    if (buffer_.size() > most_buffered) flush();
  }

  std::string digest() {
    flush();
    return hash_.hex();
  }

 private:
  static constexpr std::size_t most_buffered = 1U << 16U;

  void flush() {
    hash_.add(buffer_);
    buffer_.clear();
  }

  Sha256 hash_;
  std::string buffer_;
};

void add_rows(ContentWriter& content, std::string_view table, SQLite::Statement& rows) {
  content.text(table);
  while (rows.executeStep()) content.row(rows);
}

void add_table(ContentWriter& content, SQLite::Database& database, std::string_view table, const char* sql) {
  SQLite::Statement rows(database, sql);
  add_rows(content, table, rows);
}

// The tables of units, by (point, column): within one of these pairs little has to be sorted, and the index of unit
// gives the order of the chunks. A parameter each: point, algorithm.
struct UnitTable {
  const char* name;
  const char* sql;
};
constexpr UnitTable unit_tables[] = {
    {"unit", "SELECT chunk, samples FROM unit WHERE point_id = ? AND algorithm_id = ? ORDER BY chunk"},
    {"moment",
     "SELECT u.chunk, k.name, m.count, m.mean, m.m2, m.min, m.max FROM unit AS u CROSS JOIN moment AS m "
     "ON m.unit_id = u.id CROSS JOIN metric AS k ON k.id = m.metric_id "
     "WHERE u.point_id = ? AND u.algorithm_id = ? ORDER BY u.chunk, k.name"},
    {"summary",
     "SELECT k.name, s.count, s.mean, s.m2, s.min, s.max FROM summary AS s JOIN metric AS k ON k.id = s.metric_id "
     "WHERE s.point_id = ? AND s.algorithm_id = ? ORDER BY k.name"},
    {"sample",
     "SELECT u.chunk, s.sample, k.name, s.value FROM unit AS u CROSS JOIN sample AS s ON s.unit_id = u.id "
     "CROSS JOIN metric AS k ON k.id = s.metric_id "
     "WHERE u.point_id = ? AND u.algorithm_id = ? ORDER BY u.chunk, s.sample, k.name"},
    {"failure",
     "SELECT u.chunk, f.sample, f.message FROM unit AS u CROSS JOIN failure AS f ON f.unit_id = u.id "
     "WHERE u.point_id = ? AND u.algorithm_id = ? ORDER BY u.chunk"},
};

// What a unit belongs to, by natural keys; the first two columns are for the tables' parameters only.
constexpr const char* unit_owners =
    "SELECT p.id, a.id, e.name, e.seed, e.definition, p.coordinates, a.name, a.revision, a.rival, a.rival_revision "
    "FROM (SELECT DISTINCT point_id, algorithm_id FROM unit) AS u JOIN point AS p ON p.id = u.point_id "
    "JOIN experiment AS e ON e.id = p.experiment_id JOIN algorithm AS a ON a.id = u.algorithm_id "
    "ORDER BY e.name, e.seed, e.definition, p.coordinates, a.name, a.revision, a.rival, a.rival_revision";

void add_units(ContentWriter& content, SQLite::Database& database) {
  std::vector<SQLite::Statement> statements;
  for (const UnitTable& table : unit_tables) statements.emplace_back(database, table.sql);
  SQLite::Statement pair(database, unit_owners);
  SQLite::Statement key(database,
                        "SELECT e.name, e.seed, e.definition, p.coordinates, a.name, a.revision, a.rival, "
                        "a.rival_revision FROM point AS p JOIN experiment AS e ON e.id = p.experiment_id, "
                        "algorithm AS a WHERE p.id = ? AND a.id = ?");
  while (pair.executeStep()) {
    const Id point = pair.getColumn(0).getInt64();
    const Id algorithm = pair.getColumn(1).getInt64();
    add_rows(content, "column of a point", bound(key, point, algorithm));
    for (std::size_t i = 0; i < statements.size(); ++i) {
      add_rows(content, unit_tables[i].name, bound(statements[i], point, algorithm));
    }
  }
}

}  // namespace

std::string content_digest(SQLite::Database& database) {
  SQLite::Transaction one_state(database);
  ContentWriter content;
  add_table(content, database, "experiment",
            "SELECT name, seed, definition, chunk_size, axes FROM experiment ORDER BY name, seed, definition");
  add_table(content, database, "algorithm",
            "SELECT name, revision, rival, rival_revision FROM algorithm ORDER BY name, revision, rival, "
            "rival_revision");
  add_table(content, database, "published",
            "SELECT exhibit, algorithm, quantity, coordinates, printed, value, rule FROM published "
            "ORDER BY exhibit, algorithm, quantity, coordinates");
  add_units(content, database);
  if (has_own_algorithms(database, "main"))
    add_table(content, database, "own_algorithm",
              "SELECT e.name, e.seed, e.definition, o.name, o.revision, o.command, o.files FROM own_algorithm AS o "
              "JOIN experiment AS e ON e.id = o.experiment_id "
              "ORDER BY e.name, e.seed, e.definition, o.name, o.revision");
  return content.digest();
}

}  // namespace apportion::results
