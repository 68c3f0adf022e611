// Read access to a results database: SQL in, rows out; digest; status.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "results/records.hpp"
#include "results/rows.hpp"

namespace apportion::results {

/// The relation of a query, for FROM or AS of other queries: a Reader that holds its state runs it once for all of its
/// query_on(). The marks around it are comments in SQL.
[[nodiscard]] std::string once(const std::string& query);

/// Read-only access; needs no lock, and sees a consistent state while a run writes. SQLite's files beside the database
/// are removed by the last process that uses it. Copies share the connection.
class Reader {
 public:
  /// Throws StoreError (missing, damaged) or ForeignFile.
  explicit Reader(const std::filesystem::path& file);

  /// Runs one read-only statement. `parameters` fill :name placeholders; unused ones are ignored, missing ones are an
  /// error. Throws QueryError for an error of the query, StoreError with SQLite's message for one of the file.
  [[nodiscard]] Rows query(const std::string& sql, const std::map<std::string, Value>& parameters = {}) const;

  /// As query(), for users' SQL, as if the database had only the points of `grids` for their experiments: in every
  /// view, including counts of samples and newest revisions.
  [[nodiscard]] Rows query_on(const std::vector<StudyGrid>& grids, const std::string& sql,
                              const std::map<std::string, Value>& parameters = {}) const;

  /// query() for large results: passes the rows in order, a few thousand at a time, and at least once, even if there
  /// are none.
  void query_in_batches(const std::string& sql, const std::map<std::string, Value>& parameters,
                        const std::function<void(const Rows&)>& take) const;

  /// From now on all queries see the present state of the database. query_on() runs relations of once() once: in the
  /// form for all exhibits if there are many, else in that of the first one.
  void hold_state(bool for_many = true);

  /// SHA-256 (lower-case hex) of the content: the rows of experiment, algorithm, unit with moments, summary, sample,
  /// failure and published by their natural keys, reals by their bits; without row numbers, runs and timings.
  [[nodiscard]] std::string digest() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace apportion::results
