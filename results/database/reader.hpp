// Read access to a results database: SQL in, rows out; digest; status.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "results/records.hpp"
#include "results/rows.hpp"

namespace apportion::results {

/// The relation of a query, to stand in other queries' FROM or AS: a Reader that holds its state asks it once for all
/// of its query_on(). To SQLite what stands around it are comments.
[[nodiscard]] std::string once(const std::string& query);

/// Read-only access; needs no lock, and sees a consistent state while a run writes. What SQLite keeps beside the file
/// is removed by the last process that uses it.
class Reader {
 public:
  /// Throws StoreError (missing, damaged) or ForeignFile.
  explicit Reader(const std::filesystem::path& file);
  ~Reader();
  Reader(Reader&&) noexcept;
  Reader& operator=(Reader&&) noexcept;

  /// Runs one read-only statement. `parameters` fill :name placeholders; those that the statement does not use are
  /// ignored, those that it uses and are not given are an error. Throws QueryError for a query that is wrong,
  /// StoreError with SQLite's message for a file that is.
  [[nodiscard]] Rows query(const std::string& sql, const std::map<std::string, Value>& parameters = {}) const;

  /// The same of a user, as if the database had no other points of the experiments of `grids` than those that the grids
  /// want: in every view, counts of samples and newest revisions included.
  [[nodiscard]] Rows query_on(const std::vector<StudyGrid>& grids, const std::string& sql,
                              const std::map<std::string, Value>& parameters = {}) const;

  /// query() for answers too large to hold: hands on the rows in order, a few thousand at a time; at least once, also
  /// where there are none.
  void query_in_batches(const std::string& sql, const std::map<std::string, Value>& parameters,
                        const std::function<void(const Rows&)>& take) const;

  /// From here on every query sees the database as it is now, whatever a run writes meanwhile. query_on() asks
  /// relations of once() once: for all exhibits if there are many, else as the first one has them.
  void hold_state(bool for_many = true);

  /// SHA-256 (lower-case hex) of the content: the rows of experiment, algorithm, unit with moments, summary, sample,
  /// failure and published by their natural keys, reals by their bits; without row numbers, runs and timings.
  [[nodiscard]] std::string digest() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace apportion::results
