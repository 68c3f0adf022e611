// Large neighbourhoods: a few parts as a mesh of their own.
#include "algorithms/cells/mesh_regrouping.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "algorithms/cells/mesh_annealing.hpp"
#include "algorithms/cells/mesh_refinement.hpp"
#include "algorithms/cells/mesh_sweeps.hpp"
#include "algorithms/cells/part_groups.hpp"
#include "algorithms/rectangles/random_draws.hpp"

namespace apportion {
namespace {

// A part at random, and others one by one, each beside one of the group.
std::vector<std::int32_t> drawn_group(const PartGroups& groups, std::size_t most, RandomStream& stream) {
  std::vector<std::int32_t> group = {static_cast<std::int32_t>(draw_below(groups.parts(), stream))};
  const std::size_t size = 2 + draw_below(most - 1, stream);
  std::vector<std::int32_t> beside;
  for (std::size_t next = 0; next < group.size() && group.size() < size; ++next) {
    const std::vector<std::int32_t> more = groups.beside(group[next]);
    beside.insert(beside.end(), more.begin(), more.end());
    std::erase_if(beside, [&](std::int32_t part) { return std::ranges::find(group, part) != group.end(); });
    if (!beside.empty()) group.push_back(beside[draw_below(beside.size(), stream)]);
  }
  return group;
}

MeshDivision swept(const PartGroup& group, CutPrice price, RandomStream& stream) {
  PlaceOwners owners;
  (void)sweep(group.mesh, group.windows.share, {.price = price}, stream, owners);
  MeshDivision division(group.mesh, group.parts.size(), std::move(owners));
  join_pieces(division);
  rebalance(division, group.windows);
  return division;
}

MeshDivision divided_by_cut(const PartGroup& group, const RegroupingSettings& settings, RandomStream& stream) {
  MeshDivision division = swept(group, CutPrice::sides, stream);
  anneal_cut(division, group.windows, {.heat = 0.6, .moves_per_place = settings.moves_per_place}, stream);
  rebalance(division, group.windows);
  refine(division, group.windows, {}, stream);
  return division;
}

MeshDivision divided_by_elements(const PartGroup& group, const RegroupingSettings& settings, RandomStream& stream) {
  MeshDivision division = swept(group, CutPrice::elements, stream);
  const AnnealingSettings annealing{.heat = 0.3, .moves_per_place = settings.moves_per_place};
  anneal_volume(division, group.windows, settings.stencil, annealing, stream);
  rebalance(division, group.windows);
  return division;
}

}  // namespace

void regroup(MeshDivision& division, const LoadWindows& windows, const RegroupingSettings& settings,
             RandomStream& stream) {
  const auto trials = static_cast<int>(std::ceil(settings.trials_per_part * static_cast<double>(division.parts())));
  if (division.parts() < 2 || trials == 0) return;
  PartGroups groups(division, windows, settings.stencil);
  for (int i = 0; i < trials; ++i) {
    const std::vector<std::int32_t> parts = drawn_group(groups, settings.largest_group, stream);
    if (parts.size() < 2) continue;
    const PartGroup group = groups.cut_out(parts);
    groups.offer(group, settings.stencil == 0 ? divided_by_cut(group, settings, stream)
                                              : divided_by_elements(group, settings, stream));
  }
}

}  // namespace apportion
