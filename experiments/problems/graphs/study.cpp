// Quantities, axes and sampler of the graph family, and graphs for readers.
#include "experiments/problems/graphs/study.hpp"

#include <cstdint>
#include <stdexcept>

#include "base/text.hpp"
#include "experiments/problems/graphs/solve.hpp"
#include "sim/graphs/sample_graphs.hpp"

namespace apportion::problems {

using engine::Axis;
using engine::AxisRole;

namespace {

double proven_optimum(const AlignmentGraph& graph) {
  static const Configured<GraphAlgorithm> optimal = GraphRegistry::instance().choose("optimal");
  RandomStream unused(0, "");
  const GraphSolution solution = solve_graph(optimal, graph, unused);
  if (!solution.proven_optimal) throw std::runtime_error("the optimum could not be proved within the limit of nodes");
  return solution.cost;
}

// Expensive. A sample whose optimum cannot be proved within the limit of search nodes fails.
void prove_optimum(const AlignmentGraph& graph, GraphAnswer& answer) { answer.optimum = proven_optimum(graph); }

double excess(const GraphAnswer& answer) { return answer.solution.cost - answer.optimum.value_or(0); }

QuantityValue gap(const GraphAnswer& answer) {
  const double optimum = answer.optimum.value_or(0);
  return optimum > 0 ? 100 * excess(answer) / optimum : 0;
}

// Compares within a relative 1e-9.
QuantityValue is_optimum(const GraphAnswer& answer) {
  return std::int64_t{excess(answer) <= 1e-9 * answer.optimum.value_or(0)};
}

double is_proven(const AlignmentGraph& /*graph*/, const GraphSolution& solution, const GraphAnswer& /*answer*/) {
  return solution.proven_optimal ? 1 : 0;
}

GraphQuantity counter(int place, int digits, const char* name, const char* meaning, const char* better,
                      std::int64_t GraphCounters::*member) {
  return {name,
          meaning,
          "",
          better,
          [member](const GraphAnswer& answer) { return answer.solution.counters.*member; },
          {},
          {{.place = place, .digits = digits}},
          MemberOf::nothing};
}

std::vector<GraphQuantity> all_graph_quantities() {
  using Row = GraphQuantity;
  using Answer = GraphAnswer;
  return {Row("cost", "completion time", "", "less", [](const Answer& answer) { return answer.solution.cost; }, {},
              {{.place = 1, .digits = 1}}),
          Row("static_cost", "completion time of the best static distribution", "", "",
              [](const Answer& answer) { return answer.solution.static_cost; }, {}, {{.place = 2, .digits = 1}}),
          Row("lower_bound", "lower bound on the cost that the algorithm itself proves", "", "more",
              [](const Answer& answer) { return answer.solution.lower_bound; }, {},
              {{.place = 16, .digits = 1, .added = true}}),
          Row("proven_optimal", "share of samples proved optimal by the algorithm itself", "", "more",
              [](const Answer& answer) { return answer.solution.proven_optimal ? "true" : "false"; }, {},
              {{.place = 6, .digits = 4, .name = "proven", .measure = is_proven}}),
          Row(
              "optimum", "least completion time, proven", "", "",
              [](const Answer& answer) { return answer.optimum.value_or(0); }, {},
              {{.place = 3, .digits = 1, .exact_everywhere = false, .prepare = prove_optimum}}, MemberOf::nothing),
          Row("gap", "completion time above the optimum, percent of the optimum", "%", "less", gap, {},
              {{.place = 4, .digits = 3, .exact_everywhere = false, .prepare = prove_optimum}}, MemberOf::nothing),
          Row("found", "share of samples whose cost is the optimum", "", "more", is_optimum, {},
              {{.place = 5, .digits = 4, .exact_everywhere = false, .prepare = prove_optimum}}, MemberOf::nothing),
          counter(7, 0, "evaluations", "evaluations of an objective", "less", &GraphCounters::evaluations),
          counter(8, 0, "flops", "floating-point operations, by formulas", "less", &GraphCounters::flops),
          counter(9, 1, "partitions", "calls of a partitioner", "less", &GraphCounters::partitions),
          counter(10, 2, "ended_by_test", "sets ended by the test on the subgraph alone", "",
                  &GraphCounters::ended_by_test),
          counter(11, 2, "ended_by_lemma1", "sets ended by Lemma 1", "", &GraphCounters::ended_by_lemma1),
          counter(12, 2, "ended_by_lemma2", "sets ended by Lemma 2", "", &GraphCounters::ended_by_lemma2),
          counter(13, 2, "ended_by_lemma3", "sets ended by Lemma 3", "", &GraphCounters::ended_by_lemma3),
          counter(14, 1, "starts", "random starts", "less", &GraphCounters::starts),
          counter(15, 2, "failed_starts", "starts that ended infeasible or one-sided", "less",
                  &GraphCounters::failed_starts)};
}

// A random graph of the point's model and shape, with the point's rho.
AlignmentGraph sample_random_graph(const ClusterSource& /*source*/, const engine::Point& point, RandomStream& stream) {
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

// The axis `sampling`: the models of sim/graphs/sample_graphs.hpp, by default `random`. It was added after the others,
// so that points with `random` omit it.
Axis graph_sampling_axis() {
  std::vector<std::string> names = collected(graph_models(), &GraphModel::name);
  Axis axis = engine::name_axis("sampling", "sampling model", AxisRole::sampled, names);
  axis.values = engine::name_values({"random"});
  axis.omitted_at = axis.values.front();
  return axis;
}

}  // namespace

Axis rho_axis(const std::vector<double>& values) { return axis_of(field_named(graph_fields(), "rho"), values); }

std::vector<Axis> graph_axes() {
  return {engine::whole_axis("nodes", "nodes of the graph", AxisRole::sampled, 1, 1e5, {20}),
          engine::whole_axis("candidates", "candidate distributions", AxisRole::sampled, 1, 100, {4}),
          engine::real_axis("degree", "mean degree of a node", AxisRole::sampled, 0, 1e3, {3}),
          engine::real_axis("strength", "mean cost of an edge over the mean cost of a node", AxisRole::sampled, 0, 1e6,
                            {0.5}),
          rho_axis(),
          graph_sampling_axis()};
}

const std::vector<GraphQuantity>& graph_quantities() {
  static const std::vector<GraphQuantity> all = all_graph_quantities();
  return all;
}

std::string labels_text(const AlignmentGraph& graph, const GraphSolution& solution,
                        const std::vector<std::string>& /*names*/) {
  std::string text;
  for (std::size_t candidate = 0; candidate < graph.candidates.size(); ++candidate) {
    std::string nodes;
    for (std::size_t node = 0; node < graph.size(); ++node)
      if (solution.labels.at(node) == candidate) nodes += " " + graph.nodes[node].name;
    if (!nodes.empty()) text += graph.candidates[candidate] + ":" + nodes + "\n";
  }
  return text;
}

const FamilyStudy<GraphQuestion, GraphAnswer>& graph_study() {
  static const FamilyStudy<GraphQuestion, GraphAnswer> study{
      .frame = graph_frame,
      .title = "Random alignment-distribution graphs",
      .source = "Chatterjee, Gilbert, Schreiber & Sheffler 1994",
      .chunk_size = 10,
      .algorithms = {"best-static", "algorithm1-cc", "algorithm1-nl"},
      .paired_metrics = {engine::relative_metric("relative_cost", "cost over the rival's on the same graph", 4,
                                                 "cost")},
      .axes = graph_axes,
      .sample = sample_random_graph,
      .fields = graph_fields,
      .place = "graph",
      .applied = {{"rho", [](double rho, AlignmentGraph& graph) { graph.rho = rho; }}},
      .are_named = true};
  return study;
}

}  // namespace apportion::problems
