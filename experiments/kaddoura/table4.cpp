// Table 4: improvement of TILE over RecursiveBisection2 at latency 1000.
#include "experiments/kaddoura/improvement.hpp"

namespace apportion::kaddoura {
namespace {

engine::CatalogueExhibit table4() { return improvement_table(4, "TILE", 1000); }

const engine::ExhibitRegistration registration{table4};

}  // namespace
}  // namespace apportion::kaddoura
