// Users' statements, checked where they are read: against the views of the experiments that there are.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "experiments/engine/experiment.hpp"

namespace apportion::engine {

/// Checks statements as `show` will run them, without a database. Experiments of the catalogue are found by
/// themselves; of studies of other sweep files, sweeps_NAME, nothing is known, and a statement on them passes.
class StatementChecker {
 public:
  /// `own`: the experiments of the file or folder.
  explicit StatementChecker(const std::vector<Experiment>& own);
  ~StatementChecker();
  StatementChecker(const StatementChecker&) = delete;
  StatementChecker& operator=(const StatementChecker&) = delete;

  /// Where a byte of a statement stands: "FILE:LINE".
  using Place = std::function<std::string(std::size_t byte)>;

  /// InputError "FILE:LINE: ..." for a statement that is no query, or names a column, function, table or parameter that
  /// there is not. `parameters`: those that it may use besides :seed.
  void check(const std::string& sql, const std::vector<std::string>& parameters, const Place& place) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The place in a text that begins in this line of the file and has its line breaks.
[[nodiscard]] StatementChecker::Place place_in(const std::filesystem::path& file, int first_line,
                                               const std::string& sql);

}  // namespace apportion::engine
