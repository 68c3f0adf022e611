// Table 5: improvement of XY2 over RecursiveBisection2 at latency 0.
#include "experiments/kaddoura/improvement.hpp"

namespace apportion::kaddoura {
namespace {

engine::CatalogueExhibit table5() { return improvement_table(5, "XY2", 0); }

const engine::ExhibitRegistration registration{table5};

}  // namespace
}  // namespace apportion::kaddoura
