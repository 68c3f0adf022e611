// Studies on random graphs: how reliable NL is, how many operations CC and NL need, how these grow with the graph, and
// the paper's open questions, compared with the optimum.

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/graphs/solve.hpp"
#include "experiments/sweeps/code_studies.hpp"
#include "sim/graphs/sample_graphs.hpp"

namespace apportion::chatterjee {
namespace {

// --- How reliable NL is over random starts, and how many operations CC and NL need (Section 6)

struct Example {
  std::string_view name;
  AlignmentGraph (*graph)(double rho);
};

// Not from the paper: one fixed random graph on which the starting point matters. On most such graphs every start gives
// the same cost.
AlignmentGraph random_example(double rho) {
  RandomStream stream(1, "reliability 14");
  AlignmentGraph graph =
      random_graph({.nodes = 20, .candidates = 4, .mean_degree = 3, .strength = 0.5, .whole = false}, stream);
  graph.rho = rho;
  return graph;
}

constexpr std::array<Example, 4> examples{{{"ladder", [](double /*rho*/) { return ladder_graph(); }},
                                           {"two-zone", two_zone_graph},
                                           {"adi", adi_graph},
                                           {"random", random_example}}};

// The graph of a text such as "adi:10": the name of a graph, and rho.
AlignmentGraph graph_named(const std::string& setting) {
  const std::size_t colon = setting.find(':');
  const auto* const example = std::ranges::find(examples, setting.substr(0, colon), &Example::name);
  if (example == examples.end()) throw std::logic_error("a setting that the axis does not have");
  return example->graph(colon == std::string::npos ? 1 : std::stod(setting.substr(colon + 1)));
}

AlignmentGraph graph_of(const engine::Point& point, RandomStream& /*stream*/) {
  return graph_named(point.text("setting"));
}

engine::Experiment reliability_experiment() {
  engine::Experiment study = sweeps::described(problems::graph_study().study("chatterjee/reliability"));
  study.sample = engine::sampler(graph_of);
  return engine::completed(std::move(study));
}

const engine::Registration reliability_registration{reliability_experiment};

}  // namespace
}  // namespace apportion::chatterjee
