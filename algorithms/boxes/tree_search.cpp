// TREE: simulated annealing over slicing trees of boxes.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "algorithms/boxes/box_algorithm.hpp"
#include "algorithms/boxes/box_tree.hpp"
#include "algorithms/boxes/optimal.hpp"
#include "algorithms/boxes/tree_search.hpp"
#include "algorithms/rectangles/random_draws.hpp"
#include "base/side_by_side.hpp"
#include "base/stopping.hpp"

namespace apportion {
namespace {

constexpr double unusable = std::numeric_limits<double>::infinity();

// Costs of trees, from the root down.
class TreeCosts {
 public:
  explicit TreeCosts(const BoxProblem& problem)
      : extent_(problem.extent),
        latency_(problem.latency),
        tolerance_(coincidence_tolerance(problem.extent)),
        narrowest_(narrowest_box(problem.extent)),
        low_{},
        high_{} {
    for (std::size_t axis = 0; axis < 3; ++axis) low_[axis] = high_[axis] = std::vector<double>(problem.cluster.size());
  }

  // Infinite where a part is too narrow, or the cost is above the limit. With latency also where it is above the limit
  // unless far fewer pairs are neighbours than before: counting them takes most of the time.
  double of(const BoxTree& tree, double limit) {
    const double surface = latency_ > 0 ? placed(tree) : surface_of(tree);
    if (!(latency_ > 0) || surface == unusable) return surface;
    const auto parts = static_cast<std::int64_t>(tree.leaves);
    const std::int64_t likely = std::max(parts - 1, pairs_ - std::max<std::int64_t>(4, parts / 8));
    if (surface + latency_ * static_cast<double>(likely) > limit) return unusable;
    counted_ = pairs();
    return surface + latency_ * static_cast<double>(counted_);
  }

  double exact(const BoxTree& tree) { return of(tree, unusable); }

  // The tree that was looked at last is the one that others are compared with.
  void accept() { pairs_ = counted_; }

 private:
  struct Open {
    std::uint32_t node;
    Triple sides;
  };
  struct Placed {
    std::uint32_t node;
    Cuboid box;
  };

  double surface_of(const BoxTree& tree) {
    double surface = 0;
    open_.resize(tree.leaves + 1);
    std::size_t size = 0;
    open_[size++] = {tree.root, extent_};
    while (size > 0) {
      const Open cut = open_[--size];
      const BoxTree::Node& node = tree.nodes[cut.node];
      surface += node.volume / cut.sides[node.axis];
      for (const std::uint32_t child : {node.first, node.second}) {
        const double side = cut.sides[node.axis] * (tree.nodes[child].volume / node.volume);
        if (side < narrowest_) return unusable;
        if (tree.is_leaf(child)) continue;
        Open& inner = open_[size++];
        inner = {child, cut.sides};
        inner.sides[node.axis] = side;
      }
    }
    return surface;
  }

  // The same, and where the boxes are.
  double placed(const BoxTree& tree) {
    double surface = 0;
    placed_.clear();
    placed_.push_back({tree.root, {{}, extent_}});
    while (!placed_.empty()) {
      const Placed cut = placed_.back();
      placed_.pop_back();
      if (tree.is_leaf(cut.node)) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
          low_[axis][cut.node] = cut.box.at[axis];
          high_[axis][cut.node] = cut.box.end(axis);
        }
        continue;
      }
      const BoxTree::Node& node = tree.nodes[cut.node];
      surface += node.volume / cut.box.sides[node.axis];
      Cuboid first = cut.box;
      Cuboid second = cut.box;
      first.sides[node.axis] *= tree.nodes[node.first].volume / node.volume;
      second.sides[node.axis] *= tree.nodes[node.second].volume / node.volume;
      if (std::min(first.sides[node.axis], second.sides[node.axis]) < narrowest_) return unusable;
      second.at[node.axis] += first.sides[node.axis];
      placed_.push_back({node.second, second});
      placed_.push_back({node.first, first});
    }
    return surface;
  }

