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
#include "experiments/problems/networks/draw.hpp"
#include "experiments/problems/networks/network.hpp"
#include "experiments/problems/rectangles/solve.hpp"
#include "sim/network/jacobi.hpp"

namespace apportion::problems {

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
