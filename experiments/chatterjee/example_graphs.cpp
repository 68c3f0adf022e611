// The example graphs: the ladder of Section 3.1, the quantities of Section 4 of node sets, and where CC divides the two
// zones (Section 6).

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>

#include "algorithms/graphs/algorithm1.hpp"
#include "algorithms/graphs/graph_algorithm.hpp"
#include "algorithms/graphs/subgraph.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/graphs/solve.hpp"
#include "experiments/sweeps/code_studies.hpp"
#include "sim/graphs/sample_graphs.hpp"

namespace apportion::chatterjee {
namespace {

// --- The ladder: why neither communication nor computation suffices alone (Section 3.1)

/// The cost of a division or labelling of the ladder, and the nodes that it puts together with node 1: 135 is {1,3,5}.
struct LadderAnswer {
  double cost = 0;
  double together = 0;
};

AlignmentGraph ladder_at(double rho) {
  AlignmentGraph graph = ladder_graph();
  graph.rho = rho;
  return graph;
}

// The nodes with the label of node 1, as digits.
double with_node1(const Labelling& labels) {
  double digits = 0;
  for (std::size_t node = 0; node < labels.size(); ++node)
    if (labels[node] == labels[0]) digits = 10 * digits + static_cast<double>(node + 1);
  return digits;
}

// The cost of cutting the edges between the sets, and that of the best static distribution on either side.
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

// Tries all 31 partitions, with node 6 changing sides fastest, and takes the first of equal ones.
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
  engine::Experiment study = sweeps::described({.name = "chatterjee/ladder"});
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
  study.sample = engine::sampler(
      [](const engine::Point& point, RandomStream& /*stream*/) { return ladder_at(point.number("rho")); });
  study.forms =
      engine::shown<Algorithm<AlignmentGraph, LadderAnswer>>({.instance = problems::graph_exchange().problem});
  return engine::completed(std::move(study));
}

const engine::Registration ladder_registration{ladder_experiment};

// --- Node sets of the example graphs: the costs of Section 3.1 and the quantities of Section 4

/// A set of nodes of one of the examples; nodes are numbered from 1.
struct NodeSet {
  std::string_view name;
  AlignmentGraph (*graph)(double rho);
  std::vector<std::size_t> nodes;
};

const std::array<NodeSet, 6> sets{{{"ladder:135", ladder_at, {1, 3, 5}},
                                   {"ladder:1234", ladder_at, {1, 2, 3, 4}},
                                   {"ladder:124", ladder_at, {1, 2, 4}},
                                   {"two-zone", two_zone_graph, {1, 2, 3, 4, 5, 6, 7, 8}},
                                   {"two-zone:f", two_zone_graph, {1, 2, 3, 4}},
                                   {"adi", adi_graph, {1, 2, 3, 4, 5, 6, 7, 8}}}};

/// A set and the graph that it is part of.
struct SetInGraph {
  AlignmentGraph graph;
  std::vector<std::size_t> inside;  // [node] 1 for nodes of the set
};

struct Quantities {
  double boundary = 0;      ///< w(S): also the cost of cutting S off
  double static_cost = 0;   ///< T_opt(S)
  double static_rest = 0;   ///< T_opt of all other nodes; 0 without other nodes
  double dissension = 0;    ///< Delta(S)
  double cheapest_cut = 0;  ///< mincut(S)
};

Quantities by_definition(const SetInGraph& set) {
  const Subgraph whole = whole_subgraph(set.graph);
  const Subgraph inside = part_of(whole, set.inside, 1);
  const bool all = inside.size() == whole.size();
  return {.boundary = boundary_cost(inside),
          .static_cost = inside.best.cost,
          .static_rest = all ? 0 : part_of(whole, set.inside, 0).best.cost,
          .dissension = dissension(inside),
          .cheapest_cut = min_cut(inside)};
}

SetInGraph set_of(const engine::Point& point, RandomStream& /*stream*/) {
  const auto* const set = std::ranges::find(sets, point.text("part"), &NodeSet::name);
  SetInGraph result{.graph = set->graph(point.number("rho")), .inside = {}};
  result.inside.resize(result.graph.size());
  for (const std::size_t node : set->nodes) result.inside[node - 1] = 1;
  return result;
}

engine::Experiment quantities_experiment() {
  engine::Experiment study = sweeps::described({.name = "chatterjee/quantities"});
  engine::set_functions<SetInGraph, Quantities>(study, {{"by-definition", by_definition}});
  study.measured = engine::measured_members<Quantities>(
      {{"boundary", "w(S), cost of the edges that leave the set", "", "", 0, &Quantities::boundary},
       {"static_cost", "static cost of the set", "", "", 0, &Quantities::static_cost},
       {"static_rest", "static cost of all other nodes", "", "", 0, &Quantities::static_rest},
       {"dissension", "Delta(S)", "", "", 0, &Quantities::dissension},
       {"cheapest_cut", "mincut(S)", "", "", 0, &Quantities::cheapest_cut}});
  study.sample = engine::sampler(set_of);
  return engine::completed(std::move(study));
}

const engine::Registration quantities_registration{quantities_experiment};

// --- Where CC divides the two zones for any rho (Section 6)

/// A partition of the two-zone graph.
struct Division {
  double cut = 0;
  double cost = 0;    ///< kappa_S
  double middle = 0;  ///< 1 if each zone is on one side
};
using Dividing = Algorithm<AlignmentGraph, Division>;

// Nodes 0 to 3 are zone f, 4 to 7 zone g.
bool separates_the_zones(const Sides& sides) {
  for (std::size_t node = 0; node < sides.size(); ++node)
    if (sides[node] != (node < sides.size() / 2 ? sides.front() : !sides.front())) return false;
  return true;
}

Division divided(const AlignmentGraph& graph, const CombinationChoices& choices) {
  const Subgraph whole = whole_subgraph(graph);
  GraphCounters counters;
  const Sides sides = partition_by_combinations(whole, choices, counters);
  Division division{.cost = Bipartition(whole, sides, counters).objective(),
                    .middle = separates_the_zones(sides) ? 1.0 : 0.0};
  for (const CutEdge& edge : whole.edges)
    if (sides[edge.u] != sides[edge.v]) division.cut += edge.capacity;
  return division;
}

Division as_printed(const AlignmentGraph& graph) {
  return divided(graph, {.savings = true, .search = SegmentSearch::printed});
}

Division by_default(const AlignmentGraph& graph) { return divided(graph, {}); }

engine::Experiment division_experiment() {
  engine::Experiment study = sweeps::described({.name = "chatterjee/division", .axes = {problems::rho_axis()}});
  engine::set_functions<AlignmentGraph, Division>(study, {{"cc-paper", as_printed, false}, {"cc", by_default, false}});
  study.measured = engine::measured_members<Division>(
      {{"cut", "cost of the cut", "", "", 0, &Division::cut},
       {"cost", "cost of the cut and of both sets at their best static distributions", "", "less", 0, &Division::cost},
       {"middle", "each zone stands on one side", "", "more", 0, &Division::middle}});
  study.sample = engine::sampler(
      [](const engine::Point& point, RandomStream& /*stream*/) { return two_zone_graph(point.number("rho")); });
  study.forms = engine::shown<Dividing>({.instance = problems::graph_exchange().problem});
  return engine::completed(std::move(study));
}

const engine::Registration division_registration{division_experiment};

}  // namespace
}  // namespace apportion::chatterjee
