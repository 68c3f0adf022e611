// Objectives: an algorithm is asked only for what it can minimise.
#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "tests/support/matchers.hpp"

namespace apportion {
namespace {

TEST(Objective, EveryAlgorithmMinimisesTheTotal) {
  for (const RectangleAlgorithm& algorithm : RectangleRegistry::instance().algorithms())
    EXPECT_THAT(algorithm.objectives, ::testing::Contains(Objective::total)) << algorithm.name;
}

TEST(Objective, AnAlgorithmRefusesWhatItCannotMinimise) {
  RectangleAlgorithm algorithm = RectangleRegistry::instance().algorithms().front();
  const Configured<RectangleAlgorithm> configured{&algorithm, Options::parse("", algorithm.options, algorithm.name)};
  const RectangleProblem problem{{2, 3}, {{1, 1}, {}}, 0};
  RandomStream stream(1, "objective");
  EXPECT_EQ(solve_rectangles(configured, problem, stream).decomposition.parts.size(), 2U);
  algorithm.objectives.clear();
  EXPECT_THAT(message_of([&] { static_cast<void>(solve_rectangles(configured, problem, stream)); }),
              ::testing::HasSubstr(algorithm.name + " cannot minimise total"));
}

}  // namespace
}  // namespace apportion
