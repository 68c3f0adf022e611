// What annealing at the boundaries of parts goes by: the places there, and what parts receive.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "algorithms/cells/mesh.hpp"

namespace apportion {

/// The places at boundaries, in any order.
template <class Mesh>
class BoundaryPlaces {
 public:
  /// In space without those that lose so much that they never move, such as most of a flat face.
  BoundaryPlaces(const MeshDivision<Mesh>& division, double unit)
      : division_(division),
        least_gain_(-2 * unit),
        index_(division.mesh().size(), nowhere),
        places_(boundary_places(division)) {
    if constexpr (Mesh::axes == 3) std::erase_if(places_, [&](std::size_t place) { return !is_loose(place); });
    for (std::size_t i = 0; i < places_.size(); ++i) index_[places_[i]] = static_cast<std::uint32_t>(i);
  }
  [[nodiscard]] std::size_t size() const { return places_.size(); }
  [[nodiscard]] std::size_t operator[](std::size_t i) const { return places_[i]; }

  void update_around(std::size_t place) {
    update(place);
    for (const std::size_t other : division_.mesh().around(place)) update(other);
  }

 private:
  static constexpr std::uint32_t nowhere = static_cast<std::uint32_t>(-1);

  void update(std::size_t place) {
    const bool is_in = index_[place] != nowhere;
    bool is_wanted = division_.is_at_boundary(place);
    if constexpr (Mesh::axes == 3) is_wanted = is_wanted && is_loose(place);
    if (is_wanted == is_in) return;
    if (is_in) {
      const std::size_t last = places_.back();
      places_[index_[place]] = last;
      index_[last] = index_[place];
      index_[place] = nowhere;
      places_.pop_back();
    } else {
      index_[place] = static_cast<std::uint32_t>(places_.size());
      places_.push_back(place);
    }
  }

  [[nodiscard]] bool is_loose(std::size_t place) const {
    const auto around = division_.mesh().around(place);
    const auto sides = division_.mesh().sides(place);
    const std::int32_t own = division_.owner(place);
    std::int32_t kept = 0;
    for (std::size_t k = 0; k < around.size(); ++k)
      if (division_.owner(around[k]) == own) kept += sides[k];
    for (std::size_t k = 0; k < around.size(); ++k) {
      const std::int32_t other = division_.owner(around[k]);
      if (other == own || other == no_owner) continue;
      std::int32_t sum = sides[k];
      for (std::size_t j = k + 1; j < around.size(); ++j)
        if (division_.owner(around[j]) == other) sum += sides[j];
      if (sum - kept >= least_gain_) return true;
    }
    return false;
  }

  const MeshDivision<Mesh>& division_;
  double least_gain_;
  std::vector<std::uint32_t> index_;
  std::vector<std::size_t> places_;
};

/// Whether the draw is below exp(-x). That is below 1 / (1 + x + x^2/2 + x^3/6), which decides most draws faster.
[[nodiscard]] inline bool accepts(double x, double drawn) {
  return drawn * (1 + x * (1 + x / 2 * (1 + x / 3))) < 1 && drawn < std::exp(-x);
}

/// What parts receive from a place and those around it, and how that changes.
template <class Mesh>
class Messages {
 public:
  Messages(const MeshDivision<Mesh>& division, int stencil) : division_(division), near_(division.mesh(), stencil) {}

  struct Change {
    std::int32_t part;
    std::int32_t elements;
  };

  /// The parts that receive more or less if the place moves.
  const std::vector<Change>& changes(std::size_t place, std::int32_t to) {
    changes_.clear();
    add(place, place, to);
    for (std::size_t k = 0; k < near_.count(); ++k) add(near_.at(place, k), place, to);
    return changes_;
  }

 private:
  void note(std::int32_t part, std::int32_t elements) {
    for (Change& change : changes_)
      if (change.part == part) {
        change.elements += elements;
        return;
      }
    changes_.push_back({part, elements});
  }

  // The receivers of a cell before the move, and after it.
  void add(std::size_t cell, std::size_t place, std::int32_t to) {
    if (division_.owner(cell) == no_owner) return;
    std::array<std::int32_t, Mesh::most_around> before{};
    std::array<std::int32_t, Mesh::most_around> after{};
    auto* before_end = before.begin();
    auto* after_end = after.begin();
    const std::int32_t own = division_.owner(cell);
    const std::int32_t next = cell == place ? to : own;
    for (std::size_t k = 0; k < near_.count(); ++k) {
      const std::size_t beside = near_.at(cell, k);
      const std::int32_t other = division_.owner(beside);
      if (other == no_owner) continue;
      const std::int32_t other_next = beside == place ? to : other;
      if (other != own && std::find(before.begin(), before_end, other) == before_end) {
        *before_end++ = other;
        note(other, -1);
      }
      if (other_next != next && std::find(after.begin(), after_end, other_next) == after_end) {
        *after_end++ = other_next;
        note(other_next, 1);
      }
    }
  }

  const MeshDivision<Mesh>& division_;
  MeshStencil<Mesh::axes> near_;
  std::vector<Change> changes_;
};

/// Beside elements: smooth boundaries cost nothing more.
constexpr double price_of_sides = 0.1;

/// By how much the elements that all send grow, and a tenth of the cut.
template <class Mesh>
class VolumePrice {
 public:
  VolumePrice(const MeshDivision<Mesh>& division, int stencil) : division_(division), near_(division.mesh(), stencil) {}

  // A cell around the place is sent once less if the place was the only one of its part beside it, and once more if it
  // becomes the only one of the other part. The place itself need not be sent to the other part any more, but to its
  // own, if that has another place beside it.
  [[nodiscard]] double change(std::size_t place, std::int32_t to) const {
    return elements(place, to) - price_of_sides * division_.gain(place, to);
  }
  [[nodiscard]] std::int32_t elements(std::size_t place, std::int32_t to) const {
    const std::int32_t own = division_.owner(place);
    std::int32_t elements = has_beside(place, own) ? 0 : -1;
    for (std::size_t k = 0; k < near_.count(); ++k) {
      const std::size_t cell = near_.at(place, k);
      const std::int32_t owner = division_.owner(cell);
      if (owner == no_owner) continue;
      const auto [one_of_own, one_of_other] = others_beside(cell, place, own, to);
      if (owner != own && !one_of_own) --elements;
      if (owner != to && !one_of_other) ++elements;
    }
    return elements;
  }
  void moving(std::size_t /*place*/, std::int32_t /*to*/) {}
  void cool(double /*progress*/) {}

 private:
  [[nodiscard]] bool has_beside(std::size_t place, std::int32_t part) const {
    bool found = false;
    for (std::size_t k = 0; k < near_.count(); ++k) found |= division_.owner(near_.at(place, k)) == part;
    return found;
  }
  // Whether other places than `left_out` beside a cell are of one part, and of another one.
  [[nodiscard]] std::pair<bool, bool> others_beside(std::size_t cell, std::size_t left_out, std::int32_t one,
                                                    std::int32_t other) const {
    bool of_one = false;
    bool of_other = false;
    for (std::size_t k = 0; k < near_.count(); ++k) {
      const std::size_t beside = near_.at(cell, k);
      of_one |= division_.owner(beside) == one && beside != left_out;
      of_other |= division_.owner(beside) == other && beside != left_out;
    }
    return {of_one, of_other};
  }

  const MeshDivision<Mesh>& division_;
  MeshStencil<Mesh::axes> near_;
};

}  // namespace apportion
