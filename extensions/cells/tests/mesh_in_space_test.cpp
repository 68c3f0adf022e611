// Meshes of 2 and 3 axes: neighbours of places, divisions, coarser meshes, refinement and searches, compared with
// counts cell by cell.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "algorithms/rectangles/random_draws.hpp"
#include "base/stopping.hpp"
#include "extensions/cells/algorithms/mesh.hpp"
#include "extensions/cells/algorithms/mesh_cuts.hpp"
#include "extensions/cells/algorithms/mesh_refinement.hpp"
#include "extensions/cells/algorithms/multilevel.hpp"
#include "extensions/cells/algorithms/rebalancing.hpp"

namespace apportion {
namespace {

template <std::size_t Axes>
using Cell = std::array<std::int64_t, Axes>;

template <std::size_t Axes>
std::vector<Cell<Axes>> cells_in(const Cell<Axes>& extent) {
  std::vector<Cell<Axes>> cells = {{}};
  for (std::size_t axis = 0; axis < Axes; ++axis) {
    std::vector<Cell<Axes>> more;
    for (Cell<Axes> cell : cells)
      for (cell[axis] = 0; cell[axis] < extent[axis]; ++cell[axis]) more.push_back(cell);
    cells = more;
  }
  return cells;
}

// The distances along the axes, and the greatest of them.
template <std::size_t Axes>
std::pair<std::int64_t, std::int64_t> distances(const Cell<Axes>& one, const Cell<Axes>& other) {
  std::int64_t sum = 0;
  std::int64_t most = 0;
  for (std::size_t axis = 0; axis < Axes; ++axis) {
    const std::int64_t difference = std::abs(one[axis] - other[axis]);
    sum += difference;
    most = std::max(most, difference);
  }
  return {sum, most};
}

template <std::size_t Axes>
bool is_beside(const Cell<Axes>& one, const Cell<Axes>& other) {
  return distances<Axes>(one, other).first == 1;
}

// Loads and owners of cells, as a reference without a mesh.
template <std::size_t Axes>
struct Painting {
  Cell<Axes> extent = {};
  std::size_t parts = 0;
  std::map<Cell<Axes>, double> loads = {};  // of active cells
  std::map<Cell<Axes>, std::int32_t> owners = {};

