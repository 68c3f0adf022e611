// ANNEALING: simulated annealing over slicing trees.
#include "algorithms/rectangles/annealing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/rectangles/aspect_tables.hpp"
#include "algorithms/rectangles/lns.hpp"
#include "algorithms/rectangles/random_draws.hpp"
#include "base/error.hpp"

namespace apportion {
namespace {

// --- The moves, and how they are taken back

// A tree whose changes since the last keep() can be taken back.
class RevocableTree {
 public:
  explicit RevocableTree(SlicingTree tree) : tree_(std::move(tree)) {}

  [[nodiscard]] const SlicingTree& tree() const { return tree_; }
  [[nodiscard]] const SlicingNode& at(std::int32_t node) const { return tree_.at(node); }
  [[nodiscard]] std::int32_t size() const { return static_cast<std::int32_t>(tree_.nodes.size()); }
  [[nodiscard]] bool has_corners() const { return corners_ > 0; }

  void set_kind(std::int32_t node, NodeKind kind) {
    save(node);
    corners_ += (kind == NodeKind::corner ? 1 : 0) - (at(node).kind == NodeKind::corner ? 1 : 0);
    tree_.at(node).kind = kind;
  }

  void exchange_children(std::int32_t node) {
    save(node);
    std::swap(tree_.at(node).child[0], tree_.at(node).child[1]);
  }

  // Puts `to` where `from` is in its parent, or at the root.
  void replace(std::int32_t from, std::int32_t to) {
    const std::int32_t parent = at(from).parent;
    put(parent, slot(from), to);
  }

  void exchange(std::int32_t a, std::int32_t b) {
    const std::pair<std::int32_t, std::size_t> place_of_a{at(a).parent, slot(a)};
    const std::pair<std::int32_t, std::size_t> place_of_b{at(b).parent, slot(b)};
    put(place_of_a.first, place_of_a.second, b);
    put(place_of_b.first, place_of_b.second, a);
  }

  // Takes `node` and its parent out and puts the parent above `target`, which must not be one of the two, nor below.
  void regraft(std::int32_t node, std::int32_t target) {
    const std::int32_t parent = at(node).parent;
    const std::int32_t sibling = at(parent).child[1 - slot(node)];
    replace(parent, sibling);
    replace(target, parent);
    put(parent, 1 - slot(node), target);
  }

  void update_upwards(std::int32_t node) {
    for (; node != SlicingNode::none; node = at(node).parent) {
      save(node);
      tree_.update(node);
    }
  }

  [[nodiscard]] bool is_below(std::int32_t node, std::int32_t ancestor) const {
    for (; node != SlicingNode::none; node = at(node).parent)
      if (node == ancestor) return true;
    return false;
  }

  // Whether the host of a corner is a leaf or a corner, as it must be.
  [[nodiscard]] bool is_sound(std::int32_t node) const {
    if (node == SlicingNode::none || at(node).kind != NodeKind::corner) return true;
    const NodeKind host = at(at(node).child[0]).kind;
    return host == NodeKind::leaf || host == NodeKind::corner;
  }

  void keep() {
    saved_.clear();
    kept_root_ = tree_.root;
    kept_corners_ = corners_;
  }

  void take_back() {
    for (; !saved_.empty(); saved_.pop_back()) tree_.at(saved_.back().first) = saved_.back().second;
    tree_.root = kept_root_;
    corners_ = kept_corners_;
  }

  // For the tree given at first.
  void count_corners() {
    for (const SlicingNode& node : tree_.nodes) corners_ += node.kind == NodeKind::corner ? 1 : 0;
    keep();
  }

 private:
  void save(std::int32_t node) { saved_.emplace_back(node, at(node)); }

  [[nodiscard]] std::size_t slot(std::int32_t node) const {
    const std::int32_t parent = at(node).parent;
    return parent == SlicingNode::none || at(parent).child[0] == node ? 0 : 1;
  }

  void put(std::int32_t parent, std::size_t slot, std::int32_t node) {
    save(node);
    tree_.at(node).parent = parent;
    if (parent == SlicingNode::none) {
      tree_.root = node;
      return;
    }
    save(parent);
    tree_.at(parent).child[slot] = node;
  }

  SlicingTree tree_;
  std::vector<std::pair<std::int32_t, SlicingNode>> saved_;
  int corners_ = 0;
  int kept_corners_ = 0;
  std::int32_t kept_root_ = SlicingNode::none;
};

class Annealing {
 public:
  Annealing(const Frame& frame, const AnnealingSettings& settings, BestTree& best, RandomStream& stream)
      : frame_(frame), settings_(settings), best_(best), stream_(stream), tree_(best.tree), energy_(best.total) {
    tree_.count_corners();
    for (std::int32_t node = 0; node < tree_.size(); ++node)
      (tree_.tree().is_leaf(node) ? leaves_ : inner_).push_back(node);
  }

