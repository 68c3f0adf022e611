// The messages of Jacobi sweeps, by the model and as counted by an MPI program.
#include "experiments/validation/counted_sweeps.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/sweeps/code_studies.hpp"
#include "sim/network/jacobi.hpp"
#include "sim/rectangles/costs.hpp"
#include "sim/rectangles/whole.hpp"
#include "sim/samplers.hpp"

namespace apportion::validation {
namespace {

const engine::Registration counted_sweeps_registration{[] {
  std::vector<engine::StudyFunction<engine::Point, engine::Numbers>> runs;
  for (const char* algorithm : counted_algorithms)
    runs.push_back({algorithm, [algorithm](const engine::Point& point, RandomStream& /*stream*/) {
                      return modelled_counts(counted_division(
                          algorithm, {point.count("processors"), static_cast<std::int64_t>(point.count("problem"))}));
                    }});
  return sweeps::experiment_of_functions({.name = "validation/mpi"}, std::move(runs));
}};

}  // namespace

Decomposition counted_division(const std::string& algorithm, const CountedProblem& counted) {
  constexpr double columns = 160;
  const auto rows = static_cast<double>(96 + 16 * (counted.problem % 3));
  const auto ratio = static_cast<double>(1 + counted.problem % 4);
  RandomStream draws(1, fmt::format("mpi {} {}", counted.processors, counted.problem));
  const RectangleProblem problem{{rows, columns}, draw_cluster("max-set", counted.processors, ratio, draws)};
  RandomStream stream(1, algorithm);
  const RectangleSolution solution = solve_rectangles(RectangleRegistry::instance().choose(algorithm), problem, stream);
  return to_whole(solution.decomposition, problem.cluster).decomposition;
}

engine::Numbers modelled_counts(const Decomposition& decomposition) {
  constexpr double between_whole_coordinates = 0.5;
  const Stencil stencil = stencil_of(decomposition);
  const std::vector<double> speeds(decomposition.parts.size(), 1);
  const Job job = jacobi(stencil, speeds, {.iterations = counted_iterations});
  double bytes = 0;
  for (const Message& message : job.messages) bytes += message.bytes;
  return {{"messages", job.messages.size()},
          {"bytes", bytes},
          {"edges", internal_edges(decomposition, between_whole_coordinates)},
          {"acost", acost(decomposition, between_whole_coordinates)}};
}

}  // namespace apportion::validation
