// The paper of this folder, and the reference grids of the data distributions.
#include "experiments/engine/catalogue.hpp"

namespace apportion::niculescu {
namespace {

std::vector<engine::ReferenceGrid> references() {
  return {{.name = "niculescu-statements",
           .experiment = "niculescu/statements",
           .verdicts = {"niculescu/statements", "niculescu/claims"}},
          {.name = "niculescu-shapes",
           .experiment = "niculescu/shapes",
           .axes = {{"m", "32,128"}, {"process_rows", "1,3,4,9,16,64"}, {"process_columns", "1,3,4,9,16,64"}}},
          // The claims speak of all factorisations.
          {.name = "niculescu-claims",
           .experiment = "niculescu/shapes",
           .keeps_numbers = false,
           .verdicts = {"niculescu/claims"}},
          // Counting by definition takes a step for every pair of elements.
          {.name = "niculescu-shapes-by-definition",
           .experiment = "niculescu/shapes",
           .axes = {{"m", "16"}, {"o", "8"}, {"n", "16"}, {"process_rows", "1,3,4"}, {"process_columns", "2,4"}},
           .algorithms = {"by-definition", "by-formula", "by-loads"}},
          {.name = "niculescu-triangular", .experiment = "niculescu/triangular", .verdicts = {"niculescu/claims"}},
          {.name = "niculescu-triangular-others",
           .experiment = "niculescu/triangular",
           .axes = {{"n", "96"}, {"p", "4,7,8"}},
           .algorithms = {"ceil-block", "block-cyclic[block=3]", "wrap"}},
          // The identity is on as many processes as it has elements.
          {.name = "niculescu-triangular-identity",
           .experiment = "niculescu/triangular",
           .axes = {{"n", "16"}, {"p", "16"}},
           .algorithms = {"identity", "linear", "ceil-block"}},
          {.name = "niculescu-segments", .experiment = "niculescu/segments", .verdicts = {"niculescu/claims"}},
          {.name = "niculescu-replication", .experiment = "niculescu/replication", .verdicts = {"niculescu/claims"}}};
}

const engine::Registration references_registration{
    engine::Paper{"niculescu", "V. Niculescu, Data Distributions for Parallel Programs"}, references};

}  // namespace
}  // namespace apportion::niculescu
