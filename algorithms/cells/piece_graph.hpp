// Graphs whose places are connected pieces of finer meshes: of blocks of 2 x 2 x 2 places as coarse meshes of arrays in
// space, or of single cells and pairs of places, by which seas are bisected. Cells on both sides of a wall are
// different places, however near they are.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/cells/map_loads.hpp"
#include "sim/cells/mesh_grid.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// What a GridMesh<3> is to searches, but for stencils and rows.
struct PieceGraph {
  static constexpr std::size_t axes = 3;
  static constexpr std::size_t most_around = 0;  // there is no stencil
  using Coarse = PieceGraph;
  using Position = MeshGrid<3>::Position;
  static constexpr std::uint32_t no_piece = static_cast<std::uint32_t>(-1);

  std::vector<double> load = {};
  MapLoads maps = {};
  std::vector<std::uint32_t> starts = {
      0};  ///< place v has the places ends[starts[v]] up to ends[starts[v + 1]] around it
  std::vector<std::uint32_t> ends = {};
  std::vector<std::int32_t> lengths = {};  ///< sides of cells between v and each of those; all are positive
  std::vector<Position> positions = {};    ///< of the blocks that the heaviest parts of places are in
  Position extent = {};
  std::vector<std::uint32_t> whole = {};  ///< of each place of the finer mesh the place here that it is in, or no_piece
  double total = 0;
  double greatest = 0;      ///< load of a place
  std::int64_t active = 0;  ///< places
  bool in_plane = false;    ///< made of an array of rows and columns

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
  /// Whether those around a place that are in a set hang together without it. A search of a few places around says so;
  /// one that is not at its end by then says no.
  template <class IsIn>
  [[nodiscard]] bool hangs_together_around(std::size_t place, IsIn is_in) const {
    constexpr std::size_t most_places = 64;
    std::array<std::uint32_t, most_places> open{};
    std::size_t wanted = 0;
    std::size_t count = 0;
    // Of searches on any graph by this thread: tries share a graph, and may run side by side.
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

/// The connected pieces of each block of 2 x 2 x 2 places, or of pieces. One that is far lighter than the others goes
/// with the piece that it has most sides in common with. Of graphs this and part_of() alone have several maps of loads.
template <class Mesh>
[[nodiscard]] PieceGraph joined_blocks(const Mesh& mesh);

/// The active places of a mesh; in the plane they have layer 0. Where places have numbers, those of one number above 0
/// are one place, which has the middle of their positions.
template <class Mesh>
[[nodiscard]] PieceGraph graph_of(const Mesh& mesh, const std::vector<std::int32_t>& numbers = {});

/// Each place with the one beside it of most sides over the root of its load (heavy-edge matching: Karypis & Kumar
/// 1998), in random order, as long as both have at most this load together.
[[nodiscard]] PieceGraph joined_pairs(const PieceGraph& graph, double most_load, RandomStream& stream);

/// Of a set of places, numbered in this order, the graph that they make up.
[[nodiscard]] PieceGraph part_of(const PieceGraph& graph, const std::vector<std::size_t>& places);

}  // namespace apportion
