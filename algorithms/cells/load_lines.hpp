// Boxes of cells as lines one after the other, cut where their loads say; nothing here looks at single cells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "algorithms/cells/region.hpp"
#include "sim/cells/cell_problem.hpp"

namespace apportion {

/// A rectangle of cells whose columns are to be cut; of a turned one the rows, so that x counts rows and y columns.
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
/// Where the lines before have the load nearest to this one; the first such place. O(log lines).
[[nodiscard]] std::int64_t nearest_line(const CellProblem& problem, const LineBox& box, double load);

/// The box without the lines at its four sides that have no active cell; the box itself where no cell is active. The
/// cells are counted: the load of an active cell can be lost in sums beside great loads.
[[nodiscard]] LineBox trimmed(const CellProblem& problem, const LineBox& box);

/// The least bottleneck, a load per speed, that is `possible`, but for 1e-9 of it; all greater ones must be possible.
/// None below `ideal` is tried. Throws std::logic_error unless `ideal` is finite and not negative, and where nothing is
/// possible.
[[nodiscard]] double least_bottleneck(double ideal, const std::function<bool(double bottleneck)>& possible);

/// Pieces laid one after the other along a box, in this order. A piece `fits` into lines [from, to) at a
/// bottleneck, a load per speed, if nobody in it has more than that; it then fits into fewer lines as well.
struct PiecesInOrder {
  std::vector<double> speeds = {};  ///< of each piece
  std::function<bool(std::size_t piece, std::int64_t from, std::int64_t to, double bottleneck)> fits = {};
};

/// Where pieces end, the last one at the end of the box, and the bottleneck at which all fit.
struct OrderedCuts {
  std::vector<std::int64_t> ends = {};
  double bottleneck = 0;
};

/// The cuts of least_bottleneck(), by bisection over greedy probes (Pinar & Aykanat, "Fast optimal
/// load balancing algorithms for 1D partitioning", J. Parallel Distrib. Comput. 64, 2004, for equal processors). Among
/// the cuts of that bottleneck each is as near to its piece's share as those before and after it allow.
[[nodiscard]] OrderedCuts best_cuts(const CellProblem& problem, const LineBox& box, const PiecesInOrder& pieces);

/// One processor per piece, with these speeds.
[[nodiscard]] PiecesInOrder single_processors(const CellProblem& problem, const LineBox& box,
                                              std::vector<double> speeds);

/// The processors, the fastest first; equal ones in order of their numbers.
[[nodiscard]] std::vector<std::size_t> fastest_first(const CellProblem& problem);

/// Gives the part of the greatest load to the fastest processor, the next to the next and so on, which no other
/// assignment of these parts beats, neither in its greatest load over speed nor in its greatest distance of a load from
/// a share.
[[nodiscard]] Decomposition matched_to_speeds(const CellProblem& problem, const Decomposition& division);

/// The same for parts of one rectangle each.
[[nodiscard]] Decomposition matched_to_speeds(const CellProblem& problem, std::vector<Rect> rects);

/// InputError, naming RCB, above 10^5 processors, for methods whose time grows faster than their number.
void require_few_processors(const CellProblem& problem, const char* algorithm);

}  // namespace apportion
