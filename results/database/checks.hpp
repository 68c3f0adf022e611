// The checks of a database that is open: what verification.hpp promises.
#pragma once

#include <filesystem>

#include "results/database/sqlite.hpp"
#include "results/database/verification.hpp"

namespace apportion::results {

/// SQLite's integrity check, and the sums of all tables but those of units. Throws StoreError; SQLite's exceptions pass
/// through.
void check_quickly(SQLite::Database& database, const std::filesystem::path& file);

/// All of verify(), on the state that the database has now: the sums of table_sums.hpp and the hashes of
/// unit_hashes.hpp, where it has them. Throws StoreError; SQLite's exceptions pass through.
Verification check_fully(SQLite::Database& database, const std::filesystem::path& file);

/// One of these, or nothing.
void check(SQLite::Database& database, const std::filesystem::path& file, Check how);

}  // namespace apportion::results
