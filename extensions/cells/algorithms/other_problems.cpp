// Divisions by way of other problems: narrow runs of cells go to the parts beside them, and straight pieces of borders
// are moved; bisection of the limit on loads; and shares of two sizes.
#include "extensions/cells/algorithms/other_problems.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/stopping.hpp"
#include "base/text.hpp"
#include "extensions/cells/sim/cell_bounds.hpp"
#include "extensions/cells/sim/cell_costs.hpp"
#include "sim/cells/owners.hpp"

namespace apportion {
namespace {

constexpr std::size_t axes = 3;

// A flat piece of a part's border: cells side by side at one place along the axis, with one owner, and one other owner
// beside them.
struct BorderPiece {
  std::vector<std::size_t> cells;
  std::size_t axis = 0;
  std::int64_t step = 1;  ///< the direction of the other owner along the axis: 1 or -1
  std::int32_t from = no_owner;
  std::int32_t to = no_owner;
};

// The rank of a division: less is better in the first member that differs.
struct WidthRank {
  double beyond = 0;  ///< the sum of all loads outside of their limits
  std::int64_t edges = 0;
  double squares = 0;  ///< the sum of squared distances of loads from their shares, as parts of these

  [[nodiscard]] bool operator<(const WidthRank& other) const {
    constexpr double rounding = 1e-9;
    if (std::abs(beyond - other.beyond) > rounding * std::max(beyond, other.beyond)) return beyond < other.beyond;
    if (edges != other.edges) return edges < other.edges;
    return squares < other.squares * (1 - rounding);
  }
};

class WideParts {
 public:
  WideParts(const CellProblem& problem, const Decomposition& division)
      : problem_(problem), limits_(load_limits(problem)), shares_(shares(problem)), cells_(problem, division) {
    loads_.resize(problem.cluster.size());
    for (std::size_t cell = 0; cell < cells_.size(); ++cell)
      if (cells_.owners[cell] != no_owner) load_of_owner(cell) += problem_.load(cell);
  }

  // Gives narrow runs to the parts beside them until none is left. Returns false if some are left after the last sweep.
  bool widen() {
    constexpr int most_sweeps = 100;
    for (int sweep = 0; sweep < most_sweeps; ++sweep) {
      stop_if_asked();
      if (!widen_once()) return true;
    }
    return false;
  }

  // Moves pieces of borders as long as that improves the division and makes no run narrow.
  void improve() {
    constexpr int most_sweeps = 200;
    for (int sweep = 0; sweep < most_sweeps; ++sweep) {
      bool has_moved = false;
      for (std::size_t cell = 0; cell < cells_.size(); ++cell)
        for (std::size_t axis = 0; axis < axes; ++axis)
          for (const std::int64_t step : {-1, 1}) has_moved = moves_at(cell, axis, step) || has_moved;
      if (!has_moved) return;
    }
  }

  [[nodiscard]] Decomposition division() const {
    return division_of(problem_.rows, problem_.columns, problem_.cluster.size(), cells_.owners);
  }

 private:
  double& load_of_owner(std::size_t cell) { return loads_[static_cast<std::size_t>(cells_.owners[cell])]; }

  void give(std::size_t cell, std::int32_t owner) {
    load_of_owner(cell) -= problem_.load(cell);
    cells_.owners[cell] = owner;
    load_of_owner(cell) += problem_.load(cell);
  }

  bool widen_once() {
    bool has_changed = false;
    for (std::size_t axis = 0; axis < axes; ++axis)
      for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
        const std::int32_t owner = cells_.owners[cell];
        const std::int32_t before = cells_.owner_at(cell, axis, -1);
        if (before == owner || !cells_.is_narrow(cell, axis, problem_.least_width[axis])) continue;
        std::int64_t length = 1;
        while (cells_.owner_at(cell, axis, length) == owner) ++length;
        const std::int32_t heir = needier(before, cells_.owner_at(cell, axis, length));
        for (std::int64_t k = 0; k < length; ++k) give(cell + static_cast<std::size_t>(k * cells_.strides[axis]), heir);
        has_changed = true;
      }
    return has_changed;
  }