  // As share_face() says, without branches.
  [[nodiscard]] std::int64_t pairs() const {
    double count = 0;  // which is exact, and of the kind of the others
    for (std::size_t i = 1; i < low_[0].size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const double x = common(i, j, 0);
        const double y = common(i, j, 1);
        const double z = common(i, j, 2);
        const double least = std::min(std::min(x, y), z);
        const double middle = std::max(std::min(x, y), std::min(std::max(x, y), z));
        const double positive = middle > tolerance_ ? 1.0 : 0.0;
        const double flat = least <= tolerance_ ? positive : 0.0;
        count += least >= -tolerance_ ? flat : 0.0;
      }
    return static_cast<std::int64_t>(count);
  }

  // How far two boxes reach side by side along an axis.
  [[nodiscard]] double common(std::size_t i, std::size_t j, std::size_t axis) const {
    return std::min(high_[axis][i], high_[axis][j]) - std::max(low_[axis][i], low_[axis][j]);
  }

  Triple extent_;
  double latency_;
  double tolerance_;
  double narrowest_;
  std::int64_t pairs_ = std::numeric_limits<std::int32_t>::max();
  std::int64_t counted_ = 0;
  std::array<std::vector<double>, 3> low_;  // coordinates of the leaves' boxes, where there is latency
  std::array<std::vector<double>, 3> high_;
  std::vector<Open> open_;
  std::vector<Placed> placed_;
};

// Changes of trees. A move that is not possible leaves the tree as it is.
class TreeMoves {
 public:
  TreeMoves(BoxTree& tree, bool orders, RandomStream& stream) : tree_(tree), orders_(orders), stream_(stream) {}

  // Of two nodes the second is drawn first, as GCC evaluated two draws in one call when the stored numbers were made.
  bool random_move() {
    const double kind = draw_unit(stream_);
    if (kind < 0.25) return turn();
    if (kind < 0.40) {
      const Number second = leaf();
      return exchange(leaf(), second);
    }
    const Number second = any();
    const Number first = any();
    return kind < 0.60 ? exchange(first, second) : regraft(first, second);
  }

 private:
  using Number = std::uint32_t;

  [[nodiscard]] Number leaf() { return static_cast<Number>(draw_below(tree_.leaves, stream_)); }
  [[nodiscard]] Number any() { return static_cast<Number>(draw_below(tree_.nodes.size(), stream_)); }
  [[nodiscard]] Number inner() {
    return static_cast<Number>(tree_.leaves + draw_below(tree_.nodes.size() - tree_.leaves, stream_));
  }

  [[nodiscard]] bool is_below(Number node, Number above) const {
    for (; node != BoxTree::no_node; node = tree_.nodes[node].parent)
      if (node == above) return true;
    return false;
  }

  void put(Number child, Number in_place_of, Number parent) {
    tree_.nodes[child].parent = parent;
    if (parent == BoxTree::no_node) {
      tree_.root = child;
      return;
    }
    BoxTree::Node& node = tree_.nodes[parent];
    (node.first == in_place_of ? node.first : node.second) = child;
  }

  void weigh_upwards(Number node) {
    for (; node != BoxTree::no_node; node = tree_.nodes[node].parent) {
      BoxTree::Node& above = tree_.nodes[node];
      above.volume = tree_.nodes[above.first].volume + tree_.nodes[above.second].volume;
    }
  }

  bool turn() {
    BoxTree::Node& node = tree_.nodes[inner()];
    const std::size_t kinds = orders_ ? 3 : 2;
    const std::size_t drawn = draw_below(kinds, stream_);
    if (drawn == 2)
      std::swap(node.first, node.second);
    else
      node.axis = static_cast<Number>((node.axis + 1 + drawn) % 3);
    return true;
  }

  bool exchange(Number a, Number b) {
    const Number above_a = tree_.nodes[a].parent;
    const Number above_b = tree_.nodes[b].parent;
    if (above_a == above_b || is_below(a, b) || is_below(b, a)) return false;
    put(b, a, above_a);
    put(a, b, above_b);
    weigh_upwards(above_a);
    weigh_upwards(above_b);
    return true;
  }

