// The messages of Jacobi sweeps, by the model and as an MPI program counted them.
#include "experiments/validation/counted_sweeps.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/common/axes.hpp"
#include "experiments/validation/own_claims.hpp"
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
  engine::Study study{.name = "validation/mpi"};
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
  return engine::erase(std::move(study));
}

// One row for each run that was counted; `agrees`: exactly, and the answer was the sequential one to the bit.
std::string counted_sql() {
  return fmt::format(R"sql(measured AS (
  SELECT algorithm, json_extract(coordinates, '$.processors') AS processors,
         json_extract(coordinates, '$.problem') AS problem,
         max(value) FILTER (WHERE quantity = 'messages') AS measured_messages,
         max(value) FILTER (WHERE quantity = 'bytes') AS measured_bytes,
         max(value) FILTER (WHERE quantity = 'different_cells') AS different_cells
  FROM published_numbers WHERE exhibit = 'validation/mpi' GROUP BY 1, 2, 3),
counted AS MATERIALIZED (
  SELECT measured.*, messages, bytes, 2 * edges * {0} AS by_edges, 16 * acost * {0} AS by_acost,
         messages = measured_messages AND bytes = measured_bytes AND 2 * edges * {0} = measured_messages
           AND 16 * acost * {0} = measured_bytes AND different_cells = 0 AS agrees
  FROM measured LEFT JOIN (SELECT * FROM validation_mpi WHERE seed = :seed) USING (algorithm, processors, problem)))sql",
                     counted_iterations);
}

results::Exhibit counted() {
  results::Exhibit exhibit{.name = "validation/mpi", .study = "validation/mpi"};
  exhibit.title = "What real processes send in five Jacobi sweeps, and what the model says";
  exhibit.sql = fmt::format(R"sql(WITH {}
SELECT CAST(processors AS INTEGER) AS processes, algorithm AS method, count(*) AS runs,
       CAST(sum(measured_messages) AS INTEGER) AS "messages counted",
       CAST(sum(messages) AS INTEGER) AS "messages modelled", CAST(sum(by_edges) AS INTEGER) AS "2 E x sweeps",
       CAST(sum(measured_bytes) AS INTEGER) AS "bytes counted", CAST(sum(bytes) AS INTEGER) AS "bytes modelled",
       CAST(sum(by_acost) AS INTEGER) AS "16 Acost x sweeps", CAST(sum(different_cells) AS INTEGER) AS "wrong cells",
       CASE WHEN min(agrees) THEN 'exact' ELSE 'differs' END AS verdict
FROM counted WHERE messages IS NOT NULL
GROUP BY processors, algorithm
ORDER BY processors, algorithm)sql",
                            counted_sql());
  exhibit.note = fmt::format(
      "Open MPI, a process for each processor, arrays of 96 to 128 x 160 elements in whole rows and columns. "
      "Processes count what they give MPI to send; the numbers are kept in experiments/validation/printed.csv, "
      "and the test mpi.jacobi counts again. E is the number of pairs of neighbours; "
      "sums over runs, each of {} sweeps. Wrong cells differ from the sequential answer in any bit.",
      counted_iterations);
  exhibit.judgements = {{.what = "counts of messages and bytes"}};
  return exhibit;
}

results::Exhibit claim() {
  engine::ClaimTable table;
  table.relations = counted_sql();
  table.claims = {{.text =
                       "in each sweep real processes send two messages for each pair of neighbours and 16 bytes for "
                       "each element of Acost, as the model does, and get the sequential answer",
                   .points = "counted",
                   .measure = "CASE WHEN messages IS NOT NULL THEN agrees END",
                   .holds = "agrees",
                   .measured = "printf('%d of %d runs', sum(measure), count(*))"}};
  results::Exhibit exhibit = claims_of(std::move(table), "validation/mpi");
  exhibit.name = "validation/claims-mpi";
  exhibit.title = "What real processes send: the claim, and what this run says";
  exhibit.note = "All runs of validation/mpi, each of them exactly.";
  exhibit.study = "validation/mpi";
  return exhibit;
}

const engine::Registration counted_sweeps_registration{counted_sweeps_experiment, counted, claim};

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
