// Candidate generation, node costs, realignment costs and edge weights of Chatterjee et al., Sections 5.2 and 5.3; the
// choices that the paper leaves open are documented here.
#include "sim/programs/program_graph.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "base/error.hpp"

namespace apportion {
namespace {

// --- Placements: walks over loop nests, and the boxes around the positions of objects

constexpr std::int64_t most_iterations = 1'000'000;
constexpr std::int64_t most_iterations_of_program = 10'000'000;
constexpr std::int64_t most_elements = std::int64_t{1} << 53;  // costs beyond it would not be exact in doubles
constexpr std::int64_t largest_number = 1'000'000'000;

std::int64_t floor_divide(std::int64_t a, std::int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0); }

std::int64_t small(const Affine& expression, const LoopIndices& indices, const char* what) {
  const std::int64_t value = expression.at(indices);
  if (value > largest_number || value < -largest_number)
    throw InputError("{} is {}; at most {} is possible", what, value, largest_number);
  return value;
}

// A section lower : upper : by of an axis is itself an axis, of stride * by.
Progression axis_cells(const ArrayAxis& axis, const LoopIndices& indices) {
  const std::int64_t stride = small(axis.stride, indices, "a stride");
  const std::int64_t offset = small(axis.offset, indices, "an offset");
  if (stride == 0) throw InputError("a stride is 0");
  if (!axis.section) return make_progression(offset, stride, small(axis.extent, indices, "an extent"));
  const std::int64_t lower = small(axis.section->lower, indices, "a section's lower bound");
  const std::int64_t upper = small(axis.section->upper, indices, "a section's upper bound");
  const std::int64_t by = small(axis.section->by, indices, "a section's step");
  if (by == 0) throw InputError("a section's step is 0");
  return make_progression(stride * (lower - 1) + offset, stride * by, floor_divide(upper - lower, by) + 1);
}

Placement place(const ArrayObject& object, const std::vector<Affine>& shift, std::size_t rank,
                const LoopIndices& indices) {
  Placement placement{std::vector<Progression>(rank), {}};
  std::vector<bool> taken(rank, false);
  for (const ArrayObject::Position& position : object.positions)
    placement.cells[position.dimension - 1] = make_progression(small(position.cell, indices, "a position"), 1, 1);
  for (const ArrayAxis& axis : object.axes) {
    const std::int64_t dimension = axis.dimension.at(indices);
    if (dimension < 1 || dimension > static_cast<std::int64_t>(rank))
      throw InputError("an axis is template dimension {}; there are 1 to {}", dimension, rank);
    const auto at = static_cast<std::size_t>(dimension - 1);
    if (taken[at]) throw InputError("two axes are template dimension {}", dimension);
    taken[at] = true;
    placement.cells[at] = axis_cells(axis, indices);
  }
  double volume = 1;
  for (const Progression& cells : placement.cells) volume *= static_cast<double>(cells.count);
  if (volume > static_cast<double>(most_elements)) throw InputError("there are more than 2^53 elements");
  for (const Affine& distance : shift) placement.shift.push_back(small(distance, indices, "a shift"));
  return placement;
}

// All expressions that depend on the loop indices, apart from loop bounds.
std::vector<const Affine*> expressions(const ArrayObject& object, const std::vector<Affine>& shift) {
  std::vector<const Affine*> all;
  for_each_expression(object, [&all](const Affine& expression) { all.push_back(&expression); });
  for (const Affine& distance : shift) all.push_back(&distance);
  return all;
}

struct RepeatedPlacement {
  Placement placement;
  std::int64_t times = 0;  // iterations
};

using Places = std::vector<RepeatedPlacement>;

class NestWalk {
 public:
  NestWalk(const std::vector<Loop>& loops, const ArrayObject& object, const std::vector<Affine>& shift,
           std::size_t rank)
      : loops_(loops), object_(object), shift_(shift), rank_(rank), expressions_(expressions(object, shift)) {}

  // The number of iterations to walk.
  [[nodiscard]] std::int64_t count() {
    only_counts_ = true;
    walk(0, 1);
    return walked_;
  }

  [[nodiscard]] Places run() {
    walk(0, 1);
    Places all;
    for (const auto& [placement, times] : counts_) all.push_back({placement, times});
    return all;
  }

