// Slicing trees and the tables over aspect ratios: costs by coefficients, corners, and the best trees of all.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "algorithms/rectangles/random_draws.hpp"
#include "algorithms/rectangles/slicing_tree.hpp"
#include "sim/samplers.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/rectangles.hpp"

namespace apportion {
namespace {

using testing_support::frame_of;

RectangleProblem random_problem(std::size_t p, double ratio, double side, int sample) {
  RandomStream stream(21, "slicing " + std::to_string(p) + " " + std::to_string(ratio) + " " + std::to_string(sample));
  return {{1000, side}, draw_cluster("log-uniform", p, ratio, stream), 0};
}

double found(const std::string& name, const RectangleProblem& problem) {
  return acost(solve(name, problem).decomposition);
}

// Joins nodes at random until one is left; a node becomes a guest now and then, where the other can be its host.
SlicingTree random_tree(const Frame& frame, RandomStream& stream) {
  SlicingTree tree;
  std::vector<std::int32_t> tops;
  for (std::size_t i = 0; i < frame.size(); ++i)
    tops.push_back(tree.add_leaf(static_cast<std::int32_t>(i), frame.weights[i]));
  while (tops.size() > 1) {
    std::swap(tops.back(), tops[draw_below(tops.size(), stream)]);
    const std::int32_t second = tops.back();
    tops.pop_back();
    std::int32_t& first = tops[draw_below(tops.size(), stream)];
    const bool can_host = tree.is_leaf(first) || tree.at(first).kind == NodeKind::corner;
    const bool corner = can_host && tree.at(second).area < 0.5 * tree.at(first).area;
    const NodeKind cut = draw_below(2, stream) == 0 ? NodeKind::across_x : NodeKind::across_y;
    first = tree.add_inner(corner ? NodeKind::corner : cut, first, second);
  }
  tree.root = tops.front();
  return tree;
}

void expect_exact(const Frame& frame, const SlicingTree& tree, const Cluster& cluster) {
  const RectangleSolution solution = slicing_solution(frame, tree);
  ASSERT_TRUE(testing_support::tiles(solution.decomposition));
  ASSERT_NEAR(solution.claimed_acost, acost(solution.decomposition), 1e-9 * (frame.m + frame.n));
  const double sum = std::accumulate(cluster.speeds.begin(), cluster.speeds.end(), 0.0);
  for (std::size_t i = 0; i < cluster.size(); ++i)
    ASSERT_NEAR(part_area(solution.decomposition, i) / (cluster.speeds[i] / sum * frame.m * frame.n), 1, 1e-9) << i;
}

TEST(SlicingTree, CoefficientsAndAreasAreThoseOfTheGeometry) {
  int with_corners = 0;
  int misfits = 0;
  for (int sample = 0; sample < 3000; ++sample) {
    RandomStream stream(22, "tree " + std::to_string(sample));
    const RectangleProblem problem = random_problem(1 + draw_below(12, stream), 100, 1000 + 500 * (sample % 5), sample);
    const Frame frame = make_frame(problem);
    const SlicingTree tree = random_tree(frame, stream);
    if (!corners_fit(tree, frame)) {
      ++misfits;
      ASSERT_EQ(total_of_tree(frame, tree), std::numeric_limits<double>::infinity());
      continue;
    }
    expect_exact(frame, tree, problem.cluster);
    if (HasFatalFailure()) return;
    with_corners += shapes_of(slicing_solution(frame, tree).decomposition) == Shapes::any ? 1 : 0;
  }
  EXPECT_GT(with_corners, 300);
  EXPECT_GT(misfits, 100);
}

TEST(SlicingTree, TotalsCountTheEdgesOfTheGeometry) {
  for (int sample = 0; sample < 300; ++sample) {
    SCOPED_TRACE(sample);
    RandomStream stream(23, "total " + std::to_string(sample));
    RectangleProblem problem = random_problem(2 + draw_below(8, stream), 50, 1500, sample);
    problem.latency = 100;
    const Frame frame = make_frame(problem);
    const SlicingTree tree = random_tree(frame, stream);
    if (!corners_fit(tree, frame)) continue;
    const Decomposition decomposition = slicing_solution(frame, tree).decomposition;
    ASSERT_NEAR(total_of_tree(frame, tree),
                acost(decomposition) + 100 * static_cast<double>(testing_support::adjacent_pairs(decomposition)), 1e-6);
  }
}

// Of random guillotine cuts, many of which meet in crossings.
TEST(SlicingTree, IsFoundInADecomposition) {
  for (int sample = 0; sample < 200; ++sample) {
    SCOPED_TRACE(sample);
    RandomStream stream(24, "found " + std::to_string(sample));
    Decomposition decomposition =
        testing_support::random_guillotine({1000, 1600}, 1 + draw_below(20, stream), 8, stream);
    std::ranges::sort(decomposition.parts, std::greater<>{}, &Rect::area);
    const Frame frame = make_frame({decomposition.extent, testing_support::cluster_of_areas(decomposition), 100});
    const std::optional<SlicingTree> tree = tree_of(frame, decomposition);
    ASSERT_TRUE(tree);
    ASSERT_NEAR(total_of_tree(frame, *tree),
                acost(decomposition) + 100 * static_cast<double>(internal_edges(decomposition)), 1e-6);
  }
  const RectangleProblem pinwheel{{1000, 1000}, {{5, 5, 5, 5, 1}, {}}, 0};
  EXPECT_FALSE(tree_of(make_frame(pinwheel), solve("OPTIMAL", pinwheel).decomposition));
}

// The slower of two processors takes a square in a corner: inner boundary 2 sqrt(a) (Becker and Lastovetsky 2006).
TEST(SlicingTree, TheSquareCorner) {
  const Frame frame = frame_of({0.75, 0.25}, 1000, 1000);
  SlicingTree tree;
  const std::int32_t host = tree.add_leaf(0, 0.75);
  tree.root = tree.add_inner(NodeKind::corner, host, tree.add_leaf(1, 0.25));
  const RectangleSolution solution = slicing_solution(frame, tree);
  EXPECT_DOUBLE_EQ(solution.claimed_acost, 1000);
  EXPECT_DOUBLE_EQ(acost(solution.decomposition), 1000);
  EXPECT_EQ(solution.decomposition.further.size(), 1U);
  EXPECT_DOUBLE_EQ(solution.decomposition.parts[1].rows, 500);
  EXPECT_DOUBLE_EQ(solution.decomposition.parts[1].columns, 500);
}

// Least half perimeters of all slicing trees, by trying all.
double best_slicing(const std::vector<double>& areas, std::size_t set, double width, double height) {
  if ((set & (set - 1)) == 0) return width + height;
  const auto area = [&areas](std::size_t of) {
    double sum = 0;
    for (std::size_t i = 0; i < areas.size(); ++i) sum += (of >> i) % 2 == 1 ? areas[i] : 0;
    return sum;
  };
  double best = std::numeric_limits<double>::infinity();
  for (std::size_t part = (set - 1) & set; part > 0; part = (part - 1) & set) {
    if (part < (set ^ part)) continue;
    const double f = area(part) / area(set);
    best = std::min(
        {best, best_slicing(areas, part, width * f, height) + best_slicing(areas, set ^ part, width * (1 - f), height),
         best_slicing(areas, part, width, height * f) + best_slicing(areas, set ^ part, width, height * (1 - f))});
  }
  return best;
}

// The choice among trees suffers from the resolution of the tables, but seldom and little.
TEST(Subset, IsTheBestOfAllSlicingTreesButForTheTables) {
  int optimal = 0;
  int all = 0;
  double worst = 1;
  for (std::size_t p = 2; p <= 5; ++p)
    for (const double ratio : {2.0, 8.0, 64.0, 512.0})
      for (const double side : {1000.0, 3000.0})
        for (int sample = 0; sample < 5; ++sample) {
          const RectangleProblem problem = random_problem(p, ratio, side, sample);
          const double best = best_slicing(make_frame(problem).weights, (std::size_t{1} << p) - 1,
                                           std::sqrt(side / 1000), std::sqrt(1000 / side)) *
                                  std::sqrt(1000 * side) -
                              (1000 + side);
          const double subset = found("SUBSET", problem);
          ASSERT_GE(subset, best - 1e-6);
          worst = std::max(worst, subset / best);
          optimal += subset <= best + 1e-6 ? 1 : 0;
          ++all;
        }
  RecordProperty("optimal", optimal);
  EXPECT_GE(optimal, all * 9 / 10) << "of " << all;
  EXPECT_LE(worst, 1.01);
}

// XY2's trees are among RANGE's, and RANGE's among SUBSET's; each may be missed by the tables' resolution.
TEST(Range, LiesBetweenXy2AndSubset) {
  for (std::size_t p = 2; p <= 12; ++p)
    for (const double ratio : {1.0, 8.0, 512.0})
      for (const double side : {1000.0, 3000.0, 20000.0}) {
        const RectangleProblem problem = random_problem(p, ratio, side, 0);
        const double range = found("RANGE", problem);
        ASSERT_LE(range, found("XY2", problem) * 1.002) << p << " " << ratio << " " << side;
        ASSERT_LE(found("SUBSET", problem), range * 1.002) << p << " " << ratio << " " << side;
      }
}

TEST(Cluster, MoreRunsAreNeverWorse) {
  for (int sample = 0; sample < 20; ++sample) {
    const RectangleProblem problem = random_problem(30, 64, 2000, sample);
    double before = std::numeric_limits<double>::infinity();
    for (const char* name : {"CLUSTER[runs=1]", "CLUSTER[runs=3]", "CLUSTER[runs=9]"}) {
      SCOPED_TRACE(name);
      const double now = found(name, problem);
      ASSERT_LE(now, before + 1e-6);
      before = now;
    }
  }
}

// Clusters of one part each are SUBSET's.
TEST(Cluster, OfOnePartEachIsSubset) {
  for (int sample = 0; sample < 20; ++sample) {
    SCOPED_TRACE(sample);
    const RectangleProblem problem = random_problem(7, 64, 1000, sample);
    ASSERT_NEAR(found("CLUSTER[size=7,runs=1]", problem), found("SUBSET", problem), 1e-6);
  }
}

std::string tree_refusal(const std::string& name, std::size_t p) {
  return message_of([&] { (void)solve(name, {{1000, 1000}, {std::vector<double>(p, 1.0), {}}, 0}); });
}

TEST(SlicingTreeAlgorithms, RefuseWhatTheyCannotDo) {
  EXPECT_EQ(tree_refusal("SUBSET", 14),
            "SUBSET takes at most 13 processors, and there are 14; CLUSTER and BEST take more");
  EXPECT_EQ(tree_refusal("RANGE", 251),
            "RANGE takes at most 250 processors, and there are 251; CLUSTER and BEST take more");
  EXPECT_EQ(tree_refusal("CLUSTER", 20001),
            "CLUSTER takes at most 20000 processors, and there are 20001; BEST takes more");
  EXPECT_EQ(tree_refusal("LNS", 20001), "LNS takes at most 20000 processors, and there are 20001; BEST takes more");
  EXPECT_EQ(tree_refusal("ANNEALING", 20001),
            "ANNEALING takes at most 20000 processors, and there are 20001; BEST takes more");
  EXPECT_EQ(tree_refusal("CLUSTER[size=13]", 3),
            "option size of CLUSTER is '13'; it must be a whole number from 1 to 12");
  EXPECT_EQ(tree_refusal("CLUSTER[runs=0]", 3),
            "option runs of CLUSTER is '0'; it must be a whole number from 1 to 100000000");
  EXPECT_EQ(tree_refusal("LNS[size=2]", 3), "option size of LNS is '2'; it must be a whole number from 3 to 12");
  EXPECT_EQ(tree_refusal("ANNEALING[runs=0]", 3),
            "option runs of ANNEALING is '0'; it must be a whole number from 1 to 100000000");
  EXPECT_EQ(tree_refusal("ANNEALING[runs=20001]", 3),
            "option runs of ANNEALING is 20001; it must be from 1 to evaluations, which is 20000");
  EXPECT_EQ(tree_refusal("ANNEALING[shapes=L]", 3), "option shapes of ANNEALING is 'L'; it must be rectangles or any");
}

TEST(SlicingTrees, ATreeWithoutNodesIsAnErrorAndNoDivision) {
  const Frame frame = testing_support::frame_of({1, 1}, 10, 20);
  EXPECT_THROW((void)slicing_solution(frame, {}), std::logic_error);
}

// No total is less than infinity, nor than what is not a number: the search has a tree all the same.
TEST(SlicingTrees, SearchesEndWithATreeWhereNoTotalIsFinite) {
  for (const char* name : {"ANNEALING[evaluations=100]", "LNS"})
    for (const double latency : {0.0, 1e308}) {
      SCOPED_TRACE(::testing::Message() << ::testing::PrintToString(name) << ' ' << ::testing::PrintToString(latency));
      const RectangleProblem problem{{20, 712}, {{1e308, 1e-100, 1e20, 1, 1, 1, 1, 1e-12, 1e100}, {}}, latency};
      RandomStream stream(default_seed, name);
      EXPECT_EQ(RectangleRegistry::instance().choose(name).solve(problem, stream).decomposition.parts.size(), 9U);
    }
}

}  // namespace
}  // namespace apportion
