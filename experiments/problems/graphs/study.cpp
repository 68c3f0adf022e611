// Axes, sampler and metrics of the graph family.
#include "experiments/problems/graphs/study.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "sim/graphs/random_graphs.hpp"

namespace apportion::problems {

using engine::Axis;
using engine::AxisKind;
using engine::AxisRole;
using engine::AxisValue;

namespace {

double proven_optimum(const AlignmentGraph& graph) {
  static const Configured<GraphAlgorithm> optimal = GraphRegistry::instance().choose("optimal");
  RandomStream unused(0, "");
  const GraphSolution solution = solve_graph(optimal, graph, unused);
  if (!solution.proven_optimal) throw std::runtime_error("the optimum could not be proved within the limit of nodes");
  return solution.cost;
}

void measure_against(double optimum, const GraphSolution& solution, std::span<double> values) {
  const double excess = solution.cost - optimum;
  const GraphCounters& counters = solution.counters;
  std::size_t next = 0;
  for (const double value :
       {solution.cost, solution.static_cost, optimum, optimum > 0 ? 100 * excess / optimum : 0,
        excess <= 1e-9 * optimum ? 1.0 : 0.0, solution.proven_optimal ? 1.0 : 0.0,
        static_cast<double>(counters.evaluations), static_cast<double>(counters.flops),
        static_cast<double>(counters.partitions), static_cast<double>(counters.ended_by_test),
        static_cast<double>(counters.ended_by_lemma1), static_cast<double>(counters.ended_by_lemma2),
        static_cast<double>(counters.ended_by_lemma3), static_cast<double>(counters.starts),
        static_cast<double>(counters.failed_starts)})
    values[next++] = value;
}

double relative_cost(std::span<const double> mine, std::span<const double> rival) {
  // A graph without costs costs nothing whoever labels it.
  return rival[0] == 0 ? 1 : mine[0] / rival[0];
}

}  // namespace

Axis rho_axis(const std::vector<double>& values) {
  return {.name = "rho",
          .title = "cost of redistributing a data item",
          .role = AxisRole::applied,
          .kind = AxisKind::real,
          .least = 0,
          .most = 1e12,
          .names = {},
          .values = engine::axis_values(values)};
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
          rho_axis({1})};
}

AlignmentGraph sample_random_graph(const engine::Point& point, RandomStream& stream) {
  AlignmentGraph graph = random_graph({.nodes = point.count("nodes"),
                                       .candidates = point.count("candidates"),
                                       .mean_degree = point.number("degree"),
                                       .strength = point.number("strength"),
                                       .whole = false},
                                      stream);
  graph.rho = point.number("rho");
  return graph;
}

std::vector<results::MetricRecord> graph_metrics() {
  return {{"cost", "completion time", "", "less", 1},
          {"static_cost", "completion time of the best static distribution", "", "", 1},
          {"optimum", "least completion time, proven", "", "", 1},
          {"gap", "completion time above the optimum, percent of the optimum", "%", "less", 3},
          {"found", "share of samples whose cost is the optimum", "", "more", 4},
          {"proven", "share of samples proved optimal by the algorithm itself", "", "more", 4},
          {"evaluations", "evaluations of an objective", "", "less", 0},
          {"flops", "floating-point operations, by formulas", "", "less", 0},
          {"partitions", "calls of a partitioner", "", "less", 1},
          {"ended_by_test", "sets ended by the test on the subgraph alone", "", "", 2},
          {"ended_by_lemma1", "sets ended by Lemma 1", "", "", 2},
          {"ended_by_lemma2", "sets ended by Lemma 2", "", "", 2},
          {"ended_by_lemma3", "sets ended by Lemma 3", "", "", 2},
          {"starts", "random starts", "", "less", 1},
          {"failed_starts", "starts that ended infeasible or one-sided", "", "less", 2}};
}

void measure_graph(const AlignmentGraph& graph, const GraphSolution& solution, std::span<double> values) {
  measure_against(proven_optimum(graph), solution, values);
}

void measure_graph_without_optimum(const AlignmentGraph& /*graph*/, const GraphSolution& solution,
                                   std::span<double> values) {
  measure_against(std::numeric_limits<double>::quiet_NaN(), solution, values);
}

std::vector<engine::PairedMetric> graph_paired_metrics() {
  return {{{"relative_cost", "cost over the rival's on the same graph", "", "less", 4}, relative_cost}};
}

engine::Study<GraphAlgorithm> graph_study(const std::vector<std::string>& metrics) {
  const bool needs_optimum = metrics.empty() || std::ranges::any_of(metrics, [](const std::string& name) {
                               return name == "optimum" || name == "gap" || name == "found";
                             });
  engine::Study<GraphAlgorithm> study;
  study.title = "Random alignment-distribution graphs";
  study.source = "Chatterjee, Gilbert, Schreiber & Sheffler 1994";
  study.axes = graph_axes();
  study.exact_everywhere = false;
  study.samples = 20;
  study.chunk_size = 10;
  study.algorithms = {"best-static", "algorithm1-cc", "algorithm1-nl"};
  study.metrics = graph_metrics();
  study.paired_metrics = graph_paired_metrics();
  study.sample = sample_random_graph;
  study.measure = needs_optimum ? measure_graph : measure_graph_without_optimum;
  study.presentation = show_graphs();
  return study;
}

}  // namespace apportion::problems
