// The database's schema: the tables as SQL; which files are results databases, and how they are opened and created.
#include "results/database/schema.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/program.hpp"
#include "base/text.hpp"
#include "results/database/hashes.hpp"
#include "results/database/memory.hpp"
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
  coordinates TEXT NOT NULL CHECK (json_valid(coordinates)),
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

-- m2: sum of squared deviations from the mean.
CREATE TABLE moment (
  unit_id INTEGER NOT NULL REFERENCES unit (id) ON DELETE CASCADE,
  metric_id INTEGER NOT NULL REFERENCES metric (id),
  count INTEGER NOT NULL,
  mean REAL NOT NULL,
  m2 REAL NOT NULL,
  min REAL NOT NULL,
  max REAL NOT NULL,
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

-- Single samples, where they are kept.
CREATE TABLE sample (
  unit_id INTEGER NOT NULL REFERENCES unit (id) ON DELETE CASCADE,
  sample INTEGER NOT NULL,
  metric_id INTEGER NOT NULL REFERENCES metric (id),
  value REAL NOT NULL,
  PRIMARY KEY (unit_id, sample, metric_id)
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
  coordinates TEXT NOT NULL CHECK (json_valid(coordinates)),
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
  files TEXT NOT NULL CHECK (json_valid(files)),
  UNIQUE (experiment_id, name, revision)
) STRICT;

-- What solving took on one thread, by point and column; of columns that were solved together an equal share. For
-- forecasts alone: never part of the content that the digest sees.
CREATE TABLE working_time (
  point_id INTEGER NOT NULL REFERENCES point (id),
  algorithm_id INTEGER NOT NULL REFERENCES algorithm (id),
  samples INTEGER NOT NULL,
  seconds REAL NOT NULL,
  PRIMARY KEY (point_id, algorithm_id)
) STRICT, WITHOUT ROWID;
)sql";

namespace fs = std::filesystem;

constexpr std::uint32_t application_id = 0x4170706f;  // "Appo"
constexpr int busy_milliseconds = 10'000;

// The header of an SQLite file: https://www.sqlite.org/fileformat.html, section 1.3.
constexpr std::size_t header_bytes = 100;
constexpr std::string_view magic{"SQLite format 3\0", 16};
constexpr std::size_t user_version_at = 60;
constexpr std::size_t application_id_at = 68;

// Databases of ours have had a version from the first one on.
constexpr std::int64_t first_version = 1;

using Header = std::array<char, header_bytes>;

std::uint32_t big_endian(const Header& header, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = at; i < at + 4; ++i) value = value << 8U | static_cast<unsigned char>(header[i]);
  return value;
}

ForeignFile not_ours(const fs::path& file, std::string_view what) {
  return ForeignFile(fmt::format("{} is {}, not a results database; name another one with --db", file.string(), what));
}

void check_version(const fs::path& file, std::int64_t version) {
  if (version < first_version) throw not_ours(file, "the database of another program");
  if (version != schema_version)
    throw ForeignFile(fmt::format(
        "{} has schema {}, this program reads schema {}; {}", file.string(), version, schema_version,
        version > schema_version ? "use a newer version of it" : "run the experiments again, into another database"));
}

// The rollback journal: https://www.sqlite.org/fileformat.html, section 3.
constexpr std::string_view journal_magic{"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", 8};
constexpr std::size_t pages_before_at = 16;

// The power went while the tables were made: pages are there, the first one is not, and the journal beside them says
// that the file was empty. SQLite empties it again, no matter whose it was.
bool is_being_made(const fs::path& file, const Header& header) {
  if (std::ranges::count(header, '\0') != static_cast<std::ptrdiff_t>(header.size())) return false;
  std::ifstream stream(file.string() + "-journal", std::ios::binary);
  Header journal{};
  stream.read(journal.data(), journal.size());
  return stream && std::string_view(journal.data(), journal.size()).starts_with(journal_magic) &&
         big_endian(journal, pages_before_at) == 0;
}

void check_header(const fs::path& file, const Header& header, std::size_t length) {
  if (!std::string_view(header.data(), length).starts_with(magic.substr(0, length))) {
    throw not_ours(file, "another kind of file");
  }
  if (length < header_bytes) throw not_ours(file, "cut off within its first 100 bytes");
  if (big_endian(header, application_id_at) != application_id) throw not_ours(file, "the database of another program");
  check_version(file, big_endian(header, user_version_at));
}

bool has_no_tables(SQLite::Database& database) {
  return database.execAndGet("SELECT count(*) FROM sqlite_schema").getInt() == 0;
}

// The header in the file may be older than what a write-ahead log beside it holds, so SQLite reads the version once
// more.
void check_version(const fs::path& file, SQLite::Database& database) {
  const std::int64_t version = database.execAndGet("PRAGMA user_version").getInt64();
  if (version >= first_version || !has_no_tables(database)) check_version(file, version);
}

// Where the tables are another program's, so is the file, whatever its header says. SQLite's own tables may be there.
void check_tables(const fs::path& file, SQLite::Database& database) {
  std::vector<std::string> found;
  SQLite::Statement row(database, "SELECT name FROM main.sqlite_schema WHERE type = 'table' ORDER BY name");
  while (row.executeStep()) found.push_back(row.getColumn(0).getString());
  for (const std::string& table : found)
    if (!table.starts_with("sqlite_") && !std::ranges::binary_search(own_tables(), table))
      throw not_ours(file, fmt::format("a database with the table {}", printable(table)));
  for (const std::string& table : own_tables())
    if (!std::ranges::binary_search(found, table))
      throw not_ours(file, fmt::format("a database without the table {}", table));
}

