// Outlines of parts, and their room for labels.
#include "experiments/problems/drawing/outline.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <map>
#include <utility>

namespace apportion::problems {
namespace {

using Node = std::pair<std::size_t, std::size_t>;  // a crossing of two lines: row, column

// Right, down, left and up by number: clockwise, since rows run downwards.
using Heading = std::size_t;
constexpr Heading headings = 4;

Heading turned_right(Heading heading) { return (heading + 1) % headings; }
Heading turned_left(Heading heading) { return (heading + headings - 1) % headings; }

Node step(const Node& node, Heading heading) {
  const std::array<Node, headings> nodes = {{{node.first, node.second + 1},
                                             {node.first + 1, node.second},
                                             {node.first, node.second - 1},
                                             {node.first - 1, node.second}}};
  return nodes.at(heading);
}

// The cell to the right of the side from a node in this direction.
Node cell_on_right(const Node& node, Heading heading) {
  const std::array<Node, headings> cells = {
      {node, {node.first, node.second - 1}, {node.first - 1, node.second - 1}, {node.first - 1, node.second}}};
  return cells.at(heading);
}

// The intervals between the lines of rectangles, row by row, and whether they are filled; those of `left_out` are not.
class FilledCells {
 public:
  FilledCells(const std::vector<Rect>& rectangles, const std::vector<Rect>& left_out, double tolerance)
      : rows_(joined(rectangles, left_out), &Rect::row, &Rect::row_end, tolerance),
        columns_(joined(rectangles, left_out), &Rect::column, &Rect::column_end, tolerance),
        filled_(rows_.intervals() * columns_.intervals(), false) {
    for (const Rect& rect : rectangles) fill(rect, true);
    for (const Rect& rect : left_out) fill(rect, false);
  }

  [[nodiscard]] const Lines& rows() const { return rows_; }
  [[nodiscard]] const Lines& columns() const { return columns_; }

  // False beyond the lines, where numbers below 0 wrap around.
  [[nodiscard]] bool at(const Node& cell) const {
    const auto& [row, column] = cell;
    return row < rows_.intervals() && column < columns_.intervals() && filled_[row * columns_.intervals() + column];
  }

  // Whether the side of a cell from `node` in this direction is part of an outline: the cell on its right is filled,
  // the one on its left is not.
  [[nodiscard]] bool is_side(const Node& node, Heading heading) const {
    return at(cell_on_right(node, heading)) && !at(cell_on_right(node, turned_left(heading)));
  }

 private:
  static std::vector<Rect> joined(std::vector<Rect> rectangles, const std::vector<Rect>& others) {
    rectangles.insert(rectangles.end(), others.begin(), others.end());
    return rectangles;
  }

  void fill(const Rect& rect, bool value) {
    const std::size_t end = columns_.number(rect.column_end());
    for (std::size_t row = rows_.number(rect.row); row < rows_.number(rect.row_end()); ++row)
      for (std::size_t column = columns_.number(rect.column); column < end; ++column)
        filled_[row * columns_.intervals() + column] = value;
  }

