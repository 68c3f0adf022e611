// The reference grids of the rectangle algorithms.
#include "experiments/engine/catalogue.hpp"

namespace apportion::kaddoura {
namespace {

std::vector<engine::ReferenceGrid> references() {
  const std::map<std::string, std::string> small = {
      {"columns", "1000,5000"}, {"ratio", "1,4"}, {"processors", "4,10,20"}, {"latency", "0,100"}};
  return {
      {.name = "kaddoura-grid", .experiment = "kaddoura/grid", .axes = small, .samples = 5},
      // The algorithms that no study runs.
      {.name = "kaddoura-grid-others",
       .experiment = "kaddoura/grid",
       .axes = {{"columns", "1000,5000"},
                {"ratio", "1,4"},
                {"processors", "4,10"},
                {"sampling", "max-set,uniform"},
                {"latency", "0,100"}},
       .samples = 3,
       .algorithms = {"HYBRID", "HYBRID[levels=2]", "MULTILEVEL", "MULTILEVEL[outer=RecursiveBisection2,groups=3]",
                      "TILE[exhaustive]", "XY2[enumerate]"}},
      // What the tables print, whole; 183600 numbers.
      {.name = "kaddoura-tables",
       .experiment = "kaddoura/grid",
       .keeps_numbers = false,
       .verdicts = {"kaddoura/table2", "kaddoura/table3", "kaddoura/table4", "kaddoura/table5", "kaddoura/table6",
                    "kaddoura/table7", "kaddoura/claims"}},
      {.name = "kaddoura-lemmas", .experiment = "kaddoura/lemmas", .verdicts = {"kaddoura/lemmas", "kaddoura/claims"}},
      {.name = "kaddoura-hybrid",
       .experiment = "kaddoura/hybrid",
       .axes = {{"columns", "3000"}, {"processors", "10,40"}, {"levels", "0,1,2"}},
       .samples = 3},
      {.name = "kaddoura-multilevel",
       .experiment = "kaddoura/multilevel",
       .axes = {{"columns", "3000"}, {"machines", "4x5,2x2x5"}},
       .samples = 3},
      {.name = "kaddoura-leaves",
       .experiment = "kaddoura/leaves",
       .axes = {{"columns", "1000,5000"}, {"processors", "4,10"}},
       .samples = 3},
      {.name = "kaddoura-table1", .experiment = "kaddoura/table1", .verdicts = {"kaddoura/table1"}},
      {.name = "kaddoura-figure16", .experiment = "kaddoura/figure16", .verdicts = {"kaddoura/figure16"}}};
}

const engine::Registration references_registration{references};

}  // namespace
}  // namespace apportion::kaddoura
