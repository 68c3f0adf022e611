// Divisions in the formats of libraries: straight cuts through the whole array for LAMMPS, Oceananigans and PETSc, and
// slicing divisions as a tree of cuts for Meep. x is along the columns, y along the rows, z along the layers.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "experiments/problems/divisions/division_format.hpp"
#include "sim/cells/halo_plan.hpp"

namespace apportion::problems {
namespace {

// Along x, y and z.
using Whole3 = std::array<std::int64_t, 3>;

// A box of a part.
struct OwnedBox {
  Whole3 begin{};
  Whole3 end{};
  std::size_t owner = 0;
};

std::vector<OwnedBox> owned_boxes(const WholeDivision& division) {
  std::vector<OwnedBox> all;
  const auto add = [&all](std::int64_t layer_begin, std::int64_t layer_end, const CellBox& box, std::size_t owner) {
    all.push_back({{box.column_begin, box.row_begin, layer_begin}, {box.column_end, box.row_end, layer_end}, owner});
  };
  for (std::size_t i = 0; i < division.rectangles.parts.size(); ++i) {
    if (division.layers == 1)
      for (const CellBox& box : boxes_of(division.rectangles, i)) add(0, 1, box, i);
    else
      for (const SpaceBox& box : boxes_in_space(division.layers, division.rectangles, i))
        add(box.layer_begin, box.layer_end, box.in_layer, i);
  }
  return all;
}

// A processor without a cell is not among them.
std::set<std::size_t> owners_of(const std::vector<OwnedBox>& boxes) {
  std::set<std::size_t> owners;
  for (const OwnedBox& box : boxes) owners.insert(box.owner);
  return owners;
}

Whole3 sides_of(const WholeDivision& division) {
  const Extent& extent = division.rectangles.extent;
  return {static_cast<std::int64_t>(extent.columns), static_cast<std::int64_t>(extent.rows) / division.layers,
          division.layers};
}

// "x along the columns, y along the rows", and z if there are layers.
std::string axes_of(const WholeDivision& division) {
  return std::string("x along the columns, y along the rows") + (division.layers > 1 ? ", z along the layers" : "");
}

// A grid of processes.
struct StraightCuts {
  std::array<std::vector<std::int64_t>, 3> lengths{};  // of the slices along x, y and z
  std::vector<std::size_t> processors = {};            // of each place, x fastest, then y
};

// InputError, which begins with the library's name and names methods with straight cuts, unless every processor has one
// box and these form a grid.
StraightCuts straight_cuts(const WholeDivision& division, std::string_view library) {
  std::array<std::map<std::int64_t, std::int64_t>, 3> slices;  // length of a slice by its beginning
  std::map<Whole3, std::size_t> places;                        // by z, y and x
  const std::vector<OwnedBox> boxes = owned_boxes(division);
  bool is_grid = true;
  for (const OwnedBox& box : boxes) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::int64_t length = box.end[axis] - box.begin[axis];
      is_grid = slices[axis].emplace(box.begin[axis], length).first->second == length && is_grid;
    }
    places[{box.begin[2], box.begin[1], box.begin[0]}] = box.owner;
  }
  const std::size_t parts = owners_of(boxes).size();
  if (!is_grid || boxes.size() != parts || places.size() != parts ||
      slices[0].size() * slices[1].size() * slices[2].size() != parts)
    throw InputError(fmt::format("{} wants straight cuts through the whole array, a part for each place: {}", library,
                                 division.layers > 1
                                     ? "solve grids --edges PxQxR --block LAYERS,ROWS,COLUMNS, for P Q R processors"
                                     : "solve cells --algorithm RECTILINEAR"));
  StraightCuts cuts;
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (const auto& [begin, length] : slices[axis]) cuts.lengths[axis].push_back(length);
  for (const auto& [place, processor] : places) cuts.processors.push_back(processor);
  return cuts;
}

// The slowest processor's time over the time with exact shares, if each cell is the same work, in a sentence with a
// place for the number; "" if speeds are unknown.
std::string imbalance_text(const WholeDivision& division,
                           std::string_view sentence = " The slowest has {:.4g} times its share of all cells.") {
  if (division.speeds.empty()) return "";
  const std::vector<OwnedBox> boxes = owned_boxes(division);
  double speed = 0;
  for (const std::size_t owner : owners_of(boxes)) speed += division.speeds[owner];
  double slowest = 0;
  for (const OwnedBox& box : boxes) {
    double share = 1;
    for (std::size_t axis = 0; axis < 3; ++axis)
      share *= static_cast<double>(box.end[axis] - box.begin[axis]) / static_cast<double>(sides_of(division)[axis]);
    slowest = std::max(slowest, share / (division.speeds[box.owner] / speed));
  }
  return fmt::format(fmt::runtime(sentence), slowest);
}

