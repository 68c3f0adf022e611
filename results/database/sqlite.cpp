// SQLite's error codes as the program's messages.
#include "results/database/sqlite.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include "base/text.hpp"

namespace apportion::results {

void fail(const std::filesystem::path& file, const SQLite::Exception& error) {
  constexpr const char* kept = "what was committed is kept; free some room and run the same command again";
  const std::string name = file.string();
  const std::string message = error.what();
  switch (error.getErrorCode()) {
    case SQLITE_FULL:
      throw StoreError(fmt::format("{}: the disk is full; {}", name, kept));
    case SQLITE_IOERR:
      for (const int write : {SQLITE_IOERR_WRITE, SQLITE_IOERR_FSYNC, SQLITE_IOERR_TRUNCATE, SQLITE_IOERR_SHMSIZE})
        if (error.getExtendedErrorCode() == write)
          throw StoreError(fmt::format("{}: writing failed, the disk is full or a limit is reached; {}", name, kept));
      throw StoreError(fmt::format("{}: the disk reports an error ({})", name, message));
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      throw StoreError(
          fmt::format("{} is in use by another program; wait for it or name another database with --db", name));
    case SQLITE_NOTADB:
      throw not_ours(file, "another kind of file");
    case SQLITE_CORRUPT:
      throw damaged(file, in_one_line(message));
    case SQLITE_READONLY:
    case SQLITE_PERM:
      throw StoreError(fmt::format("{} cannot be written: it or its folder is read-only", name));
    case SQLITE_CANTOPEN:
      throw StoreError(fmt::format("{} cannot be opened; check the rights on it and on its folder", name));
    default:
      throw StoreError(fmt::format("{}: {}", name, message));
  }
}

StoreError damaged(const std::filesystem::path& file, const std::string& what) {
  return StoreError(fmt::format("{} is damaged ({}); move it away, or put a copy in its place", file.string(), what));
}

ForeignFile not_ours(const std::filesystem::path& file, const std::string& what) {
  return ForeignFile(fmt::format("{} is {}, not a results database; name another one with --db", file.string(), what));
}

}  // namespace apportion::results
