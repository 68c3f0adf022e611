// Properties of every registered algorithm for boxes, alone, against the bound and against all slicing trees; and
// questions from JSON.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "extensions/boxes/algorithms/box_algorithm.hpp"
#include "extensions/boxes/problem/solve.hpp"
#include "extensions/boxes/sim/division.hpp"
#include "tests/support/registry.hpp"
#include "tests/support/search_on.hpp"

namespace apportion {
namespace {

BoxDivision divided(const std::string& name, const BoxProblem& problem) {
  RandomStream stream(1, "boxes");
  return solve_boxes(BoxRegistry::instance().choose(name), problem, stream);
}

double cost_by(const std::string& name, const BoxProblem& problem) {
  return total_cost(problem, divided(name, problem));
}

// Speeds in 128ths from 1 to 8, whole ones that tie, equal ones, or a few large ones; blocks up to 1:20.
rc::Gen<BoxProblem> box_problems(std::size_t most_processors) {
  return rc::gen::exec([most_processors] {
    const auto p = *rc::gen::inRange<std::size_t>(1, most_processors + 1);
    const int kind = *rc::gen::inRange(0, 4);
    BoxProblem problem;
    for (std::size_t i = 0; i < p; ++i) {
      const int drawn = *rc::gen::inRange(128, 1025);
      const double few = i % 3 == 0 ? 100 : 1 + drawn / 512.0;
      problem.cluster.speeds.push_back(kind == 0 ? drawn / 128.0 : kind == 1 ? 1 + drawn % 4 : kind == 2 ? 1 : few);
    }
    for (double& side : problem.extent) side = *rc::gen::element(10.0, 13.0, 20.0, 55.0, 200.0);
    problem.latency = *rc::gen::element(0.0, 0.0, 1.0, 100.0);
    return problem;
  });
}

class EveryBoxAlgorithm : public ::testing::TestWithParam<std::string> {
 protected:
  static rc::Gen<BoxProblem> problems() { return box_problems(9); }
};

TEST_P(EveryBoxAlgorithm, TilesTheBlockAboveTheBound) {
  ASSERT_TRUE(rc::check([] {
    const BoxProblem problem = *problems();
    const BoxDivision division = divided(GetParam(), problem);  // require_tiling() has checked it
    RC_ASSERT(total_cost(problem, division) >= total_lower_bound(problem) * (1 - 1e-12));
  }));
}

TEST_P(EveryBoxAlgorithm, GivesTheSameAnswerInOtherUnits) {
  ASSERT_TRUE(rc::check([] {
    BoxProblem problem = *problems();
    const double cost = total_cost(problem, divided(GetParam(), problem));
    for (double& side : problem.extent) side *= 4;
    problem.latency *= 16;
    RC_ASSERT(std::abs(total_cost(problem, divided(GetParam(), problem)) - 16 * cost) <= 1e-9 * 16 * cost);
  }));
}

TEST_P(EveryBoxAlgorithm, RepeatsItselfToTheBit) {
  ASSERT_TRUE(rc::check([] {
    const BoxProblem problem = *problems();
    const BoxDivision one = divided(GetParam(), problem);
    const BoxDivision two = divided(GetParam(), problem);
    for (std::size_t i = 0; i < one.parts.size(); ++i)
      RC_ASSERT(one.parts[i].at == two.parts[i].at && one.parts[i].sides == two.parts[i].sides);
  }));
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryBoxAlgorithm, ::testing::ValuesIn(testing_support::entry_names<BoxAlgorithm>()),
                         testing_support::test_name);

RC_GTEST_PROP(Boxes, BestIsNeverAboveTheOthers, ()) {
  const BoxProblem problem = *box_problems(12);
  const double best = cost_by("BEST", problem);
  for (const char* name : {"RCB", "RecursiveBisection2", "HUFFMAN"}) RC_ASSERT(best <= cost_by(name, problem));
}

// The least surface of all slicing trees of a set of volumes in a block, by enumeration.
double least_surface(const std::vector<double>& volumes, unsigned set, const Triple& sides) {
  if ((set & (set - 1)) == 0) return 0;
  const auto sum = [&volumes](unsigned of) {
    double all = 0;
    for (std::size_t i = 0; i < volumes.size(); ++i) all += (of >> i & 1U) != 0 ? volumes[i] : 0;
    return all;
  };
  double least = std::numeric_limits<double>::infinity();
  for (unsigned first = (set - 1) & set; first > (set ^ first); first = (first - 1) & set)
    for (std::size_t axis = 0; axis < 3; ++axis) {
      Triple before = sides;
      Triple behind = sides;
      before[axis] *= sum(first) / sum(set);
      behind[axis] *= sum(set ^ first) / sum(set);
      least = std::min(least, sum(set) / sides[axis] + least_surface(volumes, first, before) +
                                  least_surface(volumes, set ^ first, behind));
    }
  return least;
}

// The same including pairs of neighbours, division by division.
double least_total(const BoxProblem& problem) {
  const std::vector<double> volumes = volumes_of(problem);
  double least = std::numeric_limits<double>::infinity();
  BoxDivision division{problem.extent, std::vector<Cuboid>(volumes.size())};
  struct Open {
    unsigned set;
    Cuboid box;
  };
  std::vector<Open> open = {{(1U << volumes.size()) - 1, {{}, problem.extent}}};
  const std::function<void()> divide = [&] {
    if (open.empty()) {
      least = std::min(least, total_cost(problem, division));
      return;
    }
    const Open current = open.back();
    open.pop_back();
    const auto sum = [&volumes](unsigned of) {
      double all = 0;
      for (std::size_t i = 0; i < volumes.size(); ++i) all += (of >> i & 1U) != 0 ? volumes[i] : 0;
      return all;
    };
    if ((current.set & (current.set - 1)) == 0) {
      std::size_t processor = 0;
      while ((current.set >> processor & 1U) == 0) ++processor;
      division.parts[processor] = current.box;
      divide();
    }
    for (unsigned first = (current.set - 1) & current.set; first != 0; first = (first - 1) & current.set)
      for (std::size_t axis = 0; axis < 3; ++axis) {
        Cuboid before = current.box;
        Cuboid behind = current.box;
        before.sides[axis] *= sum(first) / sum(current.set);
        behind.sides[axis] -= before.sides[axis];
        behind.at[axis] += before.sides[axis];
        open.push_back({first, before});
        open.push_back({current.set & ~first, behind});
        divide();
        open.resize(open.size() - 2);
      }
    open.push_back(current);
  };
  divide();
  return least;
}

RC_GTEST_PROP(Boxes, BestOfFewIsTheLeastOfAllSlicingTrees, ()) {
  BoxProblem problem = *box_problems(5);
  problem.latency = 0;
  const double least = least_surface(volumes_of(problem), (1U << problem.cluster.size()) - 1, problem.extent);
  RC_ASSERT(std::abs(cost_by("BEST", problem) - least) <= 1e-9 * least);
}

RC_GTEST_PROP(Boxes, BestOfFewCountsNeighboursToo, ()) {
  BoxProblem problem = *box_problems(4);
  problem.latency = 30;
  const double least = least_total(problem);
  RC_ASSERT(std::abs(cost_by("BEST", problem) - least) <= 1e-9 * least);
}

TEST(Boxes, CubesOfCubesAreFound) {
  const BoxProblem problem{{3, 3, 3}, {std::vector<double>(27, 1), {}}, 0};
  EXPECT_NEAR(54, cost_by("BEST", problem), 1e-9);
  EXPECT_NEAR(54, total_lower_bound(problem), 1e-9);
}

TEST(SearchOnBoxes, ImprovesAndKeepsTheVolumesUntilTheClockStopsIt) {
  const BoxProblem problem{{40, 50, 60}, {{9, 7, 5, 4, 3, 3, 2, 2, 1, 1}, {}}, 20};
  RandomStream of_start(1, "boxes");
  testing_support::expect_search_improves<BoxAlgorithm>(
      problem, BoxRegistry::instance().choose("RCB").solve(problem, of_start), [&](const BoxDivision& division) {
        require_tiling(problem, division);
        return total_cost(problem, division);
      });
}

TEST(BoxQuestions, AreReadFromTheirOwnJson) {
  const BoxProblem problem{{2, 3, 0.5}, {{1, 2}, {}}, 7};
  const problems::Json json = problems::parse_json(problems::to_json(problem));
  const BoxProblem again = problems::box_question({problems::box_fields(), json}).problem;
  EXPECT_EQ(problem.extent, again.extent);
  EXPECT_EQ(problem.cluster.speeds, again.cluster.speeds);
  EXPECT_EQ(problem.latency, again.latency);
}

}  // namespace
}  // namespace apportion
