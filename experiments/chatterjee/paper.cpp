// The paper that this folder reproduces.
#include "experiments/engine/catalogue.hpp"

namespace apportion::chatterjee {
namespace {

const engine::PaperRegistration registration{{"chatterjee",
                                              "S. Chatterjee, J. R. Gilbert, R. Schreiber and T. J. Sheffler, Array "
                                              "Distribution in Data-Parallel Programs, 1994"}};

}  // namespace
}  // namespace apportion::chatterjee
