// Connected pieces of parts, seas, and moves of pieces to neighbouring parts.
#include "extensions/cells/algorithms/mesh_pieces.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "base/disjoint_sets.hpp"

namespace apportion {
namespace {

// A piece of connected places.
struct Piece {
  std::size_t first = 0;  // its first place
  double load = 0;
};

// All pieces in the order of their first places.
struct Pieces {
  std::vector<std::int32_t> of_place;  // no_owner for places without one
  std::vector<Piece> pieces = {};
};

// The pieces of connected places with the same value of `group`, which is no_owner for places without an owner. A place
// takes the label of one before it, and labels that meet are united.
template <class Mesh, class Group>
Pieces connected_pieces(const Mesh& mesh, Group group) {
  Pieces found{std::vector<std::int32_t>(mesh.size(), no_owner)};
  std::int32_t labels = 0;
  DisjointSets united;
  mesh.for_each_place([&](std::size_t place, const auto& /*position*/) {
    const std::int32_t own = group(place);
    if (own == no_owner) return;
    const auto around = mesh.around(place);
    const auto sides = mesh.sides(place);
    std::int32_t& label = found.of_place[place];
    for (std::size_t k = 0; k < around.size(); ++k) {
      if (around[k] > place || sides[k] == 0 || group(around[k]) != own) continue;
      const std::int32_t other = found.of_place[around[k]];
      if (label == no_owner)
        label = other;
      else if (label != other)
        united.unite(static_cast<std::size_t>(label), static_cast<std::size_t>(other));
    }
    if (label != no_owner) return;
    label = labels++;
    united.add();
  });
  const std::vector<std::size_t> number = united.numbers();
  for (std::size_t place = 0; place < mesh.size(); ++place) {
    std::int32_t& piece = found.of_place[place];
    if (piece == no_owner) continue;
    const std::size_t i = number[static_cast<std::size_t>(piece)];
    piece = static_cast<std::int32_t>(i);
    if (i == found.pieces.size()) found.pieces.push_back({.first = place});
    found.pieces[i].load += mesh.load[place];
  }
  return found;
}

template <class Mesh>
Pieces pieces_of(const MeshDivision<Mesh>& division) {
  return connected_pieces(division.mesh(), [&](std::size_t place) { return division.owner(place); });
}

// The part with the longest boundary to the places of a piece; no_owner if it borders on none.
template <class Mesh>
std::int32_t nearest_part(const MeshDivision<Mesh>& division, const std::vector<std::size_t>& piece) {
  std::map<std::int32_t, std::int64_t> contacts;
  const std::int32_t own = division.owner(piece.front());
  for (const std::size_t place : piece) {
    const auto around = division.mesh().around(place);
    const auto sides = division.mesh().sides(place);
    for (std::size_t k = 0; k < around.size(); ++k)
      if (sides[k] > 0 && division.owner(around[k]) != own) contacts[division.owner(around[k])] += sides[k];
  }
  const auto longest = std::ranges::max_element(contacts, {}, [](const auto& contact) { return contact.second; });
  return longest == contacts.end() ? no_owner : longest->first;
}

// The numbers of the greatest pieces of each part in each sea.
template <class Mesh>
std::map<std::pair<std::int32_t, std::int32_t>, std::size_t> greatest_pieces(const MeshDivision<Mesh>& division,
                                                                             const Pieces& all,
                                                                             const std::vector<std::int32_t>& seas) {
  std::map<std::pair<std::int32_t, std::int32_t>, std::size_t> greatest;
  for (std::size_t i = 0; i < all.pieces.size(); ++i) {
    const Piece& piece = all.pieces[i];
    const auto [known, is_first] =
        greatest.try_emplace({division.owner(piece.first), seas.empty() ? 0 : seas[piece.first]}, i);
    if (!is_first && all.pieces[known->second].load < piece.load) known->second = i;
  }
  return greatest;
}

}  // namespace

template <class Mesh>
Seas seas_of(const Mesh& mesh) {
  Pieces found = connected_pieces(mesh, [&](std::size_t place) { return mesh.is_active(place) ? 0 : no_owner; });
  Seas seas;
  for (const Piece& piece : found.pieces) seas.loads.push_back(piece.load);
  if (found.pieces.size() > 1) seas.of_place = std::move(found.of_place);
  return seas;
}

template <class Mesh>
std::int64_t pieces(const MeshDivision<Mesh>& division) {
  return static_cast<std::int64_t>(pieces_of(division).pieces.size());
}

template <class Mesh>
PieceCount count_pieces(const MeshDivision<Mesh>& division, const std::vector<std::int32_t>& seas) {
  const Pieces all = pieces_of(division);
  const auto count = static_cast<std::int64_t>(all.pieces.size());
  return {count, count - static_cast<std::int64_t>(greatest_pieces(division, all, seas).size())};
}

template <class Mesh>
void join_pieces(MeshDivision<Mesh>& division) {
  constexpr int most_rounds = 4;
  std::optional<Seas> seas;
  for (int round = 0; round < most_rounds; ++round) {
    const Pieces all = pieces_of(division);
    if (all.pieces.size() <= division.parts()) return;
    if (!seas) seas = seas_of(division.mesh());
    std::vector<bool> is_kept(all.pieces.size(), false);
    for (const auto& [part_and_sea, piece] : greatest_pieces(division, all, seas->of_place)) is_kept[piece] = true;
    std::vector<std::vector<std::size_t>> loose(all.pieces.size());  // the places of pieces that are not kept
    for (std::size_t place = 0; place < all.of_place.size(); ++place)
      if (const std::int32_t piece = all.of_place[place]; piece != no_owner)
        if (const auto i = static_cast<std::size_t>(piece); !is_kept[i]) loose[i].push_back(place);
    bool changed = false;
    for (const std::vector<std::size_t>& piece : loose) {
      if (piece.empty()) continue;
      const std::int32_t other = nearest_part(division, piece);
      if (other == no_owner) continue;
      for (const std::size_t place : piece) division.move(place, other);
      changed = true;
    }
    if (!changed) return;
  }
}

namespace {

// By how much the excess decreases if one part gives a whole sea with this load to another.
double saved_by_giving(const std::vector<double>& loads, const LoadWindows& windows, double load, std::size_t from,
                       std::size_t to) {
  const auto excess = [&](std::size_t part, double more) {
    return windows.excess_of(loads[part] + more, static_cast<std::int32_t>(part));
  };
  return excess(from, 0) + excess(to, 0) - excess(from, -load) - excess(to, load);
}

}  // namespace

template <class Mesh>
bool give_whole_seas(MeshDivision<Mesh>& division, const LoadWindows& windows) {
  const Seas seas = seas_of(division.mesh());
  if (seas.count() < 2) return false;
  constexpr std::int32_t shared = -2;
  std::vector<std::int32_t> owners(seas.count(), no_owner);
  for (std::size_t place = 0; place < seas.of_place.size(); ++place) {
    if (division.owner(place) == no_owner) continue;
    std::int32_t& owner = owners[static_cast<std::size_t>(seas.of_place[place])];
    owner = owner == no_owner || owner == division.owner(place) ? division.owner(place) : shared;
  }
  std::vector<double> loads;
  for (std::size_t part = 0; part < division.parts(); ++part)
    loads.push_back(division.load(static_cast<std::int32_t>(part)));
  const std::vector<std::int32_t> before = owners;
  const double rounding = 1e-9 * division.mesh().total;
  for (std::size_t step = 0; step < seas.count(); ++step) {
    double most = rounding;
    std::pair<std::size_t, std::size_t> best;
    for (std::size_t sea = 0; sea < seas.count(); ++sea)
      for (std::size_t to = 0; owners[sea] >= 0 && to < loads.size(); ++to) {
        const auto from = static_cast<std::size_t>(owners[sea]);
        if (to == from || loads[from] - seas.loads[sea] <= rounding) continue;
        const double saved = saved_by_giving(loads, windows, seas.loads[sea], from, to);
        if (saved > most) std::tie(most, best) = std::pair(saved, std::pair(sea, to));
      }
    if (most <= rounding) break;
    const auto [sea, to] = best;
    loads[static_cast<std::size_t>(owners[sea])] -= seas.loads[sea];
    loads[to] += seas.loads[sea];
    owners[sea] = static_cast<std::int32_t>(to);
  }
  if (owners == before) return false;
  for (std::size_t place = 0; place < seas.of_place.size(); ++place) {
    if (division.owner(place) == no_owner) continue;
    const auto sea = static_cast<std::size_t>(seas.of_place[place]);
    if (owners[sea] != before[sea]) division.move(place, owners[sea]);
  }
  return true;
}

template Seas seas_of(const GridMesh<2>&);
template std::int64_t pieces(const MeshDivision<GridMesh<2>>&);
template PieceCount count_pieces(const MeshDivision<GridMesh<2>>&, const std::vector<std::int32_t>&);
template void join_pieces(MeshDivision<GridMesh<2>>&);
template bool give_whole_seas(MeshDivision<GridMesh<2>>&, const LoadWindows&);

template Seas seas_of(const GridMesh<3>&);
template std::int64_t pieces(const MeshDivision<GridMesh<3>>&);
template PieceCount count_pieces(const MeshDivision<GridMesh<3>>&, const std::vector<std::int32_t>&);
template void join_pieces(MeshDivision<GridMesh<3>>&);
template bool give_whole_seas(MeshDivision<GridMesh<3>>&, const LoadWindows&);

template Seas seas_of(const PieceGraph&);
template std::int64_t pieces(const MeshDivision<PieceGraph>&);
template PieceCount count_pieces(const MeshDivision<PieceGraph>&, const std::vector<std::int32_t>&);
template void join_pieces(MeshDivision<PieceGraph>&);
template bool give_whole_seas(MeshDivision<PieceGraph>&, const LoadWindows&);

}  // namespace apportion
