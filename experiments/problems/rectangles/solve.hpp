// One rectangle problem as it is asked, and its answer: the contract of `apportion solve rectangles`.
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

/// One rectangle problem and how it is to be solved.
struct RectangleQuestion : Asked<RectangleAlgorithm>, AskedProcessors {
  RectangleProblem problem;
  bool whole = false;                                     ///< round to whole rows and columns
  std::shared_ptr<const ExchangeTime> network = nullptr;  ///< whose start-up is the problem's latency
  std::optional<AskedVariation> variation = std::nullopt;
  std::vector<std::string> groups = {};  ///< of the processors, see group_of_each()
  /// Without a word: net on a network where the algorithm can minimise it, otherwise the total.
  std::optional<Objective> objective = std::nullopt;
  /// On a network: algorithms besides, the answer being the fastest of all; see want_fastest().
  std::vector<std::string> rivals = {};
  /// In a question of `evaluate`: the division into whole cells that is judged, and what it is called.
  std::optional<Decomposition> given = std::nullopt;
  std::string given_name = {};
};

/// The fields of a problem; `rows`, `columns` and `latency` are also axes.
[[nodiscard]] const std::vector<Field>& rectangle_fields();

/// The same with the `owners` of a given division, which make everything whole.
[[nodiscard]] const std::vector<Field>& rectangle_evaluation_fields();

/// The question that its values ask. InputError where they do not make a problem; ranges of weights are checked by
/// solve().
[[nodiscard]] RectangleQuestion rectangle_question(const FieldValues& given);

struct RectangleAnswer {
  std::string algorithm;  ///< canonical name
  Decomposition decomposition;
  double acost = 0;
  double bcost = 0;
  std::int64_t internal_edges = 0;
  double total = 0;
  /// On the total of every decomposition into parts of these areas: into rectangles if the answer's parts are,
  /// otherwise of any shapes.
  double lower_bound = 0;
  double any_shape_bound = 0;  ///< on the total of decompositions into parts of any shapes and these areas
  Proof proof = Proof::none;   ///< of the exact sides; rounding to whole sides keeps no proof
  /// What rounding cost, where it was asked for; the decomposition and the costs above are then the rounded ones.
  struct Whole {
    double imbalance = 0;
    std::size_t empty = 0;
  };
  std::optional<Whole> whole;
  /// Where a network was given, beside XY2; nothing is saved where XY2 refuses, or its messages lack a route.
  std::optional<CostsOnNetwork> network;
  std::optional<VariedTimes> varied_imbalance;     ///< in whole rows and columns, where it was asked without a network
  std::optional<double> ranked_value;              ///< of the variation, where it ranks answers
  std::vector<std::string> names = {};             ///< those of the question
  std::optional<MemoryUse> memory = std::nullopt;  ///< where the question has limits

  // Where it is ranked.
  std::optional<double> imbalance = std::nullopt;  ///< in whole rows and columns, percent; of whole sides only
  std::optional<double> seconds = std::nullopt;    ///< to find it, unless it was given
  struct OfCells {
    double fill = 0;
    std::int64_t fragments = 0;
    std::int64_t halo = 0;
  };
  std::optional<OfCells> cells = std::nullopt;  ///< beside a division that was given
};

/// Makes a question with a network, which names no algorithm, one for the fastest division: BEST's least net is mostly
/// fast, but not always. The rivals are those that BEST looks at, up to 256 processors; XY2 alone for more, where a
/// simulation takes seconds.
void want_fastest(RectangleQuestion& question);

/// The stream of random numbers that solve() gives an algorithm of this canonical name.
[[nodiscard]] RandomStream solving_stream(const std::string& algorithm, std::uint64_t seed = default_seed);

/// Solves the question. Costs and bound leave out parts that rounding left empty. Of several algorithms the answer is
/// that of the least simulated time, or what else ranks, among those with the fewest parts that rounding left empty;
/// the first of equal ones. Throws InputError for an unknown algorithm, a problem out of range, too large for the
/// algorithm or beyond its accuracy (sim/rectangles/decomposition.hpp), and costs that overflow.
[[nodiscard]] RectangleAnswer solve(const RectangleQuestion& question);

