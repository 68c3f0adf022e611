// Loads, gains and boundaries of a division of a mesh.
#include "algorithms/cells/mesh_division.hpp"

#include <algorithm>
#include <array>
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

}  // namespace apportion
