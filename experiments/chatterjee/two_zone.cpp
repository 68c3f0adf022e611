// Figure 4: cost against rho for two zones that exchange little.
#include "experiments/chatterjee/cost_curve.hpp"
#include "experiments/chatterjee/grid.hpp"
#include "sim/graphs/sample_graphs.hpp"

namespace apportion::chatterjee {
namespace {

engine::Experiment two_zone_experiment() {
  return cost_curve_experiment(
      "chatterjee/two-zone", "Two zones: cost against rho",
      "below rho = 500 each zone should have its own distribution, above it one serves both; CC finds this",
      "Chatterjee, Gilbert, Schreiber & Sheffler 1994, Section 6, Figure 4", two_zone_rhos(),
      [](const engine::Point& point, RandomStream& /*stream*/) { return two_zone_graph(point.number("rho")); });
}

engine::CatalogueExhibit figure4() {
  return cost_curve("chatterjee/two-zone", "Two zones: cost against rho (Chatterjee et al., Figure 4)", true);
}

engine::CatalogueExhibit two_zone_threshold() {
  return threshold_table("chatterjee/two-zone", "Two zones: where dynamic distribution stops paying, and the costs");
}

const engine::Registration two_zone_registration{two_zone_experiment, figure4, two_zone_threshold};

}  // namespace
}  // namespace apportion::chatterjee