  // The owner whose load is the lesser part of its share; if one of them is no_owner, the other one.
  [[nodiscard]] std::int32_t needier(std::int32_t a, std::int32_t b) const {
    if (a == no_owner || b == no_owner) return std::max(a, b);
    const auto filled = [&](std::int32_t owner) {
      return loads_[static_cast<std::size_t>(owner)] / shares_[static_cast<std::size_t>(owner)];
    };
    return filled(b) < filled(a) ? b : a;
  }

  // The piece of which the cell is the first, in the order of the cells.
  std::optional<BorderPiece> piece_at(std::size_t first, std::size_t axis, std::int64_t step) {
    const std::int32_t from = cells_.owners[first];
    const std::int32_t to = cells_.owner_at(first, axis, step);
    if (from == no_owner || to == no_owner || from == to) return std::nullopt;
    BorderPiece piece{.cells = {first}, .axis = axis, .step = step, .from = from, .to = to};
    bool is_first = true;
    is_met_[first] = true;
    for (std::size_t next = 0; next < piece.cells.size() && is_first; ++next)
      for_each_beside(piece.cells[next], axis, [&](std::size_t beside) {
        if (is_met_[beside] || cells_.owners[beside] != from || cells_.owner_at(beside, axis, step) != to) return;
        is_first = is_first && beside > first;
        is_met_[beside] = true;
        piece.cells.push_back(beside);
      });
    for (const std::size_t cell : piece.cells) is_met_[cell] = false;
    if (!is_first) return std::nullopt;
    return piece;
  }

  // Calls visit(cell) for the cells beside one, except along the axis.
  template <class Visit>
  void for_each_beside(std::size_t cell, std::size_t except, Visit visit) const {
    for (std::size_t axis = 0; axis < axes; ++axis)
      for (const std::int64_t step : {-1, 1})
        if (axis != except && cells_.owner_at(cell, axis, step) != no_owner)
          visit(static_cast<std::size_t>(static_cast<std::int64_t>(cell) + step * cells_.strides[axis]));
  }

  bool moves_at(std::size_t cell, std::size_t axis, std::int64_t step) {
    const std::optional<BorderPiece> piece = piece_at(cell, axis, step);
    if (!piece) return false;
    stop_if_asked();
    if (moves(*piece)) return true;
    for (std::size_t across = 0; across < axes; ++across)
      if (across != axis && moves_part_of(*piece, across)) return true;
    return false;
  }

  // Moves the cells of a piece up to a place along another axis, or from there on, whose load best balances both parts.
  // Returns whether any moved.
  bool moves_part_of(const BorderPiece& piece, std::size_t across) {
    const double wanted = (surplus(piece.from) - surplus(piece.to)) / 2;
    if (wanted <= 0) return false;
    const auto place_of = [&](std::size_t cell) { return cells_.coordinate(static_cast<std::int64_t>(cell), across); };
    for (const bool from_behind : {false, true}) {
      BorderPiece part = piece;
      std::ranges::stable_sort(part.cells, {},
                               [&](std::size_t cell) { return from_behind ? -place_of(cell) : place_of(cell); });
      double sum = 0;
      std::size_t count = 0;
      while (count < part.cells.size() && sum + problem_.load(part.cells[count]) / 2 < wanted)
        sum += problem_.load(part.cells[count++]);
      while (count > 0 && count < part.cells.size() && place_of(part.cells[count]) == place_of(part.cells[count - 1]))
        ++count;
      if (count == 0 || count == part.cells.size()) continue;
      part.cells.resize(count);
      if (moves(part)) return true;
    }
    return false;
  }

  [[nodiscard]] double surplus(std::int32_t owner) const {
    return loads_[static_cast<std::size_t>(owner)] - shares_[static_cast<std::size_t>(owner)];
  }

  bool moves(const BorderPiece& piece) {
    const WidthRank before = rank_around(piece);
    for (const std::size_t cell : piece.cells) give(cell, piece.to);
    if (keeps_one_piece(piece) && rank_around(piece) < before && is_wide_around(piece)) return true;
    for (const std::size_t cell : piece.cells) give(cell, piece.from);
    return false;
  }

