// Divisions in the formats that users' programs read. A cell without an owner is -1, in PGM 0; METIS has no line for
// it. In the formats of libraries x is along the columns, y along the rows, z along the layers.
#include "experiments/problems/divisions/division_format.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include "base/error.hpp"
#include "experiments/problems/common/json.hpp"
#include "sim/cells/halo_plan.hpp"
#include "sim/cells/owners.hpp"

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

// --- asc: an ESRI grid, the raster text format of geographic information systems

std::string esri_grid_of(const WholeDivision& division, StencilReach /*reach*/) {
  return fmt::format("ncols {:.0f}\nnrows {:.0f}\nxllcorner 0\nyllcorner 0\ncellsize 1\nNODATA_value {}\n",
                     division.owned.extent.columns, division.owned.extent.rows, no_owner) +
         owner_lines(division.owned, " ");
}

// --- metis: partition files of METIS, a line for each vertex of the graph, that is for each cell with an owner

std::string metis_lines_of(const WholeDivision& division, StencilReach /*reach*/) {
  fmt::memory_buffer text;
  for (const std::int32_t owner : owners_of(division.owned))
    if (owner != no_owner) fmt::format_to(std::back_inserter(text), "{}\n", owner);
  return fmt::to_string(text);
}

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

// --- pgm: a grey map

std::string pgm_of(const WholeDivision& division, StencilReach /*reach*/) {
  constexpr std::size_t most_grey = 65535;
  const std::size_t greatest = division.owned.parts.size();
  if (greatest > most_grey)
    throw InputError("PGM has {} grey values, too few for {} processors; --format npy has enough", most_grey + 1,
                     greatest);
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

// --- boxes and plans: the boxes of each processor, and its exchanges with its neighbours

std::string boxes_csv_of(const WholeDivision& division, StencilReach /*reach*/) {
  const bool has_layers = division.layers > 1;
  fmt::memory_buffer text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "rank,{}row_begin,row_end,column_begin,column_end\n", has_layers ? "layer_begin,layer_end," : "");
  for (std::size_t i = 0; i < division.owned.parts.size(); ++i)
    for (const auto& [begin, end, box] : boxes_in_space(division.layers, division.owned, i))
      fmt::format_to(out, "{},{}{},{},{},{}\n", i, has_layers ? fmt::format("{},{},", begin, end) : "", box.row_begin,
                     box.row_end, box.column_begin, box.column_end);
  return fmt::to_string(text);
}

// --- plan

std::string box_json(const HaloPlan& plan, const SpaceBox& box) {
  const auto& [row_begin, row_end, column_begin, column_end] = box.in_layer;
  const std::string layers = plan.layers > 1 ? fmt::format("{},{},", box.layer_begin, box.layer_end) : "";
  return fmt::format("[{}{},{},{},{}]", layers, row_begin, row_end, column_begin, column_end);
}

// The common members of all ranks.
std::string plan_head(const HaloPlan& plan) {
  const std::string layers = plan.layers > 1 ? fmt::format(R"("layers":{},)", plan.layers) : "";
  return fmt::format(R"("schema":1,{}"rows":{},"columns":{},"processors":{},"depth":{},"corners":{})", layers,
                     plan.rows, plan.columns, plan.parts.size(), plan.reach.depth, plan.reach.corners);
}

// The members of a rank, without braces.
std::string rank_members(const WholeDivision& division, const HaloPlan& plan, std::size_t rank) {
  const PartPlan& part = plan.parts[rank];
  std::string text = fmt::format(R"("rank":{})", rank);
  if (!division.names.empty()) text += fmt::format(R"(,"name":{})", json_string(division.names[rank]));
  if (!division.groups.empty()) text += fmt::format(R"(,"group":{})", json_string(division.groups[rank]));
  const auto boxes_json = [&](const std::vector<SpaceBox>& boxes) {
    return json_list(boxes, [&](const SpaceBox& box) { return box_json(plan, box); });
  };
  const auto exchanged = [&](const HaloExchange& exchange) {
    return fmt::format(R"({{"rank":{},"send_cells":{},"send":{},"receive_cells":{},"receive":{}}})", exchange.neighbour,
                       cells_in(exchange.send), boxes_json(exchange.send), cells_in(exchange.receive),
                       boxes_json(exchange.receive));
  };
  return text + fmt::format(R"(,"cells":{},"boxes":{},"window":{},"neighbours":{})", cells_in(part.boxes),
                            boxes_json(part.boxes), box_json(plan, part.window), json_list(part.exchanges, exchanged));
}

