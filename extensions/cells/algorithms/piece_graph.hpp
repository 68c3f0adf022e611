// Graphs whose places are connected pieces of finer meshes: pieces of blocks of 2 x 2 x 2 places, for coarse meshes of
// arrays in space, or single cells and pairs of places, for the bisection of seas. Cells on the two sides of a wall are
// in different places, however near they are.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "extensions/cells/sim/mesh_grid.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// The load of each place in each map, scaled so that all maps have the total of the mesh's loads, which are their
/// mean. Empty unless there are several maps.
struct MapLoads {
  std::size_t count = 0;               ///< the number of maps
  std::vector<double> of_places = {};  ///< [place * count + map]

  MapLoads() = default;
  /// All loads are 0.
  MapLoads(std::size_t maps, std::size_t places) : count(maps), of_places(maps * places, 0) {}

  [[nodiscard]] std::span<const double> at(std::size_t place) const {
    return {of_places.data() + place * count, count};
  }
  [[nodiscard]] std::span<double> at(std::size_t place) { return {of_places.data() + place * count, count}; }
  /// Adds the loads of a place of another mesh with the same maps.
  void add(std::size_t place, const MapLoads& others, std::size_t other) {
    for (std::size_t map = 0; map < count; ++map)
      of_places[place * count + map] += others.of_places[other * count + map];
  }
};

/// A mesh for searches, like GridMesh<3>, but without stencils and rows.
struct PieceGraph {
  static constexpr std::size_t axes = 3;
  static constexpr std::size_t most_around = 0;  // it has no stencil
  using Coarse = PieceGraph;
  using Position = MeshGrid<3>::Position;
  static constexpr std::uint32_t no_piece = static_cast<std::uint32_t>(-1);

  std::vector<double> load = {};
  MapLoads maps = {};
  std::vector<std::uint32_t> starts = {
      0};  ///< place v has the places ends[starts[v]] up to ends[starts[v + 1]] around it
  std::vector<std::uint32_t> ends = {};
  std::vector<std::int32_t> lengths = {};  ///< the number of sides of cells between v and each of those; positive
  std::vector<Position> positions = {};    ///< positions of the blocks with the heaviest parts of places
  Position extent = {};
  std::vector<std::uint32_t> whole = {};  ///< [place of the finer mesh] the place that contains it, or no_piece
  double total = 0;
  double greatest = 0;      ///< the greatest load of a place
  std::int64_t active = 0;  ///< the number of places
  bool in_plane = false;    ///< whether it is made from an array of rows and columns

  [[nodiscard]] std::size_t size() const { return load.size(); }
  [[nodiscard]] bool is_active(std::size_t /*place*/) const { return true; }
  [[nodiscard]] std::span<const std::uint32_t> around(std::size_t place) const {
    return {ends.data() + starts[place], starts[place + 1] - starts[place]};
  }
  [[nodiscard]] std::span<const std::int32_t> sides(std::size_t place) const {
    return {lengths.data() + starts[place], starts[place + 1] - starts[place]};
  }
  template <class Visit>
  void for_each_place(Visit visit) const {
    for (std::size_t place = 0; place < size(); ++place) visit(place, positions[place]);
  }
  /// Whether the places around a place that are in a set are connected without it. The search visits a few places;
  /// false if it has not finished by then.
  template <class IsIn>
  [[nodiscard]] bool hangs_together_around(std::size_t place, IsIn is_in) const {
    constexpr std::size_t most_places = 64;
    std::array<std::uint32_t, most_places> open{};
    std::size_t wanted = 0;
    std::size_t count = 0;
    // Marks of this thread's searches on any graph: tries share a graph, and may run in parallel.
    thread_local std::vector<std::uint64_t> marks;
    thread_local std::uint64_t search = 0;
    ++search;
    if (marks.size() < size()) marks.resize(size(), 0);
    for (const std::uint32_t other : around(place)) {
      if (!is_in(other)) continue;
      if (wanted++ == 0) open[count++] = other;
      marks[other] = 2 * search;
    }
    if (wanted < 2) return true;
    marks[open[0]] = marks[place] = 2 * search + 1;
    --wanted;
    for (std::size_t next = 0; next < count; ++next)
      for (const std::uint32_t other : around(open[next])) {
        if (marks[other] == 2 * search + 1 || !is_in(other)) continue;
        if (marks[other] == 2 * search && --wanted == 0) return true;
        marks[other] = 2 * search + 1;
        if (count == most_places) return false;
        open[count++] = other;
      }
    return false;
  }
};

/// The graph of connected pieces of each block of 2 x 2 x 2 places, or of pieces. A piece that is far lighter than the
/// others joins the one with which it has most sides in common. Only this function and part_of() keep several maps of
/// loads.
template <class Mesh>
[[nodiscard]] PieceGraph joined_blocks(const Mesh& mesh);

/// The graph of the active places of a mesh; in the plane they have layer 0. Places with the same number above 0 are
/// one place, at the middle of their positions.
template <class Mesh>
[[nodiscard]] PieceGraph graph_of(const Mesh& mesh, const std::vector<std::int32_t>& numbers = {});

/// The graph with places joined in pairs, in random order: each with the neighbour of most sides over the root of its
/// load (heavy-edge matching: Karypis & Kumar 1998), if both have at most this load together.
[[nodiscard]] PieceGraph joined_pairs(const PieceGraph& graph, double most_load, RandomStream& stream);

/// The subgraph of these places, numbered in this order.
[[nodiscard]] PieceGraph part_of(const PieceGraph& graph, const std::vector<std::size_t>& places);

}  // namespace apportion
