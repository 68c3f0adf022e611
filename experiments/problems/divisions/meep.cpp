// Slicing divisions as Meep's BinaryPartition, a tree of cuts.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "experiments/problems/divisions/division_format.hpp"

namespace apportion::problems {
namespace {

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
