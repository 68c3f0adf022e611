// The question and the answer of `apportion solve cells`.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/common/exchange_time.hpp"
#include "experiments/problems/common/family.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/common/quantities.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "experiments/problems/divisions/division_format.hpp"
#include "experiments/problems/drawing/decompositions.hpp"
#include "extensions/cells/algorithms/cell_algorithm.hpp"
#include "extensions/cells/problem/given_cells.hpp"
#include "extensions/cells/sim/cell_costs.hpp"

namespace apportion::problems {

struct CellCosts {
  CellBoundary boundary;
  CellBalance balance;
  double total = 0;        ///< boundary + latency x neighbours, in cell edges
  double objective = 0;    ///< the minimised cost: the total, the volume, the busiest or the greatest load
  double fill = 0;         ///< see cell_fill()
  double lower_bound = 0;  ///< on the objective, see cell_lower_bound()
  double forced = 0;       ///< see forced_imbalance()
  /// By how many percent the objective is above the bound. It may be negative if is_within() is false, since the bound
  /// is for divisions within the limits. With a bound of 0 it is 0 if the objective is, otherwise absent.
  std::optional<double> gap = std::nullopt;
  std::optional<double> greatest_load = std::nullopt;  ///< where that is the objective

  CellRank rank = {};  ///< among answers to the same problem

