// Tracing of outlines over the cells between the lines of the rectangles.
#include "experiments/problems/drawing/outline.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>

namespace apportion::problems {
namespace {

// Clockwise, rows running downwards.
enum class Heading : std::uint8_t { right, down, left, up };

constexpr std::array<Heading, 4> headings = {Heading::right, Heading::down, Heading::left, Heading::up};

Heading turned_right(Heading heading) { return headings.at((static_cast<std::size_t>(heading) + 1) % headings.size()); }

using Node = std::pair<std::size_t, std::size_t>;  // a crossing of two lines: row, column

Node step(const Node& node, Heading heading) {
  switch (heading) {
    case Heading::right:
      return {node.first, node.second + 1};
    case Heading::down:
      return {node.first + 1, node.second};
    case Heading::left:
      return {node.first, node.second - 1};
    default:
      return {node.first - 1, node.second};
  }
}

// The lines across one direction: coordinates within the tolerance are one.
class Lines {
 public:
  Lines(std::vector<double> coordinates, double tolerance) {
    std::ranges::sort(coordinates);
    for (const double coordinate : coordinates)
      if (first_.empty() || coordinate - first_.back() > tolerance) first_.push_back(coordinate);
  }

  [[nodiscard]] std::size_t number(double coordinate) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(first_, coordinate) - first_.begin()) - 1;
  }
  [[nodiscard]] double at(std::size_t number) const { return first_[number]; }
  [[nodiscard]] std::size_t size() const { return first_.size(); }

 private:
  std::vector<double> first_;
};

// The cells between the lines, with a border of empty ones around them.
class Cells {
 public:
  Cells(std::size_t rows, std::size_t columns) : columns_(columns + 2), filled_((rows + 2) * columns_) {}

  void fill(std::size_t row, std::size_t column) { filled_[(row + 1) * columns_ + column + 1] = true; }

  // Whether the side of a cell that leads from `node` in this direction is an outline's: a filled cell lies to the
  // right of it, and none to the left.
  [[nodiscard]] bool is_side(const Node& node, Heading heading) const {
    const bool above_right = at(node.first, node.second + 1);
    const bool above_left = at(node.first, node.second);
    const bool below_right = at(node.first + 1, node.second + 1);
    const bool below_left = at(node.first + 1, node.second);
    switch (heading) {
      case Heading::right:
        return below_right && !above_right;
      case Heading::down:
        return below_left && !below_right;
      case Heading::left:
        return above_left && !below_left;
      default:
        return above_right && !above_left;
    }
  }

 private:
  // Counted with the border: the cell before line i is i.
  [[nodiscard]] bool at(std::size_t row, std::size_t column) const { return filled_[row * columns_ + column]; }

  std::size_t columns_;
  std::vector<bool> filled_;
};

using Sides = std::map<Node, std::vector<Heading>>;

Sides sides_of(const Cells& cells, std::size_t rows, std::size_t columns) {
  Sides sides;
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0; column < columns; ++column)
      for (const Heading heading : headings)
        if (cells.is_side({row, column}, heading)) sides[{row, column}].push_back(heading);
  return sides;
}

// Takes one loop's sides away. Where pieces touch in a corner, turning right keeps to the piece.
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

}  // namespace

std::vector<OutlineLoop> outline(const std::vector<Rect>& rectangles, double tolerance) {
  std::vector<double> row_coordinates;
  std::vector<double> column_coordinates;
  for (const Rect& rect : rectangles) {
    row_coordinates.insert(row_coordinates.end(), {rect.row, rect.row_end()});
    column_coordinates.insert(column_coordinates.end(), {rect.column, rect.column_end()});
  }
  const Lines rows(std::move(row_coordinates), tolerance);
  const Lines columns(std::move(column_coordinates), tolerance);
  Cells cells(rows.size(), columns.size());
  for (const Rect& rect : rectangles)
    for (std::size_t row = rows.number(rect.row); row < rows.number(rect.row_end()); ++row)
      for (std::size_t column = columns.number(rect.column); column < columns.number(rect.column_end()); ++column)
        cells.fill(row, column);
  Sides sides = sides_of(cells, rows.size(), columns.size());
  std::vector<OutlineLoop> loops;
  while (!sides.empty()) {
    loops.emplace_back();
    for (const Node& node : take_loop(sides)) loops.back().push_back({rows.at(node.first), columns.at(node.second)});
  }
  return loops;
}

std::vector<OutlineLoop> part_outline(const Decomposition& decomposition, std::size_t processor) {
  // Rectangles of one part differ by rounding alone where they meet, and whole coordinates up to 1e12 by more.
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

}  // namespace apportion::problems
