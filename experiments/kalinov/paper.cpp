// The paper that this folder reproduces.
#include "experiments/engine/catalogue.hpp"

namespace apportion::kalinov {
namespace {

const engine::PaperRegistration registration{
    {"kalinov",
     "A. Kalinov and S. Klimov, Multidimensional Static Block Data Decomposition for Heterogeneous Clusters, 2004"}};

}  // namespace
}  // namespace apportion::kalinov
