// The extension of the Python package: divides NumPy arrays in this process. apportion/_core.pyi declares it to Python,
// and the package checks users' arguments before calls.
#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <exception>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/stopping.hpp"
#include "experiments/problems/cells/solve.hpp"
#include "experiments/problems/rectangles/solve.hpp"
#include "sim/cells/owners.hpp"

namespace apportion::problems {
namespace {

namespace py = pybind11;

using Doubles = py::array_t<double, py::array::c_style>;

// The numbers of an array, which the caller keeps alive during a call.
struct Table {
  std::int64_t layers = 1;
  std::int64_t rows = 0;  // of all layers
  std::int64_t columns = 0;
  bool is_list = false;
  const double* values = nullptr;
};

// A list of owners becomes a table with one column.
std::optional<Table> table_of(const char* name, const std::optional<Doubles>& array, bool may_be_list = false) {
  if (!array) return std::nullopt;
  const py::ssize_t axes = array->ndim();
  const bool is_list = may_be_list && axes == 1;
  if (axes != 2 && axes != 3 && !is_list)
    throw InputError(fmt::format("{}: the array must have rows and columns, or layers of these", name));
  const std::int64_t layers = axes == 3 ? array->shape(0) : 1;
  const std::int64_t rows = array->shape(axes == 3 ? 1 : 0);
  const std::int64_t columns = is_list ? 1 : array->shape(axes - 1);
  if (layers < 1 || rows < 1 || columns < 1)
    throw InputError(fmt::format("{}: an array of {} layers of {} x {} has no cell", name, layers, rows, columns));
  if (layers > most_single_cells / rows || layers * rows > most_single_cells / columns)
    throw InputError(fmt::format("{}: {} layers of {} x {} cells are too many; at most {} are taken", name, layers,
                                 rows, columns, most_single_cells));
  return Table{layers, layers * rows, columns, is_list, array->data()};
}

// Runs `work` on another thread; the calling thread releases Python's lock and polls for signals. Ctrl-C stops the work
// and is raised after its end, so that nothing reads the caller's arrays any more.
template <class Work>
std::invoke_result_t<Work> stopped_by_signals(const Work& work) {
  constexpr std::chrono::milliseconds between_looks{50};
  std::atomic<bool> stop = false;
  const py::gil_scoped_release others_may_run;
  std::future<std::invoke_result_t<Work>> result = std::async(std::launch::async, [&] {
    const StoppableWork stoppable(&stop);
    return work();
  });
  while (result.wait_for(between_looks) != std::future_status::ready) {
    const py::gil_scoped_acquire python;
    if (PyErr_CheckSignals() == 0) continue;
    const py::error_already_set raised;  // removes it from Python
    stop = true;
    {
      const py::gil_scoped_release others_go_on;
      result.wait();
    }
    throw py::error_already_set(raised);
  }
  return result.get();
}

// The result of `read` on a table; errors begin with the argument's name, as those of a file with the file's.
template <class Read>
auto read_as(const char* name, const std::optional<Table>& table, Read read) {
  using Result = std::shared_ptr<const decltype(read(*table))>;
  if (!table) return Result();
  try {
    return Result(std::make_shared<const decltype(read(*table))>(read(*table)));
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", name, error.what()));
  }
}

CellLoads loads_in(const Table& table) {
  const std::shared_ptr<const double[]> no_owner;
  return {table.rows, table.columns, std::shared_ptr<const double[]>(no_owner, table.values), table.layers};
}

GivenOwners given_owners(const Table& table) {
  CellTable numbers{table.rows, table.columns, {table.values, table.values + table.rows * table.columns}};
  numbers.is_list = table.is_list;
  numbers.layers = table.layers;
  GivenOwners owners = owners_in(numbers);
  owners.file = "owners";
  return owners;
}

// An answer without the problem, whose arrays belong to the caller.
struct Division {
  WholeDivision division;
  std::vector<LabelledDecomposition> drawn;
  std::string answer;  // as JSON
  bool is_whole = true;

  void require_whole() const {
    if (!is_whole) throw InputError("the rectangles are exact, and may cut through elements; give whole=True");
  }
};

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

Division divided_rectangles(const std::string& options) {
  return stopped_by_signals([&]() -> Division {
    const RectangleQuestion question = rectangle_question({rectangle_fields(), parse_json(options)});
    const RectangleAnswer answer = solve(question);
    return {{answer.algorithm, answer.decomposition, answer.decomposition, answer.names},
            labelled(question, answer),
            to_json(answer),
            question.whole};
  });
}

py::array_t<std::int32_t> owner_array(const Division& division) {
  division.require_whole();
  const Decomposition& owned = division.division.owned;
  auto owners = std::make_unique<std::vector<std::int32_t>>(stopped_by_signals([&owned] { return owners_of(owned); }));
  const std::int32_t* values = owners->data();
  const py::capsule keeper(owners.release(), [](void* kept) { delete static_cast<std::vector<std::int32_t>*>(kept); });
  const auto layers = static_cast<py::ssize_t>(division.division.layers);
  std::vector<py::ssize_t> shape = {static_cast<py::ssize_t>(owned.extent.rows) / layers,
                                    static_cast<py::ssize_t>(owned.extent.columns)};
  if (layers > 1) shape.insert(shape.begin(), layers);
  py::array_t<std::int32_t> array(shape, values, keeper);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

std::string plan_of(const Division& division, std::int64_t depth, bool corners) {
  division.require_whole();
  return stopped_by_signals([&] { return find_division_format("plan")->write(division.division, {depth, corners}); });
}

std::string picture_of(const Division& division, const std::string& format) {
  return stopped_by_signals([&] { return drawing_of(division.drawn, format); });
}

void raise_as_ours(std::exception_ptr thrown) {
  try {
    std::rethrow_exception(std::move(thrown));
  } catch (const UserError& error) {
    const py::object type = py::module_::import("apportion._errors").attr("ApportionError");
    const auto size = static_cast<py::ssize_t>(std::strlen(error.what()));
    const auto text = py::reinterpret_steal<py::object>(PyUnicode_DecodeUTF8(error.what(), size, "replace"));
    PyErr_SetObject(type.ptr(), type(text, error.exit_status()).ptr());
  }
}

}  // namespace
}  // namespace apportion::problems

PYBIND11_MODULE(_core, module) {
  namespace ours = apportion::problems;
  using pybind11::arg;
  pybind11::register_local_exception_translator(ours::raise_as_ours);
  module.doc() = "Arrays divided in this process.";
  pybind11::class_<ours::Division>(module, "Division", "A division of an array, without the array.")
      .def_property_readonly("answer", [](const ours::Division& division) { return division.answer; })
      .def_property_readonly("title", [](const ours::Division& division) { return division.drawn.front().title; })
      .def("owners", ours::owner_array, "The processor of each cell, -1 where it has none.")
      .def("plan", ours::plan_of, arg("depth"), arg("corners"), "The plan of halos as JSON.")
      .def("picture", ours::picture_of, arg("format"), "The division as 'svg' or 'text'.");
  module.def("cells", ours::divided_cells, arg("options"), arg("loads").noconvert().none(true),
             arg("mask").noconvert().none(true), arg("owners").noconvert().none(true),
             "Divides whole cells or, with owners, costs their division. Options are JSON. Nothing is copied.");
  module.def("rectangles", ours::divided_rectangles, arg("options"), "Divides an array into rectangles.");
}
