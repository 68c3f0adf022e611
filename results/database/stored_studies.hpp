// The stored studies of a database, for code that does not use its tables, and checks of users' statements before there
// is a database.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "results/records.hpp"
#include "results/rows.hpp"

namespace SQLite {  // NOLINT(readability-identifier-naming): of SQLiteCpp
class Database;
}

namespace apportion::results {

class Reader;

/// An experiment under one seed.
struct StudyKey {
  std::string experiment;
  std::int64_t seed = 0;
  auto operator<=>(const StudyKey&) const = default;
};

/// The studies of a database, sorted.
[[nodiscard]] std::vector<StudyKey> stored_studies(const Reader& reader);

[[nodiscard]] bool has_results_of(const Reader& reader, const std::string& experiment);

/// The definition of a study that the views show: the newest one.
struct ShownStudy {
  std::string definition;
  std::vector<std::string> axes;  ///< names, in the study's order
  /// Algorithms with a completed or timed point, without pairs; then, if there are any, those that only failed. Both
  /// sorted.
  std::vector<std::string> algorithms;
  std::vector<MetricRecord> metrics;   ///< metrics with values of these algorithms, in the study's order
  std::vector<Coordinate> added_axes;  ///< the last of the axes, with the values of points that lack them
};

/// Nothing if the database does not have the study.
[[nodiscard]] std::optional<ShownStudy> shown_study(const Reader& reader, const StudyKey& key);

/// The values on an axis at the completed points that the views show: numbers ascending, then texts.
[[nodiscard]] std::vector<std::string> shown_values(const Reader& reader, const StudyKey& key, const std::string& axis);

/// The runs that stored results of a study, in the order in which they started: uuid, started, the revision of the
/// program, and the number of samples of the point and algorithm that it stored most of.
[[nodiscard]] Rows runs_of(const Reader& reader, const StudyKey& key);

/// A table or view of every database with the name of a view of this experiment, as sweep_text for sweep/text; nothing
/// if there is no conflict.
[[nodiscard]] std::optional<std::string> taken_view(const std::string& experiment);

/// The names of users' papers with stored studies: the part before the '/' of their studies' names.
[[nodiscard]] std::vector<std::string> stored_papers(const Reader& reader);

/// The text of a study's file, or of a paper's folder, that a run stored last, and the seed of that run.
struct StoredText {
  std::int64_t seed = 0;
  SweepText text;
};
/// The text of the study or the paper of this name, for this seed or any, if the views show the definition of the run
/// that stored it; nothing if there is no such text.
[[nodiscard]] std::optional<StoredText> stored_text(const Reader& reader, const std::string& name,
                                                    std::optional<std::int64_t> seed);

/// A unit by natural keys.
struct StoredUnit {
  std::string coordinates;  ///< of the point, as by coordinates_json()
  ColumnRecord column;
  UnitState state;
};

/// All units of a study under one definition, in no order; UnitState::metrics counts those of `metrics`, by name.
[[nodiscard]] std::vector<StoredUnit> stored_units(const Reader& reader, const StudyKey& key,
                                                   const std::string& definition,
                                                   const std::vector<std::string>& metrics);

/// The seconds that one thread takes for a unit of a study, from completed runs of this study only; nothing if there
/// are none, or they took no time.
[[nodiscard]] std::optional<double> seconds_per_unit(const Reader& reader, const std::string& experiment);

/// The tables of an export: one for each view, and all summaries as one long, tidy table.
struct ExportTable {
  std::string name;  ///< the name of the file, without its ending
  std::string sql;
};

/// The views of the database, sorted by name, and `tidy` as the last. Each query orders its rows by content, never by
/// row numbers: equal contents give equal tables (except for `runs` and timings).
[[nodiscard]] std::vector<ExportTable> export_tables(const Reader& reader);

/// An error of a statement, and its place in bytes.
struct StatementFault {
  std::string what;
  std::size_t at = 0;
  std::string missing_table = {};  ///< the unknown table, if that is the error
};

/// An empty database in memory with the views and functions that users' statements may use.
class StatementCheck {
 public:
  StatementCheck();

  /// The views of the study, unless an experiment of that name has been added.
  void add(const StudyRecord& study);

  /// Prepares the statement as Reader::query_on(), without running it. Unlike there, a name in double quotes is never a
  /// text. `parameters` are the names that it may use as :name.
  [[nodiscard]] std::optional<StatementFault> fault_of(const std::string& sql,
                                                       const std::vector<std::string>& parameters) const;

 private:
  std::shared_ptr<SQLite::Database> database_;
};

}  // namespace apportion::results
