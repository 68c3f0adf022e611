// Node costs, realignment costs and edge weights of a program.
#include "sim/programs/program_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "sim/programs/candidates.hpp"

namespace apportion {
namespace {

using Places = std::vector<RepeatedPlacement>;

// Sum of times * load(placement).
template <class Load>
double total(const Places& places, const Load& load) {
  double sum = 0;
  for (const auto& [placement, times] : places)
    sum += static_cast<double>(times) * static_cast<double>(load(placement));
  return sum;
}

double total_load(const Places& places, const TemplateDistribution& distribution, const CostModel& model) {
  if (model.shortcut_load)
    return total(places, [&](const Placement& placement) { return shortcut_load(placement, distribution); });
  return total(places, [&](const Placement& placement) { return largest_load(placement, distribution); });
}

// Without given dimensions all are concerned. A shift concerns the dimensions in which it moves in some iteration.
bool is_concerned(const Realignment& realignment, const Places& places, std::size_t dimension) {
  if (realignment.kind == RealignmentKind::shift)
    return std::ranges::any_of(places,
                               [&](const RepeatedPlacement& each) { return each.placement.shift[dimension] != 0; });
  const std::vector<std::size_t>& given = realignment.dimensions;
  return given.empty() || std::ranges::find(given, dimension + 1) != given.end();
}

double realignment_cost(const Program& program, const Realignment& realignment, const Places& places,
                        const TemplateDistribution& distribution, const CostModel& model) {
  bool distributed = false;
  for (std::size_t i = 0; i < distribution.rank(); ++i)
    distributed = distributed || (distribution.dimensions[i].processors > 1 && is_concerned(realignment, places, i));
  if (!distributed) return 0;
  switch (realignment.kind) {
    case RealignmentKind::none:
      return 0;
    case RealignmentKind::general:
      return program.rates.rho * total_load(places, distribution, model);
    case RealignmentKind::spread:
      return program.rates.sigma * total_load(places, distribution, model);
    case RealignmentKind::shift:
      if (model.literal_shifts) return program.rates.nu * total_load(places, distribution, model);
      return program.rates.nu *
             total(places, [&](const Placement& placement) { return largest_moved(placement, distribution); });
  }
  return 0;
}

double edge_weight(const ProgramEdge& edge, const Places& places) {
  if (edge.data) return *edge.data;
  return edge.copies * total(places, [](const Placement& placement) { return placement.elements(); });
}

// A load takes about as many steps as there are processors. This limit keeps the total below about a minute.
constexpr double most_steps = 1e10;

void count_steps(const Program& program, const Places& places, const ProgramGraph& built, double& steps) {
  steps += static_cast<double>(places.size()) * static_cast<double>(built.candidates.size()) *
           static_cast<double>(program.processors);
  if (steps > most_steps)
    throw InputError(
        fmt::format("the program asks for more than {:.0e} steps: "
                    "placements of all nodes and edges x {} candidates x {} processors",
                    most_steps, built.candidates.size(), program.processors));
}

void add_node(const Program& program, const ProgramNode& node, const CostModel& model, ProgramGraph& built,
              double& steps) {
  const Places places = placements(program, node, node.worked());
  count_steps(program, places, built, steps);
  AlignmentNode& added = built.graph.nodes.emplace_back();
  added.name = node.name;
  for (const TemplateDistribution& candidate : built.candidates)
    added.costs.push_back(node.time * total_load(places, candidate, model));
}

void add_edge(const Program& program, const ProgramEdge& edge, const CostModel& model, ProgramGraph& built,
              double& steps) {
  const Places places = placements(program, edge);
  count_steps(program, places, built, steps);
  std::vector<double>& costs = built.graph.nodes[edge.from].costs;
  for (std::size_t c = 0; c < built.candidates.size(); ++c)
    costs[c] += realignment_cost(program, edge.realignment, places, built.candidates[c], model);
  if (edge.from != edge.to) built.graph.edges.push_back({edge.from, edge.to, edge_weight(edge, places)});
}

}  // namespace

double computation_cost(const Program& program, const ProgramNode& node, const TemplateDistribution& distribution,
                        const CostModel& model) {
  return node.time * total_load(placements(program, node, node.worked()), distribution, model);
}

double realignment_cost(const Program& program, const ProgramEdge& edge, const TemplateDistribution& distribution,
                        const CostModel& model) {
  return realignment_cost(program, edge.realignment, placements(program, edge), distribution, model);
}

ProgramGraph build_graph(const Program& program, std::vector<TemplateDistribution> candidates, const CostModel& model) {
  validate(program);
  require_walkable(program);
  for (const TemplateDistribution& candidate : candidates) validate(candidate);
  ProgramGraph built{{.name = program.name, .rho = program.rates.rho}, std::move(candidates)};
  for (const TemplateDistribution& candidate : built.candidates) built.graph.candidates.push_back(candidate.name());
  double steps = 0;
  for (const ProgramNode& node : program.nodes) add_node(program, node, model, built, steps);
  for (const ProgramEdge& edge : program.edges) add_edge(program, edge, model, built, steps);
  merge_parallel_edges(built.graph);
  validate(built.graph);
  return built;
}

ProgramGraph build_graph(const Program& program, const CostModel& model) {
  validate(program);
  require_walkable(program);
  return build_graph(program, candidate_distributions(program), model);
}

}  // namespace apportion
