// Reading, writing and labelling of graphs, and the answer as JSON; the same for users' programs.
#include "experiments/problems/graphs/solve.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iterator>
#include <map>
#include <utility>

#include "base/error.hpp"
#include "base/files.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/graphs/study.hpp"

namespace apportion::problems {
namespace {

std::map<std::string, std::size_t> places_of_names(const AlignmentGraph& graph) {
  std::map<std::string, std::size_t> places;
  for (std::size_t node = 0; node < graph.size(); ++node)
    if (!places.emplace(graph.nodes[node].name, node).second)
      throw InputError(fmt::format("nodes[{}].name is '{}', the name of node {} too; names must differ", node,
                                   graph.nodes[node].name, places.at(graph.nodes[node].name)));
  return places;
}

AlignmentNode read_node(const JsonReader& reader, std::size_t index, std::size_t candidates) {
  reader.require_keys({"cost"}, {"name"});
  AlignmentNode node{reader.has("name") ? reader["name"].text() : std::to_string(index), {}};
  const std::vector<JsonReader> costs = reader["cost"].items();
  if (costs.size() != candidates)
    throw InputError(fmt::format("{} has {} costs; it must have one for each of the {} candidates",
                                 reader["cost"].place(), costs.size(), candidates));
  for (const JsonReader& cost : costs) {
    node.costs.push_back(cost.number());
    if (!(node.costs.back() >= 0))
      throw InputError(fmt::format("{} is {}; costs must not be negative", cost.place(), node.costs.back()));
  }
  return node;
}

// A node by number, from 0, or by name.
std::size_t read_end(const JsonReader& reader, const std::map<std::string, std::size_t>& places) {
  if (reader.json().is_string()) {
    const auto place = places.find(reader.text());
    if (place != places.end()) return place->second;
    std::vector<std::string> names;
    for (const auto& [name, node] : places) names.push_back(name);
    throw InputError(reader.place() + ": " + unknown_name("node", reader.text(), names).what());
  }
  return reader.one_of(places.size(), "nodes");
}

AlignmentEdge read_edge(const JsonReader& reader, const std::map<std::string, std::size_t>& places) {
  const std::vector<JsonReader> parts = reader.items();
  if (parts.size() != 3)
    throw InputError(fmt::format("{} has {} items; an edge is [node, node, weight]", reader.place(), parts.size()));
  const AlignmentEdge edge{read_end(parts[0], places), read_end(parts[1], places), parts[2].number()};
  if (edge.u == edge.v)
    throw InputError(
        fmt::format("{} joins node {} to itself; an edge needs two different nodes", reader.place(), edge.u));
  if (!(edge.weight >= 0))
    throw InputError(fmt::format("{} is {}; weights must not be negative", parts[2].place(), edge.weight));
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
  const std::map<std::string, std::size_t> places = places_of_names(graph);
  for (const JsonReader& edge : object["edges"].items()) graph.edges.push_back(read_edge(edge, places));
  validate(graph);
  return graph;
}

GraphQuestion question_in(const FieldValues& given) {
  GraphQuestion question;
  set_asked(given, graph_exchange(), question);
  question.problem = read_graph(given.object());
  question.merged_edges = merge_parallel_edges(question.problem);
  return question;
}

GraphSolution graph_solution_in(const AlignmentGraph& graph, const JsonReader& answer) {
  // Answers to programs have the candidates and nodes.
  std::vector<std::string> printed = member_names(graph_quantities(), MemberOf::answer);
  printed.insert(printed.end(), {"candidates", "nodes"});
  require_answer_keys(answer, {"labels"}, printed);
  Labelling labels;
  for (const JsonReader& entry : answer["labels"].items())
    labels.push_back(entry.one_of(graph.candidates.size(), "candidates"));
  if (labels.size() != graph.size())
    throw InputError(
        fmt::format("{} has {} labels for {} nodes", answer["labels"].place(), labels.size(), graph.size()));
  return labelled(graph, std::move(labels), false);
}

}  // namespace

std::string to_json(const AlignmentGraph& graph) {
  const auto of_node = [](const auto& node) {
    return fmt::format(R"({{"name":{},"cost":[{}]}})", json_string(node.name), fmt::join(node.costs, ","));
  };
  const auto of_edge = [](const auto& edge) { return fmt::format("[{},{},{}]", edge.u, edge.v, edge.weight); };
  return fmt::format(R"({{"name":{},"rho":{},"candidates":{},"nodes":{},"edges":{}}})", json_string(graph.name),
                     graph.rho, names_json(graph.candidates), json_list(graph.nodes, of_node),
                     json_list(graph.edges, of_edge));
}

GraphQuestion graph_question(const FieldValues& given) {
  if (!given.has("graph")) return question_in(given);
  return parsed_input(given.text("graph"), [&given](std::string_view text) {
    FieldValues all(graph_fields(), parse_json(text), "graph");
    all.replace_by(given);
    return question_in(all);
  });
}

GraphQuestion parse_graph_question(std::string_view json) {
  return graph_question({graph_fields(), parse_json(json), "graph"});
}

const Family<GraphQuestion, GraphAnswer>& graph_frame() {
  static const Family<GraphQuestion, GraphAnswer> frame{
      .word = "graph",
      .solve = solve_graph,
      .exchange = graph_exchange(),
      .quantities = graph_quantities,
      .read = graph_question,
      .answer =
          [](const GraphQuestion& /*question*/, const std::string& algorithm, GraphSolution solution) {
            return GraphAnswer{algorithm, std::move(solution)};
          },
      .measured =
          [](const AlignmentGraph& /*graph*/, const GraphSolution& solution) {
            return GraphAnswer{{}, solution};
          },
      .solution_text = labels_text};
  return frame;
}

std::string to_json(const GraphAnswer& answer, const std::string& more) {
  fmt::memory_buffer members;
  add_members(graph_quantities(), MemberOf::answer, answer, members);
  return fmt::format(R"({{"schema":1,"algorithm":{},"labels":[{}]{}{}{}}})", json_string(answer.algorithm),
                     fmt::join(answer.solution.labels, ","), fmt::to_string(members), more.empty() ? "" : ",", more);
}

Exchange<GraphAlgorithm> graph_exchange() {
  return {[](const AlignmentGraph& graph) { return to_json(graph); }, graph_solution_in};
}

}  // namespace apportion::problems
