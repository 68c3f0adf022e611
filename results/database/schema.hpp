// The database's schema: which files are results databases, and how they are opened and created.
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

/// What else there is in a file whose schema is the program's own.
struct SchemaFindings {
  std::vector<View> missing;         ///< views that the file should have
  std::vector<std::string> foreign;  ///< views and indexes of others, which nothing of ours uses: "the view x"
};

/// Compares the schema with what this program would write, object by object. ForeignFile, which names it, for a table,
/// an index or a view that is not as the program makes it, and for a table or a trigger of others. No statement of the
/// file is run, but those that SQLite checks when it reads a schema.
[[nodiscard]] SchemaFindings require_own_schema(SQLite::Database& database, const std::filesystem::path& file);

/// Opens for reading and writing; creates the tables in one transaction, and the views, if there are none. The caller
/// holds the lock. Throws StoreError or ForeignFile.
[[nodiscard]] SQLite::Database open_for_writing(const std::filesystem::path& file);

/// Opens for reading. The views are the file's, or temporary ones where it lacks some or has others besides. Throws
/// StoreError if there is nothing, ForeignFile if it is not ours.
[[nodiscard]] SQLite::Database open_for_reading(const std::filesystem::path& file);

/// The tables and the views for all experiments, in memory and without a row.
[[nodiscard]] SQLite::Database empty_in_memory();

/// The pages of the file.
[[nodiscard]] std::int64_t page_count(SQLite::Database& database);

/// Fills the pages of a file that has more than doubled since it had `pages`, which makes it an eighth smaller: rows
/// that are appended leave that much free. The file stays as it is where that fails, as on a full disk.
void pack_if_doubled(SQLite::Database& database, std::int64_t pages);

/// Makes `file`, which open_for_reading() accepts, readable as the schema `name` of a database that open_for_writing()
/// opened. SQLite's exceptions pass through.
void attach_for_reading(SQLite::Database& database, const std::filesystem::path& file, const std::string& name);

/// Whether every database has a table, an index or a view of this name.
[[nodiscard]] bool is_fixed_name(const std::string& name);

}  // namespace apportion::results