  void run() {
    constexpr double coolest = 1e-3;
    const auto steps = static_cast<double>(settings_.evaluations);
    const double mean_part = 2 * std::sqrt(frame_.m * frame_.n / static_cast<double>(frame_.size()));
    double temperature = settings_.heat * mean_part;
    const double cooling = std::pow(coolest, 1 / steps);
    for (std::size_t step = 0; step < settings_.evaluations; ++step, temperature *= cooling) {
      if (move() && accept(temperature))
        tree_.keep();
      else
        tree_.take_back();
    }
  }

 private:
  std::int32_t any(const std::vector<std::int32_t>& nodes) { return nodes[draw_below(nodes.size(), stream_)]; }
  std::int32_t any_node() {
    return static_cast<std::int32_t>(draw_below(static_cast<std::size_t>(tree_.size()), stream_));
  }

  // One change with its costs; false if it came to nothing. Of two nodes the second is drawn first, as GCC evaluated
  // two draws in one call when the stored numbers were made.
  bool move() {
    switch (draw_below(frame_.latency > 0 || settings_.cost ? 6 : 5, stream_)) {
      case 0:
        return turn(any(inner_));
      case 1: {
        const std::int32_t second = any(leaves_);
        return exchange(any(leaves_), second);
      }
      case 2: {
        const std::int32_t second = any_node();
        return exchange(any_node(), second);
      }
      case 3:
        return exchange_with_uncle(any_node());
      case 4: {
        const std::int32_t target = any_node();
        return regraft(any_node(), target);
      }
      default:
        return mirror(any(inner_));
    }
  }

  bool turn(std::int32_t node) {
    const NodeKind kind = tree_.at(node).kind;
    if (settings_.corners && draw_below(2, stream_) == 0) {
      if (kind == NodeKind::corner) return change_kind(node, any_cut());
      if (draw_below(2, stream_) == 0) tree_.exchange_children(node);
      return change_kind(node, NodeKind::corner);
    }
    if (kind == NodeKind::corner) return false;
    return change_kind(node, kind == NodeKind::across_x ? NodeKind::across_y : NodeKind::across_x);
  }

  NodeKind any_cut() { return draw_below(2, stream_) == 0 ? NodeKind::across_x : NodeKind::across_y; }

  bool change_kind(std::int32_t node, NodeKind kind) {
    tree_.set_kind(node, kind);
    if (!tree_.is_sound(node) || !tree_.is_sound(tree_.at(node).parent)) return false;
    tree_.update_upwards(node);
    return true;
  }

  bool mirror(std::int32_t node) {
    if (tree_.at(node).kind == NodeKind::corner) return false;
    tree_.exchange_children(node);
    return true;
  }

  bool exchange(std::int32_t a, std::int32_t b) {
    if (tree_.is_below(a, b) || tree_.is_below(b, a)) return false;
    if (tree_.at(a).parent == tree_.at(b).parent) return false;
    tree_.exchange(a, b);
    return updated(tree_.at(a).parent, tree_.at(b).parent);
  }

  bool exchange_with_uncle(std::int32_t node) {
    const std::int32_t parent = tree_.at(node).parent;
    if (parent == SlicingNode::none || tree_.at(parent).parent == SlicingNode::none) return false;
    const SlicingNode& grandparent = tree_.at(tree_.at(parent).parent);
    return exchange(node, grandparent.child[0] == parent ? grandparent.child[1] : grandparent.child[0]);
  }

  bool regraft(std::int32_t node, std::int32_t target) {
    const std::int32_t parent = tree_.at(node).parent;
    if (parent == SlicingNode::none || target == parent || tree_.is_below(target, node)) return false;
    if (tree_.at(target).parent == parent) return false;
    const std::int32_t grandparent = tree_.at(parent).parent;
    tree_.regraft(node, target);
    if (settings_.corners && draw_below(2, stream_) == 0)
      make_guest(parent, node);
    else if (tree_.at(parent).kind == NodeKind::corner || draw_below(2, stream_) == 0)
      tree_.set_kind(parent, any_cut());
    if (!tree_.is_sound(grandparent) || !tree_.is_sound(tree_.at(parent).parent)) return false;
    return updated(grandparent, parent);
  }

  void make_guest(std::int32_t parent, std::int32_t node) {
    if (tree_.at(parent).child[0] == node) tree_.exchange_children(parent);
    tree_.set_kind(parent, NodeKind::corner);
  }

  bool updated(std::int32_t a, std::int32_t b) {
    if (!tree_.is_sound(a) || !tree_.is_sound(b)) return false;
    tree_.update_upwards(a);
    tree_.update_upwards(b);
    return true;
  }

  // The cost of the tree as it is, for comparison with the energy: exact but for guests that do not fit.
  double cost() {
    if (settings_.cost) return settings_.cost(tree_.tree());
    if (frame_.latency > 0) return total_of_tree(frame_, tree_.tree());
    const CostCoefficients& root = tree_.at(tree_.tree().root).cost;
    return (root.p - 1) * frame_.n + (root.q - 1) * frame_.m + root.k * std::sqrt(frame_.m * frame_.n);
  }

  bool accept(double temperature) {
    const double candidate = cost();
    const double rise = candidate - energy_;
    if (!(rise <= 0) && !(draw_unit(stream_) < std::exp(-rise / temperature))) return false;
    if (tree_.has_corners() && !corners_fit(tree_.tree(), frame_)) return false;
    energy_ = candidate;
    if (candidate < best_.total) best_ = {tree_.tree(), candidate};
    return true;
  }

