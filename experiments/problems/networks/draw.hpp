// Drawings of simulated runs: when each processor computes, starts messages, sends and waits.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sim/network/simulate.hpp"

namespace apportion::problems {

constexpr std::size_t most_drawn_activities = 50'000;

/// A run, the messages of its job, and the title above it.
struct LabelledRun {
  std::string title;
  std::vector<Message> messages;
  Timeline timeline;
  std::vector<std::string> names = {};  ///< of the processors; empty: their numbers

  /// "node07", or "processor 7".
  [[nodiscard]] std::string processor(std::size_t number) const;
};

/// An SVG document with the runs below each other on one scale of time, and in each a line for each processor; the
/// longest wait is framed and named, and if lines are thick enough, a bar under each shows when messages of that
/// processor travel. InputError for a timeline without activities (see simulate()), and for more than
/// most_drawn_activities.
[[nodiscard]] std::string svg_timeline(const std::vector<LabelledRun>& runs);

/// The same in UTF-8 characters, each for the processor's main activity in that time; waits are divided by whether
/// messages of the processor travel. InputError for more than 1000 processors, and as above.
[[nodiscard]] std::string text_timeline(const std::vector<LabelledRun>& runs);

/// The times in which messages of the processor travel, in order and without overlaps.
[[nodiscard]] std::vector<Transfer> sending_times(const LabelledRun& run, std::size_t processor);

/// Checks as of svg_timeline() and text_timeline(); returns the duration of the longest run.
double require_drawable(const std::vector<LabelledRun>& runs);

}  // namespace apportion::problems
