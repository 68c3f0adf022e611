// A sum over the rows of each table, kept by triggers, that shows rows which were changed, lost or doubled by damage.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "results/database/sqlite.hpp"

namespace apportion::results {

/// The tables of a results database: whether a file has others is how one knows that it is not ours.
[[nodiscard]] const std::vector<std::string>& own_tables();

/// Makes the function that the triggers call known to a connection. Without it nothing can be written.
void provide_row_sums(SQLite::Database& database);

/// Makes the table `table_sum` with the sums of all rows that there are, and the triggers that keep them. Every table
/// of own_tables() but those of moments, samples and failures has a sum: what these hold goes into the hash of their
/// unit (unit_hashes.hpp). The caller opens the transaction, in which all tables exist.
void create_table_sums(SQLite::Database& database);

/// The same for the tables that have no sum yet, in a file of an earlier version.
void add_table_sums(SQLite::Database& database);

/// Brings the sum of the views up to date, where the database has sums: those that belong to no experiment and those of
/// its experiments. To be called in the transaction that made or removed one.
void sum_views(SQLite::Database& database);

/// Checks the schema, views included, and the tables one after the other. The first one that is not what was written;
/// nothing if all are.
[[nodiscard]] std::optional<std::string> table_with_other_sum(SQLite::Database& database);

}  // namespace apportion::results
