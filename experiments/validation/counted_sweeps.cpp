// The messages of Jacobi sweeps, by the model and as counted by an MPI program.
#include "experiments/validation/counted_sweeps.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/common/axes.hpp"
#include "sim/network/jacobi.hpp"
#include "sim/rectangles/costs.hpp"
#include "sim/rectangles/whole.hpp"
#include "sim/samplers.hpp"

namespace apportion::validation {
namespace {

engine::StudyFunction<CountedProblem, MessageCounts> counted_run(const char* algorithm) {
  return {algorithm, [algorithm](const CountedProblem& problem, RandomStream& /*stream*/) {
            return modelled_counts(counted_division(algorithm, problem));
          }};
}

engine::Experiment counted_sweeps_experiment() {
  engine::Experiment study{.name = "validation/mpi"};
  study.title = "Messages and bytes of five Jacobi sweeps, by the model and by real processes";
  study.source = "this project";
  study.claim = "none; the question is whether the model sends what a program sends";
  study.axes = {problems::processors_axis(160, {2, 4, 7, 12}),
                engine::whole_axis("problem", "number of the problem", engine::AxisRole::sampled, 0, 1e6, {0, 1, 2})};
  study.deterministic = true;
  std::vector<engine::StudyFunction<CountedProblem, MessageCounts>> runs;
  for (const char* algorithm : counted_algorithms) runs.push_back(counted_run(algorithm));
  engine::set_functions(study, std::move(runs));
  study.measured = engine::measured_members<MessageCounts>(
      {{"messages", "messages of the simulated job", "", "", 0, &MessageCounts::messages},
       {"bytes", "bytes of the simulated job", "", "", 0, &MessageCounts::bytes},
       {"edges", "pairs of neighbours", "", "less", 0, &MessageCounts::edges},
       {"acost", "length of the inner boundary, in elements", "", "less", 0, &MessageCounts::acost}});
  study.sample = engine::sampler([](const engine::Point& point, RandomStream& /*stream*/) {
    return CountedProblem{static_cast<std::size_t>(point.number("processors")),
                          static_cast<std::int64_t>(point.number("problem"))};
  });
  return engine::completed(std::move(study));
}

const engine::Registration counted_sweeps_registration{counted_sweeps_experiment};

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

MessageCounts modelled_counts(const Decomposition& decomposition) {
  constexpr double between_whole_coordinates = 0.5;
  const Stencil stencil = stencil_of(decomposition);
  const std::vector<double> speeds(decomposition.parts.size(), 1);
  const Job job = jacobi(stencil, speeds, {.iterations = counted_iterations});
  MessageCounts counts;
  counts.messages = static_cast<double>(job.messages.size());
  for (const Message& message : job.messages) counts.bytes += message.bytes;
  counts.edges = static_cast<double>(internal_edges(decomposition, between_whole_coordinates));
  counts.acost = acost(decomposition, between_whole_coordinates);
  return counts;
}

}  // namespace apportion::validation
