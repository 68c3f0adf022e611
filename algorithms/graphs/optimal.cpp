// optimal: the proven optimum, by the exact method that suits the graph, and its search: reductions, a bound by message
// passing, and depth-first branch and bound. Every bound is a sum of whole numbers (message_passing.hpp) or the cost of
// a complete elimination, so that rounding never invalidates it.
#include "algorithms/graphs/optimal.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/count_option.hpp"
#include "algorithms/graphs/exact.hpp"
#include "algorithms/graphs/graph_algorithm.hpp"
#include "algorithms/graphs/heuristics.hpp"
#include "algorithms/graphs/message_passing.hpp"
#include "algorithms/graphs/reductions.hpp"
#include "algorithms/graphs/whole_graph.hpp"

namespace apportion {
namespace {

// Windows with fixed surroundings, and islands left by the messages.

constexpr std::uint32_t outside = std::numeric_limits<std::uint32_t>::max();

// Removes edges to nodes outside; `surrounding` gives what they add to the cost of the label at each place.
template <class Surrounding>
WholePart part_of(const WholeGraph& graph, const std::vector<std::uint32_t>& members, std::vector<std::uint32_t>& place,
                  const Surrounding& surrounding) {
  WholePart part;
  part.graph.candidates = graph.candidates;
  part.nodes = members;
  for (std::uint32_t k = 0; k < members.size(); ++k) place[members[k]] = k;
  for (const std::uint32_t v : members) {
    const WholeNode& whole = graph.nodes[v];
    WholeNode& node = part.graph.nodes.emplace_back();
    node.labels = whole.labels;
    node.costs = whole.costs;
    for (std::size_t l = 0; l < whole.links.size(); ++l) {
      const WholeLink& link = whole.links[l];
      if (place[link.to] == outside) {
        surrounding(v, l, node);
        continue;
      }
      node.links.push_back(link);
      node.links.back().to = place[link.to];
    }
    const Whole least = *std::ranges::min_element(node.costs);
    for (Whole& cost : node.costs) cost -= least;
    part.graph.base += least;
  }
  for (const std::uint32_t v : members) place[v] = outside;
  return part;
}

struct DearLabels {
  std::vector<std::pair<std::uint32_t, std::size_t>> labels = {};  // node and place; for each node last places first
  bool impossible = false;                                         // some node has no other label
  bool decide = false;                                             // at least one node in 200 has one label left
  bool many = false;                                               // at least a tenth of all labels
};

// The labels that raise the bound by more than `gap`, as of the last messages.bound().
DearLabels dear_labels(const WholeGraph& graph, const MessagePassing& messages, Whole gap) {
  DearLabels dear;
  std::size_t labels = 0;
  std::size_t decided = 0;
  for (std::uint32_t v = 0; v < graph.size(); ++v) {
    const std::vector<Whole> excess = messages.excess(v);
    const std::size_t before = dear.labels.size();
    for (std::size_t place = excess.size(); place-- > 0;)
      if (excess[place] > gap) dear.labels.emplace_back(v, place);
    const std::size_t left = excess.size() - (dear.labels.size() - before);
    dear.impossible = dear.impossible || left == 0;
    if (left == 1) ++decided;
    labels += excess.size();
  }
  dear.decide = decided > 0 && 200 * decided >= graph.size();
  dear.many = 10 * dear.labels.size() >= labels;
  return dear;
}

// The node whose labels raise the bound most on average, with the greatest weight on the least raise; a raise above
// `gap` counts as `gap`. As of the last messages.bound().
std::uint32_t branching_node(const WholeGraph& graph, const MessagePassing& messages, Whole gap) {
  std::uint32_t chosen = 0;
  double most = -1;
  for (std::uint32_t v = 0; v < graph.size(); ++v) {
    const std::vector<Whole> excess = messages.excess(v);
    double sum = 0;
    for (const Whole each : excess) sum += static_cast<double>(std::min(each, gap));
    const double score =
        sum / static_cast<double>(excess.size()) + 4 * static_cast<double>(*std::ranges::min_element(excess));
    if (score <= most) continue;
    most = score;
    chosen = v;
  }
  return chosen;
}

// The effort at the root of the search tree, or at its other nodes.
struct Effort {
  std::size_t most_entries = 0;  // in the tables of an elimination
  int passes = 0;                // between two evaluations of the bound
  bool improve = false;          // use larger moves when messages stall
  bool islands = false;          // use islands when larger moves do not help
  int soft_passes = 0;           // at each temperature, once messages have stalled
  double stalled = 0;            // messages stall if they gain less than this part of the gap
};

constexpr Effort at_root{
    .most_entries = 1'000'000, .passes = 10, .improve = true, .islands = true, .soft_passes = 10, .stalled = 0.005};
constexpr Effort within{.most_entries = 100'000, .passes = 4, .stalled = 0.05};

// Graphs with more nodes are not branched on, since that rarely ends: passes continue as long as they gain this part of
// the gap.
constexpr std::size_t large = 700;
constexpr double ended_when_large = 0.002;

// The sizes of windows, and the effort for one. The quarter of a window's nodes nearest to its centre gets no window of
// its own.
constexpr std::array<std::size_t, 3> window_sizes = {80, 320, 700};
constexpr Effort in_window{.most_entries = 100'000, .passes = 10, .stalled = 0.005};
constexpr std::int64_t window_tree = 5;
constexpr std::int64_t window_passes = 1000;
constexpr std::size_t most_windows_in_vain = 100;

constexpr Effort on_island{.most_entries = 100'000, .passes = 10, .improve = true, .stalled = 0.005};
constexpr int most_rounds_of_islands = 20;
constexpr std::int64_t island_tree = 200;

// A table entry takes as long as this many message entries.
constexpr std::int64_t messages_per_entry = 5;

// The best labelling found that costs at most a cutoff, and a lower bound on all labellings.
struct Found {
  std::optional<WholeLabels> labels = {};
  Whole cost = 0;
  Whole bound = 0;
};

class Search {
 public:
  Search(Whole step, Whole unit, const SearchLimits& limits) : step_(step), unit_(unit), limits_(limits) {}

  // Searches. `known` is empty or a labelling of any cost, near which a better one is sought.
  Found solve(WholeGraph graph, Whole cutoff, const Effort& effort, bool by_cuts, const WholeLabels& known) {
    Reduction reduction(std::move(graph), by_cuts);
    WholeGraph& reduced = reduction.graph();
    if (reduced.base > cutoff) return {.bound = cutoff + 1};
    WholeLabels left;
    for (std::uint32_t v = 0; !known.empty() && v < reduced.size(); ++v) left.push_back(known[reduction.given(v)]);
    Found found = is_connected(reduced) ? solve_connected(reduced, cutoff, effort, left)
                                        : solve_parts(reduced, cutoff, effort, left);
    if (found.labels) found.labels = reduction.expanded(*found.labels);
    return found;
  }

  Found solve_connected(WholeGraph& graph, Whole cutoff, const Effort& effort, const WholeLabels& known) {
    if (graph.nodes.empty()) return {WholeLabels{}, graph.base, graph.base};
    std::int64_t entries = 0;
    std::optional<WholeLabels> optimum = elimination_optimum(graph, effort.most_entries, &entries);
    counts_.messages += messages_per_entry * entries;
    if (optimum) {
      const Whole cost = cost_of(graph, *optimum);
      if (cost > cutoff) return {.bound = cost};
      return {std::move(optimum), cost, cost};
    }
    Found found = tighten(graph, cutoff, effort, known);
    // Costs are multiples of the unit, and so is their minimum.
    found.bound = (found.bound + unit_ - 1) / unit_ * unit_;
    return found;
  }

  [[nodiscard]] SearchCounts& counts() { return counts_; }

 private:
  [[nodiscard]] bool out_of_work() const {
    return counts_.nodes >= limits_.nodes || counts_.messages >= limits_.messages;
  }

  // Every part must stay below what the bounds of the others leave of the cutoff.
  Found solve_parts(const WholeGraph& graph, Whole cutoff, const Effort& effort, const WholeLabels& known) {
    std::vector<WholePart> parts = components(graph);
    std::vector<Whole> bounds;
    Found all{WholeLabels(graph.size()), graph.base, graph.base};
    for (const WholePart& part : parts) {
      bounds.push_back(std::max<Whole>(0, MessagePassing(part.graph).bound()));
      all.bound += bounds.back();
    }
    for (std::size_t k = 0; k < parts.size() && all.bound <= cutoff; ++k) {
      all.bound -= bounds[k];
      const Found found = solve_connected(parts[k].graph, cutoff - all.bound, effort, labels_of(parts[k], known));
      all.bound += std::max(found.bound, bounds[k]);
      if (!found.labels) all.labels.reset();
      if (!all.labels) continue;
      all.cost += found.cost;
      for (std::size_t v = 0; v < parts[k].nodes.size(); ++v) (*all.labels)[parts[k].nodes[v]] = (*found.labels)[v];
    }
    if (all.bound > cutoff || all.cost > cutoff) all.labels.reset();
    all.bound = std::min(all.bound, cutoff + 1);
    return all;
  }

  // Takes a labelling that costs at most the cutoff, and lowers the cutoff to its cost.
  void offer(WholeLabels labels, Whole cost, Found& best, Whole& cutoff) const {
    if (cost > cutoff) return;
    best.labels = std::move(labels);
    best.cost = cost;
    cutoff = cost - step_;
  }

  static WholeLabels labels_of(const WholePart& part, const WholeLabels& labels) {
    WholeLabels of_part;
    if (!labels.empty())
      for (const std::uint32_t v : part.nodes) of_part.push_back(labels[v]);
    return of_part;
  }

  // Passes messages until the bound exceeds the cutoff, labels can be dropped, or they stall and nothing else helps.
  Found tighten(WholeGraph& graph, Whole cutoff, Effort effort, const WholeLabels& known) {
    Found best;
    WholeLabels current;
    if (effort.improve && !known.empty()) current = restricted(graph, known);
    std::optional<MessagePassing> messages(graph);
    Whole passed = messages->bound();
    Whole bound = passed;  // islands can raise it
    double stalls = effort.stalled;
    for (bool ended = false; !ended && counts_.messages < limits_.messages;) {
      const Whole before = passed;
      for (int k = 0; k < effort.passes; ++k) messages->pass();
      counts_.messages += effort.passes * messages->work();
      passed = messages->bound();
      bound = std::max(bound, passed);
      const auto gained_less_than = [&](double part) {
        return static_cast<double>(passed - before) <= part * static_cast<double>(cutoff - before);
      };
      ended = gained_less_than(stalls);
      if (ended && passed <= cutoff && effort.soft_passes > 0) {
        counts_.messages +=
            messages->cool(2 * (cutoff - passed) / static_cast<Whole>(graph.size()), effort.soft_passes);
        effort.soft_passes = 0;
        passed = messages->bound();
        bound = std::max(bound, passed);
        ended = false;
      }
      WholeLabels decoded = messages->decoded();
      const Whole cost = cost_of(graph, decoded);
      if (effort.improve && (ended || counts_.messages >= limits_.messages)) {
        const Whole gap = cutoff - bound;
        improve(graph, *messages, std::move(decoded), current);
        offer(current, cost_of(graph, current), best, cutoff);
        if (effort.islands && 10 * (cutoff - bound) > 9 * gap && bound <= cutoff) {
          bound = std::max(bound, solve_islands(graph, *messages, passed, current));
          offer(current, cost_of(graph, current), best, cutoff);
          // From now on smaller gains count.
          stalls /= 4;
        }
        ended =
            ended && 10 * (cutoff - bound) > 9 * gap && (graph.size() <= large || gained_less_than(ended_when_large));
      } else {
        offer(std::move(decoded), cost, best, cutoff);
      }
      best.bound = std::min(bound, cutoff + 1);
      if (bound > cutoff) return best;
      const DearLabels dear = dear_labels(graph, *messages, cutoff - passed);
      if (dear.impossible) return merged(std::move(best), {.bound = cutoff + 1}, cutoff);
      if (!dear.many && !dear.decide) continue;
      messages->store(graph);
      messages.reset();
      for (const auto& [node, place] : dear.labels) drop_label(graph.nodes[node], place);
      if (best.labels && effort.improve) current = *best.labels;
      Found later = solve(std::move(graph), cutoff, effort, effort.improve && dear.many, current);
      later.bound = std::max(later.bound, bound);
      return merged(std::move(best), std::move(later), cutoff);
    }
    best.bound = std::min(bound, cutoff + 1);
    if (bound > cutoff || out_of_work() || graph.size() > large) return best;
    messages->store(graph);
    return branch(graph, *messages, passed, cutoff, std::move(best));
  }

  // The cheaper of the labelling and the expanded decoded one, improved in windows of growing size.
  void improve(WholeGraph& graph, const MessagePassing& messages, WholeLabels decoded, WholeLabels& current) {
    // Expansions mostly keep the candidate that comes first, on large graphs nearly everywhere: so the best one comes
    // first.
    if (graph.size() > large) decoded = most_expanded(graph, decoded);
    decoded = expanded_labels(graph, std::move(decoded));
    if (current.empty() || cost_of(graph, decoded) < cost_of(graph, current)) current = std::move(decoded);
    messages.store(graph);
    for (const std::size_t size : window_sizes)
      if (2 * size < graph.size()) improve_in_windows(graph, messages.slack(current), size, current);
  }

  // Solves small parts anew, within their surroundings, where the bound leaves most open. All of them together may take
  // as many messages as the rest of the search.
  void improve_in_windows(const WholeGraph& graph, const std::vector<Whole>& slack, std::size_t size,
                          WholeLabels& labels) {
    std::vector<std::uint32_t> centres(graph.size());
    std::iota(centres.begin(), centres.end(), 0U);
    std::ranges::stable_sort(centres, std::ranges::greater(), [&slack](std::uint32_t v) { return slack[v]; });
    std::vector<bool> covered(graph.size(), false);
    std::size_t in_vain = 0;
    for (const std::uint32_t centre : centres) {
      if (covered[centre]) continue;
      if (slack[centre] == 0 || in_vain == most_windows_in_vain || in_windows_ >= counts_.messages) break;
      const std::vector<std::uint32_t> members = ball(graph, centre, size);
      for (std::size_t k = 0; k < (members.size() + 3) / 4; ++k) covered[members[k]] = true;
      in_vain = improve_window(window(graph, labels, members), labels) ? 0 : in_vain + 1;
    }
  }

  bool improve_window(WholePart part, WholeLabels& labels) {
    const Whole cost = cost_of(part.graph, labels_of(part, labels));
    Search search(step_, 1, {window_tree, messages_of(part.graph, window_passes)});
    const Found found = search.solve(std::move(part.graph), cost - step_, in_window, false, {});
    in_windows_ += search.counts_.messages;
    if (!found.labels) return false;
    for (std::size_t k = 0; k < part.nodes.size(); ++k) labels[part.nodes[k]] = (*found.labels)[k];
    return true;
  }

  // Haller, Swoboda & Savchynskyy 2018: a labelling agrees with the bound where it has no slack, and only the rest, the
  // islands, must be solved. Joins to an island what no longer agrees with it afterwards. The resulting bound holds for
  // all labellings.
  Whole solve_islands(const WholeGraph& graph, const MessagePassing& messages, Whole bound, WholeLabels& labels) {
    std::vector<bool> member(graph.size(), false);
    std::map<std::vector<std::uint32_t>, Found> solved;
    Whole best_bound = bound;
    WholeLabels current = labels;
    std::size_t members = 0;
    // Islands may take as many messages as everything else together.
    const std::int64_t before = counts_.messages;
    const std::int64_t most = std::min(limits_.messages, 2 * (before - in_islands_));
    for (int round = 0; round < most_rounds_of_islands && counts_.messages < most; ++round) {
      const std::vector<Whole> slack = messages.slack(current);
      std::size_t joined = 0;
      for (std::uint32_t v = 0; v < graph.size(); ++v)
        if (slack[v] > 0 && !member[v]) {
          member[v] = true;
          ++joined;
        }
      members += joined;
      if (joined == 0 || 2 * members > graph.size()) break;
      Whole raised = bound;
      for (WholePart& part : islands(graph, messages, member)) {
        const auto [place, is_new] = solved.try_emplace(part.nodes);
        if (is_new) place->second = solve_island(part, labels_of(part, current), most);
        raised += place->second.bound;
        for (std::size_t k = 0; k < part.nodes.size(); ++k) current[part.nodes[k]] = (*place->second.labels)[k];
      }
      best_bound = std::max(best_bound, raised);
      if (cost_of(graph, current) < cost_of(graph, labels)) labels = current;
    }
    in_islands_ += counts_.messages - before;
    return best_bound;
  }

  // The best labelling found, and how far its bound exceeds the messages' bound of this part.
  Found solve_island(WholePart& part, WholeLabels known, std::int64_t most) {
    const Whole before = MessagePassing(part.graph).bound();
    const Whole cost = cost_of(part.graph, known);
    if (part.nodes.size() > large) return {std::move(known), cost, 0};
    Search search(std::max<Whole>(1, step_ / 100), 1,
                  {std::min(island_tree, limits_.nodes - counts_.nodes), most - counts_.messages});
    Found found = search.solve(std::move(part.graph), cost - search.step_, on_island, true, known);
    counts_.nodes += search.counts_.nodes;
    counts_.messages += search.counts_.messages;
    if (!found.labels) found.labels = std::move(known);
    found.bound = std::max<Whole>(0, found.bound - before);
    return found;
  }

  // The result once the labels above the cutoff were dropped and the others searched.
  static Found merged(Found best, Found later, Whole cutoff) {
    later.bound = std::min(later.bound, cutoff + 1);
    if (later.labels) return later;
    best.bound = later.bound;
    return best;
  }

  // `bound` is the messages' bound, to which excess adds; best.bound may be greater.
  Found branch(const WholeGraph& graph, const MessagePassing& messages, Whole bound, Whole cutoff, Found best) {
    const std::uint32_t node = branching_node(graph, messages, cutoff - bound);
    const std::vector<Whole> excess = messages.excess(node);
    std::vector<std::size_t> places(excess.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    std::ranges::stable_sort(places, {}, [&excess](std::size_t place) { return excess[place]; });
    Whole least = std::numeric_limits<Whole>::max();
    for (const std::size_t place : places) {
      Whole child_bound = bound + excess[place];
      if (child_bound <= cutoff && !out_of_work()) {
        ++counts_.nodes;
        WholeGraph child = graph;
        for (std::size_t other = excess.size(); other-- > 0;)
          if (other != place) drop_label(child.nodes[node], other);
        Found found = solve(std::move(child), cutoff, within, false, {});
        child_bound = std::max(child_bound, found.bound);
        if (found.labels) offer(*std::move(found.labels), found.cost, best, cutoff);
      }
      least = std::min(least, child_bound);
    }
    best.bound = std::max(best.bound, std::min(least, cutoff + 1));
    return best;
  }

  const Whole step_;
  const Whole unit_;
  const SearchLimits limits_;
  SearchCounts counts_;
  std::int64_t in_islands_ = 0;  // messages, included in the count
  std::int64_t in_windows_ = 0;  // messages, not included
};

// With fewer entries, elimination takes milliseconds.
constexpr std::size_t cheap_table_entries = 100'000;

GraphSolution solve_optimal(const AlignmentGraph& graph, const Options& options, RandomStream& /*stream*/) {
  const KnownCosts costs = whole_costs(graph);
  const WholeGraph& whole = costs.whole.graph;
  const auto proven = [&](const WholeLabels& labels) {
    return solution_of(graph, costs.whole, {labels, cost_of(whole, labels)});
  };
  if (whole.candidates <= 2) return proven(two_candidate_optimum(whole));
  if (const auto labels = elimination_optimum(whole, cheap_table_entries)) return proven(*labels);
  const SearchLimits limits{.nodes = options.count("nodes"), .messages = options.count("messages") * 1'000'000};
  return solution_of(graph, costs.whole, searched(costs.whole, costs.known, limits).answer);
}

const Registration<GraphAlgorithm> optimal_registration{
    {.name = "optimal",
     .source = "max-flow; elimination; reductions (Kovtun 2003), alpha-expansion (Boykov, Veksler & Zabih 2001), "
               "TRW-S (Kolmogorov 2006), islands (Haller, Swoboda & Savchynskyy 2018) and branch and bound",
     .summary = "the optimum: one minimum cut for two candidates, elimination for narrow graphs, "
                "else branch and bound on a bound by message passing, all in whole numbers; "
                "graphs of more than 700 nodes are not branched on",
     .revision = 5,
     .exact_everywhere = false,
     .options = {count_option("nodes", "10000", "nodes of the search tree at most"),
                 count_option("messages", "400",
                              "millions of message entries at most; an entry of a table counts as five")},
     .solve = solve_optimal}};

}  // namespace

WholePart window(const WholeGraph& graph, const WholeLabels& labels, const std::vector<std::uint32_t>& members) {
  // In the order of the whole graph, which keeps links in ascending order.
  std::vector<std::uint32_t> ascending = members;
  std::ranges::sort(ascending);
  std::vector<std::uint32_t> place(graph.size(), outside);
  WholePart part = part_of(graph, ascending, place, [&](std::uint32_t v, std::size_t l, WholeNode& node) {
    const WholeLink& link = graph.nodes[v].links[l];
    for (std::size_t k = 0; k < node.labels.size(); ++k)
      if (node.labels[k] != labels[link.to]) node.costs[k] += link.weight;
  });
  part.graph.base = 0;
  return part;
}

std::vector<WholePart> islands(const WholeGraph& graph, const MessagePassing& messages,
                               const std::vector<bool>& member) {
  WholeGraph moved = graph;
  messages.store(moved);
  std::vector<std::uint32_t> place(graph.size(), outside);
  std::vector<bool> met(graph.size(), false);
  std::vector<WholePart> parts;
  for (std::uint32_t first = 0; first < graph.size(); ++first) {
    if (met[first] || !member[first]) continue;
    std::vector<std::uint32_t> nodes{first};
    met[first] = true;
    for (std::size_t next = 0; next < nodes.size(); ++next)
      for (const WholeLink& link : graph.nodes[nodes[next]].links)
        if (member[link.to] && !met[link.to]) {
          met[link.to] = true;
          nodes.push_back(link.to);
        }
    std::ranges::sort(nodes);
    parts.push_back(part_of(moved, nodes, place, [&moved](std::uint32_t v, std::size_t l, WholeNode& node) {
      const std::vector<Whole>& message = moved.nodes[v].links[l].message;
      for (std::size_t k = 0; k < node.costs.size(); ++k) node.costs[k] += message[k];
    }));
  }
  return parts;
}

std::vector<std::uint32_t> ball(const WholeGraph& graph, std::uint32_t centre, std::size_t most) {
  std::vector<std::uint32_t> members{centre};
  for (std::size_t next = 0; next < members.size() && members.size() < most; ++next)
    for (const WholeLink& link : graph.nodes[members[next]].links)
      if (members.size() < most && std::ranges::find(members, link.to) == members.end()) members.push_back(link.to);
  return members;
}

SearchAnswer searched(const WholeCosts& whole, const WholeLabels& known, const SearchLimits& limits) {
  Reduction reduction(whole.graph, true);
  const WholeGraph& reduced = reduction.graph();
  std::vector<WholePart> parts = components(reduced);
  const auto shares = static_cast<Whole>(std::max<std::size_t>(1, parts.size()));
  const Whole step = std::max(whole.unit, whole.negligible / shares);
  SearchAnswer result;
  WholeLabels labels(reduced.size());
  Whole bound = reduced.base;
  for (WholePart& part : parts) {
    WholeLabels before;
    for (const std::uint32_t v : part.nodes) before.push_back(known[reduction.given(v)]);
    WholeLabels best = restricted(part.graph, before);
    if (part.graph.size() <= large) best = best_expansion(part.graph, std::move(best));
    Search search(step, whole.unit, {limits.nodes - result.counts.nodes, limits.messages - result.counts.messages});
    search.counts().nodes = 1;
    Found found = search.solve_connected(part.graph, cost_of(part.graph, best) - step, at_root, best);
    if (found.labels) best = *std::move(found.labels);
    bound += found.bound;
    result.counts.nodes += search.counts().nodes;
    result.counts.messages += search.counts().messages;
    for (std::size_t k = 0; k < best.size(); ++k) labels[part.nodes[k]] = best[k];
  }
  labels = reduction.expanded(labels);
  if (cost_of(whole.graph, labels) > cost_of(whole.graph, known)) labels = known;
  result.answer.labels = std::move(labels);
  result.answer.bound = bound;
  return result;
}

}  // namespace apportion
