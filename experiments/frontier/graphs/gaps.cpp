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

// The models of sim/graphs/sample_graphs.hpp, and random graphs of mean degree 6 as a further family.
engine::Axis family_axis() {
  std::vector<std::string> names = collected(graph_models(), &GraphModel::name);
  names.emplace_back(dense);
  return engine::name_axis("family", "family of random graphs; random-6: random of mean degree 6",
                           engine::AxisRole::sampled, names);
}

// A study on the families, with axes family, nodes, candidates and perhaps strength of the graph family; rho = 1.
// Without strengths, it draws any of those of [graphs] in code.ini, so that the median is over all of them.
engine::Experiment family_study(const std::string& name, bool has_strength = true) {
  engine::Experiment study = problems::graph_study().study(name);
  study.axes = {family_axis()};
  for (const engine::Axis& axis : problems::graph_axes())
    if (axis.name == "nodes" || axis.name == "candidates" || (has_strength && axis.name == "strength"))
      study.axes.push_back(axis);
  study.sample = engine::sampler([has_strength](const engine::Point& point, RandomStream& stream) {
    const bool is_dense = point.text("family") == dense;
    const double strength = has_strength ? point.number("strength") : drawn_from({0.3, 1, 3}, stream);
    return draw_graph(is_dense ? "random" : point.text("family"),
                      {.nodes = point.count("nodes"),
                       .candidates = point.count("candidates"),
                       .mean_degree = is_dense ? 6.0 : 3.0,
                       .strength = strength,
                       .whole = false},
                      stream);
  });
  return engine::completed(sweeps::described(std::move(study)));
}

const engine::Registration graph_gaps_registration{
    [] { return family_study("frontier/graphs"); }, [] { return family_study("frontier/graph-times", false); },
    [] { return family_study("frontier/large-graphs"); }, [] { return family_study("frontier/large-times"); }};

}  // namespace
}  // namespace apportion::frontier
