// Boundary, neighbours, halo and fragments of divisions: of full arrays by their rectangles, of others cell by cell.
#include <algorithm>
#include <array>
#include <boost/pending/disjoint_sets.hpp>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "sim/cells/cell_costs.hpp"
#include "sim/cells/owners.hpp"
#include "sim/rectangles/adjacency.hpp"

namespace apportion {
namespace {

/// Sets of items that belong together.
class Pieces {
 public:
  explicit Pieces(std::size_t items) : rank_(items), parent_(items), sets_(rank_.data(), parent_.data()) {
    for (std::size_t item = 0; item < items; ++item) sets_.make_set(item);
  }
  Pieces(const Pieces&) = delete;
  Pieces& operator=(const Pieces&) = delete;

  /// Whether they did not belong together before.
  bool join(std::size_t one, std::size_t other) {
    const std::size_t first = sets_.find_set(one);
    const std::size_t second = sets_.find_set(other);
    if (first != second) sets_.link(first, second);
    return first != second;
  }

 private:
  std::vector<std::size_t> rank_;
  std::vector<std::size_t> parent_;
  boost::disjoint_sets<std::size_t*, std::size_t*> sets_;
};

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

std::int64_t distinct(Pairs pairs) {
  std::ranges::sort(pairs);
  return std::unique(pairs.begin(), pairs.end()) - pairs.begin();
}

// The cells of one line, from `begin` to the one before `end`.
struct Span {
  double line = 0;
  double begin = 0;
  double end = 0;
};

// Joins spans of one line that overlap or touch.
std::vector<Span> united(std::vector<Span> spans) {
  std::ranges::sort(spans, {}, [](const Span& span) { return std::pair(span.line, span.begin); });
  std::vector<Span> result;
  for (const Span& span : spans)
    if (!result.empty() && result.back().line == span.line && span.begin <= result.back().end)
      result.back().end = std::max(result.back().end, span.end);
    else
      result.push_back(span);
  return result;
}

// The cells that a part borders on, as spans along the rows and along the columns; corners may be in both.
struct Strips {
  std::vector<Span> along_rows;
  std::vector<Span> along_columns;
};

double length_of(const std::vector<Span>& spans) {
  return std::accumulate(spans.begin(), spans.end(), 0.0,
                         [](double sum, const Span& span) { return sum + span.end - span.begin; });
}

double cells_of(const Strips& strips) {
  const std::vector<Span> rows = united(strips.along_rows);
  const std::vector<Span> columns = united(strips.along_columns);
  double cells = length_of(rows) + length_of(columns);
  for (const Span& column : columns)
    for (auto row = std::ranges::lower_bound(rows, column.begin, {}, &Span::line);
         row != rows.end() && row->line < column.end; ++row)
      if (row->begin <= column.line && column.line < row->end) --cells;
  return cells;
}

// The cells of `other` along the boundary that it has in common with `rect`.
void add_strip(const Rect& rect, const Rect& other, Strips& strips) {
  const double row = std::max(rect.row, other.row);
  const double row_end = std::min(rect.row_end(), other.row_end());
  const double column = std::max(rect.column, other.column);
  const double column_end = std::min(rect.column_end(), other.column_end());
  if (column < column_end)
    strips.along_rows.push_back({other.row < rect.row ? other.row_end() - 1 : other.row, column, column_end});
  else
    strips.along_columns.push_back({other.column < rect.column ? other.column_end() - 1 : other.column, row, row_end});
}

struct OwnedRects {
  std::vector<Rect> rects;
  std::vector<std::size_t> owners;
};

OwnedRects owned_rects(const Decomposition& division) {
  OwnedRects owned;
  const auto add = [&](const Rect& rect, std::size_t owner) {
    if (rect.area() == 0) return;
    owned.rects.push_back(rect);
    owned.owners.push_back(owner);
  };
  for (std::size_t i = 0; i < division.parts.size(); ++i) add(division.parts[i], i);
  for (const FurtherRect& further : division.further) add(further.rect, further.processor);
  return owned;
}

std::int64_t empty_of(const std::vector<std::size_t>& owners, std::size_t parts) {
  std::vector<bool> has(parts, false);
  for (const std::size_t owner : owners) has[owner] = true;
  return std::ranges::count(has, false);
}

CellBoundary boundary_of_rectangles(const Decomposition& division) {
  const OwnedRects owned = owned_rects(division);
  const std::size_t parts = division.parts.size();
  CellBoundary result{.empty = empty_of(owned.owners, parts)};
  Pieces pieces(owned.rects.size());
  auto count = static_cast<std::int64_t>(owned.rects.size());
  std::vector<Strips> strips(parts);
  Pairs pairs;
  double edges = 0;
  for (const CommonBoundary& common : common_boundaries(owned.rects)) {
    const std::size_t one = owned.owners[common.one];
    const std::size_t other = owned.owners[common.other];
    if (one == other) {
      count -= pieces.join(common.one, common.other) ? 1 : 0;
      continue;
    }
    edges += common.length;
    pairs.emplace_back(std::min(one, other), std::max(one, other));
    add_strip(owned.rects[common.one], owned.rects[common.other], strips[one]);
    add_strip(owned.rects[common.other], owned.rects[common.one], strips[other]);
  }
  result.edges = static_cast<std::int64_t>(edges);
  result.neighbours = distinct(std::move(pairs));
  for (const Strips& each : strips) {
    const auto received = static_cast<std::int64_t>(cells_of(each));
    result.halo = std::max(result.halo, received);
    result.volume += received;
  }
  result.busiest = result.halo;
  result.fragments = count - (static_cast<std::int64_t>(parts) - result.empty);
  return result;
}

// Of the cells one by one; those that are left out have no owner.
class CellSweep {
 public:
  CellSweep(const CellLoads& loads, std::vector<std::int32_t> owners, std::size_t parts)
      : loads_(loads), owners_(std::move(owners)), halos_(parts, 0), sizes_(parts, 0), pieces_(owners_.size()) {}

