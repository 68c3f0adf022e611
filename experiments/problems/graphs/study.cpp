// Axes, sampler and metrics of the graph family, and graphs for readers.
#include "experiments/problems/graphs/study.hpp"

#include <limits>
#include <stdexcept>

#include "experiments/engine/erasure.hpp"
#include "experiments/problems/common/sweep_study.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/graphs/solve.hpp"
#include "sim/graphs/sample_graphs.hpp"

namespace apportion::problems {

using engine::Axis;
using engine::AxisRole;

namespace {

// What a labelling costs, and what the algorithm did.
struct GraphMeasures {
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

GraphMeasures measure_graphs(const AlignmentGraph& /*graph*/, const GraphSolution& solution) {
  const GraphCounters& counters = solution.counters;
  GraphMeasures measures;
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

void measure_against_optimum(const AlignmentGraph& graph, const GraphSolution& solution, GraphMeasures& measures) {
  const double optimum = proven_optimum(graph);
  const double excess = solution.cost - optimum;
  measures.optimum = optimum;
  measures.gap = optimum > 0 ? 100 * excess / optimum : 0;
  measures.found = excess <= 1e-9 * optimum ? 1 : 0;
}

std::string labels_text(const AlignmentGraph& graph, const GraphSolution& solution) {
  std::string text;
  for (std::size_t candidate = 0; candidate < graph.candidates.size(); ++candidate) {
    std::string nodes;
    for (std::size_t node = 0; node < graph.size(); ++node)
      if (solution.labels.at(node) == candidate) nodes += " " + graph.nodes[node].name;
    if (!nodes.empty()) text += graph.candidates[candidate] + ":" + nodes + "\n";
  }
  return text;
}

}  // namespace

Axis rho_axis(const std::vector<double>& values) { return axis_of(field_named(graph_fields(), "rho"), values); }

Axis graph_sampling_axis() {
  std::vector<std::string> names;
  for (const GraphModel& model : graph_models()) names.push_back(model.name);
  Axis axis = engine::name_axis("sampling", "sampling model", AxisRole::sampled, names);
  axis.values = engine::name_values({"random"});
  axis.omitted_at = axis.values.front();
  return axis;
}

std::vector<Axis> graph_axes() {
  return {engine::whole_axis("nodes", "nodes of the graph", AxisRole::sampled, 1, 1e5, {20}),
          engine::whole_axis("candidates", "candidate distributions", AxisRole::sampled, 1, 100, {4}),
          engine::real_axis("degree", "mean degree of a node", AxisRole::sampled, 0, 1e3, {3}),
          engine::real_axis("strength", "mean cost of an edge over the mean cost of a node", AxisRole::sampled, 0, 1e6,
                            {0.5}),
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
  study.measured = engine::measured(
      measure_graphs,
      {{"cost", "completion time", "", "less", 1, &GraphMeasures::cost},
       {"static_cost", "completion time of the best static distribution", "", "", 1, &GraphMeasures::static_cost},
       {"optimum", "least completion time, proven", "", "", 1, &GraphMeasures::optimum, /*exact_everywhere=*/false},
       {"gap", "completion time above the optimum, percent of the optimum", "%", "less", 3, &GraphMeasures::gap,
        /*exact_everywhere=*/false},
       {"found", "share of samples whose cost is the optimum", "", "more", 4, &GraphMeasures::found,
        /*exact_everywhere=*/false},
       {"proven", "share of samples proved optimal by the algorithm itself", "", "more", 4, &GraphMeasures::proven},
       {"evaluations", "evaluations of an objective", "", "less", 0, &GraphMeasures::evaluations},
       {"flops", "floating-point operations, by formulas", "", "less", 0, &GraphMeasures::flops},
       {"partitions", "calls of a partitioner", "", "less", 1, &GraphMeasures::partitions},
       {"ended_by_test", "sets ended by the test on the subgraph alone", "", "", 2, &GraphMeasures::ended_by_test},
       {"ended_by_lemma1", "sets ended by Lemma 1", "", "", 2, &GraphMeasures::ended_by_lemma1},
       {"ended_by_lemma2", "sets ended by Lemma 2", "", "", 2, &GraphMeasures::ended_by_lemma2},
       {"ended_by_lemma3", "sets ended by Lemma 3", "", "", 2, &GraphMeasures::ended_by_lemma3},
       {"starts", "random starts", "", "less", 1, &GraphMeasures::starts},
       {"failed_starts", "starts that ended infeasible or one-sided", "", "less", 2, &GraphMeasures::failed_starts},
       {"lower_bound", "lower bound on the cost that the algorithm itself proves", "", "more", 1,
        &GraphMeasures::lower_bound, /*exact_everywhere=*/true, /*added=*/true}},
      {{{&GraphMeasures::optimum, &GraphMeasures::gap, &GraphMeasures::found}, measure_against_optimum}});
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

engine::Presentation<GraphAlgorithm> show_graphs() {
  return {[](const AlignmentGraph& graph) { return to_json(graph); }, labels_text, nullptr};
}

engine::Experiment graph_sweep(const engine::SweepDefinition& definition) {
  // Which algorithm a line names is for solve alone.
  const auto read = [](const std::string& line) { return parse_graph_question(line).graph; };
  const auto set_rho = [](double rho, AlignmentGraph& graph) { graph.rho = rho; };
  return sweep_study(graph_study(), definition,
                     {.instances = given_instances<AlignmentGraph>(read, {{"rho", set_rho}})},
                     own_solvers(graph_exchange()));
}

}  // namespace apportion::problems
