// best: the portfolio for users.
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "algorithms/graphs/graph_algorithm.hpp"
#include "algorithms/graphs/heuristics.hpp"
#include "algorithms/graphs/optimal.hpp"
#include "algorithms/graphs/whole_graph.hpp"
#include "base/error.hpp"

namespace apportion {
namespace {

// Heuristics without a search of our own, each with its variants. algorithm1-nl is left out: it draws its starts, so
// that its answer under its own name could not be guaranteed.
constexpr std::array<std::string_view, 3> divisions = {"algorithm1-cc", "algorithm1-flow", "bottom-up-clustering"};

constexpr std::array<std::string_view, 3> heuristics = {"best-static", "icm", "alpha-expansion"};

constexpr std::size_t proved_at_once = 700;

bool is_divided(const AlignmentGraph& graph, const Options& options) {
  return graph.size() <= static_cast<std::size_t>(options.count("divided"));
}

std::vector<std::string> members(const AlignmentGraph& graph, const Options& options) {
  std::vector<std::string> names(heuristics.begin(), heuristics.end());
  if (!is_divided(graph, options)) return names;
  for (const Configured<GraphAlgorithm>& entry : GraphRegistry::instance().entries())
    if (std::ranges::find(divisions, entry.algorithm->name) != divisions.end()) names.push_back(entry.canonical_name());
  return names;
}

void offer(const std::string& member, const AlignmentGraph& graph, RandomStream& stream, GraphSolution& best) {
  try {
    GraphSolution solution = GraphRegistry::instance().choose(member).solve(graph, stream);
    if (solution.cost >= best.cost) return;
    best.labels = std::move(solution.labels);
    best.cost = solution.cost;
  } catch (const InputError&) {
    // The graph is too large for this algorithm.
  }
}

// The entries that this many passes over a graph compute, in the unit of MessagePassing::work(); at most 10^18.
std::int64_t messages_of(const WholeGraph& graph, std::int64_t passes) {
  constexpr std::int64_t most = 1'000'000'000'000'000'000;
  std::int64_t entries = 0;
  for (const WholeNode& node : graph.nodes)
    entries += static_cast<std::int64_t>(node.links.size() * node.labels.size());
  // A pass goes forward and back.
  return entries == 0 || passes < most / (2 * entries) ? 2 * entries * passes : most;
}

GraphSolution solve_best(const AlignmentGraph& graph, const Options& options, RandomStream& stream) {
  const WholeCosts costs = whole_costs(graph);
  if (graph.candidates.size() <= 2) {
    const Labelling labels = two_candidate_optimum(costs.graph);
    return solution_of(graph, costs, {labels, cost_of(costs.graph, labels)});
  }
  SearchWork limits{.nodes = options.count("nodes"), .messages = messages_of(costs.graph, options.count("passes"))};
  // The divisions would take longer, and these messages usually prove the optimum.
  if (is_divided(graph, options)) limits.messages = std::max(limits.messages, options.count("messages") * 1'000'000);
  GraphSolution best = labelled(graph, costs.known, false);
  const std::vector<std::string> names = members(graph, options);
  const auto offer_members = [&](std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i) offer(names[i], graph, stream, best);
  };
  // A small graph is usually proved optimal faster than the heuristics run; on a large one the search starts from their
  // answers.
  const bool start_from_heuristics = graph.size() > proved_at_once;
  if (start_from_heuristics) offer_members(0, heuristics.size());
  const Labelling known = restricted(costs.graph, best.labels);
  const GraphSolution found = solution_of(graph, costs, searched(costs, known, limits));
  if (found.cost <= best.cost) best.labels = found.labels;
  best.cost = std::min(best.cost, found.cost);
  best.lower_bound = std::min(found.lower_bound, best.cost);
  best.proven_optimal = is_proven(best);
  if (best.proven_optimal) return best;
  offer_members(start_from_heuristics ? heuristics.size() : 0, names.size());
  best.lower_bound = std::min(best.lower_bound, best.cost);
  best.proven_optimal = is_proven(best);
  return best;
}

const Registration<GraphAlgorithm> best_registration{
    {.name = "best",
     .source = "here; its parts are those of optimal and alpha-expansion, icm, algorithm1-cc, "
               "algorithm1-flow and bottom-up-clustering",
     .summary = "the portfolio: a search with a lower bound by message passing, "
                "and where that proves nothing the cheapest answer of the heuristics; "
                "never worse than best-static, icm and alpha-expansion, "
                "and on small graphs (option divided) than the other heuristics except algorithm1-nl, "
                "whose starts are random",
     .revision = 5,
     .exact_everywhere = false,
     .options = {count_option("passes", "600", "message passing at most, in passes over the whole graph"),
                 count_option("messages", "400",
                              "millions of message entries that graphs up to the size of option divided may take in "
                              "any case"),
                 count_option("nodes", "10000", "nodes of the search tree at most"),
                 count_option("divided", "200",
                              "nodes of the graph up to which algorithm1-cc, algorithm1-flow, "
                              "their variants and bottom-up-clustering take part")},
     .solve = solve_best,
     .members = members}};

const FormerNames former_graph_names{{{"algorithm", "ilp", "optimal, which proves the same optima"}}};

}  // namespace
}  // namespace apportion
