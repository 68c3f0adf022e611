// Figure 5: cost against rho for an alternating-direction implicit iteration.
#include "experiments/chatterjee/cost_curve.hpp"
#include "experiments/chatterjee/grid.hpp"
#include "sim/graphs/sample_graphs.hpp"

namespace apportion::chatterjee {
namespace {

engine::Experiment adi_experiment() {
  return cost_curve_experiment(
      "chatterjee/adi", "ADI: cost against rho",
      "above rho = 40 blocks serve both sweeps, below it rows and then columns are better; Algorithm 1 finds this",
      "Chatterjee, Gilbert, Schreiber & Sheffler 1994, Section 6, Figure 5", adi_rhos(),
      [](const engine::Point& point, RandomStream& /*stream*/) { return adi_graph(point.number("rho")); });
}

engine::CatalogueExhibit figure5() {
  return cost_curve("chatterjee/adi", "ADI: cost against rho (Chatterjee et al., Figure 5)", false);
}

engine::CatalogueExhibit adi_threshold() {
  return threshold_table("chatterjee/adi", "ADI: where dynamic distribution stops paying, and the costs");
}

const engine::Registration adi_registration{adi_experiment, figure5, adi_threshold};

}  // namespace
}  // namespace apportion::chatterjee
