// The results database: one SQLite file, one writer, any number of readers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "results/moments.hpp"

namespace apportion::results {

/// Identifiers are row numbers of one database file; they never leave it, and the digest does not see them.
using Id = std::int64_t;

struct MetricRecord {
  std::string name;
  std::string title;
  std::string unit;
  std::string better;  ///< "less", "more" or ""
  int digits = 0;      ///< digits behind the point in tables
};

/// A study: an experiment under one seed and one definition. `definition` is a hash of what shapes its numbers
/// (revisions of sampler and metrics, chunk size), not of the grid, which may grow.
struct StudyRecord {
  std::string experiment;  ///< such as kaddoura/grid
  std::uint64_t seed = 0;  ///< below 2^63
  std::string definition;
  std::int64_t chunk_size = 0;
  std::vector<std::string> axes;  ///< names, in the order of the view's columns
  std::vector<MetricRecord> metrics;
};

/// A column: an algorithm with its options, or an ordered pair of them that a paired metric compares (`rival` != "").
struct ColumnRecord {
  std::string name;
  int revision = 0;
  std::string rival = {};
  int rival_revision = 0;
  auto operator<=>(const ColumnRecord&) const = default;
};

/// One axis of a point; `number` is set where `text` is a number.
struct Coordinate {
  std::string axis;
  std::string text;
  std::optional<double> number;
};

struct MetricMoments {
  Id metric = 0;
  Moments moments;
};

struct SampleValue {
  std::int64_t sample = 0;
  Id metric = 0;
  double value = 0;
};

struct Failure {
  std::int64_t sample = 0;  ///< the first sample that failed
  std::string message;
};

/// The result of one unit of work: one column over the samples [chunk K, chunk K + samples) of one point.
struct UnitResult {
  Id point = 0;
  Id column = 0;
  std::int64_t chunk = 0;
  std::int64_t samples = 0;
  std::vector<MetricMoments> moments;  ///< empty if it failed
  std::vector<SampleValue> values;     ///< empty unless samples are kept
  std::optional<Failure> failure;
};

/// What the database already has of a unit.
struct UnitState {
  Id column = 0;
  std::int64_t chunk = 0;
  std::int64_t samples = 0;
  bool failed = false;
  bool has_values = false;
};

/// Who ran what, where and when; outside the digest.
struct RunRecord {
  std::string command;
  std::string revision;  ///< git revision of the program, "+dirty" where the tree had changes
  std::string compiler;
  std::string flags;
  std::string libraries;
  std::string cpu;
  int cores = 0;
  int threads = 0;
};

/// A measured time; outside the digest.
struct TimingRecord {
  Id point = 0;
  Id column = 0;
  double median_seconds = 0;  ///< a solve
  double min_seconds = 0;
  double max_seconds = 0;
  std::int64_t measured = 0;  ///< samples that the median is over
};

/// Write access. Holds an exclusive advisory lock on FILE.lock for its lifetime; a second writer gets a StoreError at
/// once. Creates the file (and its folder) if there is none. Every write is one transaction. Not thread-safe.
class Store {
 public:
  /// Throws StoreError (locked, unwritable, damaged) or ForeignFile (not ours, or of a newer schema).
  explicit Store(const std::filesystem::path& file);
  ~Store();
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;

  /// The study's id; created, with its metrics and its readable views, if it is not there. Throws StoreError if the
  /// database has it with other axes or another chunk size, std::invalid_argument if the seed is 2^63 or more.
  Id study(const StudyRecord& study);
  /// The id of a metric of that study, by name; std::invalid_argument if it has none of that name.
  Id metric(Id study, const std::string& name);
  /// The id of a point, made if it is not there; `study` is one that study() answered. The coordinates may come in any
  /// order; std::invalid_argument if they are not those of the study's axes.
  Id point(Id study, const std::vector<Coordinate>& coordinates);
  Id column(const ColumnRecord& column);

  /// Starts a run; results written from here on point to it. Returns its UUID.
  std::string begin_run(const RunRecord& run);
  /// `outcome`: "finished", "interrupted" or "failed". std::logic_error if no run was begun.
  void finish_run(const std::string& outcome);

  /// What is there of one point, sorted by (column, chunk).
  [[nodiscard]] std::vector<UnitState> units(Id point) const;
  /// Samples in the summaries of a point, by column; less than its units have where a run was cut off.
  [[nodiscard]] std::map<Id, std::int64_t> summarised_samples(Id point) const;
  /// The stored moments of a unit; empty if there is none.
  [[nodiscard]] std::vector<MetricMoments> moments(Id point, Id column, std::int64_t chunk) const;

  /// Writes units in one transaction, each replacing what the database has of it, and in the same transaction rewrites
  /// the summaries of `completed_points` (moments folded in chunk order; units that failed are left out).
  void write(const std::vector<UnitResult>& units, const std::vector<Id>& completed_points);
  void write_timings(const std::vector<TimingRecord>& timings);

  /// Removes the units, summaries, samples, failures and timings of a study (for a fresh start).
  void clear(Id study);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace apportion::results