 private:
  void walk(std::size_t level, std::int64_t times) {
    if (level == loops_.size()) {
      count_step();
      if (!only_counts_) counts_[place(object_, shift_, rank_, indices_)] += times;
      return;
    }
    const Loop& loop = loops_[level];
    const std::int64_t from = small(loop.from, indices_, "a loop's first index");
    const std::int64_t to = small(loop.to, indices_, "a loop's last index");
    if (loop.factor && from < 1 && from <= to)
      throw InputError("the loop over '{}' never ends: it begins at {} and is multiplied; it must begin at least at 1",
                       loop.index, from);
    if (!loop.factor && !is_used(level)) {
      skip(level, times, floor_divide(to - from, loop.step) + 1, from);
      return;
    }
    const bool down = !loop.factor && loop.step < 0;
    if (down ? from < to : from > to) count_step();
    for (std::int64_t value = from; down ? value >= to : value <= to;
         value = loop.factor ? multiplied(value, *loop.factor) : value + loop.step) {
      indices_[loop.index] = value;
      walk(level + 1, times);
    }
  }

  // Counts an iteration, or a loop without iterations, since the loops around it are walked all the same.
  void count_step() {
    if (++walked_ > most_iterations)
      throw InputError("more than {} iterations would have to be counted one by one", most_iterations);
  }

  // Walks a loop whose index is unused once, for all its iterations.
  void skip(std::size_t level, std::int64_t times, std::int64_t trips, std::int64_t from) {
    if (trips <= 0) return count_step();
    if (times > most_elements / trips)
      throw InputError("the loop over '{}' makes more than 2^53 iterations", loops_[level].index);
    indices_[loops_[level].index] = from;
    walk(level + 1, times * trips);
  }

  // The product; saturates beyond every bound instead of overflowing.
  static std::int64_t multiplied(std::int64_t value, std::int64_t factor) {
    return value > largest_number / factor ? largest_number + 1 : value * factor;
  }

  [[nodiscard]] bool is_used(std::size_t level) const {
    const std::string& index = loops_[level].index;
    for (std::size_t inner = level + 1; inner < loops_.size(); ++inner)
      if (loops_[inner].from.uses(index) || loops_[inner].to.uses(index)) return true;
    return std::ranges::any_of(expressions_, [&](const Affine* expression) { return expression->uses(index); });
  }