  CellBoundary boundary() {
    for (std::int64_t row = 0; row < loads_.rows(); ++row)
      for (std::int64_t column = 0; column < loads_.columns(); ++column) visit(row, column);
    result_.neighbours = distinct(std::move(pairs_));
    result_.halo = *std::ranges::max_element(halos_);
    result_.busiest = result_.halo;
    result_.volume = std::accumulate(halos_.begin(), halos_.end(), std::int64_t{0});
    result_.empty = std::ranges::count(sizes_, 0);
    result_.fragments = loads_.active_cells() - joined_ - (static_cast<std::int64_t>(sizes_.size()) - result_.empty);
    return result_;
  }

 private:
  [[nodiscard]] std::size_t index(std::int64_t row, std::int64_t column) const {
    return static_cast<std::size_t>(row * loads_.columns() + column);
  }
  [[nodiscard]] std::int32_t owner(std::int64_t row, std::int64_t column) const {
    const bool inside = row >= 0 && column >= 0 && row < loads_.rows() && column < loads_.columns();
    return inside ? owners_[index(row, column)] : no_owner;
  }

  void visit(std::int64_t row, std::int64_t column) {
    const std::int32_t own = owner(row, column);
    if (own == no_owner) return;
    ++sizes_[static_cast<std::size_t>(own)];
    look_at(row, column, owner(row, column + 1), index(row, column) + 1);
    look_at(row, column, owner(row + 1, column), index(row, column) + static_cast<std::size_t>(loads_.columns()));
    std::array<std::int32_t, 4> around = {owner(row - 1, column), owner(row + 1, column), owner(row, column - 1),
                                          owner(row, column + 1)};
    std::ranges::sort(around);
    const auto* const end = std::unique(around.begin(), around.end());
    for (const auto* other = around.begin(); other != end; ++other)
      if (*other != own && *other != no_owner) ++halos_[static_cast<std::size_t>(*other)];
  }

  // The cell beside or below, whose number is `neighbour`.
  void look_at(std::int64_t row, std::int64_t column, std::int32_t other, std::size_t neighbour) {
    const std::int32_t own = owner(row, column);
    if (other == no_owner) return;
    if (other == own) {
      joined_ += pieces_.join(index(row, column), neighbour) ? 1 : 0;
      return;
    }
    ++result_.edges;
    const std::pair<std::size_t, std::size_t> pair(static_cast<std::size_t>(std::min(own, other)),
                                                   static_cast<std::size_t>(std::max(own, other)));
    if (pairs_.empty() || pairs_.back() != pair) pairs_.push_back(pair);
  }

  const CellLoads& loads_;
  std::vector<std::int32_t> owners_;
  std::vector<std::int64_t> halos_;
  std::vector<std::int64_t> sizes_;
  Pieces pieces_;
  Pairs pairs_;
  std::int64_t joined_ = 0;
  CellBoundary result_;
};

// What each part receives where an update reads the eight cells around one, each cell at its own owner's.
std::vector<std::int64_t> received_by_nine_points(std::int64_t rows, std::int64_t columns, std::size_t parts,
                                                  const std::vector<std::int32_t>& owners) {
  std::vector<std::int64_t> received(parts, 0);
  const auto owner = [&](std::int64_t row, std::int64_t column) {
    return owners[static_cast<std::size_t>(row * columns + column)];
  };
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t column = 0; column < columns; ++column) {
      const std::int32_t own = owner(row, column);
      if (own == no_owner) continue;
      std::array<std::int32_t, 8> others{};
      auto* end = others.begin();
      for (std::int64_t y = std::max<std::int64_t>(row - 1, 0); y < std::min(row + 2, rows); ++y)
        for (std::int64_t x = std::max<std::int64_t>(column - 1, 0); x < std::min(column + 2, columns); ++x)
          if (const std::int32_t other = owner(y, x);
              other != own && other != no_owner && std::find(others.begin(), end, other) == end) {
            *end++ = other;
            ++received[static_cast<std::size_t>(other)];
          }
    }
  return received;
}

}  // namespace

CellBoundary cell_boundary(const CellProblem& problem, const Decomposition& division) {
  const std::size_t parts = division.parts.size();
  CellBoundary boundary = problem.loads
                              ? CellSweep(*problem.loads, active_owners_of(*problem.loads, division), parts).boundary()
                              : boundary_of_rectangles(division);
  if (problem.stencil == 5) return boundary;
  const std::vector<std::int64_t> received =
      received_by_nine_points(problem.rows, problem.columns, parts,
                              problem.loads ? active_owners_of(*problem.loads, division) : owners_of(division));
  boundary.volume = std::accumulate(received.begin(), received.end(), std::int64_t{0});
  boundary.busiest = *std::ranges::max_element(received);
  return boundary;
}

}  // namespace apportion
