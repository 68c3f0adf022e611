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

/// Write access. Holds the exclusive advisory lock of lock.hpp for its lifetime; a second writer gets a StoreError at
/// once. Creates the file, but not its folder, if there is none. Every write is one transaction. Not thread-safe.
class Store {
 public:
  /// Throws StoreError (locked, unwritable, damaged) or ForeignFile (not ours, or of a newer schema).
  explicit Store(const std::filesystem::path& file);
  ~Store();
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;

  /// The study's id; created, with its metrics and its readable views, if it is not there. Metrics and added axes that
  /// the database does not have of it yet are added. Throws StoreError if the database has it with other axes, another
  /// default value of an added axis or another chunk size, std::invalid_argument if the seed is 2^63 or more.
  Id study(const StudyRecord& study);
  /// The id of a metric of that study, by name; std::invalid_argument if it has none of that name.
  Id metric(Id study, const std::string& name);
  /// The id of a point, created if it is not there; `study` is one that study() returned. The coordinates may come in
  /// any order; std::invalid_argument if they are not those of the study's axes, of which the added ones may be left
  /// out.
  Id point(Id study, const std::vector<Coordinate>& coordinates);
  Id column(const ColumnRecord& column);
  /// Notes what a user's own algorithm of the study is made of. InputError if the study has results of this revision of
  /// it, and they are of something else.
  void own_algorithm(Id study, const OwnAlgorithmRecord& algorithm);

  /// Starts a run; results written from here on point to it. Returns its UUID.
  std::string begin_run(const RunRecord& run);
  /// `outcome`: "finished", "interrupted" or "failed". std::logic_error if no run was begun.
  void finish_run(const std::string& outcome);
  /// For an end without destructors: moves what was committed from the write-ahead log into the file itself, as far as
  /// that needs no waiting for readers, and removes the log unless there are any.
  void checkpoint();

  /// What is there of one point, sorted by (column, chunk); UnitState::metrics counts those of `metrics`.
  [[nodiscard]] std::vector<UnitState> units(Id point, const std::vector<Id>& metrics = {}) const;
  /// Samples in the summaries of a point, added up over these metrics, by column; less than its units have where a run
  /// was cut off.
  [[nodiscard]] std::map<Id, std::int64_t> summarised_samples(Id point, const std::vector<Id>& metrics) const;
  /// The stored moments of a unit; empty if there is none.
  [[nodiscard]] std::vector<MetricMoments> moments(Id point, Id column, std::int64_t chunk) const;

  /// The message of a unit that failed; nothing if it did not, or is not there.
  [[nodiscard]] std::optional<Failure> failure(Id point, Id column, std::int64_t chunk) const;

  /// Writes units in one transaction, each replacing what the database has of it, and in the same transaction rewrites
  /// the summaries of `completed_points` (moments folded in chunk order; units that failed are left out).
  void write(const std::vector<UnitResult>& units, const std::vector<Id>& completed_points);
  void write_timings(const std::vector<TimingRecord>& timings);

  /// Removes the units, summaries, samples, failures and timings of a study (for a fresh start), and what it has noted
  /// of users' own algorithms.
  void clear(Id study);

  /// Removes all that there is of these experiments, of every seed and definition, with their views and the columns
  /// that no other experiment has, in one transaction: the digest is that of a database in which they never ran. Runs
  /// stay. The file is as small afterwards as what it holds.
  void forget(const std::vector<std::string>& experiments);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace apportion::results
