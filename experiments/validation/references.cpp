// This folder's heading in reports, and its reference grids.
#include "experiments/engine/catalogue.hpp"

namespace apportion::validation {
namespace {

std::vector<engine::ReferenceGrid> references() {
  return {
      {.name = "validation-networks",
       .experiment = "validation/networks",
       .axes = {{"startup", "medium,cpu"}, {"latency", "1000"}, {"share", "1,0.5"}},
       .samples = 2},
      // What the claims need.
      {.name = "validation-claims",
       .experiment = "validation/networks",
       .axes = {{"network", "bus,star,two-level"}},
       .samples = 10,
       .keeps_numbers = false,
       .verdicts = {"validation/claims"}},
      {.name = "validation-progress",
       .experiment = "validation/progress",
       .axes = {{"network", "bus,star"}, {"latency", "1000"}, {"share", "0.5"}},
       .samples = 2},
      {.name = "validation-claims-progress",
       .experiment = "validation/progress",
       .axes = {{"network", "bus"}, {"progress", "free,barrier"}},
       .samples = 10,
       .keeps_numbers = false,
       .verdicts = {"validation/claims-progress"}},
      {.name = "validation-protocols",
       .experiment = "validation/protocols",
       .axes = {{"setting", "star-cpu,backbone-wire"},
                {"share", "0.5"},
                {"protocol", "base,eager-65536,receiver+overlap,noise-10,allreduce,fat-tree-4,links-0.25"}},
       .samples = 2},
      {.name = "validation-cells",
       .experiment = "validation/cells",
       .axes = {{"network", "star"}, {"share", "0.01"}},
       .samples = 10,
       .verdicts = {"validation/claims-cells"}},
      {.name = "validation-grids",
       .experiment = "validation/grids",
       .axes = {{"grid", "2x2,3x3"}, {"level", "2,16"}},
       .samples = 2,
       .verdicts = {"validation/claims-grids"}},
      {.name = "validation-grid-protocols",
       .experiment = "validation/grid-protocols",
       .axes = {{"grid", "3x3"}, {"level", "8"}, {"share", "0.5"}, {"protocol", "base,eager-65536,receiver,noise-10"}},
       .samples = 2},
      {.name = "validation-order",
       .experiment = "validation/order",
       .axes = {{"grid", "2x2,3x3"}, {"level", "16"}},
       .samples = 2,
       .verdicts = {"validation/claims-order"}},
      {.name = "validation-mpi",
       .experiment = "validation/mpi",
       .samples = 1,
       .verdicts = {"validation/mpi", "validation/claims-mpi"}},
      {.name = "validation-timeline", .experiment = "validation/timeline", .samples = 1}};
}

const engine::Registration references_registration{
    engine::Paper{"validation",
                  "Does a lower cost make a program faster? The papers' costs against simulated networks"},
    references};

}  // namespace
}  // namespace apportion::validation
