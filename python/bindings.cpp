// The extension of the Python package: divides arrays in this process. apportion/_core.pyi declares it to Python, and
// the package checks users' arguments before calls.
#include "python/module.hpp"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <utility>

#include "base/error.hpp"
#include "experiments/problems/rectangles/solve.hpp"
#include "sim/cells/owners.hpp"

namespace apportion::problems {
namespace {

std::vector<std::function<void(py::module_&)>>& module_parts() {
  static std::vector<std::function<void(py::module_&)>> all;
  return all;
}

void add_parts(py::module_& module) {
  for (const std::function<void(py::module_&)>& add : module_parts()) add(module);
}

Division divided_rectangles(const std::string& options) {
  return stopped_by_signals([&]() -> Division {
    const RectangleQuestion question = rectangle_question({rectangle_fields(), parse_json(options)});
    const RectangleAnswer answer = solve(question);
    return {{answer.algorithm, answer.decomposition, answer.decomposition, answer.names},
            rectangle_frame().drawings(question, {answer}, true).first,
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

ModulePart::ModulePart(std::function<void(py::module_&)> add) { module_parts().push_back(std::move(add)); }

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
  module.def("rectangles", ours::divided_rectangles, arg("options"), "Divides an array into rectangles.");
  ours::add_parts(module);
}
