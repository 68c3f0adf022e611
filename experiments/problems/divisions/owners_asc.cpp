// Owners as a grid of ESRI, the ASCII raster of geographic information systems.
#include <fmt/format.h>

#include "experiments/problems/divisions/division_format.hpp"
#include "experiments/problems/divisions/owner_lines.hpp"
#include "sim/cells/owners.hpp"

namespace apportion::problems {
namespace {

std::string esri_grid_of(const WholeDivision& division, StencilReach /*reach*/) {
  return fmt::format("ncols {:.0f}\nnrows {:.0f}\nxllcorner 0\nyllcorner 0\ncellsize 1\nNODATA_value {}\n",
                     division.owned.extent.columns, division.owned.extent.rows, no_owner) +
         owner_lines(division.owned, " ");
}

const DivisionFormatRegistration esri_format{
    {.name = "asc", .ending = ".asc", .summary = "owners, a grid of ESRI", .write = esri_grid_of}};

}  // namespace
}  // namespace apportion::problems
