// The reference grids of process grids beyond the papers.
#include "experiments/engine/catalogue.hpp"

namespace apportion::frontier {
namespace {

std::vector<engine::ReferenceGrid> references() {
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

const engine::Registration references_registration{references};

}  // namespace
}  // namespace apportion::frontier
