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

// --- The connected pieces of parts, as runs of places in rows

// Consecutive places of one row, without `end`.
struct PlaceRun {
  std::size_t begin = 0;
  std::size_t end = 0;
};

struct Piece {
  std::size_t begin = 0;  // its runs in Pieces::runs
  std::size_t end = 0;
  double load = 0;
};

// All pieces in the order of their first places.
struct Pieces {
  std::vector<PlaceRun> runs;
  std::vector<Piece> pieces;

  [[nodiscard]] std::size_t first_place(const Piece& piece) const { return runs[piece.begin].begin; }
  template <class Visit>
  void for_each_place(const Piece& piece, Visit visit) const {
    for (std::size_t i = piece.begin; i < piece.end; ++i)
      for (std::size_t place = runs[i].begin; place < runs[i].end; ++place) visit(place);
  }
};

// Finds pieces of connected places with the same value of `group`, which is no_owner for places without an owner.
template <class Mesh, class Group>
class PieceFinder {
 public:
  PieceFinder(const Mesh& mesh, Group group) : mesh_(mesh), group_(group) {
    if constexpr (is_grid<Mesh>)
      find_rows();
    else
      find_places();
  }

  [[nodiscard]] Pieces pieces() {
    const std::vector<std::size_t> number = connected_.numbers();
    Pieces found{.runs = std::vector<PlaceRun>(runs_.size()), .pieces = std::vector<Piece>(connected_.count())};
    for (const std::size_t each : number) ++found.pieces[each].end;
    std::size_t before = 0;
    for (Piece& piece : found.pieces) {
      const std::size_t count = piece.end;
      piece.begin = piece.end = before;
      before += count;
    }
    for (std::size_t run = 0; run < runs_.size(); ++run) {
      Piece& piece = found.pieces[number[run]];
      found.runs[piece.end++] = runs_[run];
      for (std::size_t place = runs_[run].begin; place < runs_[run].end; ++place) piece.load += mesh_.load[place];
    }
    return found;
  }

 private:
  void find_rows() {
    const auto strides = mesh_.strides();
    std::vector<std::size_t> first_of_row;
    mesh_.for_each_row([&](std::size_t place, const auto& position) {
      const std::size_t row = first_of_row.size();
      first_of_row.push_back(runs_.size());
      add_row(place);
      std::size_t rows = 1;  // the distance from a row to the next one along the axis
      for (std::size_t axis = Mesh::axes - 1; axis-- > 0;) {
        if (position[axis] > 0)
          connect(first_of_row[row - rows], first_of_row[row - rows + 1], first_of_row[row], axis, strides[axis]);
        rows *= static_cast<std::size_t>(mesh_.extent[axis]);
      }
    });
  }

  void find_places() {
    std::vector<std::uint32_t> run_of(mesh_.size(), 0);
    for (std::size_t place = 0; place < mesh_.size(); ++place) {
      if (group_(place) == no_owner) continue;
      run_of[place] = static_cast<std::uint32_t>(runs_.size());
      runs_.push_back({place, place + 1});
      connected_.add();
      for (const std::size_t other : mesh_.around(place))
        if (other < place && group_(other) == group_(place)) connected_.unite(run_of[other], run_of[place]);
    }
  }

  void add_row(std::size_t place) {
    const std::vector<std::int32_t>& right = mesh_.next.back();
    const std::size_t last = place + static_cast<std::size_t>(mesh_.columns());
    while (place < last) {
      const std::int32_t own = group_(place);
      const std::size_t begin = place++;
      if (own == no_owner) continue;
      while (place < last && right[place - 1] > 0 && group_(place) == own) ++place;
      runs_.push_back({begin, place});
      connected_.add();
    }
  }

  // Connects the last runs, from `first` on, with those of the row before along an axis.
  void connect(std::size_t before, std::size_t end_before, std::size_t first, std::size_t axis, std::size_t stride) {
    for (std::size_t run = first; run < runs_.size(); ++run) {
      const PlaceRun shadow{runs_[run].begin - stride, runs_[run].end - stride};
      while (before < end_before && runs_[before].end <= shadow.begin) ++before;
      for (std::size_t other = before; other < end_before && runs_[other].begin < shadow.end; ++other)
        if (group_(runs_[other].begin) == group_(runs_[run].begin) && touch(shadow, runs_[other], mesh_.next[axis]))
          connected_.unite(run, other);
    }
  }

