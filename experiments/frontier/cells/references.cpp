// Reference grids of the algorithms for whole cells; libraries take no part, so that the numbers hold without them.
#include "experiments/engine/catalogue.hpp"
#include "experiments/frontier/cells/grid.hpp"

namespace apportion::frontier {
namespace {

std::vector<engine::ReferenceGrid> references() {
  std::vector<std::string> algorithms = own_cell_methods();
  algorithms.emplace_back("BEST[effort=quick]");
  return {{.name = "frontier-cells",
           .experiment = "frontier/cells",
           .axes = {{"columns", "200,600"}, {"ratio", "1,4"}, {"processors", "5,20"}},
           .samples = 1,
           .algorithms = algorithms,
           .verdicts = {"frontier/cells-goals"}},
          {.name = "frontier-cells-strong",
           .experiment = "frontier/cells-strong",
           .axes = {{"columns", "200"}, {"ratio", "64,512"}, {"processors", "10,50"}},
           .samples = 1,
           .algorithms = own_cell_methods(),
           .verdicts = {"frontier/cells-strong-goals"}}};
}

const engine::Registration references_registration{references};

}  // namespace
}  // namespace apportion::frontier
