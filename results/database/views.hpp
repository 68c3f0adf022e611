// The views of each experiment: readable, wide tables over the narrow ones.
#pragma once

#include <string>

#include "results/database/sqlite.hpp"
#include "results/records.hpp"

namespace apportion::results {

/// (Re)creates the four views of an experiment, named after it with '/' replaced by '_' (NAME below):
/// - NAME: a row for each (seed, point, column) with M, M_sd, M_se, M_min, M_max for each metric M, and samples;
/// - NAME_chunks: a row for each (seed, point, column, chunk) with the chunk's mean of each metric;
/// - NAME_samples: a row for each (seed, point, column, sample) with the sample's value of each metric, where samples
///   are kept;
/// - NAME_timings: a row for each (seed, point, column) with its newest measured time.
/// Every axis is a column of its own. Only the newest definition of each seed and the newest revision of each column
/// are shown, of columns that have completed or timed at least one point.
void create_views(SQLite::Database& database, const StudyRecord& study);

/// Removes them. The caller opens the transaction.
void drop_views(SQLite::Database& database, const std::string& experiment);

}  // namespace apportion::results
