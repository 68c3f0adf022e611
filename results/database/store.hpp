// The results database: one SQLite file, one writer, any number of readers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "results/records.hpp"

namespace apportion::results {

/// An exclusive lock on a byte of the database that SQLite does not lock; the kernel releases it when the process is
/// killed. Closing any descriptor of the file releases all of SQLite's locks, so this object must be made before SQLite
/// opens the file, and outlive that.
class WriterLock {
 public:
  /// Creates an empty file if the database does not exist. Throws StoreError at once, without waiting, if another
  /// process holds the lock.
  explicit WriterLock(const std::filesystem::path& database);
  ~WriterLock();
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;

 private:
  int descriptor_;
};

/// Whether another process holds a WriterLock on the database. To be called only while this process has the database
/// not open otherwise, see above.
[[nodiscard]] bool is_locked_by_writer(const std::filesystem::path& database);

/// Write access. Holds a WriterLock for its lifetime; a second writer gets a StoreError at once. Creates a
/// missing file, but not a missing folder. Every write is one transaction. Not thread-safe. Copies share the connection
/// and the lock.
class Store {
 public:
  /// Throws StoreError (locked, unwritable, damaged) or ForeignFile (not ours, or of a newer schema).
  explicit Store(const std::filesystem::path& file);

  /// The study's id; the study is created, with its metrics and views, if it is missing. Missing metrics and added axes
  /// are added. Throws StoreError if the stored study has other axes, another default value of an added axis or another
  /// chunk size, std::invalid_argument if the seed is 2^63 or more.
  Id study(const StudyRecord& study);
  /// The id of a metric of that study; std::invalid_argument if there is none of that name.
  Id metric(Id study, const std::string& name);
  /// The id of a point, which is created if it is missing; `study` comes from study(). The coordinates are in the order
  /// of the study's axes, of which the added ones come last and may be left out.
  Id point(Id study, const std::vector<Coordinate>& coordinates);
  Id column(const ColumnRecord& column);
  /// Stores the record of a user's own algorithm in the study. InputError if the study has results of this revision
  /// from another command or other files.
  void own_algorithm(Id study, const OwnAlgorithmRecord& algorithm);

  /// Starts a run; later results refer to it. Returns its UUID.
  std::string begin_run(const RunRecord& run);
  /// `outcome`: "finished", "interrupted" or "failed". std::logic_error if no run was begun.
  void finish_run(const std::string& outcome);
  /// For an end without destructors: moves committed data from the write-ahead log into the file, without waiting for
  /// readers, and removes the log if there are none.
  void checkpoint();

  /// The stored units of a point, sorted by (column, chunk); UnitState::metrics counts those of `metrics`.
  [[nodiscard]] std::vector<UnitState> units(Id point, const std::vector<Id>& metrics = {}) const;
  /// [column] the number of samples in the summaries of a point, summed over these metrics; fewer than its units have
  /// if a run was killed.
  [[nodiscard]] std::map<Id, std::int64_t> summarised_samples(Id point, const std::vector<Id>& metrics) const;
  /// The stored moments of a unit; empty if the unit is not stored.
  [[nodiscard]] std::vector<MetricMoments> moments(Id point, Id column, std::int64_t chunk) const;

  /// The failure of a unit; nothing if it did not fail or is missing.
  [[nodiscard]] std::optional<Failure> failure(Id point, Id column, std::int64_t chunk) const;

  /// Writes units in one transaction, replacing stored ones, and in the same transaction rewrites the summaries of
  /// `completed_points` (moments merged in the order of chunks, without failed units).
  void write(const std::vector<UnitResult>& units, const std::vector<Id>& completed_points);
  void write_timings(const std::vector<TimingRecord>& timings);

  /// Removes the units, summaries, samples, failures and timings of a study (for a fresh start), and its records of
  /// users' own algorithms.
  void clear(Id study);

  /// Removes all data of these experiments, of every seed and definition, with their views and the columns that no
  /// other experiment has, in one transaction: the digest is that of a database in which they never ran. Runs are kept.
  /// The file is then packed.
  void forget(const std::vector<std::string>& experiments);

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace apportion::results