  [[nodiscard]] static bool touch(const PlaceRun& shadow, const PlaceRun& other,
                                  const std::vector<std::int32_t>& sides) {
    const std::size_t end = std::min(shadow.end, other.end);
    for (std::size_t place = std::max(shadow.begin, other.begin); place < end; ++place)
      if (sides[place] > 0) return true;
    return false;
  }

  const Mesh& mesh_;
  Group group_;
  std::vector<PlaceRun> runs_;
  DisjointSets connected_;
};

template <class Mesh>
Pieces pieces_of(const MeshDivision<Mesh>& division) {
  return PieceFinder(division.mesh(), [&](std::size_t place) { return division.owner(place); }).pieces();
}

// The part with the longest boundary to a piece; no_owner if it borders on none.
template <class Mesh>
std::int32_t nearest_part(const MeshDivision<Mesh>& division, const Pieces& all, const Piece& piece) {
  std::vector<std::pair<std::int32_t, std::int32_t>> contacts;
  const std::int32_t own = division.owner(all.first_place(piece));
  all.for_each_place(piece, [&](std::size_t place) {
    const auto around = division.mesh().around(place);
    const auto sides = division.mesh().sides(place);
    for (std::size_t k = 0; k < around.size(); ++k)
      if (sides[k] > 0 && division.owner(around[k]) != own) contacts.emplace_back(division.owner(around[k]), sides[k]);
  });
  std::ranges::sort(contacts);
  std::int32_t nearest = no_owner;
  std::int64_t longest = 0;
  for (std::size_t i = 0; i < contacts.size();) {
    std::int64_t length = 0;
    const std::int32_t part = contacts[i].first;
    for (; i < contacts.size() && contacts[i].first == part; ++i) length += contacts[i].second;
    if (length > longest) std::tie(nearest, longest) = std::pair(part, length);
  }
  return nearest;
}

// The greatest piece of each part in each sea.
template <class Mesh>
std::map<std::pair<std::int32_t, std::int32_t>, const Piece*> greatest_pieces(const MeshDivision<Mesh>& division,
                                                                              const Pieces& all,
                                                                              const std::vector<std::int32_t>& seas) {
  std::map<std::pair<std::int32_t, std::int32_t>, const Piece*> kept;
  for (const Piece& piece : all.pieces) {
    const std::size_t place = all.first_place(piece);
    const Piece*& most = kept[{division.owner(place), seas.empty() ? 0 : seas[place]}];
    if (most == nullptr || most->load < piece.load) most = &piece;
  }
  return kept;
}

}  // namespace

template <class Mesh>
Seas seas_of(const Mesh& mesh) {
  const auto any = [&](std::size_t place) { return mesh.is_active(place) ? 0 : no_owner; };
  const Pieces found = PieceFinder(mesh, any).pieces();
  Seas seas;
  for (const Piece& piece : found.pieces) seas.loads.push_back(piece.load);
  if (found.pieces.size() < 2) return seas;
  seas.of_place.assign(mesh.size(), no_owner);
  for (std::size_t i = 0; i < found.pieces.size(); ++i)
    found.for_each_place(found.pieces[i],
                         [&](std::size_t place) { seas.of_place[place] = static_cast<std::int32_t>(i); });
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
    const auto kept = greatest_pieces(division, all, seas->of_place);
    bool changed = false;
    for (const Piece& piece : all.pieces) {
      const std::size_t place = all.first_place(piece);
      const std::int32_t own = division.owner(place);
      if (kept.at({own, seas->of_place.empty() ? 0 : seas->of_place[place]}) == &piece) continue;
      const std::int32_t other = nearest_part(division, all, piece);
      if (other == no_owner || other == own) continue;
      all.for_each_place(piece, [&](std::size_t each) { division.move(each, other); });
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
