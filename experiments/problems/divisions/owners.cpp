// Owners of cells in the formats CSV, ESRI grid, METIS, NumPy, PGM and VTK. A cell without an owner is -1, in PGM 0;
// METIS has no line for it.
#include <fmt/format.h>

#include <iterator>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "experiments/problems/divisions/division_format.hpp"
#include "sim/cells/owners.hpp"
#include "sim/rectangles/decomposition.hpp"

namespace apportion::problems {
namespace {

// The owner of each cell, or -1: a line for each row, with `between` between its numbers.
std::string owner_lines(const Decomposition& owned, std::string_view between) {
  const std::vector<std::int32_t> owners = owners_of(owned);
  const auto columns = static_cast<std::size_t>(owned.extent.columns);
  fmt::memory_buffer text;
  for (std::size_t cell = 0; cell < owners.size(); ++cell)
    fmt::format_to(std::back_inserter(text), "{}{}", owners[cell], (cell + 1) % columns == 0 ? "\n" : between);
  return fmt::to_string(text);
}

// --- csv

std::string csv_of(const WholeDivision& division, StencilReach /*reach*/) { return owner_lines(division.owned, ","); }

const DivisionFormatRegistration csv_format{
    {.name = "csv", .ending = ".csv", .summary = "owners, a line for each row", .write = csv_of}};

// --- asc: an ESRI grid, the raster text format of geographic information systems

std::string esri_grid_of(const WholeDivision& division, StencilReach /*reach*/) {
  return fmt::format("ncols {:.0f}\nnrows {:.0f}\nxllcorner 0\nyllcorner 0\ncellsize 1\nNODATA_value {}\n",
                     division.owned.extent.columns, division.owned.extent.rows, no_owner) +
         owner_lines(division.owned, " ");
}

const DivisionFormatRegistration esri_format{
    {.name = "asc", .ending = ".asc", .summary = "owners, a grid of ESRI", .write = esri_grid_of}};

// --- metis: partition files of METIS, a line for each vertex of the graph, that is for each cell with an owner

std::string metis_lines_of(const WholeDivision& division, StencilReach /*reach*/) {
  fmt::memory_buffer text;
  for (const std::int32_t owner : owners_of(division.owned))
    if (owner != no_owner) fmt::format_to(std::back_inserter(text), "{}\n", owner);
  return fmt::to_string(text);
}

const DivisionFormatRegistration metis_format{{.name = "metis",
                                               .ending = ".part.N",
                                               .summary = "owners of active cells, one a line, as gpmetis writes them",
                                               .write = metis_lines_of,
                                               .in_space = true}};

// --- npy: an array of NumPy, int32. https://numpy.org/neps/nep-0001-npy-format.html

// Independent of this machine's byte order.
void add_little_endian(std::uint32_t value, int bytes, std::string& text) {
  for (int byte = 0; byte < bytes; ++byte)
    text += static_cast<char>(value >> (8U * static_cast<unsigned>(byte)) & 0xFFU);
}

void add_owners(const std::vector<std::int32_t>& owners, std::string& text) {
  text.reserve(text.size() + 4 * owners.size());
  for (const std::int32_t owner : owners) add_little_endian(static_cast<std::uint32_t>(owner), 4, text);
}

std::string npy_of(const WholeDivision& division, StencilReach /*reach*/) {
  const std::vector<std::int32_t> owners = owners_of(division.owned);
  const auto rows = static_cast<std::int64_t>(division.owned.extent.rows);
  const std::string layers = division.layers == 1 ? "" : fmt::format("{}, ", division.layers);
  std::string header = fmt::format("{{'descr': '<i4', 'fortran_order': False, 'shape': ({}{}, {:.0f}), }}", layers,
                                   rows / division.layers, division.owned.extent.columns);
  constexpr std::size_t alignment = 64;
  constexpr std::size_t preamble = 10;
  header.append(alignment - (preamble + header.size() + 1) % alignment, ' ');
  header += '\n';
  std::string text("\x93NUMPY\x01\x00", 8);
  add_little_endian(static_cast<std::uint32_t>(header.size()), 2, text);
  text += header;
  add_owners(owners, text);
  return text;
}

const DivisionFormatRegistration npy_format{{.name = "npy",
                                             .ending = ".npy",
                                             .summary = "owners, an array of int32 for NumPy",
                                             .write = npy_of,
                                             .in_space = true}};

// --- pgm: a grey map

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

// --- vti: an image of VTK, for ParaView and VisIt.
// https://docs.vtk.org/en/latest/design_documents/VTKFileFormats.html

std::string vti_of(const WholeDivision& division, StencilReach /*reach*/) {
  const std::vector<std::int32_t> owners = owners_of(division.owned);
  // A plane has no third side.
  const std::string extent = fmt::format("0 {:.0f} 0 {:.0f} 0 {}", division.owned.extent.columns,
                                         division.owned.extent.rows / static_cast<double>(division.layers),
                                         division.layers == 1 ? 0 : division.layers);
  std::string text = fmt::format(
      "<?xml version=\"1.0\"?>\n"
      "<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt32\">\n"
      "  <ImageData WholeExtent=\"{0}\" Origin=\"0 0 0\" Spacing=\"1 1 1\">\n"
      "    <Piece Extent=\"{0}\">\n"
      "      <CellData Scalars=\"owner\">\n"
      "        <DataArray type=\"Int32\" Name=\"owner\" format=\"appended\" offset=\"0\"/>\n"
      "      </CellData>\n"
      "    </Piece>\n"
      "  </ImageData>\n"
      "  <AppendedData encoding=\"raw\">\n_",
      extent);
  add_little_endian(static_cast<std::uint32_t>(4 * owners.size()), 4, text);
  add_owners(owners, text);
  return text + "\n  </AppendedData>\n</VTKFile>\n";
}

const DivisionFormatRegistration vti_format{{.name = "vti",
                                             .ending = ".vti",
                                             .summary = "owners, an image of VTK for ParaView",
                                             .write = vti_of,
                                             .in_space = true}};

}  // namespace
}  // namespace apportion::problems
