// Loads, gains and connections of a division of a mesh.
#include "algorithms/cells/mesh_division.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>
#include <utility>

#include "sim/cells/owners.hpp"

namespace apportion {
namespace {

// For each set of the eight places around one, in a circle from the right, which have their part in common with it: do
// those beside it hang together within the eight? The bits 0, 2, 4 and 6 are beside it, the others at its corners.
constexpr std::array<bool, 256> connected_sets() {
  std::array<bool, 256> connected{};
  for (unsigned set = 0; set < 256; ++set) {
    unsigned runs = 0;
    for (unsigned bit = 0; bit < 8; bit += 2) {
      const bool here = ((set >> bit) & 1U) != 0;
      const bool goes_on = ((set >> (bit + 1)) & 1U) != 0 && ((set >> ((bit + 2) % 8)) & 1U) != 0;
      if (here && !goes_on) ++runs;
    }
    connected[set] = runs <= 1;
  }
  return connected;
}
constexpr std::array<bool, 256> is_connected_set = connected_sets();

// Connected places: a slice of all places in the order in which they were found.
struct Piece {
  std::size_t begin = 0;
  std::size_t end = 0;
  double load = 0;
};

struct Pieces {
  std::vector<std::size_t> places;
  std::vector<Piece> pieces;
};

// Of places that are beside each other and the same to `group`, which is no_owner for those of nobody.
template <class Group>
Pieces pieces_by(const Mesh& mesh, Group group) {
  Pieces found;
  found.places.reserve(static_cast<std::size_t>(mesh.active));
  std::vector<bool> seen(mesh.size(), false);
  for (std::size_t first = 0; first < mesh.size(); ++first) {
    const std::int32_t own = group(first);
    if (own == no_owner || seen[first]) continue;
    Piece piece{found.places.size(), 0, 0};
    found.places.push_back(first);
    seen[first] = true;
    for (std::size_t next = piece.begin; next < found.places.size(); ++next) {
      const std::size_t place = found.places[next];
      piece.load += mesh.load[place];
      const std::array<std::size_t, 4> around = mesh.around(place);
      const std::array<std::int32_t, 4> sides = mesh.sides(place);
      for (std::size_t k = 0; k < around.size(); ++k) {
        if (sides[k] == 0 || seen[around[k]] || group(around[k]) != own) continue;
        seen[around[k]] = true;
        found.places.push_back(around[k]);
      }
    }
    piece.end = found.places.size();
    found.pieces.push_back(piece);
  }
  return found;
}

Pieces pieces_of(const MeshDivision& division) {
  return pieces_by(division.mesh(), [&](std::size_t place) { return division.owner(place); });
}

// The seas, which are the pieces of what anybody has, and which sea each place is in.
struct Seas {
  std::vector<double> loads;
  std::vector<std::size_t> sea_of;
};

Seas seas_of(const MeshDivision& division) {
  const Mesh& mesh = division.mesh();
  const Pieces found =
      pieces_by(mesh, [&](std::size_t place) { return division.owner(place) == no_owner ? no_owner : 0; });
  Seas seas{.loads = {}, .sea_of = std::vector<std::size_t>(mesh.size(), 0)};
  for (const Piece& piece : found.pieces) {
    for (std::size_t i = piece.begin; i < piece.end; ++i) seas.sea_of[found.places[i]] = seas.loads.size();
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
  const std::int32_t own = division.owner(all.places[piece.begin]);
  for (std::size_t i = piece.begin; i < piece.end; ++i) {
    const std::array<std::size_t, 4> around = division.mesh().around(all.places[i]);
    const std::array<std::int32_t, 4> sides = division.mesh().sides(all.places[i]);
    for (std::size_t k = 0; k < around.size(); ++k)
      if (sides[k] > 0 && division.owner(around[k]) != own) contacts.emplace_back(division.owner(around[k]), sides[k]);
  }
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

LoadWindows load_windows(const CellProblem& problem, double imbalance) {
  const double cell = problem.loads ? problem.loads->greatest() : 1;
  LoadWindows windows{.share = shares(problem)};
  const double per_cell = total_load(problem) / static_cast<double>(active_cells(problem));
  for (std::size_t i = 0; i < windows.share.size(); ++i) {
    const double share = windows.share[i];
    const double width = std::max(cell * (1 + 1e-9), imbalance * share);
    windows.least.push_back(share - width);
    windows.most.push_back(share + width);
    // Half a cell more is none more, and leaves room above a share that fills the memory.
    if (!problem.memory.empty())
      windows.most[i] = std::min(windows.most[i], std::max(share, problem.memory[i] * per_cell) + cell / 2);
  }
  return windows;
}

LoadWindows widened(const LoadWindows& windows, double width) {
  LoadWindows wide = windows;
  for (std::size_t i = 0; i < wide.share.size(); ++i) {
    wide.least[i] = std::min(wide.least[i], wide.share[i] - width);
    wide.most[i] = std::max(wide.most[i], wide.share[i] + width);
  }
  return wide;
}

MeshDivision::MeshDivision(const Mesh& mesh, std::size_t parts, PlaceOwners owners)
    : mesh_(&mesh), owners_(std::move(owners)), loads_(parts, 0), places_(parts, 0) {
  for (std::size_t place = 0; place < owners_.size(); ++place) {
    if (owners_[place] == no_owner) continue;
    loads_[static_cast<std::size_t>(owners_[place])] += mesh.load[place];
    ++places_[static_cast<std::size_t>(owners_[place])];
  }
}

std::int32_t MeshDivision::sides_to(std::size_t place, std::int32_t part) const {
  const std::array<std::size_t, 4> around = mesh_->around(place);
  const std::array<std::int32_t, 4> sides = mesh_->sides(place);
  std::int32_t sum = 0;
  for (std::size_t k = 0; k < around.size(); ++k)
    if (owners_[around[k]] == part) sum += sides[k];
  return sum;
}

bool MeshDivision::may_leave(std::size_t place) const {
  const std::int32_t own = owners_[place];
  if (places_[static_cast<std::size_t>(own)] < 2) return false;
  const auto line = static_cast<std::size_t>(mesh_->stride());
  const std::array<std::size_t, 8> circle = {place + 1, place + line + 1, place + line, place + line - 1,
                                             place - 1, place - line - 1, place - line, place - line + 1};
  unsigned set = 0;
  for (unsigned bit = 0; bit < 8; ++bit)
    if (owners_[circle[bit]] == own) set |= 1U << bit;
  return is_connected_set[set];
}

bool MeshDivision::is_at_boundary(std::size_t place) const {
  const std::int32_t own = owners_[place];
  if (own == no_owner) return false;
  return std::ranges::any_of(mesh_->around(place),
                             [&](std::size_t other) { return owners_[other] != own && owners_[other] != no_owner; });
}

void MeshDivision::move(std::size_t place, std::int32_t part) {
  const auto from = static_cast<std::size_t>(owners_[place]);
  const auto to = static_cast<std::size_t>(part);
  loads_[from] -= mesh_->load[place];
  loads_[to] += mesh_->load[place];
  --places_[from];
  ++places_[to];
  owners_[place] = part;
}

double MeshDivision::excess(const LoadWindows& windows) const {
  double sum = 0;
  for (std::size_t i = 0; i < loads_.size(); ++i) sum += excess_of(loads_[i], windows, static_cast<std::int32_t>(i));
  return sum;
}

std::int64_t MeshDivision::cut() const {
  const auto line = static_cast<std::size_t>(mesh_->stride());
  std::int64_t cut = 0;
  for (std::size_t place = 0; place + line < owners_.size(); ++place) {
    if (mesh_->right[place] > 0 && owners_[place] != owners_[place + 1]) cut += mesh_->right[place];
    if (mesh_->below[place] > 0 && owners_[place] != owners_[place + line]) cut += mesh_->below[place];
  }
  return cut;
}

std::int64_t pieces(const MeshDivision& division) {
  return static_cast<std::int64_t>(pieces_of(division).pieces.size());
}

std::int64_t neighbouring_pairs(const MeshDivision& division) {
  const Mesh& mesh = division.mesh();
  const auto line = static_cast<std::size_t>(mesh.stride());
  std::vector<std::pair<std::int32_t, std::int32_t>> pairs;
  const auto add = [&](std::size_t one, std::size_t other) {
    const std::pair<std::int32_t, std::int32_t> pair = std::minmax({division.owner(one), division.owner(other)});
    if (pair.first != pair.second && (pairs.empty() || pairs.back() != pair)) pairs.push_back(pair);
  };
  for (std::size_t place = 0; place + line < mesh.size(); ++place) {
    if (mesh.right[place] > 0) add(place, place + 1);
    if (mesh.below[place] > 0) add(place, place + line);
  }
  std::ranges::sort(pairs);
  return std::unique(pairs.begin(), pairs.end()) - pairs.begin();
}

Receivers receivers_of(const MeshDivision& division, std::size_t place, int stencil) {
  Receivers found;
  const std::int32_t own = division.owner(place);
  if (own == no_owner) return found;
  const auto line = static_cast<std::ptrdiff_t>(division.mesh().stride());
  const std::array<std::ptrdiff_t, 8> steps = {1, -1, line, -line, line + 1, line - 1, -line + 1, -line - 1};
  const std::size_t around = stencil == 5 ? 4 : steps.size();
  for (std::size_t k = 0; k < around; ++k) {
    const std::int32_t other = division.owner(place + static_cast<std::size_t>(steps[k]));
    auto* end = found.parts.begin() + found.count;
    if (other == own || other == no_owner || std::find(found.parts.begin(), end, other) != end) continue;
    found.parts[found.count++] = other;
  }
  return found;
}

std::vector<std::int64_t> received_by_parts(const MeshDivision& division, int stencil) {
  std::vector<std::int64_t> received(division.parts(), 0);
  for (std::size_t place = 0; place < division.mesh().size(); ++place) {
    const Receivers receivers = receivers_of(division, place, stencil);
    for (std::size_t i = 0; i < receivers.count; ++i) ++received[static_cast<std::size_t>(receivers.parts[i])];
  }
  return received;
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
      const Piece*& most = kept[static_cast<std::size_t>(division.owner(all.places[piece.begin]))];
      if (most == nullptr || most->load < piece.load) most = &piece;
    }
    bool changed = false;
    for (const Piece& piece : all.pieces) {
      const std::size_t place = all.places[piece.begin];
      const std::int32_t own = division.owner(place);
      const Piece* greatest = kept[static_cast<std::size_t>(own)];
      if (greatest == &piece) continue;
      const std::int32_t other = nearest_part(division, all, piece);
      if (other == no_owner || other == own) continue;
      if (piece.load >= sliver * division.load(own)) {
        if (!seas) seas = seas_of(division);
        if (is_needed(division, *seas, place, all.places[greatest->begin])) continue;
      }
      for (std::size_t i = piece.begin; i < piece.end; ++i) division.move(all.places[i], other);
      changed = true;
    }
    if (!changed) return;
  }
}

}  // namespace apportion
