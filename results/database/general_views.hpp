// The views that do not depend on an experiment: what the rest of the program, and users, may ask for without knowing
// the tables. docs/results-format.md describes them: runs, failures, published_numbers, measurements, measured_times,
// stored_experiments; and shown_columns, which says which columns the other views show.
#pragma once

#include <string>
#include <vector>

#include "results/database/sqlite.hpp"

namespace apportion::results {

/// Creates the views that the file lacks or has from an older program. The caller opens the transaction.
void refresh_general_views(SQLite::Database& database);

/// Whether refresh_general_views() would find nothing to do.
[[nodiscard]] bool has_general_views(SQLite::Database& database);

/// The same for a connection that only reads: the views exist for this connection alone, in SQLite's temporary schema,
/// which comes before the file's own.
void complement_general_views(SQLite::Database& database);

[[nodiscard]] std::vector<std::string> general_view_names();

/// The SQL text of a view in the file itself; "" if there is none.
[[nodiscard]] std::string stored_view(SQLite::Database& database, const std::string& name);

}  // namespace apportion::results
