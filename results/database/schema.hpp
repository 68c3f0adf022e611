// The database's schema: recognition of results databases, and opening and creating them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "results/database/sqlite.hpp"
#include "results/database/views.hpp"

namespace apportion::results {

/// Raised whenever a table changes its meaning; files of another version are refused.
inline constexpr int schema_version = 4;

/// Differences of a file whose tables are the program's own.
struct SchemaFindings {
  std::vector<View> missing;         ///< views that the file should have
  std::vector<std::string> foreign;  ///< views and indexes of others, which the program does not use: "the view x"
};

/// Compares the schema, object by object, with the one that this program would write. ForeignFile, with its name, for a
/// table, an index or a view with another text, and for a table or a trigger of others. No statement of the file is
/// run; SQLite only parses them when it reads the schema.
[[nodiscard]] SchemaFindings require_own_schema(SQLite::Database& database, const std::filesystem::path& file);

/// Opens for reading and writing; creates the tables in one transaction, and the views, if there are none. The caller
/// holds the lock. Throws StoreError or ForeignFile.
[[nodiscard]] SQLite::Database open_for_writing(const std::filesystem::path& file);

/// Opens for reading. The views are the file's, or temporary ones if it lacks some or has others. Throws StoreError if
/// the file is missing, ForeignFile if it is not a results database.
[[nodiscard]] SQLite::Database open_for_reading(const std::filesystem::path& file);

/// A database in memory with the tables and the general views, without rows.
[[nodiscard]] SQLite::Database empty_in_memory();

/// The number of pages of the file.
[[nodiscard]] std::int64_t page_count(SQLite::Database& database);

/// Packs a file that has more than doubled since it had `pages`, and one of up to 256 MiB if a sixteenth of it is new:
/// appended rows leave up to an eighth of their pages free. If that fails, as on a full disk, the file is unchanged.
void pack_if_grown(SQLite::Database& database, std::int64_t pages);

/// Attaches `file`, which open_for_reading() accepts, as the schema `name` to a database from open_for_writing().
/// SQLite's exceptions pass through.
void attach_for_reading(SQLite::Database& database, const std::filesystem::path& file, const std::string& name);

}  // namespace apportion::results
