// algorithm1-cc, algorithm1-flow and algorithm1-nl (Chatterjee et al. 1994): the recursion of Algorithm 1, refinement
// of partitions, static sets that are collapsed in advance, and the three partitioners.
#include "algorithms/graphs/algorithm1.hpp"

#include <algorithm>
#include <boost/random/normal_distribution.hpp>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "algorithms/graphs/numerics.hpp"
#include "algorithms/graphs/subgraph.hpp"
#include "base/disjoint_sets.hpp"

namespace apportion {
namespace {

// Divides a connected subgraph of at least three nodes into two nonempty sets.
using Partitioner = std::function<Sides(const Subgraph&, GraphCounters&)>;

// A test of sets that are not divided, and the counter of those that it found.
struct Ending {
  bool (*is_static)(const Subgraph& subgraph) = nullptr;
  std::int64_t GraphCounters::*count = nullptr;
};

// Kernighan-Lin refinement of partitions.

constexpr int most_passes = 10;

// The free node whose move gives the least objective; size() if no node may move.
std::size_t best_move(const Subgraph& subgraph, const Bipartition& partition, const std::vector<bool>& moved) {
  std::size_t best = subgraph.size();
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t node = 0; node < subgraph.size(); ++node) {
    if (moved[node] || partition.is_last(node)) continue;
    const double objective = partition.objective_after(node);
    if (objective < least) {
      least = objective;
      best = node;
    }
  }
  return best;
}

// Improves `sides` by one pass; false if nothing improved.
bool pass(const Subgraph& subgraph, Sides& sides, GraphCounters& counters) {
  Bipartition partition(subgraph, sides, counters);
  // The margin keeps rounding from passing for an improvement, which could make passes repeat for ever.
  double least = partition.objective() * (1 - 1e-12);
  bool improved = false;
  std::vector<bool> moved(subgraph.size());
  for (std::size_t node = best_move(subgraph, partition, moved); node < subgraph.size();
       node = best_move(subgraph, partition, moved)) {
    partition.flip(node);
    moved[node] = true;
    const double objective = partition.objective();
    if (objective >= least) continue;
    least = objective;
    sides = partition.sides();
    improved = true;
  }
  return improved;
}

// Static sets: nodes that follow a neighbour, and sets held together by heavy edges.

// A node to which Lemma 3 applies with one neighbour costs no more with that neighbour's label, whatever the other
// labels. Hence many may follow at once, as long as they do not form a cycle.
void unite_followers(const Subgraph& whole, DisjointSets& sets) {
  for (std::size_t node = 0; node < whole.size(); ++node) {
    double all = 0;
    for (const Subgraph::Neighbour& next : whole.neighbours[node]) all += next.cost;
    const auto heaviest = std::ranges::max_element(whole.neighbours[node], {}, &Subgraph::Neighbour::cost);
    if (heaviest == whole.neighbours[node].end()) continue;
    if (accretes(whole, node, heaviest->cost, std::max(0.0, all - heaviest->cost))) sets.unite(node, heaviest->node);
  }
}

// The components of a connected subgraph without the edges up to the least cost that disconnects it.
std::vector<std::size_t> firmer_parts(const Subgraph& subgraph) {
  std::vector<CutEdge> edges = subgraph.edges;
  std::ranges::stable_sort(edges, std::ranges::greater(), &CutEdge::capacity);
  DisjointSets all(subgraph.size());
  DisjointSets firm(subgraph.size());
  std::size_t united = 0;  // edges of `all` that are in `firm`, too
  for (std::size_t next = 0; all.count() > 1; ++next) {
    if (edges[next].capacity < edges[united].capacity)
      for (; united < next; ++united) firm.unite(edges[united].u, edges[united].v);
    all.unite(edges[next].u, edges[next].v);
  }
  return firm.numbers();
}

void add_parts(const Subgraph& subgraph, const std::vector<std::size_t>& part, std::vector<Subgraph>& waiting) {
  const std::size_t count = *std::ranges::max_element(part) + 1;
  for (std::size_t which = 0; which < count; ++which) waiting.push_back(part_of(subgraph, part, which));
}

// The conditions of Lemmas 1 and 2 do not depend on other labels, so that disjoint sets can be united at once.
void unite_firm_sets(const Subgraph& whole, DisjointSets& sets) {
  std::vector<Subgraph> waiting;
  add_parts(whole, components(whole), waiting);
  while (!waiting.empty()) {
    const Subgraph subgraph = std::move(waiting.back());
    waiting.pop_back();
    if (subgraph.size() == 1) continue;
    if (!static_by_min_cut(subgraph) && !static_by_unanimity(subgraph)) {
      add_parts(subgraph, firmer_parts(subgraph), waiting);
      continue;
    }
    for (const std::size_t member : subgraph.members) sets.unite(subgraph.members[0], member);
  }
}

AlignmentGraph contracted(const AlignmentGraph& graph, const std::vector<std::size_t>& number, std::size_t count) {
  AlignmentGraph result{.name = graph.name, .rho = graph.rho, .candidates = graph.candidates};
  result.nodes.resize(count);
  for (std::size_t node = 0; node < graph.size(); ++node) {
    AlignmentNode& into = result.nodes[number[node]];
    if (into.costs.empty()) {
      into = graph.nodes[node];
      continue;
    }
    for (std::size_t c = 0; c < into.costs.size(); ++c) into.costs[c] += graph.nodes[node].costs[c];
  }
  for (const AlignmentEdge& edge : graph.edges)
    if (number[edge.u] != number[edge.v]) result.edges.push_back({number[edge.u], number[edge.v], edge.weight});
  merge_parallel_edges(result);
  return result;
}

// Collapses once; false if no set was found.
bool collapse_once(CollapsedGraph& collapsed, void (*unite)(const Subgraph&, DisjointSets&)) {
  DisjointSets sets(collapsed.graph.size());
  unite(whole_subgraph(collapsed.graph), sets);
  if (sets.count() == collapsed.graph.size()) return false;
  const std::vector<std::size_t> number = sets.numbers();
  collapsed.graph = contracted(collapsed.graph, number, sets.count());
  for (std::size_t& node : collapsed.node_of) node = number[node];
  return true;
}

// The tests in their order. mincut(S) >= Delta(S) looks at G(S) alone, without w(S), unless a lemma as printed replaces
// it; `paper` means all three lemmas. `exhaust` leaves out that test, so that the recursion goes down to single nodes.
std::vector<Ending> endings_by(const Options& options) {
  const bool paper = options.flag("paper");
  std::vector<Ending> endings;
  if (paper || options.flag("lemma1")) endings.push_back({static_by_min_cut, &GraphCounters::ended_by_lemma1});
  if (paper || options.flag("lemma2")) endings.push_back({static_by_unanimity, &GraphCounters::ended_by_lemma2});
  if (paper || options.flag("lemma3")) endings.push_back({static_by_accretion, &GraphCounters::ended_by_lemma3});
  if (endings.empty() && !options.flag("exhaust")) endings.push_back({static_alone, &GraphCounters::ended_by_test});
  return endings;
}

// The recursion of Algorithm 1.
class Recursion {
 public:
  Recursion(const Options& options, const Partitioner& partitioner, std::size_t nodes)
      : endings_(endings_by(options)),
        levels_(options.count("levels")),
        kernighan_lin_(options.flag("kernighan-lin")),
        partitioner_(partitioner),
        labels_(nodes) {}

