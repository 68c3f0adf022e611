// Points of a study out of sight, for a time and for one connection.
#pragma once

#include <vector>

#include "results/database/reader.hpp"
#include "results/database/sqlite.hpp"

namespace apportion::results {

/// As long as it lives, all views of this connection are over the points that the grids want; of experiments without a
/// grid, over all points. The file stays as it is, and the state of the database that queries see does not change.
/// SQLite's exceptions pass through.
class Restriction {
 public:
  Restriction(SQLite::Database& database, const std::vector<StudyGrid>& grids);
  ~Restriction();
  Restriction(const Restriction&) = delete;
  Restriction& operator=(const Restriction&) = delete;

 private:
  void apply(const std::vector<StudyGrid>& grids);

  SQLite::Database& database_;
};

}  // namespace apportion::results
