// Boundaries between parts by a sweep line.
#include "sim/rectangles/adjacency.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "base/stopping.hpp"

namespace apportion {
namespace {

struct Piece {
  std::size_t processor;
  Rect rect;
};

// The rectangles that are not empty, numbered as in the list, and the further ones.
std::vector<Piece> pieces_of(const std::vector<Rect>& rectangles, const std::vector<FurtherRect>& further = {}) {
  std::vector<Piece> pieces;
  pieces.reserve(rectangles.size());
  for (std::size_t i = 0; i < rectangles.size(); ++i) pieces.push_back({i, rectangles[i]});
  for (const FurtherRect& each : further) pieces.push_back({each.processor, each.rect});
  std::erase_if(pieces, [](const Piece& piece) { return !(piece.rect.area() > 0); });
  return pieces;
}

// The parts that the sweep line passed last, as spans along the line.
class Frontier {
 public:
  // Assigns the span [begin, end) to `owner`. Visits what it covers: the owner so far, and the length. Gaps that
  // rounding leaves between two spans are covered later, by lengths below the tolerance.
  template <class Visit>
  void put(double begin, double end, std::size_t owner, Visit visit) {
    auto span = spans_.upper_bound(begin);
    if (span != spans_.begin() && std::prev(span)->second.end > begin) --span;
    while (span != spans_.end() && span->first < end) {
      const auto [first, old] = *span;
      visit(old.owner, std::min(old.end, end) - std::max(first, begin));
      span = spans_.erase(span);
      if (first < begin) spans_.emplace(first, Span{begin, old.owner});
      if (end < old.end) spans_.emplace(end, old);
    }
    spans_.insert_or_assign(begin, Span{end, owner});
  }

 private:
  struct Span {
    double end;
    std::size_t owner;
  };

  std::map<double, Span> spans_;  // disjoint, keyed by where they begin
};

// Finds the boundaries across the direction of the columns: the line sweeps from column 0 on. A rectangle begins after
// all that it touches, since those are at least twice the tolerance wide.
void sweep(std::vector<Piece> pieces, double tolerance, std::vector<CommonBoundary>& common, double& wrapped) {
  std::ranges::sort(pieces, {}, [](const Piece& piece) { return std::pair(piece.rect.column, piece.rect.row); });
  Frontier frontier;
  for (const Piece& piece : pieces) {
    stop_if_asked();
    frontier.put(piece.rect.row, piece.rect.row_end(), piece.processor, [&](std::size_t other, double length) {
      if (other != piece.processor)
        common.push_back({std::min(other, piece.processor), std::max(other, piece.processor), length});
    });
  }
  // The line is at the far side of the array, which borders on the near side by wraparound.
  for (const Piece& piece : pieces) {
    if (piece.rect.column > tolerance) break;
    frontier.put(piece.rect.row, piece.rect.row_end(), piece.processor,
                 [&](std::size_t other, double length) { wrapped += other != piece.processor ? length : 0; });
  }
}

std::vector<CommonBoundary> both_sweeps(std::vector<Piece> pieces, double tolerance, double& wrapped) {
  std::vector<CommonBoundary> common;
  sweep(pieces, tolerance, common, wrapped);
  for (Piece& piece : pieces) piece.rect = piece.rect.transposed();
  sweep(std::move(pieces), tolerance, common, wrapped);
  return common;
}

// One entry for each pair whose common boundaries sum to more than the tolerance.
std::vector<CommonBoundary> summed(std::vector<CommonBoundary> common, double tolerance) {
  const auto pair = [](const CommonBoundary& boundary) { return std::pair(boundary.one, boundary.other); };
  std::ranges::sort(common, {}, pair);
  std::vector<CommonBoundary> pairs;
  for (const CommonBoundary& boundary : common)
    if (!pairs.empty() && pair(pairs.back()) == pair(boundary))
      pairs.back().length += boundary.length;
    else
      pairs.push_back(boundary);
  std::erase_if(pairs, [&](const CommonBoundary& boundary) { return !(boundary.length > tolerance); });
  return pairs;
}

}  // namespace

Boundaries boundaries(const Decomposition& decomposition, double tolerance) {
  Boundaries result;
  std::vector<CommonBoundary> common =
      both_sweeps(pieces_of(decomposition.parts, decomposition.further), tolerance, result.wrapped);
  for (const CommonBoundary& boundary : common) result.inner += boundary.length;
  result.pairs = static_cast<std::int64_t>(summed(std::move(common), tolerance).size());
  return result;
}

std::vector<CommonBoundary> pair_boundaries(const Decomposition& decomposition, double tolerance) {
  double wrapped = 0;
  return summed(both_sweeps(pieces_of(decomposition.parts, decomposition.further), tolerance, wrapped), tolerance);
}

std::vector<CommonBoundary> common_boundaries(const std::vector<Rect>& rectangles) {
  double wrapped = 0;
  return both_sweeps(pieces_of(rectangles), 0, wrapped);
}

}  // namespace apportion