  GraphSolution solve(const AlignmentGraph& graph) {
    solve(whole_subgraph(graph), 0, true);
    const bool proven = all_ended_by_proof_ || completion_time(graph, labels_) <= local_minima(graph);
    GraphSolution solution = labelled(graph, labels_, proven);
    solution.counters = counters_;
    return solution;
  }

 private:
  // Labels the members and returns their cost. `level` counts the divisions so far; an `outermost` set is the whole
  // graph or one of its components.
  double solve(const Subgraph& subgraph, std::int64_t level, bool outermost) {
    if (subgraph.size() == 1) return make_static(subgraph);
    const std::vector<std::size_t> component = components(subgraph);
    const std::size_t count = *std::ranges::max_element(component) + 1;
    if (count > 1) return solve_parts(subgraph, component, count, level, outermost);
    if (ends(subgraph) || (levels_ > 0 && level == levels_)) return make_static(subgraph);
    if (outermost) all_ended_by_proof_ = false;
    const Sides sides = divide(subgraph);
    return solve_parts(subgraph, {sides.begin(), sides.end()}, 2, level + 1, false);
  }

  double solve_parts(const Subgraph& subgraph, const std::vector<std::size_t>& part, std::size_t count,
                     std::int64_t level, bool outermost) {
    double cost = 0;
    for (std::size_t which = 0; which < count; ++which) cost += solve(part_of(subgraph, part, which), level, outermost);
    for (const CutEdge& edge : subgraph.edges)
      if (part[edge.u] != part[edge.v] && labels_[subgraph.members[edge.u]] != labels_[subgraph.members[edge.v]])
        cost += edge.capacity;
    return cost < subgraph.best.cost ? cost : make_static(subgraph);
  }

