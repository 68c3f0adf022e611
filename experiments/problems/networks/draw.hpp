// Simulated runs as drawings: which processor computes, starts messages up, sends and waits when.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sim/network/simulate.hpp"

namespace apportion::problems {

constexpr std::size_t most_drawn_activities = 50'000;

/// A run, the messages of its job, and the line that stands above it.
struct LabelledRun {
  std::string title;
  std::vector<Message> messages;
  Timeline timeline;
  std::vector<std::string> names = {};  ///< of the processors; empty: their numbers

  /// "node07", or "processor 7".
  [[nodiscard]] std::string processor(std::size_t number) const;
};

/// An SVG document with the runs below each other on one scale of time, and in each a line for each processor; the
/// longest wait is framed and named, and where lines are thick enough a bar under each says when messages of that
/// processor travel. InputError for a timeline without activities (see simulate()), and for more than
/// most_drawn_activities.
[[nodiscard]] std::string svg_timeline(const std::vector<LabelledRun>& runs);

/// The same in UTF-8 characters, of which each stands for what the processor does most of that time; what it waits for
/// may be that messages of its own have left. InputError for more than 1000 processors, and as above.
[[nodiscard]] std::string text_timeline(const std::vector<LabelledRun>& runs);

/// Spans of time in which messages of the processor travel, in order and without overlaps.
[[nodiscard]] std::vector<Transfer> sending_times(const LabelledRun& run, std::size_t processor);

/// As svg_timeline() and text_timeline() do; how long the longest run takes.
double require_drawable(const std::vector<LabelledRun>& runs);

}  // namespace apportion::problems
