// Table 7: improvement of XY2 over RecursiveBisection2 at latency 1000.
#include "experiments/kaddoura/improvement.hpp"

namespace apportion::kaddoura {
namespace {

engine::CatalogueExhibit table7() { return improvement_table(7, "XY2", 1000); }

const engine::ExhibitRegistration registration{table7};

}  // namespace
}  // namespace apportion::kaddoura
