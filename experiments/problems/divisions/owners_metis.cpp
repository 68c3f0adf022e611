// Owners as METIS writes partitions: one a line.
#include "experiments/problems/divisions/division_format.hpp"
#include "experiments/problems/divisions/owner_lines.hpp"

namespace apportion::problems {
namespace {

std::string metis_lines_of(const WholeDivision& division, StencilReach /*reach*/) {
  return owner_lines(division.owned, "\n");
}

const DivisionFormatRegistration metis_format{
    {.name = "metis", .summary = "owners, one a line, row by row", .write = metis_lines_of}};

}  // namespace
}  // namespace apportion::problems
