// The paper that this folder reproduces.
#include "experiments/engine/catalogue.hpp"

namespace apportion::kaddoura {
namespace {

const engine::PaperRegistration registration{
    {"kaddoura",
     "M. Kaddoura, S. Ranka and A. Wang, Array Decompositions for Nonuniform Computational Environments, 1996"}};

}  // namespace
}  // namespace apportion::kaddoura