  const Frame& frame_;
  const AnnealingSettings& settings_;
  BestTree& best_;
  RandomStream& stream_;
  RevocableTree tree_;
  double energy_;
  std::vector<std::int32_t> leaves_;
  std::vector<std::int32_t> inner_;
};

}  // namespace

void anneal(const Frame& frame, const AnnealingSettings& settings, BestTree& best, RandomStream& stream) {
  if (frame.size() < 2 || settings.evaluations == 0) return;
  Annealing(frame, settings, best, stream).run();
}

namespace {

// --- The algorithm

// Counting edges takes about as long as this many evaluations without it.
constexpr std::size_t cost_of_edges = 10;

// With few parts the search has seen everything long before a great budget is spent.
constexpr std::size_t useful_per_squared_part = 200;
constexpr std::size_t always_useful = 2000;

struct Settings {
  std::size_t evaluations = 0;
  std::size_t runs = 1;
  bool corners = false;
  NeighbourhoodSettings start;
};

Settings settings_of(const Options& options) {
  const auto count = [&options](const char* name) { return static_cast<std::size_t>(options.count(name)); };
  if (count("runs") > std::max<std::size_t>(count("evaluations"), 1))
    throw InputError(fmt::format("option runs of ANNEALING is {}; it must be from 1 to evaluations, which is {}",
                                 count("runs"), count("evaluations")));
  return {.evaluations = count("evaluations"),
          .runs = count("runs"),
          .corners = options.text("shapes") == "any",
          .start = {.steps = count("neighbourhoods"),
                    .range_limit = count("range-limit"),
                    .subset_limit = count("subset-limit")}};
}

std::size_t evaluations_of_run(const Frame& frame, const Settings& settings) {
  const std::size_t share = settings.evaluations / settings.runs / (frame.latency > 0 ? cost_of_edges : 1);
  return std::min(share, std::max(always_useful, useful_per_squared_part * frame.size() * frame.size()));
}

// Few parts leave time to get away from the start, and need it: many small rises in a row do not lead there.
double heat(std::size_t parts) {
  const auto p = static_cast<double>(parts);
  return std::clamp(8 / (p * p), 0.02, 0.2);
}

// Every run but the first starts from clusters of its own.
BestTree start_of_run(const Frame& frame, const Settings& settings, std::size_t run, RandomStream& stream) {
  if (run == 0) return neighbourhood_tree(frame, settings.start, stream);
  BestTree start = cluster_trees(frame, 6, 3, stream);
  LargeNeighbourhoods(frame, settings.start.size).improve(start, settings.start.steps / settings.runs, stream);
  return start;
}

BestTree annealed_tree(const Frame& frame, const Settings& settings, const RandomStream& stream) {
  RandomStream own = stream.renamed("ANNEALING");
  BestTree best;
  for (std::size_t run = 0; run < settings.runs; ++run) {
    BestTree found = start_of_run(frame, settings, run, own);
    anneal(
        frame,
        {.evaluations = evaluations_of_run(frame, settings), .corners = settings.corners, .heat = heat(frame.size())},
        found, own);
    if (run == 0 || found.total < best.total) best = std::move(found);
  }
  return best;
}

RectangleSolution solve_annealing(const RectangleProblem& problem, const Options& options, RandomStream& stream) {
  const Frame frame = make_frame(problem);
  if (frame.size() > largest_p_of_search)
    throw InputError(fmt::format("ANNEALING takes at most {} processors, and there are {}; BEST takes more",
                                 largest_p_of_search, frame.size()));
  return slicing_solution(frame, annealed_tree(frame, settings_of(options), stream).tree);
}

const Registration<RectangleAlgorithm> annealing_registration{
    {.name = "ANNEALING",
     .source = "this project",
     .summary = "Simulated annealing of slicing trees, starting from that of LNS, "
                "by Acost + latency * internal edges; with shapes=any, "
                "parts may also lose corners and become L shapes or staircases.",
     .exact_everywhere = false,
     .options = with_start_limits({{.name = "evaluations",
                                    .kind = OptionKind::count,
                                    .default_value = "20000",
                                    .summary = "trees to try, divided among the runs; with latency one counts as ten; "
                                               "a run tries no more than max(2000, 200 p^2)"},
                                   {.name = "runs",
                                    .kind = OptionKind::count,
                                    .default_value = "1",
                                    .least = 1,
                                    .summary = "number of runs; all but the first start from other clusters"},
                                   {.name = "shapes",
                                    .kind = OptionKind::text,
                                    .default_value = "rectangles",
                                    .choices = {"rectangles", "any"},
                                    .summary = "of the parts: rectangles, or any"},
                                   {.name = "neighbourhoods",
                                    .kind = OptionKind::count,
                                    .default_value = "10",
                                    .summary = "steps of LNS before the annealing"}}),
     .variants = {"shapes=any"},
     .solve = solve_annealing}};

}  // namespace

}  // namespace apportion
