// Table 3: improvement of TILE over RecursiveBisection2 at latency 100.
#include "experiments/kaddoura/improvement.hpp"

namespace apportion::kaddoura {
namespace {

engine::CatalogueExhibit table3() { return improvement_table(3, "TILE", 100); }

const engine::ExhibitRegistration registration{table3};

}  // namespace
}  // namespace apportion::kaddoura
