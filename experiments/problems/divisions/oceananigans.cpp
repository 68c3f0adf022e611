// Straight cuts as Oceananigans' Partition.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "experiments/problems/divisions/straight_cuts.hpp"

namespace apportion::problems {
namespace {

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

}  // namespace
}  // namespace apportion::problems
