// Owners of cells from files, and their divisions.
#include "experiments/problems/cells/given_owners.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "experiments/problems/cells/cell_table.hpp"
#include "experiments/problems/networks/network.hpp"
#include "sim/cells/owners.hpp"

namespace apportion::problems {
namespace {

constexpr std::uintmax_t most_owner_bytes = 4'000'000'000;
constexpr double most_owners = 1e6;  // processors

GivenOwners parse_owners(std::string_view text) {
  text = without_byte_order_mark(text);
  if (is_bitmap(text)) throw InputError("is a bitmap, which has no owners; give NumPy, an ESRI grid, PGM or CSV");
  return owners_in(parse_cell_table(text, TableOf::owners), is_netpbm(text) ? 1 : 0);
}

InputError wrong_owner(const std::string& file, const CellProblem& problem, std::size_t cell, std::int32_t owner) {
  const auto columns = static_cast<std::size_t>(problem.columns);
  const std::string place = fmt::format("{}: row {}, column {}", file, cell / columns, cell % columns);
  if (owner == no_owner)
    return InputError(place + " has no owner; only a cell that a mask or loads leave out may have none");
  return InputError(fmt::format("{} belongs to processor {}; there are processors 0 to {}", place, owner,
                                problem.cluster.size() - 1));
}

/// The owners of active cells, put into the whole array.
std::vector<std::int32_t> spread_over(const CellLoads& loads, const std::vector<std::int32_t>& owners) {
  std::vector<std::int32_t> all(static_cast<std::size_t>(loads.rows() * loads.columns()), no_owner);
  auto next = owners.begin();
  for (std::size_t cell = 0; cell < all.size(); ++cell) {
    const auto place = static_cast<std::int64_t>(cell);
    if (loads.is_active(place / loads.columns(), place % loads.columns())) all[cell] = *next++;
  }
  return all;
}

}  // namespace

GivenOwners owners_in(const CellTable& table, double first) {
  GivenOwners given{.file = {},
                    .rows = table.rows,
                    .columns = table.columns,
                    .owners = std::vector<std::int32_t>(table.values.size(), no_owner),
                    .is_list = table.is_list};
  for (std::size_t cell = 0; cell < given.owners.size(); ++cell) {
    const double value = table.values[cell];
    if (table.nodata && value == *table.nodata) continue;
    const double owner = value - first;
    if (!(owner >= no_owner) || owner >= most_owners || owner != std::floor(owner))
      throw InputError(fmt::format("row {}, column {} has the owner {}; owners are whole numbers from 0 to {}, or -1",
                                   cell / static_cast<std::size_t>(table.columns),
                                   cell % static_cast<std::size_t>(table.columns), value, most_owners - 1));
    given.owners[cell] = static_cast<std::int32_t>(owner);
  }
  return given;
}

GivenOwners read_owners(const std::string& file) {
  require_regular_file(file, most_owner_bytes);
  GivenOwners given = parsed_input(file, parse_owners);
  given.file = std::filesystem::path(file).filename().string();
  return given;
}

CellTable table_of_rows(const JsonReader& rows, const char* thing) {
  CellTable table;
  for (const JsonReader& line : rows.items()) {
    const std::vector<JsonReader> cells = line.items();
    const auto columns = static_cast<std::int64_t>(cells.size());
    if (table.rows++ == 0) table.columns = columns;
    if (columns != table.columns || columns == 0)
      throw InputError(fmt::format("{} has {}; every row must have as many as the first, and at least one",
                                   line.place(), counted(columns, thing)));
    for (const JsonReader& cell : cells) table.values.push_back(cell.number());
  }
  return table;
}

GivenOwners owners_in(const JsonReader& owners) {
  if (!owners.json().is_array()) return read_owners(owners.text());
  const CellTable table = table_of_rows(owners, "owner");
  GivenOwners given = read_from(owners.place(), [&table] { return owners_in(table); });
  given.file = owners.place();
  return given;
}

std::vector<std::int32_t> owners_of_all_cells(const GivenOwners& given, const CellProblem& problem) {
  if (!given.is_list && given.rows == problem.rows && given.columns == problem.columns) return given.owners;
  const bool is_list = given.columns == 1;
  if (is_list && given.rows == problem.rows * problem.columns) return given.owners;
  if (is_list && problem.loads != nullptr && given.rows == problem.loads->active_cells())
    return spread_over(*problem.loads, given.owners);
  const std::string has =
      is_list ? counted(given.rows, "owner") : fmt::format("the owners of {} x {} cells", given.rows, given.columns);
  const bool some_are_left_out =
      problem.loads != nullptr && problem.loads->active_cells() != problem.rows * problem.columns;
  throw InputError(
      fmt::format("{} has {}; the array has {} x {}{}", given.file, has, problem.rows, problem.columns,
                  some_are_left_out ? fmt::format(", of which {} are active", problem.loads->active_cells()) : ""));
}

PreviousDivision previous_division(const GivenOwners& given, const CellProblem& problem, double price) {
  std::vector<std::int32_t> owners = owners_of_all_cells(given, problem);
  if (std::ranges::all_of(owners, [](std::int32_t owner) { return owner == no_owner; }))
    throw InputError(fmt::format("{}: all cells are nobody's; leave out the previous division", given.file));
  return {std::move(owners), price};
}

std::vector<Field> evaluation_fields_of(std::vector<Field> fields) {
  for (Field& field : fields) {
    if (field.name == "algorithm") field = field.by_default("").noting("several, or all: ranked beside the division");
    if (field.required) field.note += field.note.empty() ? "the owners say it as well" : ", or the owners";
    field.required = false;
  }
  fields.insert(fields.begin(),
                field_of(FieldKind::file, "owners", "FILE",
                         "the division: the processor of each cell from 0 on, -1 where it is left out, as .npy, .asc "
                         "or CSV, or one a line, of all cells or the active ones; or PGM, where it is 1 more")
                    .must_be_given());
  return joined(fields, variation_fields("network"));
}

Cluster cluster_of_owners(const GivenOwners& given) {
  const std::int32_t greatest = std::max(*std::ranges::max_element(given.owners), 0);
  return {std::vector<double>(static_cast<std::size_t>(greatest) + 1, 1.0), {}};
}

Decomposition division_by_owners(const GivenOwners& given, const CellProblem& problem) {
  const std::vector<std::int32_t> owners = owners_of_all_cells(given, problem);
  const auto processors = static_cast<std::int32_t>(problem.cluster.size());
  for (std::size_t cell = 0; cell < owners.size(); ++cell) {
    const auto row = static_cast<std::int64_t>(cell) / problem.columns;
    const auto column = static_cast<std::int64_t>(cell) % problem.columns;
    const bool is_active = problem.loads == nullptr || problem.loads->is_active(row, column);
    if (owners[cell] >= processors || (is_active && owners[cell] == no_owner))
      throw wrong_owner(given.file, problem, cell, owners[cell]);
  }
  return division_of(problem.rows, problem.columns, problem.cluster.size(), owners);
}

}  // namespace apportion::problems
