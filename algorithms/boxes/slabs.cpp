// SLABS: the cheapest slabs of columns of boxes, processors in descending order of weight: XY2 and TILE in space.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>

#include "algorithms/boxes/box_algorithm.hpp"
#include "algorithms/boxes/box_tree.hpp"
#include "base/error.hpp"

namespace apportion {
namespace {

constexpr std::size_t most_in_slabs = 256;  // which takes a fifth of a second

// What is cut: slabs across one axis, columns in them across the next, boxes in those across the last.
using Axes = std::array<std::uint32_t, 3>;

class Slabs {
 public:
  explicit Slabs(const BoxProblem& problem) : extent_(problem.extent), volumes_(volumes_of(problem)) {
    order_.resize(volumes_.size());
    std::iota(order_.begin(), order_.end(), 0U);
    std::ranges::stable_sort(order_, std::ranges::greater{}, [&](std::uint32_t i) { return volumes_[i]; });
    const double all = volume(extent_);
    shares_.push_back(0);
    for (const std::uint32_t i : order_) shares_.push_back(shares_.back() + volumes_[i] / all);
    cost_.resize(order_.size() + 1);
    from_.resize(order_.size() + 1);
  }

  BoxTree cheapest() {
    double least = std::numeric_limits<double>::infinity();
    std::uint32_t across = 0;
    for (std::uint32_t axis = 0; axis < 3; ++axis)
      if (const double cost = divide(axis); cost < least) {
        least = cost;
        across = axis;
      }
    divide(across);
    return tree_by(across);
  }

 private:
  // Where the groups of [first, last) begin behind the first one, and what their cuts in the cross-section cost.
  struct Columns {
    double cost = 0;
    Axes axes{};
  };

  [[nodiscard]] double share(std::size_t first, std::size_t last) const { return shares_[last] - shares_[first]; }

  // Columns of [first, last) across axes[1]: each costs a cut of the cross-section's length along axes[2], and cuts
  // between its boxes. The cost of a column is its boxes but one, times its share: the best beginning of the last
  // column never moves back, since that satisfies the quadrangle inequality.
  double columns(std::size_t first, std::size_t last, const Axes& axes) {
    const double width = extent_[axes[1]];
    const double length = extent_[axes[2]];
    const double each = length / width * share(first, last);
    column_cost_.assign(last - first + 1, 0);
    column_from_.assign(last - first + 1, 0);
    std::size_t earliest = first;
    for (std::size_t end = first + 1; end <= last; ++end) {
      double least = std::numeric_limits<double>::infinity();
      for (std::size_t begin = earliest; begin < end; ++begin) {
        const double cost =
            column_cost_[begin - first] + each + static_cast<double>(end - begin - 1) * share(begin, end);
        if (cost < least) {
          least = cost;
          earliest = begin;
        }
      }
      column_cost_[end - first] = least;
      column_from_[end - first] = earliest;
    }
    return (column_cost_.back() - each) * width / share(first, last);
  }

  Columns cheapest_columns(std::size_t first, std::size_t last, std::uint32_t axis) {
    const Axes axes = {axis, (axis + 1) % 3, (axis + 2) % 3};
    const Axes turned = {axis, axes[2], axes[1]};
    const double cost = columns(first, last, axes);
    const double other = columns(first, last, turned);
    return other < cost ? Columns{other, turned} : Columns{cost, axes};
  }

  double divide(std::uint32_t axis) {
    const double face = volume(extent_) / extent_[axis];
    cost_[0] = -face;
    for (std::size_t end = 1; end <= order_.size(); ++end) {
      cost_[end] = std::numeric_limits<double>::infinity();
      for (std::size_t begin = end; begin-- > 0;) {
        const double cost =
            cost_[begin] + face + extent_[axis] * share(begin, end) * cheapest_columns(begin, end, axis).cost;
        if (cost < cost_[end]) {
          cost_[end] = cost;
          from_[end] = begin;
        }
      }
    }
    return cost_.back();
  }

  // One cut behind the other.
  static std::uint32_t chain(const std::vector<std::uint32_t>& nodes, std::uint32_t axis, BoxTree& tree) {
    std::uint32_t joined = nodes.back();
    for (std::size_t i = nodes.size() - 1; i-- > 0;) joined = tree.join(nodes[i], joined, axis);
    return joined;
  }

  std::uint32_t slab_in(std::size_t first, std::size_t last, std::uint32_t axis, BoxTree& tree) {
    const Axes axes = cheapest_columns(first, last, axis).axes;
    columns(first, last, axes);
    std::vector<std::uint32_t> nodes;
    for (std::size_t end = last; end > first; end = column_from_[end - first]) {
      const auto begin = static_cast<std::ptrdiff_t>(column_from_[end - first]);
      nodes.push_back(
          chain({order_.begin() + begin, order_.begin() + static_cast<std::ptrdiff_t>(end)}, axes[2], tree));
    }
    std::ranges::reverse(nodes);
    return chain(nodes, axes[1], tree);
  }

  BoxTree tree_by(std::uint32_t axis) {
    BoxTree tree(volumes_);
    std::vector<std::uint32_t> nodes;
    for (std::size_t end = order_.size(); end > 0; end = from_[end])
      nodes.push_back(slab_in(from_[end], end, axis, tree));
    std::ranges::reverse(nodes);
    chain(nodes, axis, tree);
    return tree;
  }

  Triple extent_;
  std::vector<double> volumes_;
  std::vector<std::uint32_t> order_;
  std::vector<double> shares_;  // of the first so many
  std::vector<double> cost_;
  std::vector<std::size_t> from_;
  std::vector<double> column_cost_;
  std::vector<std::size_t> column_from_;
};

BoxDivision slabs(const BoxProblem& problem, const Options& /*options*/, RandomStream& /*stream*/) {
  if (problem.cluster.size() > most_in_slabs)
    throw InputError(fmt::format("SLABS takes at most {} processors, not {}", most_in_slabs, problem.cluster.size()));
  return divided_by(Slabs(problem).cheapest(), problem.extent);
}

const Registration<BoxAlgorithm> slabs_registration{
    {.name = "SLABS",
     .source = "the columns of Kaddoura, Ranka & Wang 1996, in space",
     .summary = "the cheapest slabs of columns of boxes, processors by descending weight; up to 256 processors",
     .solve = slabs}};

}  // namespace
}  // namespace apportion
