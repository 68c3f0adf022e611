// Cuts of arrays with loads: of consecutive lines, and trees of cuts with or without jogs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "algorithms/options.hpp"
#include "algorithms/slices/slicing_tree.hpp"
#include "extensions/cells/algorithms/region.hpp"
#include "extensions/cells/sim/cell_problem.hpp"

namespace apportion {

/// A rectangle of cells whose columns are to be cut; if turned its rows, so that x counts rows and y columns.
struct LineBox {
  bool turned = false;
  Band band = {};
};

/// The whole array.
[[nodiscard]] LineBox whole_box(const CellProblem& problem, bool turned);
[[nodiscard]] LineBox turned(const LineBox& box);

/// The lines [from, to) of a box.
[[nodiscard]] LineBox lines_of(const LineBox& box, std::int64_t from, std::int64_t to);
[[nodiscard]] Rect rect_of(const LineBox& box);

[[nodiscard]] double load_of(const CellProblem& problem, const LineBox& box);

/// The load of lines [from, to).
[[nodiscard]] double load_between(const CellProblem& problem, const LineBox& box, std::int64_t from, std::int64_t to);

/// The greatest `to` from `from` to the box's end so that lines [from, to) have at most this load. O(log lines).
[[nodiscard]] std::int64_t last_within(const CellProblem& problem, const LineBox& box, std::int64_t from, double load);

/// The first place at which the load of the lines before is nearest to this one. O(log lines).
[[nodiscard]] std::int64_t nearest_line(const CellProblem& problem, const LineBox& box, double load);

/// The box without lines at its four sides that have no active cell; the box itself if no cell is active. Cells are
/// counted, since the load of an active cell may vanish in sums with great loads.
[[nodiscard]] LineBox trimmed(const CellProblem& problem, const LineBox& box);

/// The least bottleneck, a load per speed, that is `possible`, up to 1e-9 of it; all greater ones must be possible.
/// None below `ideal` is tried. Throws std::logic_error unless `ideal` is finite and not negative, and if nothing is
/// possible.
[[nodiscard]] double least_bottleneck(double ideal, const std::function<bool(double bottleneck)>& possible);

/// Pieces laid one after the other along a box, in this order. A piece `fits` into lines [from, to) at a
/// bottleneck, a load per speed, if no processor in it has more than that; it then fits into fewer lines as well.
struct PiecesInOrder {
  std::vector<double> speeds = {};  ///< [piece]
  std::function<bool(std::size_t piece, std::int64_t from, std::int64_t to, double bottleneck)> fits = {};
};

/// The ends of pieces, the last one at the end of the box, and the bottleneck at which all fit.
struct OrderedCuts {
  std::vector<std::int64_t> ends = {};
  double bottleneck = 0;
};

/// The cuts of least_bottleneck(), by bisection over greedy probes (Pinar & Aykanat, "Fast optimal load balancing
/// algorithms for 1D partitioning", J. Parallel Distrib. Comput. 64, 2004, for equal processors). Each cut is as near
/// to its piece's share as those before and after it allow at that bottleneck.
[[nodiscard]] OrderedCuts best_cuts(const CellProblem& problem, const LineBox& box, const PiecesInOrder& pieces);

/// One processor per piece, with these speeds.
[[nodiscard]] PiecesInOrder single_processors(const CellProblem& problem, const LineBox& box,
                                              std::vector<double> speeds);

/// The numbers of the keys, those of the greatest first; equal ones in ascending order.
[[nodiscard]] std::vector<std::size_t> descending_order(const std::vector<double>& keys);
/// The processors, the fastest first; equal ones in order of their numbers.
[[nodiscard]] std::vector<std::size_t> fastest_first(const CellProblem& problem);

/// The division with part i given to processors[i].
[[nodiscard]] Decomposition with_processors(const Decomposition& division, const std::vector<std::size_t>& processors);

/// Gives the part of the greatest load to the fastest processor, the next to the next and so on. This assignment is
/// optimal both for the greatest load over speed and for the greatest distance of a load from its share.
[[nodiscard]] Decomposition matched_to_speeds(const CellProblem& problem, const Decomposition& division);

/// InputError, naming RCB, above 10^5 processors, for methods whose time grows faster than their number.
void require_few_processors(const CellProblem& problem, const char* algorithm);

/// The cut of a box for the processors [first, last) of an order: lines before x for [first, middle), the others for
/// the rest. Lines are rows if `turned`.
struct LoadCut {
  bool turned = false;
  std::int64_t x = 0;
  std::size_t middle = 0;
};

/// The argument of a rule: a trimmed box, and two or more processors.
struct BoxToCut {
  LineBox box = {};
  std::size_t first = 0;
  std::size_t last = 0;
};

/// The processors, fastest first, and their speeds summed up.
struct SpeedOrder {
  std::vector<std::size_t> order = {};
  /// The sum of the speeds from each place on, and 0 after the last. It is summed from the slowest on, so that
  /// differences of sums are accurate for small speeds.
  std::vector<double> speed_behind = {};

  [[nodiscard]] double speed(std::size_t first, std::size_t last) const {
    return speed_behind[first] - speed_behind[last];
  }
};

[[nodiscard]] SpeedOrder speed_order(const CellProblem& problem);

/// The end of the first part of [first, last) whose speeds are nearest to half of all; neither part is empty.
[[nodiscard]] std::size_t nearest_half(const SpeedOrder& order, std::size_t first, std::size_t last);

/// Cuts the array and the resulting boxes by a rule until every box has one processor. The parts are these boxes (see
/// matched_to_speeds()) or, with jogs, those of jogged_division().
[[nodiscard]] Decomposition cut_by(const CellProblem& problem, bool jogs,
                                   const std::function<LoadCut(const SpeedOrder& order, const BoxToCut& asked)>& rule);

/// The division with the cuts of a tree over the processors, each moved through whole lines and a part of one, so that
/// every load is within the greatest cell of its share. `speeds` are those of the nodes; empty: their volumes. A node
/// whose load is d above its share gives the first child d / 2 of that, rounded to the nearest cell: if |d| is at most
/// one greatest cell, then so is each child's excess. O(log cells) for each part.
[[nodiscard]] Decomposition jogged_division(const CellProblem& problem, const slices::Tree<2>& tree,
                                            const std::vector<double>& speeds = {});

/// The flag "jogs", which selects jogged_division().
[[nodiscard]] OptionSpec jogs_option();

}  // namespace apportion
