// Arrays of 2 or 3 axes with a border, the places around a place, and whether these are connected. Code that uses it is
// written once for the plane and for space.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "base/stopping.hpp"

namespace apportion {

/// The sides of a place have the numbers 0 to 2 Axes - 1: forwards and backwards along the last axis, then along the
/// one before it, and so on. Two sides share an edge if they are on different axes: these are all such pairs.
template <std::size_t Axes>
constexpr std::array<std::array<std::size_t, 2>, 2 * Axes*(Axes - 1)> edges_between_sides() {
  std::array<std::array<std::size_t, 2>, 2 * Axes*(Axes - 1)> edges{};
  std::size_t count = 0;
  for (std::size_t side = 2; side < 2 * Axes; ++side)
    for (std::size_t other = 0; other < side - side % 2; ++other) edges[count++] = {side, other};
  return edges;
}

/// Whether the places of a set that are beside a place are connected around it: a place of the set at an edge connects
/// the two beside it. The first bits of the set are the sides, the others the edges.
template <std::size_t Axes>
constexpr bool hang_together(std::size_t set) {
  const std::size_t beside = set % (std::size_t{1} << (2 * Axes));
  std::size_t reached = beside & (~beside + 1);
  for (std::size_t before = 0; reached != before && reached != beside;) {
    before = reached;
    std::size_t edge = set >> (2 * Axes);
    for (const auto& [side, other] : edges_between_sides<Axes>()) {
      const std::size_t both = (std::size_t{1} << side) | (std::size_t{1} << other);
      if (edge % 2 == 1 && (beside & both) == both && (reached & both) != 0) reached |= both;
      edge /= 2;
    }
  }
  return reached == beside;
}

/// hang_together() by a table of 2^8 or 2^18 sets; the larger one is made on first use.
template <std::size_t Axes>
bool hang_together_by_table(std::size_t set) {
  constexpr std::size_t sets = std::size_t{1} << (2 * Axes * Axes);
  constexpr auto fill = [](auto table) {
    for (std::size_t each = 0; each < sets; ++each) table[each] = hang_together<Axes>(each);
    return table;
  };
  if constexpr (Axes == 2) {
    static constexpr std::array<bool, sets> table = fill(std::array<bool, sets>{});
    return table[set];
  } else {
    static const std::bitset<sets> table = fill(std::bitset<sets>{});
    return table[set];
  }
}

/// The side of a square or cube with this number of places.
template <std::size_t Axes>
double side_of(double places) {
  return Axes == 2 ? std::sqrt(places) : std::cbrt(places);
}

/// An array of places: rows and columns, or layers, rows and columns. The places of a row are consecutive; the array
/// has a border one place wide.
template <std::size_t Axes>
struct MeshGrid {
  static_assert(Axes == 2 || Axes == 3);
  static constexpr std::size_t axes = Axes;
  static constexpr std::size_t most_around = Axes == 2 ? 8 : 26;
  using Position = std::array<std::int64_t, Axes>;  ///< row and column, or layer, row and column

  Position extent = {};

