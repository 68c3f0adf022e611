// The roomiest rectangle in a part, by a stack of columns below each row.
#include "experiments/problems/drawing/label_box.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace apportion::problems {
namespace {

bool overlap(const Rect& one, const Rect& other) {
  return one.row < other.row_end() && other.row < one.row_end() && one.column < other.column_end() &&
         other.column < one.column_end();
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

// The distinct lines across one direction.
class Lines {
 public:
  Lines(std::vector<double> coordinates, double tolerance) {
    std::ranges::sort(coordinates);
    for (const double coordinate : coordinates)
      if (first_.empty() || coordinate - first_.back() > tolerance) first_.push_back(coordinate);
  }

  [[nodiscard]] std::size_t number(double coordinate) const {
    const auto after = std::ranges::upper_bound(first_, coordinate);
    return after == first_.begin() ? 0 : static_cast<std::size_t>(after - first_.begin()) - 1;
  }
  [[nodiscard]] double at(std::size_t number) const { return first_[number]; }
  [[nodiscard]] std::size_t intervals() const { return first_.size() - 1; }

 private:
  std::vector<double> first_;
};

// The intervals between the lines, row by row, and which of them are the part's.
class Cells {
 public:
  Cells(const std::vector<Rect>& rectangles, const std::vector<Rect>& left_out, double tolerance)
      : rows_(ends(rectangles, left_out, &Rect::row, &Rect::row_end), tolerance),
        columns_(ends(rectangles, left_out, &Rect::column, &Rect::column_end), tolerance),
        filled_(rows_.intervals() * columns_.intervals(), false) {
    for (const Rect& rect : rectangles) fill(rect, true);
    for (const Rect& rect : left_out) fill(rect, false);
  }

  // Of all rectangles, by the area to which filled intervals reach up from each row.
  [[nodiscard]] std::optional<Rect> roomiest(const Extent& label) const {
    std::optional<Rect> best;
    const auto room = [&label](const Rect& rect) {
      return std::pair(std::min({rect.columns / label.columns, rect.rows / label.rows, 1.0}), rect.area());
    };
    std::vector<std::size_t> top(columns_.intervals());  // of the filled intervals that end in this row
    for (std::size_t row = 0; row < rows_.intervals(); ++row) {
      struct Open {
        std::size_t column = 0;  // from which a rectangle reaches up to `top`
        std::size_t top = 0;
      };
      std::vector<Open> open;
      for (std::size_t column = 0; column <= columns_.intervals(); ++column) {
        const std::size_t reached = column < columns_.intervals() ? top_at(row, column, top) : row + 1;
        std::size_t from = column;
        while (!open.empty() && open.back().top < reached) {
          from = open.back().column;
          const Rect rect = between(open.back().top, row + 1, from, column);
          if (!best || room(rect) > room(*best)) best = rect;
          open.pop_back();
        }
        if (reached <= row && (open.empty() || open.back().top > reached)) open.push_back({from, reached});
      }
    }
    return best;
  }

 private:
  static std::vector<double> ends(const std::vector<Rect>& rectangles, const std::vector<Rect>& left_out,
                                  double Rect::*begin, double (Rect::*end)() const) {
    std::vector<double> coordinates;
    for (const std::vector<Rect>* list : {&rectangles, &left_out})
      for (const Rect& rect : *list) coordinates.insert(coordinates.end(), {rect.*begin, (rect.*end)()});
    return coordinates;
  }

  void fill(const Rect& rect, bool value) {
    const std::size_t end = columns_.number(rect.column_end());
    for (std::size_t row = rows_.number(rect.row); row < rows_.number(rect.row_end()); ++row)
      for (std::size_t column = columns_.number(rect.column); column < end; ++column)
        filled_[row * columns_.intervals() + column] = value;
  }

  // The first of the filled rows that end here; the next row if this one is not filled.
  [[nodiscard]] std::size_t top_at(std::size_t row, std::size_t column, std::vector<std::size_t>& top) const {
    if (!filled_[row * columns_.intervals() + column]) top[column] = row + 1;
    return top[column];
  }

  [[nodiscard]] Rect between(std::size_t row, std::size_t row_end, std::size_t column, std::size_t column_end) const {
    return {rows_.at(row), columns_.at(column), rows_.at(row_end) - rows_.at(row),
            columns_.at(column_end) - columns_.at(column)};
  }

  Lines rows_;
  Lines columns_;
  std::vector<bool> filled_;
};

}  // namespace

std::optional<Rect> label_box(const std::vector<Rect>& rectangles, const std::vector<Rect>& left_out,
                              const Extent& label, double tolerance) {
  const Rect box = bounding_box(rectangles);
  std::vector<Rect> holes;
  std::ranges::copy_if(left_out, std::back_inserter(holes), [&box](const Rect& hole) { return overlap(box, hole); });
  if (holes.empty() && rectangles.size() == 1) return rectangles.front();
  return Cells(rectangles, holes, tolerance).roomiest(label);
}

}  // namespace apportion::problems
