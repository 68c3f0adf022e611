// Matrix jobs on simulated networks: times that can be told without simulation, and the order of slices.
#include "experiments/validation/matrix_jobs.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "experiments/problems/common/axes.hpp"

namespace apportion::validation {
namespace {

using Settings = std::map<std::string, std::string>;

GridJobProblem drawn(const Settings& settings, int sample) {
  std::vector<engine::Axis> axes = grid_job_axes();
  for (const auto& [axis, value] : settings) problems::set_axis(axes, axis, {engine::AxisValue::parse(value)});
  RandomStream stream(1, "grid job " + std::to_string(sample));
  return sample_grid_job(engine::grid(axes).front(), stream);
}

GridSolution solved(const GridJobProblem& problem, const std::string& method) {
  RandomStream stream(1, method);
  return GridRegistry::instance().choose(method).solve(problem, stream);
}

TEST(GridJobStudy, AProductWhoseMessagesTakeNoTimeTakesTheBlockTime) {
  for (const std::string grid : {"2x2", "3x4"})
    for (int sample = 0; sample < 5; ++sample) {
      const GridJobProblem problem = drawn({{"grid", grid}}, sample);
      for (const std::string& method : grid_methods()) {
        const GridJobMeasures measures = measure_grid_job(problem, solved(problem, method));
        EXPECT_NEAR(measures.time, measures.block_time, 1e-12 * measures.time) << method;
      }
    }
}

TEST(GridJobStudy, MessagesMakeJobsSlower) {
  for (const std::string workload : {"product", "lu"}) {
    double before = 0;
    for (const std::string share : {"0", "0.1", "0.5"}) {
      const GridJobProblem problem = drawn({{"grid", "3x3"}, {"workload", workload}, {"share", share}}, 1);
      const double time = measure_grid_job(problem, solved(problem, "beaumont")).time;
      EXPECT_GT(time, before) << workload << " " << share;
      before = time;
    }
  }
}

TEST(GridJobStudy, TheBestOrderIsNoSlowerThanTheGivenOne) {
  int faster = 0;
  for (int sample = 0; sample < 10; ++sample) {
    SCOPED_TRACE(sample);
    const GridJobProblem given = drawn({{"grid", "3x3"}, {"workload", "lu"}}, sample);
    const GridJobProblem best = drawn({{"grid", "3x3"}, {"workload", "lu"}, {"order", "best"}}, sample);
    const GridSolution solution = solved(given, "beaumont");
    const double time = measure_grid_job(given, solution).time;
    EXPECT_EQ(time, simulated_time(given, solution));
    EXPECT_LE(measure_grid_job(best, solution).time, time);
    if (measure_grid_job(best, solution).time < time) ++faster;
  }
  EXPECT_GT(faster, 0);
}

TEST(GridJobStudy, BusyReceiversAndNoiseChangeTheTime) {
  GridJobProblem problem = drawn({{"grid", "3x3"}, {"share", "0.5"}}, 1);
  const GridSolution solution = solved(problem, "beaumont");
  const double time = simulated_time(problem, solution);
  GridJobProblem noisy = problem;
  noisy.noise = 0.1;
  EXPECT_NE(simulated_time(noisy, solution), time);
  problem.network.protocol.receive_seconds = 0.01 * time;
  EXPECT_GT(simulated_time(problem, solution), time);
}

}  // namespace
}  // namespace apportion::validation
