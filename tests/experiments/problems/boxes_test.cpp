// Questions of boxes from JSON.
#include <gtest/gtest.h>

#include "experiments/problems/boxes/solve.hpp"
#include "tests/support/questions.hpp"

namespace apportion::problems {
namespace {

TEST(BoxQuestions, AreReadFromTheirOwnJson) {
  const BoxProblem problem{{2, 3, 0.5}, {{1, 2}, {}}, 7};
  const BoxProblem again = parse_box_question(to_json(problem)).problem;
  EXPECT_EQ(problem.extent, again.extent);
  EXPECT_EQ(problem.cluster.speeds, again.cluster.speeds);
  EXPECT_EQ(problem.latency, again.latency);
}

}  // namespace
}  // namespace apportion::problems
