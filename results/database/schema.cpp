// The database's schema: which files are results databases, and how they are opened and created.
#include "results/database/schema.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <fstream>
#include <string_view>
#include <system_error>

#include "results/database/general_views.hpp"
#include "results/database/schema_sql.hpp"

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

void check_header(const fs::path& file, const Header& header, std::size_t length) {
  if (!std::string_view(header.data(), length).starts_with(magic.substr(0, length))) {
    throw not_ours(file, "another kind of file");
  }
  if (length < header_bytes) throw not_ours(file, "cut off within its first 100 bytes");
  if (big_endian(header, application_id_at) != application_id) throw not_ours(file, "another program's database");
  const std::uint32_t version = big_endian(header, user_version_at);
  if (version > schema_version) throw newer_schema(file, version);
}

// The header in the file may be older than what a write-ahead log beside it holds, so SQLite reads the version once
// more.
void check_version(const fs::path& file, SQLite::Database& database) {
  const std::int64_t version = database.execAndGet("PRAGMA user_version").getInt64();
  if (version > schema_version) throw newer_schema(file, version);
}

bool has_no_tables(SQLite::Database& database) {
  return database.execAndGet("SELECT count(*) FROM sqlite_schema").getInt() == 0;
}

// In one transaction, and before the journal becomes a write-ahead log: the file's own header then is that of a results
// database from its first byte on, whenever the program is killed.
void create_tables(SQLite::Database& database) {
  SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
  database.exec(fmt::format("PRAGMA application_id={}; PRAGMA user_version={}", application_id, schema_version));
  database.exec(table_statements);
  refresh_general_views(database);
  transaction.commit();
}

// Files of older programs lack the views that came later.
void update_views(SQLite::Database& database) {
  if (has_general_views(database)) return;
  SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
  refresh_general_views(database);
  transaction.commit();
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
  check_version(file, database);
  if (has_no_tables(database)) {
    throw StoreError(fmt::format("{} has no results yet; `apportion run` makes them", file.string()));
  }
  complement_general_views(database);
  return database;
}

}  // namespace

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
  if (length == 0) return FileState::empty;
  check_header(file, header, length);
  return FileState::results;
}

SQLite::Database open_for_writing(const fs::path& file) {
  return in_our_words(file, [&] {
    // A URI, as attach_for_reading() needs.
    SQLite::Database database(uri_of(file, "mode=rwc"), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE | SQLite::OPEN_URI,
                              busy_milliseconds);
    check_version(file, database);
    if (has_no_tables(database))
      create_tables(database);
    else
      update_views(database);
    database.exec(later_tables);
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
      return opened_and_read(file, file.string(), SQLite::OPEN_READONLY);
    } catch (const SQLite::Exception& error) {
      if (!is_whole_but_shut(file, error)) throw;
      return opened_and_read(file, uri_of(file, "immutable=1"), SQLite::OPEN_READONLY | SQLite::OPEN_URI);
    }
  });
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
