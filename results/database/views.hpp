// The views: general ones, with which the rest of the program, and users, query without the tables (runs, failures,
// published_numbers, sample_value, measurements, measured_times, stored_experiments; shown_columns has the columns that
// the others show), and those of each experiment. docs/results-format.md describes them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "results/database/sqlite.hpp"
#include "results/records.hpp"

namespace apportion::results {

struct View {
  std::string name;
  std::string sql;  ///< CREATE VIEW ...
};

[[nodiscard]] std::vector<View> general_views();

/// A view with one row for each kept sample (unit_id, sample, metric_id, value), for a table like `sample`.
[[nodiscard]] View sample_values(const std::string& view, const std::string& table);

/// The views of an experiment whose newest study this is; see experiment_views().
[[nodiscard]] std::vector<View> views_of(const StudyRecord& study);

/// The names of the views of an experiment that users read.
[[nodiscard]] std::vector<std::string> view_names(const std::string& experiment);

/// The first of these experiments that would have a view of an earlier one, in words: SQL ignores the case of ASCII
/// letters, and the means of sweeps/x_chunks would have the name of the chunks of sweeps/x. Nothing if no two share a
/// name.
[[nodiscard]] std::optional<std::string> shared_view(const std::vector<std::string>& experiments);

/// The views of each experiment that a database holds, or of this one, named after it with '/' replaced by '_'
/// (NAME below):
/// - NAME: a row for each (seed, point, column) with M, M_sd, M_se, M_min, M_max for each metric M, and samples;
/// - NAME_chunks: a row for each (seed, point, column, chunk) with the chunk's mean of each metric;
/// - NAME_samples: a row for each (seed, point, column, sample) with the sample's value of each metric, where samples
///   are kept;
/// - NAME_timings: a row for each (seed, point, column) with its newest measured time.
/// Every axis is a column of its own. Only the newest definition of each seed and the newest revision of each column
/// are shown, of columns that have completed or timed at least one point.
/// A fifth one, EXPERIMENT/columns, has what they share.
///
/// Axes and metrics are those of the experiment's newest study. SQLite's exceptions pass through.
[[nodiscard]] std::vector<View> experiment_views(SQLite::Database& database,
                                                 const std::optional<std::string>& experiment = std::nullopt);

/// Writes the views of all experiments, or of this one, that the file lacks or has with another text. To be called in
/// the transaction that added a study, an axis or a metric.
void write_views(SQLite::Database& database, const std::optional<std::string>& experiment = std::nullopt);

/// Makes a view for this connection only, in SQLite's temporary schema, which has precedence over the file's own.
void create_temporary(SQLite::Database& database, const View& view);

/// StoreError if views of two experiments have the same name.
void require_distinct_views(SQLite::Database& database, const std::filesystem::path& file);

/// Removes the views of an experiment. The caller opens the transaction.
void drop_views(SQLite::Database& database, const std::string& experiment);

}  // namespace apportion::results
