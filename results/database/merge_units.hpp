// Merging: units with their moments, samples and failures; timings.
#pragma once

#include "results/database/merge.hpp"
#include "results/database/merge_owners.hpp"
#include "results/database/sqlite.hpp"

namespace apportion::results {

/// Makes the temporary tables `incoming`, the input's units with what is to become of each, and `difference`.
void create_unit_tables(SQLite::Database& database);

/// Copies the input's units into `main` after merge_owners(), and counts them in `report`. Throws MergeRefused, which
/// names the first unit by its natural key, where the two databases disagree.
void merge_units(SQLite::Database& database, const MergeNames& names, MergeReport& report);

/// Copies the timings that `main` lacks.
void merge_timings(SQLite::Database& database);

}  // namespace apportion::results