  // The node leaves its place, and its parent goes with it to cut the target's box.
  bool regraft(Number node, Number target) {
    const Number cut = tree_.nodes[node].parent;
    if (cut == BoxTree::no_node || target == cut || is_below(target, node)) return false;
    const Number above = tree_.nodes[cut].parent;
    const Number sibling = tree_.nodes[cut].first == node ? tree_.nodes[cut].second : tree_.nodes[cut].first;
    put(sibling, cut, above);
    put(cut, target, tree_.nodes[target].parent);
    const bool is_first = draw_below(2, stream_) == 0;
    BoxTree::Node& moved = tree_.nodes[cut];
    moved.first = is_first ? node : target;
    moved.second = is_first ? target : node;
    moved.axis = static_cast<Number>(draw_below(3, stream_));
    tree_.nodes[target].parent = tree_.nodes[node].parent = cut;
    weigh_upwards(above);
    weigh_upwards(cut);
    return true;
  }

  BoxTree& tree_;
  bool orders_;
  RandomStream& stream_;
};

// In proportion to the parts, as long as a look at a tree is quick.
std::size_t moves_for(const BoxProblem& problem) {
  constexpr double moves_per_part = 2000;
  const auto parts = static_cast<double>(problem.cluster.size());
  const double quickly = problem.latency > 0 ? 32 : 128;  // parts
  const double slower = std::max(1.0, parts / quickly);
  return static_cast<std::size_t>(moves_per_part * parts / (slower * (problem.latency > 0 ? slower : 1)) + 1);
}

struct TreeAnnealing {
  double hottest = 0.3;  // of the face of a mean part
  std::size_t moves = 0;
};

BoxTree annealed(const BoxProblem& problem, BoxTree tree, TreeCosts& costs, const TreeAnnealing& settings,
                 RandomStream& stream) {
  constexpr double coldest = 0.002;
  const double mean = std::cbrt(volume(problem.extent) / static_cast<double>(tree.leaves));
  double cost = costs.exact(tree);
  costs.accept();
  BoxTree best = tree;
  double least = cost;
  BoxTree trial = tree;
  TreeMoves moves(trial, problem.latency > 0, stream);
  const double cooling = std::pow(coldest / settings.hottest, 1 / static_cast<double>(settings.moves));
  double heat = settings.hottest * mean * mean;
  for (std::size_t move = 0; move < settings.moves; ++move, heat *= cooling) {
    if (!moves.random_move()) continue;
    stop_if_asked();
    const double limit = cost - heat * std::log(1 - draw_unit(stream));
    const double tried = costs.of(trial, limit);
    if (tried > limit || tried == unusable) {
      trial = tree;
      continue;
    }
    costs.accept();
    tree = trial;
    cost = tried;
    if (cost < least * (1 - 1e-12)) {
      least = cost;
      best = tree;
    }
  }
  return best;
}

BoxDivision tree_search(const BoxProblem& problem, const Options& /*options*/, RandomStream& stream) {
  BoxTree tree = bisection_by_weight(problem);
  if (tree.leaves < 3) return divided_by(tree, problem.extent);
  TreeCosts costs(problem);
  BoxTree other = huffman_boxes(problem);
  if (costs.exact(other) < costs.exact(tree)) tree = std::move(other);
  RandomStream draws = stream.renamed("trees of boxes");
  const TreeAnnealing settings{.moves = moves_for(problem)};
  // Of six parts a single try finds the best in 99 of 100 problems, four in all but 6 of 10000.
  const int tries = tree.leaves <= 8 ? 4 : tree.leaves <= 12 ? 2 : 1;
  BoxTree best = annealed(problem, tree, costs, settings, draws);
  for (int i = 1; i < tries; ++i) {
    BoxTree another = annealed(problem, tree, costs, settings, draws);
    if (costs.exact(another) < costs.exact(best)) best = std::move(another);
  }
  BoxDivision division = divided_by(best, problem.extent);
  return is_quick_to_prove(problem) ? best_of_all_trees(problem, std::move(division)) : division;
}

// --- Search that goes on

// The tree of a division; nothing where straight cuts through whole groups of boxes do not make it.
class TreeOfDivision {
 public:
  explicit TreeOfDivision(const BoxDivision& division)
      : division_(division), tolerance_(coincidence_tolerance(division.extent)), tree_(volumes_in(division)) {}

