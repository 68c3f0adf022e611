// The question and the answer of `apportion solve grids`.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/grids/grid_algorithm.hpp"
#include "algorithms/own_algorithm.hpp"
#include "experiments/problems/clusters/given_cluster.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/common/quantities.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "experiments/problems/divisions/division_format.hpp"
#include "experiments/problems/networks/network.hpp"
#include "experiments/problems/problem_family.hpp"
#include "sim/network/matrix_jobs.hpp"
#include "sim/network/varied_speeds.hpp"
#include "sim/rectangles/decomposition.hpp"

namespace apportion::problems {

/// One grid problem and how it is to be solved.
struct GridQuestion {
  std::string algorithm = "best";  ///< with options, as in proposed[mapping=NAT]
  GridProblem problem;
  std::vector<std::string> names = {};                ///< of the processes, where a cluster file gave them
  std::optional<MemoryLimits> memory = std::nullopt;  ///< where a cluster file has such limits: of the block's elements
  ProcessorLinks links = {};                          ///< where a cluster file has links
  OwnAlgorithms<GridAlgorithm> own = {};              ///< that `algorithm` may name as well
  std::uint64_t seed = default_seed;                  ///< of randomised algorithms
  unsigned threads = 1;                               ///< that the answer does not depend on
  std::optional<double> seconds = std::nullopt;       ///< to search on after the algorithm has ended
  std::shared_ptr<const GivenNetwork> network = nullptr;
  std::optional<MatrixPlatform> run = std::nullopt;  ///< what runs on the network, where there is one
  /// Whether an element's time is part of that; otherwise computing takes as long as messages, see placed_on_network().
  bool has_element_seconds = false;
};

/// The question with the problem's platform; the question itself without a network. An element that is not given a time
/// takes so long that computing, evenly divided, takes as long as the messages alone in the answer of `best` to the
/// block. InputError where the network has no routes for that, or the work cannot be simulated.
[[nodiscard]] GridQuestion placed_on_network(GridQuestion question);

/// The fields of a problem; `block` is also an axis, with the same side in every dimension.
[[nodiscard]] const std::vector<Field>& grid_fields();

/// The same with a given `answer` and how speeds vary, and without algorithms.
[[nodiscard]] const std::vector<Field>& grid_evaluation_fields();

/// The question that these values describe. InputError where they do not describe one; solve() checks the numbers'
/// ranges.
[[nodiscard]] GridQuestion grid_question(const FieldValues& given);
/// The same from one line of JSON, with the same errors.
[[nodiscard]] GridQuestion parse_grid_question(std::string_view json);

/// What an answer's work takes on the question's network.
struct GridRun {
  std::string network;  ///< its name
  std::string workload;
  std::int64_t size = 0;
  double element_seconds = 0;
  double seconds = 0;
};

struct GridAnswer {
  std::string algorithm;  ///< canonical name
  GridSolution solution = {};
  double ideal_time = 0;
  std::optional<double> arranged_bound = std::nullopt;  ///< arranged_lower_bound(), where a study needs it
  double lower_bound = 0;  ///< the time where it is proven to be the least, otherwise arranged_lower_bound()
  std::vector<std::string> names = {};               ///< those of the question
  std::optional<MemoryUse> memory = std::nullopt;    ///< of the rounded blocks, where the question has limits
  std::optional<VariedTimes> varied = std::nullopt;  ///< the rounded time, where it was asked how that varies
  std::optional<GridRun> run = std::nullopt;         ///< where the question has a network
};

/// Throws InputError for an unknown algorithm and a problem out of range.
[[nodiscard]] GridAnswer solve(const GridQuestion& asked);

/// The question answered by each of the algorithms, by the simulated time on its network where there is one, otherwise
/// by the rounded time.
[[nodiscard]] Comparison compare_grids(const FieldValues& given, const std::vector<std::string>& algorithms);

/// The given answer as solve() would give it, and how its time varies. InputError where it is not an answer.
[[nodiscard]] Evaluation evaluate_grids(const FieldValues& given);

/// What is measured of answers, each quantity once, in the order of the members in JSON.
using GridQuantity = Quantity<GridAlgorithm, GridAnswer>;
[[nodiscard]] const std::vector<GridQuantity>& grid_quantities();

/// The problem as parse_grid_question() takes it.
[[nodiscard]] std::string to_json(const GridProblem& problem);

/// {"schema":1,"algorithm":…,"mapping":[…],"lengths":[[…]…],"rounded":[[…]…],MEMBERS} in one line without its end; the
/// members are those of grid_quantities(). mapping[cell] is the process at the cell, the first
/// coordinate fastest. "varied" of the rounded time, "network":{"name":…,"workload":…,"size":…,"element_seconds":…,
/// "seconds":…} of a question with a network, `more`, which are further members, "memory" as memory_json() has it and
/// "names":[…] of the processes where a cluster file gave them stand last.
[[nodiscard]] std::string to_json(const GridAnswer& answer, const std::string& more = {});

/// The rounded blocks of a two-dimensional grid as rectangles, one per process: dimension 0 runs down, dimension 1 to
/// the right; dimensions of the block that are not divided are not drawn. InputError for a grid of another number of
/// dimensions.
[[nodiscard]] Decomposition as_rectangles(const GridProblem& problem, const GridSolution& solution);

/// The rounded blocks of the answer in whole cells: of a block of two sides rows and columns, of three layers, rows and
/// columns. InputError for a block of another number of sides, and one of three with more than 10^8 elements.
[[nodiscard]] WholeDivision divide_by_grids(const FieldValues& given);

/// These drawn as "svg" or "text".
[[nodiscard]] std::string draw_grids(const FieldValues& given, const std::string& format);

}  // namespace apportion::problems