  const std::vector<Loop>& loops_;
  const ArrayObject& object_;
  const std::vector<Affine>& shift_;
  std::size_t rank_;
  std::vector<const Affine*> expressions_;
  LoopIndices indices_;
  std::map<Placement, std::int64_t> counts_;
  std::int64_t walked_ = 0;
  bool only_counts_ = false;
};

// The result of use(walk) over a node's loop nest with an object; names both in an InputError.
template <class Use>
auto on_walk(const Program& program, const ProgramNode& node, std::size_t index, const std::vector<Affine>& shift,
             const Use& use) {
  const ArrayObject& object = program.objects[index];
  try {
    NestWalk walk(node.loops, object, shift, program.rank);
    return use(walk);
  } catch (const InputError& error) {
    throw InputError("node '{}', object '{}': {}", node.name, object.name, error.what());
  }
}

// The distinct placements of an object over a node's loop nest, in ascending order; empty if a loop never runs.
Places placements(const Program& program, const ProgramNode& node, std::size_t object,
                  const std::vector<Affine>& shift = {}) {
  return on_walk(program, node, object, shift, [](NestWalk& walk) { return walk.run(); });
}

// The same for the object that an edge carries, with its shift.
Places placements(const Program& program, const ProgramEdge& edge) {
  return placements(program, program.nodes[edge.from], program.carried(edge), edge.realignment.by);
}

// InputError if placements() of all nodes and edges together would walk too many iterations.
void require_walkable(const Program& program) {
  std::int64_t walked = 0;
  const auto add = [&](const ProgramNode& node, std::size_t index, const std::vector<Affine>& shift) {
    walked += on_walk(program, node, index, shift, [](NestWalk& walk) { return walk.count(); });
    if (walked > most_iterations_of_program)
      throw InputError("more than {} iterations of all nodes and edges would have to be counted one by one",
                       most_iterations_of_program);
  };
  for (const ProgramNode& node : program.nodes) {
    add(node, node.object, {});
    if (node.operand) add(node, *node.operand, {});
  }
  for (const ProgramEdge& edge : program.edges)
    add(program.nodes[edge.from], program.carried(edge), edge.realignment.by);
}

// --- Candidates

constexpr double bin_growth = 1.25;
constexpr std::size_t most_candidates = 10'000;
constexpr double tie = 1e-9;  // for squared logarithms: equal distances differ in their last bits only

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

using Allocations = std::set<TemplateVector, std::greater<>>;

constexpr double inadmissible = HUGE_VAL;

// Adds the allocations of least distance.
template <class Distance>
void add_closest(const std::vector<TemplateVector>& all, const Distance& distance, Allocations& chosen) {
  double least = inadmissible;
  for (const TemplateVector& allocation : all) least = std::min(least, distance(allocation));
  if (least == inadmissible) return;
  for (const TemplateVector& allocation : all)
    if (distance(allocation) <= least + tie) chosen.insert(allocation);
}

// The distance from equal numbers in the dimensions that are not shorter than the number of processors, with one
// processor in each of the others.
double distance_beside_short(const TemplateVector& allocation, const TemplateVector& extent, std::int64_t processors) {
  TemplateVector others;
  for (std::size_t i = 0; i < extent.size(); ++i) {
    if (extent[i] >= processors)
      others.push_back(allocation[i]);
    else if (allocation[i] != 1)
      return inadmissible;
  }
  return others.empty() ? inadmissible : log_ratio_distance(others, TemplateVector(others.size(), 1));
}

// Feature sizes, descending, without duplicates.
using Features = std::set<std::int64_t, std::greater<>>;

std::vector<Features> feature_sizes(std::size_t rank, const std::vector<TemplateVector>& representatives,
                                    const std::vector<ObjectExtent>& extents) {
  std::vector<Features> features(rank);
  for (std::size_t i = 0; i < rank; ++i) {
    for (const TemplateVector& extent : representatives) features[i].insert(extent[i]);
    for (const ObjectExtent& extent : extents)
      if (extent.varies[i]) features[i].insert(1);
  }
  return features;
}

// Adds the candidates of one allocation, dimension by dimension.
void add_candidates(const TemplateVector& allocation, const std::vector<Features>& features,
                    TemplateDistribution& partial, std::vector<TemplateDistribution>& candidates) {
  const std::size_t dimension = partial.rank();
  if (dimension == allocation.size()) {
    if (candidates.size() == most_candidates)
      throw InputError("more than {} candidate distributions; use fewer processors or different sizes",
                       most_candidates);
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

// The extent of an object; nothing if it has no elements.
std::optional<ObjectExtent> extent_of(const Places& placements) {
  ObjectExtent extent;
  std::vector<std::int64_t> first;
  std::vector<std::int64_t> last;
  for (const auto& [placement, times] : placements) {
    if (placement.elements() == 0) continue;
    const std::size_t rank = placement.cells.size();
    const bool is_first = first.empty();
    if (is_first) {
      first.resize(rank);
      last.resize(rank);
      extent.largest.resize(rank);
      extent.varies.resize(rank);
    }
    for (std::size_t i = 0; i < rank; ++i) {
      const Progression& cells = placement.cells[i];
      const std::int64_t size = cells.last() - cells.first + 1;
      extent.varies[i] = extent.varies[i] || (!is_first && size != extent.largest[i]);
      extent.largest[i] = std::max(extent.largest[i], size);
      first[i] = is_first ? cells.first : std::min(first[i], cells.first);
      last[i] = is_first ? cells.last() : std::max(last[i], cells.last());
    }
  }
  if (first.empty()) return std::nullopt;
  for (std::size_t i = 0; i < first.size(); ++i) extent.swept.push_back(last[i] - first[i] + 1);
  return extent;
}

// --- Costs

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
        "the program asks for more than {:.0e} steps: "
        "placements of all nodes and edges x {} candidates x {} processors",
        most_steps, built.candidates.size(), program.processors);
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

std::int64_t Placement::elements() const {
  std::int64_t product = 1;
  for (const Progression& each : cells) product *= each.count;
  return product;
}

std::int64_t largest_load(const Placement& placement, const TemplateDistribution& distribution) {
  std::int64_t load = 1;
  for (std::size_t i = 0; i < distribution.rank(); ++i) {
    const std::vector<std::int64_t> counts = cells_per_processor(placement.cells[i], distribution.dimensions[i]);
    load *= *std::ranges::max_element(counts);
  }
  return load;
}

double shortcut_load(const Placement& placement, const TemplateDistribution& distribution) {
  double load = 1;
  for (std::size_t i = 0; i < distribution.rank(); ++i) {
    const std::vector<std::int64_t> counts = cells_per_processor(placement.cells[i], distribution.dimensions[i]);
    const auto idle = std::ranges::count(counts, 0);
    const auto effective = static_cast<std::int64_t>(counts.size()) - idle;
    if (effective == 0) return 0;
    load *= static_cast<double>(placement.cells[i].count) / static_cast<double>(effective);
  }
  return load;
}

std::int64_t largest_moved(const Placement& placement, const TemplateDistribution& distribution) {
  using HeldAndStaying = std::pair<std::int64_t, std::int64_t>;
  // Products of held and staying elements of every kind of processor, dimension by dimension; there are few kinds for
  // any number of processors.
  std::set<HeldAndStaying> products = {{1, 1}};
  for (std::size_t i = 0; i < distribution.rank(); ++i) {
    const DimensionDistribution& dimension = distribution.dimensions[i];
    const std::vector<std::int64_t> held = cells_per_processor(placement.cells[i], dimension);
    const std::vector<std::int64_t> staying = cells_staying(placement.cells[i], dimension, placement.shift[i]);
    std::set<HeldAndStaying> kinds;
    for (std::size_t q = 0; q < held.size(); ++q) kinds.emplace(held[q], staying[q]);
    std::set<HeldAndStaying> longer;
    for (const auto& [of_kind, staying_of_kind] : kinds)
      for (const auto& [held_before, staying_before] : products)
        longer.emplace(held_before * of_kind, staying_before * staying_of_kind);
    products = std::move(longer);
  }
  std::int64_t most = 0;
  for (const auto& [held, staying] : products) most = std::max(most, held - staying);
  return most;
}

std::vector<ObjectExtent> object_extents(const Program& program) {
  std::vector<ObjectExtent> extents;
  const auto add = [&](const Places& places) {
    if (std::optional<ObjectExtent> extent = extent_of(places)) extents.push_back(*std::move(extent));
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
  if (rank == 1) return {{processors}};
  std::vector<TemplateVector> all;
  for (std::int64_t factor = processors; factor >= 1; --factor) {
    if (processors % factor != 0) continue;
    for (TemplateVector& factors : factorisations(processors / factor, rank - 1)) {
      factors.insert(factors.begin(), factor);
      all.push_back(std::move(factors));
    }
  }
  return all;
}

std::vector<TemplateVector> allocations(std::int64_t processors, const std::vector<TemplateVector>& representatives,
                                        const std::vector<ObjectExtent>& extents) {
  const std::size_t rank = representatives.empty() ? 1 : representatives.front().size();
  const std::vector<TemplateVector> all = factorisations(processors, rank);
  Allocations chosen;
  for (const TemplateVector& extent : representatives)
    add_closest(
        all,
        [&](const TemplateVector& allocation) {
          const bool fits = std::ranges::equal(allocation, extent, std::less_equal<>());
          return fits ? log_ratio_distance(allocation, extent) : inadmissible;
        },
        chosen);
  const TemplateVector equal(rank, 1);
  add_closest(
      all, [&](const TemplateVector& allocation) { return log_ratio_distance(allocation, equal); }, chosen);
  std::set<TemplateVector> shapes;
  for (const ObjectExtent& extent : extents) shapes.insert({extent.swept, extent.largest});
  for (const TemplateVector& shape : shapes)
    if (*std::ranges::min_element(shape) < processors)
      add_closest(
          all, [&](const TemplateVector& each) { return distance_beside_short(each, shape, processors); }, chosen);
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