/// How long an iteration takes by XY2 in the question's network, and the answer to a question beside that: for several
/// algorithms, which XY2 need not be solved anew for.
[[nodiscard]] RivalTime seconds_by_xy2(const RectangleQuestion& question);
[[nodiscard]] RectangleAnswer solve(const RectangleQuestion& question, const RivalTime& seconds_by_xy2);

/// What the question's given division costs.
[[nodiscard]] RectangleAnswer evaluate(const RectangleQuestion& question, const RivalTime& seconds_by_xy2);

/// The division that answers the question, rounded to whole rows and columns, or that it is given.
[[nodiscard]] WholeDivision divide_rectangles(const FieldValues& given);
/// That of the first in a ranking of the algorithms, all rounded.
[[nodiscard]] WholeDivision divide_best_rectangles(const FieldValues& given,
                                                   const std::vector<std::string>& algorithms);

/// The problem as the question's algorithm is asked it: with its objective, and on its network.
[[nodiscard]] RectangleProblem asked_problem(const RectangleQuestion& question);

/// The problem as a line of `solve rectangles --batch`.
[[nodiscard]] std::string to_json(const RectangleProblem& problem);

/// What answers with rectangles end with:
/// ,"network":…,MEMORY,MORE,"names":[…],"rectangles":[{"processor":…,"row":…,"column":…, "rows":…,"columns":…},…]} with
/// the rectangles in order of their processors; what is empty is left out.
void add_ending(const std::optional<CostsOnNetwork>& network, const std::optional<MemoryUse>& memory,
                const std::string& more, const std::vector<std::string>& names, const std::string& rectangles,
                fmt::memory_buffer& text);
/// What stands between the brackets there.
[[nodiscard]] std::string rectangles_json(const Decomposition& decomposition);

/// The rectangles of an array in that form, in any order; nothing is checked but that each of the processors has one.
/// InputError otherwise.
[[nodiscard]] Decomposition read_rectangles(const JsonReader& rectangles, const Extent& extent, std::size_t processors);

/// {"schema":1,"algorithm":…,MEMBERS,"rectangles":[…]} in one line without its end; the members are those of
/// rectangle_quantities() that the answer has. Before "rectangles", which are in order of their processors, entries of
/// one processor being one part, stand "network" as costs_json() has it, `more`, which are further members, and
/// "names":[…] of the processors where a cluster file gave them. Reals are spelled by the shortest text that reads back
/// as the same number.
[[nodiscard]] std::string to_json(const RectangleAnswer& answer, const std::string& more = {});

/// What an answer is ranked by. Its shortcomings are empty parts: a rounding that leaves processors without an element
/// is no answer to the same question. The cost is the total, or the simulated time of an iteration where a network is
/// given, or how that or the imbalance varies where answers are ranked by it; edges are secondary.
[[nodiscard]] RankingKey ranking_key_of(const RectangleAnswer& answer);

/// The answer drawn as "svg" or "text".
[[nodiscard]] std::string draw_rectangles(const FieldValues& given, const std::string& format);

/// The question answered by each of the algorithms, whatever it says of one; what is named twice is solved once. Times
/// are of solving alone, and differ from run to run. InputError for an unknown algorithm and a problem that is out of
/// range for all. A given division is beside them, and all are of whole cells and have columns more: what is fuller, in
/// how many pieces, and how much the greatest halo is, as in cells.
[[nodiscard]] Comparison compare_rectangles(const FieldValues& given, const std::vector<std::string>& algorithms);

using RectangleQuantity = Quantity<RectangleAlgorithm, RectangleAnswer>;

/// Each quantity once, in the order of the members in JSON.
[[nodiscard]] const std::vector<RectangleQuantity>& rectangle_quantities();

/// By how many percent the total lies above any_shape_bound; see the other gap_percent().
[[nodiscard]] double gap_percent(const RectangleAnswer& answer);

/// Greatest number of processors for which the metric `found` is measured: OPTIMAL proves all layouts of so many in
/// reasonable time.
constexpr double most_proven = 7;

/// The answer's division below a line with what it costs, as `draw` shows it.
[[nodiscard]] LabelledDecomposition labelled(const RectangleQuestion& question, const RectangleAnswer& answer);

}  // namespace apportion::problems