std::string plan_json(const WholeDivision& division, StencilReach reach) {
  const HaloPlan plan = halo_plan(division.owned, reach, division.layers);
  std::string text = "{" + plan_head(plan) + ",\"ranks\":[\n";
  for (std::size_t i = 0; i < plan.parts.size(); ++i)
    text += "{" + rank_members(division, plan, i) + (i + 1 < plan.parts.size() ? "},\n" : "}");
  return text + "]}\n";
}

std::vector<std::string> rank_plans(const WholeDivision& division, StencilReach reach) {
  const HaloPlan plan = halo_plan(division.owned, reach, division.layers);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < plan.parts.size(); ++i)
    texts.push_back("{" + plan_head(plan) + "," + rank_members(division, plan, i) + "}\n");
  return texts;
}

// --- Libraries

// Along x, y and z.
using Whole3 = std::array<std::int64_t, 3>;

// A box of a part.
struct OwnedBox {
  Whole3 begin{};
  Whole3 end{};
  std::size_t owner = 0;
};

std::vector<OwnedBox> owned_boxes(const WholeDivision& division) {
  std::vector<OwnedBox> all;
  for (std::size_t i = 0; i < division.rectangles.parts.size(); ++i)
    for (const auto& [layer_begin, layer_end, box] : boxes_in_space(division.layers, division.rectangles, i))
      all.push_back({{box.column_begin, box.row_begin, layer_begin}, {box.column_end, box.row_end, layer_end}, i});
  return all;
}

// A processor without a cell is not among them.
std::set<std::size_t> owners_among(const std::vector<OwnedBox>& boxes) {
  std::set<std::size_t> owners;
  for (const OwnedBox& box : boxes) owners.insert(box.owner);
  return owners;
}

Whole3 sides_of(const WholeDivision& division) {
  const Extent& extent = division.rectangles.extent;
  return {static_cast<std::int64_t>(extent.columns), static_cast<std::int64_t>(extent.rows) / division.layers,
          division.layers};
}

// "x along the columns, y along the rows", and z if there are layers.
std::string axes_of(const WholeDivision& division) {
  return std::string("x along the columns, y along the rows") + (division.layers > 1 ? ", z along the layers" : "");
}

// A grid of processes.
struct StraightCuts {
  std::array<std::vector<std::int64_t>, 3> lengths{};  // of the slices along x, y and z
  std::vector<std::size_t> processors = {};            // of each place, x fastest, then y
};

// InputError, which begins with the library's name and names methods with straight cuts, unless every processor has one
// box and these form a grid.
StraightCuts straight_cuts(const WholeDivision& division, std::string_view library) {
  std::array<std::map<std::int64_t, std::int64_t>, 3> slices;  // length of a slice by its beginning
  std::map<Whole3, std::size_t> places;                        // by z, y and x
  const std::vector<OwnedBox> boxes = owned_boxes(division);
  bool is_grid = true;
  for (const OwnedBox& box : boxes) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::int64_t length = box.end[axis] - box.begin[axis];
      is_grid = slices[axis].emplace(box.begin[axis], length).first->second == length && is_grid;
    }
    places[{box.begin[2], box.begin[1], box.begin[0]}] = box.owner;
  }
  const std::size_t parts = owners_among(boxes).size();
  if (!is_grid || boxes.size() != parts || places.size() != parts ||
      slices[0].size() * slices[1].size() * slices[2].size() != parts)
    throw InputError("{} wants straight cuts through the whole array, a part for each place: {}", library,
                     division.layers > 1 ? "solve grids --edges PxQxR --block LAYERS,ROWS,COLUMNS, for P Q R processors"
                                         : "solve cells --algorithm RECTILINEAR");
  StraightCuts cuts;
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (const auto& [begin, length] : slices[axis]) cuts.lengths[axis].push_back(length);
  for (const auto& [place, processor] : places) cuts.processors.push_back(processor);
  return cuts;
}

