// The statistics that SQL statements call by name.
#pragma once

#include "results/database/sqlite.hpp"

namespace apportion::results {

/// From here on statements of this connection may call the functions that docs/sweeps.md lists, such as slope(x, y) and
/// student(t, n). Functions of one row are NULL where an argument is; functions of many rows leave such rows out, as
/// those of SQL do. Arguments that are texts, and numbers for which there is no answer, end the statement with an error
/// that names the function.
void provide_statistics(SQLite::Database& database);

}  // namespace apportion::results
