// The gap of each method to the proven optimum on six families of random graphs, whether `best` reaches its goals, and
// the time that a smaller gap takes.

#include <string>
#include <vector>

#include "base/text.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/graphs/solve.hpp"
#include "experiments/sweeps/code_studies.hpp"
#include "sim/graphs/sample_graphs.hpp"
#include "sim/samplers.hpp"

namespace apportion::frontier {
namespace {

constexpr const char* dense = "random-6";

AlignmentGraph drawn(const engine::Point& point, double strength, RandomStream& stream) {
  const bool is_dense = point.text("family") == dense;
  return draw_graph(is_dense ? "random" : point.text("family"),
                    {.nodes = point.count("nodes"),
                     .candidates = point.count("candidates"),
                     .mean_degree = is_dense ? 6.0 : 3.0,
                     .strength = strength,
                     .whole = false},
                    stream);
}

// The models of sim/graphs/sample_graphs.hpp, and random graphs of mean degree 6 as a further family.
engine::Axis family_axis() {
  std::vector<std::string> names = collected(graph_models(), &GraphModel::name);
  names.emplace_back(dense);
  return engine::name_axis("family", "family of random graphs; random-6: random of mean degree 6",
                           engine::AxisRole::sampled, names);
}

// Draws a graph with the point's family, nodes, candidates and strength; rho = 1.
AlignmentGraph sample_family(const engine::Point& point, RandomStream& stream) {
  return drawn(point, point.number("strength"), stream);
}

// As above, with any of the strengths of [graphs] in code.ini, so that the median is over all of them.
AlignmentGraph sample_family_of_any_strength(const engine::Point& point, RandomStream& stream) {
  const double strength = drawn_from({0.3, 1, 3}, stream);
  return drawn(point, strength, stream);
}

// A study on the families, with axes family, and nodes, candidates and others of the graph family.
engine::Experiment family_study(const std::string& name, const std::vector<std::string>& axes,
                                AlignmentGraph (*sample)(const engine::Point& point, RandomStream& stream)) {
  engine::Experiment study = problems::graph_study().study(name);
  study.axes = {family_axis()};
  for (const engine::Axis& axis : problems::graph_axes())
    if (contains(axes, axis.name)) study.axes.push_back(axis);
  study.sample = engine::sampler(sample);
  return engine::completed(sweeps::described(std::move(study)));
}

const engine::Registration graph_gaps_registration{
    [] {
      return family_study("frontier/graphs", {"nodes", "candidates", "strength"}, sample_family);
    },
    [] {
      return family_study("frontier/graph-times", {"nodes", "candidates"}, sample_family_of_any_strength);
    },
    [] {
      return family_study("frontier/large-graphs", {"nodes", "candidates", "strength"}, sample_family);
    },
    [] {
      return family_study("frontier/large-times", {"nodes", "candidates", "strength"}, sample_family);
    }};

}  // namespace
}  // namespace apportion::frontier
