// Whole cells in the Python module: divides NumPy arrays without copying them.
#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "extensions/cells/problem/solve.hpp"
#include "python/module.hpp"

namespace apportion::problems {
namespace {

using Doubles = py::array_t<double, py::array::c_style>;

// The shape of an array, and its numbers, which the caller keeps alive during a call.
struct Table {
  CellTable shape;
  const double* values = nullptr;
};

// A list of owners becomes a table with one column.
std::optional<Table> table_of(const char* name, const std::optional<Doubles>& array, bool may_be_list = false) {
  if (!array) return std::nullopt;
  const py::ssize_t axes = array->ndim();
  const bool is_list = may_be_list && axes == 1;
  if (axes != 2 && axes != 3 && !is_list)
    throw InputError("{}: the array must have rows and columns, or layers of these", name);
  const std::int64_t layers = axes == 3 ? array->shape(0) : 1;
  const std::int64_t rows = array->shape(axes == 3 ? 1 : 0);
  const std::int64_t columns = is_list ? 1 : array->shape(axes - 1);
  if (layers < 1 || rows < 1 || columns < 1)
    throw InputError("{}: an array of {} layers of {} x {} has no cell", name, layers, rows, columns);
  if (layers > most_single_cells / rows || layers * rows > most_single_cells / columns)
    throw InputError("{}: {} layers of {} x {} cells are too many; at most {} are taken", name, layers, rows, columns,
                     most_single_cells);
  return Table{{.rows = layers * rows, .columns = columns, .is_list = is_list, .layers = layers}, array->data()};
}

// The result of `read` on a table; errors begin with the argument's name, as those of a file with the file's.
template <class Read>
auto read_as(const char* name, const std::optional<Table>& table, Read read) {
  using Result = std::shared_ptr<const decltype(read(*table))>;
  if (!table) return Result();
  try {
    return Result(std::make_shared<const decltype(read(*table))>(read(*table)));
  } catch (const InputError& error) {
    throw InputError("{}: {}", name, error.what());
  }
}

CellLoads loads_in(const Table& table) {
  const std::shared_ptr<const double[]> no_owner;
  const CellTable& shape = table.shape;
  return {shape.rows, shape.columns, std::shared_ptr<const double[]>(no_owner, table.values), shape.layers};
}

GivenOwners given_owners(const Table& table) {
  CellTable numbers = table.shape;
  numbers.values.assign(table.values, table.values + numbers.rows * numbers.columns);
  GivenOwners owners = owners_in(numbers);
  owners.file = "owners";
  return owners;
}

Division divided_cells(const std::string& options, const std::optional<Doubles>& loads,
                       const std::optional<Doubles>& mask, const std::optional<Doubles>& owners) {
  const std::optional<Table> load_table = table_of("loads", loads);
  const std::optional<Table> mask_table = table_of("mask", mask);
  const std::optional<Table> owner_table = table_of("owners", owners, true);
  return stopped_by_signals([&]() -> Division {
    const FieldValues given(owner_table ? cell_evaluation_fields() : cell_fields(), parse_json(options));
    GivenCells cells = given_sides(given);
    cells.loads = read_as("loads", load_table, loads_in);
    cells.mask = read_as("mask", mask_table, loads_in);
    cells.owners = read_as("owners", owner_table, given_owners);
    const CellQuestion question = cell_question(given, cells);
    const CellAnswer answer = question.given ? cell_frame().evaluated(question) : solve(question);
    const std::string fill =
        question.given ? fmt::format(R"("fill":{})", cell_fill(question.problem, answer.decomposition)) : "";
    return {whole_division(question, answer), labelled(question, answer), to_json(answer, fill)};
  });
}

const ModulePart cells_part{[](py::module_& module) {
  module.def("cells", divided_cells, py::arg("options"), py::arg("loads").noconvert().none(true),
             py::arg("mask").noconvert().none(true), py::arg("owners").noconvert().none(true),
             "Divides whole cells or, with owners, costs their division. Options are JSON. Nothing is copied.");
}};

}  // namespace
}  // namespace apportion::problems