  Sides divide(const Subgraph& subgraph) {
    if (subgraph.size() == 2) return first_node_aside(2);
    ++counters_.partitions;
    Sides sides = partitioner_(subgraph, counters_);
    return kernighan_lin_ ? refine(subgraph, std::move(sides), counters_) : sides;
  }

  double make_static(const Subgraph& subgraph) {
    for (const std::size_t node : subgraph.members) labels_[node] = subgraph.best.candidate;
    return subgraph.best.cost;
  }

  bool ends(const Subgraph& subgraph) {
    const auto ending = std::ranges::find_if(endings_, [&](const Ending& each) { return each.is_static(subgraph); });
    if (ending == endings_.end()) return false;
    ++(counters_.*ending->count);
    return true;
  }

  const std::vector<Ending> endings_;
  const std::int64_t levels_;  // the most nested divisions; 0: no limit
  const bool kernighan_lin_;
  const Partitioner& partitioner_;
  Labelling labels_;
  GraphCounters counters_;
  bool all_ended_by_proof_ = true;
};

// A partitioner's own options, and those of Algorithm 1 with every partitioner.
std::vector<OptionSpec> with_common_options(std::vector<OptionSpec> own) {
  own.insert(own.end(),
             {{.name = "lemma1", .summary = "stop where Lemma 1 (min-cut) holds as printed"},
              {.name = "lemma2", .summary = "stop where Lemma 2 (unanimous) holds as printed"},
              {.name = "lemma3", .summary = "stop where Lemma 3 (accretion) holds as printed"},
              {.name = "exhaust", .summary = "stop only at single nodes"},
              {.name = "kernighan-lin", .summary = "refine each partition"},
              {.name = "collapse", .summary = "first merge each set that is known to be static into one node"},
              count_option("levels", "0", "greatest depth of the recursion; 0: no limit")});
  return own;
}

// Section 2, Algorithm 1. A disconnected set is divided into its components, two nodes into single ones, other sets by
// `partitioner`. In a tie the static distribution is kept. The solution is proven optimal if each component of the
// graph was found static as a whole, or the cost is the sum of the nodes' least costs; if sets were collapsed, only in
// the second case.
GraphSolution algorithm1(const AlignmentGraph& graph, const Options& options, const Partitioner& partitioner) {
  if (!options.flag("collapse")) return Recursion(options, partitioner, graph.size()).solve(graph);
  const CollapsedGraph collapsed = collapse_static_sets(graph);
  const GraphSolution inner = Recursion(options, partitioner, collapsed.graph.size()).solve(collapsed.graph);
  // Static sets were found in rounded arithmetic, which proves nothing.
  const bool unchanged = collapsed.graph.size() == graph.size();
  Labelling labels = expanded(collapsed, inner.labels);
  const bool proven = unchanged ? inner.proven_optimal : completion_time(graph, labels) <= local_minima(graph);
  GraphSolution solution = labelled(graph, std::move(labels), proven);
  solution.counters = inner.counters;
  return solution;
}

// Estimated floating-point operations of the numerical kernels, by formulas of Golub & Van Loan, Matrix Computations,
// for the algorithms used; libraries do not count. The counts of one program are comparable with each other, and with
// other programs by magnitude.

// All eigenvectors of a symmetric n x n matrix: 9 n^3.
std::int64_t eigen_flops(std::size_t n) { return static_cast<std::int64_t>(9 * n * n * n); }

// Singular values and right singular vectors of a rows x columns matrix: 4 a b^2 + 8 b^3, b the shorter side.
std::int64_t svd_flops(std::size_t rows, std::size_t columns) {
  const std::size_t a = rows > columns ? rows : columns;
  const std::size_t b = rows > columns ? columns : rows;
  return static_cast<std::int64_t>(4 * a * b * b + 8 * b * b * b);
}

// The continuous objective (3) or (4): four operations for each node cost and each edge.
std::int64_t continuous_flops(const Subgraph& subgraph) {
  return static_cast<std::int64_t>(4 * subgraph.size() * subgraph.candidates + 4 * subgraph.edges.size());
}

// One step of successive quadratic programming in n variables: a least-squares problem of n x n, 4/3 n^3.
std::int64_t quadratic_step_flops(std::size_t n) { return static_cast<std::int64_t>(4 * n * n * n / 3); }

// Partitioner CC: two extremal vectors, and the search on the segment between them.

constexpr double zero = 1e-12;

using Vector = std::vector<double>;

Vector combined(const Vector& from, const Vector& to, double lambda) {
  Vector x;
  for (std::size_t i = 0; i < from.size(); ++i) x.push_back((1 - lambda) * from[i] + lambda * to[i]);
  return x;
}

Vector negated(Vector x) {
  for (double& value : x) value = -value;
  return x;
}

// Keeps the cheapest partition with two nonempty sets, the first of equal ones; until one is offered, a fallback.
class CheapestPartition {
 public:
  explicit CheapestPartition(Sides fallback = {}) : sides_(std::move(fallback)) {}

