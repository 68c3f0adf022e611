// This folder's heading in reports, and the reference grids of the methods beyond the papers.
#include "experiments/engine/catalogue.hpp"

namespace apportion::frontier {
namespace {

std::vector<engine::ReferenceGrid> references() {
  return {{.name = "frontier-speeds",
           .experiment = "frontier/speeds",
           .axes = {{"columns", "1000,3000"}, {"ratio", "8,512"}, {"processors", "5,20"}},
           .samples = 3},
          {.name = "frontier-speeds-others",
           .experiment = "frontier/speeds",
           .axes = {{"columns", "1000"}, {"ratio", "8,512"}, {"processors", "5,20"}},
           .samples = 2,
           .algorithms = {"ANNEALING", "ANNEALING[shapes=any]", "BEST[effort=quick,shapes=any]", "CLUSTER",
                          "CLUSTER[size=4,runs=2]", "COLUMNS", "LNS", "RANGE"}},
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
    references};

}  // namespace
}  // namespace apportion::frontier
