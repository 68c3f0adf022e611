// Table 6: improvement of XY2 over RecursiveBisection2 at latency 100.
#include "experiments/kaddoura/improvement.hpp"

namespace apportion::kaddoura {
namespace {

engine::CatalogueExhibit table6() { return improvement_table(6, "XY2", 100); }

const engine::ExhibitRegistration registration{table6};

}  // namespace
}  // namespace apportion::kaddoura
