// Owners of cells in files or rows of numbers, their checks, and the division that they define.
#include "experiments/problems/divisions/given_owners.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "sim/cells/owners.hpp"

namespace apportion::problems {
namespace {

constexpr double most_owners = 1e6;  // the most processors

InputError wrong_owner(const GivenOwners& given, const OwnedArray& array, std::size_t processors, std::size_t cell,
                       std::int32_t owner) {
  const std::string place = fmt::format("{}: {}", given.file, cell_text(cell, array.layers, array.rows, array.columns));
  if (owner == no_owner)
    return InputError(place + " has no owner; only a cell that a mask or loads leave out may have none");
  const bool may_be_from_1 = !given.is_numbered && owner == static_cast<std::int32_t>(processors);
  return InputError(fmt::format("{} belongs to processor {}; there are processors 0 to {}{}", place, owner,
                                processors - 1,
                                may_be_from_1 ? "; if 0 is no processor in the file, give --first-owner 1" : ""));
}

/// The owners of active cells, spread over the whole array.
std::vector<std::int32_t> spread_over(const OwnedArray& array, const std::vector<std::int32_t>& owners) {
  std::vector<std::int32_t> all(static_cast<std::size_t>(array.rows * array.columns), no_owner);
  auto next = owners.begin();
  for (std::size_t cell = 0; cell < all.size(); ++cell) {
    const auto place = static_cast<std::int64_t>(cell);
    if (array.is_active(place / array.columns, place % array.columns)) all[cell] = *next++;
  }
  return all;
}

}  // namespace

CellTable table_of_rows(const JsonReader& rows, const char* thing) {
  CellTable table;
  const std::vector<JsonReader> lines = rows.items();
  const bool has_layers =
      !lines.empty() && !lines.front().items().empty() && lines.front().items().front().json().is_array();
  if (has_layers) {
    for (const JsonReader& layer : lines) {
      const CellTable next = table_of_rows(layer, thing);
      if (table.rows == 0) table = {.rows = 0, .columns = next.columns, .layers = next.rows};
      if (next.layers != 1 || next.rows != table.layers || next.columns != table.columns)
        throw InputError(
            fmt::format("{} has {} x {} cells; every layer must have as many rows and columns as the first",
                        layer.place(), next.rows, next.columns));
      table.rows += next.rows;
      table.values.insert(table.values.end(), next.values.begin(), next.values.end());
    }
    table.layers = table.rows / table.layers;
    return table;
  }
  for (const JsonReader& line : lines) {
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

void read_table(const std::string& file, TableOf what,
                const std::function<void(const CellTable& table, bool is_grey_map)>& use) {
  require_regular_file(file, most_table_bytes);
  parsed_input(file, [&](std::string_view text) {
    text = without_byte_order_mark(text);
    if (is_bitmap(text))
      throw InputError(fmt::format("is a bitmap, which has no {}; give NumPy, an ESRI grid, PGM or CSV",
                                   what == TableOf::owners ? "owners" : "numbers"));
    use(parse_cell_table(text, what), is_netpbm(text));
  });
}

GivenOwners owners_in(const CellTable& table, std::optional<double> first) {
  GivenOwners given{.file = {},
                    .rows = table.rows,
                    .columns = table.columns,
                    .owners = std::vector<std::int32_t>(table.values.size(), no_owner),
                    .is_list = table.is_list,
                    .layers = table.layers,
                    .is_numbered = first.has_value()};
  for (std::size_t cell = 0; cell < given.owners.size(); ++cell) {
    const double value = table.values[cell];
    if (table.nodata && value == *table.nodata) continue;
    const double owner = value == no_owner ? value : value - first.value_or(0);
    if (!(owner >= no_owner) || owner >= most_owners || owner != std::floor(owner))
      throw InputError(fmt::format("{} has the owner {}; owners are whole numbers from 0 to {}, or -1",
                                   cell_text(cell, table.layers, table.rows, table.columns), value, most_owners - 1));
    given.owners[cell] = static_cast<std::int32_t>(owner);
  }
  return given;
}

GivenOwners read_owners(const std::string& file, std::optional<double> first) {
  GivenOwners given;
  read_table(file, TableOf::owners, [&](const CellTable& table, bool is_grey_map) {
    given = owners_in(table, is_grey_map ? std::optional<double>(1) : first);
  });
  given.file = std::filesystem::path(file).filename().string();
  return given;
}

std::optional<double> first_owner(const FieldValues& given) {
  if (!given.has("first-owner")) return std::nullopt;
  return static_cast<double>(given.whole("first-owner"));
}

GivenOwners owners_in(const JsonReader& owners, std::optional<double> first) {
  if (!owners.json().is_array()) return read_owners(owners.text(), first);
  const CellTable table = table_of_rows(owners, "owner");
  GivenOwners given = read_from(owners.place(), [&] { return owners_in(table, first); });
  given.file = owners.place();
  return given;
}

std::vector<Field> evaluation_fields_of(std::vector<Field> fields) {
  for (Field& field : fields) {
    if (field.name == "algorithm") field = field.by_default("").noting("several, or all: ranked beside the division");
    if (field.required) field.note += field.note.empty() ? "the owners give it as well" : ", or the owners";
    field.required = false;
  }
  fields.insert(fields.begin(),
                field_of(FieldKind::file, "owners", "FILE",
                         "the division: the processor of each cell from 0 on, -1 where it is left out, as .npy, .asc "
                         "or CSV, or one a line, of all cells or the active ones; or PGM, where it is 1 more")
                    .must_be_given());
  return fields;
}

void require_from_0(const GivenOwners& given, const std::vector<std::int32_t>& owners, std::size_t processors) {
  if (given.is_numbered || contains(owners, 0) || std::ranges::max(owners) != static_cast<std::int32_t>(processors))
    return;
  throw InputError(
      fmt::format("{}: cells belong to processors 1 to {}, and none to processor 0; if the file counts them "
                  "from 1, give --first-owner 1, else --first-owner 0 (first_owner in JSON and Python)",
                  given.file, processors));
}

Cluster cluster_of_owners(const GivenOwners& given) {
  const std::int32_t greatest = std::max(*std::ranges::max_element(given.owners), 0);
  if (greatest > 0) require_from_0(given, given.owners, static_cast<std::size_t>(greatest));
  return {std::vector<double>(static_cast<std::size_t>(greatest) + 1, 1.0), {}};
}

std::vector<std::int32_t> owners_of_all_cells(const GivenOwners& given, const OwnedArray& array) {
  const bool has_layers = given.layers == array.layers;
  if (!given.is_list && has_layers && given.rows == array.rows && given.columns == array.columns) return given.owners;
  const bool is_list = given.columns == 1;
  const std::int64_t cells = array.rows * array.columns;
  if (is_list && given.rows == cells) return given.owners;
  if (is_list && given.rows == array.active_cells) return spread_over(array, given.owners);
  const std::string has =
      is_list ? counted(given.rows, "owner")
              : fmt::format("the owners of {} cells", sides_text(given.layers, given.rows, given.columns));
  throw InputError(
      fmt::format("{} has {}; the array has {}{}", given.file, has, sides_text(array.layers, array.rows, array.columns),
                  array.active_cells != cells ? fmt::format(", of which {} are active", array.active_cells) : ""));
}

Decomposition division_by_owners(const GivenOwners& given, const OwnedArray& array, std::size_t processors) {
  const std::vector<std::int32_t> owners = owners_of_all_cells(given, array);
  require_from_0(given, owners, processors);
  for (std::size_t cell = 0; cell < owners.size(); ++cell) {
    const auto row = static_cast<std::int64_t>(cell) / array.columns;
    const auto column = static_cast<std::int64_t>(cell) % array.columns;
    const bool is_active = !array.is_active || array.is_active(row, column);
    if (owners[cell] >= static_cast<std::int32_t>(processors) || (is_active && owners[cell] == no_owner))
      throw wrong_owner(given, array, processors, cell, owners[cell]);
  }
  return division_of(array.rows, array.columns, processors, owners);
}

}  // namespace apportion::problems