  // False if one of the sets is empty.
  bool offer(const Bipartition& partition) {
    if (partition.one_sided()) return false;
    if (const double objective = partition.objective(); objective < objective_) {
      objective_ = objective;
      sides_ = partition.sides();
    }
    return true;
  }
  [[nodiscard]] const Sides& sides() const { return sides_; }

 private:
  double objective_ = std::numeric_limits<double>::infinity();
  Sides sides_;
};

// Evaluates (2) at every sign pattern on the segment: a node changes sides where its component crosses zero.
void offer_segment(const Subgraph& subgraph, const Vector& from, const Vector& to, GraphCounters& counters,
                   CheapestPartition& best) {
  std::vector<std::pair<double, std::size_t>> crossings;
  for (std::size_t node = 0; node < from.size(); ++node)
    if ((from[node] < -zero) != (to[node] < -zero)) crossings.emplace_back(from[node] / (from[node] - to[node]), node);
  std::ranges::sort(crossings);
  Bipartition partition(subgraph, signs(from), counters);
  for (std::size_t next = 0;; ++next) {
    const bool between =
        next == 0 || next == crossings.size() || crossings[next].first > crossings[next - 1].first + zero;
    if (between) best.offer(partition);
    if (next == crossings.size()) return;
    partition.flip(crossings[next].second);
  }
}

// The continuous objective (3), up to a constant: M = b - C, so that ||M y||_inf = b sum(y) - min_i (C y)_i.
double continuous_objective(const Subgraph& subgraph, const Vector& x, GraphCounters& counters) {
  double cut = 0;
  for (const CutEdge& edge : subgraph.edges) {
    const double difference = x[edge.u] - x[edge.v];
    cut += edge.capacity * difference * difference;
  }
  Vector plus(subgraph.candidates);
  Vector minus(subgraph.candidates);
  for (std::size_t node = 0; node < x.size(); ++node)
    for (std::size_t c = 0; c < subgraph.candidates; ++c) {
      plus[c] += subgraph.costs[node][c] * (1 + x[node]);
      minus[c] += subgraph.costs[node][c] * (1 - x[node]);
    }
  ++counters.evaluations;
  counters.flops += continuous_flops(subgraph);
  return cut / 4 + *std::ranges::min_element(plus) / 2 + *std::ranges::min_element(minus) / 2;
}

// The point at which golden-section search on the segment ends.
double golden_section(const Subgraph& subgraph, const Vector& from, const Vector& to, GraphCounters& counters) {
  const double golden = (std::sqrt(5.0) - 1) / 2;
  const auto objective = [&](double lambda) {
    return continuous_objective(subgraph, combined(from, to, lambda), counters);
  };
  double low = 0;
  double high = 1;
  double left = high - golden;
  double right = low + golden;
  double at_left = objective(left);
  double at_right = objective(right);
  while (high - low > 1e-6) {
    if (at_left <= at_right) {
      high = std::exchange(right, left);
      at_right = at_left;
      left = high - golden * (high - low);
      at_left = objective(left);
    } else {
      low = std::exchange(left, right);
      at_left = at_right;
      right = low + golden * (high - low);
      at_right = objective(right);
    }
  }
  return (low + high) / 2;
}

// Evaluates (2) at that point and at both ends of the segment.
void offer_golden(const Subgraph& subgraph, const Vector& from, const Vector& to, GraphCounters& counters,
                  CheapestPartition& best) {
  for (const double lambda : {golden_section(subgraph, from, to, counters), 0.0, 1.0})
    best.offer({subgraph, signs(combined(from, to, lambda)), counters});
}

bool agree_somewhere(const Vector& x, const Vector& y) {
  for (std::size_t i = 0; i < x.size(); ++i)
    if (x[i] * y[i] > 0) return true;
  return false;
}

// The printed method: one sign of x_M, and the point at which the search ends, without evaluating (2) there.
Sides printed_search(const Subgraph& subgraph, const Vector& x_l, Vector x_m, GraphCounters& counters) {
  if (!agree_somewhere(x_m, x_l)) x_m = negated(std::move(x_m));
  return signs(combined(x_m, x_l, golden_section(subgraph, x_m, x_l, counters)));
}

// C without the means of its rows and columns. As b grows, the savings matrix b - C tends to it apart from its first
// singular triplet, which tends to the constant vectors.
Matrix doubly_centred(const Subgraph& subgraph) {
  Matrix matrix{subgraph.candidates, {}};
  Vector row_mean(subgraph.candidates);
  for (const double* costs : subgraph.costs) {
    double mean = 0;
    for (std::size_t c = 0; c < subgraph.candidates; ++c) mean += costs[c] / static_cast<double>(subgraph.candidates);
    for (std::size_t c = 0; c < subgraph.candidates; ++c) {
      matrix.values.push_back(costs[c] - mean);
      row_mean[c] += (costs[c] - mean) / static_cast<double>(subgraph.size());
    }
  }
  for (std::size_t i = 0; i < matrix.values.size(); ++i) matrix.values[i] -= row_mean[i % subgraph.candidates];
  return matrix;
}

Matrix savings(const Subgraph& subgraph) {
  double b = 1;
  for (std::size_t node = 0; node < subgraph.size(); ++node) b = std::max(b, greatest_cost(subgraph, node) + 1);
  Matrix matrix{subgraph.candidates, {}};
  for (const double* costs : subgraph.costs)
    for (std::size_t c = 0; c < subgraph.candidates; ++c) matrix.values.push_back(b - costs[c]);
  return matrix;
}

// The node vector of Section 3.3; empty if it is undetermined.
Vector node_vector(const Subgraph& subgraph, bool by_savings, GraphCounters& counters) {
  counters.flops += svd_flops(subgraph.candidates, subgraph.size());
  // With equal costs only rounding errors remain after centring.
  double spread = 0;
  for (std::size_t node = 0; node < subgraph.size(); ++node)
    spread = std::max(spread, greatest_cost(subgraph, node) - least_cost(subgraph, node));
  if (!(spread > 0)) return {};
  return by_savings ? right_singular_vector(savings(subgraph), 1) : right_singular_vector(doubly_centred(subgraph), 0);
}

void require_dense(std::size_t nodes) {
  if (nodes > largest_dense_problem)
    throw InputError(
        "algorithm1-cc would need the eigenvectors of a dense {0} x {0} matrix; "
        "it takes up to {1} connected nodes, algorithm1-flow takes more",
        nodes, largest_dense_problem);
}

// Searches the segment. The result is empty or one-sided if the search finds no partition.
Sides searched(const Subgraph& subgraph, const Vector& x_l, const CombinationChoices& choices,
               GraphCounters& counters) {
  const Vector x_m = node_vector(subgraph, choices.savings, counters);
  if (choices.search == SegmentSearch::printed)
    return x_m.empty() ? signs(x_l) : printed_search(subgraph, x_l, x_m, counters);
  CheapestPartition best;
  const auto offer = choices.search == SegmentSearch::golden ? offer_golden : offer_segment;
  offer(subgraph, x_m.empty() ? x_l : x_m, x_l, counters, best);
  // Each vector is determined up to its sign only.
  if (!x_m.empty()) offer(subgraph, negated(x_m), x_l, counters, best);
  return best.sides();
}

// algorithm1-cc: Algorithm 1 with partitioner CC, convex combinations of two extremal vectors.

CombinationChoices choices_of(const Options& options) {
  if (options.flag("paper")) return {.savings = true, .search = SegmentSearch::printed};
  return {.savings = options.flag("savings"),
          .search = options.flag("golden") ? SegmentSearch::golden : SegmentSearch::patterns};
}

GraphSolution solve_algorithm1_cc(const AlignmentGraph& graph, const Options& options, RandomStream& /*stream*/) {
  const CombinationChoices choices = choices_of(options);
  return algorithm1(graph, options, [&choices](const Subgraph& subgraph, GraphCounters& counters) {
    return partition_by_combinations(subgraph, choices, counters);
  });
}

const Registration<GraphAlgorithm> algorithm1_cc_registration{
    {.name = "algorithm1-cc",
     .source = "Chatterjee, Gilbert, Schreiber & Sheffler 1994, Sections 2, 3.3 and 4",
     .summary =
         "divide and conquer; partitions by the signs of convex combinations of the Fiedler vector and a singular "
         "vector of the node costs",
     .revision = 2,
     .exact_everywhere = false,
     .options = with_common_options(
         {{.name = "paper",
           .summary = "as printed: savings, one sign of x_M, golden section without the ends, and Lemmas 1 to 3"},
          {.name = "savings", .summary = "x_M from the savings matrix max C + 1 - C instead of its limit"},
          {.name = "golden", .summary = "golden section on the continuous objective instead of every sign pattern"}}),
     .variants = {"paper", "kernighan-lin", "savings", "golden", "lemma1,lemma2,lemma3", "exhaust", "collapse"},
     .solve = solve_algorithm1_cc}};

// algorithm1-flow: Algorithm 1 with the exact partitioner, one minimum cut for each pair of distributions.

// The prices of each node on either side: its costs under `first` and `second`.
std::vector<SidePrices> prices(const Subgraph& subgraph, std::size_t first, std::size_t second) {
  std::vector<SidePrices> all;
  for (const double* costs : subgraph.costs) all.push_back({costs[first], costs[second]});
  return all;
}

// Fixes the node that gains most from `first` on the source's side, and the one that gains least on the sink's, so that
// neither set is empty.
void hold_ends(const Subgraph& subgraph, std::vector<SidePrices>& all) {
  std::size_t gains_most = 0;
  std::size_t gains_least = 0;
  const auto gain = [&all](std::size_t node) { return all[node].sink - all[node].source; };
  for (std::size_t node = 1; node < all.size(); ++node) {
    if (gain(node) > gain(gains_most)) gains_most = node;
    if (gain(node) <= gain(gains_least)) gains_least = node;
  }
  if (gains_most == gains_least) return;
  double more_than_all = 1 + 2 * subgraph.best.cost;
  for (const CutEdge& edge : subgraph.edges) more_than_all += edge.capacity;
  for (const SidePrices& price : all) more_than_all += price.source + price.sink;
  all[gains_most].sink += more_than_all;
  all[gains_least].source += more_than_all;
}

Sides cheapest_partition(const Subgraph& subgraph, GraphCounters& counters) {
  CheapestPartition best(first_node_aside(subgraph.size()));
  const auto offer = [&](const Sides& sides) {
    return !is_one_sided(sides) && best.offer({subgraph, sides, counters});
  };
  for (std::size_t first = 0; first < subgraph.candidates; ++first)
    for (std::size_t second = first + 1; second < subgraph.candidates; ++second) {
      std::vector<SidePrices> all = prices(subgraph, first, second);
      if (offer(least_sink_side(all, subgraph.edges))) continue;
      hold_ends(subgraph, all);
      offer(least_sink_side(all, subgraph.edges));
    }
  return best.sides();
}

GraphSolution solve_algorithm1_flow(const AlignmentGraph& graph, const Options& options, RandomStream& /*stream*/) {
  return algorithm1(graph, options, cheapest_partition);
}

const Registration<GraphAlgorithm> algorithm1_flow_registration{
    {.name = "algorithm1-flow",
     .source = "Algorithm 1 of Chatterjee et al. 1994; its partition objective (2) is polynomial",
     .summary = "divide and conquer; the cheapest partition by a minimum cut for each pair of distributions, "
                "where that has two sides",
     .options = with_common_options({{.name = "paper", .summary = "Lemmas 1 to 3 as printed"}}),
     .variants = {"kernighan-lin", "collapse"},
     .solve = solve_algorithm1_flow}};

// algorithm1-nl: Algorithm 1 with partitioner NL, nonlinear minimisation over a ball of the 4-norm.

// The quadratic programs are dense: beyond this size one step takes seconds.
constexpr std::size_t largest_problem = 500;

// ||y||_4, and its gradient in y.
double norm4(const Vector& y, Vector& gradient) {
  double greatest = 0;
  for (const double value : y) greatest = std::max(greatest, std::abs(value));
  if (!(greatest > 0)) return 0;
  double sum = 0;
  for (const double value : y) sum += std::pow(value / greatest, 4);
  const double norm = greatest * std::pow(sum, 0.25);
  for (std::size_t i = 0; i < y.size(); ++i) gradient[i] = std::pow(y[i] / norm, 3);
  return norm;
}

// Equation (4) with p = 2, divided by the size of its terms.
class Objective {
 public:
  explicit Objective(const Subgraph& subgraph) : subgraph_(subgraph) {
    for (std::size_t node = 0; node < subgraph.size(); ++node) b_ = std::max(b_, greatest_cost(subgraph, node));
    b_ += 1;
    for (const CutEdge& edge : subgraph.edges) scale_ += edge.capacity;
    scale_ += subgraph.best.cost;
  }

