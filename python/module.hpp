// What the core and the extensions add to the Python module.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <string>
#include <type_traits>
#include <vector>

#include "base/error.hpp"
#include "base/stopping.hpp"
#include "experiments/problems/divisions/division_format.hpp"
#include "experiments/problems/drawing/decompositions.hpp"

namespace apportion::problems {

namespace py = pybind11;

/// Adds functions to the module while it is made.
struct ModulePart {
  explicit ModulePart(std::function<void(py::module_&)> add);
};

/// An answer without the problem, whose arrays belong to the caller.
struct Division {
  WholeDivision division;
  std::vector<LabelledDecomposition> drawn;
  std::string answer;  // as JSON
  bool is_whole = true;

  void require_whole() const {
    if (!is_whole) throw InputError("the rectangles are exact, and may cut through elements; give whole=True");
  }
};

/// Runs `work` on another thread; the calling thread releases Python's lock and polls for signals. Ctrl-C stops the
/// work and is raised after its end, so that nothing reads the caller's arrays any more.
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

}  // namespace apportion::problems