  std::optional<BoxTree> tree() {
    std::vector<std::uint32_t> all(tree_.leaves);
    std::iota(all.begin(), all.end(), 0U);
    if (!joined(all)) return std::nullopt;
    return tree_;
  }

 private:
  static std::vector<double> volumes_in(const BoxDivision& division) {
    std::vector<double> volumes;
    for (const Cuboid& part : division.parts) volumes.push_back(volume(part.sides));
    return volumes;
  }

  std::optional<std::uint32_t> joined(std::vector<std::uint32_t> group) {
    if (group.size() == 1) return group.front();
    for (std::uint32_t axis = 0; axis < 3; ++axis) {
      std::ranges::sort(group, {}, [&](std::uint32_t i) { return std::pair(division_.parts[i].at[axis], i); });
      double end = 0;
      for (std::size_t before = 1; before < group.size(); ++before) {
        end = std::max(end, division_.parts[group[before - 1]].end(axis));
        if (division_.parts[group[before]].at[axis] < end - tolerance_) continue;
        const auto middle = group.begin() + static_cast<std::ptrdiff_t>(before);
        const std::optional<std::uint32_t> first = joined({group.begin(), middle});
        if (!first) return std::nullopt;
        const std::optional<std::uint32_t> second = joined({middle, group.end()});
        if (!second) return std::nullopt;
        return tree_.join(*first, *second, axis);
      }
    }
    return std::nullopt;
  }

  const BoxDivision& division_;
  double tolerance_;
  BoxTree tree_;
};

// From the best tree so far at several heats, and now and then from a start of its own.
std::optional<BoxTree> step_of_search(const BoxProblem& problem, const BoxTree& best, std::size_t number,
                                      const RandomStream& stream) {
  constexpr std::size_t turn = 5;
  constexpr double least_heat = 0.005;
  constexpr double most_heat = 0.3;
  RandomStream own = stream.renamed(fmt::format("long search of boxes, step {}", number));
  TreeCosts costs(problem);
  const bool is_new = number % turn == turn - 1;
  const double share_of_heat = is_new ? 1 : draw_unit(own);
  const double many = std::pow(8, draw_unit(own));
  const BoxTree start = !is_new                   ? best
                        : draw_below(2, own) == 0 ? bisection_by_weight(problem)
                                                  : huffman_boxes(problem);
  BoxTree next = annealed(problem, start, costs,
                          {.hottest = least_heat * std::pow(most_heat / least_heat, share_of_heat),
                           .moves = static_cast<std::size_t>(many * static_cast<double>(moves_for(problem)) / 2)},
                          own);
  constexpr double same = 1 - 1e-12;
  return costs.exact(next) < costs.exact(best) * same ? std::optional(std::move(next)) : std::nullopt;
}

}  // namespace

void search_on(const BoxProblem& problem, const Options& /*options*/, const BoxDivision& start,
               const std::function<void(const BoxDivision& better)>& found, RandomStream& stream) {
  constexpr std::size_t steps_at_once = 5;
  std::optional<BoxTree> best = TreeOfDivision(start).tree();
  if (problem.cluster.size() < 3 || is_quick_to_prove(problem)) return;
  if (!best) best = bisection_by_weight(problem);
  double least = total_cost(problem, start);
  for (std::size_t first = 0;; first += steps_at_once)
    improve_in_turn(
        steps_at_once, [&](std::size_t i) { return step_of_search(problem, *best, first + i, stream); },
        [&](BoxTree better) {
          best = std::move(better);
          const BoxDivision division = divided_by(*best, problem.extent);
          const double total = total_cost(problem, division);
          if (!(total < least)) return;
          least = total;
          found(division);
        });
}

namespace {

const Registration<BoxAlgorithm> tree_registration{
    {.name = "TREE",
     .source = "Wong & Liu 1986, in space",
     .summary = "simulated annealing over slicing trees, from the better of RecursiveBisection2 and HUFFMAN; all for "
                "up to 6 parts",
     .exact_everywhere = false,
     .solve = tree_search,
     .search_on = search_on}};

}  // namespace
}  // namespace apportion
