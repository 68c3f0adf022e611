// The graphs and methods of this folder.
#include "experiments/frontier/graphs/families.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/common/axes.hpp"

#include <boost/random/uniform_int_distribution.hpp>

#include "sim/graphs/sample_graphs.hpp"

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

}  // namespace

engine::Axis family_axis() {
  std::vector<std::string> names;
  for (const GraphModel& model : graph_models()) names.push_back(model.name);
  names.emplace_back(dense);
  return engine::name_axis("family", "family of random graphs; random-6: random of mean degree 6",
                           engine::AxisRole::sampled, names);
}

std::vector<std::string> graph_methods() {
  return {"best-static",     "algorithm1-cc[paper]",
          "algorithm1-cc",   "algorithm1-cc[kernighan-lin]",
          "algorithm1-flow", "icm",
          "alpha-expansion", "best",
          "optimal"};
}

AlignmentGraph sample_family(const engine::Point& point, RandomStream& stream) {
  return drawn(point, point.number("strength"), stream);
}

AlignmentGraph sample_family_of_any_strength(const engine::Point& point, RandomStream& stream) {
  const std::vector<double> strengths = edge_strengths();
  boost::random::uniform_int_distribution<std::size_t> any(0, strengths.size() - 1);
  const double strength = strengths.at(any(stream));
  return drawn(point, strength, stream);
}

engine::Study family_study(const std::string& name) {
  engine::Study study = problems::study_of_graphs(name);
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

std::string solved_graphs_sql() {
  return R"sql(WITH optima AS MATERIALIZED (
  SELECT family, nodes, candidates, strength, sample, iif(proven, cost, lower_bound) AS bound, proven
  FROM frontier_graphs_samples WHERE seed = :seed AND rival = '' AND algorithm = 'optimal'),
solved AS MATERIALIZED (
  SELECT family, nodes, candidates, strength, sample, algorithm, cost,
         iif(bound > 0, 100 * max(cost / bound - 1, 0), 0) AS gap,
         optima.proven AND cost <= bound * (1 + 1e-9) AS reached, optima.proven AS proven
  FROM frontier_graphs_samples JOIN optima USING (family, nodes, candidates, strength, sample)
  WHERE seed = :seed AND rival = ''))sql";
}

}  // namespace apportion::frontier
