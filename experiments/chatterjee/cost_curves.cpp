// Figures 4 and 5: cost against rho, for two zones that exchange little and for an alternating-direction implicit
// iteration.

#include <string>
#include <utility>
#include <vector>

#include "experiments/chatterjee/grid.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/graphs/study.hpp"
#include "sim/graphs/alignment_graph.hpp"
#include "sim/graphs/sample_graphs.hpp"
#include "sim/random_stream.hpp"

namespace apportion::chatterjee {
namespace {

// The study `name` of the graph that `sample` makes for the point's rho: CC and NL (also in paper mode), best static
// and the proven optimum, one deterministic sample a value of rho.
engine::Experiment cost_curve_experiment(const std::string& name, const std::string& title, const std::string& claim,
                                         const std::string& source, const std::vector<double>& rho,
                                         AlignmentGraph (*sample)(const engine::Point&, RandomStream&)) {
  engine::Study study = problems::study_of_graphs(name);
  study.title = title;
  study.claim = claim;
  study.source = source;
  study.axes = {problems::rho_axis(rho)};
  study.deterministic = true;
  study.algorithms = {"algorithm1-cc", "algorithm1-nl", "algorithm1-cc[paper]", "algorithm1-nl[paper,starts=1]",
                      "best-static",   "optimal"};
  study.sample = engine::sampler(sample);
  return engine::erase(std::move(study));
}

engine::Experiment two_zone_experiment() {
  return cost_curve_experiment(
      "chatterjee/two-zone", "Two zones: cost against rho",
      "below rho = 500 each zone should have its own distribution, above it one serves both; CC finds this",
      "Chatterjee, Gilbert, Schreiber & Sheffler 1994, Section 6, Figure 4", two_zone_rhos(),
      [](const engine::Point& point, RandomStream& /*stream*/) { return two_zone_graph(point.number("rho")); });
}

const engine::Registration two_zone_registration{two_zone_experiment};

engine::Experiment adi_experiment() {
  return cost_curve_experiment(
      "chatterjee/adi", "ADI: cost against rho",
      "above rho = 40 blocks serve both sweeps, below it rows and then columns are better; Algorithm 1 finds this",
      "Chatterjee, Gilbert, Schreiber & Sheffler 1994, Section 6, Figure 5", adi_rhos(),
      [](const engine::Point& point, RandomStream& /*stream*/) { return adi_graph(point.number("rho")); });
}

const engine::Registration adi_registration{adi_experiment};

}  // namespace
}  // namespace apportion::chatterjee
