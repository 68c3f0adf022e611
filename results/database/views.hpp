// The views: those for all experiments, by which the rest of the program, and users, ask without knowing the tables
// (runs, failures, published_numbers, measurements, measured_times, stored_experiments; shown_columns says which
// columns the others show), and those of each experiment. docs/results-format.md describes them.
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

/// The views of an experiment that create_views() would create for this study.
[[nodiscard]] std::vector<View> views_of(const StudyRecord& study);

/// Their names, as create_views() describes them.
[[nodiscard]] std::vector<std::string> view_names(const std::string& experiment);

/// Two experiments and a name that a view of each of them has.
struct SharedView {
  std::string first;
  std::string second;
  std::string view;
};

/// The first of these experiments that cannot be told from an earlier one: SQL ignores the case of ASCII letters, and
/// sweeps/x_chunks has its means where sweeps/x has its chunks. Nothing where all can be told apart.
[[nodiscard]] std::optional<SharedView> shared_view(const std::vector<std::string>& experiments);

/// (Re)creates the four views of an experiment, named after it with '/' replaced by '_' (NAME below):
/// - NAME: a row for each (seed, point, column) with M, M_sd, M_se, M_min, M_max for each metric M, and samples;
/// - NAME_chunks: a row for each (seed, point, column, chunk) with the chunk's mean of each metric;
/// - NAME_samples: a row for each (seed, point, column, sample) with the sample's value of each metric, where samples
///   are kept;
/// - NAME_timings: a row for each (seed, point, column) with its newest measured time.
/// Every axis is a column of its own. Only the newest definition of each seed and the newest revision of each column
/// are shown, of columns that have completed or timed at least one point.
///
/// What the file says of the study decides. To be called in the transaction that wrote it.
void create_views(SQLite::Database& database, Id study);

/// Writes every view that the file lacks or has with a text that is not this program's; whether there was one. The
/// caller opens the transaction.
bool renew_views(SQLite::Database& database);

/// The same for a connection that only reads: the views exist for this connection alone, in SQLite's temporary schema,
/// which comes before the file's own. So what a file says a view is decides nothing.
void provide_views(SQLite::Database& database);

/// The names of views that the file has with another text than this program writes.
[[nodiscard]] std::vector<std::string> altered_views(SQLite::Database& database);

/// StoreError where the views of two experiments have one name, and one would be shown for the other.
void require_distinct_views(SQLite::Database& database, const std::filesystem::path& file);

/// Removes the views of an experiment. The caller opens the transaction, and renews the views in it.
void drop_views(SQLite::Database& database, const std::string& experiment);

}  // namespace apportion::results
