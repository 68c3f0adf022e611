// The family of graphs: the question, its answer, quantities, the study, and the registration. A graph is one JSON
// object, in a file or in the line.
#include "experiments/problems/graphs/solve.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/engine/messages.hpp"
#include "sim/graphs/sample_graphs.hpp"

namespace apportion::problems {
namespace {

// --- Reading

Numbering places_of_names(const AlignmentGraph& graph) {
  Numbering places;
  for (std::size_t node = 0; node < graph.size(); ++node)
    if (!places.emplace(graph.nodes[node].name, node).second)
      throw InputError("nodes[{}].name is '{}', the name of node {} too; names must differ", node,
                       graph.nodes[node].name, places.at(graph.nodes[node].name));
  return places;
}

AlignmentNode read_node(const JsonReader& reader, std::size_t index, std::size_t candidates) {
  reader.require_keys({"cost"}, {"name"});
  AlignmentNode node{reader.has("name") ? reader["name"].text() : std::to_string(index), {}};
  const std::vector<JsonReader> costs = reader["cost"].items();
  if (costs.size() != candidates)
    throw InputError("{} has {} costs; it must have one for each of the {} candidates", reader["cost"].place(),
                     costs.size(), candidates);
  for (const JsonReader& cost : costs) {
    node.costs.push_back(cost.number());
    if (!(node.costs.back() >= 0))
      throw InputError("{} is {}; costs must not be negative", cost.place(), node.costs.back());
  }
  return node;
}

// A node by number, from 0, or by name.
std::size_t read_end(const JsonReader& reader, const Numbering& places) {
  return reader.json().is_string() ? reader.one_of(places, "node") : reader.one_of(places.size(), "nodes");
}

AlignmentEdge read_edge(const JsonReader& reader, const Numbering& places) {
  const std::vector<JsonReader> parts = reader.items();
  if (parts.size() != 3)
    throw InputError("{} has {} items; an edge is [node, node, weight]", reader.place(), parts.size());
  const AlignmentEdge edge{read_end(parts[0], places), read_end(parts[1], places), parts[2].number()};
  if (edge.u == edge.v)
    throw InputError("{} joins node {} to itself; an edge needs two different nodes", reader.place(), edge.u);
  if (!(edge.weight >= 0)) throw InputError("{} is {}; weights must not be negative", parts[2].place(), edge.weight);
  return edge;
}

// The graph of an object with "candidates", "nodes", "edges" and, optionally, "name" and "rho"; other keys are
// ignored. Parallel edges are kept. Throws InputError, which names the place.
AlignmentGraph read_graph(const JsonReader& object) {
  AlignmentGraph graph;
  if (object.has("name")) graph.name = object["name"].text();
  if (object.has("rho")) graph.rho = object["rho"].number();
  for (const JsonReader& candidate : object["candidates"].items()) graph.candidates.push_back(candidate.text());
  if (graph.candidates.empty())
    throw InputError(object["candidates"].place() + " is empty; a graph needs at least one distribution");
  for (const JsonReader& node : object["nodes"].items())
    graph.nodes.push_back(read_node(node, graph.size(), graph.candidates.size()));
  if (graph.nodes.empty()) throw InputError(object["nodes"].place() + " is empty; a graph needs at least one node");
  const Numbering places = places_of_names(graph);
  for (const JsonReader& edge : object["edges"].items()) graph.edges.push_back(read_edge(edge, places));
  validate(graph);
  return graph;
}

// --- Fields and question

Field graph_part(const std::string& name, const std::string& what) {
  return field_of(FieldKind::json, name, {}, what).must_be_given().only_as(FieldPlace::key);
}

// `rho` is also an axis.
const std::vector<Field>& graph_fields() {
  static const std::vector<Field> all = {
      algorithm_field("best", "algorithm1-cc or optimal", registered_names<GraphAlgorithm>),
      external_field(),
      field_of(FieldKind::file, "graph", "FILE|-", "the graph as JSON; - is standard input")
          .must_be_given()
          .only_as(FieldPlace::option),
      real_field("rho", "R", 0, 1e12, "cost of redistributing a data item")
          .noting("instead of the graph's")
          .as_axis(engine::AxisRole::applied, "1"),
      field_of(FieldKind::text, "name", {}, "a name of the graph").only_as(FieldPlace::key),
      graph_part("candidates", "names of the distributions"),
      graph_part("nodes", "a name and a cost for each candidate"),
      graph_part("edges", "[node, node, weight]"),
      seed_field()};
  return all;
}

GraphQuestion question_in(const FieldValues& given) {
  GraphQuestion question;
  set_asked(given, graph_frame().exchange, question);
  question.problem = read_graph(given.object());
  question.merged_edges = merge_parallel_edges(question.problem);
  return question;
}

GraphQuestion graph_question(const FieldValues& given) {
  if (!given.has("graph")) return question_in(given);
  return parsed_input(given.text("graph"), [&given](std::string_view text) {
    FieldValues all(graph_fields(), parse_json(text), "graph");
    all.replace_by(given);
    return question_in(all);
  });
}

GraphSolution graph_solution_in(const AlignmentGraph& graph, const JsonReader& answer) {
  // Answers to programs have the candidates and nodes.
  std::vector<std::string> printed = member_names(graph_frame().quantities(), MemberOf::answer);
  printed.insert(printed.end(), {"candidates", "nodes"});
  require_answer_keys(answer, {"labels"}, printed);
  Labelling labels;
  for (const JsonReader& entry : answer["labels"].items())
    labels.push_back(entry.one_of(graph.candidates.size(), "candidates"));
  if (labels.size() != graph.size())
    throw InputError("{} has {} labels for {} nodes", answer["labels"].place(), labels.size(), graph.size());
  return labelled(graph, std::move(labels), false);
}

// --- Quantities

// Expensive. A sample whose optimum cannot be proved within the limit of search nodes fails.
void prove_optimum(const AlignmentGraph& graph, GraphAnswer& answer) {
  static const Configured<GraphAlgorithm> optimal = GraphRegistry::instance().choose("optimal");
  RandomStream unused(0, "");
  const GraphSolution solution = solve_graph(optimal, graph, unused);
  if (!solution.proven_optimal) throw std::runtime_error("the optimum could not be proved within the limit of nodes");
  answer.optimum = solution.cost;
}

double excess(const GraphAnswer& answer) { return answer.solution.cost - answer.optimum.value_or(0); }

QuantityValue gap(const GraphAnswer& answer) {
  const double optimum = answer.optimum.value_or(0);
  return optimum > 0 ? 100 * excess(answer) / optimum : 0;
}

// Compares within a relative 1e-9.
QuantityValue is_optimum(const GraphAnswer& answer) {
  return std::int64_t{excess(answer) <= 1e-9 * answer.optimum.value_or(0)};
}

using GraphQuantity = Quantity<GraphAlgorithm, GraphAnswer>;

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

// Labels as a line per distribution.
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

const std::vector<GraphQuantity>& graph_quantities() {
  using Row = GraphQuantity;
  using Answer = GraphAnswer;
  static const std::vector<Row> all = {
      Row("cost", "completion time", "", "less", [](const Answer& answer) { return answer.solution.cost; }, {},
          {{.place = 1, .digits = 1}}),
      Row("static_cost", "completion time of the best static distribution", "", "",
          [](const Answer& answer) { return answer.solution.static_cost; }, {}, {{.place = 2, .digits = 1}}),
      Row("lower_bound", "lower bound on the cost that the algorithm itself proves", "", "more",
          [](const Answer& answer) { return answer.solution.lower_bound; }, {},
          {{.place = 16, .digits = 1, .added = true}}),
      Row("proven_optimal", "share of samples proved optimal by the algorithm itself", "", "more",
          [](const Answer& answer) { return answer.solution.proven_optimal ? "true" : "false"; }, {},
          {{.place = 6,
            .digits = 4,
            .name = "proven",
            .measure = [](const AlignmentGraph& /*graph*/, const GraphSolution& solution,
                          const Answer& /*answer*/) { return solution.proven_optimal ? 1.0 : 0.0; }}}),
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
  return all;
}

// --- The study

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

// --- The family

std::string solve_given_graph(const FieldValues& given) {
  const GraphQuestion question = graph_question(given);
  std::string line = to_json(solve(question));
  if (question.merged_edges == 0) return line;
  const std::string name = question.problem.name.empty() ? "" : fmt::format(" of graph '{}'", question.problem.name);
  engine::print_error(fmt::format("apportion: {}{} added to others with the same ends\n",
                                  counted(question.merged_edges, "edge"), name));
  return line;
}

const FamilyRegistration graph_family{
    declared(graph_frame, {.name = "graphs",
                           .synonyms = {"graph"},
                           .summary = "random alignment-distribution graphs, labelled with distributions",
                           .compared_metric = "cost",
                           .fields = graph_fields,
                           .place = "graph",
                           .solve = solve_given_graph,
                           .sweep = [](const engine::SweepDefinition& of) { return graph_study().sweep(of); }})};

}  // namespace

const Family<GraphQuestion, GraphAnswer>& graph_frame() {
  static const Family<GraphQuestion, GraphAnswer> frame{
      .word = "graph",
      .solve = solve_graph,
      .exchange = {[](const AlignmentGraph& graph) { return to_json(graph); }, graph_solution_in},
      .quantities = graph_quantities,
      .read = graph_question,
      .answer =
          [](const GraphQuestion& /*question*/, const std::string& algorithm, GraphSolution solution) {
            return GraphAnswer{algorithm, std::move(solution)};
          },
      .studied = {.answer =
                      [](const AlignmentGraph& /*graph*/, const GraphSolution& solution) {
                        return GraphAnswer{{}, solution};
                      },
                  .text = labels_text}};
  return frame;
}

std::string to_json(const AlignmentGraph& graph) {
  const auto of_node = [](const auto& node) {
    return fmt::format(R"({{"name":{},"cost":[{}]}})", json_string(node.name), fmt::join(node.costs, ","));
  };
  const auto of_edge = [](const auto& edge) { return fmt::format("[{},{},{}]", edge.u, edge.v, edge.weight); };
  return fmt::format(R"({{"name":{},"rho":{},"candidates":{},"nodes":{},"edges":{}}})", json_string(graph.name),
                     graph.rho, names_json(graph.candidates), json_list(graph.nodes, of_node),
                     json_list(graph.edges, of_edge));
}

std::string to_json(const GraphAnswer& answer, const std::string& more) {
  fmt::memory_buffer members;
  add_members(graph_frame().quantities(), MemberOf::answer, answer, members);
  return fmt::format(R"({{"schema":1,"algorithm":{},"labels":[{}]{}{}{}}})", json_string(answer.algorithm),
                     fmt::join(answer.solution.labels, ","), fmt::to_string(members), more.empty() ? "" : ",", more);
}

engine::Axis rho_axis() { return axis_of(field_named(graph_fields(), "rho")); }

std::vector<engine::Axis> graph_axes() {
  const std::vector<std::string> models = collected(graph_models(), &GraphModel::name);
  engine::Axis sampling = engine::name_axis("sampling", "sampling model", engine::AxisRole::sampled, models);
  sampling.values = engine::name_values({"random"});
  sampling.omitted_at = sampling.values.front();  // it was added after the others
  return {engine::whole_axis("nodes", "nodes of the graph", engine::AxisRole::sampled, 1, 1e5, {20}),
          engine::whole_axis("candidates", "candidate distributions", engine::AxisRole::sampled, 1, 100, {4}),
          engine::real_axis("degree", "mean degree of a node", engine::AxisRole::sampled, 0, 1e3, {3}),
          engine::real_axis("strength", "mean cost of an edge over the mean cost of a node", engine::AxisRole::sampled,
                            0, 1e6, {0.5}),
          rho_axis(),
          sampling};
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
