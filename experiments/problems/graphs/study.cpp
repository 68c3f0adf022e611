// Axes, sampler and metrics of the graph family.
#include "experiments/problems/graphs/study.hpp"

#include <limits>
#include <stdexcept>

#include "experiments/engine/erasure.hpp"
#include "experiments/problems/graphs/fields.hpp"
#include "sim/graphs/random_graphs.hpp"

namespace apportion::problems {

using engine::Axis;
using engine::AxisKind;
using engine::AxisRole;
using engine::AxisValue;

namespace {

// What a labelling costs, and what the algorithm did.
struct Measures {
  double cost = 0;
  double static_cost = 0;  // of the best static distribution
  // Proved by `optimal`; costly, like the next two. A sample whose optimum cannot be proved within the limit of search
  // nodes fails.
  double optimum = std::numeric_limits<double>::quiet_NaN();
  double gap = std::numeric_limits<double>::quiet_NaN();    // cost above the optimum, percent of the optimum
  double found = std::numeric_limits<double>::quiet_NaN();  // 1 where cost is the optimum within a relative 1e-9
  double proven = 0;                                        // 1 where the algorithm itself proved its optimum
  double lower_bound = 0;                                   // of GraphSolution
  double evaluations = 0;                                   // this and the rest: the counters of GraphSolution
  double flops = 0;
  double partitions = 0;
  double ended_by_test = 0;
  double ended_by_lemma1 = 0;
  double ended_by_lemma2 = 0;
  double ended_by_lemma3 = 0;
  double starts = 0;
  double failed_starts = 0;
};

double proven_optimum(const AlignmentGraph& graph) {
  static const Configured<GraphAlgorithm> optimal = GraphRegistry::instance().choose("optimal");
  RandomStream unused(0, "");
  const GraphSolution solution = solve_graph(optimal, graph, unused);
  if (!solution.proven_optimal) throw std::runtime_error("the optimum could not be proved within the limit of nodes");
  return solution.cost;
}

Measures measure(const AlignmentGraph& /*graph*/, const GraphSolution& solution) {
  const GraphCounters& counters = solution.counters;
  Measures measures;
  measures.cost = solution.cost;
  measures.static_cost = solution.static_cost;
  measures.proven = solution.proven_optimal ? 1 : 0;
  measures.lower_bound = solution.lower_bound;
  measures.evaluations = static_cast<double>(counters.evaluations);
  measures.flops = static_cast<double>(counters.flops);
  measures.partitions = static_cast<double>(counters.partitions);
  measures.ended_by_test = static_cast<double>(counters.ended_by_test);
  measures.ended_by_lemma1 = static_cast<double>(counters.ended_by_lemma1);
  measures.ended_by_lemma2 = static_cast<double>(counters.ended_by_lemma2);
  measures.ended_by_lemma3 = static_cast<double>(counters.ended_by_lemma3);
  measures.starts = static_cast<double>(counters.starts);
  measures.failed_starts = static_cast<double>(counters.failed_starts);
  return measures;
}

void measure_against_optimum(const AlignmentGraph& graph, const GraphSolution& solution, Measures& measures) {
  const double optimum = proven_optimum(graph);
  const double excess = solution.cost - optimum;
  measures.optimum = optimum;
  measures.gap = optimum > 0 ? 100 * excess / optimum : 0;
  measures.found = excess <= 1e-9 * optimum ? 1 : 0;
}

}  // namespace

Axis rho_axis(const std::vector<double>& values) { return axis_of(field_named(graph_fields(), "rho"), values); }

Axis graph_sampling_axis() {
  Axis axis{.name = "sampling",
            .title = "sampling model",
            .role = AxisRole::sampled,
            .kind = AxisKind::name,
            .values = {AxisValue::parse("random")},
            .omitted_at = AxisValue::parse("random")};
  for (const GraphModel& model : graph_models()) axis.names.push_back(model.name);
  return axis;
}

std::vector<Axis> graph_axes() {
  return {{"nodes", "nodes of the graph", AxisRole::sampled, AxisKind::whole, 1, 1e5, {}, {AxisValue::of(20)}},
          {"candidates", "candidate distributions", AxisRole::sampled, AxisKind::whole, 1, 100, {}, {AxisValue::of(4)}},
          {"degree", "mean degree of a node", AxisRole::sampled, AxisKind::real, 0, 1e3, {}, {AxisValue::of(3)}},
          {"strength",
           "mean cost of an edge over the mean cost of a node",
           AxisRole::sampled,
           AxisKind::real,
           0,
           1e6,
           {},
           {AxisValue::of(0.5)}},
          rho_axis(),
          graph_sampling_axis()};
}

AlignmentGraph sample_random_graph(const engine::Point& point, RandomStream& stream) {
  AlignmentGraph graph = draw_graph(point.text("sampling"),
                                    {.nodes = point.count("nodes"),
                                     .candidates = point.count("candidates"),
                                     .mean_degree = point.number("degree"),
                                     .strength = point.number("strength"),
                                     .whole = false},
                                    stream);
  graph.rho = point.number("rho");
  return graph;
}

engine::Study study_of_graphs(const std::string& name) {
  engine::Study study{.name = name};
  study.solvers = engine::solvers_of<GraphAlgorithm>();
  study.measured = engine::measured<AlignmentGraph, GraphSolution, Measures>(
      measure,
      {{"cost", "completion time", "", "less", 1, &Measures::cost},
       {"static_cost", "completion time of the best static distribution", "", "", 1, &Measures::static_cost},
       {"optimum", "least completion time, proven", "", "", 1, &Measures::optimum, /*exact_everywhere=*/false},
       {"gap", "completion time above the optimum, percent of the optimum", "%", "less", 3, &Measures::gap,
        /*exact_everywhere=*/false},
       {"found", "share of samples whose cost is the optimum", "", "more", 4, &Measures::found,
        /*exact_everywhere=*/false},
       {"proven", "share of samples proved optimal by the algorithm itself", "", "more", 4, &Measures::proven},
       {"evaluations", "evaluations of an objective", "", "less", 0, &Measures::evaluations},
       {"flops", "floating-point operations, by formulas", "", "less", 0, &Measures::flops},
       {"partitions", "calls of a partitioner", "", "less", 1, &Measures::partitions},
       {"ended_by_test", "sets ended by the test on the subgraph alone", "", "", 2, &Measures::ended_by_test},
       {"ended_by_lemma1", "sets ended by Lemma 1", "", "", 2, &Measures::ended_by_lemma1},
       {"ended_by_lemma2", "sets ended by Lemma 2", "", "", 2, &Measures::ended_by_lemma2},
       {"ended_by_lemma3", "sets ended by Lemma 3", "", "", 2, &Measures::ended_by_lemma3},
       {"starts", "random starts", "", "less", 1, &Measures::starts},
       {"failed_starts", "starts that ended infeasible or one-sided", "", "less", 2, &Measures::failed_starts},
       {"lower_bound", "lower bound on the cost that the algorithm itself proves", "", "more", 1,
        &Measures::lower_bound, /*exact_everywhere=*/true, /*added=*/true}},
      {{{&Measures::optimum, &Measures::gap, &Measures::found}, measure_against_optimum}});
  study.sample = engine::sampler(sample_random_graph);
  study.forms = engine::shown(show_graphs());
  return study;
}

std::vector<engine::PairedMetric> graph_paired_metrics() {
  return {engine::relative_metric("relative_cost", "cost over the rival's on the same graph", 4, "cost")};
}

engine::Study graph_study() {
  engine::Study study = study_of_graphs();
  study.title = "Random alignment-distribution graphs";
  study.source = "Chatterjee, Gilbert, Schreiber & Sheffler 1994";
  study.axes = graph_axes();
  study.samples = 20;
  study.chunk_size = 10;
  study.algorithms = {"best-static", "algorithm1-cc", "algorithm1-nl"};
  study.paired_metrics = graph_paired_metrics();
  return study;
}

}  // namespace apportion::problems
