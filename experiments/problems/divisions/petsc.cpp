// Straight cuts as the arrays that PETSc's DMDACreate2d() takes.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "experiments/problems/divisions/straight_cuts.hpp"

namespace apportion::problems {
namespace {

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

}  // namespace
}  // namespace apportion::problems
