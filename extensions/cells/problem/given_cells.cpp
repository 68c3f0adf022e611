// Sides, loads and masks of cells, from files or from the problem itself.
#include "extensions/cells/problem/given_cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/problems/networks/network.hpp"
#include "sim/cells/owners.hpp"

namespace apportion::problems {
namespace {

// The rule of a text such as "<= 0": a comparison and a number.
std::function<bool(double)> land_rule(const std::string& text) {
  struct Comparison {
    std::string_view sign;
    bool (*holds)(double value, double with);
  };
  constexpr std::array comparisons = {Comparison{"<=", [](double a, double b) { return a <= b; }},
                                      Comparison{">=", [](double a, double b) { return a >= b; }},
                                      Comparison{"==", [](double a, double b) { return a == b; }},
                                      Comparison{"!=", [](double a, double b) { return a != b; }},
                                      Comparison{"<", [](double a, double b) { return a < b; }},
                                      Comparison{">", [](double a, double b) { return a > b; }}};
  const std::string_view words = trimmed(text);
  for (const Comparison& comparison : comparisons) {
    if (!words.starts_with(comparison.sign)) continue;
    const std::optional<double> with = parse_real(trimmed(words.substr(comparison.sign.size())));
    if (!with || !std::isfinite(*with)) break;
    return [holds = comparison.holds, with = *with](double value) { return holds(value, with); };
  }
  throw InputError("land is '{}'; it must be <=, <, >=, >, == or != with a number, such as \"<= 0\"", text);
}

// The value of `missing`: NaN for "nan", or a number.
double missing_value(const FieldValues& given) {
  if (const std::optional<double> value = parse_real(trimmed(given.text("missing")))) return *value;
  throw InputError("{} is '{}'; it must be a number, or nan", given.spelled("missing"), given.text("missing"));
}

// Whether NetCDF, climate models or rasters use the value for missing data, perhaps rounded to three digits.
bool is_fill_value(double value) {
  constexpr std::array fills = {1e20, 1e30, 1e34, 1e35, 1e36, 9.969209968386869e36};
  return value == -9999 || value == -32768 ||
         std::ranges::any_of(fills, [value](double fill) { return std::abs(std::abs(value) - fill) <= 1e-3 * fill; });
}

// A file of single precision has the nearest of its numbers.
bool is_missing(double value, double missing) {
  return value == missing || value == static_cast<double>(static_cast<float>(missing)) ||
         (std::isnan(value) && std::isnan(missing));
}

InputError no_load(const CellTable& table, std::size_t cell, bool is_mask) {
  const double value = table.values[cell];
  const std::string place = fmt::format("{} has {}", cell_text(cell, table.layers, table.rows, table.columns), value);
  if (std::isnan(value)) return InputError(place + "; --missing nan leaves such cells out");
  if (is_mask && !is_fill_value(value)) return InputError(place + "; say what is land, such as --land \"<= 0\"");
  if (is_fill_value(value)) return InputError("{}, a fill value; --missing {} leaves such cells out", place, value);
  return InputError(place + "; a load must be finite and not negative (--missing VALUE leaves such cells out)");
}

// Replaces the values by loads, or by 0 and 1 for a mask.
void take_as_loads(CellTable& table, const CellReading& reading) {
  for (std::size_t cell = 0; cell < table.values.size(); ++cell) {
    double& value = table.values[cell];
    const bool is_empty = (reading.missing && is_missing(value, *reading.missing)) ||
                          (table.nodata && value == *table.nodata) || (reading.is_mask && std::isnan(value));
    if (is_empty || (reading.is_land && reading.is_land(value)))
      value = 0;
    else if (reading.is_land)
      value = 1;
    else if (!(value >= 0) || !std::isfinite(value) || is_fill_value(value))
      throw no_load(table, cell, reading.is_mask);
  }
}

// Checks the size from the header, since reading too many numbers would take seconds and gigabytes.
void require_sides_in_space(std::string_view text, std::int64_t most) {
  const auto sides = npy_sides_in_space(text);
  if (!sides) return;
  const auto& [layers, rows, columns] = *sides;
  if (layers > most / columns || layers * columns > most / rows)
    throw InputError("has {} x {} x {} cells; with layers at most {} are divided{}", layers, rows, columns, most,
                     most < most_single_cells ? ", and --whole-columns takes more" : "");
}

CellLoads parse_loads(std::string_view text, const CellReading& reading) {
  require_sides_in_space(text, reading.most_in_space);
  const bool takes_all = reading.is_mask || reading.missing || reading.is_land;
  CellTable table = parse_cell_table(text, takes_all ? TableOf::values : TableOf::loads);
  if (table.is_list) throw InputError("its shape is ({},); an array of cells has rows and columns", table.rows);
  take_as_loads(table, reading);
  if (std::ranges::all_of(table.values, [](double load) { return load == 0; }))
    throw InputError("all cells are left out; at least one must have a load");
  return {table.rows, table.columns, std::move(table.values), table.layers};
}

constexpr std::array<const char*, 3> side_names = {"layers", "rows", "columns"};
using Sides = std::array<std::int64_t, 3>;

// The sides of an array whose rows are those of all layers.
Sides sides_in(std::int64_t layers, std::int64_t rows, std::int64_t columns) {
  return {layers, rows / layers, columns};
}

InputError wrong_side(std::size_t side, std::int64_t is, const char* what, std::int64_t found) {
  const char* const name = side_names.at(side);
  if (side > 0 || found > 1) return InputError("{} is {}, but the {} has {} {}", name, is, what, found, name);
  return InputError(
      "layers is {}, but the {} has no third axis; give one of {} x rows x columns, or a map "
      "of depths as depths",
      is, what, is);
}

// The given side, or that of the loads and the mask, which must agree.
std::optional<std::int64_t> side_of(std::size_t side, std::optional<std::int64_t> given, const GivenCells& cells) {
  std::optional<std::int64_t> result = given;
  const auto agree = [&](const std::shared_ptr<const CellLoads>& with, const char* what) {
    if (with == nullptr) return;
    const std::int64_t found = sides_in(with->layers(), with->rows(), with->columns()).at(side);
    if (result.value_or(found) != found) throw wrong_side(side, *result, what, found);
    result = found;
  };
  agree(cells.loads, "array of loads");
  agree(cells.mask, "mask");
  if (side > 0) agree(cells.depths, "map of depths");
  if (!result && cells.owners != nullptr && !cells.owners->is_list)
    result = sides_in(cells.owners->layers, cells.owners->rows, cells.owners->columns).at(side);
  return result;
}

std::int64_t required_side(std::size_t side, std::optional<std::int64_t> given, const GivenCells& cells) {
  if (const std::optional<std::int64_t> result = side_of(side, given, cells)) return *result;
  throw InputError("{} is missing; give it, or give loads or a mask", side_names.at(side));
}

void require_rectangles(const std::vector<Rect>& rectangles, const CellProblem& problem) {
  if (problem.rows > most_single_cells / problem.columns)
    throw InputError("{} x {} cells are too many for a mask; the limit is {}", problem.rows, problem.columns,
                     most_single_cells);
  double cells = 0;
  for (std::size_t i = 0; i < rectangles.size(); ++i) {
    const Rect& rect = rectangles[i];
    if (std::min({rect.row, rect.column, rect.rows, rect.columns}) < 0 ||
        rect.row_end() > static_cast<double>(problem.layer_rows()) ||
        rect.column_end() > static_cast<double>(problem.columns))
      throw InputError("mask[{}] is {} x {} cells at row {}, column {}; it must lie inside the {} x {} cells", i,
                       rect.rows, rect.columns, rect.row, rect.column, problem.layer_rows(), problem.columns);
    cells += rect.area();
  }
  // Overlaps would be harmless, but the work must not exceed the size of the array.
  if (cells > problem.extent().area() / static_cast<double>(problem.layers))
    throw InputError("the rectangles of the mask have more cells than the array; they must not overlap");
}

// Leaves the rectangle out in every layer.
void leave_out(const Rect& rect, const CellProblem& problem, std::vector<double>& loads) {
  if (!(rect.area() > 0)) return;
  for (std::int64_t first = 0; first < problem.rows; first += problem.layer_rows())
    for (auto row = static_cast<std::int64_t>(rect.row); row < static_cast<std::int64_t>(rect.row_end()); ++row)
      std::fill_n(loads.begin() + ((first + row) * problem.columns + static_cast<std::int64_t>(rect.column)),
                  static_cast<std::int64_t>(rect.columns), 0.0);
}

// A mask with the cells of each column down to its depth.
std::shared_ptr<const CellLoads> mask_of(const CellLoads& depths, const CellProblem& problem) {
  std::vector<double> loads;
  loads.reserve(static_cast<std::size_t>(problem.rows * problem.columns));
  for (std::int64_t row = 0; row < problem.rows; ++row)
    for (std::int64_t column = 0; column < problem.columns; ++column) {
      const double depth = depths.at(row % problem.layer_rows(), column);
      if (depth > static_cast<double>(problem.layers) || depth != std::floor(depth))
        throw InputError(
            "the depth of row {}, column {} is {}; it must be a whole number from 0 to {}, the "
            "number of layers",
            row, column, depth, problem.layers);
      const std::int64_t layer = row / problem.layer_rows();
      loads.push_back(static_cast<double>(layer) < depth ? 1 : 0);
    }
  return std::make_shared<const CellLoads>(problem.rows, problem.columns, std::move(loads), problem.layers);
}

// The loads without those left out by the mask and the rectangles.
std::shared_ptr<const CellLoads> remaining(const std::shared_ptr<const CellLoads>& map, const GivenCells& given,
                                           const CellProblem& problem) {
  const std::shared_ptr<const CellLoads>& all = map != nullptr ? map : given.mask;
  if (given.left_out.empty() && (map == nullptr || given.mask == nullptr)) return all;
  std::vector<double> loads(static_cast<std::size_t>(problem.rows * problem.columns), 1.0);
  for (std::size_t cell = 0; cell < loads.size() && all != nullptr; ++cell) {
    const bool is_left_out = given.mask != nullptr && !(given.mask->at(cell) > 0);
    loads[cell] = is_left_out ? 0 : all->at(cell);
  }
  for (const Rect& rect : given.left_out) leave_out(rect, problem, loads);
  return std::make_shared<const CellLoads>(problem.rows, problem.columns, std::move(loads), problem.layers);
}

OwnedArray owned_array(const CellProblem& problem) {
  OwnedArray array{problem.rows, problem.columns, problem.layers};
  if (problem.loads == nullptr) return array;
  array.active_cells = problem.loads->active_cells();
  array.is_active = [loads = problem.loads](std::int64_t row, std::int64_t column) {
    return loads->is_active(row, column);
  };
  return array;
}

// The loads of cells that have owners; nullptr: 1 each.
std::shared_ptr<const CellLoads> owned(const std::shared_ptr<const CellLoads>& all, const GivenOwners& given,
                                       const std::vector<std::int32_t>& owners, const CellProblem& problem) {
  std::vector<double> loads(owners.size());
  for (std::size_t cell = 0; cell < owners.size(); ++cell)
    if (owners[cell] != no_owner) loads[cell] = all == nullptr ? 1 : all->at(cell);
  if (std::ranges::all_of(loads, [](double load) { return load == 0; }))
    throw InputError("{}: no cell has an owner; at least one with a load must have one", given.file);
  return std::make_shared<const CellLoads>(problem.rows, problem.columns, std::move(loads), problem.layers);
}

// Sets the loads to `change` of the only map, or the maps to that of each of several, and the loads to their mean.
template <class Change>
void set_maps(const std::vector<std::shared_ptr<const CellLoads>>& maps, const Change& change, CellProblem& problem) {
  if (maps.size() == 1) {
    problem.loads = change(maps.front());
    return;
  }
  std::vector<std::shared_ptr<const CellLoads>> changed;
  for (const auto& map : maps)
    changed.push_back(read_from(fmt::format("map {} of the loads", changed.size() + 1), [&] { return change(map); }));
  problem.maps = std::move(changed);
  problem.loads = combined_loads(problem.maps);
}

// Leaves out cells without owners.
void leave_out_unowned(const GivenOwners& given, CellProblem& problem) {
  const std::vector<std::int32_t> owners = owners_of_all_cells(given, owned_array(problem));
  if (!contains(owners, no_owner)) return;
  set_maps(
      problem.maps.empty() ? std::vector{problem.loads} : problem.maps,
      [&](const auto& map) { return owned(map, given, owners, problem); }, problem);
}

void set_loads(const GivenCells& given, CellProblem& problem) {
  std::vector<std::shared_ptr<const CellLoads>> maps = {given.loads};
  maps.insert(maps.end(), given.further_maps.begin(), given.further_maps.end());
  set_maps(
      maps, [&](const auto& map) { return remaining(map, given, problem); }, problem);
}

std::shared_ptr<const CellLoads> loads_of(const JsonReader& rows) {
  CellTable table = table_of_rows(rows, "load");
  return std::make_shared<const CellLoads>(table.rows, table.columns, std::move(table.values), table.layers);
}

// The loads in a file, or in rows of numbers.
std::shared_ptr<const CellLoads> loads_in(const JsonReader& given, const CellReading& reading = {}) {
  return given.json().is_array() ? loads_of(given)
                                 : std::make_shared<const CellLoads>(read_loads(given.text(), reading));
}

// One map of loads, or several of one size.
std::vector<std::shared_ptr<const CellLoads>> maps_in(const JsonReader& loads, const CellReading& reading) {
  std::vector<std::shared_ptr<const CellLoads>> maps;
  if (loads.json().is_object()) {
    for (const auto& member : loads.members()) {
      const JsonReader& rows = member.second;
      maps.push_back(read_from(rows.place(), [&rows] { return loads_of(rows); }));
    }
    if (maps.empty()) throw InputError(loads.place() + " has no map; give one at least");
  } else if (loads.json().is_array() || loads.text().find(',') == std::string::npos ||
             std::filesystem::exists(loads.text())) {
    maps.push_back(loads_in(loads, reading));
  } else {
    const std::vector<std::string> files = split(loads.text(), ',');
    if (contains(files, ""))
      throw InputError("{} is '{}', which has no file beside a comma; give one map as A, several as A,B", loads.place(),
                       loads.text());
    for (const std::string& file : files) maps.push_back(std::make_shared<const CellLoads>(read_loads(file, reading)));
  }
  require_one_size(maps);
  return maps;
}

std::vector<Rect> left_out_of(const JsonReader& rectangles) {
  std::vector<Rect> left_out;
  for (const JsonReader& rectangle : rectangles.items()) {
    const std::vector<JsonReader> sides = rectangle.items();
    if (sides.size() != 4)
      throw InputError("{} has {}; a rectangle is [row, column, rows, columns]", rectangle.place(),
                       counted(sides.size(), "number"));
    const auto side = [&sides](std::size_t which) { return static_cast<double>(sides[which].whole()); };
    left_out.push_back({side(0), side(1), side(2), side(3)});
  }
  return left_out;
}

std::vector<std::int32_t> numbers_in(const CellTable& table, const CellProblem& problem) {
  if (table.is_list || table.layers != problem.layers || table.rows != problem.rows || table.columns != problem.columns)
    throw InputError("it has {}; the array has {}",
                     table.is_list ? fmt::format("a list of {}", counted(table.rows, "number"))
                                   : fmt::format("{} cells", sides_text(table.layers, table.rows, table.columns)),
                     sides_text(problem));
  std::vector<std::int32_t> numbers;
  numbers.reserve(table.values.size());
  for (std::size_t cell = 0; cell < table.values.size(); ++cell) {
    const double value = table.nodata && table.values[cell] == *table.nodata ? 0 : table.values[cell];
    constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();
    if (!(value >= 0) || value > most || value != std::floor(value))
      throw InputError("{} has {}; cells that stay together have whole numbers from 1 to {}, and free ones 0",
                       cell_text(cell, table.layers, table.rows, table.columns), value, most);
    numbers.push_back(static_cast<std::int32_t>(value));
  }
  return numbers;
}

}  // namespace

PreviousDivision previous_division(const GivenOwners& given, const CellProblem& problem, double price) {
  std::vector<std::int32_t> owners = owners_of_all_cells(given, owned_array(problem));
  if (std::ranges::all_of(owners, [](std::int32_t owner) { return owner == no_owner; }))
    throw InputError("{}: no cell has an owner; leave out the previous division", given.file);
  require_from_0(given, owners, problem.cluster.size());
  return {std::move(owners), price};
}

std::vector<std::int32_t> numbers_together(const JsonReader& numbers, const CellProblem& problem) {
  if (numbers.json().is_array()) {
    const CellTable table = table_of_rows(numbers, "number");
    return read_from(numbers.place(), [&] { return numbers_in(table, problem); });
  }
  std::vector<std::int32_t> found;
  read_table(numbers.text(), TableOf::numbers,
             [&](const CellTable& table, bool /*is_grey_map*/) { found = numbers_in(table, problem); });
  return found;
}

Decomposition division_by_owners(const GivenOwners& given, const CellProblem& problem) {
  return division_by_owners(given, owned_array(problem), problem.cluster.size());
}

CellLoads read_loads(const std::filesystem::path& file, const CellReading& reading) {
  require_regular_file(file.string(), most_table_bytes);
  return parsed_input(file.string(), [&reading](std::string_view text) { return parse_loads(text, reading); });
}

std::shared_ptr<const CellLoads> cell_memory_in(const JsonReader& memory) { return loads_in(memory); }

GivenCells given_sides(const FieldValues& given) {
  GivenCells cells;
  if (given.has("rows")) cells.rows = given.whole("rows");
  if (given.has("columns")) cells.columns = given.whole("columns");
  if (given.has("layers")) cells.layers = given.whole("layers");
  if (given.has("depths")) cells.depths = loads_in(given["depths"]);
  return cells;
}

GivenCells given_cells(const FieldValues& given, std::int64_t most_in_space) {
  GivenCells cells = given_sides(given);
  CellReading reading;
  reading.most_in_space = most_in_space;
  if (given.has("missing")) {
    if (!given.has("loads") && !given.has("mask"))
      throw InputError("{} needs {} or {}", given.spelled("missing"), given.spelled("loads"), given.spelled("mask"));
    reading.missing = missing_value(given);
  }
  if (given.has("loads")) {
    std::vector<std::shared_ptr<const CellLoads>> maps = maps_in(given["loads"], reading);
    cells.loads = maps.front();
    cells.further_maps.assign(maps.begin() + 1, maps.end());
  }
  reading.is_mask = true;
  if (given.has("land")) reading.is_land = land_rule(given.text("land"));
  if (given.has("mask")) {
    const JsonReader mask = given["mask"];
    if (mask.json().is_array())
      cells.left_out = left_out_of(mask);
    else
      cells.mask = loads_in(mask, reading);
  }
  if (given.has("owners"))
    cells.owners = std::make_shared<const GivenOwners>(read_owners(given["owners"].text(), first_owner(given)));
  return cells;
}

void set_cells(const GivenCells& given, CellProblem& problem) {
  problem.layers = side_of(0, given.layers, given).value_or(1);
  const std::int64_t rows = required_side(1, given.rows, given);
  problem.rows = problem.layers * rows;
  problem.columns = required_side(2, given.columns, given);
  if (problem.layers < 1 || rows < 1 || problem.columns < 1) return;  // validate() reports the error
  if (problem.in_space()) require_space(problem.layers, rows, problem.columns);
  if (!given.left_out.empty()) require_rectangles(given.left_out, problem);
  if (given.depths == nullptr) {
    set_loads(given, problem);
  } else {
    if (given.mask != nullptr) throw InputError("depths and a mask exclude each other; give one of them");
    if (given.depths->layers() > 1) throw InputError("a map of depths has rows and columns, but no layers");
    GivenCells masked = given;
    masked.mask = mask_of(*given.depths, problem);
    set_loads(masked, problem);
  }
  if (given.owners != nullptr && given.mask == nullptr && given.depths == nullptr && given.left_out.empty())
    leave_out_unowned(*given.owners, problem);
}

}  // namespace apportion::problems
