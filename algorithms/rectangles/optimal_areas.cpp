// Newton's method on the lines of one direction; those of the other follow.
#include "algorithms/rectangles/optimal_areas.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace apportion {
namespace {

constexpr std::size_t most_lines = most_rooms + 1;
constexpr int most_steps = 200;

using Vector = std::array<double, most_lines>;

// One direction of a layout: where each room begins and ends, by number of line.
struct Direction {
  std::span<const Room> rooms;
  std::size_t Room::*begin;
  std::size_t Room::*end;
  std::size_t lines;
  double length;
};

// Maximises F = sum of area x log(extent) over the positions of the inner lines.
class LineSearch {
 public:
  // The lines must leave every room an extent.
  LineSearch(const Direction& direction, std::span<const double> areas, const Vector& start)
      : direction_(direction), areas_(areas), at_(start) {
    measure();
  }

  bool converge() {
    for (int steps = 0; steps < most_steps; ++steps) {
      if (!find_step()) return false;
      const auto [shrinking, change] = greatest_changes();
      if (!(change <= std::numeric_limits<double>::max())) return false;
      if (change < 1e-8) {
        // Convergence is quadratic: what is left is rounding.
        move(at_, 1);
        return true;
      }
      if (!damp_and_move(shrinking)) return false;
    }
    return false;
  }

  [[nodiscard]] const Vector& positions() const { return at_; }
  [[nodiscard]] double extent(const Room& room) const {
    return at_[room.*direction_.end] - at_[room.*direction_.begin];
  }

 private:
  [[nodiscard]] std::size_t lines() const { return direction_.lines; }

  // Extents, as their inverses, and F's gradient.
  void measure() {
    gradient_.fill(0);
    for (std::size_t i = 0; i < areas_.size(); ++i) {
      const Room& room = direction_.rooms[i];
      inverse_[i] = 1 / extent(room);
      const double force = areas_[i] * inverse_[i];
      gradient_[room.*direction_.end] += force;
      gradient_[room.*direction_.begin] -= force;
    }
  }

  [[nodiscard]] double slope_along_step() const {
    double sum = 0;
    for (std::size_t line = 1; line + 1 < lines(); ++line) sum += gradient_[line] * step_[line];
    return sum;
  }

  // The Newton step: Cholesky's decomposition of the negated Hessian, which is positive definite.
  bool find_step() {
    std::array<Vector, most_lines> matrix{};
    for (std::size_t i = 0; i < areas_.size(); ++i) {
      const std::size_t begin = direction_.rooms[i].*direction_.begin;
      const std::size_t end = direction_.rooms[i].*direction_.end;
      const double stiffness = areas_[i] * inverse_[i] * inverse_[i];
      matrix[begin][begin] += stiffness;
      matrix[end][end] += stiffness;
      matrix[end][begin] -= stiffness;
    }
    step_ = gradient_;
    step_[0] = step_[lines() - 1] = 0;
    for (std::size_t row = 1; row + 1 < lines(); ++row)
      if (!eliminate(matrix, row)) return false;
    for (std::size_t row = lines() - 2; row > 0; --row) {
      for (std::size_t k = row + 1; k + 1 < lines(); ++k) step_[row] -= matrix[k][row] * step_[k];
      step_[row] *= matrix[row][row];
    }
    return true;
  }

  // A row of the triangular factor, with the inverse on its diagonal, and of the forward substitution.
  bool eliminate(std::array<Vector, most_lines>& matrix, std::size_t row) {
    for (std::size_t column = 1; column < row; ++column) {
      double sum = matrix[row][column];
      for (std::size_t k = 1; k < column; ++k) sum -= matrix[row][k] * matrix[column][k];
      matrix[row][column] = sum * matrix[column][column];
      step_[row] -= matrix[row][column] * step_[column];
    }
    double square = matrix[row][row];
    for (std::size_t k = 1; k < row; ++k) square -= matrix[row][k] * matrix[row][k];
    if (!(square > 0)) return false;
    matrix[row][row] = 1 / std::sqrt(square);
    step_[row] *= matrix[row][row];
    return true;
  }

  struct Changes {
    double shrinking = 0;
    double either_way = 0;
  };

