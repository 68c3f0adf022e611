// The check of a database that is open: what verification.hpp promises.
#pragma once

#include <filesystem>

#include "results/database/sqlite.hpp"
#include "results/database/verification.hpp"

namespace apportion::results {

/// What verify() does but for the views, on the state that the database has now: the sums of table_sums.hpp and the
/// hashes of unit_hashes.hpp, where it has them. Throws StoreError; SQLite's exceptions pass through.
Verification check(SQLite::Database& database, const std::filesystem::path& file);

}  // namespace apportion::results