// The slowest processor's time over the time with exact shares, if each cell is the same work, in a sentence with a
// place for the number; "" if speeds are unknown.
std::string imbalance_text(const WholeDivision& division,
                           std::string_view sentence = " The slowest has {:.4g} times its share of all cells.") {
  if (division.speeds.empty()) return "";
  const std::vector<OwnedBox> boxes = owned_boxes(division);
  double speed = 0;
  for (const std::size_t owner : owners_among(boxes)) speed += division.speeds[owner];
  double slowest = 0;
  for (const OwnedBox& box : boxes) {
    double share = 1;
    for (std::size_t axis = 0; axis < 3; ++axis)
      share *= static_cast<double>(box.end[axis] - box.begin[axis]) / static_cast<double>(sides_of(division)[axis]);
    slowest = std::max(slowest, share / (division.speeds[box.owner] / speed));
  }
  return fmt::format(fmt::runtime(sentence), slowest);
}

// --- petsc: straight cuts as the arrays that PETSc's DMDACreate2d() and DMDACreate3d() take, ranks along x first

std::string petsc_header_of(const WholeDivision& division, StencilReach /*reach*/) {
  const StraightCuts cuts = straight_cuts(division, "PETSc");
  const bool is_plane = division.layers == 1;
  const Whole3 sides = sides_of(division);
  std::string constants = fmt::format("M = {}, N = {}", sides[0], sides[1]);
  if (!is_plane) constants += fmt::format(", P = {}", sides[2]);
  std::string arrays;
  for (std::size_t axis = 0; axis < (is_plane ? 2 : 3); ++axis) {
    const std::vector<std::int64_t>& lengths = cuts.lengths[axis];
    constants += fmt::format(", {} = {}", "mnp"[axis], lengths.size());
    arrays +=
        fmt::format("static const PetscInt l{}[{}] = {{{}}};\n", "xyz"[axis], lengths.size(), fmt::join(lengths, ", "));
  }
  return fmt::format(
      "/* {}: {}.\n"
      "   {}; it is processor processor[rank].{} */\n"
      "enum {{ {} }};\n{}"
      "static const int processor[{}] = {{{}}};\n",
      is_plane ? "DMDACreate2d(comm, bx, by, stencil, M, N, m, n, dof, s, lx, ly, &da)"
               : "DMDACreate3d(comm, bx, by, bz, stencil, M, N, P, m, n, p, dof, s, lx, ly, lz, &da)",
      axes_of(division),
      is_plane ? "Rank i + m * j has column i and row j of the grid of processes"
               : "Rank i + m * (j + n * k) has place i, j, k along x, y, z of the grid of processes",
      imbalance_text(division), constants, arrays, cuts.processors.size(), fmt::join(cuts.processors, ", "));
}

// --- lammps: straight cuts as commands of LAMMPS. https://docs.lammps.org/processors.html, balance.html

