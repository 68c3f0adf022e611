// The question and the answer of one simulated run.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/words.hpp"
#include "experiments/problems/grids/solve.hpp"
#include "experiments/problems/networks/network.hpp"
#include "experiments/problems/rectangles/solve.hpp"
#include "sim/network/jacobi.hpp"

namespace apportion::problems {

// --- Drawings of simulated runs: when each processor computes, starts messages, sends and waits

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

enum class Workload : std::uint8_t { jacobi, product, lu };
inline constexpr std::array workload_words = {Word{Workload::jacobi, "jacobi"}, Word{Workload::product, "product"},
                                              Word{Workload::lu, "lu"}};

struct RunQuestion {
  Workload workload = Workload::jacobi;
  std::variant<RectangleQuestion, GridQuestion> division;  ///< of an array for Jacobi sweeps, otherwise of a block
  std::shared_ptr<const ExchangeTime> network;
  /// Of a processor with speed 1; nothing: chosen so that all computing, evenly divided, takes as long as the messages
  /// alone.
  std::optional<double> seconds_per_element = std::nullopt;
  std::size_t iterations = 3;  ///< of Jacobi sweeps
  Progress progress = Progress::free;
  std::int64_t size = 0;  ///< of the matrices
};

/// The fields of a run: the fields of its division as options, or as a key `problem` with the fields of solve
/// rectangles for the workload jacobi, and of solve grids for product and lu, without a network.
[[nodiscard]] const std::vector<Field>& run_fields();

/// The question with values of run_fields(). InputError if they are incomplete or contradictory.
[[nodiscard]] RunQuestion run_question(const FieldValues& given);

/// Divides, and simulates the job. InputError if the division or the simulation is refused, and if nothing takes time.
[[nodiscard]] SimulatedRun simulated_run(const RunQuestion& question);

/// {"schema":1,"workload":…,"algorithm":…,"network":…,"element_seconds":…,"seconds":…,"messages":…,"bytes":…,
/// "longest_wait":{"processor":…,"begin":…,"end":…},"processors":[{"processor":…,"computing":…,"starting_up":…,
/// "waiting":…,"finish":…}],"links":[{"name":…,"bytes":…,"busy":…}]} in one line without its end; "busy" is the share
/// of the link's capacity that was used. Before "processors" come `more`, further members, and "names":[…] of the
/// processors if a cluster file named them.
[[nodiscard]] std::string to_json(const SimulatedRun& run, const std::string& more = {});

}  // namespace apportion::problems
