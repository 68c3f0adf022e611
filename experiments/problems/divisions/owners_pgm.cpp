// Owners as a grey map: 0 where a cell is nobody's, processor k as k + 1.
#include <fmt/format.h>

#include "base/error.hpp"
#include "experiments/problems/divisions/division_format.hpp"
#include "sim/cells/owners.hpp"

namespace apportion::problems {
namespace {

std::string pgm_of(const WholeDivision& division, StencilReach /*reach*/) {
  constexpr std::size_t most_grey = 65535;
  const std::size_t greatest = division.owned.parts.size();
  if (greatest > most_grey)
    throw InputError(fmt::format("PGM has {} grey values, too few for {} processors; --format npy has enough",
                                 most_grey + 1, greatest));
  std::string text =
      fmt::format("P5\n{:.0f} {:.0f}\n{}\n", division.owned.extent.columns, division.owned.extent.rows, greatest);
  const bool wide = greatest > 255;
  for (const std::int32_t owner : owners_of(division.owned)) {
    const auto grey = static_cast<std::uint32_t>(owner - no_owner);
    if (wide) text += static_cast<char>(grey >> 8U);
    text += static_cast<char>(grey & 0xFFU);
  }
  return text;
}

const DivisionFormatRegistration pgm_format{
    {.name = "pgm", .ending = ".pgm", .summary = "owners, a grey map in which processor k is k + 1", .write = pgm_of}};

}  // namespace
}  // namespace apportion::problems
