// The gap of each method to the proven optimum on six families of random graphs, whether `best` reaches its goals, and
// the time that a smaller gap takes.

#include <boost/random/uniform_int_distribution.hpp>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/common/axes.hpp"
#include "experiments/problems/graphs/solve.hpp"
#include "sim/graphs/sample_graphs.hpp"

namespace apportion::frontier {
namespace {

// The mean cost of an edge over the mean cost of a node: weak, balanced, strong.
std::vector<double> edge_strengths() { return {0.3, 1, 3}; }

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

// The methods that are compared on all graphs, including the optimum.
std::vector<std::string> graph_methods() {
  return {"best-static",     "algorithm1-cc[paper]",
          "algorithm1-cc",   "algorithm1-cc[kernighan-lin]",
          "algorithm1-flow", "icm",
          "alpha-expansion", "best",
          "optimal"};
}

// Draws a graph with the point's family, nodes, candidates and strength; rho = 1.
AlignmentGraph sample_family(const engine::Point& point, RandomStream& stream) {
  return drawn(point, point.number("strength"), stream);
}

// As above, with any of edge_strengths(), so that the median is over all of them.
AlignmentGraph sample_family_of_any_strength(const engine::Point& point, RandomStream& stream) {
  const std::vector<double> strengths = edge_strengths();
  boost::random::uniform_int_distribution<std::size_t> any(0, strengths.size() - 1);
  const double strength = strengths.at(any(stream));
  return drawn(point, strength, stream);
}

// A study of the methods on the families, with axes family, nodes, candidates and strength.
engine::Experiment family_study(const std::string& name) {
  engine::Experiment study = problems::graph_study().study(name);
  study.source = "beyond the four papers: README.md in experiments/frontier/graphs";
  study.axes = {family_axis()};
  for (const engine::Axis& axis : problems::graph_axes())
    if (axis.name == "nodes" || axis.name == "candidates" || axis.name == "strength") study.axes.push_back(axis);
  problems::set_axis(study.axes, "strength", engine::axis_values(edge_strengths()));
  study.stored_metrics = {"cost", "static_cost", "lower_bound", "proven"};
  study.algorithms = graph_methods();
  study.sample = engine::sampler(sample_family);
  return study;
}

// --- The gap of each method to the proven optimum

engine::Experiment graphs_experiment() {
  engine::Experiment study = family_study("frontier/graphs");
  study.title = "Methods on six families of random graphs, 10 to 200 nodes, 2 to 30 candidates";
  study.claim = "none; the question is which method comes how near to the optimum";
  problems::set_axes(study.axes, {{"nodes", {10, 25, 50, 100, 200}}, {"candidates", {2, 5, 12, 30}}});
  study.keep_samples = true;
  study.samples = 2;
  study.chunk_size = 2;
  return engine::completed(std::move(study));
}

const engine::Registration graph_gaps_registration{graphs_experiment};

// --- The time that a smaller gap takes, also on graphs too large for a proof

engine::Experiment graph_times_experiment() {
  engine::Experiment study = family_study("frontier/graph-times");
  study.title = "Time a graph by method";
  study.claim = "none; the question is what a smaller gap costs in time";
  study.timed = true;
  std::erase_if(study.axes, [](const engine::Axis& axis) { return axis.name == "strength"; });
  problems::set_axes(study.axes, {{"nodes", {50, 200, 500}}, {"candidates", {20}}});
  study.samples = 5;
  study.chunk_size = 5;
  study.sample = engine::sampler(sample_family_of_any_strength);
  return engine::completed(std::move(study));
}

engine::Experiment large_study(const std::string& name) {
  engine::Experiment study = family_study(name);
  study.claim = "none; the question is how small a gap can be stated, and in what time";
  problems::set_axes(study.axes, {{"nodes", {10000}}, {"candidates", {20}}});
  study.algorithms = {"best-static", "icm", "alpha-expansion", "best"};
  study.samples = 1;
  study.chunk_size = 1;
  return study;
}

engine::Experiment large_experiment() {
  engine::Experiment study = large_study("frontier/large-graphs");
  study.title = "Graphs of 10^4 nodes and 20 candidates: what is known of an answer without a proof";
  return engine::completed(std::move(study));
}

engine::Experiment large_times_experiment() {
  engine::Experiment study = large_study("frontier/large-times");
  study.title = "Time a graph of 10^4 nodes and 20 candidates";
  study.timed = true;
  return engine::completed(std::move(study));
}

const engine::Registration graph_times_registration{graph_times_experiment, large_experiment, large_times_experiment};

}  // namespace
}  // namespace apportion::frontier
