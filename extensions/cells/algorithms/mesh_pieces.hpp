// The connected pieces of parts, and the seas: the connected pieces of all active places.
#pragma once

#include <cstdint>
#include <vector>

#include "extensions/cells/algorithms/mesh.hpp"

namespace apportion {

/// The connected pieces of all active places. Places that share a corner only are not connected.
struct Seas {
  std::vector<double> loads = {};
  /// The sea of each place, no_owner if it is not active; empty if there is at most one sea.
  std::vector<std::int32_t> of_place = {};

  [[nodiscard]] std::size_t count() const { return loads.size(); }
};

template <class Mesh>
[[nodiscard]] Seas seas_of(const Mesh& mesh);

/// The number of connected pieces of all parts.
template <class Mesh>
[[nodiscard]] std::int64_t pieces(const MeshDivision<Mesh>& division);

struct PieceCount {
  std::int64_t pieces = 0;
  std::int64_t torn = 0;  ///< pieces minus the pairs of a part and a sea in which it has places
};

/// `seas` has the sea of each place, or is empty if there is only one.
template <class Mesh>
[[nodiscard]] PieceCount count_pieces(const MeshDivision<Mesh>& division, const std::vector<std::int32_t>& seas);

/// Gives each piece of a part, except its greatest in each sea, to the part with the longest boundary to it. Pieces
/// that border on no part remain.
template <class Mesh>
void join_pieces(MeshDivision<Mesh>& division);

/// Moves seas that belong to one part to other parts as long as that brings loads nearer to their windows, which cuts
/// nothing. Returns whether any was moved.
template <class Mesh>
bool give_whole_seas(MeshDivision<Mesh>& division, const LoadWindows& windows);

}  // namespace apportion
