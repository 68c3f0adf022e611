// Studies of example graphs: the ladder of Section 3.1, the quantities of Section 4 of node sets, where CC divides the
// two zones, Figures 4 and 5, and how reliable NL is (Section 6).
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
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

using engine::Numbers;

// --- The ladder: why neither communication nor computation suffices alone (Section 3.1)

AlignmentGraph ladder_at(double rho) {
  AlignmentGraph graph = ladder_graph();
  graph.rho = rho;
  return graph;
}

// The nodes with the label of node 1, as digits: 135 is {1,3,5}.
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
Numbers cheapest_partition(const AlignmentGraph& graph, double (*objective)(const Terms&)) {
  Numbers best;
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t code = 1; code < 1U << (graph.size() - 1); ++code) {
    Labelling sides(graph.size());
    for (std::size_t node = 0; node < graph.size(); ++node) sides[node] = code >> (graph.size() - 1 - node) & 1U;
    const Terms terms = terms_of(graph, sides);
    if (objective(terms) >= least) continue;
    least = objective(terms);
    best = {{"cost", terms.communication + terms.nodes}, {"together", with_node1(sides)}};
  }
  return best;
}

Numbers communication_only(const AlignmentGraph& graph) {
  return cheapest_partition(graph, [](const Terms& terms) { return terms.communication; });
}

Numbers nodes_only(const AlignmentGraph& graph) {
  return cheapest_partition(graph, [](const Terms& terms) { return terms.nodes; });
}

Numbers all_terms(const AlignmentGraph& graph) {
  return cheapest_partition(graph, [](const Terms& terms) { return terms.communication + terms.nodes; });
}

engine::StudyFunction<AlignmentGraph, Numbers> by_algorithm(const char* name, bool exact_everywhere) {
  const auto solve = [name](const AlignmentGraph& graph, RandomStream& stream) -> Numbers {
    const GraphSolution solution = solve_graph(GraphRegistry::instance().choose(name), graph, stream);
    return {{"cost", solution.cost}, {"together", with_node1(solution.labels)}};
  };
  return {name, solve, exact_everywhere};
}

// A study whose samples are the graph at the point's rho.
template <AlignmentGraph (*graph)(double rho)>
engine::Experiment experiment_on(engine::Experiment study,
                                 std::vector<engine::StudyFunction<AlignmentGraph, Numbers>> functions) {
  study.forms =
      engine::shown<Algorithm<AlignmentGraph, Numbers>>({.instance = problems::graph_frame().exchange.problem});
  return sweeps::experiment_of_functions<AlignmentGraph>(
      std::move(study), [](const engine::Point& point, RandomStream& /*stream*/) { return graph(point.number("rho")); },
      std::move(functions));
}

const engine::Registration ladder_registration{[] {
  return experiment_on<ladder_at>({.name = "chatterjee/ladder"}, {{"communication-only", communication_only},
                                                                  {"nodes-only", nodes_only},
                                                                  {"all-terms", all_terms},
                                                                  by_algorithm("algorithm1-cc", false),
                                                                  by_algorithm("algorithm1-nl", false),
                                                                  by_algorithm("best-static", true),
                                                                  by_algorithm("optimal", false)});
}};

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

Numbers by_definition(const engine::Point& point) {
  const auto* const set = std::ranges::find(sets, point.text("part"), &NodeSet::name);
  const AlignmentGraph graph = set->graph(point.number("rho"));
  std::vector<std::size_t> is_inside(graph.size());
  for (const std::size_t node : set->nodes) is_inside[node - 1] = 1;
  const Subgraph whole = whole_subgraph(graph);
  const Subgraph inside = part_of(whole, is_inside, 1);
  const bool all = inside.size() == whole.size();
  return {{"boundary", boundary_cost(inside)},
          {"static_cost", inside.best.cost},
          {"static_rest", all ? 0 : part_of(whole, is_inside, 0).best.cost},
          {"dissension", dissension(inside)},
          {"cheapest_cut", min_cut(inside)}};
}

