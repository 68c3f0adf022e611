// The papers' printed numbers as a table of the database.
#pragma once

#include "results/database/sqlite.hpp"

namespace apportion::results {

/// Brings the table to the numbers that the program has; writes nothing where they are the same.
void refresh_published(SQLite::Database& database);

}  // namespace apportion::results