  double operator()(const Vector& x, Vector& gradient) const {
    std::ranges::fill(gradient, 0.0);
    double value = 0;
    for (const CutEdge& edge : subgraph_.edges) {
      const double difference = x[edge.u] - x[edge.v];
      value += edge.capacity * difference * difference / 4;
      gradient[edge.u] += edge.capacity * difference / 2;
      gradient[edge.v] -= edge.capacity * difference / 2;
    }
    for (const double sign : {1.0, -1.0}) value -= saved(x, sign, gradient) / 2;
    for (double& slope : gradient) slope /= scale_;
    return value / scale_;
  }

 private:
  // ||M (e + sign x)||_4; subtracts half its gradient.
  double saved(const Vector& x, double sign, Vector& gradient) const {
    Vector savings(subgraph_.candidates);
    for (std::size_t node = 0; node < x.size(); ++node)
      for (std::size_t c = 0; c < savings.size(); ++c)
        savings[c] += (b_ - subgraph_.costs[node][c]) * (1 + sign * x[node]);
    Vector slope(savings.size());
    const double norm = norm4(savings, slope);
    for (std::size_t node = 0; node < x.size(); ++node)
      for (std::size_t c = 0; c < savings.size(); ++c)
        gradient[node] -= sign * slope[c] * (b_ - subgraph_.costs[node][c]) / 2;
    return norm;
  }

