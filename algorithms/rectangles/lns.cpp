// LNS: large neighbourhood search over slicing trees.
#include "algorithms/rectangles/lns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "algorithms/rectangles/aspect_tables.hpp"
#include "algorithms/rectangles/random_draws.hpp"
#include "base/error.hpp"

namespace apportion {
namespace {

bool is_cut(const SlicingTree& tree, std::int32_t node) {
  return tree.at(node).kind == NodeKind::across_x || tree.at(node).kind == NodeKind::across_y;
}

// The cuts above and below which there are cuts alone, up to the root: their boxes are known.
std::vector<std::int32_t> open_cuts(const SlicingTree& tree) {
  std::vector<std::int32_t> cuts;
  if (is_cut(tree, tree.root)) cuts.push_back(tree.root);
  for (std::size_t next = 0; next < cuts.size(); ++next)
    for (const std::int32_t child : tree.at(cuts[next]).child)
      if (is_cut(tree, child)) cuts.push_back(child);
  return cuts;
}

}  // namespace

LargeNeighbourhoods::LargeNeighbourhoods(const Frame& frame, std::size_t size)
    : frame_(frame), size_(size), tables_(frame.n / frame.m) {}

void LargeNeighbourhoods::open(const SlicingTree& tree, std::int32_t node, RandomStream& stream) {
  pieces_ = {node};
  opened_.clear();
  std::size_t cuts = 1;  // the pieces that can be opened stand first
  while (cuts > 0 && pieces_.size() < size_) {
    const std::size_t chosen = draw_below(cuts, stream);
    const std::int32_t cut = pieces_[chosen];
    opened_.push_back(cut);
    std::swap(pieces_[chosen], pieces_[--cuts]);
    pieces_.erase(pieces_.begin() + static_cast<std::ptrdiff_t>(cuts));
    for (const std::int32_t child : tree.at(cut).child)
      if (is_cut(tree, child))
        pieces_.insert(pieces_.begin() + static_cast<std::ptrdiff_t>(cuts++), child);
      else
        pieces_.push_back(child);
  }
}

// Puts the best tree over the pieces in the place of `node`, from the nodes that were opened.
void LargeNeighbourhoods::rejoin(SlicingTree& tree, std::int32_t node) {
  const Box box = box_of_node(tree, node, std::sqrt(frame_.n / frame_.m), std::sqrt(frame_.m / frame_.n));
  tables_.clear();
  std::vector<std::int32_t> sets;
  for (const std::int32_t piece : pieces_)
    sets.push_back(tables_.add_piece(piece, tree.at(piece).area, tree.at(piece).cost));
  const std::int32_t all = tables_.add_subsets(sets);
  const std::int32_t parent = tree.at(node).parent;
  const std::size_t place = parent == SlicingNode::none || tree.at(parent).child[0] == node ? 0 : 1;
  std::size_t used = 0;
  const auto make_leaf = [](std::int32_t piece) { return piece; };
  const auto make_cut = [&](NodeKind kind, std::int32_t first, std::int32_t second) {
    const std::int32_t cut = opened_[used++];
    tree.at(cut).kind = kind;
    tree.set_children(cut, first, second);
    tree.update(cut);
    return cut;
  };
  const std::int32_t top = tables_.grow(all, box.width / box.height, make_leaf, make_cut);
  tree.at(top).parent = parent;
  if (parent == SlicingNode::none)
    tree.root = top;
  else
    tree.at(parent).child[place] = top;
  tree.update_upwards(parent);
}

void LargeNeighbourhoods::improve(BestTree& best, std::size_t steps, RandomStream& stream) {
  constexpr std::size_t root_one_time_in = 3;
  std::vector<std::int32_t> cuts = open_cuts(best.tree);
  if (cuts.size() < 2) return;
  // The root opened to all parts leaves nothing to draw.
  if (frame_.size() <= size_ && steps > 0) {
    try_node(best, best.tree.root, stream);
    return;
  }
  for (std::size_t step = 0; step < steps; ++step) {
    const bool at_root = draw_below(root_one_time_in, stream) == 0;
    const std::int32_t node = at_root ? best.tree.root : cuts[draw_below(cuts.size(), stream)];
    if (try_node(best, node, stream)) cuts = open_cuts(best.tree);
  }
}

// Whether the tree changed.
bool LargeNeighbourhoods::try_node(BestTree& best, std::int32_t node, RandomStream& stream) {
  open(best.tree, node, stream);
  if (pieces_.size() < 3) return false;
  SlicingTree candidate = best.tree;
  rejoin(candidate, node);
  const double total = total_of_tree(frame_, candidate);
  if (!(total <= best.total)) return false;
  best = {std::move(candidate), total};
  return true;
}

namespace {

// --- The algorithm

constexpr std::size_t cluster_size = 6;
constexpr std::size_t cluster_runs = 1;

// Methods whose answers are the first starts, up to a number of processors, without latency and with it.
struct StartMethod {
  const char* name;
  std::size_t at_most;
  std::size_t at_most_with_latency;
};

constexpr std::array start_methods = {StartMethod{"COLUMNS", largest_p_of_search, largest_p_of_search},
                                      StartMethod{"ROLLOUT", 200, 50}};

void offer_methods(const Frame& frame, RandomStream stream, BestTree& best) {
  // The items in their order, so that processors are items.
  const RectangleProblem problem{{frame.m, frame.n}, {frame.weights, {}}, frame.latency};
  for (const StartMethod& method : start_methods) {
    if (frame.size() > (frame.latency > 0 ? method.at_most_with_latency : method.at_most)) continue;
    const RectangleSolution solution = RectangleRegistry::instance().choose(method.name).solve(problem, stream);
    if (const std::optional<SlicingTree> tree = tree_of(frame, solution.decomposition)) best.offer(frame, *tree);
  }
}

RectangleSolution solve_lns(const RectangleProblem& problem, const Options& options, RandomStream& stream) {
  const Frame frame = make_frame(problem);
  if (frame.size() > largest_p_of_search)
    throw InputError(fmt::format("LNS takes at most {} processors, and there are {}; BEST takes more",
                                 largest_p_of_search, frame.size()));
  const NeighbourhoodSettings settings = {.size = static_cast<std::size_t>(options.count("size")),
                                          .steps = static_cast<std::size_t>(options.count("steps")),
                                          .range_limit = static_cast<std::size_t>(options.count("range-limit")),
                                          .subset_limit = static_cast<std::size_t>(options.count("subset-limit"))};
  return slicing_solution(frame, neighbourhood_tree(frame, settings, stream).tree);
}

const Registration<RectangleAlgorithm> lns_registration{
    {.name = "LNS",
     .source = "this project; the idea of large neighbourhoods: Shaw 1998",
     .summary = "Starts from the best of COLUMNS, ROLLOUT, CLUSTER, RANGE and SUBSET. "
                "Each step opens a node of the slicing tree to a few subtrees, joins these in the best possible way, "
                "and keeps the result unless Acost + latency * internal edges rises.",
     .exact_everywhere = false,
     .options = with_start_limits(
         {{.name = "size",
           .kind = OptionKind::count,
           .default_value = "8",
           .least = 3,
           .most = most_clusters,
           .summary = "subtrees that a step rejoins, 3 to 12; its time grows as 3^size"},
          {.name = "steps", .kind = OptionKind::count, .default_value = "20", .summary = "how often"}}),
     .solve = solve_lns}};

}  // namespace

std::vector<OptionSpec> with_start_limits(std::vector<OptionSpec> own) {
  own.push_back({.name = "range-limit",
                 .kind = OptionKind::count,
                 .default_value = "100",
                 .summary = "RANGE is among the starts up to this number of processors"});
  own.push_back({.name = "subset-limit",
                 .kind = OptionKind::count,
                 .default_value = "10",
                 .summary = "SUBSET is among the starts up to this number of processors"});
  return own;
}

BestTree start_tree(const Frame& frame, const NeighbourhoodSettings& settings, const RandomStream& stream) {
  RandomStream of_cluster = stream.renamed("CLUSTER");
  BestTree best = cluster_trees(frame, cluster_size, cluster_runs, of_cluster);
  offer_methods(frame, stream, best);
  if (frame.size() <= std::min(settings.subset_limit, largest_p_of_subset)) best.offer(frame, subset_tree(frame));
  if (frame.size() <= std::min(settings.range_limit, largest_p_of_range)) best.offer(frame, range_tree(frame));
  return best;
}

BestTree neighbourhood_tree(const Frame& frame, const NeighbourhoodSettings& settings, const RandomStream& stream) {
  BestTree best = start_tree(frame, settings, stream);
  const bool subset_took_part = frame.size() <= std::min(settings.subset_limit, largest_p_of_subset);
  if (subset_took_part && !(frame.latency > 0)) return best;
  RandomStream own = stream.renamed("LNS");
  LargeNeighbourhoods(frame, settings.size).improve(best, settings.steps, own);
  return best;
}

}  // namespace apportion
