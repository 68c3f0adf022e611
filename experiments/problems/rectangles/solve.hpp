// The question and the answer of `apportion solve rectangles`.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "experiments/problems/clusters/given_cluster.hpp"
#include "experiments/problems/common/exchange_time.hpp"
#include "experiments/problems/common/family.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/common/quantities.hpp"
#include "experiments/problems/divisions/division_format.hpp"
#include "experiments/problems/drawing/decompositions.hpp"
#include "sim/rectangles/decomposition.hpp"

namespace apportion::problems {

/// One rectangle problem, and how to solve it.
struct RectangleQuestion : Asked<RectangleAlgorithm>, AskedProcessors {
  RectangleProblem problem;
  bool whole = false;                                     ///< round to whole rows and columns
  std::shared_ptr<const ExchangeTime> network = nullptr;  ///< its start-up is the problem's latency
  std::optional<AskedVariation> variation = std::nullopt;
  std::vector<std::string> groups = {};  ///< of the processors, see group_of_each()
  /// By default net, on a network and if the algorithm can minimise it, otherwise the total.
  std::optional<Objective> objective = std::nullopt;
  /// On a network: further algorithms; the answer is the fastest of all; see want_fastest().
  std::vector<std::string> rivals = {};
  /// For `evaluate`: the division into whole cells to judge, and its name.
  std::optional<Decomposition> given = std::nullopt;
  std::string given_name = {};
};

/// The fields of a problem; `rows`, `columns` and `latency` are also axes.
[[nodiscard]] const std::vector<Field>& rectangle_fields();

/// The same with the `owners` of a given division, which requires whole cells.
[[nodiscard]] const std::vector<Field>& rectangle_evaluation_fields();

/// The question with these values. InputError if they are no problem; solve() checks the ranges of weights.
/// solve().
[[nodiscard]] RectangleQuestion rectangle_question(const FieldValues& given);

struct RectangleAnswer {
  std::string algorithm;  ///< canonical name
  Decomposition decomposition;
  double acost = 0;
  double bcost = 0;
  std::int64_t internal_edges = 0;
  double total = 0;
  /// On the total of every decomposition into parts of these areas: into rectangles if the answer's parts are
  /// rectangles, otherwise of any shapes.
  double lower_bound = 0;
  double any_shape_bound = 0;  ///< on the total of decompositions into parts of any shapes and these areas
  Proof proof = Proof::none;   ///< for the exact sides; rounding to whole sides loses it
  /// The effects of rounding, if requested; the decomposition and the costs above are then the rounded ones.
  struct Whole {
    double imbalance = 0;
    std::size_t empty = 0;
  };
  std::optional<Whole> whole;
  /// If there is a network, compared with XY2; nothing is saved if XY2 refuses, or its messages lack a route.
  std::optional<CostsOnNetwork> network;
  std::optional<VariedTimes> varied_imbalance;     ///< in whole rows and columns, if requested without a network
  std::optional<double> ranked_value;              ///< of the variation, if answers are ranked by it
  std::vector<std::string> names = {};             ///< those of the question
  std::optional<MemoryUse> memory = std::nullopt;  ///< if the question has limits

