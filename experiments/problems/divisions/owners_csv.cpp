// Owners as CSV.
#include "experiments/problems/divisions/division_format.hpp"
#include "experiments/problems/divisions/owner_lines.hpp"

namespace apportion::problems {
namespace {

std::string csv_of(const WholeDivision& division, StencilReach /*reach*/) { return owner_lines(division.owned, ","); }

const DivisionFormatRegistration csv_format{
    {.name = "csv", .ending = ".csv", .summary = "owners, a line for each row", .write = csv_of}};

}  // namespace
}  // namespace apportion::problems
