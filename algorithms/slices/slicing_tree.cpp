// Slicing trees made from the volumes alone, and the tree of a given division.
#include "algorithms/slices/slicing_tree.hpp"

#include <functional>
#include <queue>
#include <span>

namespace apportion::slices {
namespace {

using Numbers = std::span<const std::uint32_t>;

std::vector<std::uint32_t> in_order(std::size_t count) {
  std::vector<std::uint32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0U);
  return numbers;
}

// Divides the list again and again; `halved` gives the length of the first part of a list of at least two.
template <std::size_t D>
Tree<D> bisected(const Problem<D>& problem, Numbers list, const std::function<std::size_t(Numbers)>& halved) {
  Tree<D> tree(problem.volumes);
  const std::function<std::uint32_t(Numbers)> node = [&](Numbers part) {
    if (part.size() == 1) return part.front();
    const std::size_t before = halved(part);
    const std::uint32_t first = node(part.first(before));
    return tree.join(first, node(part.subspan(before)), 0);
  };
  node(list);
  tree.cut_across_longest(problem.extent);
  return tree;
}

template <std::size_t D>
class TreeFinder {
 public:
  TreeFinder(const Sides<D>& extent, const std::vector<Brick<D>>& bricks, double tolerance, Tree<D>& tree)
      : bricks_(bricks), tolerance_(tolerance), tree_(tree) {
    std::iota(axes_.begin(), axes_.end(), std::size_t{0});
    std::ranges::stable_sort(axes_, std::ranges::greater{}, [&](std::size_t axis) { return extent[axis]; });
  }

  // The node over the group; nothing if no straight cut divides it.
  std::optional<std::uint32_t> node(std::vector<std::uint32_t> group) {
    if (group.size() == 1) return group.front();
    for (const std::size_t axis : axes_) {
      const std::size_t before = before_cut(group, axis);
      if (before == 0) continue;
      const auto middle = group.begin() + static_cast<std::ptrdiff_t>(before);
      const std::optional<std::uint32_t> first = node({group.begin(), middle});
      const std::optional<std::uint32_t> second = first ? node({middle, group.end()}) : std::nullopt;
      return second ? std::optional(tree_.join(*first, *second, axis)) : std::nullopt;
    }
    return std::nullopt;
  }

 private:
  // Sorts the group along the axis. Returns how many of it lie before the cut nearest to the middle, 0 if there is no
  // cut.
  std::size_t before_cut(std::vector<std::uint32_t>& group, std::size_t axis) const {
    std::ranges::sort(group, {}, [&](std::uint32_t i) { return std::pair(bricks_[i].at[axis], i); });
    std::size_t best = 0;
    double end = 0;
    for (std::size_t i = 1; i < group.size(); ++i) {
      end = std::max(end, bricks_[group[i - 1]].end(axis));
      const bool is_nearer = std::max(i, group.size() - i) < std::max(best, group.size() - best);
      if (end <= bricks_[group[i]].at[axis] + tolerance_ && is_nearer) best = i;
    }
    return best;
  }

  const std::vector<Brick<D>>& bricks_;
  double tolerance_;
  Tree<D>& tree_;
  std::array<std::size_t, D> axes_{};
};

}  // namespace

template <std::size_t D>
Tree<D> bisection_by_count(const Problem<D>& problem) {
  return bisected(problem, in_order(problem.volumes.size()), [](Numbers list) { return list.size() / 2; });
}

template <std::size_t D>
Tree<D> bisection_by_weight(const Problem<D>& problem) {
  const std::vector<double>& volumes = problem.volumes;
  std::vector<std::uint32_t> order = in_order(volumes.size());
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::uint32_t i) { return volumes[i]; });
  return bisected(problem, order, [&](Numbers list) {
    double all = 0;
    for (const std::uint32_t i : list) all += volumes[i];
    std::size_t before = 1;
    for (double sum = volumes[list.front()]; before + 1 < list.size() && 2 * sum < all * (1 - 1e-12); ++before)
      sum += volumes[list[before]];
    return before;
  });
}

template <std::size_t D>
Tree<D> huffman(const Problem<D>& problem) {
  Tree<D> tree(problem.volumes);
  using Group = std::pair<double, std::uint32_t>;
  std::priority_queue<Group, std::vector<Group>, std::greater<>> groups;
  for (std::uint32_t i = 0; i < tree.leaves(); ++i) groups.emplace(tree.at(i).volume, i);
  const auto take = [&groups] {
    const std::uint32_t lightest = groups.top().second;
    groups.pop();
    return lightest;
  };
  while (groups.size() > 1) {
    const std::uint32_t lighter = take();
    const std::uint32_t joined = tree.join(take(), lighter, 0);
    groups.emplace(tree.at(joined).volume, joined);
  }
  tree.cut_across_longest(problem.extent);
  return tree;
}

template <std::size_t D>
std::optional<Tree<D>> tree_of(const Sides<D>& extent, const std::vector<Brick<D>>& bricks, double tolerance) {
  std::vector<double> volumes;
  for (const Brick<D>& brick : bricks) volumes.push_back(volume(brick.sides));
  Tree<D> tree(volumes);
  if (!TreeFinder<D>(extent, bricks, tolerance, tree).node(in_order(bricks.size()))) return std::nullopt;
  return tree;
}

std::optional<Tree<2>> tree_of(const Decomposition& division) {
  if (!division.further.empty()) return std::nullopt;
  std::vector<Brick<2>> bricks;
  for (const Rect& part : division.parts) bricks.push_back({{part.column, part.row}, {part.columns, part.rows}});
  return tree_of<2>({division.extent.columns, division.extent.rows}, bricks, coincidence_tolerance(division.extent));
}

template Tree<2> bisection_by_count(const Problem<2>& problem);
template Tree<3> bisection_by_count(const Problem<3>& problem);
template Tree<2> bisection_by_weight(const Problem<2>& problem);
template Tree<3> bisection_by_weight(const Problem<3>& problem);
template Tree<2> huffman(const Problem<2>& problem);
template Tree<3> huffman(const Problem<3>& problem);
template std::optional<Tree<2>> tree_of(const Sides<2>& extent, const std::vector<Brick<2>>& bricks, double tolerance);
template std::optional<Tree<3>> tree_of(const Sides<3>& extent, const std::vector<Brick<3>>& bricks, double tolerance);

}  // namespace apportion::slices