  const Subgraph& subgraph_;
  double b_ = 0;
  double scale_ = 1;
};

double sum_of(const Vector& x, Vector& gradient) {
  std::ranges::fill(gradient, 1.0);
  return std::accumulate(x.begin(), x.end(), 0.0);
}

// ||x||_4 - 1 as a polynomial, so that its gradient exists everywhere.
double excess_norm(const Vector& x, Vector& gradient) {
  double sum = -1;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum += std::pow(x[i], 4);
    gradient[i] = 4 * std::pow(x[i], 3);
  }
  return sum;
}

// A normal vector, made orthogonal to e and of unit 4-norm.
Vector random_start(std::size_t nodes, RandomStream& stream) {
  boost::random::normal_distribution<double> normal;
  Vector x;
  for (std::size_t i = 0; i < nodes; ++i) x.push_back(normal(stream));
  const double mean = std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(nodes);
  for (double& value : x) value -= mean;
  Vector unused(nodes);
  const double norm = norm4(x, unused);
  for (double& value : x) value /= norm;
  return x;
}

Sides partition_by_minimisation(const Subgraph& subgraph, std::int64_t starts, RandomStream& stream,
                                GraphCounters& counters) {
  if (subgraph.size() > largest_problem)
    throw InputError(
        "algorithm1-nl would solve dense programmes of {} variables; "
        "it takes up to {} connected nodes, algorithm1-cc and algorithm1-flow take more",
        subgraph.size(), largest_problem);
  const Objective objective(subgraph);
  CheapestPartition best(first_node_aside(subgraph.size()));
  for (std::int64_t start = 0; start < starts; ++start) {
    const SmoothMinimum minimum = minimise(objective, {sum_of, excess_norm}, random_start(subgraph.size(), stream));
    counters.evaluations += minimum.evaluations;
    counters.flops += minimum.evaluations * (2 * continuous_flops(subgraph) + quadratic_step_flops(subgraph.size()));
    ++counters.starts;
    const Sides sides = signs(minimum.x);
    if (minimum.feasible && !is_one_sided(sides))
      best.offer({subgraph, sides, counters});
    else
      ++counters.failed_starts;
  }
  return best.sides();
}

