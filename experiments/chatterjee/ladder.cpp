// The ladder: why neither communication nor computation may be looked at alone (Section 3.1).
#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <utility>

#include "algorithms/graphs/graph_algorithm.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/graphs/study.hpp"
#include "sim/graphs/sample_graphs.hpp"

namespace apportion::chatterjee {
namespace {

/// What a way of dividing or labelling the ladder costs, and which nodes it puts together with node 1: 135 is {1,3,5}.
struct LadderAnswer {
  double cost = 0;
  double together = 0;
};

// The nodes labelled as node 1, as digits.
double with_node1(const Labelling& labels) {
  double digits = 0;
  for (std::size_t node = 0; node < labels.size(); ++node)
    if (labels[node] == labels[0]) digits = 10 * digits + static_cast<double>(node + 1);
  return digits;
}

// Cost of cutting the edges between the sets, and of the best static distribution on either side.
struct Terms {
  double communication = 0;
  double nodes = 0;
};

Terms terms_of(const AlignmentGraph& graph, const Labelling& sides) {
  Terms terms;
  for (const AlignmentEdge& edge : graph.edges)
    if (sides[edge.u] != sides[edge.v]) terms.communication += redistribution_cost(graph, edge);
  for (const std::size_t side : {0U, 1U}) {
    AlignmentGraph half{.candidates = graph.candidates};
    for (std::size_t node = 0; node < graph.size(); ++node)
      if (sides[node] == side) half.nodes.push_back(graph.nodes[node]);
    terms.nodes += best_static(half).cost;
  }
  return terms;
}

// Tries all 31 partitions; of equals the first, node 6 changing sides fastest.
LadderAnswer cheapest_partition(const AlignmentGraph& graph, double (*objective)(const Terms&)) {
  LadderAnswer best;
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t code = 1; code < 1U << (graph.size() - 1); ++code) {
    Labelling sides(graph.size());
    for (std::size_t node = 0; node < graph.size(); ++node) sides[node] = code >> (graph.size() - 1 - node) & 1U;
    const Terms terms = terms_of(graph, sides);
    if (objective(terms) >= least) continue;
    least = objective(terms);
    best = {terms.communication + terms.nodes, with_node1(sides)};
  }
  return best;
}

LadderAnswer communication_only(const AlignmentGraph& graph) {
  return cheapest_partition(graph, [](const Terms& terms) { return terms.communication; });
}

LadderAnswer nodes_only(const AlignmentGraph& graph) {
  return cheapest_partition(graph, [](const Terms& terms) { return terms.nodes; });
}

LadderAnswer all_terms(const AlignmentGraph& graph) {
  return cheapest_partition(graph, [](const Terms& terms) { return terms.communication + terms.nodes; });
}

engine::StudyFunction<AlignmentGraph, LadderAnswer> by_algorithm(const char* name, bool exact_everywhere) {
  const auto solve = [name](const AlignmentGraph& graph, RandomStream& stream) -> LadderAnswer {
    const GraphSolution solution = solve_graph(GraphRegistry::instance().choose(name), graph, stream);
    return {solution.cost, with_node1(solution.labels)};
  };
  return {name, solve, exact_everywhere};
}

engine::Experiment ladder_experiment() {
  engine::Study study{.name = "chatterjee/ladder"};
  study.title = "The ladder, divided by communication alone, by computation alone, and by both";
  study.claim = "neither term alone leads to the optimum; minimising both does, and CC and NL find it";
  study.source = "Chatterjee, Gilbert, Schreiber & Sheffler 1994, Section 3.1, Figure 1";
  study.axes = {engine::real_axis("rho", "cost of redistributing a data item", engine::AxisRole::applied, 0, 1e9, {1})};
  study.deterministic = true;
  engine::set_functions<AlignmentGraph, LadderAnswer>(study, {{"communication-only", communication_only},
                                                              {"nodes-only", nodes_only},
                                                              {"all-terms", all_terms},
                                                              by_algorithm("algorithm1-cc", false),
                                                              by_algorithm("algorithm1-nl", false),
                                                              by_algorithm("best-static", true),
                                                              by_algorithm("optimal", false)});
  study.measured = engine::measured_members<LadderAnswer>(
      {{"cost", "completion time", "", "less", 0, &LadderAnswer::cost},
       {"together", "the nodes on node 1's side, as digits", "", "", 0, &LadderAnswer::together}});
  study.sample = engine::sampler([](const engine::Point& point, RandomStream& /*stream*/) {
    AlignmentGraph graph = ladder_graph();
    graph.rho = point.number("rho");
    return graph;
  });
  study.forms = engine::shown<Algorithm<AlignmentGraph, LadderAnswer>>({.instance = problems::show_graphs().instance});
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit ladder() {
  results::Exhibit exhibit{.name = "chatterjee/ladder"};
  exhibit.title = "The ladder of Figure 1: what each way of dividing it costs (Chatterjee et al., Section 3.1)";
  exhibit.sql = fmt::format(R"sql(WITH quoted AS (
  SELECT json_extract(coordinates, '$.partition') AS algorithm, value AS printed
  FROM published_numbers WHERE exhibit = 'chatterjee/ladder')
SELECT algorithm AS "minimised or found by", CAST(together AS INTEGER) AS "on the side of node 1",
       CAST(cost AS INTEGER) AS cost, CAST(printed AS INTEGER) AS printed,
       {} AS verdict
FROM chatterjee_ladder LEFT JOIN quoted USING (algorithm)
WHERE seed = :seed AND rho = 1
ORDER BY printed DESC NULLS LAST, cost DESC, algorithm)sql",
                            results::verdict_of_number_sql("cost", "printed"));
  exhibit.note =
      "The optimum is not unique: {3,5} against the rest costs as much as {1,2,4} against the rest, "
      "so that costs are compared and partitions are not.";
  exhibit.judgements = {{.what = "costs of the ladder"}};
  return {"chatterjee/ladder", exhibit};
}

const engine::Registration ladder_registration{ladder_experiment, ladder};

}  // namespace
}  // namespace apportion::chatterjee
