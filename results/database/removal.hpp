// Removing experiments from a database.
#pragma once

#include <string>
#include <vector>

#include "results/database/sqlite.hpp"

namespace apportion::results {

/// What Store::forget() does. The caller opens the transaction; SQLite's exceptions pass through.
void remove_experiments(SQLite::Database& database, const std::vector<std::string>& experiments);

}  // namespace apportion::results
