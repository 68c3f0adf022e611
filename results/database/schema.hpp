// The database's schema: which files are results databases, and how they are opened and created.
#pragma once

#include <filesystem>
#include <string>

#include "results/database/sqlite.hpp"
#include "results/database/verification.hpp"

namespace apportion::results {

/// Raised whenever a table changes its meaning; files of another version are refused.
inline constexpr int schema_version = 3;

enum class FileState { absent, empty, results };

/// Looks at the file's first bytes, without opening it as a database: that alone may change another program's file
/// (SQLite replays its journal). Throws ForeignFile, or StoreError if it cannot be read.
[[nodiscard]] FileState inspect(const std::filesystem::path& file);

/// Opens for reading and writing; creates the tables in one transaction if there are none. What is there is checked
/// before anything is written, and views with another text are written anew. The caller holds the lock and has
/// inspected the file. Throws StoreError or ForeignFile.
[[nodiscard]] SQLite::Database open_for_writing(const std::filesystem::path& file, Check check_first);

/// Opens for reading: nothing is written but what SQLite does with its log, and that only once write_log_on_closing()
/// allows it. Throws StoreError if there is nothing, ForeignFile if it is not ours.
[[nodiscard]] SQLite::Database open_for_reading(const std::filesystem::path& file);

/// The tables and the views for all experiments, in memory and without a row.
[[nodiscard]] SQLite::Database empty_in_memory();

/// Whether the last connection that is closed writes what the write-ahead log has into the file and removes the log:
/// not into one that is damaged.
void write_log_on_closing(SQLite::Database& database, bool on);

/// Makes `file`, which open_for_reading() accepts, readable as the schema `name` of a database that open_for_writing()
/// opened. SQLite's exceptions pass through.
void attach_for_reading(SQLite::Database& database, const std::filesystem::path& file, const std::string& name);

}  // namespace apportion::results
