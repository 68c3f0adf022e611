// The database's schema: which files are results databases, and how they are opened and created.
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
#include "results/database/checks.hpp"
#include "results/database/schema_sql.hpp"
#include "results/database/table_sums.hpp"
#include "results/database/unit_hashes.hpp"
#include "results/database/views.hpp"

namespace apportion::results {
namespace {

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
constexpr std::int64_t first_version_with_hashes = 2;
constexpr std::int64_t first_version_with_working_times = 3;

using Header = std::array<char, header_bytes>;

std::uint32_t big_endian(const Header& header, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = at; i < at + 4; ++i) value = value << 8U | static_cast<unsigned char>(header[i]);
  return value;
}

ForeignFile newer_schema(const fs::path& file, std::int64_t version) {
  return ForeignFile(fmt::format("{} has schema {}, this program knows schemas up to {}; use a newer version of it",
                                 file.string(), version, schema_version));
}

ForeignFile not_ours(const fs::path& file, std::string_view what) {
  return ForeignFile(fmt::format("{} is {}, not a results database; name another one with --db", file.string(), what));
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
  const std::uint32_t version = big_endian(header, user_version_at);
  if (version < first_version) throw not_ours(file, "the database of another program");
  if (version > schema_version) throw newer_schema(file, version);
}

bool has_no_tables(SQLite::Database& database) {
  return database.execAndGet("SELECT count(*) FROM sqlite_schema").getInt() == 0;
}

// The header in the file may be older than what a write-ahead log beside it holds, so SQLite reads the version once
// more.
void check_version(const fs::path& file, SQLite::Database& database) {
  const std::int64_t version = database.execAndGet("PRAGMA user_version").getInt64();
  if (version > schema_version) throw newer_schema(file, version);
  if (version < first_version && !has_no_tables(database)) throw not_ours(file, "the database of another program");
}

// Where the tables are another program's, so is the file, whatever its header says. SQLite's own tables may be there.
void check_tables(const fs::path& file, SQLite::Database& database) {
  std::vector<std::string> found;
  SQLite::Statement row(database, "SELECT name FROM main.sqlite_schema WHERE type = 'table' ORDER BY name");
  while (row.executeStep()) found.push_back(row.getColumn(0).getString());
  for (const std::string& table : found)
    if (!table.starts_with("sqlite_") && !std::ranges::binary_search(own_tables(), table))
      throw not_ours(file, fmt::format("a database with the table {}", printable(table)));
  if (std::ranges::binary_search(found, std::string("unit_hash")) != has_hashes(database))
    throw damaged(file, "its version and its tables do not match");
  for (const char* table : {"experiment", "metric", "algorithm", "point", "run", "unit", "moment", "summary", "sample",
                            "failure", "published", "timing"})
    if (!std::ranges::binary_search(found, table))
      throw not_ours(file, fmt::format("a database without the table {}", table));
}

// With sums, which must come last: the triggers that keep them see every row from here on.
void add_hashes(SQLite::Database& database) {
  create_unit_hashes(database);
  hash_units(database, 0);
  create_table_sums(database);
}

// In one transaction, and before the journal becomes a write-ahead log: the file's own header then is that of a results
// database from its first byte on, whenever the program is killed.
void create_tables(SQLite::Database& database) {
  SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
  database.exec(fmt::format("PRAGMA application_id={}", application_id));
  database.exec(table_statements);
  database.exec(later_tables);
  renew_views(database);
  add_hashes(database);
  database.exec(fmt::format("PRAGMA user_version={}", schema_version));
  transaction.commit();
}

// Files of earlier programs lack tables and views that came later, and hashes.
void bring_up_to_date(SQLite::Database& database) {
  const bool hashed = has_hashes(database);
  const bool is_earlier = !has_working_times(database);
  SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
  const bool renewed = renew_views(database);
  if (is_earlier) {
    database.exec(later_tables);
    hashed ? add_table_sums(database) : add_hashes(database);
    database.exec(fmt::format("PRAGMA user_version={}", schema_version));
  }
  if (renewed || is_earlier) transaction.commit();
}

// Nobody reads SQLite's statistics, for which it locks every allocation. Refused once SQLite is in use.
void count_no_memory() {
  static const int answer = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  static_cast<void>(answer);
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

// Reading in WAL mode makes files beside the database. Where the folder forbids that, nobody writes either, and without
// a log the file alone is the whole of it.
bool is_whole_but_shut(const fs::path& file, const SQLite::Exception& error) {
  const bool forbidden = error.getErrorCode() == SQLITE_CANTOPEN || error.getErrorCode() == SQLITE_READONLY;
  return forbidden && !has_write_ahead_log(file);
}

// A first read, so that what is wrong shows now.
SQLite::Database opened_and_read(const fs::path& file, const std::string& name, int flags) {
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
    count_no_memory();
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
    is_new ? create_tables(database) : bring_up_to_date(database);
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
    try {
      // Only who may write removes the files that reading makes beside the database.
      return opened_and_read(file, uri_of(file, "mode=rw"), SQLite::OPEN_READWRITE | SQLite::OPEN_URI);
    } catch (const SQLite::Exception& error) {
      if (!is_whole_but_shut(file, error)) throw;
      return opened_and_read(file, uri_of(file, "immutable=1"), SQLite::OPEN_READONLY | SQLite::OPEN_URI);
    }
  });
}

bool has_hashes(SQLite::Database& database) {
  return database.execAndGet("PRAGMA main.user_version").getInt64() >= first_version_with_hashes;
}

bool has_working_times(SQLite::Database& database, const std::string& schema) {
  return database.execAndGet("PRAGMA " + schema + ".user_version").getInt64() >= first_version_with_working_times;
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
