// Drawings of simulated runs: when each processor computes, starts messages, sends and waits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/network/simulate.hpp"

namespace apportion::problems {

/// A simulated run and, as far as it answers a question, what ran on which network.
struct SimulatedRun {
  std::string title = {};  ///< the run and its time
  Job job = {};
  Timeline timeline = {};               ///< with activities
  std::vector<std::string> names = {};  ///< of the processors; empty: their numbers
  std::string what = {};                ///< the title without algorithm and time
  std::string workload = {};            ///< its word: "jacobi", "product" or "lu"
  std::string algorithm = {};           ///< canonical name
  std::string network = {};             ///< its name
  double seconds_per_element = 0;
  std::vector<Link> links = {};
  std::int64_t empty = 0;  ///< parts without an element after rounding

  /// "node07", or "processor 7".
  [[nodiscard]] std::string processor(std::size_t number) const;
  /// The seconds of each processor, by Doing.
  [[nodiscard]] std::vector<std::array<double, 3>> seconds_by_doing() const;
  /// The share of all processors' time that is spent computing.
  [[nodiscard]] double percent_computing() const;
  /// Of a processor; 0 if none waits.
  [[nodiscard]] double seconds_of_longest_wait() const;
};

/// An SVG document with the runs below each other on one scale of time, and in each a line for each processor; the
/// longest wait is framed and named, and if lines are thick enough, a bar under each shows when messages of that
/// processor travel. InputError for a timeline without activities (see simulate()).
[[nodiscard]] std::string svg_timeline(const std::vector<SimulatedRun>& runs);

/// The same in UTF-8 characters, each for the processor's main activity in that time; waits are divided by whether
/// messages of the processor travel.
[[nodiscard]] std::string text_timeline(const std::vector<SimulatedRun>& runs);

/// The times in which messages of the processor travel, in order and without overlaps.
[[nodiscard]] std::vector<Transfer> sending_times(const SimulatedRun& run, std::size_t processor);

}  // namespace apportion::problems
