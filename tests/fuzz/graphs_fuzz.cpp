// Fuzz target: graphs of `solve graphs`, labelled where they are small enough for the least cost to be found by trying.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "base/error.hpp"
#include "experiments/problems/graphs/solve.hpp"
#include "tests/fuzz/checks.hpp"
#include "tests/fuzz/fuzz_targets.hpp"

namespace apportion::fuzz {
namespace {

using problems::GraphAnswer;
using problems::GraphQuestion;

constexpr std::array exact_methods = {"exhaustive", "elimination", "optimal", "max-flow"};
constexpr std::array heuristics = {"icm",           "alpha-expansion", "best-static",         "bottom-up-clustering",
                                   "algorithm1-cc", "algorithm1-flow", "algorithm1-cc[paper]"};

// All labellings, counted through like the digits of a number.
double least_cost(const AlignmentGraph& graph) {
  Labelling labels(graph.size(), 0);
  double least = completion_time(graph, labels);
  for (std::size_t node = 0; node < labels.size();) {
    if (++labels[node] < graph.candidates.size()) {
      least = std::min(least, completion_time(graph, labels));
      node = 0;
    } else {
      labels[node++] = 0;
    }
  }
  return least;
}

void expect_right(const AlignmentGraph& graph, const GraphAnswer& answer, double least) {
  const GraphSolution& solution = answer.solution;
  const std::string& name = answer.algorithm;
  expect(solution.labels.size() == graph.size(), name + ": not one label for each node");
  for (const std::size_t label : solution.labels) expect(label < graph.candidates.size(), name + ": no such candidate");
  const double cost = completion_time(graph, solution.labels);
  expect_at_most(cost, solution.cost, 0, name + ": the cost is not that of the labels");
  expect_at_most(solution.cost, cost, 0, name + ": the cost is not that of the labels");
  expect_at_most(solution.lower_bound, least, 0, name + ": the bound is above the least cost");
  expect_at_most(least, solution.cost, 0, name + ": cheaper than the least cost");
  expect_at_most(solution.cost, solution.static_cost, 0, name + ": costs more than one distribution for all");
  if (solution.proven_optimal) expect_at_most(solution.cost, least, 0, name + ": proven, and not the least");
  expect_json(to_json(answer));
}

// Whether it was solved and proven.
bool label_by(const std::string& algorithm, GraphQuestion question, double least) {
  question.algorithm = algorithm;
  try {
    const GraphAnswer answer = solve(question);
    expect_right(question.graph, answer, least);
    return answer.solution.proven_optimal;
  } catch (const InputError&) {
    return false;
  }
}

void expect_same_graph(const AlignmentGraph& graph) {
  const std::string text = problems::to_json(graph);
  expect_json(text);
  expect(problems::to_json(read_again(text, problems::parse_graph_question).graph) == text,
         "a graph does not come back from JSON");
}

void fuzz_graphs(std::string_view input) {
  constexpr std::size_t most_nodes = 5;
  constexpr std::size_t most_candidates = 3;
  const GraphQuestion question = problems::parse_graph_question(input);
  const AlignmentGraph& graph = question.graph;
  expect_same_graph(graph);
  if (graph.size() > most_nodes || graph.candidates.size() > most_candidates) return;
  const double least = least_cost(graph);
  for (const char* name : exact_methods) {
    const bool is_proven = label_by(name, question, least);
    const bool may_refuse = std::string_view(name) == "max-flow" && graph.candidates.size() > 2;
    expect(is_proven || may_refuse, fmt::format("{} does not prove a graph of {} nodes", name, graph.size()));
  }
  for (const char* name : heuristics) static_cast<void>(label_by(name, question, least));
}

const TargetRegistration graphs_registration{{"graphs", fuzz_graphs}};

}  // namespace
}  // namespace apportion::fuzz
