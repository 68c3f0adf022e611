// Cutting groups of parts out of a mesh.
#include "algorithms/cells/part_groups.hpp"

#include <algorithm>
#include <array>
#include <compare>
#include <utility>

#include "sim/cells/owners.hpp"

namespace apportion {
namespace {

struct Place {
  std::int64_t row = 0;
  std::int64_t column = 0;
};

Place place_in(const Mesh& mesh, std::size_t index) {
  const auto number = static_cast<std::int64_t>(index);
  return {number / mesh.stride() - 1, number % mesh.stride() - 1};
}

// The box around places: its first one, and the one behind its last.
std::pair<Place, Place> box_of(const Mesh& mesh, const std::vector<std::size_t>& places) {
  Place first{mesh.rows, mesh.columns};
  Place last{};
  for (const std::size_t index : places) {
    const Place place = place_in(mesh, index);
    first = {std::min(first.row, place.row), std::min(first.column, place.column)};
    last = {std::max(last.row, place.row + 1), std::max(last.column, place.column + 1)};
  }
  return {first, last};
}

struct Worth {
  double excess = 0;
  std::int64_t pieces = 0;
  std::int64_t cost = 0;
  auto operator<=>(const Worth&) const = default;
};

Worth worth(const PartGroup& group, const MeshDivision& division) {
  const double excess = division.excess(group.windows);
  return {excess > 1e-9 * group.mesh.total ? excess : 0.0, pieces(division), division.cut()};
}

}  // namespace

PartGroups::PartGroups(MeshDivision& division, const LoadWindows& windows, int stencil)
    : division_(division),
      windows_(windows),
      stencil_(stencil),
      places_(division.parts()),
      number_(division.parts(), no_owner),
      counted_(stencil == 0 ? 0 : division.mesh().size(), 0) {
  for (std::size_t place = 0; place < division.mesh().size(); ++place)
    if (division.owner(place) != no_owner) places_[static_cast<std::size_t>(division.owner(place))].push_back(place);
}

std::vector<std::int32_t> PartGroups::beside(std::int32_t part) const {
  std::vector<std::int32_t> owners;
  for (const std::size_t place : places_of(part)) {
    const std::array<std::size_t, 4> around = division_.mesh().around(place);
    const std::array<std::int32_t, 4> sides = division_.mesh().sides(place);
    for (std::size_t k = 0; k < around.size(); ++k)
      if (sides[k] > 0 && division_.owner(around[k]) != part) owners.push_back(division_.owner(around[k]));
  }
  return owners;
}

PartGroup PartGroups::cut_out(const std::vector<std::int32_t>& parts) {
  PartGroup group{.parts = parts};
  for (const std::int32_t part : parts) {
    const auto i = static_cast<std::size_t>(part);
    number_[i] = static_cast<std::int32_t>(group.windows.share.size());
    group.windows.share.push_back(windows_.share[i]);
    group.windows.least.push_back(windows_.least[i]);
    group.windows.most.push_back(windows_.most[i]);
    group.origins.insert(group.origins.end(), places_[i].begin(), places_[i].end());
  }
  const Mesh& whole = division_.mesh();
  const auto [first, last] = box_of(whole, group.origins);
  Mesh& mesh = group.mesh;
  mesh = empty_mesh(std::max<std::int64_t>(last.row - first.row, 0),
                    std::max<std::int64_t>(last.column - first.column, 0));
  group.owners.assign(mesh.size(), no_owner);
  const auto number_at = [&](std::size_t origin) {
    const std::int32_t owner = division_.owner(origin);
    return owner == no_owner ? no_owner : number_[static_cast<std::size_t>(owner)];
  };
  for (const std::size_t origin : group.origins) {
    const Place place = place_in(whole, origin);
    const std::size_t here = mesh.at(place.row - first.row, place.column - first.column);
    const std::size_t under = origin + static_cast<std::size_t>(whole.stride());
    mesh.load[here] = whole.load[origin];
    if (number_at(origin + 1) != no_owner) mesh.right[here] = whole.right[origin];
    if (number_at(under) != no_owner) mesh.below[here] = whole.below[origin];
    group.owners[here] = number_at(origin);
    group.places.push_back(here);
  }
  sum_up(mesh);
  for (const std::int32_t part : parts) number_[static_cast<std::size_t>(part)] = no_owner;
  return group;
}

// By the places of the group, and by those around it.
std::int64_t PartGroups::sent_around(const PartGroup& group) {
  ++counts_;
  std::int64_t sent = 0;
  const auto count = [&](std::size_t place) {
    if (std::exchange(counted_[place], counts_) == counts_) return;
    sent += static_cast<std::int64_t>(receivers_of(division_, place, stencil_).count);
  };
  const auto line = static_cast<std::size_t>(division_.mesh().stride());
  for (const std::size_t origin : group.origins)
    for (const std::size_t middle : {origin - line, origin, origin + line})
      for (const std::size_t place : {middle - 1, middle, middle + 1}) count(place);
  return sent;
}

void PartGroups::put_back(const PartGroup& group, const PlaceOwners& owners) {
  for (const std::int32_t part : group.parts) places_[static_cast<std::size_t>(part)].clear();
  for (std::size_t i = 0; i < group.places.size(); ++i) {
    const std::int32_t part = group.parts[static_cast<std::size_t>(owners[group.places[i]])];
    if (part != division_.owner(group.origins[i])) division_.move(group.origins[i], part);
    places_[static_cast<std::size_t>(part)].push_back(group.origins[i]);
  }
}

bool PartGroups::offer(const PartGroup& group, const MeshDivision& next) {
  Worth before = worth(group, MeshDivision(group.mesh, group.parts.size(), group.owners));
  Worth after = worth(group, next);
  if (stencil_ == 0) {
    if (after <= before) put_back(group, next.owners());
    return after < before;
  }
  before.cost = sent_around(group);
  put_back(group, next.owners());
  after.cost = sent_around(group);
  if (after > before) put_back(group, group.owners);
  return after < before;
}

}  // namespace apportion