  Lines rows_;
  Lines columns_;
  std::vector<bool> filled_;
};

using Sides = std::map<Node, std::vector<Heading>>;

Sides sides_of(const FilledCells& cells) {
  Sides sides;
  for (std::size_t row = 0; row < cells.rows().size(); ++row)
    for (std::size_t column = 0; column < cells.columns().size(); ++column)
      for (Heading heading = 0; heading < headings; ++heading)
        if (cells.is_side({row, column}, heading)) sides[{row, column}].push_back(heading);
  return sides;
}

// Removes the sides of one loop. Turning right follows a single piece if pieces touch in a corner.
std::vector<Node> take_loop(Sides& sides) {
  const Node start = sides.begin()->first;
  std::vector<Node> corners = {start};
  Node node = start;
  Heading heading = sides.begin()->second.front();
  do {
    std::vector<Heading>& leaving = sides.at(node);
    const auto preferred = std::ranges::find(leaving, node == start ? heading : turned_right(heading));
    const auto taken = preferred == leaving.end() ? leaving.begin() : preferred;
    if (*taken != heading) corners.push_back(node);
    heading = *taken;
    leaving.erase(taken);
    if (leaving.empty()) sides.erase(node);
    node = step(node, heading);
  } while (node != start);
  return corners;
}

bool overlap(const Rect& one, const Rect& other) {
  return one.row < other.row_end() && other.row < one.row_end() && one.column < other.column_end() &&
         other.column < one.column_end();
}

// The filled rectangle with the most room, found row by row by the heights of filled intervals.
std::optional<Rect> roomiest(const FilledCells& cells, const Extent& label) {
  const Lines& rows = cells.rows();
  const Lines& columns = cells.columns();
  std::optional<Rect> best;
  const auto room = [&label](const Rect& rect) {
    return std::pair(std::min({rect.columns / label.columns, rect.rows / label.rows, 1.0}), rect.area());
  };
  std::vector<std::size_t> top(columns.intervals());  // of the filled intervals that end in this row
  for (std::size_t row = 0; row < rows.intervals(); ++row) {
    struct Open {
      std::size_t column = 0;  // first column of a rectangle that extends up to `top`
      std::size_t top = 0;
    };
    std::vector<Open> open;
    for (std::size_t column = 0; column <= columns.intervals(); ++column) {
      if (column < columns.intervals() && !cells.at({row, column})) top[column] = row + 1;
      const std::size_t reached = column < columns.intervals() ? top[column] : row + 1;
      std::size_t from = column;
      while (!open.empty() && open.back().top < reached) {
        from = open.back().column;
        const std::size_t first = open.back().top;
        const Rect rect{rows.at(first), columns.at(from), rows.at(row + 1) - rows.at(first),
                        columns.at(column) - columns.at(from)};
        if (!best || room(rect) > room(*best)) best = rect;
        open.pop_back();
      }
      if (reached <= row && (open.empty() || open.back().top > reached)) open.push_back({from, reached});
    }
  }
  return best;
}

}  // namespace

Lines::Lines(const std::vector<Rect>& rectangles, double Rect::*begin, double (Rect::*end)() const, double tolerance) {
  std::vector<double> coordinates;
  for (const Rect& rect : rectangles) coordinates.insert(coordinates.end(), {rect.*begin, (rect.*end)()});
  std::ranges::sort(coordinates);
  for (const double coordinate : coordinates)
    if (first_.empty() || coordinate - first_.back() > tolerance) first_.push_back(coordinate);
}

std::size_t Lines::number(double coordinate) const {
  const auto after = std::ranges::upper_bound(first_, coordinate);
  return after == first_.begin() ? 0 : static_cast<std::size_t>(after - first_.begin()) - 1;
}

Rect bounding_box(const std::vector<Rect>& rectangles) {
  Rect box = rectangles.front();
  for (const Rect& rect : rectangles) {
    const double row_end = std::max(box.row_end(), rect.row_end());
    const double column_end = std::max(box.column_end(), rect.column_end());
    box.row = std::min(box.row, rect.row);
    box.column = std::min(box.column, rect.column);
    box.rows = row_end - box.row;
    box.columns = column_end - box.column;
  }
  return box;
}

std::vector<OutlineLoop> outline(const std::vector<Rect>& rectangles, double tolerance) {
  const FilledCells cells(rectangles, {}, tolerance);
  Sides sides = sides_of(cells);
  std::vector<OutlineLoop> loops;
  while (!sides.empty()) {
    loops.emplace_back();
    for (const Node& node : take_loop(sides))
      loops.back().push_back({cells.rows().at(node.first), cells.columns().at(node.second)});
  }
  return loops;
}

std::vector<OutlineLoop> part_outline(const Decomposition& decomposition, std::size_t processor) {
  // Coordinates of adjacent rectangles of a part differ by rounding only, and whole coordinates up to 1e12 by more.
  constexpr double rounding = 1e-13;
  return outline(rectangles_of(decomposition, processor), rounding * decomposition.extent.half_perimeter());
}

double length_of(const std::vector<OutlineLoop>& loops) {
  double length = 0;
  for (const OutlineLoop& loop : loops) {
    OutlineCorner last = loop.back();
    for (const OutlineCorner& corner : loop) {
      length += std::abs(corner.row - last.row) + std::abs(corner.column - last.column);
      last = corner;
    }
  }
  return length;
}

double part_perimeter(const Decomposition& decomposition, std::size_t processor) {
  const std::vector<Rect> rectangles = rectangles_of(decomposition, processor);
  if (rectangles.size() == 1) return 2 * (rectangles[0].rows + rectangles[0].columns);
  return length_of(part_outline(decomposition, processor));
}

std::optional<Rect> label_box(const std::vector<Rect>& rectangles, const std::vector<Rect>& left_out,
                              const Extent& label, double tolerance) {
  const Rect box = bounding_box(rectangles);
  std::vector<Rect> holes;
  std::ranges::copy_if(left_out, std::back_inserter(holes), [&box](const Rect& hole) { return overlap(box, hole); });
  if (holes.empty() && rectangles.size() == 1) return rectangles.front();
  return roomiest(FilledCells(rectangles, holes, tolerance), label);
}

}  // namespace apportion::problems