const engine::Registration quantities_registration{[] {
  return sweeps::experiment_of_functions({.name = "chatterjee/quantities"}, {{"by-definition", by_definition}});
}};

// --- Where CC divides the two zones for any rho (Section 6)

// Nodes 0 to 3 are zone f, 4 to 7 zone g.
bool separates_the_zones(const Sides& sides) {
  for (std::size_t node = 0; node < sides.size(); ++node)
    if (sides[node] != (node < sides.size() / 2 ? sides.front() : !sides.front())) return false;
  return true;
}

Numbers divided(const AlignmentGraph& graph, const CombinationChoices& choices) {
  const Subgraph whole = whole_subgraph(graph);
  GraphCounters counters;
  const Sides sides = partition_by_combinations(whole, choices, counters);
  double cut = 0;
  for (const CutEdge& edge : whole.edges)
    if (sides[edge.u] != sides[edge.v]) cut += edge.capacity;
  return {{"cut", cut},
          {"cost", Bipartition(whole, sides, counters).objective()},  // kappa_S
          {"middle", separates_the_zones(sides)}};
}

Numbers as_printed(const AlignmentGraph& graph) {
  return divided(graph, {.savings = true, .search = SegmentSearch::printed});
}

Numbers by_default(const AlignmentGraph& graph) { return divided(graph, {}); }

const engine::Registration division_registration{[] {
  return experiment_on<two_zone_graph>({.name = "chatterjee/division", .axes = {problems::rho_axis()}},
                                       {{"cc-paper", as_printed, false}, {"cc", by_default, false}});
}};

// --- Figures 4 and 5: cost against rho, for two zones that exchange little and for an alternating-direction implicit
// iteration

// Compares CC and NL (also in paper mode), best static and the proven optimum, with one deterministic sample per value
// of rho.
template <AlignmentGraph (*graph)(double rho)>
engine::Experiment curve_of(const std::string& name) {
  engine::Experiment study = problems::graph_study().study(name);
  study.axes = {problems::rho_axis()};
  study.sample =
      engine::sampler([](const engine::Point& point, RandomStream& /*stream*/) { return graph(point.number("rho")); });
  return engine::completed(sweeps::described(std::move(study)));
}

const engine::Registration two_zone_registration{[] { return curve_of<two_zone_graph>("chatterjee/two-zone"); }};
const engine::Registration adi_registration{[] { return curve_of<adi_graph>("chatterjee/adi"); }};

// --- How reliable NL is over random starts, and how many operations CC and NL need (Section 6)

struct Example {
  std::string_view name;
  AlignmentGraph (*graph)(double rho);
};

// Not from the paper: one fixed random graph on which the starting point matters. On most such graphs every start gives
// the same cost.
AlignmentGraph random_example(double rho) {
  RandomStream stream(1, "reliability 14");
  AlignmentGraph graph =
      random_graph({.nodes = 20, .candidates = 4, .mean_degree = 3, .strength = 0.5, .whole = false}, stream);
  graph.rho = rho;
  return graph;
}

constexpr std::array<Example, 4> examples{{{"ladder", [](double /*rho*/) { return ladder_graph(); }},
                                           {"two-zone", two_zone_graph},
                                           {"adi", adi_graph},
                                           {"random", random_example}}};

// The graph of a setting such as "adi:10": the name of a graph, and rho.
AlignmentGraph graph_of(const engine::Point& point, RandomStream& /*stream*/) {
  const std::string& setting = point.text("setting");
  const std::size_t colon = setting.find(':');
  const auto* const example = std::ranges::find(examples, setting.substr(0, colon), &Example::name);
  if (example == examples.end()) throw std::logic_error("a setting that the axis does not have");
  return example->graph(colon == std::string::npos ? 1 : std::stod(setting.substr(colon + 1)));
}

const engine::Registration reliability_registration{[] {
  engine::Experiment study = sweeps::described(problems::graph_study().study("chatterjee/reliability"));
  study.sample = engine::sampler(graph_of);
  return engine::completed(std::move(study));
}};

}  // namespace
}  // namespace apportion::chatterjee
