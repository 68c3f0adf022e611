// Slicing trees in two and three dimensions: a tree's costs agree with its bricks after every change; the tree of a
// division.
#include "algorithms/slices/slicing_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/rectangles/random_draws.hpp"
#include "algorithms/slices/tree_search.hpp"
#include "sim/rectangles/costs.hpp"
#include "tests/support/rectangles.hpp"

namespace apportion::slices {
namespace {

template <std::size_t D>
Problem<D> random_problem(std::size_t parts, double latency, RandomStream& stream) {
  Problem<D> problem{.latency = latency};
  for (double& side : problem.extent) side = 10 + 90 * draw_unit(stream);
  double sum = 0;
  for (std::size_t i = 0; i < parts; ++i) {
    // Few distinct volumes, so that many cuts form crossings.
    problem.volumes.push_back(1 + static_cast<double>(draw_below(3, stream)));
    sum += problem.volumes.back();
  }
  for (double& each : problem.volumes) each *= volume(problem.extent) / sum;
  return problem;
}

template <std::size_t D>
double half_surface(const Sides<D>& sides) {
  double sum = 0;
  for (const double side : sides) sum += volume(sides) / side;
  return sum;
}

template <std::size_t D>
int pairs_of(const std::vector<Brick<D>>& bricks) {
  int count = 0;
  for (std::size_t i = 0; i < bricks.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      std::array<double, D> common{};
      for (std::size_t axis = 0; axis < D; ++axis)
        common[axis] =
            std::min(bricks[i].end(axis), bricks[j].end(axis)) - std::max(bricks[i].at[axis], bricks[j].at[axis]);
      std::ranges::sort(common);
      count += std::abs(common[0]) <= 1e-6 && common[1] > 1e-6 ? 1 : 0;
    }
  return count;
}

template <std::size_t D>
void expect_true(Tree<D>& tree, const Problem<D>& problem) {
  const std::vector<Brick<D>> bricks = tree.bricks(problem.extent);
  double surface = -half_surface<D>(problem.extent);
  Sides<D> least = problem.extent;
  for (std::size_t i = 0; i < bricks.size(); ++i) {
    surface += half_surface<D>(bricks[i].sides);
    ASSERT_NEAR(volume(bricks[i].sides) / problem.volumes[i], 1, 1e-9);
    for (std::size_t axis = 0; axis < D; ++axis) least[axis] = std::min(least[axis], bricks[i].sides[axis]);
  }
  ASSERT_NEAR(tree.surface(problem.extent), surface, 1e-9 * (1 + surface));
  ASSERT_EQ(tree.pairs(), pairs_of<D>(bricks));
  for (double& side : least) side *= 1 - 1e-9;
  ASSERT_TRUE(tree.is_wide_enough(problem.extent, least));
  for (double& side : least) side *= 1 + 1e-6;
  ASSERT_FALSE(tree.is_wide_enough(problem.extent, least));
}

// Half of the changes are undone, and the tree is then unchanged.
template <std::size_t D>
void change_at_random(int sample) {
  RandomStream stream(22, "changes " + std::to_string(sample));
  const Problem<D> problem = random_problem<D>(2 + draw_below(14, stream), 3, stream);
  Tree<D> tree = bisection_by_weight(problem);
  Tree<D> copy = tree;
  std::vector<std::uint32_t> changed;
  const auto any = [&] { return static_cast<std::uint32_t>(draw_below(tree.size(), stream)); };
  for (int i = 0; i < 100; ++i) {
    const double before = cost(tree, problem);
    const std::uint32_t node = any();
    const std::uint32_t other = any();
    const std::size_t axis = draw_below(D, stream);
    const std::size_t kind = draw_below(4, stream);
    if (kind < 2 && tree.is_leaf(node)) continue;
    if (!(kind == 0   ? tree.turn(node, axis)
          : kind == 1 ? tree.mirror(node)
          : kind == 2 ? tree.exchange(node, other)
                      : tree.regraft(node, other, axis, i % 2 == 0)))
      continue;
    expect_true(tree, problem);
    if (draw_below(2, stream) == 0) {
      tree.take_back();
      ASSERT_EQ(cost(tree, problem), before);
    } else {
      tree.keep(changed);
    }
  }
  copy.copy(tree, changed);
  ASSERT_EQ(cost(copy, problem), cost(tree, problem));
  expect_true(copy, problem);
}

TEST(SlicingTrees, SayWhatTheirBricksSayAfterEveryChange) {
  for (int sample = 0; sample < 100; ++sample) {
    change_at_random<2>(sample);
    change_at_random<3>(sample);
    if (HasFatalFailure()) return;
  }
}

TEST(SlicingTrees, CountTheEdgesThatTheGeometryCounts) {
  for (int sample = 0; sample < 300; ++sample) {
    SCOPED_TRACE(sample);
    RandomStream stream(24, "found " + std::to_string(sample));
    const Decomposition division =
        testing_support::random_guillotine({1000, 1600}, 1 + draw_below(20, stream), 8, stream);
    std::optional<Tree<2>> tree = tree_of(division);
    ASSERT_TRUE(tree);
    ASSERT_NEAR(tree->surface({1600, 1000}), acost(division), 1e-6);
    ASSERT_EQ(tree->pairs(), internal_edges(division));
  }
}

TEST(SlicingTrees, AreNotFoundWhereThereIsNone) {
  EXPECT_FALSE(tree_of(solve("OPTIMAL", {{1000, 1000}, {{5, 5, 5, 5, 1}, {}}, 0}).decomposition));
  EXPECT_FALSE(tree_of(solve("NRRP", {{1000, 1000}, {{20, 1}, {}}, 0}).decomposition));
}

TEST(SlicingTrees, OfEqualPartsAreCutInHalves) {
  Problem<2> problem{.extent = {40, 10}, .volumes = std::vector<double>(4, 100)};
  for (const Tree<2>& tree : {bisection_by_count(problem), bisection_by_weight(problem), huffman(problem)})
    EXPECT_DOUBLE_EQ(tree.surface(problem.extent), 30);
}

TEST(TreeSearch, KeepsTheLeastWidths) {
  RandomStream stream(26, "widths");
  Problem<2> problem{.extent = {100, 100}, .volumes = std::vector<double>(10, 1000), .narrowest = {20, 20}};
  constexpr std::array efforts = {Effort{}};
  const Tree<2> tree = searched<2>(problem, {}, efforts, stream);
  EXPECT_TRUE(is_wide_enough(tree, problem));
}

}  // namespace
}  // namespace apportion::slices
