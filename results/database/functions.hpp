// The statistics as functions for SQL statements.
#pragma once

#include "results/database/sqlite.hpp"

namespace apportion::results {

/// Adds the functions listed in docs/sweeps.md, such as slope(x, y) and student(t, n), to this connection. Functions of
/// one row are NULL if an argument is; functions of many rows ignore such rows, like those of SQL. Arguments that are
/// texts, and numbers without a result, end the statement with an error that names the function.
void provide_statistics(SQLite::Database& database);

}  // namespace apportion::results
