// The runner: solves the units of a plan on all cores and writes them through one writer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/engine/messages.hpp"
#include "experiments/engine/plan.hpp"

namespace apportion::engine {

struct RunSettings {
  int threads = 0;     ///< 0: all cores
  bool quiet = false;  ///< without progress
};

/// How many threads a run with these settings uses.
[[nodiscard]] int thread_count(const RunSettings& settings);

/// A failed unit, and the reason.
struct FailedUnit {
  std::string experiment;
  std::string point;   ///< Point::name()
  std::string column;  ///< Column::name()
  std::int64_t sample = 0;
  std::string message;
};

struct RunReport {
  std::int64_t written = 0;
  std::int64_t present = 0;  ///< stored before
  std::int64_t failed = 0;   ///< failures in the database, including earlier ones
  /// One of the failures: the first of this run, or else of the earlier ones.
  std::optional<FailedUnit> failure = std::nullopt;
  /// The first units to which a user's own program gave no answer, and their number.
  std::vector<FailedUnit> unanswered = {};
  std::int64_t units_unanswered = 0;
};

/// Runs an experiment (from narrowed()) into the store. The numbers depend on the request alone, not on the threads or
/// on the store's content. A unit that is solved again, for more samples or for added metrics, must reproduce its
/// stored moments bit by bit; otherwise std::runtime_error names it, and the stored ones are kept: an algorithm changed
/// without a new revision. Unanswered units are not stored: the next run tries them again.
RunReport run(const Experiment& experiment, const RunRequest& request, const RunSettings& settings,
              results::Store& store);

}  // namespace apportion::engine
