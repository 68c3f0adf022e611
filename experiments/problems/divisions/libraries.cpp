// Divisions in the forms that libraries take: straight cuts through the whole array for PETSc and Oceananigans, and
// slicing divisions as a tree of cuts for Meep.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "experiments/problems/divisions/division_format.hpp"

namespace apportion::problems {
namespace {

// A grid of processes.
struct StraightCuts {
  std::vector<std::int64_t> heights = {};    // rows of each row of processes, from the top
  std::vector<std::int64_t> widths = {};     // columns of each column of processes, from the left
  std::vector<std::size_t> processors = {};  // row by row: processors[row * widths.size() + column]
};

// InputError, which begins with the library's name and says which algorithm cuts so, unless every processor has one
// rectangle and these make up a grid.
StraightCuts straight_cuts(const WholeDivision& division, std::string_view library) {
  std::map<std::int64_t, std::int64_t> rows;  // of the first row of a row of processes: how many it has
  std::map<std::int64_t, std::int64_t> columns;
  std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> places;
  bool is_grid = division.rectangles.further.empty();
  for (std::size_t i = 0; i < division.rectangles.parts.size(); ++i)
    for (const CellBox& box : boxes_of(division.rectangles, i)) {
      is_grid = rows.emplace(box.row_begin, box.rows()).first->second == box.rows() && is_grid;
      is_grid = columns.emplace(box.column_begin, box.columns()).first->second == box.columns() && is_grid;
      places[{box.row_begin, box.column_begin}] = i;
    }
  const std::size_t parts = division.rectangles.parts.size();
  if (!is_grid || places.size() != parts || rows.size() * columns.size() != parts)
    throw InputError(
        fmt::format("{} wants straight cuts through the whole array, a part for each place: solve cells --algorithm "
                    "RECTILINEAR, for a number of processors that fills P x Q places",
                    library));
  StraightCuts cuts;
  for (const auto& [begin, height] : rows) cuts.heights.push_back(height);
  for (const auto& [begin, width] : columns) cuts.widths.push_back(width);
  for (const auto& [place, processor] : places) cuts.processors.push_back(processor);
  return cuts;
}

// --- petsc: straight cuts as the arrays that PETSc's DMDACreate2d() takes

// x is along the columns, and ranks go along x first.
std::string petsc_header_of(const WholeDivision& division, StencilReach /*reach*/) {
  const StraightCuts cuts = straight_cuts(division, "PETSc");
  const std::size_t m = cuts.widths.size();
  const std::size_t n = cuts.heights.size();
  return fmt::format(
      "/* DMDACreate2d(comm, bx, by, stencil, M, N, m, n, dof, s, lx, ly, &da): x along the columns, y along the "
      "rows.\n"
      "   Rank i + m * j has column i and row j of the grid of processes; it is processor processor[rank]. */\n"
      "enum {{ M = {:.0f}, N = {:.0f}, m = {}, n = {} }};\n"
      "static const PetscInt lx[{}] = {{{}}};\n"
      "static const PetscInt ly[{}] = {{{}}};\n"
      "static const int processor[{}] = {{{}}};\n",
      division.rectangles.extent.columns, division.rectangles.extent.rows, m, n, m, fmt::join(cuts.widths, ", "), n,
      fmt::join(cuts.heights, ", "), m * n, fmt::join(cuts.processors, ", "));
}

const DivisionFormatRegistration petsc_format{{.name = "petsc",
                                               .ending = ".h",
                                               .summary = "lx[] and ly[] of a DMDA, as C; straight cuts only",
                                               .write = petsc_header_of}};

// --- oceananigans: straight cuts as Oceananigans' Partition

// x is along the columns, and ranks go along y first.
std::string oceananigans_partition_of(const WholeDivision& division, StencilReach /*reach*/) {
  const StraightCuts cuts = straight_cuts(division, "Oceananigans");
  std::vector<std::size_t> by_rank;
  for (std::size_t column = 0; column < cuts.widths.size(); ++column)
    for (std::size_t row = 0; row < cuts.heights.size(); ++row)
      by_rank.push_back(cuts.processors[row * cuts.widths.size() + column]);
  return fmt::format(
      "# x along the {:.0f} columns, y along the {:.0f} rows. Rank r is processor processors[r + 1].\n"
      "partition = Partition(x = Sizes({}), y = Sizes({}))\n"
      "processors = [{}]\n",
      division.rectangles.extent.columns, division.rectangles.extent.rows, fmt::join(cuts.widths, ", "),
      fmt::join(cuts.heights, ", "), fmt::join(by_rank, ", "));
}

const DivisionFormatRegistration oceananigans_format{
    {.name = "oceananigans",
     .ending = ".jl",
     .summary = "Partition(x = Sizes(...)), as Julia; straight cuts only",
     .write = oceananigans_partition_of}};

// --- meep: slicing divisions as Meep's BinaryPartition, a tree of cuts

struct OwnedRect {
  Rect rect;
  std::size_t owner = 0;
};

using OwnedRects = std::vector<OwnedRect>;

/// A line that no rectangle crosses: those before it are the first `count` in the order of their coordinates.
struct Cut {
  bool along_x = true;  ///< x is along the columns
  double position = 0;
  std::size_t count = 0;
};

double begin_of(const Rect& rect, bool along_x) { return along_x ? rect.column : rect.row; }
double end_of(const Rect& rect, bool along_x) { return along_x ? rect.column_end() : rect.row_end(); }

// The one nearest to the middle, so that the tree is shallow; sorts the rectangles along its direction.
std::optional<Cut> cut_of(OwnedRects& rects, bool along_x) {
  std::ranges::sort(rects, {}, [along_x](const OwnedRect& each) { return begin_of(each.rect, along_x); });
  std::optional<Cut> best;
  double end = 0;
  for (std::size_t i = 0; i + 1 < rects.size(); ++i) {
    end = std::max(end, end_of(rects[i].rect, along_x));
    const double next = begin_of(rects[i + 1].rect, along_x);
    const auto off_middle = [&](std::size_t count) { return std::max(count, rects.size() - count); };
    if (end <= next && (!best || off_middle(i + 1) < off_middle(best->count))) best = Cut{along_x, next, i + 1};
  }
  return best;
}

std::string position_text(double position, double side) { return fmt::format("{} / resolution", position - side / 2); }

// Python reads no more brackets within each other than some 200.
constexpr int most_cuts_deep = 150;

// Meep's coordinates have their origin in the middle of the array.
std::string tree_of(OwnedRects rects, const Extent& extent, int depth) {
  if (rects.size() == 1) return fmt::format("{}", rects.front().owner);
  if (depth == most_cuts_deep)
    throw InputError(
        fmt::format("Meep's tree of cuts would be more than {} deep, which Python does not read: solve "
                    "cells --algorithm RCB",
                    most_cuts_deep));
  std::optional<Cut> cut = cut_of(rects, true);
  if (!cut) cut = cut_of(rects, false);
  if (!cut)
    throw InputError(
        "Meep wants a tree of straight cuts, each through the whole of what earlier ones left: solve cells --algorithm "
        "RCB");
  const auto middle = rects.begin() + static_cast<std::ptrdiff_t>(cut->count);
  return fmt::format("[(mp.{}, {}), {}, {}]", cut->along_x ? "X" : "Y",
                     position_text(cut->position, cut->along_x ? extent.columns : extent.rows),
                     tree_of({rects.begin(), middle}, extent, depth + 1),
                     tree_of({middle, rects.end()}, extent, depth + 1));
}

std::string meep_partition_of(const WholeDivision& division, StencilReach /*reach*/) {
  OwnedRects rects;
  const auto add = [&rects](const Rect& rect, std::size_t owner) {
    if (rect.area() > 0) rects.push_back({rect, owner});
  };
  for (std::size_t i = 0; i < division.rectangles.parts.size(); ++i) add(division.rectangles.parts[i], i);
  for (const FurtherRect& further : division.rectangles.further) add(further.rect, further.processor);
  return fmt::format(
      "# x along the {:.0f} columns, y along the {:.0f} rows; a process for each processor.\n"
      "import meep as mp\n\n\n"
      "def chunk_layout(resolution=1):\n"
      "    \"\"\"For mp.Simulation(chunk_layout=...) with a cell of that many pixels in the middle of its axes.\"\"\"\n"
      "    return mp.BinaryPartition(data={})\n",
      division.rectangles.extent.columns, division.rectangles.extent.rows,
      tree_of(std::move(rects), division.rectangles.extent, 0));
}

const DivisionFormatRegistration meep_format{{.name = "meep",
                                              .ending = ".py",
                                              .summary = "a BinaryPartition, as Python; slicing divisions only",
                                              .write = meep_partition_of}};

}  // namespace
}  // namespace apportion::problems