GraphSolution solve_algorithm1_nl(const AlignmentGraph& graph, const Options& options, RandomStream& stream) {
  const std::int64_t starts = options.count("starts");
  return algorithm1(graph, options, [starts, &stream](const Subgraph& subgraph, GraphCounters& counters) {
    return partition_by_minimisation(subgraph, starts, stream, counters);
  });
}

const Registration<GraphAlgorithm> algorithm1_nl_registration{
    {.name = "algorithm1-nl",
     .source = "Chatterjee, Gilbert, Schreiber & Sheffler 1994, Sections 2, 3.2 and 4",
     .summary = "divide and conquer; partitions by the signs of a local minimum of a smooth function over the ball of "
                "the 4-norm, from random starts",
     .exact_everywhere = false,
     .options = with_common_options({{.name = "paper", .summary = "as printed: Lemmas 1 to 3"},
                                     count_option("starts", "10", "random starts per partition; the best is kept", 1)}),
     .variants = {"starts=1", "paper,starts=1", "kernighan-lin"},
     .solve = solve_algorithm1_nl}};

}  // namespace

Sides refine(const Subgraph& subgraph, Sides sides, GraphCounters& counters) {
  for (int passes = 0; passes < most_passes && pass(subgraph, sides, counters); ++passes) continue;
  return sides;
}