  [[nodiscard]] GridMesh<Axes> mesh() const {
    GridMesh<Axes> mesh(extent);
    for (const auto& [cell, load] : loads) mesh.load[mesh.at(cell)] = load;
    join_cells(mesh);
    return mesh;
  }
  [[nodiscard]] PlaceOwners on(const GridMesh<Axes>& mesh) const {
    PlaceOwners places(mesh.size(), no_owner);
    for (const auto& [cell, owner] : owners) places[mesh.at(cell)] = owner;
    return places;
  }
  template <class Visit>
  void for_each_pair(Visit visit) const {
    for (const auto& [one, owner] : owners)
      for (const auto& [other, other_owner] : owners)
        if (is_beside<Axes>(one, other)) visit(one, owner, other, other_owner);
  }
  [[nodiscard]] std::int64_t cut() const {
    std::int64_t cut = 0;
    for_each_pair([&](const auto&, std::int32_t own, const auto&, std::int32_t other) { cut += own != other ? 1 : 0; });
    return cut / 2;
  }
  [[nodiscard]] std::int64_t pieces() const {
    std::map<Cell<Axes>, std::int32_t> left = owners;
    std::int64_t pieces = 0;
    for (; !left.empty(); ++pieces) {
      std::vector<Cell<Axes>> open = {left.begin()->first};
      const std::int32_t owner = left.begin()->second;
      left.erase(left.begin());
      while (!open.empty()) {
        const Cell<Axes> cell = open.back();
        open.pop_back();
        for (std::size_t axis = 0; axis < Axes; ++axis)
          for (const int step : {-1, 1}) {
            Cell<Axes> next = cell;
            next[axis] += step;
            const auto found = left.find(next);
            if (found == left.end() || found->second != owner) continue;
            left.erase(found);
            open.push_back(next);
          }
      }
    }
    return pieces;
  }
  // By a stencil of sides only, or with corners.
  [[nodiscard]] std::vector<std::int64_t> received(bool corners) const {
    std::vector<std::int64_t> received(parts, 0);
    for (const auto& [cell, owner] : owners) {
      std::set<std::int32_t> others;
      for (const auto& [other, other_owner] : owners) {
        const auto [sum, most] = distances<Axes>(cell, other);
        if (other_owner != owner && (corners ? most == 1 : sum == 1)) others.insert(other_owner);
      }
      for (const std::int32_t other : others) ++received[static_cast<std::size_t>(other)];
    }
    return received;
  }
};

template <std::size_t Axes>
Painting<Axes> painting_of(const MeshDivision<GridMesh<Axes>>& division) {
  const GridMesh<Axes>& mesh = division.mesh();
  Painting<Axes> painting{.extent = mesh.extent, .parts = division.parts()};
  for (const Cell<Axes>& cell : cells_in<Axes>(mesh.extent))
    if (mesh.is_active(mesh.at(cell))) {
      painting.loads[cell] = mesh.load[mesh.at(cell)];
      painting.owners[cell] = division.owner(mesh.at(cell));
    }
  return painting;
}

// About every fourth cell is left out, loads are from 1 to 3, and most cells are in the part with the nearest centre.
template <std::size_t Axes>
Painting<Axes> drawn_painting(std::int64_t longest) {
  RandomStream stream(*rc::gen::inRange<std::uint64_t>(0, 1'000'000), "space");
  const auto below = [&](std::int64_t count) {
    return static_cast<std::int64_t>(draw_below(static_cast<std::size_t>(count), stream));
  };
  Painting<Axes> painting{.parts = 1 + draw_below(4, stream)};
  for (std::int64_t& length : painting.extent) length = 1 + below(longest);
  const std::vector<Cell<Axes>> cells = cells_in<Axes>(painting.extent);
  std::vector<Cell<Axes>> centres;
  for (std::size_t i = 0; i < painting.parts; ++i) centres.push_back(cells[draw_below(cells.size(), stream)]);
  for (const Cell<Axes>& cell : cells) {
    if (below(4) == 0) continue;
    painting.loads[cell] = static_cast<double>(1 + below(3));
    const auto nearest =
        std::ranges::min_element(centres, {}, [&](const auto& centre) { return distances<Axes>(cell, centre).first; });
    painting.owners[cell] = static_cast<std::int32_t>(below(8) == 0 ? below(static_cast<std::int64_t>(painting.parts))
                                                                    : nearest - centres.begin());
  }
  return painting;
}

LoadWindows windows_for(const std::vector<double>& shares, double width) {
  LoadWindows windows{.share = shares};
  for (const double share : shares) {
    windows.least.push_back(share - width);
    windows.most.push_back(share + width);
  }
  return windows;
}

// --- Grids

template <std::size_t Axes>
void expect_places_around(const Cell<Axes>& extent) {
  const MeshGrid<Axes> grid{extent};
  std::vector<Cell<Axes>> visited;
  std::size_t last = 0;
  grid.for_each_place([&](std::size_t place, const Cell<Axes>& cell) {
    EXPECT_GT(place, last);
    last = place;
    EXPECT_EQ(grid.at(cell), place);
    EXPECT_EQ(grid.position_of(place), cell);
    visited.push_back(cell);
    for (const std::size_t other : grid.around(place)) EXPECT_TRUE(is_beside<Axes>(cell, grid.position_of(other)));
    for (const bool corners : {false, true}) {
      const MeshStencil<Axes> near(grid,
                                   corners ? static_cast<int>(std::pow(3, Axes)) : 2 * static_cast<int>(Axes) + 1);
      std::set<Cell<Axes>> cells;
      for (std::size_t k = 0; k < near.count(); ++k) {
        cells.insert(grid.position_of(near.at(place, k)));
        const auto [sum, most] = distances<Axes>(cell, grid.position_of(near.at(place, k)));
        EXPECT_EQ(corners ? most : sum, 1);
        EXPECT_EQ(k < 2 * Axes, sum == 1);
      }
      EXPECT_EQ(cells.size(), corners ? std::pow(3, Axes) - 1 : 2 * Axes);
    }
  });
  EXPECT_EQ(visited, cells_in<Axes>(extent));
}

TEST(MeshInSpace, PlacesAroundOneAreThoseOneStepAway) {
  expect_places_around<2>({3, 4});
  expect_places_around<2>({1, 1});
  expect_places_around<3>({3, 4, 2});
  expect_places_around<3>({1, 5, 1});
}

// For all sets of places with a side or an edge in common with the middle one.
TEST(MeshInSpace, EverySetAroundAPlaceHangsTogetherAsASearchFinds) {
  const MeshGrid<3> grid{{3, 3, 3}};
  const Cell<3> middle{1, 1, 1};
  const MeshStencil<3> near(grid, 27);
  std::array<std::size_t, 18> beside{};  // bit sets of each one's neighbours
  for (std::size_t i = 0; i < 18; ++i)
    for (std::size_t j = 0; j < 18; ++j)
      if (is_beside<3>(grid.position_of(near.at(grid.at(middle), i)), grid.position_of(near.at(grid.at(middle), j))))
        beside[i] |= std::size_t{1} << j;
  constexpr std::size_t sides = 63;
  std::size_t wrong = 0;
  std::size_t together = 0;
  for (std::size_t set = 0; set < (std::size_t{1} << 18); ++set) {
    std::size_t reached = set & sides & (~(set & sides) + 1);
    for (std::size_t before = 0; before != reached;) {
      before = reached;
      for (std::size_t i = 0; i < 18; ++i)
        if (((reached >> i) & 1) != 0) reached |= beside[i] & set;
    }
    const bool expected = (set & sides & ~reached) == 0;
    wrong += expected != hang_together_by_table<3>(set) ? 1 : 0;
    together += expected ? 1 : 0;
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(together, std::size_t{7} << 12);  // at most one side
  EXPECT_LT(together, std::size_t{1} << 17);
}

TEST(MeshInSpace, InThePlaneSidesHangTogetherAlongTheCircleOfEight) {
  const MeshGrid<2> grid{{3, 3}};
  const std::size_t middle = grid.at({1, 1});
  const std::array<Cell<2>, 8> circle = {{{1, 2}, {2, 2}, {2, 1}, {2, 0}, {1, 0}, {0, 0}, {0, 1}, {0, 2}}};
  for (unsigned set = 0; set < 256; ++set) {
    const auto has = [&](unsigned k) { return ((set >> (k % 8)) & 1U) != 0; };
    int runs = 0;  // of sides, each with the corner and the side behind it
    for (unsigned k = 0; k < 8; k += 2) runs += has(k) && !(has(k + 1) && has(k + 2)) ? 1 : 0;
    const auto is_in = [&](std::size_t place) {
      for (unsigned k = 0; k < 8; ++k)
        if (has(k) && grid.at(circle[k]) == place) return true;
      return false;
    };
    EXPECT_EQ(grid.hangs_together_around(middle, is_in), runs <= 1) << set;
  }
}

// --- Divisions

template <std::size_t Axes>
void check_counts(const Painting<Axes>& painting) {
  const GridMesh<Axes> mesh = painting.mesh();
  const MeshDivision division(mesh, painting.parts, painting.on(mesh));
  RC_ASSERT(mesh.active == static_cast<std::int64_t>(painting.loads.size()));
  RC_ASSERT(division.cut() == painting.cut());
  RC_ASSERT(division.pieces() == painting.pieces());
  RC_ASSERT(received_by_parts(division, 2 * static_cast<int>(Axes) + 1) == painting.received(false));
  RC_ASSERT(received_by_parts(division, Axes == 2 ? 9 : 27) == painting.received(true));
  std::set<PartPair> pairs;
  std::set<std::size_t> boundary;
  std::map<std::pair<std::size_t, std::int32_t>, std::int32_t> sides;
  painting.for_each_pair([&](const auto& cell, std::int32_t own, const auto&, std::int32_t other) {
    ++sides[{mesh.at(cell), other}];
    if (own == other) return;
    pairs.insert(std::minmax(own, other));
    boundary.insert(mesh.at(cell));
  });
  RC_ASSERT(neighbouring_pairs(division) == static_cast<std::int64_t>(pairs.size()));
  RC_ASSERT(division.boundary_places() == std::vector<std::size_t>(boundary.begin(), boundary.end()));
  for (const auto& [cell, owner] : painting.owners)
    for (std::int32_t part = 0; part < static_cast<std::int32_t>(painting.parts); ++part) {
      const std::size_t place = mesh.at(cell);
      RC_ASSERT(division.sides_to(place, part) == (sides[{place, part}]));
      if (part != owner) RC_ASSERT(division.gain(place, part) == (sides[{place, part}] - sides[{place, owner}]));
    }
}

RC_GTEST_PROP(MeshInSpace, CountsWhatLiesBetweenParts, ()) {
  check_counts(drawn_painting<2>(7));
  check_counts(drawn_painting<3>(4));
}

// A place that may leave does not increase the pieces of its part, and is never its last one.
template <std::size_t Axes>
void check_leaving(const Painting<Axes>& painting) {
  const GridMesh<Axes> mesh = painting.mesh();
  const MeshDivision division(mesh, painting.parts, painting.on(mesh));
  for (const auto& entry : painting.owners) {
    const Cell<Axes>& cell = entry.first;
    const std::int32_t owner = entry.second;
    const std::size_t place = mesh.at(cell);
    std::int64_t of_part = 0;
    for (const auto& each : painting.owners) of_part += each.second == owner ? 1 : 0;
    if (of_part < 2) RC_ASSERT(!division.may_leave(place));
    if (!division.may_leave(place)) continue;
    Painting<Axes> before = painting;
    std::erase_if(before.owners, [part = owner](const auto& each) { return each.second != part; });
    Painting<Axes> after = before;
    after.owners.erase(cell);
    // A piece consisting of this cell alone disappears.
    RC_ASSERT(after.pieces() <= before.pieces());
  }
}

RC_GTEST_PROP(MeshInSpace, PlacesThatMayLeaveLeaveNoMorePieces, ()) {
  check_leaving(drawn_painting<2>(6));
  check_leaving(drawn_painting<3>(4));
}

// An array of one layer is a plane.
RC_GTEST_PROP(MeshInSpace, OneLayerIsThePlane, ()) {
  const Painting<2> plane = drawn_painting<2>(7);
  Painting<3> layer{.extent = {1, plane.extent[0], plane.extent[1]}, .parts = plane.parts};
  for (const auto& [cell, load] : plane.loads) layer.loads[{0, cell[0], cell[1]}] = load;
  for (const auto& [cell, owner] : plane.owners) layer.owners[{0, cell[0], cell[1]}] = owner;
  const GridMesh<2> flat = plane.mesh();
  const GridMesh<3> mesh = layer.mesh();
  MeshDivision in_plane(flat, plane.parts, plane.on(flat));
  MeshDivision in_space(mesh, plane.parts, layer.on(mesh));
  for (const auto& each : plane.owners) {
    const Cell<2>& cell = each.first;
    RC_ASSERT(in_plane.may_leave(flat.at(cell)) == in_space.may_leave(mesh.at({0, cell[0], cell[1]})));
  }
  in_plane.join_pieces();
  in_space.join_pieces();
  RC_ASSERT(in_plane.cut() == in_space.cut());
  RC_ASSERT(in_plane.pieces() == in_space.pieces());
  const LoadWindows windows = windows_for(std::vector<double>(plane.parts, flat.total / 4), 3);
  in_plane.rebalance(windows);
  in_space.rebalance(windows);
  for (const auto& each : plane.owners) {
    const Cell<2>& cell = each.first;
    RC_ASSERT(in_plane.owner(flat.at(cell)) == in_space.owner(mesh.at({0, cell[0], cell[1]})));
  }
}

// --- Coarser meshes

Cell<2> half_of(const Cell<2>& cell) { return {cell[0] / 2, cell[1] / 2}; }

RC_GTEST_PROP(MeshInSpace, CoarserMeshesAddUpWhatIsInEachSquare, ()) {
  const Painting<2> painting = drawn_painting<2>(7);
  const GridMesh<2> mesh = painting.mesh();
  const GridMesh<2> coarse = coarser(mesh);
  std::map<Cell<2>, std::map<std::int32_t, double>> loads;
  for (const auto& [cell, load] : painting.loads) loads[half_of(cell)][painting.owners.at(cell)] += load;
  std::map<std::pair<Cell<2>, Cell<2>>, std::int32_t> sides;
  painting.for_each_pair([&](const auto& one, std::int32_t, const auto& other, std::int32_t) {
    ++sides[{half_of(one), half_of(other)}];
  });
  const PlaceOwners owners = coarsened(mesh, coarse, painting.on(mesh));
  RC_ASSERT(coarse.total == mesh.total);
  RC_ASSERT(coarse.active == static_cast<std::int64_t>(loads.size()));
  for (const Cell<2>& cell : cells_in<2>(coarse.extent)) {
    const std::size_t place = coarse.at(cell);
    double load = 0;
    double most = 0;
    for (const auto& each : loads[cell]) {
      load += each.second;
      most = std::max(most, each.second);
    }
    RC_ASSERT(coarse.load[place] == load);
    if (load > 0) RC_ASSERT(loads[cell][owners[place]] == most);
    RC_ASSERT((owners[place] == no_owner) == !(load > 0));
    const auto around = coarse.around(place);
    for (std::size_t k = 0; k < around.size(); ++k)
      RC_ASSERT(coarse.sides(place)[k] == (sides[{cell, coarse.position_of(around[k])}]));
  }
  const PlaceOwners fine = refined(mesh, coarse, owners);
  for (const Cell<2>& cell : cells_in<2>(mesh.extent))
    RC_ASSERT(fine[mesh.at(cell)] == (painting.loads.contains(cell) ? owners[coarse.at(half_of(cell))] : no_owner));
}

// --- Changes of divisions, recounted cell by cell

template <std::size_t Axes>
void check_division(const MeshDivision<GridMesh<Axes>>& division, std::int64_t most_pieces) {
  const Painting<Axes> painting = painting_of<Axes>(division);
  std::vector<double> loads(painting.parts, 0);
  for (const auto& [cell, owner] : painting.owners) {
    RC_ASSERT(owner >= 0 && static_cast<std::size_t>(owner) < painting.parts);
    loads[static_cast<std::size_t>(owner)] += painting.loads.at(cell);
  }
  for (std::size_t i = 0; i < loads.size(); ++i) RC_ASSERT(division.load(static_cast<std::int32_t>(i)) == loads[i]);
  RC_ASSERT(division.cut() == painting.cut());
  RC_ASSERT(division.pieces() == painting.pieces());
  RC_ASSERT(painting.pieces() <= most_pieces);
}

template <std::size_t Axes>
void check_changes(const Painting<Axes>& painting) {
  if (painting.loads.empty()) return;
  const GridMesh<Axes> mesh = painting.mesh();
  const LoadWindows windows =
      windows_for(std::vector<double>(painting.parts, mesh.total / static_cast<double>(painting.parts)), 3);
  RandomStream stream(7, "changes");
  MeshDivision division(mesh, painting.parts, painting.on(mesh));
  check_division(division, painting.pieces());
  division.join_pieces();
  check_division(division, painting.pieces());
  const Seas seas = seas_of(mesh);
  // Parts in more pieces outside of the windows are allowed only if groups of parts are divided anew.
  const auto worth = [&] {
    return std::tuple(std::round(1e6 * division.excess(windows)), division.count_pieces(seas.of_place).torn,
                      division.cut());
  };
  auto before = worth();
  const std::int64_t pieces_before = division.pieces();
  refine(division, windows, {}, stream);
  check_division(division, pieces_before);
  RC_ASSERT(worth() <= before);
  before = worth();
  regroup(division, windows, {.trials_per_part = 2}, stream);
  check_division(division, division.pieces());
  RC_ASSERT(worth() <= before);
  const std::int64_t pieces_grouped = division.pieces();
  anneal(division, windows, {.moves_per_place = 20}, stream);
  check_division(division, pieces_grouped);
}

RC_GTEST_PROP(MeshInSpace, ChangesKeepWhatTheyPromise, ()) {
  check_changes(drawn_painting<2>(8));
  check_changes(drawn_painting<3>(5));
}

// Without heat no move that costs more is accepted, so that the prices of single moves are those of all elements.
template <std::size_t Axes>
void check_cold_annealing(const Painting<Axes>& painting, int stencil) {
  if (painting.loads.empty()) return;
  const GridMesh<Axes> mesh = painting.mesh();
  const LoadWindows windows = windows_for(std::vector<double>(painting.parts, 1), 1e9);
  MeshDivision division(mesh, painting.parts, painting.on(mesh));
  const auto price = [&] {
    std::int64_t sum = 0;
    for (const std::int64_t each : received_by_parts(division, stencil)) sum += each;
    return static_cast<double>(sum) + 0.1 * static_cast<double>(division.cut());
  };
  RandomStream stream(5, "cold");
  double before = price();
  for (int i = 0; i < 4; ++i) {
    anneal(division, windows, {.stencil = stencil, .heat = 1e-9, .last_heat = 1e-9, .moves_per_place = 0, .balance = 0},
           stream);
    RC_ASSERT(price() <= before + 1e-9);
    before = price();
  }
}

RC_GTEST_PROP(MeshInSpace, AnnealingOnElementsKnowsWhatAMoveSends, ()) {
  check_cold_annealing(drawn_painting<2>(7), 5);
  check_cold_annealing(drawn_painting<2>(7), 9);
  check_cold_annealing(drawn_painting<3>(4), 7);
  check_cold_annealing(drawn_painting<3>(4), 27);
}

// --- Arrangements in space

// An array full of cells, with the owners of owner(cell).
template <class Owner>
Painting<3> full(const Cell<3>& extent, std::size_t parts, Owner owner) {
  Painting<3> painting{.extent = extent, .parts = parts};
  for (const Cell<3>& cell : cells_in<3>(extent)) {
    painting.loads[cell] = 1;
    painting.owners[cell] = owner(cell);
  }
  return painting;
}

// Four slabs of a cube, which are longer than four columns.
TEST(MeshInSpace, RegroupingLeavesAnArrangementThatRefinementCannot) {
  const Painting<3> painting =
      full({16, 16, 16}, 4, [](const Cell<3>& cell) { return static_cast<std::int32_t>(cell[2] / 4); });
  const GridMesh<3> mesh = painting.mesh();
  const LoadWindows windows = windows_for({1024, 1024, 1024, 1024}, 1);
  RandomStream stream(1, "regrouping");
  MeshDivision division(mesh, 4, painting.on(mesh));
  refine(division, windows, {}, stream);
  EXPECT_EQ(division.cut(), 768);
  regroup(division, windows, {.trials_per_part = 5}, stream);
  EXPECT_LE(division.cut(), 600);
  EXPECT_LE(division.excess(windows), 0);
  EXPECT_EQ(painting_of<3>(division).pieces(), 4);
}

TEST(MeshInSpace, SweepsAreReplayedOnTheirOwnMeshAndReadFromTheirAnswer) {
  const Painting<3> painting = full({6, 7, 8}, 5, [](const Cell<3>&) { return 0; });
  const GridMesh<3> mesh = painting.mesh();
  const std::vector<double> shares = {100, 90, 70, 50, 26};
  RandomStream stream(1, "sweeps");
  for (const CutPrice price : {CutPrice::sides, CutPrice::elements}) {
    PlaceOwners owners;
    const SweepTree<3> tree = sweep(mesh, shares, {.price = price}, stream, owners);
    EXPECT_EQ(replayed(mesh, shares, tree), owners);
    const MeshDivision division(mesh, 5, owners);
    for (std::int32_t part = 0; part < 5; ++part)
      EXPECT_NEAR(division.load(part), shares[static_cast<std::size_t>(part)], 2) << part;
    const MeshDivision read(mesh, 5, replayed(mesh, shares, cuts_of(mesh, shares, owners)));
    for (std::int32_t part = 0; part < 5; ++part) EXPECT_NEAR(read.load(part), division.load(part), 2) << part;
  }
  EXPECT_EQ(sweep_directions<3>().size(), 13);
}

// A block in which a processor leaves, whose part goes to its neighbours, and a new one comes.
TEST(MeshInSpace, PreviousOwnersStayWhereTheyCan) {
  const Painting<3> painting =
      full({4, 6, 6}, 3, [](const Cell<3>& cell) { return static_cast<std::int32_t>(cell[1] / 2); });
  const GridMesh<3> mesh = painting.mesh();
  std::vector<std::int32_t> before;
  for (const Cell<3>& cell : cells_in<3>(painting.extent))
    before.push_back(cell[1] / 2 == 2 ? 7 : painting.owners.at(cell));
  CellProblem problem{.rows = 24, .columns = 6, .cluster = {{1, 1, 1}, {}}};
  problem.previous = std::make_shared<const PreviousDivision>(PreviousDivision{before, 1});
  // The new processor takes over the part of the old one.
  EXPECT_EQ(filled(problem, mesh), painting.on(mesh));
  EXPECT_EQ(moved_places(problem, mesh, painting.on(mesh)), 48);
  problem.cluster.speeds = {1, 1};
  const MeshDivision two(mesh, 2, filled(problem, mesh));
  EXPECT_EQ(two.load(0) + two.load(1), 144);
  EXPECT_EQ(two.load(0), 48);  // the old part borders only on the second one
  problem.cluster.speeds = {1, 1, 1, 1};
  RandomStream stream(1, "settled");
  const MeshDivision four(mesh, 4, settled(problem, mesh, stream));
  EXPECT_NEAR(four.load(3), 36, 1);
  EXPECT_EQ(
      renamed_parts(MeshDivision(mesh, 3, painting.on(mesh)), windows_for({48, 48, 48}, 1), painting.on(mesh), false),
      painting.on(mesh));
}

// --- Searches

// A ball with a hole, heavier on one side.
struct BallProblem {
  GridMesh<3> mesh;
  CellProblem problem;
};

BallProblem ball(std::int64_t side, std::vector<double> speeds) {
  GridMesh<3> mesh({side, side, side});
  std::vector<double> loads;
  const double middle = static_cast<double>(side - 1) / 2;
  mesh.for_each_place([&](std::size_t place, const Cell<3>& cell) {
    std::array<double, 3> from{};
    for (std::size_t axis = 0; axis < 3; ++axis) from[axis] = static_cast<double>(cell[axis]) - middle;
    const bool is_inside = std::hypot(from[0], from[1], from[2]) <= middle && std::hypot(from[0], from[1]) > middle / 4;
    mesh.load[place] = is_inside ? (from[2] > 0 ? 3 : 1) : 0;
    loads.push_back(mesh.load[place]);
  });
  join_cells(mesh);
  CellProblem problem{.rows = side * side, .columns = side, .cluster = {std::move(speeds), {}}, .stencil = 7};
  problem.loads = std::make_shared<const CellLoads>(problem.rows, problem.columns, loads);
  return {std::move(mesh), std::move(problem)};
}

SearchSettings quick() {
  return {.tries = 1,
          .cycles = 1,
          .each = {.regrouped_first = 2, .regrouped = 0.5},
          .volume = {.draws = 8, .replayed = 2, .regrouped = 0.5}};
}

TEST(MeshInSpace, SearchesKeepToTheToleranceAndNeverGetLongerByALooserOne) {
  BallProblem drawn = ball(16, {5, 3, 2, 1});
  std::int64_t before = 0;
  for (const double imbalance : {0.0, 0.01, 0.03, 0.1}) {
    drawn.problem.imbalance = imbalance;
    const MeshLevels levels(drawn.problem, drawn.mesh);
    EXPECT_GT(levels.count(), 1);
    RandomStream stream(1, "ball");
    const MeshAnswer answer = levels.search_by_steps(quick(), nullptr, stream);
    EXPECT_FALSE(answer.rank.has_shortcomings()) << imbalance;
    const Painting<3> painting = painting_of<3>(MeshDivision(drawn.mesh, 4, answer.owners));
    EXPECT_EQ(painting.pieces(), 4) << imbalance;
    EXPECT_EQ(painting.cut(), answer.cut) << imbalance;
    std::vector<double> loads(4, 0);
    for (const auto& [cell, owner] : painting.owners) loads[static_cast<std::size_t>(owner)] += painting.loads.at(cell);
    const std::vector<double> ideal = shares(drawn.problem);
    for (std::size_t i = 0; i < 4; ++i)
      EXPECT_LE(std::abs(loads[i] - ideal[i]), std::max(3.06, imbalance * ideal[i] * 1.000001)) << imbalance;
    if (imbalance > 0) {
      EXPECT_LE(answer.cut, before) << imbalance;
    }
    before = answer.cut;
  }
}

TEST(MeshInSpace, SearchesByElementsSendFewerThanSearchesByTheCut) {
  BallProblem drawn = ball(14, {3, 2, 1, 1});
  drawn.problem.imbalance = 0.01;
  for (const int stencil : {7, 27}) {
    drawn.problem.stencil = stencil;
    PlaceOwners by_cut;
    std::map<Objective, std::int64_t> sent;
    for (const Objective objective : {Objective::total, Objective::volume, Objective::busiest}) {
      drawn.problem.objective = objective;
      const MeshLevels levels(drawn.problem, drawn.mesh);
      RandomStream stream(1, "ball");
      const MeshAnswer answer =
          levels.search_by_steps(quick(), objective == Objective::total ? nullptr : &by_cut, stream);
      EXPECT_FALSE(answer.rank.has_shortcomings()) << stencil;
      std::int64_t busiest = 0;
      for (const std::int64_t each :
           painting_of<3>(MeshDivision(drawn.mesh, 4, answer.owners)).received(stencil == 27)) {
        sent[objective] += each;
        busiest = std::max(busiest, each);
      }
      const std::int64_t goal = objective == Objective::total    ? answer.cut
                                : objective == Objective::volume ? sent[objective]
                                                                 : busiest;
      EXPECT_EQ(answer.rank.cost, static_cast<double>(goal));
      if (objective == Objective::total) by_cut = answer.owners;
    }
    EXPECT_LT(sent[Objective::volume], sent[Objective::total]) << stencil;
  }
}

// Eight cubes have the shortest boundary.
TEST(MeshInSpace, ACubeForEightIsDividedIntoCubes) {
  const Painting<3> painting = full({16, 16, 16}, 8, [](const Cell<3>&) { return 0; });
  const CellProblem problem{.rows = 256, .columns = 16, .cluster = {std::vector<double>(8, 1), {}}, .stencil = 7};
  const MeshLevels levels(problem, painting.mesh());
  RandomStream stream(1, "cube");
  SearchSettings settings = quick();
  settings.each.regrouped_first = 8;
  const MeshAnswer answer = levels.search_by_steps(settings, nullptr, stream);
  EXPECT_FALSE(answer.rank.has_shortcomings());
  EXPECT_EQ(answer.cut, 768);
  const MeshAnswer again = levels.polish_by_steps(answer.owners, stream);
  EXPECT_EQ(again.cut, 768);
}

// --- Time that is over

// Each of these passes takes a second on large meshes, without drawing random numbers.
TEST(Mesh, PassesEndWhereTimeIsOver) {
  const GridMesh<3> mesh({2, 3, 4});
  const std::vector<double> shares = {12, 12};
  const SweepTree<3> tree = bisected(mesh, shares, {0, 1}, Halves::by_count, true);
  const TimedWork late{TimedWork::Clock::now()};
  EXPECT_THROW(mesh.for_each_row([](std::size_t, const auto&) {}), TimeIsUp);
  EXPECT_THROW(mesh.for_each_place([](std::size_t, const auto&) {}), TimeIsUp);
  EXPECT_THROW(MeshDivision(mesh, 2, PlaceOwners(mesh.size(), no_owner)), TimeIsUp);
  EXPECT_THROW(static_cast<void>(replayed(mesh, shares, tree, CutBetween::places)), TimeIsUp);
}

}  // namespace
}  // namespace apportion
