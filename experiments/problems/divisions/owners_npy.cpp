// Owners as an array of NumPy: int32, -1 where a cell is nobody's. https://numpy.org/neps/nep-0001-npy-format.html
#include <fmt/format.h>

#include "experiments/problems/divisions/division_format.hpp"
#include "sim/cells/owners.hpp"

namespace apportion::problems {
namespace {

// Whatever the byte order of this machine.
void add_little_endian(std::uint32_t value, int bytes, std::string& text) {
  for (int byte = 0; byte < bytes; ++byte)
    text += static_cast<char>(value >> (8U * static_cast<unsigned>(byte)) & 0xFFU);
}

std::string npy_of(const WholeDivision& division, StencilReach /*reach*/) {
  const std::vector<std::int32_t> owners = owners_of(division.owned);
  std::string header = fmt::format("{{'descr': '<i4', 'fortran_order': False, 'shape': ({:.0f}, {:.0f}), }}",
                                   division.owned.extent.rows, division.owned.extent.columns);
  constexpr std::size_t alignment = 64;
  constexpr std::size_t preamble = 10;
  header.append(alignment - (preamble + header.size() + 1) % alignment, ' ');
  header += '\n';
  std::string text("\x93NUMPY\x01\x00", 8);
  add_little_endian(static_cast<std::uint32_t>(header.size()), 2, text);
  text += header;
  text.reserve(text.size() + 4 * owners.size());
  for (const std::int32_t owner : owners) add_little_endian(static_cast<std::uint32_t>(owner), 4, text);
  return text;
}

const DivisionFormatRegistration npy_format{
    {.name = "npy", .ending = ".npy", .summary = "owners, an array of int32 for NumPy", .write = npy_of}};

}  // namespace
}  // namespace apportion::problems
