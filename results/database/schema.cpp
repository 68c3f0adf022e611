// The database's schema: the tables as SQL, recognition of results databases, and opening and creating them.
#include "results/database/schema.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "base/text.hpp"
#include "results/database/stored_studies.hpp"
#include "results/database/views.hpp"

namespace apportion::results {
namespace {

// Natural keys are UNIQUE; row numbers (id) only link the tables of one file and mean nothing outside it.
constexpr const char* table_statements = R"sql(
-- A study: an experiment under one seed and one definition. axes: JSON array of names.
CREATE TABLE experiment (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  seed INTEGER NOT NULL,
  definition TEXT NOT NULL,
  chunk_size INTEGER NOT NULL,
  axes TEXT NOT NULL,
  UNIQUE (name, seed, definition)
) STRICT;

CREATE TABLE metric (
  id INTEGER PRIMARY KEY,
  experiment_id INTEGER NOT NULL REFERENCES experiment (id),
  name TEXT NOT NULL,
  title TEXT NOT NULL,
  unit TEXT NOT NULL,
  better TEXT NOT NULL CHECK (better IN ('less', 'more', '')),
  digits INTEGER NOT NULL,
  position INTEGER NOT NULL,
  UNIQUE (experiment_id, name)
) STRICT;

-- A column: an algorithm with its options, or (rival <> '') an ordered pair that a metric compares.
CREATE TABLE algorithm (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  revision INTEGER NOT NULL,
  rival TEXT NOT NULL,
  rival_revision INTEGER NOT NULL,
  UNIQUE (name, revision, rival, rival_revision)
) STRICT;

-- coordinates: JSON object, axes in the study's order.
CREATE TABLE point (
  id INTEGER PRIMARY KEY,
  experiment_id INTEGER NOT NULL REFERENCES experiment (id),
  coordinates TEXT NOT NULL,
  UNIQUE (experiment_id, coordinates)
) STRICT;

-- Who ran what, where and when; times in UTC. outcome is NULL while it runs, or if it was killed.
CREATE TABLE run (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  command TEXT NOT NULL,
  revision TEXT NOT NULL,
  compiler TEXT NOT NULL,
  flags TEXT NOT NULL,
  libraries TEXT NOT NULL,
  cpu TEXT NOT NULL,
  cores INTEGER NOT NULL,
  threads INTEGER NOT NULL,
  started TEXT NOT NULL,
  finished TEXT,
  outcome TEXT CHECK (outcome IN ('finished', 'interrupted', 'failed'))
) STRICT;

-- One column over the samples [chunk * K, chunk * K + samples) of one point, K = chunk_size.
CREATE TABLE unit (
  id INTEGER PRIMARY KEY,
  point_id INTEGER NOT NULL REFERENCES point (id),
  algorithm_id INTEGER NOT NULL REFERENCES algorithm (id),
  chunk INTEGER NOT NULL,
  samples INTEGER NOT NULL,
  run_id INTEGER REFERENCES run (id),
  UNIQUE (point_id, algorithm_id, chunk)
) STRICT;

-- Of all samples of a unit. m2: sum of squared deviations from the mean; min and max are NULL where they are the mean,
-- as two fifths are. These rows are most of a file.
CREATE TABLE moment (
  unit_id INTEGER NOT NULL REFERENCES unit (id) ON DELETE CASCADE,
  metric_id INTEGER NOT NULL REFERENCES metric (id),
  mean REAL NOT NULL,
  m2 REAL NOT NULL,
  min REAL,
  max REAL,
  PRIMARY KEY (unit_id, metric_id)
) STRICT, WITHOUT ROWID;

-- The moments of a completed point, folded in chunk order by the program: SQL's sum() promises no order.
CREATE TABLE summary (
  point_id INTEGER NOT NULL REFERENCES point (id),
  algorithm_id INTEGER NOT NULL REFERENCES algorithm (id),
  metric_id INTEGER NOT NULL REFERENCES metric (id),
  count INTEGER NOT NULL,
  mean REAL NOT NULL,
  m2 REAL NOT NULL,
  min REAL NOT NULL,
  max REAL NOT NULL,
  PRIMARY KEY (point_id, algorithm_id, metric_id)
) STRICT, WITHOUT ROWID;

-- Single samples, where they are kept: of one metric ten in a row, v0 that of the sample `first`; NULL behind the last
-- one of the unit. A row for each would take four times as long to write. The view sample_value has them one by one.
CREATE TABLE sample (
  unit_id INTEGER NOT NULL REFERENCES unit (id) ON DELETE CASCADE,
  first INTEGER NOT NULL,
  metric_id INTEGER NOT NULL REFERENCES metric (id),
  v0 REAL NOT NULL,
  v1 REAL,
  v2 REAL,
  v3 REAL,
  v4 REAL,
  v5 REAL,
  v6 REAL,
  v7 REAL,
  v8 REAL,
  v9 REAL,
  PRIMARY KEY (unit_id, first, metric_id)
) STRICT, WITHOUT ROWID;

-- A unit that failed, with its first failing sample; it has no moments.
CREATE TABLE failure (
  unit_id INTEGER PRIMARY KEY REFERENCES unit (id) ON DELETE CASCADE,
  sample INTEGER NOT NULL,
  message TEXT NOT NULL
) STRICT;

-- The papers' numbers as printed; see docs/add-a-paper.md for the rules.
CREATE TABLE published (
  exhibit TEXT NOT NULL,
  algorithm TEXT NOT NULL,
  quantity TEXT NOT NULL,
  coordinates TEXT NOT NULL,
  printed TEXT NOT NULL,
  value REAL NOT NULL,
  rule TEXT NOT NULL,
  UNIQUE (exhibit, algorithm, quantity, coordinates)
) STRICT;

-- Measured times of a solve; never part of the content that the digest sees.
CREATE TABLE timing (
  id INTEGER PRIMARY KEY,
  point_id INTEGER NOT NULL REFERENCES point (id),
  algorithm_id INTEGER NOT NULL REFERENCES algorithm (id),
  run_id INTEGER REFERENCES run (id),
  median_seconds REAL NOT NULL,
  min_seconds REAL NOT NULL,
  max_seconds REAL NOT NULL,
  measured INTEGER NOT NULL
) STRICT;
CREATE INDEX timing_of_point ON timing (point_id, algorithm_id);

-- Axes that came after results were stored; value: where a point without that coordinate stands.
CREATE TABLE added_axis (
  experiment_id INTEGER NOT NULL REFERENCES experiment (id),
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  position INTEGER NOT NULL,
  UNIQUE (experiment_id, name)
) STRICT;

-- The file that a study was last run from; written: when, in UTC. Never part of the content that the digest sees.
CREATE TABLE sweep_text (
  experiment_id INTEGER PRIMARY KEY REFERENCES experiment (id) ON DELETE CASCADE,
  file TEXT NOT NULL,
  text TEXT NOT NULL,
  written TEXT NOT NULL
) STRICT;

-- What a user's own algorithm was made of when results of it were stored; files: JSON object, names and SHA-256.
CREATE TABLE own_algorithm (
  experiment_id INTEGER NOT NULL REFERENCES experiment (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  revision INTEGER NOT NULL,
  command TEXT NOT NULL,
  files TEXT NOT NULL,
  UNIQUE (experiment_id, name, revision)
) STRICT;
)sql";

namespace fs = std::filesystem;

constexpr std::int64_t application_id = 0x4170706f;  // "Appo"
constexpr int busy_milliseconds = 10'000;

// The most memory of all connections; a statement that repeats parts of itself could otherwise take any amount.
constexpr std::int64_t most_memory = std::int64_t{1} << 30U;

// A connection that does not trust a file's schema before it was compared: SQL in it may call only functions without
// effects, and only SQLite writes the schema.
SQLite::Database connected(const std::string& name, int flags) {
  sqlite3_hard_heap_limit64(most_memory);
  SQLite::Database database(name, flags | SQLITE_OPEN_NOMUTEX, busy_milliseconds);
  sqlite3_db_config(database.getHandle(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(database.getHandle(), SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  return database;
}

bool has_no_tables(SQLite::Database& database) {
  return database.execAndGet("SELECT count(*) FROM sqlite_schema").getInt() == 0;
}

bool has_own_id(SQLite::Database& database) {
  return database.execAndGet("PRAGMA application_id").getInt64() == application_id;
}

// Checked before SQLite reads the schema: that of another version may call functions that are forbidden in an untrusted
// schema.
void require_version(const fs::path& file, SQLite::Database& database) {
  if (!has_own_id(database)) return;
  constexpr int convertible_version = 3;
  const std::int64_t version = database.execAndGet("PRAGMA user_version").getInt64();
  if (version == schema_version) return;
  throw ForeignFile(fmt::format(
      "{0} has schema {1}, this program reads schema {2}; {3}", file.string(), version, schema_version,
      version > schema_version ? "use a newer version of it"
      : version == convertible_version
          ? fmt::format("`scripts/convert-database {} NEW` makes a database of this schema from it", file.string())
          : "run the experiments again, into another database"));
}

// An entry of the schema: a table, an index, a view or a trigger.
struct SchemaObject {
  std::string type;
  std::string name;
  std::string sql;
};

using ObjectsByName = std::map<std::string, SchemaObject>;

// The objects without SQLite's own, which are indexes of keys, without a text, and tables of ANALYZE.
ObjectsByName schema_objects(SQLite::Database& database) {
  ObjectsByName objects;
  SQLite::Statement row(database,
                        "SELECT type, name, sql FROM main.sqlite_schema WHERE sql NOT LIKE 'CREATE TABLE "
                        "sqlite\\_stat%' ESCAPE '\\'");
  while (row.executeStep())
    objects[in_lower_case(row.getColumn(1).getString())] = {row.getColumn(0).getString(), row.getColumn(1).getString(),
                                                            row.getColumn(2).getString()};
  return objects;
}

// The tables, their indexes and the general views.
const ObjectsByName& fixed_objects() {
  static const ObjectsByName objects = [] {
    SQLite::Database empty = empty_in_memory();
    return schema_objects(empty);
  }();
  return objects;
}

// Refuses an object that has the name of another one of ours.
void require_same(const SchemaObject& object, const SchemaObject& ours, const fs::path& file) {
  if (object.type != ours.type || object.sql != ours.sql)
    throw ForeignFile(
        fmt::format("{}: the {} {} is not the one that this program makes; drop it, restore a copy, or "
                    "convert the database of an earlier build (`scripts/convert-database`)",
                    file.string(), object.type, printable(object.name)));
}

void create_tables(SQLite::Database& database) {
  SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
  database.exec(fmt::format("PRAGMA application_id={}", application_id));
  database.exec(table_statements);
  for (const View& view : general_views()) database.exec(view.sql);
  database.exec(fmt::format("PRAGMA user_version={}", schema_version));
  transaction.commit();
}

std::string uri_of(const fs::path& file, std::string_view query) {
  return fmt::format("file:{}?{}", percent_encoded(fs::absolute(file).string()), query);
}

// Whether the file can be read alone: reading in WAL mode makes files beside the database. If the folder is read-only,
// no process writes, and without a log the file is complete.
bool is_whole_but_shut(const fs::path& file, const SQLite::Exception& error) {
  const bool forbidden = error.getErrorCode() == SQLITE_CANTOPEN || error.getErrorCode() == SQLITE_READONLY;
  std::error_code ignored;
  const auto log = fs::file_size(file.string() + "-wal", ignored);
  return forbidden && (ignored || log == 0);
}

StoreError nothing_in(const fs::path& file) {
  return StoreError(fmt::format("{} has no results yet; `apportion run` makes them", file.string()));
}

// Refuses a log that is a link, which would be written at its target. SQLite looks for it beside the target of a linked
// database.
void require_no_link(const fs::path& file) {
  std::error_code problem;
  fs::path real = fs::weakly_canonical(file, problem);
  if (problem) real = file;
  for (const char* ending : {"-wal", "-shm", "-journal"})
    if (const fs::path log = real.string() + ending; fs::is_symlink(fs::symlink_status(log, problem)))
      throw ForeignFile(fmt::format("{} is a link, and this program writes there; remove it", log.string()));
}

void require_file(const fs::path& file) {
  std::error_code problem;
  const fs::file_status status = fs::status(file, problem);
  if (fs::is_directory(status)) throw not_ours(file, "a folder");
  if (fs::exists(status) && !fs::is_regular_file(status)) throw not_ours(file, "a device or a pipe");
  require_no_link(file);
}

// Opens a database, and reads it so that errors are found now.
SQLite::Database opened_and_read(const fs::path& file, const std::string& name, int flags) {
  SQLite::Database database = connected(name, flags);
  // Temporary tables stay in memory. Set later, this would drop the views that are made here.
  database.exec("PRAGMA temp_store=MEMORY");
  require_version(file, database);
  if (has_no_tables(database)) throw nothing_in(file);
  const SchemaFindings found = require_own_schema(database, file);
  // Stored views may call json_extract in a trusted schema only. It is trusted if every object has the program's own
  // text; otherwise the views are made anew, for this connection only.
  if (found.foreign.empty() && found.missing.empty()) {
    sqlite3_db_config(database.getHandle(), SQLITE_DBCONFIG_TRUSTED_SCHEMA, 1, nullptr);
  } else {
    for (const View& view : general_views()) create_temporary(database, view);
    for (const View& view : experiment_views(database)) create_temporary(database, view);
  }
  return database;
}

}  // namespace

SchemaFindings require_own_schema(SQLite::Database& database, const fs::path& file) {
  if (!has_own_id(database)) throw not_ours(file, "the database of another program");
  ObjectsByName found = schema_objects(database);
  ObjectsByName own = fixed_objects();
  // Tables are compared first: the views depend on their content.
  for (const auto& [name, object] : found) {
    if (const auto ours = own.find(name); ours != own.end())
      require_same(object, ours->second, file);
    else if (object.type == "table")
      throw not_ours(file, fmt::format("a database with the table {}", printable(object.name)));
    else if (object.type == "trigger")
      throw ForeignFile(
          fmt::format("{} has the trigger {}, which this program did not make; drop it, or restore a copy",
                      file.string(), printable(object.name)));
  }
  for (const auto& [name, object] : own)
    if (object.type != "view" && !found.contains(name))
      throw not_ours(file, fmt::format("a database without the {} {}", object.type, name));
  for (const View& view : experiment_views(database)) own[in_lower_case(view.name)] = {"view", view.name, view.sql};
  SchemaFindings findings;
  for (const auto& [name, object] : own)
    if (const auto ours = found.extract(name))
      require_same(ours.mapped(), object, file);
    else
      findings.missing.push_back({object.name, object.sql});
  for (const auto& [name, object] : found)
    findings.foreign.push_back(fmt::format("the {} {}", object.type, printable(object.name)));
  return findings;
}

SQLite::Database open_for_writing(const fs::path& file) {
  require_file(file);
  return in_our_words(file, [&] {
    // attach_for_reading() needs a URI. One thread at a time writes, so that SQLite need not lock the connection.
    constexpr int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI;
    SQLite::Database database = connected(uri_of(file, "mode=rwc"), flags);
    require_version(file, database);
    if (has_no_tables(database)) create_tables(database);
    for (const View& view : require_own_schema(database, file).missing) SQLite::Statement(database, view.sql).exec();
    // WAL: readers never wait for the writer. NORMAL: a power cut may lose the last transactions, never the file.
    database.exec("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON");
    database.exec("PRAGMA cache_size=-65536");
    return database;
  });
}

SQLite::Database open_for_reading(const fs::path& file) {
  std::error_code absent;
  if (!fs::exists(file, absent))
    throw StoreError(fmt::format("no results database at {}; `apportion run` makes one", file.string()));
  require_file(file);
  if (fs::file_size(file, absent) == 0) throw nothing_in(file);
  return in_our_words(file, [&] {
    try {
      // Opened for writing, since only then SQLite removes the files that reading makes beside the database.
      return opened_and_read(file, uri_of(file, "mode=rw"), SQLite::OPEN_READWRITE | SQLITE_OPEN_URI);
    } catch (const SQLite::Exception& error) {
      if (!is_whole_but_shut(file, error)) throw;
      return opened_and_read(file, uri_of(file, "immutable=1"), SQLite::OPEN_READONLY | SQLITE_OPEN_URI);
    }
  });
}

SQLite::Database empty_in_memory() {
  SQLite::Database database = connected(":memory:", SQLite::OPEN_READWRITE);
  database.exec(table_statements);
  for (const View& view : general_views()) database.exec(view.sql);
  return database;
}

void attach_for_reading(SQLite::Database& database, const fs::path& file, const std::string& name) {
  const auto attach = [&](std::string_view query) {
    SQLite::Statement statement(database, "ATTACH ? AS " + name);
    bound(statement, uri_of(file, query)).exec();
  };
  try {
    attach("mode=ro");
  } catch (const SQLite::Exception& error) {
    if (!is_whole_but_shut(file, error)) throw;
    attach("immutable=1");
  }
}

std::int64_t page_count(SQLite::Database& database) { return database.execAndGet("PRAGMA main.page_count").getInt64(); }

void pack_if_grown(SQLite::Database& database, std::int64_t pages) {
  constexpr std::int64_t few = 1024;     // 4 MiB
  constexpr std::int64_t small = 65536;  // 256 MiB
  const std::int64_t all = page_count(database);
  const std::int64_t most = all < small ? all / 16 : pages;
  if (all - pages > std::max(most, few)) static_cast<void>(database.tryExec("VACUUM main"));
}

std::optional<std::string> taken_view(const std::string& experiment) {
  for (const std::string& view : view_names(experiment))
    if (const std::string name = in_lower_case(view); name.starts_with("sqlite_") || fixed_objects().contains(name))
      return name;
  return std::nullopt;
}

}  // namespace apportion::results
