// The connected pieces of parts, and the seas: what hangs together of all active places.
#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/cells/mesh.hpp"

namespace apportion {

/// The connected pieces of all active places. Places that meet at a corner do not hang together.
struct Seas {
  std::vector<double> loads = {};
  /// The sea of each place, no_owner where it is not active; empty where there is at most one sea.
  std::vector<std::int32_t> of_place = {};

  [[nodiscard]] std::size_t count() const { return loads.size(); }
};

template <class Mesh>
[[nodiscard]] Seas seas_of(const Mesh& mesh);

/// Connected pieces of all parts.
template <class Mesh>
[[nodiscard]] std::int64_t pieces(const MeshDivision<Mesh>& division);

struct PieceCount {
  std::int64_t pieces = 0;
  std::int64_t torn = 0;  ///< pieces less the pairs of a part and a sea that it has places in
};

/// `seas` has the sea of each place, or is empty where all are in one.
template <class Mesh>
[[nodiscard]] PieceCount count_pieces(const MeshDivision<Mesh>& division, const std::vector<std::int32_t>& seas);

/// Gives each piece of a part but its greatest in each sea to the part that it has the longest boundary with. Pieces
/// that border on no part stay.
template <class Mesh>
void join_pieces(MeshDivision<Mesh>& division);

/// Seas that one part has go to other parts as long as that brings loads nearer to their windows: it cuts nothing.
/// Whether any has gone.
template <class Mesh>
bool give_whole_seas(MeshDivision<Mesh>& division, const LoadWindows& windows);

}  // namespace apportion
