// The question and the answer of `apportion solve cells`.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/cells/cell_algorithm.hpp"
#include "experiments/problems/cells/given_cells.hpp"
#include "experiments/problems/clusters/given_cluster.hpp"
#include "experiments/problems/common/exchange_time.hpp"
#include "experiments/problems/common/family.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/common/quantities.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "experiments/problems/divisions/division_format.hpp"
#include "experiments/problems/drawing/decompositions.hpp"
#include "sim/cells/cell_costs.hpp"
#include "sim/cells/together.hpp"
#include "sim/cells/widths.hpp"

namespace apportion::problems {

struct CellCosts {
  CellBoundary boundary;
  CellBalance balance;
  double total = 0;        ///< boundary + latency x neighbours, in cell edges
  double objective = 0;    ///< what the problem minimises: the total, the volume, the busiest or the greatest load
  double fill = 0;         ///< see cell_fill()
  double lower_bound = 0;  ///< on the objective, see cell_lower_bound()
  double forced = 0;       ///< see forced_imbalance()
  /// By how many percent the objective lies above the bound. The bound is for parts that is_within() accepts: of other
  /// divisions it may be negative. 0 where nothing has to be cut and nothing is, absent of other answers to a bound of
  /// 0.
  std::optional<double> gap = std::nullopt;
  std::optional<double> greatest_load = std::nullopt;  ///< where that is the objective

  CellRank rank = {};  ///< among answers to the same problem

