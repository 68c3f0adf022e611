// The paper of this folder, and the reference grids of the grid algorithms.
#include "experiments/engine/catalogue.hpp"

namespace apportion::kalinov {
namespace {

std::vector<engine::ReferenceGrid> references() {
  const std::vector<std::string> all = {"proposed",
                                        "proposed[printed-rounding]",
                                        "proposed[mapping=NAT]",
                                        "beaumont",
                                        "beaumont[printed-rounding]",
                                        "equal-pressure",
                                        "equal-pressure[printed-rounding]",
                                        "natural"};
  return {{.name = "kalinov-figure3a",
           .experiment = "kalinov/figure3a",
           .axes = {{"grid", "2x2,3x3,6x6"}, {"level", "2,8,16"}},
           .samples = 10,
           .algorithms = all},
          {.name = "kalinov-figure3b",
           .experiment = "kalinov/figure3b",
           .axes = {{"level", "2,16"}, {"sampling", "extremes,cycle-times"}},
           .samples = 5},
          {.name = "kalinov-figure4", .experiment = "kalinov/figure4", .samples = 20},
          {.name = "kalinov-figure5", .experiment = "kalinov/figure5", .axes = {{"level", "2,16"}}, .samples = 5},
          {.name = "kalinov-rounding", .experiment = "kalinov/rounding", .axes = {{"level", "2,16"}}, .samples = 5},
          {.name = "kalinov-mappings", .experiment = "kalinov/mappings", .axes = {{"level", "2,16"}}, .samples = 5},
          {.name = "kalinov-levels", .experiment = "kalinov/levels", .samples = 10},
          {.name = "kalinov-continuum", .experiment = "kalinov/continuum", .axes = {{"step", "0,10,20,30,40"}}},
          {.name = "kalinov-statements", .experiment = "kalinov/statements", .verdicts = {"kalinov/claims"}},
          {.name = "kalinov-figure1", .experiment = "kalinov/figure1", .verdicts = {"kalinov/figure1"}},
          {.name = "kalinov-figure2", .experiment = "kalinov/figure2", .verdicts = {"kalinov/figure2"}},
          {.name = "kalinov-table1", .experiment = "kalinov/table1", .verdicts = {"kalinov/table1", "kalinov/claims"}},
          {.name = "kalinov-levels-claims",
           .experiment = "kalinov/levels",
           .keeps_numbers = false,
           .verdicts = {"kalinov/claims"}},
          // The one printed number, the greatest ratio of Figure 3 (a), and what is claimed of 2 x 2 alone.
          {.name = "kalinov-claims",
           .experiment = "kalinov/figure3a",
           .axes = {{"grid", "2x2"}},
           .keeps_numbers = false,
           .verdicts = {"kalinov/claims"}}};
}

const engine::Registration references_registration{
    engine::Paper{
        "kalinov",
        "A. Kalinov and S. Klimov, Multidimensional Static Block Data Decomposition for Heterogeneous Clusters, 2004"},
    references};

}  // namespace
}  // namespace apportion::kalinov