// In one transaction, and before the journal becomes a write-ahead log: the file's own header then is that of a results
// database from its first byte on, whenever the program is killed.
void create_tables(SQLite::Database& database) {
  SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
  database.exec(fmt::format("PRAGMA application_id={}", application_id));
  database.exec(table_statements);
  create_unit_hashes(database);
  create_table_sums(database);
  renew_views(database);
  database.exec(fmt::format("PRAGMA user_version={}", schema_version));
  transaction.commit();
}

void replace_other_views(SQLite::Database& database) {
  SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
  if (renew_views(database)) transaction.commit();
}

std::string uri_of(const fs::path& file, std::string_view query) {
  std::string uri = "file:";
  for (const char c : fs::absolute(file).string()) {
    const bool special = c == '%' || c == '?' || c == '#';
    uri += special ? fmt::format("%{:02X}", static_cast<unsigned char>(c)) : std::string(1, c);
  }
  return fmt::format("{}?{}", uri, query);
}

bool has_write_ahead_log(const fs::path& file) {
  std::error_code ignored;
  const auto size = fs::file_size(file.string() + "-wal", ignored);
  return !ignored && size > 0;
}

// Reading in WAL mode makes files beside the database. Where the folder forbids that, no process writes either, and
// without a log the file alone is the whole of it.
bool is_whole_but_shut(const fs::path& file, const SQLite::Exception& error) {
  const bool forbidden = error.getErrorCode() == SQLITE_CANTOPEN || error.getErrorCode() == SQLITE_READONLY;
  return forbidden && !has_write_ahead_log(file);
}

// A first read, so that what is wrong shows now.
SQLite::Database opened_and_read(const fs::path& file, const std::string& name, int flags) {
  count_memory_of_sqlite();
  SQLite::Database database(name, flags, busy_milliseconds);
  write_log_on_closing(database, false);
  check_version(file, database);
  if (has_no_tables(database)) {
    throw StoreError(fmt::format("{} has no results yet; `apportion run` makes them", file.string()));
  }
  check_tables(file, database);
  return database;
}

}  // namespace

void write_log_on_closing(SQLite::Database& database, bool on) {
  sqlite3_db_config(database.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, on ? 0 : 1, nullptr);
}

FileState inspect(const fs::path& file) {
  std::error_code problem;
  const fs::file_status status = fs::status(file, problem);
  if (status.type() == fs::file_type::not_found) return FileState::absent;
  if (status.type() == fs::file_type::directory) throw not_ours(file, "a folder");
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    throw StoreError(fmt::format("{} cannot be read: {}", file.string(), std::generic_category().message(errno)));
  }
  Header header{};
  stream.read(header.data(), header.size());
  const auto length = static_cast<std::size_t>(stream.gcount());
  if (length == 0 || is_being_made(file, header)) return FileState::empty;
  check_header(file, header, length);
  return FileState::results;
}

SQLite::Database open_for_writing(const fs::path& file, Check check_first) {
  return in_our_words(file, [&] {
    count_memory_of_sqlite();
    // A URI, as attach_for_reading() needs. One thread at a time writes (Store sees to that at the end of the program),
    // so that SQLite need not lock the connection.
    constexpr int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX;
    SQLite::Database database(uri_of(file, "mode=rwc"), flags, busy_milliseconds);
    write_log_on_closing(database, false);
    check_version(file, database);
    const bool is_new = has_no_tables(database);
    if (!is_new) {
      check_tables(file, database);
      if (check_first == Check::full) check(database, file);
    }
    write_log_on_closing(database, true);
    provide_row_sums(database);
    is_new ? create_tables(database) : replace_other_views(database);
    // WAL: readers never wait for the writer. NORMAL: a power cut may lose the last transactions, never the file.
    database.exec("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON");
    database.exec("PRAGMA cache_size=-65536");
    return database;
  });
}

SQLite::Database open_for_reading(const fs::path& file) {
  const FileState state = inspect(file);
  if (state == FileState::absent) {
    throw StoreError(fmt::format("no results database at {}; `apportion run` makes one", file.string()));
  }
  if (state == FileState::empty) {
    throw StoreError(fmt::format("{} has no results yet; `apportion run` makes them", file.string()));
  }
  return in_our_words(file, [&] {
    constexpr int flags = SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX;  // one thread at a time reads
    try {
      // Only a process that may write removes the files that reading makes beside the database.
      return opened_and_read(file, uri_of(file, "mode=rw"), SQLite::OPEN_READWRITE | flags);
    } catch (const SQLite::Exception& error) {
      if (!is_whole_but_shut(file, error)) throw;
      return opened_and_read(file, uri_of(file, "immutable=1"), SQLite::OPEN_READONLY | flags);
    }
  });
}

SQLite::Database empty_in_memory() {
  count_memory_of_sqlite();
  SQLite::Database database(":memory:", SQLite::OPEN_READWRITE | SQLITE_OPEN_NOMUTEX);
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

}  // namespace apportion::results