  // Whether the part stays connected: each of its cells beside the moved ones has another one behind it.
  [[nodiscard]] bool keeps_one_piece(const BorderPiece& piece) const {
    bool keeps = true;
    for (const std::size_t cell : piece.cells)
      for_each_beside(cell, piece.axis, [&](std::size_t beside) {
        if (cells_.owners[beside] == piece.from)
          keeps = keeps && cells_.owner_at(beside, piece.axis, -piece.step) == piece.from;
      });
    return keeps && std::ranges::all_of(piece.cells, [&](std::size_t cell) {
             return cells_.owner_at(cell, piece.axis, -piece.step) == piece.from;
           });
  }

  [[nodiscard]] bool is_wide(std::size_t cell) const {
    for (std::size_t axis = 0; axis < axes; ++axis)
      if (cells_.is_narrow(cell, axis, problem_.least_width[axis])) return false;
    return true;
  }

  [[nodiscard]] bool is_wide_around(const BorderPiece& piece) const {
    return std::ranges::all_of(piece.cells, [&](std::size_t cell) {
      bool all_wide = is_wide(cell);
      for_each_beside(cell, axes, [&](std::size_t beside) { all_wide = all_wide && is_wide(beside); });
      return all_wide;
    });
  }

  // The rank from the loads of both parts and the edges at the piece.
  [[nodiscard]] WidthRank rank_around(const BorderPiece& piece) const {
    WidthRank rank;
    for (const std::int32_t owner : {piece.from, piece.to}) {
      const auto part = static_cast<std::size_t>(owner);
      rank.beyond += limits_.excess_of(loads_[part], part);
      rank.squares += std::pow(surplus(owner) / shares_[part], 2);
    }
    for (const std::size_t cell : piece.cells)
      for_each_beside(cell, axes,
                      [&](std::size_t beside) { rank.edges += cells_.owners[beside] != cells_.owners[cell] ? 1 : 0; });
    return rank;
  }

  const CellProblem& problem_;
  LoadLimits limits_;
  std::vector<double> shares_;
  OwnedCells cells_;
  std::vector<bool> is_met_ = std::vector<bool>(cells_.size());  // visited by piece_at()
  std::vector<double> loads_ = {};
};

// Blocks of cells along an axis, as many as possible with at least `width` cells.
struct Blocks {
  std::int64_t side = 1;
  std::int64_t count = 1;