  /// Whether all parts fit their memory, are within load_limits(), have a cell, and are connected if the problem asks
  /// for it.
  [[nodiscard]] bool is_within() const { return !rank.has_shortcomings(); }
};

/// The costs of a division that require_division() accepts. InputError if the total overflows, or a share or the
/// imbalance is beyond the range of a double.
[[nodiscard]] CellCosts cell_costs(const CellProblem& problem, const Decomposition& division);

/// A division between the previous one and the best one that ignores it.
struct CurvePoint {
  std::int64_t moved = 0;
  CellCosts costs;
  double gain = 0;  ///< by how much the objective is below that of the first point
  /// The number of steps after which the gain has paid for the cells that move beyond the first point; absent for the
  /// first.
  std::optional<double> break_even = std::nullopt;
};

/// How an answer changes a previous division.
struct CellMigration {
  std::int64_t moved = 0;      ///< see moved_cells()
  std::int64_t must_move = 0;  ///< see least_moved_cells()
  double price = 0;
  double cost = 0;                     ///< see cost_with_migration()
  std::vector<CurvePoint> curve = {};  ///< fewest moved first, if requested
};

struct CellQuestion : Asked<CellAlgorithm>, AskedExchange {
  CellProblem problem;
  bool coloured_by_group = false;                     ///< in drawings
  std::optional<Decomposition> given = std::nullopt;  ///< in a question of `evaluate`
  bool curve = false;
  bool leave_idle = false;     ///< up to a twentieth of the processors may get nothing
  bool own_all = false;        ///< cells without load get owners as well
  bool whole_columns = false;  ///< in space: cells of one row and column have one owner
  std::string slices = {};     ///< in space, the drawn slices: "z=40"; empty: through the middle along each axis
};

/// The fields of a problem; `rows`, `columns` and `latency` are also axes.
[[nodiscard]] const std::vector<Field>& cell_fields();

/// cell_fields() with the `slice` of a drawing.
[[nodiscard]] const std::vector<Field>& cell_drawing_fields();

/// cell_fields() with the `owners` of a given division.
[[nodiscard]] const std::vector<Field>& cell_evaluation_fields();

/// The question of these values. InputError for invalid ones, and for files that cannot be used; solve() checks the
/// ranges of weights.
[[nodiscard]] CellQuestion cell_question(const FieldValues& given);
/// As above with the cells in memory: the fields rows, columns, loads, mask and owners are ignored.
[[nodiscard]] CellQuestion cell_question(const FieldValues& given, const GivenCells& cells);

struct CellAnswer {
  std::string algorithm;  ///< canonical name
  Decomposition decomposition;
  CellCosts costs;
  std::vector<std::string> names = {};             ///< those of the question
  std::vector<std::string> groups = {};            ///< those of the question, if drawings are coloured by them
  std::optional<MemoryUse> memory = std::nullopt;  ///< if the question has limits
  /// If a network was given, compared with XY2 in whole rows and columns; there are no savings if XY2 refuses, or its
  /// messages lack a route.
  std::optional<CostsOnNetwork> network = std::nullopt;
  std::optional<VariedTimes> varied_imbalance = std::nullopt;  ///< for a variation without a network
  std::optional<double> ranked_value = std::nullopt;           ///< of the variation, if it ranks answers
  std::optional<CellMigration> migration = std::nullopt;       ///< for a problem with a previous division
  std::optional<double> seconds = std::nullopt;                ///< the time of solving, in rankings
  std::int64_t layers = 1;                                     ///< of the question
  std::vector<std::vector<double>> map_loads = {};             ///< [map][processor], if there are several maps
  std::optional<TogetherCount> together = std::nullopt;        ///< for cells that must stay together
  std::optional<std::int64_t> narrow = std::nullopt;           ///< with least widths: count_narrow_runs()
  bool proven = false;                                         ///< CellSolution::proven
  std::vector<std::size_t> idle = {};  ///< processors that are left idle, which the costs leave out
};

/// The family's part of the common frame. An answer's shortcomings are those of CellRank; its cost is the objective, or
/// the simulated time of an iteration if a network is given; neighbours are secondary. A given division is ranked among
/// the answers. InputError for a problem that is out of range or that the algorithm refuses, and costs that overflow.
[[nodiscard]] const Family<CellQuestion, CellAnswer>& cell_frame();
[[nodiscard]] inline CellAnswer solve(const CellQuestion& question) { return cell_frame().answered(question); }

/// {"schema":1,"algorithm":…,MEMBERS,"rectangles":[…]} in one line without its end; the members are those of
/// cell_quantities() that the answer has. Before "rectangles" are "curve" if requested, "network" if there is one
/// (costs_json()), `more` further members, "memory" (memory_json()), and "names":[…] of the processors if a cluster
/// file has them. In space the rectangles are boxes, with "layer" and "layers" as well.
[[nodiscard]] std::string to_json(const CellAnswer& answer, const std::string& more = {});

/// The problem as a line of `solve cells --batch`, loads as a list of rows.
[[nodiscard]] std::string to_json(const CellProblem& problem);

/// The division of an answer to the question, for files.
[[nodiscard]] WholeDivision whole_division(const CellQuestion& question, CellAnswer answer);

using CellQuantity = Quantity<CellAlgorithm, CellAnswer>;

/// All quantities, in the order of the members in JSON.
[[nodiscard]] const std::vector<CellQuantity>& cell_quantities();

/// The tolerance in words: "1 % or one cell", with unequal loads "1 % or a median cell", or the imbalance that a cell
/// forces.
[[nodiscard]] std::string tolerance_words(const CellProblem& problem);

/// A plane of cells of an array in space: those with one number along an axis, 0 for layers, 1 for rows, 2 for columns.
struct Slice {
  std::size_t axis = 0;
  std::int64_t at = 0;
};

/// "x=3,z=40" as slices; "" as the middles of all axes, layers first. InputError for anything else, and for a slice
/// beyond the array.
[[nodiscard]] std::vector<Slice> parse_slices(const std::string& text, const CellProblem& problem);

/// The drawing of the answer's division below a line with its costs, and as one of several. In space its slices: rows
/// and columns of a layer, or layers and columns of a row, or layers and rows of a column.
[[nodiscard]] std::vector<LabelledDecomposition> labelled(const CellQuestion& question, const CellAnswer& answer);
[[nodiscard]] std::vector<LabelledDecomposition> labelled_beside(const CellQuestion& question,
                                                                 const CellAnswer& answer);
[[nodiscard]] std::string cell_title(const CellQuestion& question);
/// The problem as a line, up to 10^5 cells with loads.
[[nodiscard]] std::string instance_line(const CellProblem& problem);
/// A drawing, and a line for each processor: its name, places and load.
[[nodiscard]] std::string cell_solution_text(const CellProblem& problem, const CellSolution& solution,
                                             const std::vector<std::string>& names);

/// The cells that are left out, as runs of squares, row by row. A square is a cell or, in arrays of more than 250 lines
/// along a side, a group of cells that are mostly left out, so that a picture of any coast has a reasonable size.
[[nodiscard]] std::vector<Rect> left_out_squares(const CellLoads& loads);

// --- Studies

/// rows, columns, ratio, processors, sampling, loads (sampled) and latency (applied), each with one small default
/// value, which studies replace. The values of `loads` are "none" and the load_models().
[[nodiscard]] std::vector<engine::Axis> cell_axes();

/// The array, its loads and the latency of the point, with columns by its aspect if it has no `columns`, and a cluster
/// drawn by its sampling model, processors and ratio.
[[nodiscard]] CellProblem sample_cells(const engine::Point& point, RandomStream& stream);

/// The family's study. A cluster replaces ratio, processors and sampling; speeds that depend on the size are those that
/// balance the load of all cells. Loads and masks of instances must be in the line itself, since the file's digest does
/// not include other files. `latency` changes instances.
[[nodiscard]] const FamilyStudy<CellQuestion, CellAnswer>& cell_study();
[[nodiscard]] engine::Experiment cell_sweep(const engine::SweepDefinition& definition);

}  // namespace apportion::problems