  [[nodiscard]] std::int64_t columns() const { return extent[Axes - 1]; }
  /// The number of places, including the border.
  [[nodiscard]] std::size_t all_places() const {
    std::size_t places = 1;
    for (const std::int64_t length : extent) places *= static_cast<std::size_t>(length + 2);
    return places;
  }
  /// The distance from a place to the next one along each axis.
  [[nodiscard]] std::array<std::size_t, Axes> strides() const {
    std::array<std::size_t, Axes> strides{};
    std::size_t stride = 1;
    for (std::size_t axis = Axes; axis-- > 0;) {
      strides[axis] = stride;
      stride *= static_cast<std::size_t>(extent[axis] + 2);
    }
    return strides;
  }
  [[nodiscard]] std::size_t at(const Position& position) const {
    std::size_t place = 0;
    for (std::size_t axis = 0; axis < Axes; ++axis)
      place = place * static_cast<std::size_t>(extent[axis] + 2) + static_cast<std::size_t>(position[axis] + 1);
    return place;
  }
  [[nodiscard]] Position position_of(std::size_t place) const {
    Position position{};
    auto left = static_cast<std::int64_t>(place);
    for (std::size_t axis = Axes - 1; axis > 0; --axis) {
      position[axis] = left % (extent[axis] + 2) - 1;
      left /= extent[axis] + 2;
    }
    position[0] = left - 1;
    return position;
  }
  /// The places to the right, to the left, below and above; in space also those behind and in front.
  [[nodiscard]] std::array<std::size_t, 2 * Axes> around(std::size_t place) const {
    const auto line = static_cast<std::size_t>(columns() + 2);
    if constexpr (Axes == 2) {
      return {place + 1, place - 1, place + line, place - line};
    } else {
      const std::size_t layer = line * static_cast<std::size_t>(extent[1] + 2);
      return {place + 1, place - 1, place + line, place - line, place + layer, place - layer};
    }
  }
  /// The places at the edges of a place, in the order of edges_between_sides().
  [[nodiscard]] std::array<std::size_t, 2 * Axes*(Axes - 1)> at_edges(std::size_t place) const {
    const auto line = static_cast<std::size_t>(columns() + 2);
    if constexpr (Axes == 2) {
      return {place + line + 1, place + line - 1, place - line + 1, place - line - 1};
    } else {
      const std::size_t behind = place + line * static_cast<std::size_t>(extent[1] + 2);
      const std::size_t before = 2 * place - behind;
      return {place + line + 1, place + line - 1, place - line + 1, place - line - 1, behind + 1,    behind - 1,
              behind + line,    behind - line,    before + 1,       before - 1,       before + line, before - line};
    }
  }
  /// Whether the places beside one that are in a set are connected through places of the set at its edges: in the
  /// plane, within the ring of 8. Connections elsewhere do not count.
  template <class IsIn>
  [[nodiscard]] bool hangs_together_around(std::size_t place, IsIn is_in) const {
    const std::array<std::size_t, 2 * Axes> sides = around(place);
    const std::array<std::size_t, 2 * Axes*(Axes - 1)> edges = at_edges(place);
    std::size_t set = 0;
    for (std::size_t k = 0; k < sides.size(); ++k)
      if (is_in(sides[k])) set |= std::size_t{1} << k;
    for (std::size_t k = 0; k < edges.size(); ++k)
      if (is_in(edges[k])) set |= std::size_t{1} << (sides.size() + k);
    return hang_together_by_table<Axes>(set);
  }

  /// Calls visit(first place of a row, its position) in ascending order. It can be stopped between rows
  /// (base/stopping.hpp): a pass over a large mesh takes a second, and searches that make many of them cannot be
  /// stopped elsewhere.
  template <class Visit>
  void for_each_row(Visit visit) const {
    std::int64_t rows = 1;
    for (std::size_t axis = 0; axis + 1 < Axes; ++axis) rows *= extent[axis];
    Position position{};
    for (std::int64_t row = 0; row < rows; ++row) {
      stop_if_asked();
      visit(at(position), position);
      for (std::size_t axis = Axes - 1; axis-- > 0 && ++position[axis] == extent[axis];) position[axis] = 0;
    }
  }
  /// Calls visit(place, its position) in ascending order.
  template <class Visit>
  void for_each_place(Visit visit) const {
    for_each_row([&](std::size_t place, Position position) {
      for (; position[Axes - 1] < columns(); ++position[Axes - 1], ++place) visit(place, position);
    });
  }
};

/// The places around one that a stencil of 5 or 9 points reads, in space of 7 or 27: those at sides come first.
template <std::size_t Axes>
class MeshStencil {
 public:
  MeshStencil(const MeshGrid<Axes>& grid, int points)
      : count_(points == static_cast<int>(2 * Axes + 1) ? 2 * Axes : MeshGrid<Axes>::most_around) {
    const std::array<std::size_t, 2 * Axes> steps = grid.around(0);
    const std::array<std::size_t, 2 * Axes*(Axes - 1)> edges = grid.at_edges(0);
    auto* next = std::copy(steps.begin(), steps.end(), steps_.begin());
    next = std::copy(edges.begin(), edges.end(), next);
    if constexpr (Axes == 3)
      for (std::size_t corner = 0; corner < 8; ++corner)
        *next++ = steps[4 + corner / 4] + steps[2 + corner / 2 % 2] + steps[corner % 2];
  }

  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::size_t at(std::size_t place, std::size_t k) const { return place + steps_[k]; }

 private:
  std::array<std::size_t, MeshGrid<Axes>::most_around> steps_{};  // steps backwards are modulo 2^64
  std::size_t count_;
};

}  // namespace apportion