// --- petsc: straight cuts as the arrays that PETSc's DMDACreate2d() and DMDACreate3d() take, ranks along x first

std::string petsc_header_of(const WholeDivision& division, StencilReach /*reach*/) {
  const StraightCuts cuts = straight_cuts(division, "PETSc");
  const bool is_plane = division.layers == 1;
  const Whole3 sides = sides_of(division);
  std::string constants = fmt::format("M = {}, N = {}", sides[0], sides[1]);
  if (!is_plane) constants += fmt::format(", P = {}", sides[2]);
  std::string arrays;
  for (std::size_t axis = 0; axis < (is_plane ? 2 : 3); ++axis) {
    const std::vector<std::int64_t>& lengths = cuts.lengths[axis];
    constants += fmt::format(", {} = {}", "mnp"[axis], lengths.size());
    arrays +=
        fmt::format("static const PetscInt l{}[{}] = {{{}}};\n", "xyz"[axis], lengths.size(), fmt::join(lengths, ", "));
  }
  return fmt::format(
      "/* {}: {}.\n"
      "   {}; it is processor processor[rank].{} */\n"
      "enum {{ {} }};\n{}"
      "static const int processor[{}] = {{{}}};\n",
      is_plane ? "DMDACreate2d(comm, bx, by, stencil, M, N, m, n, dof, s, lx, ly, &da)"
               : "DMDACreate3d(comm, bx, by, bz, stencil, M, N, P, m, n, p, dof, s, lx, ly, lz, &da)",
      axes_of(division),
      is_plane ? "Rank i + m * j has column i and row j of the grid of processes"
               : "Rank i + m * (j + n * k) has place i, j, k along x, y, z of the grid of processes",
      imbalance_text(division), constants, arrays, cuts.processors.size(), fmt::join(cuts.processors, ", "));
}

const DivisionFormatRegistration petsc_format{{.name = "petsc",
                                               .ending = ".h",
                                               .summary = "lx[], ly[] and lz[] of a DMDA, as C; straight cuts only",
                                               .write = petsc_header_of,
                                               .in_space = true}};

// --- lammps: straight cuts as commands of LAMMPS. https://docs.lammps.org/processors.html, balance.html

std::string lammps_commands_of(const WholeDivision& division, StencilReach /*reach*/) {
  const StraightCuts cuts = straight_cuts(division, "LAMMPS");
  const Whole3 sides = sides_of(division);
  std::string balance;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::vector<std::int64_t>& lengths = cuts.lengths[axis];
    std::int64_t end = 0;
    if (lengths.size() > 1) balance += fmt::format(" {}", "xyz"[axis]);
    for (std::size_t i = 0; i + 1 < lengths.size(); ++i) {
      end += lengths[i];
      balance += fmt::format(" {}", static_cast<double>(end) / static_cast<double>(sides[axis]));
    }
  }
  return fmt::format(
      "# {}.\n"
      "# Rank by rank the processors: {}\n{}"
      "processors {} {} {} map xyz\n"
      "# After the box and its atoms are created; below 1 it cuts whatever the balance is.\n"
      "{}",
      axes_of(division), fmt::join(cuts.processors, " "),
      imbalance_text(division,
                     "# Where atoms are spread evenly the slowest takes {:.4g} times as long as with exact "
                     "shares.\n"),
      cuts.lengths[0].size(), cuts.lengths[1].size(), cuts.lengths[2].size(),
      balance.empty() ? "" : fmt::format("balance 0.9{}\n", balance));
}

const DivisionFormatRegistration lammps_format{{.name = "lammps",
                                                .summary = "processors and balance of LAMMPS; straight cuts only",
                                                .write = lammps_commands_of,
                                                .in_space = true}};

// --- oceananigans: straight cuts as Oceananigans' Partition, ranks along y first