  /// Whether all parts fit their memory, are within load_limits(), have a cell, and are connected if that is asked for.
  [[nodiscard]] bool is_within() const { return !rank.has_shortcomings(); }
};

/// Of a division that require_division() accepts. InputError if the total overflows,
/// or a share or the imbalance is beyond the range of a double.
[[nodiscard]] CellCosts cell_costs(const CellProblem& problem, const Decomposition& division);

/// A division on the way from the previous one to the best without it.
struct CurvePoint {
  std::int64_t moved = 0;
  CellCosts costs;
  double gain = 0;  ///< by how much the objective is below that of the first point
  /// Steps after which the gain has paid for what moves beyond the first point; absent for the first.
  std::optional<double> break_even = std::nullopt;
};

/// What an answer makes of a previous division.
struct CellMigration {
  std::int64_t moved = 0;      ///< see moved_cells()
  std::int64_t must_move = 0;  ///< see least_moved_cells()
  double price = 0;
  double cost = 0;                     ///< see cost_with_migration()
  std::vector<CurvePoint> curve = {};  ///< fewest moved first, where it was asked for
};

/// A division that is given to be judged, and what it is called.
struct GivenDivision {
  std::string name;
  Decomposition decomposition;
};

struct CellQuestion : Asked<CellAlgorithm>, AskedProcessors {
  CellProblem problem;
  std::vector<std::string> groups = {};  ///< of the processors, where something says it: group_of_each()
  bool coloured_by_group = false;        ///< in drawings
  std::shared_ptr<const ExchangeTime> network = nullptr;  ///< whose start-up is the problem's latency
  std::optional<AskedVariation> variation = std::nullopt;
  std::optional<GivenDivision> given = std::nullopt;  ///< in a question of `evaluate`
  bool curve = false;
  bool leave_idle = false;     ///< up to a twentieth of the processors may have nothing
  bool own_all = false;        ///< cells without load have owners as well
  bool whole_columns = false;  ///< of an array in space: cells of one row and column have one owner
  std::string slices = {};     ///< of an array in space, to be drawn: "z=40"; empty: through the middle along each axis
};

/// The question's problem as its algorithm is asked it: of whole columns that of rows and columns with their loads.
[[nodiscard]] CellProblem asked_problem(const CellQuestion& question);

/// The fields of a problem; `rows`, `columns` and `latency` are also axes.
[[nodiscard]] const std::vector<Field>& cell_fields();

/// The same with the `slice` of a drawing.
[[nodiscard]] const std::vector<Field>& cell_drawing_fields();

/// The same with the `owners` of a given division.
[[nodiscard]] const std::vector<Field>& cell_evaluation_fields();

/// The question that these values describe. InputError where they do not describe one, and for files that cannot be
/// used; the ranges of weights are checked by solve().
[[nodiscard]] CellQuestion cell_question(const FieldValues& given);
/// The same where the cells are in memory, and no values of the fields rows, columns, loads, mask and owners are looked
/// at.
[[nodiscard]] CellQuestion cell_question(const FieldValues& given, const GivenCells& cells);

struct CellAnswer {
  std::string algorithm;  ///< canonical name
  Decomposition decomposition;
  CellCosts costs;
  std::vector<std::string> names = {};             ///< those of the question
  std::vector<std::string> groups = {};            ///< those of the question, where drawings are coloured by them
  std::optional<MemoryUse> memory = std::nullopt;  ///< where the question has limits
  /// Where a network was given, beside XY2 in whole rows and columns; nothing is saved where XY2 refuses, or its
  /// messages lack a route.
  std::optional<CostsOnNetwork> network = std::nullopt;
  std::optional<VariedTimes> varied_imbalance = std::nullopt;  ///< where a variation was asked for without a network
  std::optional<double> ranked_value = std::nullopt;           ///< of the variation, where it ranks answers
  std::optional<CellMigration> migration = std::nullopt;       ///< of a problem with a previous division
  std::optional<double> seconds = std::nullopt;                ///< to find it, where it is ranked and not given
  std::int64_t layers = 1;                                     ///< of the question
  std::vector<std::vector<double>> map_loads = {};             ///< of each map and processor, where there are several
  std::optional<TogetherCount> together = std::nullopt;        ///< of a problem with cells that stay together
  std::optional<std::int64_t> narrow = std::nullopt;           ///< of one with least widths: count_narrow_runs()
  bool proven = false;                                         ///< CellSolution::proven
  std::vector<std::size_t> idle = {};  ///< processors that are left idle, which costs know nothing of
};

/// What answers are ranked by: of costs alone, and with what moves, the time on a network, or how it varies.
[[nodiscard]] RankingKey ranking_key_of_costs(const std::string& algorithm, const CellCosts& costs);
[[nodiscard]] RankingKey ranking_key_of(const CellAnswer& answer);

/// The stream of random numbers that solve() gives an algorithm of this canonical name.
[[nodiscard]] RandomStream cell_solving_stream(const std::string& algorithm, std::uint64_t seed = default_seed);

/// Solves the question. InputError for an unknown algorithm, a problem out of range or one that the algorithm does not
/// take, costs that overflow, and a variation that is to rank answers.
[[nodiscard]] CellAnswer solve(const CellQuestion& question);

/// How long an iteration takes by XY2 in the question's network, and the answer to a question beside that: for several
/// algorithms, which XY2 need not be solved anew for.
[[nodiscard]] RivalTime seconds_by_xy2(const CellQuestion& question);
[[nodiscard]] CellAnswer solve(const CellQuestion& question, const RivalTime& seconds_by_xy2);

/// What the question's given division costs.
[[nodiscard]] CellAnswer evaluate(const CellQuestion& question, const RivalTime& seconds_by_xy2);

/// {"schema":1,"algorithm":…,MEMBERS,"rectangles":[…]} in one line without its end; the members are those of
/// cell_quantities() that the answer has. Before "rectangles" stand "curve" where it was asked for, "network", as
/// costs_json() has it, where there is one, `more`, which are further members, "memory" as memory_json() has it, and
/// "names":[…] of the processors where a cluster file gave them. In space the rectangles are boxes, with "layer" and
/// "layers" as well.
[[nodiscard]] std::string to_json(const CellAnswer& answer, const std::string& more = {});

/// The problem as a line of `solve cells --batch`, loads as a list of rows.
[[nodiscard]] std::string to_json(const CellProblem& problem);

/// The curve of the answer as lines of text. InputError without a previous division, and of an algorithm without a
/// curve.
[[nodiscard]] std::string curve_table(const FieldValues& given);

/// The division drawn as "svg" or "text"; in space its slices.
[[nodiscard]] std::string draw_cells(const FieldValues& given, const std::string& format);

/// The question answered by each of the algorithms, whatever it says of one; what is named twice is solved once. An
/// answer's shortcomings are those of CellRank; its cost is the objective, or the simulated time of an iteration where
/// a network is given; neighbours are secondary. Times are of solving alone, and differ from run to run. InputError for
/// an unknown algorithm and a problem that is out of range for all. A given division is beside them.
[[nodiscard]] Comparison compare_cells(const FieldValues& given, const std::vector<std::string>& algorithms);

/// Why an answer does not meet the question: it is not CellCosts::is_within(). "" where it does.
[[nodiscard]] std::string cell_shortcoming(const FieldValues& given, const JsonReader& answer);

/// The division of an answer to the question, for files.
[[nodiscard]] WholeDivision whole_division(const CellQuestion& question, const CellAnswer& answer);
/// The division that answers the question, or that it is given.
[[nodiscard]] WholeDivision divide_cells(const FieldValues& given);
/// That of the first in a ranking of the algorithms.
[[nodiscard]] WholeDivision divide_best_cells(const FieldValues& given, const std::vector<std::string>& algorithms);

using CellQuantity = Quantity<CellAlgorithm, CellAnswer>;

/// Each quantity once, in the order of the members in JSON.
[[nodiscard]] const std::vector<CellQuantity>& cell_quantities();

/// "1 % or one cell", of unequal loads "1 % or a median cell", or what a cell forces: how far loads may be from the
/// shares.
[[nodiscard]] std::string tolerance_words(const CellProblem& problem);

/// A plane of cells of an array in space: those with one number along an axis, 0 for layers, 1 for rows, 2 for columns.
struct Slice {
  std::size_t axis = 0;
  std::int64_t at = 0;
};

/// "x=3,z=40" as slices; "" as the middles of all axes, layers first. InputError for anything else, and for a slice
/// beyond the array.
[[nodiscard]] std::vector<Slice> parse_slices(const std::string& text, const CellProblem& problem);

/// The parts' rectangles in the slice: rows and columns of a layer, or layers and columns of a row, or layers and rows
/// of a column.
[[nodiscard]] Decomposition slice_of(const CellProblem& problem, const Decomposition& division, const Slice& slice);

/// The answer's division below a line with what it costs, as `draw` shows it; in space slices of it.
[[nodiscard]] std::vector<LabelledDecomposition> labelled(const CellQuestion& question, const CellAnswer& answer);

/// The cells that are left out as runs of squares, row by row: of a cell each or, in arrays of more than 250 lines a
/// side, of several cells, most of which are left out, so that a picture of any coast has a reasonable size.
[[nodiscard]] std::vector<Rect> left_out_squares(const CellLoads& loads);
/// The same of the cells of a slice.
[[nodiscard]] std::vector<Rect> left_out_squares(const CellLoads& loads, const Slice& slice);

}  // namespace apportion::problems