  // For rankings.
  std::optional<double> imbalance = std::nullopt;  ///< in whole rows and columns, percent; of whole sides only
  std::optional<double> seconds = std::nullopt;    ///< time to find it, unless it was given
  struct OfCells {
    double fill = 0;
    std::int64_t fragments = 0;
    std::int64_t halo = 0;
  };
  std::optional<OfCells> cells = std::nullopt;  ///< for a given division
};

/// The random stream that solve() gives the algorithm with this canonical name.
[[nodiscard]] RandomStream solving_stream(const std::string& algorithm, std::uint64_t seed = default_seed);

/// Solves the question. Costs and bound exclude parts that rounding left empty. Of several algorithms, the answer is
/// the one with the fewest such parts, then the least simulated time, or other ranking value; the first of equals.
/// Throws InputError for an unknown algorithm, a problem out of range, too large for the algorithm or beyond its
/// accuracy (sim/rectangles/decomposition.hpp), and costs that overflow.
[[nodiscard]] RectangleAnswer solve(const RectangleQuestion& question);

/// The time of an iteration by XY2 on the question's network, and the answer compared with it: separate, so that
/// several algorithms share one solution of XY2.
[[nodiscard]] RivalTime seconds_by_xy2(const RectangleQuestion& question);
[[nodiscard]] RectangleAnswer solve(const RectangleQuestion& question, const RivalTime& seconds_by_xy2);

/// The costs of the question's given division.
[[nodiscard]] RectangleAnswer evaluate(const RectangleQuestion& question, const RivalTime& seconds_by_xy2);

/// The division that answers the question, rounded to whole rows and columns, or the given one.
[[nodiscard]] WholeDivision divide_rectangles(const FieldValues& given);
/// The division of the first in a ranking of the algorithms, all rounded.
[[nodiscard]] WholeDivision divide_best_rectangles(const FieldValues& given,
                                                   const std::vector<std::string>& algorithms);

/// The problem as passed to the question's algorithm: with its objective, and on its network.
[[nodiscard]] RectangleProblem asked_problem(const RectangleQuestion& question);

/// The problem as a line of `solve rectangles --batch`.
[[nodiscard]] std::string to_json(const RectangleProblem& problem);

/// Appends the end of answers with rectangles:
/// ,"network":…,MEMORY,MORE,"names":[…],"rectangles":[{"processor":…,"row":…,"column":…, "rows":…,"columns":…},…]} with
/// the rectangles in order of their processors; empty members are omitted.
void add_ending(const std::optional<CostsOnNetwork>& network, const std::optional<MemoryUse>& memory,
                const std::string& more, const std::vector<std::string>& names, const std::string& rectangles,
                fmt::memory_buffer& text);
/// The items of that list of rectangles.
[[nodiscard]] std::string rectangles_json(const Decomposition& decomposition);

/// Reads rectangles of an array in that form, in any order; checks only that each of the processors has one. InputError
/// otherwise.
[[nodiscard]] Decomposition read_rectangles(const JsonReader& rectangles, const Extent& extent, std::size_t processors);

/// {"schema":1,"algorithm":…,MEMBERS,"rectangles":[…]} in one line without its end; the members are those of
/// rectangle_quantities() that the answer has. Rectangles are in order of their processors; those of one processor
/// form one part. Before them come "network" by costs_json(), `more`, further members, and "names":[…] of the
/// processors if a cluster file named them. Reals are written as the shortest text that reads back as the same
/// number.
[[nodiscard]] std::string to_json(const RectangleAnswer& answer, const std::string& more = {});

/// The key by which an answer is ranked. Its shortcomings are empty parts: an answer with idle processors does not
/// solve the same problem. The cost is the total, or the simulated time of an iteration on a network, or the variation
/// of that or of the imbalance if answers are ranked by it; edges are secondary.
[[nodiscard]] RankingKey ranking_key_of(const RectangleAnswer& answer);

/// The answer drawn as "svg" or "text".
[[nodiscard]] std::string draw_rectangles(const FieldValues& given, const std::string& format);

/// The question answered by each of the algorithms, instead of its own; repeated names are solved once. Times are of
/// solving alone, and differ from run to run. InputError for an unknown algorithm and a problem that is out of range
/// for all. With a given division, all answers are of whole cells and have further columns: excess, number of pieces
/// and greatest halo, as in cells.
[[nodiscard]] Comparison compare_rectangles(const FieldValues& given, const std::vector<std::string>& algorithms);

using RectangleQuantity = Quantity<RectangleAlgorithm, RectangleAnswer>;

/// The quantities, in the order of their JSON members.
[[nodiscard]] const std::vector<RectangleQuantity>& rectangle_quantities();

/// The excess of the total over any_shape_bound in percent; see the other gap_percent().
[[nodiscard]] double gap_percent(const RectangleAnswer& answer);

/// The greatest number of processors for which the metric `found` is measured: OPTIMAL proves all layouts of so many in
/// reasonable time.
constexpr double most_proven = 7;

/// The answer's division below a line with its costs, as `draw` shows it.
[[nodiscard]] LabelledDecomposition labelled(const RectangleQuestion& question, const RectangleAnswer& answer);

}  // namespace apportion::problems