std::string oceananigans_partition_of(const WholeDivision& division, StencilReach /*reach*/) {
  const auto& [lengths, processors] = straight_cuts(division, "Oceananigans");
  std::vector<std::size_t> by_rank;
  for (std::size_t column = 0; column < lengths[0].size(); ++column)
    for (std::size_t row = 0; row < lengths[1].size(); ++row)
      by_rank.push_back(processors[row * lengths[0].size() + column]);
  // Equal processors are the same to a user; in order there is nothing to permute.
  const auto& speeds = division.speeds;
  if (!speeds.empty() && std::ranges::count(speeds, speeds[0]) == std::ssize(speeds)) std::ranges::sort(by_rank);
  return fmt::format(
      "# x along the {:.0f} columns, y along the {:.0f} rows. Rank r is processor processors[r + 1].{}\n"
      "partition = Partition(x = Sizes({}), y = Sizes({}))\n"
      "processors = [{}]\n",
      division.rectangles.extent.columns, division.rectangles.extent.rows, imbalance_text(division),
      fmt::join(lengths[0], ", "), fmt::join(lengths[1], ", "), fmt::join(by_rank, ", "));
}

const DivisionFormatRegistration oceananigans_format{
    {.name = "oceananigans",
     .ending = ".jl",
     .summary = "Partition(x = Sizes(...)), as Julia; straight cuts only",
     .write = oceananigans_partition_of}};

// --- meep: slicing divisions as Meep's BinaryPartition, a tree of cuts

/// A plane that no box crosses: the boxes before it are the first `count` in the order of their coordinates.
struct Cut {
  std::size_t axis = 0;
  std::int64_t position = 0;
  std::size_t count = 0;
};

// The cut nearest to the middle, so that the tree is shallow; sorts the boxes along its axis.
std::optional<Cut> cut_of(std::vector<OwnedBox>& boxes, std::size_t axis) {
  std::ranges::sort(boxes, {}, [axis](const OwnedBox& each) { return each.begin[axis]; });
  std::optional<Cut> best;
  std::int64_t end = 0;
  for (std::size_t i = 0; i + 1 < boxes.size(); ++i) {
    end = std::max(end, boxes[i].end[axis]);
    const std::int64_t next = boxes[i + 1].begin[axis];
    const auto off_middle = [&](std::size_t count) { return std::max(count, boxes.size() - count); };
    if (end <= next && (!best || off_middle(i + 1) < off_middle(best->count))) best = Cut{axis, next, i + 1};
  }
  return best;
}

// Limits the depth: Python accepts some 200 nested brackets.
constexpr int most_cuts_deep = 150;

// Meep's coordinates have their origin in the middle of the array.
std::string tree_of(std::vector<OwnedBox> boxes, const Whole3& sides, int depth) {
  const std::size_t owner = boxes.front().owner;
  if (std::ranges::all_of(boxes, [owner](const OwnedBox& box) { return box.owner == owner; }))
    return fmt::format("{}", owner);
  if (depth == most_cuts_deep)
    throw InputError(
        fmt::format("Meep's tree of cuts would be more than {} deep, which Python does not read: solve "
                    "cells --algorithm RCB",
                    most_cuts_deep));
  std::optional<Cut> cut;
  for (std::size_t axis = 0; axis < 3 && !cut; ++axis) cut = cut_of(boxes, axis);
  if (!cut)
    throw InputError(
        "Meep wants a tree of straight cuts, each through the whole of what earlier ones left: solve cells --algorithm "
        "RCB");
  const auto middle = boxes.begin() + static_cast<std::ptrdiff_t>(cut->count);
  return fmt::format("[(mp.{}, {} / resolution), {}, {}]", "XYZ"[cut->axis],
                     static_cast<double>(cut->position) - static_cast<double>(sides[cut->axis]) / 2,
                     tree_of({boxes.begin(), middle}, sides, depth + 1),
                     tree_of({middle, boxes.end()}, sides, depth + 1));
}

std::string meep_partition_of(const WholeDivision& division, StencilReach /*reach*/) {
  const Whole3 sides = sides_of(division);
  return fmt::format(
      "# x along the {} columns, y along the {} rows{}; a process for each processor.\n"
      "import meep as mp\n\n\n"
      "def chunk_layout(resolution=1):\n"
      "    \"\"\"For mp.Simulation(chunk_layout=...) with a cell of that many pixels in the middle of its axes.\"\"\"\n"
      "    return mp.BinaryPartition(data={})\n",
      sides[0], sides[1], division.layers > 1 ? fmt::format(", z along the {} layers", division.layers) : "",
      tree_of(owned_boxes(division), sides, 0));
}

const DivisionFormatRegistration meep_format{{.name = "meep",
                                              .ending = ".py",
                                              .summary = "a BinaryPartition, as Python; slicing divisions only",
                                              .write = meep_partition_of,
                                              .in_space = true}};

}  // namespace
}  // namespace apportion::problems
