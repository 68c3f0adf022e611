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
#include "sim/network/simulate.hpp"

namespace apportion::problems {

enum class Workload : std::uint8_t { jacobi, product, lu };
inline constexpr std::array workload_words = {Word{Workload::jacobi, "jacobi"}, Word{Workload::product, "product"},
                                              Word{Workload::lu, "lu"}};

struct RunQuestion {
  Workload workload = Workload::jacobi;
  std::variant<RectangleQuestion, GridQuestion> division;  ///< of an array for Jacobi sweeps, otherwise of a block
  std::shared_ptr<const ExchangeTime> network;
  /// Of a processor with speed 1; nothing: so that all computing, evenly divided, takes as long as the messages do
  /// where nothing is computed.
  std::optional<double> seconds_per_element = std::nullopt;
  std::size_t iterations = 3;  ///< of Jacobi sweeps
  Progress progress = Progress::free;
  std::int64_t size = 0;  ///< of the matrices
};

struct SimulatedRun {
  std::string title;      ///< what ran where, and how long
  std::string what;       ///< the same without algorithm and time
  std::string workload;   ///< its word: "jacobi", "product" or "lu"
  std::string algorithm;  ///< canonical name
  std::string network;    ///< its name
  double seconds_per_element = 0;
  Job job;
  Timeline timeline;  ///< with activities
  std::vector<Link> links;
  std::int64_t empty = 0;               ///< parts that rounding left without an element
  std::vector<std::string> names = {};  ///< of the processors, where a cluster file gave them
};

/// What a run is given by: the fields of its division one by one as options, and as a key `problem`, which holds what
/// solve rectangles takes for the workload jacobi, and solve grids for product and lu, without a network.
[[nodiscard]] const std::vector<Field>& run_fields();

/// The question that values of run_fields() describe. InputError where they describe no question.
[[nodiscard]] RunQuestion run_question(const FieldValues& given);

/// Divides, and runs the job. InputError where the division or the run is refused, and where nothing takes time.
[[nodiscard]] SimulatedRun simulated_run(const RunQuestion& question);

/// {"schema":1,"workload":…,"algorithm":…,"network":…,"element_seconds":…,"seconds":…,"messages":…,"bytes":…,
/// "longest_wait":{"processor":…,"begin":…,"end":…},"processors":[{"processor":…,"computing":…,"starting_up":…,
/// "waiting":…,"finish":…}],"links":[{"name":…,"bytes":…,"busy":…}]} in one line without its end; "busy" is the bytes'
/// share of what the link could have carried. "names":[…] of the processors stands before "processors" where a cluster
/// file gave them, and before it `more`, further members.
[[nodiscard]] std::string to_json(const SimulatedRun& run, const std::string& more = {});

/// The run drawn as "svg" or "text", and the runs by several algorithms ranked.
[[nodiscard]] std::string draw_run(const FieldValues& given, const std::string& format);
[[nodiscard]] Comparison compare_runs(const FieldValues& given, const std::vector<std::string>& algorithms);

}  // namespace apportion::problems
