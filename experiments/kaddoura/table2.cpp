// Table 2: improvement of TILE over RecursiveBisection2 at latency 0.
#include "experiments/kaddoura/improvement.hpp"

namespace apportion::kaddoura {
namespace {

engine::CatalogueExhibit table2() { return improvement_table(2, "TILE", 0); }

const engine::ExhibitRegistration registration{table2};

}  // namespace
}  // namespace apportion::kaddoura
