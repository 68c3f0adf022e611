// Checks users' statements against the views of the known experiments when they are read.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "experiments/engine/experiment.hpp"

namespace apportion::engine {

/// Checks statements as `show` will run them, without a database. Experiments of the catalogue are found automatically;
/// studies of other sweep files, sweeps_NAME, are unknown, and a statement on them passes.
class StatementChecker {
 public:
  /// `own`: the experiments of the file or folder.
  explicit StatementChecker(const std::vector<Experiment>& own);
  ~StatementChecker();
  StatementChecker(const StatementChecker&) = delete;
  StatementChecker& operator=(const StatementChecker&) = delete;

  /// The position of a byte of a statement: "FILE:LINE".
  using Place = std::function<std::string(std::size_t byte)>;

  /// InputError "FILE:LINE: ..." for a statement that is no query, or uses an unknown column, function, table or
  /// parameter. `parameters`: the parameters allowed besides :seed.
  void check(const std::string& sql, const std::vector<std::string>& parameters, const Place& place) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The position in a text that begins in this line of the file and has its line breaks.
[[nodiscard]] StatementChecker::Place place_in(const std::filesystem::path& file, int first_line,
                                               const std::string& sql);

}  // namespace apportion::engine