std::string lammps_commands_of(const WholeDivision& division, StencilReach /*reach*/) {
  const StraightCuts cuts = straight_cuts(division, "LAMMPS");
  const Whole3 sides = sides_of(division);
  std::string balance;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::vector<std::int64_t>& lengths = cuts.lengths[axis];
    std::int64_t end = 0;
    if (lengths.size() > 1) balance += fmt::format(" {}", "xyz"[axis]);
    for (std::size_t i = 0; i + 1 < lengths.size(); ++i) {
      end += lengths[i];
      balance += fmt::format(" {}", static_cast<double>(end) / static_cast<double>(sides[axis]));
    }
  }
  return fmt::format(
      "# {}.\n"
      "# Rank by rank the processors: {}\n{}"
      "processors {} {} {} map xyz\n"
      "# After the box and its atoms are created; below 1 it cuts whatever the balance is.\n"
      "{}",
      axes_of(division), fmt::join(cuts.processors, " "),
      imbalance_text(division,
                     "# Where atoms are spread evenly the slowest takes {:.4g} times as long as with exact "
                     "shares.\n"),
      cuts.lengths[0].size(), cuts.lengths[1].size(), cuts.lengths[2].size(),
      balance.empty() ? "" : fmt::format("balance 0.9{}\n", balance));
}

// --- oceananigans: straight cuts as Oceananigans' Partition, ranks along y first

std::string oceananigans_partition_of(const WholeDivision& division, StencilReach /*reach*/) {
  const auto& [lengths, processors] = straight_cuts(division, "Oceananigans");
  std::vector<std::size_t> by_rank;
  for (std::size_t column = 0; column < lengths[0].size(); ++column)
    for (std::size_t row = 0; row < lengths[1].size(); ++row)
      by_rank.push_back(processors[row * lengths[0].size() + column]);
  // Equal processors are the same to a user; in order there is nothing to permute.
  const auto& speeds = division.speeds;
  if (!speeds.empty() && std::ranges::count(speeds, speeds[0]) == std::ssize(speeds)) std::ranges::sort(by_rank);
  return fmt::format(
      "# x along the {:.0f} columns, y along the {:.0f} rows. Rank r is processor processors[r + 1].{}\n"
      "partition = Partition(x = Sizes({}), y = Sizes({}))\n"
      "processors = [{}]\n",
      division.rectangles.extent.columns, division.rectangles.extent.rows, imbalance_text(division),
      fmt::join(lengths[0], ", "), fmt::join(lengths[1], ", "), fmt::join(by_rank, ", "));
}

// --- meep: slicing divisions as Meep's BinaryPartition, a tree of cuts

/// A plane that no box crosses: the boxes before it are the first `count` in the order of their coordinates.
struct Cut {
  std::size_t axis = 0;
  std::int64_t position = 0;
  std::size_t count = 0;
};

// The cut nearest to the middle, so that the tree is shallow; sorts the boxes along its axis.
std::optional<Cut> cut_of(std::vector<OwnedBox>& boxes, std::size_t axis) {
  std::ranges::sort(boxes, {}, [axis](const OwnedBox& each) { return each.begin[axis]; });
  std::optional<Cut> best;
  std::int64_t end = 0;
  for (std::size_t i = 0; i + 1 < boxes.size(); ++i) {
    end = std::max(end, boxes[i].end[axis]);
    const std::int64_t next = boxes[i + 1].begin[axis];
    const auto off_middle = [&](std::size_t count) { return std::max(count, boxes.size() - count); };
    if (end <= next && (!best || off_middle(i + 1) < off_middle(best->count))) best = Cut{axis, next, i + 1};
  }
  return best;
}

// Limits the depth: Python accepts some 200 nested brackets.
constexpr int most_cuts_deep = 150;

// Meep's coordinates have their origin in the middle of the array.
std::string tree_of(std::vector<OwnedBox> boxes, const Whole3& sides, int depth) {
  const std::size_t owner = boxes.front().owner;
  if (std::ranges::all_of(boxes, [owner](const OwnedBox& box) { return box.owner == owner; }))
    return fmt::format("{}", owner);
  if (depth == most_cuts_deep)
    throw InputError(
        "Meep's tree of cuts would be more than {} deep, which Python does not read: solve "
        "cells --algorithm RCB",
        most_cuts_deep);
  std::optional<Cut> cut;
  for (std::size_t axis = 0; axis < 3 && !cut; ++axis) cut = cut_of(boxes, axis);
  if (!cut)
    throw InputError(
        "Meep wants a tree of straight cuts, each through the whole of what earlier ones left: solve cells --algorithm "
        "RCB");
  const auto middle = boxes.begin() + static_cast<std::ptrdiff_t>(cut->count);
  return fmt::format("[(mp.{}, {} / resolution), {}, {}]", "XYZ"[cut->axis],
                     static_cast<double>(cut->position) - static_cast<double>(sides[cut->axis]) / 2,
                     tree_of({boxes.begin(), middle}, sides, depth + 1),
                     tree_of({middle, boxes.end()}, sides, depth + 1));
}

