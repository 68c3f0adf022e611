// The connected pieces of parts, as runs of places in rows.
#include <algorithm>
#include <array>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "algorithms/cells/mesh_division.hpp"
#include "base/disjoint_sets.hpp"
#include "sim/cells/owners.hpp"

namespace apportion {
namespace {

// Connected places of one row, `end` excluded.
struct PlaceRun {
  std::size_t begin = 0;
  std::size_t end = 0;
};

struct Piece {
  std::size_t begin = 0;  // runs of Pieces::runs
  std::size_t end = 0;
  double load = 0;
};

// In the order of their first places.
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

// Of places that hang together and are the same to `group`, which is no_owner for those of nobody.
template <class Group>
class PieceFinder {
 public:
  PieceFinder(const Mesh& mesh, Group group) : mesh_(mesh), group_(group) {
    std::size_t above = 0;
    for (std::int64_t row = 0; row < mesh.rows; ++row) {
      const std::size_t first = runs_.size();
      add_row(row);
      connect(above, first);
      above = first;
    }
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
  void add_row(std::int64_t row) {
    const std::size_t last = mesh_.at(row, mesh_.columns);
    for (std::size_t place = mesh_.at(row, 0); place < last;) {
      const std::int32_t own = group_(place);
      const std::size_t begin = place++;
      if (own == no_owner) continue;
      while (place < last && mesh_.right[place - 1] > 0 && group_(place) == own) ++place;
      runs_.push_back({begin, place});
      connected_.add();
    }
  }

  // The runs of a row, from `first`, with those of the row above it.
  void connect(std::size_t above, std::size_t first) {
    const auto line = static_cast<std::size_t>(mesh_.stride());
    for (std::size_t run = first; run < runs_.size(); ++run) {
      const PlaceRun shadow{runs_[run].begin - line, runs_[run].end - line};
      while (above < first && runs_[above].end <= shadow.begin) ++above;
      for (std::size_t other = above; other < first && runs_[other].begin < shadow.end; ++other)
        if (group_(runs_[other].begin) == group_(runs_[run].begin) && touch(shadow, runs_[other]))
          connected_.unite(run, other);
    }
  }

  [[nodiscard]] bool touch(const PlaceRun& shadow, const PlaceRun& other) const {
    const std::size_t end = std::min(shadow.end, other.end);
    for (std::size_t place = std::max(shadow.begin, other.begin); place < end; ++place)
      if (mesh_.below[place] > 0) return true;
    return false;
  }

  const Mesh& mesh_;
  Group group_;
  std::vector<PlaceRun> runs_;
  DisjointSets connected_;
};

Pieces pieces_of(const MeshDivision& division) {
  return PieceFinder(division.mesh(), [&](std::size_t place) { return division.owner(place); }).pieces();
}

// The seas, which are the pieces of what anybody has, and which sea each place is in.
struct Seas {
  std::vector<double> loads;
  std::vector<std::size_t> sea_of;
};

Seas seas_of(const MeshDivision& division) {
  const Mesh& mesh = division.mesh();
  const auto any = [&](std::size_t place) { return division.owner(place) == no_owner ? no_owner : 0; };
  const Pieces found = PieceFinder(mesh, any).pieces();
  Seas seas{.loads = {}, .sea_of = std::vector<std::size_t>(mesh.size(), 0)};
  for (const Piece& piece : found.pieces) {
    found.for_each_place(piece, [&](std::size_t place) { seas.sea_of[place] = seas.loads.size(); });
    seas.loads.push_back(piece.load);
  }
  return seas;
}

// Whether a great piece is apart from the greatest one of its part, in a sea that no part can hold alone.
bool is_needed(const MeshDivision& division, const Seas& seas, std::size_t place, std::size_t place_of_greatest) {
  const std::size_t sea = seas.sea_of[place];
  return sea != seas.sea_of[place_of_greatest] &&
         seas.loads[sea] > division.mesh().total / static_cast<double>(division.parts());
}

// The part that a piece has the longest boundary with; no_owner if it borders on nobody.
std::int32_t nearest_part(const MeshDivision& division, const Pieces& all, const Piece& piece) {
  std::vector<std::pair<std::int32_t, std::int32_t>> contacts;
  const std::int32_t own = division.owner(all.first_place(piece));
  all.for_each_place(piece, [&](std::size_t place) {
    const std::array<std::size_t, 4> around = division.mesh().around(place);
    const std::array<std::int32_t, 4> sides = division.mesh().sides(place);
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

}  // namespace

std::int64_t pieces(const MeshDivision& division) {
  return static_cast<std::int64_t>(pieces_of(division).pieces.size());
}

void join_pieces(MeshDivision& division) {
  constexpr int most_rounds = 4;
  constexpr double sliver = 0.1;  // of a part's load
  std::optional<Seas> seas;
  for (int round = 0; round < most_rounds; ++round) {
    const Pieces all = pieces_of(division);
    if (all.pieces.size() <= division.parts()) return;
    std::vector<const Piece*> kept(division.parts(), nullptr);
    for (const Piece& piece : all.pieces) {
      const Piece*& most = kept[static_cast<std::size_t>(division.owner(all.first_place(piece)))];
      if (most == nullptr || most->load < piece.load) most = &piece;
    }
    bool changed = false;
    for (const Piece& piece : all.pieces) {
      const std::size_t place = all.first_place(piece);
      const std::int32_t own = division.owner(place);
      const Piece* greatest = kept[static_cast<std::size_t>(own)];
      if (greatest == &piece) continue;
      const std::int32_t other = nearest_part(division, all, piece);
      if (other == no_owner || other == own) continue;
      if (piece.load >= sliver * division.load(own)) {
        if (!seas) seas = seas_of(division);
        if (is_needed(division, *seas, place, all.first_place(*greatest))) continue;
      }
      all.for_each_place(piece, [&](std::size_t each) { division.move(each, other); });
      changed = true;
    }
    if (!changed) return;
  }
}

}  // namespace apportion
