// Figures 4 and 5: cost against rho, for two zones that exchange little and for an alternating-direction implicit
// iteration.

#include <string>
#include <utility>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/graphs/solve.hpp"
#include "experiments/sweeps/code_studies.hpp"
#include "sim/graphs/alignment_graph.hpp"
#include "sim/graphs/sample_graphs.hpp"
#include "sim/random_stream.hpp"

namespace apportion::chatterjee {
namespace {

// Compares CC and NL (also in paper mode), best static and the proven optimum, with one deterministic sample per value
// of rho.
template <AlignmentGraph (*graph)(double rho)>
engine::Experiment curve_of(const std::string& name) {
  engine::Experiment study = problems::graph_study().study(name);
  study.axes = {problems::rho_axis()};
  study.sample =
      engine::sampler([](const engine::Point& point, RandomStream& /*stream*/) { return graph(point.number("rho")); });
  return engine::completed(sweeps::described(std::move(study)));
}

const engine::Registration two_zone_registration{[] { return curve_of<two_zone_graph>("chatterjee/two-zone"); }};
const engine::Registration adi_registration{[] { return curve_of<adi_graph>("chatterjee/adi"); }};

}  // namespace
}  // namespace apportion::chatterjee
