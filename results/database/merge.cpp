// Merging databases, one after the other, each in one transaction.
#include "results/database/merge.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <system_error>

#include "results/database/merge_owners.hpp"
#include "results/database/merge_units.hpp"
#include "results/database/schema.hpp"
#include "results/database/sqlite.hpp"
#include "results/database/store.hpp"
#include "results/database/unit_tables.hpp"
#include "results/database/verification.hpp"
#include "results/database/views.hpp"

namespace apportion::results {
namespace {

namespace fs = std::filesystem;

// A database that can be read as `input` while this lives.
class Attached {
 public:
  Attached(SQLite::Database& database, const fs::path& file) : database_(database) {
    attach_for_reading(database, file, "input");
  }
  ~Attached() { static_cast<void>(database_.tryExec("DETACH input")); }
  Attached(const Attached&) = delete;
  Attached& operator=(const Attached&) = delete;

 private:
  SQLite::Database& database_;
};

// Points whose summaries do not have all samples and metrics of their units: new units, or a merge that was killed.
constexpr const char* stale_points = R"sql(
WITH
  held AS (SELECT point_id, algorithm_id, sum(samples * (SELECT count(*) FROM moment WHERE unit_id = unit.id)) AS counts
           FROM unit GROUP BY point_id, algorithm_id HAVING counts > 0),
  summarised AS (SELECT point_id, algorithm_id, sum(count) AS counts FROM summary GROUP BY point_id, algorithm_id)
SELECT point_id FROM (SELECT * FROM held EXCEPT SELECT * FROM summarised)
UNION
SELECT point_id FROM (SELECT * FROM summarised EXCEPT SELECT * FROM held))sql";

void summarise_stale_points(SQLite::Database& database) {
  SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
  std::vector<Id> points;
  {
    SQLite::Statement row(database, stale_points);
    while (row.executeStep()) points.push_back(row.getColumn(0).getInt64());
  }
  UnitTables tables(database);
  for (const Id point : points) tables.summarise(point);
  transaction.commit();
}

void check_files(const fs::path& out, const std::vector<fs::path>& inputs) {
  static_cast<void>(inspect(out));
  for (const fs::path& input : inputs) {
    std::error_code absent;
    if (fs::equivalent(out, input, absent))
      throw MergeRefused(fmt::format("{} is the output as well as an input; name another output", input.string()));
    static_cast<void>(verify(input));
  }
}

// SQLite does not say which of the files is damaged.
const fs::path& culprit(SQLite::Database& database, const SQLite::Exception& error, const fs::path& out,
                        const fs::path& input) {
  const int code = error.getErrorCode();
  if (code == SQLITE_CANTOPEN) return input;
  if (code != SQLITE_CORRUPT && code != SQLITE_NOTADB) return out;
  try {
    return database.execAndGet("PRAGMA main.quick_check(1)").getString() == "ok" ? input : out;
  } catch (const SQLite::Exception&) {
    return out;
  }
}

void merge_input(SQLite::Database& database, const fs::path& out, const fs::path& input, bool mixed,
                 MergeReport& report) {
  try {
    const MergeNames names{out.string(), input.string()};
    const Attached attached(database, input);
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    check_owners(database, names, mixed);
    merge_owners(database);
    require_distinct_views(database, out);
    merge_units(database, names, report);
    merge_timings(database);
    transaction.commit();
    ++report.merged;
  } catch (const SQLite::Exception& error) {
    throw store_error(culprit(database, error, out, input), error);
  }
}

}  // namespace

MergeReport merge(const fs::path& out, const std::vector<fs::path>& inputs, const MergeSettings& settings) {
  check_files(out, inputs);
  // Makes the database, and keeps other writers away as long as this takes.
  const Store store(out);
  SQLite::Database database = open_for_writing(out, Check::none);
  return in_our_words(out, [&] {
    create_owner_tables(database);
    create_unit_tables(database);
    MergeReport report;
    try {
      for (const fs::path& input : inputs) {
        report.interrupted = settings.stop != nullptr && settings.stop->load();
        if (report.interrupted) break;
        merge_input(database, out, input, settings.mixed, report);
      }
    } catch (const MergeRefused&) {
      summarise_stale_points(database);
      throw;
    }
    summarise_stale_points(database);
    return report;
  });
}

}  // namespace apportion::results