CollapsedGraph collapse_static_sets(const AlignmentGraph& graph) {
  CollapsedGraph collapsed{.graph = graph, .node_of = std::vector<std::size_t>(graph.size())};
  std::iota(collapsed.node_of.begin(), collapsed.node_of.end(), std::size_t{0});
  // Followers are found fast; minimum cuts are tried only when there are none.
  while (collapse_once(collapsed, unite_followers) || collapse_once(collapsed, unite_firm_sets)) continue;
  return collapsed;
}

Labelling expanded(const CollapsedGraph& collapsed, const Labelling& labels) {
  Labelling all;
  for (const std::size_t node : collapsed.node_of) all.push_back(labels[node]);
  return all;
}

Sides first_node_aside(std::size_t nodes) {
  Sides sides(nodes, true);
  sides[0] = false;
  return sides;
}

bool is_one_sided(const Sides& sides) { return std::ranges::find(sides, !sides[0]) == sides.end(); }

Sides partition_by_combinations(const Subgraph& subgraph, const CombinationChoices& choices, GraphCounters& counters) {
  require_dense(subgraph.size());
  const Vector x_l = fiedler_vector(subgraph.size(), subgraph.edges);
  counters.flops += eigen_flops(subgraph.size());
  Sides found = searched(subgraph, x_l, choices, counters);
  if (!found.empty() && !is_one_sided(found)) return found;
  Sides by_edges = signs(x_l);
  return is_one_sided(by_edges) ? first_node_aside(subgraph.size()) : by_edges;
}

}  // namespace apportion
