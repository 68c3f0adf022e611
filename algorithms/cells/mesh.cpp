// Meshes of cells, their coarsening, divisions of them, the pieces of their parts, and flows of load between parts.
#include "algorithms/cells/mesh.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <optional>
#include <queue>
#include <set>
#include <tuple>

#include "base/disjoint_sets.hpp"
#include "base/error.hpp"

namespace apportion {
namespace {

// visit(place, coarse place)
template <class Visit>
void for_each_place(const Mesh& mesh, const Mesh& coarse, Visit visit) {
  for (std::int64_t row = 0; row < mesh.rows; ++row)
    for (std::int64_t column = 0; column < mesh.columns; ++column)
      visit(mesh.at(row, column), coarse.at(row / 2, column / 2));
}

}  // namespace

Mesh empty_mesh(std::int64_t rows, std::int64_t columns) {
  Mesh mesh{.rows = rows, .columns = columns};
  const auto places = static_cast<std::size_t>((rows + 2) * mesh.stride());
  mesh.load.assign(places, 0);
  mesh.right.assign(places, 0);
  mesh.below.assign(places, 0);
  return mesh;
}

void sum_up(Mesh& mesh) {
  for (const double load : mesh.load) {
    mesh.total += load;
    mesh.greatest = std::max(mesh.greatest, load);
    mesh.active += load > 0 ? 1 : 0;
  }
}

Mesh mesh_of(const CellProblem& problem, const char* algorithm) {
  if (problem.rows > most_mesh_cells / problem.columns)
    throw InputError(fmt::format("{} takes at most {} cells, and there are {} x {}; {} takes more", algorithm,
                                 most_mesh_cells, problem.rows, problem.columns, problem.loads ? "RCB[jogs]" : "BEST"));
  Mesh mesh = empty_mesh(problem.rows, problem.columns);
  for (std::int64_t row = 0; row < mesh.rows; ++row)
    for (std::int64_t column = 0; column < mesh.columns; ++column)
      mesh.load[mesh.at(row, column)] = problem.loads ? problem.loads->at(row, column) : 1;
  const auto line = static_cast<std::size_t>(mesh.stride());
  for (std::int64_t row = 0; row < mesh.rows; ++row)
    for (std::int64_t column = 0; column < mesh.columns; ++column) {
      const std::size_t place = mesh.at(row, column);
      if (!mesh.is_active(place)) continue;
      mesh.right[place] = mesh.is_active(place + 1) ? 1 : 0;
      mesh.below[place] = mesh.is_active(place + line) ? 1 : 0;
    }
  sum_up(mesh);
  return mesh;
}

Mesh coarser(const Mesh& mesh) {
  Mesh coarse = empty_mesh((mesh.rows + 1) / 2, (mesh.columns + 1) / 2);
  for (std::int64_t row = 0; row < mesh.rows; ++row)
    for (std::int64_t column = 0; column < mesh.columns; ++column) {
      const std::size_t place = mesh.at(row, column);
      const std::size_t whole = coarse.at(row / 2, column / 2);
      coarse.load[whole] += mesh.load[place];
      if (column % 2 == 1) coarse.right[whole] += mesh.right[place];
      if (row % 2 == 1) coarse.below[whole] += mesh.below[place];
    }
  sum_up(coarse);
  return coarse;
}

PlaceOwners refined(const Mesh& mesh, const Mesh& coarse, const PlaceOwners& owners) {
  PlaceOwners fine(mesh.size(), no_owner);
  for_each_place(mesh, coarse, [&](std::size_t place, std::size_t whole) {
    if (mesh.is_active(place)) fine[place] = owners[whole];
  });
  return fine;
}

PlaceOwners coarsened(const Mesh& mesh, const Mesh& coarse, const PlaceOwners& owners) {
  PlaceOwners result(coarse.size(), no_owner);
  for (std::int64_t row = 0; row < coarse.rows; ++row)
    for (std::int64_t column = 0; column < coarse.columns; ++column) {
      std::array<std::pair<std::int32_t, double>, 4> loads{};
      auto* end = loads.begin();
      for (std::int64_t y = 2 * row; y < std::min(2 * row + 2, mesh.rows); ++y)
        for (std::int64_t x = 2 * column; x < std::min(2 * column + 2, mesh.columns); ++x) {
          const std::size_t place = mesh.at(y, x);
          if (owners[place] == no_owner) continue;
          auto* found = std::find_if(loads.begin(), end, [&](const auto& each) { return each.first == owners[place]; });
          if (found == end) *end++ = {owners[place], 0};
          found->second += mesh.load[place];
        }
      if (end == loads.begin()) continue;
      result[coarse.at(row, column)] =
          std::max_element(loads.begin(), end, [](const auto& a, const auto& b) { return a.second < b.second; })->first;
    }
  return result;
}

Decomposition division_of(const CellProblem& problem, const Mesh& mesh, const PlaceOwners& owners) {
  std::vector<std::int32_t> cells;
  cells.reserve(static_cast<std::size_t>(mesh.rows * mesh.columns));
  for (std::int64_t row = 0; row < mesh.rows; ++row)
    for (std::int64_t column = 0; column < mesh.columns; ++column) cells.push_back(owners[mesh.at(row, column)]);
  return division_of(mesh.rows, mesh.columns, problem.cluster.size(), cells);
}

PlaceOwners place_owners(const CellProblem& problem, const Mesh& mesh, const Decomposition& division) {
  const std::vector<std::int32_t> cells =
      problem.loads ? active_owners_of(*problem.loads, division) : owners_of(division);
  PlaceOwners owners(mesh.size(), no_owner);
  auto cell = cells.begin();
  for (std::int64_t row = 0; row < mesh.rows; ++row)
    for (std::int64_t column = 0; column < mesh.columns; ++column) owners[mesh.at(row, column)] = *cell++;
  return owners;
}

namespace {

// --- Divisions: loads, gains and boundaries

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

// Whether places of a row and those beside them have one owner. Without branches, for the vectors of the processor.
bool is_even(const MeshDivision& division, std::size_t first, std::int64_t width) {
  const std::int32_t* here = &division.owners()[first];
  const std::int32_t* above = here - division.mesh().stride();
  const std::int32_t* below = here + division.mesh().stride();
  const std::int32_t own = *here;
  std::int32_t different = (here[-1] ^ own) | (here[width] ^ own);
  for (std::int64_t i = 0; i < width; ++i) different |= (here[i] ^ own) | (above[i] ^ own) | (below[i] ^ own);
  return different == 0;
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
    // Half a cell above the memory limit admits no further cell, and leaves room above a share that fills the memory.
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

std::vector<std::size_t> boundary_places(const MeshDivision& division) {
  constexpr std::int64_t block = 16;  // nearly all blocks are inside of a part
  const Mesh& mesh = division.mesh();
  std::vector<std::size_t> found;
  for (std::int64_t row = 0; row < mesh.rows; ++row)
    for (std::int64_t column = 0; column < mesh.columns; column += block) {
      const std::int64_t width = std::min(block, mesh.columns - column);
      if (is_even(division, mesh.at(row, column), width)) continue;
      for (std::size_t place = mesh.at(row, column); place < mesh.at(row, column + width); ++place)
        if (division.is_at_boundary(place)) found.push_back(place);
    }
  return found;
}

void update_boundary(const MeshDivision& division, const std::vector<std::size_t>& moved,
                     std::vector<std::size_t>& boundary) {
  const auto old = static_cast<std::ptrdiff_t>(boundary.size());
  for (const std::size_t place : moved) {
    boundary.push_back(place);
    for (const std::size_t other : division.mesh().around(place)) boundary.push_back(other);
  }
  std::sort(boundary.begin() + old, boundary.end());
  std::inplace_merge(boundary.begin(), boundary.begin() + old, boundary.end());
  std::erase_if(boundary, [&](std::size_t place) { return !division.is_at_boundary(place); });
  boundary.erase(std::unique(boundary.begin(), boundary.end()), boundary.end());
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
  const MeshStencil near(division.mesh(), stencil);
  for (std::size_t k = 0; k < near.count(); ++k) {
    const std::int32_t other = division.owner(near.at(place, k));
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

namespace {

// --- The connected pieces of parts, as runs of places in rows

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

// Of connected places with the same value of `group`, which is no_owner for places without an owner.
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

// The part that a piece has the longest boundary with; no_owner if it borders on no part.
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

namespace {

// --- Rebalancing: flows of load along paths of neighbouring parts, then the places that make them

constexpr std::int32_t nobody = -1;

}  // namespace

PartNeighbourhood neighbourhood_of(const MeshDivision& division, const std::vector<std::size_t>& boundary) {
  const Mesh& mesh = division.mesh();
  PartNeighbourhood found{std::vector<std::vector<std::int32_t>>(division.parts()),
                          std::vector<std::vector<std::size_t>>(division.parts())};
  for (const std::size_t place : boundary) {
    const auto own = static_cast<std::size_t>(division.owner(place));
    found.boundaries[own].push_back(place);
    const std::array<std::size_t, 4> around = mesh.around(place);
    const std::array<std::int32_t, 4> sides = mesh.sides(place);
    for (std::size_t k = 0; k < around.size(); ++k) {
      const std::int32_t other = division.owner(around[k]);
      if (sides[k] > 0 && other != division.owner(place) &&
          std::ranges::find(found.parts[own], other) == found.parts[own].end())
        found.parts[own].push_back(other);
    }
  }
  return found;
}

namespace {

// What is to flow from part to part, so that all loads come into their windows.
class Flows {
 public:
  Flows(const MeshDivision& division, const LoadWindows& windows, const PartNeighbourhood& near,
        const std::set<PartPair>& blocked)
      : windows_(windows),
        near_(near),
        blocked_(blocked),
        half_place_(division.mesh().total / static_cast<double>(2 * division.mesh().active)) {
    for (std::size_t i = 0; i < division.parts(); ++i) loads_.push_back(division.load(static_cast<std::int32_t>(i)));
    for (std::size_t k = 0; k < 4 * loads_.size() && relieve_worst(); ++k) {
    }
  }

  [[nodiscard]] const std::map<PartPair, double>& amounts() const { return amounts_; }

 private:
  [[nodiscard]] double excess(std::size_t i) const {
    return MeshDivision::excess_of(loads_[i], windows_, static_cast<std::int32_t>(i));
  }
  // How much load a part can still take, or give.
  [[nodiscard]] double room(std::size_t i, bool takes) const {
    return takes ? windows_.most[i] - loads_[i] : loads_[i] - windows_.least[i];
  }

  bool relieve_worst() {
    std::size_t worst = 0;
    for (std::size_t i = 1; i < loads_.size(); ++i)
      if (excess(i) > excess(worst)) worst = i;
    if (!(excess(worst) > 0)) return false;
    const bool gives = loads_[worst] > windows_.most[worst];
    // Half a place more, so that it is not rounded to 0.
    const double amount = excess(worst) + half_place_;
    std::vector<std::int32_t> path = path_from(worst, gives, std::min(amount, 0.5 * room_of_all(worst, gives)));
    if (path.empty()) path = jump_from(worst, gives);
    if (path.empty()) return false;
    const double moved = std::min(amount, room(static_cast<std::size_t>(path.back()), gives));
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
      const PartPair pair = gives ? PartPair(path[i], path[i + 1]) : PartPair(path[i + 1], path[i]);
      amounts_[pair] += moved;
    }
    loads_[worst] += gives ? -moved : moved;
    loads_[static_cast<std::size_t>(path.back())] += gives ? moved : -moved;
    return moved > 0;
  }

  [[nodiscard]] double room_of_all(std::size_t worst, bool gives) const {
    double most = 0;
    for (std::size_t i = 0; i < loads_.size(); ++i)
      if (i != worst) most = std::max(most, room(i, gives));
    return most;
  }

  [[nodiscard]] bool is_blocked(std::int32_t from, std::int32_t to, bool gives) const {
    return blocked_.contains(gives ? PartPair(from, to) : PartPair(to, from));
  }

  // The shortest path to a part with that much room.
  [[nodiscard]] std::vector<std::int32_t> path_from(std::size_t worst, bool gives, double wanted) const {
    std::vector<std::int32_t> before(loads_.size(), nobody);
    std::vector<std::int32_t> open = {static_cast<std::int32_t>(worst)};
    before[worst] = open.front();
    for (std::size_t next = 0; next < open.size(); ++next) {
      const std::int32_t part = open[next];
      const double free = room(static_cast<std::size_t>(part), gives);
      if (next > 0 && free > 0 && free >= std::min(wanted, excess(worst))) return path_to(part, before);
      for (const std::int32_t other : near_.parts[static_cast<std::size_t>(part)]) {
        if (before[static_cast<std::size_t>(other)] != nobody || is_blocked(part, other, gives)) continue;
        before[static_cast<std::size_t>(other)] = part;
        open.push_back(other);
      }
    }
    return {};
  }

  static std::vector<std::int32_t> path_to(std::int32_t part, const std::vector<std::int32_t>& before) {
    std::vector<std::int32_t> path = {part};
    while (before[static_cast<std::size_t>(path.back())] != path.back())
      path.push_back(before[static_cast<std::size_t>(path.back())]);
    std::ranges::reverse(path);
    return path;
  }

  // To the part with the most room, though it is no neighbour.
  [[nodiscard]] std::vector<std::int32_t> jump_from(std::size_t worst, bool gives) const {
    std::int32_t best = nobody;
    for (std::size_t i = 0; i < loads_.size(); ++i) {
      const auto part = static_cast<std::int32_t>(i);
      if (i == worst || !(room(i, gives) > 0) || is_blocked(static_cast<std::int32_t>(worst), part, gives)) continue;
      if (best == nobody || room(i, gives) > room(static_cast<std::size_t>(best), gives)) best = part;
    }
    if (best == nobody) return {};
    return {static_cast<std::int32_t>(worst), best};
  }

  const LoadWindows& windows_;
  const PartNeighbourhood& near_;
  const std::set<PartPair>& blocked_;
  double half_place_;
  std::vector<double> loads_;
  std::map<PartPair, double> amounts_;
};

struct Offer {
  std::int32_t gain;
  std::size_t place;
  bool operator<(const Offer& other) const { return gain != other.gain ? gain < other.gain : place < other.place; }
};

}  // namespace

std::vector<std::size_t> move_between(MeshDivision& division, const PartNeighbourhood& near, PartPair pair,
                                      double amount) {
  const auto from = pair.first;
  const auto to = pair.second;
  const std::vector<std::int32_t>& neighbours = near.parts[static_cast<std::size_t>(from)];
  const bool jumps = std::ranges::find(neighbours, to) == neighbours.end();
  const auto is_candidate = [&](std::size_t place) {
    return division.owner(place) == from && (jumps || division.sides_to(place, to) > 0);
  };
  std::priority_queue<Offer> offers;
  const auto offer = [&](std::size_t place) {
    if (is_candidate(place)) offers.push({division.gain(place, to), place});
  };
  if (jumps && near.boundaries[static_cast<std::size_t>(from)].empty())
    for (std::size_t place = 0; place < division.mesh().size(); ++place) offer(place);
  else
    for (const std::size_t place : near.boundaries[static_cast<std::size_t>(from)]) offer(place);
  double load_moved = 0;
  std::vector<std::size_t> moved;
  while (!offers.empty() && load_moved < amount) {
    const Offer best = offers.top();
    offers.pop();
    if (!is_candidate(best.place)) continue;
    if (division.gain(best.place, to) != best.gain) {
      offer(best.place);
      continue;
    }
    const double load = division.mesh().load[best.place];
    const double left = amount - load_moved;
    if (std::abs(left - load) >= left || !division.may_leave(best.place)) continue;
    division.move(best.place, to);
    load_moved += load;
    moved.push_back(best.place);
    for (const std::size_t other : division.mesh().around(best.place)) offer(other);
  }
  return moved;
}

bool rebalance(MeshDivision& division, const LoadWindows& windows) {
  constexpr int most_rounds = 40;
  if (division.excess(windows) <= 0) return true;
  std::set<PartPair> blocked;
  std::vector<std::size_t> boundary = boundary_places(division);
  for (int round = 0; round < most_rounds; ++round) {
    const PartNeighbourhood near = neighbourhood_of(division, boundary);
    const Flows flows(division, windows, near, blocked);
    if (flows.amounts().empty()) return false;
    std::vector<std::size_t> all_moved;
    for (const auto& [pair, amount] : flows.amounts()) {
      const std::vector<std::size_t> moved = move_between(division, near, pair, amount);
      if (moved.empty()) blocked.insert(pair);
      all_moved.insert(all_moved.end(), moved.begin(), moved.end());
    }
    if (division.excess(windows) <= 0) return true;
    update_boundary(division, all_moved, boundary);
  }
  return false;
}

}  // namespace apportion