  [[nodiscard]] std::int64_t of(std::int64_t place) const { return ((place + 1) * count - 1) / side; }
};

std::array<Blocks, axes> blocks_of(const CellProblem& problem) {
  const std::array<std::int64_t, axes> sides = {problem.layers, problem.layer_rows(), problem.columns};
  std::array<Blocks, axes> blocks;
  for (std::size_t axis = 0; axis < axes; ++axis)
    blocks.at(axis) = {sides.at(axis), std::max<std::int64_t>(1, sides.at(axis) / problem.least_width.at(axis))};
  return blocks;
}

// The number of each cell's block, in the order of the blocks' own array.
std::vector<std::size_t> block_of_each(const CellProblem& problem, const std::array<Blocks, axes>& blocks) {
  std::vector<std::size_t> numbers;
  numbers.reserve(static_cast<std::size_t>(problem.rows * problem.columns));
  for (std::int64_t row = 0; row < problem.rows; ++row)
    for (std::int64_t column = 0; column < problem.columns; ++column) {
      const std::int64_t layer = blocks[0].of(row / problem.layer_rows());
      const std::int64_t line = layer * blocks[1].count + blocks[1].of(row % problem.layer_rows());
      numbers.push_back(static_cast<std::size_t>(line * blocks[2].count + blocks[2].of(column)));
    }
  return numbers;
}

std::shared_ptr<const CellLoads> loads_of_blocks(const CellLoads* loads, const std::array<Blocks, axes>& blocks,
                                                 const std::vector<std::size_t>& block_of) {
  const std::int64_t rows = blocks[0].count * blocks[1].count;
  std::vector<double> sums(static_cast<std::size_t>(rows * blocks[2].count));
  for (std::size_t cell = 0; cell < block_of.size(); ++cell)
    sums[block_of[cell]] += loads == nullptr ? 1 : loads->at(cell);
  return std::make_shared<const CellLoads>(rows, blocks[2].count, std::move(sums), blocks[0].count);
}

// The problem with blocks in place of cells, without memory limits, which are in cells.
CellProblem problem_of_blocks(const CellProblem& problem, const std::array<Blocks, axes>& blocks,
                              const std::vector<std::size_t>& block_of) {
  CellProblem coarse = problem;
  coarse.layers = blocks[0].count;
  coarse.rows = blocks[0].count * blocks[1].count;
  coarse.columns = blocks[2].count;
  if (problem.in_space() && !coarse.in_space()) coarse.stencil = problem.stencil == 7 ? 5 : 9;
  coarse.loads = loads_of_blocks(problem.loads.get(), blocks, block_of);
  for (auto& map : coarse.maps) map = loads_of_blocks(map.get(), blocks, block_of);
  coarse.memory.clear();
  coarse.cell_memory = nullptr;
  coarse.platform = nullptr;
  coarse.least_width = {1, 1, 1};
  return coarse;
}

// The division by blocks; nullopt if there are too few blocks for all processors, or the algorithm refuses.
std::optional<Decomposition> divided_by_blocks(const CellProblem& problem,
                                               const std::function<Decomposition(const CellProblem&)>& solve) try {
  const std::array<Blocks, axes> blocks = blocks_of(problem);
  const std::vector<std::size_t> block_of = block_of_each(problem, blocks);
  const CellProblem coarse = problem_of_blocks(problem, blocks, block_of);
  if (active_cells(coarse) < static_cast<std::int64_t>(problem.cluster.size())) return std::nullopt;
  const std::vector<std::int32_t> owners = owners_of(solve(coarse));
  std::vector<std::int32_t> all;
  all.reserve(block_of.size());
  for (const std::size_t block : block_of) all.push_back(owners[block]);
  return division_of(problem.rows, problem.columns, problem.cluster.size(), all);
} catch (const InputError&) {
  return std::nullopt;
}

// The division without narrow runs; nullopt if some remain.
std::optional<Decomposition> widened(const CellProblem& problem, const Decomposition& division) {
  WideParts parts(problem, division);
  if (!parts.widen()) return std::nullopt;
  parts.improve();
  Decomposition wide = parts.division();
  if (count_narrow_runs(problem, wide) > 0) return std::nullopt;
  return wide;
}

std::string widths_text(const CellProblem& problem) {
  const auto [layers, rows, columns] = problem.least_width;
  if (rows == columns && (layers == rows || !problem.in_space())) return fmt::format("{}", rows);
  return fmt::format("{} x {}{}", columns, rows, layers > 1 ? fmt::format(" x {}", layers) : "");
}

}  // namespace

Decomposition wide_division(const CellProblem& problem,
                            const std::function<Decomposition(const CellProblem& problem)>& solve) {
  // Where all cells are active each part has a crossing of every K-th lines: its run along one axis reaches such a
  // line, and the run along the next axis, in this line, the crossing.
  const auto [layers, rows, columns] = blocks_of(problem);
  const std::int64_t most = layers.count * rows.count * columns.count;
  if (active_cells(problem) == problem.rows * problem.columns &&
      most < static_cast<std::int64_t>(problem.cluster.size()))
    throw InputError("the {} cells have at most {} that are nowhere narrower than {} cells; there are {} processors",
                     sides_text(problem), counted(most, "part"), widths_text(problem), problem.cluster.size());
  CellProblem narrow = problem;
  narrow.least_width = {1, 1, 1};
  std::vector<Decomposition> divisions = {solve(narrow)};
  if (const std::optional<Decomposition> by_blocks = divided_by_blocks(problem, solve)) divisions.push_back(*by_blocks);
  std::vector<std::pair<CellRank, Decomposition>> found;
  for (const Decomposition& division : divisions)
    if (const std::optional<Decomposition> wide = widened(problem, division))
      if (const CellRank rank = cell_rank(problem, *wide); rank.empty == 0) found.emplace_back(rank, *wide);
  if (found.empty())
    throw InputError(
        "no division of the {} cells among {} processors was found whose parts are nowhere narrower than {} "
        "cells; take a lesser width, or fewer processors",
        sides_text(problem), problem.cluster.size(), widths_text(problem));
  return std::ranges::min_element(found, [](const auto& a, const auto& b) { return a.first < b.first; })->second;
}

