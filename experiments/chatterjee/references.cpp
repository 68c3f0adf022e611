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

// What each of the experiments says of the claims: all but those that need several at once.
const std::vector<std::string> claims_exhibits = {"chatterjee/claims"};

// Studies of the paper's examples, and of what NL is compared with.
std::vector<engine::ReferenceGrid> example_references() {
  return {{.name = "chatterjee-adi",
           .experiment = "chatterjee/adi",
           .verdicts = {"chatterjee/adi-threshold", "chatterjee/claims"},
           .uncompared = iterations()},
          {.name = "chatterjee-two-zone",
           .experiment = "chatterjee/two-zone",
           .verdicts = {"chatterjee/two-zone-threshold", "chatterjee/claims"},
           .uncompared = iterations()},
          // Every graph algorithm on graphs of two candidates and few nodes, which the exact ones need.
          {.name = "chatterjee-two-zone-others",
           .experiment = "chatterjee/two-zone",
           .axes = {{"rho", "1,100,499,500,1000"}},
           .algorithms = {"algorithm1-cc[savings]", "algorithm1-cc[golden]", "algorithm1-cc[kernighan-lin]",
                          "algorithm1-cc[lemma1,lemma2,lemma3]", "algorithm1-cc[exhaust]", "algorithm1-flow",
                          "algorithm1-flow[kernighan-lin]", "algorithm1-nl[starts=1]", "algorithm1-nl[kernighan-lin]",
                          "alpha-expansion", "best", "elimination", "exhaustive", "icm", "ilp", "max-flow", "optimal"},
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
           .verdicts = {"chatterjee/operations", "chatterjee/claims"}},
          {.name = "chatterjee-ladder",
           .experiment = "chatterjee/ladder",
           .verdicts = {"chatterjee/ladder", "chatterjee/claims"}},
          {.name = "chatterjee-quantities",
           .experiment = "chatterjee/quantities",
           .verdicts = {"chatterjee/quantities", "chatterjee/claims"}},
          {.name = "chatterjee-division", .experiment = "chatterjee/division", .verdicts = claims_exhibits}};
}

// Random graphs. NL is left out where numbers are kept: on them a start may well lie between two minima.
std::vector<engine::ReferenceGrid> graph_references() {
  return {{.name = "chatterjee-lemmas", .experiment = "chatterjee/lemmas", .samples = 20, .verdicts = claims_exhibits},
          {.name = "chatterjee-growth",
           .experiment = "chatterjee/growth",
           .samples = 2,
           .algorithms = {"algorithm1-cc[paper,levels=1]", "algorithm1-cc[paper]"}},
          {.name = "chatterjee-exponents",
           .experiment = "chatterjee/growth",
           .samples = 2,
           .keeps_numbers = false,
           .verdicts = claims_exhibits},
          {.name = "chatterjee-open-ends",
           .experiment = "chatterjee/open-ends",
           .samples = 2,
           .algorithms = {"algorithm1-cc[paper]", "algorithm1-cc[lemma1,lemma2,lemma3]", "algorithm1-cc",
                          "algorithm1-cc[levels=1]", "algorithm1-cc[levels=2]", "algorithm1-cc[collapse]",
                          "algorithm1-cc[kernighan-lin]", "algorithm1-cc[kernighan-lin,collapse]", "algorithm1-flow",
                          "algorithm1-flow[collapse]", "bottom-up-clustering", "best-static"},
           .verdicts = claims_exhibits}};
}

std::vector<engine::ReferenceGrid> modelling_references() {
  return {
      {.name = "chatterjee-adi-matrix", .experiment = "chatterjee/adi-matrix", .verdicts = {"chatterjee/adi-matrix"}},
      {.name = "chatterjee-figure3", .experiment = "chatterjee/figure3", .verdicts = {"chatterjee/figure3"}},
      {.name = "chatterjee-sum", .experiment = "chatterjee/sum", .verdicts = {"chatterjee/sum"}},
      {.name = "chatterjee-redistribution", .experiment = "chatterjee/redistribution", .verdicts = claims_exhibits},
      {.name = "chatterjee-permutation",
       .experiment = "chatterjee/permutation",
       .samples = 5,
       .verdicts = claims_exhibits},
      {.name = "chatterjee-candidates", .experiment = "chatterjee/candidates", .verdicts = claims_exhibits},
      {.name = "chatterjee-blocks", .experiment = "chatterjee/blocks", .verdicts = claims_exhibits},
      {.name = "chatterjee-loads", .experiment = "chatterjee/loads", .verdicts = claims_exhibits}};
}

std::vector<engine::ReferenceGrid> references() {
  std::vector<engine::ReferenceGrid> all = example_references();
  for (const auto& grids : {graph_references(), modelling_references()})
    all.insert(all.end(), grids.begin(), grids.end());
  return all;
}

const engine::Registration references_registration{
    engine::Paper{
        "chatterjee",
        "S. Chatterjee, J. R. Gilbert, R. Schreiber and T. J. Sheffler, Array Distribution in Data-Parallel Programs, "
        "1994"},
    references};

}  // namespace
}  // namespace apportion::chatterjee
