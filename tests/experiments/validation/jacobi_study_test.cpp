// Jacobi iterations on simulated networks: random ones, and measures that are known without simulation.
#include "experiments/validation/jacobi_study.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "experiments/problems/common/sweep_study.hpp"
#include "sim/network/network.hpp"

namespace apportion::validation {
namespace {

using Settings = std::map<std::string, std::string>;

engine::Point point_with(const Settings& settings) {
  std::vector<engine::Axis> axes = jacobi_axes();
  for (const auto& [axis, value] : settings) problems::set_axis(axes, axis, {engine::AxisValue::parse(value)});
  return engine::grid(axes).front();
}

JacobiProblem drawn_jacobi(const Settings& settings, int sample) {
  RandomStream stream(1, "jacobi " + std::to_string(sample));
  return sample_jacobi(point_with(settings), stream);
}

engine::Numbers measured(const JacobiProblem& problem, const std::string& method) {
  RandomStream stream(1, method);
  return measure_jacobi(problem, RectangleRegistry::instance().choose(method).solve(problem, stream));
}

// The first finding: on their network the papers' total is exact.
TEST(JacobiStudy, TheTotalIsExactOnABusWithABarrierAndStartUpsOnTheMedium) {
  for (const std::string latency : {"0", "1000"})
    for (const std::string share : {"1", "0.1"})
      for (int sample = 0; sample < 10; ++sample) {
        const JacobiProblem problem =
            drawn_jacobi({{"network", "bus"}, {"latency", latency}, {"share", share}, {"progress", "barrier"}}, sample);
        for (const char* method :
             {"HYBRID", "RecursiveBisection", "RecursiveBisection2", "RecursiveBisection3", "TILE", "XY2"}) {
          SCOPED_TRACE(::testing::Message() << latency << ' ' << share << ' ' << sample << ' ' << method);
          const engine::Numbers measures = measured(problem, method);
          EXPECT_NEAR(measures.at("time"), measures.at("compute") + 2 * measures.at("total"),
                      1e-12 * measures.at("time"));
          EXPECT_NEAR(measures.at("net"), 2 * measures.at("total"), 1e-12 * measures.at("time"));
        }
      }
}

TEST(JacobiStudy, RecursiveBisection2SpendsTheShareOnMessages) {
  for (const std::string& network : network_names())
    for (const std::string startup : {"medium", "cpu", "wire"}) {
      const JacobiProblem problem = drawn_jacobi(
          {{"network", network}, {"startup", startup}, {"latency", "100"}, {"share", "0.3"}, {"progress", "barrier"}},
          1);
      const engine::Numbers measures = measured(problem, "RecursiveBisection2");
      EXPECT_NEAR(1 - measures.at("compute") / measures.at("time"), 0.3, 1e-9) << network << " " << startup;
    }
}

TEST(JacobiStudy, AllSettingsMeetTheSameArraysAndClusters) {
  for (int sample = 0; sample < 20; ++sample) {
    SCOPED_TRACE(sample);
    const JacobiProblem one = drawn_jacobi({}, sample);
    const JacobiProblem other =
        drawn_jacobi({{"network", "two-level"}, {"startup", "wire"}, {"latency", "10"}, {"share", "0.5"}}, sample);
    EXPECT_EQ(one.extent.columns, other.extent.columns);
    EXPECT_EQ(one.cluster.speeds, other.cluster.speeds);
    EXPECT_TRUE(one.cluster.is_flat());
    EXPECT_EQ(other.cluster.machine.parts.size(), two_level_groups(other.cluster.size()).size());
    EXPECT_EQ(other.cluster.machine.processors(), other.cluster.size());
    EXPECT_GE(one.cluster.size(), 4U);
    EXPECT_LE(one.cluster.size(), 20U);
  }
}

TEST(JacobiStudy, MostCountsStartUpsOnProcessorsAlone) {
  const Settings settings = {{"network", "star"}, {"latency", "1000"}};
  Settings on_processors = settings;
  on_processors["startup"] = "cpu";
  const engine::Numbers medium = measured(drawn_jacobi(settings, 2), "XY2");
  const engine::Numbers cpu = measured(drawn_jacobi(on_processors, 2), "XY2");
  EXPECT_EQ(medium.at("total"), cpu.at("total"));
  EXPECT_GT(cpu.at("most"), medium.at("most") + 999);
  // Each of a star's links carries the boundary of one part.
  EXPECT_NEAR(measured(drawn_jacobi({{"network", "star"}}, 2), "XY2").at("net"),
              measured(drawn_jacobi({{"network", "star"}}, 2), "XY2").at("most"), 1e-6);
}

TEST(JacobiStudy, WholeCellsMakeTheSlowestProcessorSlower) {
  int slower = 0;
  for (int sample = 0; sample < 10; ++sample) {
    SCOPED_TRACE(sample);
    const double real = measured(drawn_jacobi({{"network", "star"}, {"share", "0.1"}}, sample), "XY2").at("compute");
    const double whole =
        measured(drawn_jacobi({{"network", "star"}, {"share", "0.1"}, {"cells", "whole"}}, sample), "XY2")
            .at("compute");
    EXPECT_GE(whole, real * (1 - 1e-9));
    if (whole > real * (1 + 1e-6)) ++slower;
  }
  EXPECT_GT(slower, 5);
}

TEST(JacobiStudy, TimeIsThatOfOneIteration) {
  const Settings settings = {{"network", "bus"}, {"progress", "barrier"}, {"share", "0.5"}};
  Settings longer = settings;
  longer["iterations"] = "40";
  const double ten = measured(drawn_jacobi(settings, 3), "TILE").at("time");
  EXPECT_NEAR(measured(drawn_jacobi(longer, 3), "TILE").at("time"), ten, 1e-9 * ten);
}

}  // namespace
}  // namespace apportion::validation
