// The folder's heading in reports, and the reference grids of the methods beyond the papers. Libraries take no part in
// those of whole cells, so that the numbers hold without them.
#include "experiments/engine/catalogue.hpp"
#include "experiments/frontier/cells/grid.hpp"

namespace apportion::frontier {
namespace {

std::vector<engine::ReferenceGrid> box_grids() {
  return {{.name = "frontier-boxes",
           .experiment = "frontier/boxes",
           .axes = {{"columns", "100,1000"}, {"layers", "400"}, {"ratio", "8,512"}, {"processors", "4,16"}},
           .samples = 2}};
}

std::vector<engine::ReferenceGrid> cell_grids() {
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

std::vector<engine::ReferenceGrid> graph_grids() {
  return {{.name = "frontier-graphs",
           .experiment = "frontier/graphs",
           .axes = {{"nodes", "10,50"}, {"candidates", "2,12"}, {"strength", "0.3,1"}},
           .samples = 1},
          {.name = "frontier-large-graphs",
           .experiment = "frontier/large-graphs",
           .axes = {{"nodes", "400"}, {"candidates", "6"}, {"strength", "0.3"}},
           .samples = 1}};
}

std::vector<engine::ReferenceGrid> process_grids() {
  return {
      {.name = "frontier-small-grids",
       .experiment = "frontier/small-grids",
       .axes = {{"grid", "2x2,2x3,3x3,3x4"}, {"level", "2,16"}},
       .samples = 3},
      {.name = "frontier-grid-goals",
       .experiment = "frontier/small-grids",
       .samples = 10,
       .algorithms = {"best[by=real]", "optimal"},
       .keeps_numbers = false,
       .verdicts = {"frontier/grid-goals"}},
      {.name = "frontier-large-grids", .experiment = "frontier/large-grids", .axes = {{"level", "2,16"}}, .samples = 1},
      {.name = "frontier-solid-grids", .experiment = "frontier/solid-grids", .axes = {{"level", "2,16"}}, .samples = 3},
      {.name = "frontier-grid-figure3",
       .experiment = "frontier/grid-figure3",
       .axes = {{"grid", "2x2,6x6,3x12"}, {"level", "2,16"}},
       .samples = 5},
      {.name = "frontier-grid-mappings",
       .experiment = "frontier/grid-mappings",
       .axes = {{"grid", "2x2,3x4,2x2x2"}, {"level", "2,16"}},
       .samples = 5,
       .algorithms = {"alternating", "best", "ccp", "ccp[mapping=NAT1]", "ccp[mapping=NAT2]", "ccp[mapping=NAT]",
                      "equal-pressure", "equal-pressure[apportioned]", "proposed"}},
      {.name = "frontier-grid-rounding", .experiment = "frontier/grid-rounding", .samples = 5}};
}

std::vector<engine::ReferenceGrid> kernel_grids() {
  return {{.name = "frontier-programs",
           .experiment = "frontier/programs",
           .axes = {{"size", "32,100"}, {"rho", "0.25,1,16,256"}}}};
}

std::vector<engine::ReferenceGrid> rectangle_grids() {
  return {{.name = "frontier-speeds",
           .experiment = "frontier/speeds",
           .axes = {{"columns", "1000,3000"}, {"ratio", "8,512"}, {"processors", "5,20"}},
           .samples = 3},
          {.name = "frontier-speeds-others",
           .experiment = "frontier/speeds",
           .axes = {{"columns", "1000"}, {"ratio", "8,512"}, {"processors", "5,20"}},
           .samples = 2,
           .algorithms = {"COLUMNS"}},
          {.name = "frontier-paper-grid",
           .experiment = "frontier/paper-grid",
           .axes = {{"columns", "1000,3000"}, {"ratio", "1,8"}, {"processors", "7"}, {"latency", "0,1000"}},
           .samples = 2},
          {.name = "frontier-layouts",
           .experiment = "frontier/layouts",
           .axes = {{"columns", "1000,3000"}, {"ratio", "8,512"}, {"processors", "4,5"}},
           .samples = 3}};
}

const engine::Registration references_registration{
    engine::Paper{.name = "frontier",
                  .title = "Beyond the four papers: later methods, each beside a lower bound",
                  .declared_grids_only = false},
    box_grids,
    cell_grids,
    graph_grids,
    process_grids,
    kernel_grids,
    rectangle_grids};

}  // namespace
}  // namespace apportion::frontier
