// The runner: solves what a plan asks for on all cores and writes it through one writer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/engine/messages.hpp"
#include "experiments/engine/plan.hpp"

namespace apportion::engine {

struct RunSettings {
  int threads = 0;  ///< 0: all cores
  ProgressStyle progress = ProgressStyle::automatic;
};

/// How many threads a run with these settings uses.
[[nodiscard]] int thread_count(const RunSettings& settings);

/// A unit without numbers, and why.
struct FailedUnit {
  std::string experiment;
  std::string point;   ///< Point::name()
  std::string column;  ///< Column::name()
  std::int64_t sample = 0;
  std::string message;
};

struct RunReport {
  std::int64_t written = 0;
  std::int64_t present = 0;  ///< were there before
  std::int64_t failed = 0;   ///< failures in the database, old and new
  /// One of the failures: the first of this run, or else of those that were there.
  std::optional<FailedUnit> failure = std::nullopt;
  /// The first of those to which a user's own program gave no answer, and how many they are.
  std::vector<FailedUnit> unanswered = {};
  std::int64_t units_unanswered = 0;
};

/// Runs an experiment (as narrowed() gave it) into the store. The numbers depend on the request alone, never on the
/// threads or on what the store had. A unit that is solved again, for more samples or for metrics that were added
/// since, must find its stored moments again, bit by bit; otherwise std::runtime_error names it, and what is stored
/// stays: an algorithm changed and its revision stayed. Units that stay without an answer are no part of the store: the
/// next run tries them again.
RunReport run(const Experiment& experiment, const RunRequest& request, const RunSettings& settings,
              results::Store& store);

}  // namespace apportion::engine
