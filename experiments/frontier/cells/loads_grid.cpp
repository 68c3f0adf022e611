// The points and methods of the studies of cells with loads.
#include "experiments/frontier/cells/loads_grid.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "sim/cells/load_models.hpp"

namespace apportion::frontier {

std::vector<std::string> rectangle_load_methods() {
  return {"BEST[shapes=rectangles]", "HIER-RB", "HIER-RELAXED", "HIER-RELAXED[jogs]", "JAG-M", "JAG-M[jogs]", "JAG-PQ",
          "JOGGED[of=ROLLOUT]",      "RCB",     "RCB[jogs]",    "RECTILINEAR"};
}

engine::Study load_study(const std::string& name) {
  engine::Study study = frontier_cell_study(name);
  problems::set_axes(study.axes, {{"rows", {1000}}, {"columns", {1000}}, {"processors", {64}}, {"ratio", {8}}});
  problems::set_axis(study.axes, "sampling", engine::name_values({"extremes"}));
  problems::set_axis(study.axes, "loads", engine::name_values(load_models()));
  study.stored_metrics = {"boundary", "imbalance", "neighbours", "fragments", "halo", "empty", "within"};
  // The methods of full grids make room for those that take loads; the libraries stay.
  const std::vector<std::string> full = own_cell_methods();
  std::erase_if(study.algorithms,
                [&](const std::string& method) { return std::ranges::find(full, method) != full.end(); });
  const std::vector<std::string> methods = rectangle_load_methods();
  study.algorithms.insert(study.algorithms.begin(), methods.begin(), methods.end());
  study.samples = 2;
  study.chunk_size = 1;  // a sample holds a million cells
  return study;
}

std::string rectangle_load_methods_sql() {
  std::vector<std::string> literals;
  for (const std::string& method : rectangle_load_methods()) literals.push_back(sql_literal(method));
  return fmt::format("{}", fmt::join(literals, ", "));
}

}  // namespace apportion::frontier
