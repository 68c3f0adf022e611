// The family of graphs: a graph is one JSON object, in a file or in the line.
#include <fmt/format.h>

#include "base/text.hpp"
#include "experiments/engine/messages.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/graphs/solve.hpp"
#include "experiments/problems/graphs/study.hpp"
#include "experiments/problems/problem_family.hpp"

namespace apportion::problems {
namespace {

Field graph_part(const std::string& name, const std::string& what) {
  return field_of(FieldKind::json, name, {}, what).must_be_given().only_as(FieldPlace::key);
}

void note_merged_edges(const GraphQuestion& question) {
  if (question.merged_edges == 0) return;
  const std::string name = question.problem.name.empty() ? "" : fmt::format(" of graph '{}'", question.problem.name);
  engine::print_error(fmt::format("apportion: {}{} added to others with the same ends\n",
                                  counted(question.merged_edges, "edge"), name));
}

std::string solve_given_graph(const FieldValues& given) {
  const GraphQuestion question = graph_question(given);
  std::string line = to_json(solve(question));
  note_merged_edges(question);
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

}  // namespace apportion::problems
