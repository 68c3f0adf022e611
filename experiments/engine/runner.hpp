// The runner: solves what a plan asks for on all cores and writes it through one writer.
#pragma once

#include <atomic>
#include <cstdint>

#include "experiments/engine/plan.hpp"
#include "experiments/engine/progress.hpp"

namespace apportion::engine {

struct RunSettings {
  int threads = 0;  ///< 0: all cores
  ProgressStyle progress = ProgressStyle::automatic;
  const std::atomic<bool>* stop = nullptr;  ///< set from elsewhere to end the run after what is under way
};

/// How many threads a run with these settings uses.
[[nodiscard]] int thread_count(const RunSettings& settings);

struct RunReport {
  std::int64_t written = 0;
  std::int64_t present = 0;  ///< were there before
  std::int64_t failed = 0;   ///< failures in the database, old and new
  bool interrupted = false;
};

/// Runs an experiment (as narrowed() gave it) into the store. The numbers depend on the request alone, never on the
/// threads or on what the store had. A unit that is solved again, for more samples or for metrics that were added
/// since, must find its stored moments again, bit by bit; otherwise std::runtime_error names it, and what is stored
/// stays: an algorithm changed and its revision stayed.
RunReport run(const Experiment& experiment, const RunRequest& request, const RunSettings& settings,
              results::Store& store);

}  // namespace apportion::engine
