// The paper of this folder, and the reference grids of the graph algorithms.
#include "experiments/engine/catalogue.hpp"

namespace apportion::chatterjee {
namespace {

// Counts of what the minimiser did: it ends where the last bits let it, which differ between machines. The labelling
// that it leads to, and so its cost, changes only where a start lies between two minima or two labellings are equally
// good.
std::vector<engine::Uncompared> iterations() {
  return {{"algorithm1-nl", {"evaluations", "flops", "partitions", "starts", "failed_starts"}}};
}

std::vector<engine::ReferenceGrid> references() {
  return {
      {.name = "chatterjee-adi",
       .experiment = "chatterjee/adi",
       .verdicts = {"chatterjee/adi-threshold"},
       .uncompared = iterations()},
      {.name = "chatterjee-two-zone",
       .experiment = "chatterjee/two-zone",
       .verdicts = {"chatterjee/two-zone-threshold"},
       .uncompared = iterations()},
      // Every graph algorithm on graphs of two candidates and few nodes, which the exact ones need.
      {.name = "chatterjee-two-zone-others",
       .experiment = "chatterjee/two-zone",
       .axes = {{"rho", "1,100,499,500,1000"}},
       .algorithms = {"algorithm1-cc[savings]", "algorithm1-cc[golden]", "algorithm1-cc[kernighan-lin]",
                      "algorithm1-cc[lemma1,lemma2,lemma3]", "algorithm1-cc[exhaust]", "algorithm1-flow",
                      "algorithm1-flow[kernighan-lin]", "algorithm1-nl[starts=1]", "algorithm1-nl[kernighan-lin]",
                      "elimination", "exhaustive", "ilp", "max-flow", "optimal"},
       .uncompared = iterations()},
      {.name = "chatterjee-reliability",
       .experiment = "chatterjee/reliability",
       .samples = 10,
       .algorithms = {"algorithm1-cc", "algorithm1-cc[paper]", "algorithm1-cc[kernighan-lin]", "algorithm1-flow",
                      "best-static"}},
      {.name = "chatterjee-operations",
       .experiment = "chatterjee/reliability",
       .samples = 20,
       .keeps_numbers = false,
       .verdicts = {"chatterjee/operations", "chatterjee/reliability"}},
      {.name = "chatterjee-ladder", .experiment = "chatterjee/ladder", .verdicts = {"chatterjee/ladder"}},
      {.name = "chatterjee-lemmas",
       .experiment = "chatterjee/lemmas",
       .samples = 20,
       .verdicts = {"chatterjee/lemmas"}},
      {.name = "chatterjee-adi-matrix", .experiment = "chatterjee/adi-matrix", .verdicts = {"chatterjee/adi-matrix"}},
      {.name = "chatterjee-figure3", .experiment = "chatterjee/figure3", .verdicts = {"chatterjee/figure3"}},
      {.name = "chatterjee-sum", .experiment = "chatterjee/sum", .verdicts = {"chatterjee/sum"}},
      {.name = "chatterjee-redistribution",
       .experiment = "chatterjee/redistribution",
       .verdicts = {"chatterjee/redistribution"}}};
}

const engine::PaperRegistration paper_registration{
    {"chatterjee",
     "S. Chatterjee, J. R. Gilbert, R. Schreiber and T. J. Sheffler, Array "
     "Distribution in Data-Parallel Programs, 1994"}};
const engine::ReferenceRegistration reference_registration{references};

}  // namespace
}  // namespace apportion::chatterjee
