// The question and the answer of `apportion solve grids`.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/grids/grid_algorithm.hpp"
#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/common/family.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/common/quantities.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "experiments/problems/divisions/division_format.hpp"
#include "experiments/problems/problem_family.hpp"
#include "sim/rectangles/decomposition.hpp"
#include "sim/varied_speeds.hpp"

namespace apportion::problems {

/// One grid problem, and how to solve it. Limits of memory are in elements of the block.
struct GridQuestion : Asked<GridAlgorithm>, AskedProcessors {
  GridProblem problem;
  std::string network = {};                             ///< name of the network, if there is one
  std::shared_ptr<const MatrixPlatform> run = nullptr;  ///< what runs there; in the problem once that is placed
  /// Whether an element's time is given; otherwise computing takes as long as messages, see place_on_network().
  bool has_element_seconds = false;
  std::optional<SpeedVariation> variation = std::nullopt;  ///< for `evaluate`
};

/// The fields of a problem; `block` is also an axis, with the same side in every dimension.
[[nodiscard]] const std::vector<Field>& grid_fields();

/// The question with these values. InputError if they are incomplete or contradictory; solve() checks the ranges of
/// numbers.
[[nodiscard]] GridQuestion grid_question(const FieldValues& given);

/// The answer's computation on the question's network.
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
  std::optional<double> arranged_bound = std::nullopt;  ///< arranged_lower_bound(), if a study needs it
  double lower_bound = 0;               ///< the time if it is proven optimal, otherwise arranged_lower_bound()
  std::vector<std::string> names = {};  ///< those of the question
  std::optional<MemoryUse> memory = std::nullopt;    ///< of the rounded blocks, if the question has limits
  std::optional<VariedTimes> varied = std::nullopt;  ///< the rounded time, if requested
  std::optional<GridRun> run = std::nullopt;         ///< if the question has a network
};

/// The family's part of the common frame. Programs answer with "mapping", "lengths" and, unless they are to be rounded
/// by largest remainders, "rounded".
[[nodiscard]] const Family<GridQuestion, GridAnswer>& grid_frame();
[[nodiscard]] inline GridAnswer solve(const GridQuestion& question) { return grid_frame().answered(question); }

/// The problem as a line of `solve grids --batch`.
[[nodiscard]] std::string to_json(const GridProblem& problem);

/// {"schema":1,"algorithm":…,"mapping":[…],"lengths":[[…]…],"rounded":[[…]…],MEMBERS} in one line without its end; the
/// members are the frame's quantities. mapping[cell] is the process at the cell, the first coordinate fastest. The
/// last members are "varied" of the rounded time, "network":{"name":…,"workload":…,"size":…,"element_seconds":…,
/// "seconds":…} of a question with a network, `more`, "memory" by memory_json() and "names":[…] of the processes if a
/// cluster file named them.
[[nodiscard]] std::string to_json(const GridAnswer& answer, const std::string& more = {});

/// The rounded blocks of a two-dimensional grid as rectangles, one per process: dimension 0 runs down, dimension 1 to
/// the right; undivided dimensions of the block are not drawn. InputError for a grid with another number of
/// dimensions.
[[nodiscard]] Decomposition as_rectangles(const GridProblem& problem, const GridSolution& solution);

// --- Studies

/// grid (its edges, as in 6x6), level (greatest over least performance), sampling (all sampled) and block (applied: the
/// side of the generalised block, the same in every dimension), each with one small default value.
[[nodiscard]] std::vector<engine::Axis> grid_axes();

/// The family's study: the point's grid and block, with performances drawn by its sampling model and level. The metric
/// `worse` is 1 if the rounded time is greater than the rival's, so that its mean is the share of such networks. A
/// cluster, with speeds that do not depend on the size, replaces level and sampling; every grid then has a cell for
/// each of its processors. `block` changes all sides of the block of an instance.
[[nodiscard]] const FamilyStudy<GridQuestion, GridAnswer>& grid_study();

}  // namespace apportion::problems
