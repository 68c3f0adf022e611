// Merging: what units belong to (studies, metrics, columns, points, runs), matched by natural keys.
#pragma once

#include <string>

#include "results/database/sqlite.hpp"

namespace apportion::results {

/// How messages call the two databases. In SQL they are `main` and `input`.
struct MergeNames {
  std::string out;
  std::string input;
};

/// Makes the temporary tables of this step: study_here, metric_here, column_here, point_here and run_here, each with
/// the row numbers `there` (input) and `here` (main) of what is the same.
void create_owner_tables(SQLite::Database& database);

/// Throws MergeRefused if a study of both has other chunks, axes or metrics in the input or, unless `mixed`, if the
/// input knows an experiment only by other seeds or definitions, or a column only by other revisions.
void check_owners(SQLite::Database& database, const MergeNames& names, bool mixed);

/// Adds to `main` what only the input has, with the views of new studies, and fills the temporary tables.
void merge_owners(SQLite::Database& database);

}  // namespace apportion::results