  // By how much the step changes an extent at most, relative to itself; shrinking by 1 would bring it to nothing.
  [[nodiscard]] Changes greatest_changes() const {
    Changes greatest;
    for (std::size_t i = 0; i < areas_.size(); ++i) {
      const Room& room = direction_.rooms[i];
      const double change = (step_[room.*direction_.end] - step_[room.*direction_.begin]) * inverse_[i];
      greatest.shrinking = std::max(greatest.shrinking, -change);
      // So that what is not a number stays.
      if (!(std::abs(change) <= greatest.either_way)) greatest.either_way = std::abs(change);
    }
    return greatest;
  }

  void move(const Vector& from, double part) {
    for (std::size_t line = 1; line + 1 < lines(); ++line) at_[line] = from[line] + part * step_[line];
  }

  // As far along the step as all rooms keep a tenth of their extent and F does not begin to fall steeply.
  bool damp_and_move(double shrinking) {
    double part = shrinking > 0.9 ? 0.9 / shrinking : 1;
    const double slope = slope_along_step();
    const Vector from = at_;
    for (int halvings = 0; halvings < 40; ++halvings, part /= 2) {
      move(from, part);
      measure();
      if (slope_along_step() >= -0.5 * slope) return true;
    }
    return false;
  }

  const Direction& direction_;
  std::span<const double> areas_;
  Vector at_;
  Vector step_{};
  Vector gradient_{};
  std::array<double, most_rooms> inverse_{};
};

bool is_possible(const Direction& direction, const Vector& at) {
  return std::ranges::all_of(direction.rooms,
                             [&](const Room& room) { return at[room.*direction.end] > at[room.*direction.begin]; });
}

// Lines are numbered from border to border, so that these are in a possible order.
Vector evenly_spaced(const Direction& direction) {
  Vector at{};
  for (std::size_t line = 0; line < direction.lines; ++line)
    at[line] = direction.length * static_cast<double>(line) / static_cast<double>(direction.lines - 1);
  return at;
}

// The lines of the other direction, each where the rooms before it end.
Vector following(const Direction& direction, std::span<const double> extents) {
  Vector at{};
  for (std::size_t line = 1; line + 1 < direction.lines; ++line)
    for (std::size_t i = 0; i < extents.size(); ++i)
      if (direction.rooms[i].*direction.end == line) at[line] = at[direction.rooms[i].*direction.begin] + extents[i];
  at[direction.lines - 1] = direction.length;
  return at;
}

// Coordinates are as exact as rounding allows, so that thin rooms are less exact.
bool fits(double width, double height, double area, const Direction& across, const Direction& up) {
  const double rounding = across.length * height + up.length * width;
  return width > 0 && height > 0 && std::abs(width * height - area) <= 1e-13 * rounding;
}

// The second direction starts where the first one leads, and needs a step or two.
bool place(const Direction& first, const Direction& second, std::span<const double> areas,
           std::vector<double>& at_first, std::vector<double>& at_second) {
  LineSearch search(first, areas, evenly_spaced(first));
  if (!search.converge()) return false;
  std::array<double, most_rooms> extents{};
  for (std::size_t i = 0; i < areas.size(); ++i) extents[i] = areas[i] / search.extent(first.rooms[i]);
  const Vector start = following(second, std::span(extents).first(areas.size()));
  if (!is_possible(second, start)) return false;
  LineSearch other(second, areas, start);
  if (!other.converge()) return false;
  for (std::size_t i = 0; i < areas.size(); ++i)
    if (!fits(search.extent(first.rooms[i]), other.extent(first.rooms[i]), areas[i], first, second)) return false;
  at_first.assign(search.positions().begin(), search.positions().begin() + static_cast<std::ptrdiff_t>(first.lines));
  at_second.assign(other.positions().begin(), other.positions().begin() + static_cast<std::ptrdiff_t>(second.lines));
  return true;
}

}  // namespace

bool place_lines(const RoomLayout& layout, std::span<const double> areas, double width, double height,
                 LinePositions& positions) {
  const Direction across{layout.rooms, &Room::left, &Room::right, layout.vertical, width};
  const Direction up{layout.rooms, &Room::bottom, &Room::top, layout.horizontal, height};
  return layout.vertical <= layout.horizontal ? place(across, up, areas, positions.x, positions.y)
                                              : place(up, across, areas, positions.y, positions.x);
}

}  // namespace apportion
