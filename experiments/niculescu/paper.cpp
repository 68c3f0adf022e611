// The paper that this folder reproduces.
#include "experiments/engine/catalogue.hpp"

namespace apportion::niculescu {
namespace {

const engine::PaperRegistration registration{{"niculescu", "V. Niculescu, Data Distributions for Parallel Programs"}};

}  // namespace
}  // namespace apportion::niculescu
