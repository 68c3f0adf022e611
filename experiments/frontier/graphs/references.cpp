// The reference grids of labellings beyond the paper.
#include "experiments/engine/catalogue.hpp"

namespace apportion::frontier {
namespace {

std::vector<engine::ReferenceGrid> references() {
  return {{.name = "frontier-graphs",
           .experiment = "frontier/graphs",
           .axes = {{"nodes", "10,50"}, {"candidates", "2,12"}, {"strength", "0.3,1"}},
           .samples = 1},
          {.name = "frontier-large-graphs",
           .experiment = "frontier/large-graphs",
           .axes = {{"nodes", "400"}, {"candidates", "6"}, {"strength", "0.3"}},
           .samples = 1}};
}

const engine::Registration references_registration{references};

}  // namespace
}  // namespace apportion::frontier