std::string meep_partition_of(const WholeDivision& division, StencilReach /*reach*/) {
  const Whole3 sides = sides_of(division);
  return fmt::format(
      "# x along the {} columns, y along the {} rows{}; a process for each processor.\n"
      "import meep as mp\n\n\n"
      "def chunk_layout(resolution=1):\n"
      "    \"\"\"For mp.Simulation(chunk_layout=...) with a cell of that many pixels in the middle of its axes.\"\"\"\n"
      "    return mp.BinaryPartition(data={})\n",
      sides[0], sides[1], division.layers > 1 ? fmt::format(", z along the {} layers", division.layers) : "",
      tree_of(owned_boxes(division), sides, 0));
}

}  // namespace

const std::vector<DivisionFormat>& division_formats() {
  static const std::vector<DivisionFormat> all = {
      {.name = "asc", .ending = ".asc", .summary = "owners, a grid of ESRI", .write = esri_grid_of},
      {.name = "boxes", .summary = "CSV with a line for each box", .write = boxes_csv_of, .in_space = true},
      {.name = "csv", .ending = ".csv", .summary = "owners, a line for each row", .write = csv_of},
      {.name = "lammps",
       .summary = "processors and balance of LAMMPS; straight cuts only",
       .write = lammps_commands_of,
       .in_space = true},
      {.name = "meep",
       .ending = ".py",
       .summary = "a BinaryPartition, as Python; slicing divisions only",
       .write = meep_partition_of,
       .in_space = true},
      {.name = "metis",
       .ending = ".part.N",
       .summary = "owners of active cells, one a line, as gpmetis writes them",
       .write = metis_lines_of,
       .in_space = true},
      {.name = "npy",
       .ending = ".npy",
       .summary = "owners, an array of int32 for NumPy",
       .write = npy_of,
       .in_space = true},
      {.name = "oceananigans",
       .ending = ".jl",
       .summary = "Partition(x = Sizes(...)), as Julia; straight cuts only",
       .write = oceananigans_partition_of},
      {.name = "petsc",
       .ending = ".h",
       .summary = "lx[], ly[] and lz[] of a DMDA, as C; straight cuts only",
       .write = petsc_header_of,
       .in_space = true},
      {.name = "pgm", .ending = ".pgm", .summary = "owners, a grey map in which processor k is k + 1", .write = pgm_of},
      {.name = "plan",
       .summary = "JSON with the boxes of each processor, its neighbours, and what they exchange",
       .write = plan_json,
       .has_reach = true,
       .in_space = true,
       .write_ranks = rank_plans},
      {.name = "vti",
       .ending = ".vti",
       .summary = "owners, an image of VTK for ParaView",
       .write = vti_of,
       .in_space = true}};
  return all;
}

void require_dimensions(const DivisionFormat& format, const WholeDivision& division) {
  if (division.layers == 1 || format.in_space) return;
  std::vector<std::string> others;
  for (const DivisionFormat& each : division_formats())
    if (each.in_space) others.push_back(each.name);
  throw InputError("--format {} has rows and columns, and this division has {} layers; with layers there are {}",
                   format.name, division.layers, fmt::join(others, ", "));
}

const DivisionFormat* find_division_format(std::string_view text, std::string DivisionFormat::*member) {
  const auto found = std::ranges::find(division_formats(), text, member);
  return found == division_formats().end() || text.empty() ? nullptr : &*found;
}

}  // namespace apportion::problems
