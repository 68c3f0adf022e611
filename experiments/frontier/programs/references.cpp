// The reference grid of the kernels.
#include "experiments/engine/catalogue.hpp"

namespace apportion::frontier {
namespace {

std::vector<engine::ReferenceGrid> references() {
  return {{.name = "frontier-programs",
           .experiment = "frontier/programs",
           .axes = {{"size", "32,100"}, {"rho", "0.25,1,16,256"}}}};
}

const engine::Registration references_registration{references};

}  // namespace
}  // namespace apportion::frontier
