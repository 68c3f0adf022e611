// The ladder: why neither communication nor computation may be looked at alone (Section 3.1).
#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "algorithms/graphs/graph_algorithm.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/graphs/study.hpp"
#include "sim/graphs/paper_graphs.hpp"

namespace apportion::chatterjee {
namespace {

/// What a way of dividing or labelling the ladder costs, and which nodes it puts together with node 1: 135 is {1,3,5}.
struct LadderAnswer {
  double cost = 0;
  double together = 0;
};
using LadderWay = Algorithm<AlignmentGraph, LadderAnswer>;

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

LadderAnswer communication_only(const AlignmentGraph& graph, const Options& /*options*/, RandomStream& /*stream*/) {
  return cheapest_partition(graph, [](const Terms& terms) { return terms.communication; });
}

LadderAnswer nodes_only(const AlignmentGraph& graph, const Options& /*options*/, RandomStream& /*stream*/) {
  return cheapest_partition(graph, [](const Terms& terms) { return terms.nodes; });
}

LadderAnswer all_terms(const AlignmentGraph& graph, const Options& /*options*/, RandomStream& /*stream*/) {
  return cheapest_partition(graph, [](const Terms& terms) { return terms.communication + terms.nodes; });
}

LadderAnswer by_algorithm(const char* name, const AlignmentGraph& graph, RandomStream& stream) {
  const GraphSolution solution = solve_graph(GraphRegistry::instance().choose(name), graph, stream);
  return {solution.cost, with_node1(solution.labels)};
}

LadderAnswer by_cc(const AlignmentGraph& graph, const Options& /*options*/, RandomStream& stream) {
  return by_algorithm("algorithm1-cc", graph, stream);
}
LadderAnswer by_nl(const AlignmentGraph& graph, const Options& /*options*/, RandomStream& stream) {
  return by_algorithm("algorithm1-nl", graph, stream);
}
LadderAnswer by_static(const AlignmentGraph& graph, const Options& /*options*/, RandomStream& stream) {
  return by_algorithm("best-static", graph, stream);
}
LadderAnswer by_optimum(const AlignmentGraph& graph, const Options& /*options*/, RandomStream& stream) {
  return by_algorithm("optimal", graph, stream);
}

constexpr const char* ladder_source = "Chatterjee, Gilbert, Schreiber & Sheffler 1994, Section 3.1, Figure 1";

engine::Experiment ladder_experiment() {
  engine::Study study{.name = "chatterjee/ladder"};
  study.title = "The ladder, divided by communication alone, by computation alone, and by both";
  study.claim = "neither term alone leads to the optimum; minimising both does, and CC and NL find it";
  study.source = ladder_source;
  study.axes = {{"rho",
                 "cost of redistributing a data item",
                 engine::AxisRole::applied,
                 engine::AxisKind::real,
                 0,
                 1e9,
                 {},
                 engine::axis_values({1})}};
  study.deterministic = true;
  study.samples = 1;
  study.chunk_size = 1;
  engine::set_algorithms<LadderWay>(
      study,
      {LadderWay{.name = "communication-only",
                 .source = ladder_source,
                 .summary = "the partition whose cut costs least",
                 .solve = communication_only},
       LadderWay{.name = "nodes-only",
                 .source = ladder_source,
                 .summary = "the partition whose node costs are least",
                 .solve = nodes_only},
       LadderWay{.name = "all-terms",
                 .source = ladder_source,
                 .summary = "the partition of least kappa_S",
                 .solve = all_terms},
       LadderWay{.name = "algorithm1-cc",
                 .source = ladder_source,
                 .summary = "Algorithm 1 with CC",
                 .exact_everywhere = false,
                 .solve = by_cc},
       LadderWay{.name = "algorithm1-nl",
                 .source = ladder_source,
                 .summary = "Algorithm 1 with NL",
                 .exact_everywhere = false,
                 .solve = by_nl},
       LadderWay{
           .name = "best-static", .source = ladder_source, .summary = "one distribution for all", .solve = by_static},
       LadderWay{.name = "optimal",
                 .source = ladder_source,
                 .summary = "the proven optimum",
                 .exact_everywhere = false,
                 .solve = by_optimum}});
  study.measured = engine::measured_members<LadderAnswer>(
      {{"cost", "completion time", "", "less", 0, &LadderAnswer::cost},
       {"together", "the nodes on node 1's side, as digits", "", "", 0, &LadderAnswer::together}});
  study.sample = engine::sampler([](const engine::Point& point, RandomStream& /*stream*/) {
    AlignmentGraph graph = ladder_graph();
    graph.rho = point.number("rho");
    return graph;
  });
  study.forms = engine::shown<LadderWay>({.instance = problems::show_graphs().instance});
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit ladder() {
  results::Exhibit exhibit;
  exhibit.name = "chatterjee/ladder";
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

const engine::ExperimentRegistration ladder_experiment_registration{ladder_experiment};
const engine::ExhibitRegistration ladder_exhibit_registration{ladder};

}  // namespace
}  // namespace apportion::chatterjee
