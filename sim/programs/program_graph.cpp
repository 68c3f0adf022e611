// Candidate generation of Chatterjee et al., Section 5.2, with its open points settled; node costs, realignment costs
// and edge weights of a program.
#include "sim/programs/program_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "base/error.hpp"
#include "sim/programs/placements.hpp"

namespace apportion {
namespace {

constexpr double bin_growth = 1.25;
constexpr std::size_t most_candidates = 10'000;
constexpr double tie = 1e-9;  // of squared logarithms: equal distances differ in their last bits only

// The bin of every size in one dimension.
std::map<std::int64_t, std::size_t> bins(const std::vector<TemplateVector>& extents, std::size_t dimension) {
  std::map<std::int64_t, std::size_t> bin;
  for (const TemplateVector& extent : extents) bin[extent[dimension]] = 0;
  std::size_t current = 0;
  std::optional<std::int64_t> previous;
  for (auto& [size, number] : bin) {
    if (previous && static_cast<double>(size) > bin_growth * static_cast<double>(*previous)) ++current;
    number = current;
    previous = size;
  }
  return bin;
}

double volume(const TemplateVector& extent) {
  return std::accumulate(extent.begin(), extent.end(), 1.0,
                         [](double product, std::int64_t size) { return product * static_cast<double>(size); });
}

void extend_factorisation(std::int64_t left, std::size_t dimensions, TemplateVector& factors,
                          std::vector<TemplateVector>& all) {
  if (dimensions == 1) {
    factors.push_back(left);
    all.push_back(factors);
    factors.pop_back();
    return;
  }
  for (std::int64_t factor = left; factor >= 1; --factor) {
    if (left % factor != 0) continue;
    factors.push_back(factor);
    extend_factorisation(left / factor, dimensions - 1, factors, all);
    factors.pop_back();
  }
}

// Sum over pairs of dimensions of the squared difference of log-ratios, divided by their number: the variance of
// log p_i - log r_i.
double log_ratio_distance(const TemplateVector& allocation, const TemplateVector& extent) {
  const auto n = static_cast<double>(allocation.size());
  double sum = 0;
  double squares = 0;
  for (std::size_t i = 0; i < allocation.size(); ++i) {
    const double x = std::log(static_cast<double>(allocation[i]) / static_cast<double>(extent[i]));
    sum += x;
    squares += x * x;
  }
  return squares / n - sum / n * (sum / n);
}

using Admissible = std::function<bool(const TemplateVector&)>;

// Adds the admissible allocations that are closest to the ratios of `extent`.
void add_closest(const std::vector<TemplateVector>& all, const TemplateVector& extent, const Admissible& admissible,
                 std::set<TemplateVector, std::greater<>>& chosen) {
  double least = HUGE_VAL;
  for (const TemplateVector& allocation : all)
    if (admissible(allocation)) least = std::min(least, log_ratio_distance(allocation, extent));
  for (const TemplateVector& allocation : all)
    if (admissible(allocation) && log_ratio_distance(allocation, extent) <= least + tie) chosen.insert(allocation);
}

// The most equal allocations that leave the dimensions shorter than the number of processors to one processor.
void add_avoiding_short(const std::vector<TemplateVector>& all, const TemplateVector& extent, std::int64_t processors,
                        std::set<TemplateVector, std::greater<>>& chosen) {
  if (std::ranges::none_of(extent, [&](std::int64_t size) { return size < processors; })) return;
  // Equality is judged over the other dimensions: the long ones get equal ratios, the short ones are not compared.
  double least = HUGE_VAL;
  std::vector<std::pair<double, const TemplateVector*>> rated;
  for (const TemplateVector& allocation : all) {
    TemplateVector others;
    bool avoids = true;
    for (std::size_t i = 0; i < extent.size(); ++i) {
      if (extent[i] >= processors)
        others.push_back(allocation[i]);
      else
        avoids = avoids && allocation[i] == 1;
    }
    if (!avoids || others.empty()) continue;
    rated.emplace_back(log_ratio_distance(others, TemplateVector(others.size(), 1)), &allocation);
    least = std::min(least, rated.back().first);
  }
  for (const auto& [distance, allocation] : rated)
    if (distance <= least + tie) chosen.insert(*allocation);
}

// Descending, each once.
using Features = std::set<std::int64_t, std::greater<>>;

std::vector<Features> feature_sizes(std::size_t rank, const std::vector<TemplateVector>& representatives,
                                    const std::vector<ObjectExtent>& extents) {
  std::vector<Features> features(rank);
  for (std::size_t i = 0; i < rank; ++i) {
    for (const TemplateVector& extent : representatives) features[i].insert(extent[i]);
    for (const ObjectExtent& extent : extents)
      if (extent.varies[i]) features[i].insert(1);
    if (features[i].empty()) features[i].insert(1);
  }
  return features;
}

// Adds the candidates of one allocation, dimension by dimension.
void add_candidates(const TemplateVector& allocation, const std::vector<Features>& features,
                    TemplateDistribution& partial, std::vector<TemplateDistribution>& candidates) {
  const std::size_t dimension = partial.rank();
  if (dimension == allocation.size()) {
    if (candidates.size() == most_candidates)
      throw InputError(fmt::format("more than {} candidate distributions; use fewer processors or different sizes",
                                   most_candidates));
    candidates.push_back(partial);
    return;
  }
  const std::int64_t processors = allocation[dimension];
  Features blocks;
  for (const std::int64_t feature : features[dimension])
    blocks.insert(processors == 1 ? 1 : (feature + processors - 1) / processors);
  for (const std::int64_t block : blocks) {
    partial.dimensions.push_back({processors, block});
    add_candidates(allocation, features, partial, candidates);
    partial.dimensions.pop_back();
  }
}

}  // namespace

std::vector<ObjectExtent> object_extents(const Program& program) {
  std::vector<ObjectExtent> extents;
  const auto add = [&](const std::vector<RepeatedPlacement>& places) {
    if (has_elements(places)) extents.push_back(extent_of(places));
  };
  for (const ProgramNode& node : program.nodes) {
    add(placements(program, node, node.object));
    if (node.operand) add(placements(program, node, *node.operand));
  }
  for (const ProgramEdge& edge : program.edges)
    if (edge.object) add(placements(program, edge));
  return extents;
}

std::vector<TemplateVector> representative_extents(const std::vector<TemplateVector>& extents) {
  if (extents.empty()) return {};
  std::vector<std::map<std::int64_t, std::size_t>> bin;
  for (std::size_t i = 0; i < extents.front().size(); ++i) bin.push_back(bins(extents, i));
  std::map<std::vector<std::size_t>, std::size_t> cluster_of;
  std::vector<TemplateVector> representatives;
  for (const TemplateVector& extent : extents) {
    std::vector<std::size_t> cluster;
    for (std::size_t i = 0; i < extent.size(); ++i) cluster.push_back(bin[i].at(extent[i]));
    const auto [place, is_new] = cluster_of.try_emplace(cluster, representatives.size());
    if (is_new)
      representatives.push_back(extent);
    else if (volume(extent) > volume(representatives[place->second]))
      representatives[place->second] = extent;
  }
  return representatives;
}

std::vector<TemplateVector> factorisations(std::int64_t processors, std::size_t rank) {
  std::vector<TemplateVector> all;
  TemplateVector factors;
  extend_factorisation(processors, rank, factors, all);
  return all;
}

std::vector<TemplateVector> allocations(std::int64_t processors, const std::vector<TemplateVector>& representatives,
                                        const std::vector<ObjectExtent>& extents) {
  const std::size_t rank = representatives.empty() ? 0 : representatives.front().size();
  const std::vector<TemplateVector> all = factorisations(processors, std::max<std::size_t>(rank, 1));
  std::set<TemplateVector, std::greater<>> chosen;
  for (const TemplateVector& extent : representatives)
    add_closest(
        all, extent,
        [&](const TemplateVector& allocation) {
          return std::equal(allocation.begin(), allocation.end(), extent.begin(), std::less_equal<>());
        },
        chosen);
  add_closest(
      all, TemplateVector(all.front().size(), 1), [](const TemplateVector&) { return true; }, chosen);
  std::set<TemplateVector> shapes;
  for (const ObjectExtent& extent : extents) shapes.insert({extent.swept, extent.largest});
  for (const TemplateVector& shape : shapes) add_avoiding_short(all, shape, processors, chosen);
  return {chosen.begin(), chosen.end()};
}

std::vector<TemplateDistribution> candidate_distributions(const Program& program) {
  const std::vector<ObjectExtent> extents = object_extents(program);
  std::vector<TemplateVector> swept;
  for (const ObjectExtent& extent : extents) swept.push_back(extent.swept);
  std::vector<TemplateVector> representatives = representative_extents(swept);
  if (representatives.empty()) representatives.emplace_back(program.rank, 1);
  const std::vector<Features> features = feature_sizes(program.rank, representatives, extents);
  std::vector<TemplateDistribution> candidates;
  for (const TemplateVector& allocation : allocations(program.processors, representatives, extents)) {
    TemplateDistribution partial;
    add_candidates(allocation, features, partial, candidates);
  }
  return candidates;
}

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

// No dimension given: all are concerned. A shift concerns those that it moves in some iteration.
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

// A load costs about as many steps as there are processors. All of them together take at most about a minute.
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
