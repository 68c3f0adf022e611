// The papers' printed numbers as a table of the database.
#pragma once

#include "results/database/sqlite.hpp"

namespace apportion::results {

/// Replaces the table's rows by the numbers built into the program; writes nothing where they are the same.
void refresh_published(SQLite::Database& database);

}  // namespace apportion::results