// --- Least greatest load

CellSolution least_load_division(const CellProblem& problem, int bisections,
                                 const std::function<CellSolution(const CellProblem& asked)>& solve) {
  constexpr double rounding = 1e-9;
  CellProblem asked = problem;
  asked.objective = Objective::total;
  CellSolution best;
  CellRank rank;
  double reached = 0;  // times its share, by the best
  bool proven = true;
  const auto ask = [&](double times) {
    asked.most_over_share = times;
    CellSolution next = solve(asked);
    proven = proven && next.proven;
    const CellRank offered = cell_rank(problem, next.decomposition);
    if (!best.decomposition.parts.empty() && offered > rank) return false;
    const bool is_less = best.decomposition.parts.empty() || offered < rank;
    best = std::move(next);
    rank = offered;
    reached = 1 + cell_balance(problem, best.decomposition).imbalance;
    return is_less;
  };
  double least = least_over_share(problem);
  ask(least);
  if (rank.has_shortcomings()) {  // under so low a limit parts may have to be empty
    const std::vector<double> ideal = shares(problem);
    ask(total_load(problem) / *std::ranges::min_element(ideal));
  }
  for (int step = 0; step < bisections && reached > least * (1 + rounding); ++step) {
    const double middle = (least + reached) / 2;
    if (!ask(middle)) least = middle;
  }
  if (reached > least * (1 + rounding)) ask(reached);  // the shortest boundary with that load
  best.proven = proven;
  return best;
}

// --- Shares of two sizes

std::optional<CellProblem> with_two_sizes(const CellProblem& problem) {
  constexpr double least_gain = 0.01;
  constexpr double least_cells = 2;  // of a part
  if (!problem.maps.empty() || !problem.memory.empty() || problem.most_over_share > 0) return std::nullopt;
  const std::vector<double> ideal = shares(problem);
  const double total = total_load(problem);
  const double cell = total / static_cast<double>(active_cells(problem));
  // Parts are within a cell of what is wanted, and exact where that is a whole number of equal cells.
  const auto rounded = [&](double load, double sign) {
    if (problem.loads) return load + sign * cell;
    return sign > 0 ? std::ceil(load - 1e-9) : std::floor(load + 1e-9);
  };
  std::vector<double> wanted;
  for (const double share : ideal) wanted.push_back(rounded(share * (1 + problem.imbalance), -1));
  double surplus = std::accumulate(wanted.begin(), wanted.end(), 0.0) - total;
  if (surplus <= 0 || *std::ranges::min_element(wanted) < least_cells * cell) return std::nullopt;
  std::vector<std::size_t> order(ideal.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::size_t part) { return ideal[part]; });
  for (const std::size_t part : order) {
    const double least =
        std::max(rounded(ideal[part] * (1 - problem.underload.value_or(problem.imbalance)), 1), least_cells * cell);
    const double given = std::clamp(wanted[part] - least, 0.0, surplus);
    wanted[part] -= given;
    surplus -= given;
  }
  const auto boundary = [&](const std::vector<double>& loads) {
    double sum = 0;
    for (const double load : loads) sum += problem.in_space() ? std::pow(load, 2.0 / 3) : std::sqrt(load);
    return sum;
  };
  if (surplus > total * 1e-9 || boundary(wanted) > (1 - least_gain) * boundary(ideal)) return std::nullopt;
  CellProblem asked = problem;
  asked.cluster.speeds = std::move(wanted);
  asked.imbalance = 0;
  asked.underload.reset();
  return asked;
}

}  // namespace apportion
