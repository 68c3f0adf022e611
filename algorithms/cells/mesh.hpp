// The active cells of an array as a mesh, and coarser meshes of 2 x 2 places each.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/cells/cell_problem.hpp"

namespace apportion {

constexpr std::int64_t most_mesh_cells = 30'000'000;

/// Places lie in rows, with a border of places that nobody has. A place is a cell, or a square of cells; its load is 0
/// if no cell of it is active.
struct Mesh {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<double> load = {};
  // Pairs of active cells with a common side, one in this place and one in the place to the right, or below.
  std::vector<std::int32_t> right = {};
  std::vector<std::int32_t> below = {};
  double total = 0;
  double greatest = 0;      ///< load of a place
  std::int64_t active = 0;  ///< places with a load

  [[nodiscard]] std::int64_t stride() const { return columns + 2; }
  [[nodiscard]] std::size_t at(std::int64_t row, std::int64_t column) const {
    return static_cast<std::size_t>((row + 1) * stride() + column + 1);
  }
  [[nodiscard]] std::size_t size() const { return load.size(); }
  [[nodiscard]] bool is_active(std::size_t place) const { return load[place] > 0; }
  /// The places to the right, to the left, below and above.
  [[nodiscard]] std::array<std::size_t, 4> around(std::size_t place) const {
    const auto line = static_cast<std::size_t>(stride());
    return {place + 1, place - 1, place + line, place - line};
  }
  /// The sides in common with each of around(). Only of places that are not on the border.
  [[nodiscard]] std::array<std::int32_t, 4> sides(std::size_t place) const {
    const auto line = static_cast<std::size_t>(stride());
    return {right[place], right[place - 1], below[place], below[place - line]};
  }
};

/// On a mesh of cells, the places around one that a stencil of 5 or 9 points reads.
class MeshStencil {
 public:
  MeshStencil(const Mesh& mesh, int points) : count_(points == 5 ? 4 : 8) {
    const auto line = static_cast<std::ptrdiff_t>(mesh.stride());
    steps_ = {1, -1, line, -line, line + 1, line - 1, 1 - line, -1 - line};
  }

  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::size_t at(std::size_t place, std::size_t k) const {
    return place + static_cast<std::size_t>(steps_[k]);
  }

 private:
  std::array<std::ptrdiff_t, 8> steps_{};
  std::size_t count_;
};

/// Owners of places; no_owner where none is active, and on the border.
using PlaceOwners = std::vector<std::int32_t>;

/// Nobody's places.
[[nodiscard]] Mesh empty_mesh(std::int64_t rows, std::int64_t columns);
/// Sets what follows from the loads of single places.
void sum_up(Mesh& mesh);

/// InputError, naming the algorithm, above most_mesh_cells cells.
[[nodiscard]] Mesh mesh_of(const CellProblem& problem, const char* algorithm);
[[nodiscard]] Mesh coarser(const Mesh& mesh);

/// Each place of a mesh has the owner of the place of the coarser mesh that it lies in.
[[nodiscard]] PlaceOwners refined(const Mesh& mesh, const Mesh& coarse, const PlaceOwners& owners);
/// Each place of the coarser mesh has the owner with the greatest load in it.
[[nodiscard]] PlaceOwners coarsened(const Mesh& mesh, const Mesh& coarse, const PlaceOwners& owners);

/// Owners on the mesh of the problem as a division, and back.
[[nodiscard]] Decomposition division_of(const CellProblem& problem, const Mesh& mesh, const PlaceOwners& owners);
[[nodiscard]] PlaceOwners place_owners(const CellProblem& problem, const Mesh& mesh, const Decomposition& division);

}  // namespace apportion
