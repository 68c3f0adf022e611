// The question and the answer of `apportion solve grids`.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/grids/grid_algorithm.hpp"
#include "experiments/problems/clusters/given_cluster.hpp"
#include "experiments/problems/common/family.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/common/quantities.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "experiments/problems/divisions/division_format.hpp"
#include "experiments/problems/problem_family.hpp"
#include "sim/rectangles/decomposition.hpp"
#include "sim/varied_speeds.hpp"

namespace apportion::problems {

/// One grid problem and how it is to be solved. Limits of memory are of the block's elements.
struct GridQuestion : Asked<GridAlgorithm>, AskedProcessors {
  GridProblem problem;
  std::string network = {};                             ///< its name, where there is one
  std::shared_ptr<const MatrixPlatform> run = nullptr;  ///< what runs there; the problem has it once it is placed
  /// Whether an element's time is part of that; otherwise computing takes as long as messages, see placed_on_network().
  bool has_element_seconds = false;
};

/// The network of the values, if they have one, and what runs there, into a question with a problem.
void set_grid_network(const FieldValues& given, GridQuestion& question);

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

/// What the frame does for this family, of questions that are placed. Rankings go by the simulated time on the network
/// where there is one, otherwise by the rounded time.
[[nodiscard]] const Family<GridQuestion, GridAnswer>& grid_frame();
[[nodiscard]] inline GridAnswer solve(const GridQuestion& asked) {
  return grid_frame().solved(placed_on_network(asked));
}

/// What the answer's work takes on the network of a question that is placed; nothing without one.
[[nodiscard]] std::optional<GridRun> run_on_network(const GridQuestion& question, const GridSolution& solution);
/// A line of titles about it; "" without a network.
[[nodiscard]] std::string run_in_words(const GridQuestion& question);
/// The words of the field `workload`, and the greatest `size`.
[[nodiscard]] std::vector<std::string> matrix_works();
[[nodiscard]] double most_rows_of_matrices();

/// The given answer as solve() would give it, and how its time varies. InputError where it is not an answer.
[[nodiscard]] Evaluation evaluate_grids(const FieldValues& given);

/// What is measured of answers, each quantity once, in the order of the members in JSON.
using GridQuantity = Quantity<GridAlgorithm, GridAnswer>;
[[nodiscard]] const std::vector<GridQuantity>& grid_quantities();

/// The problem as a line of `solve grids --batch`.
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

// Of rankings: what stands above them, their rows, and their answers drawn.
[[nodiscard]] std::string grid_title(const GridQuestion& question);
[[nodiscard]] std::vector<RankedValue> row_of_grids(const GridQuestion& question, const GridAnswer& answer,
                                                    const GridAnswer& best);
[[nodiscard]] std::string drawn_grids(const GridQuestion& question, const std::vector<GridAnswer>& answers,
                                      const std::string& format);

}  // namespace apportion::problems
