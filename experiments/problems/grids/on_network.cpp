// Matrix products and decompositions on a network, by the blocks of a grid.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "experiments/problems/grids/solve.hpp"
#include "experiments/problems/networks/network.hpp"
#include "sim/network/matrix_jobs.hpp"

namespace apportion::problems {
namespace {

std::vector<double> of_cells(const std::vector<double>& speeds, const GridSolution& solution) {
  std::vector<double> at_cells;
  for (const std::size_t process : solution.mapping) at_cells.push_back(speeds[process]);
  return at_cells;
}

MatrixPlatform run_in(const FieldValues& given, const GridProblem& problem) {
  constexpr std::int64_t usual_blocks = 3;  // along each side of the matrix
  MatrixPlatform run;
  run.work = known_value(matrix_work_words, given.text("workload"), "workload");
  if (problem.grid.dimensions() != 2)
    throw InputError(fmt::format("matrices on a network need a grid of two dimensions, {} has {}",
                                 spelled(problem.grid), problem.grid.dimensions()));
  const std::int64_t side = *std::max_element(problem.block.begin(), problem.block.begin() + 2);
  if (side > most_matrix_size)
    throw InputError(
        fmt::format("on a network the block's sides may be {} at most, one is {}", most_matrix_size, side));
  run.size = given.has("size") ? given.whole("size") : std::min(most_matrix_size, usual_blocks * side);
  // The runs of indices with the same owners; each is sent along all rows and columns of the grid.
  const std::int64_t least_side = *std::min_element(problem.block.begin(), problem.block.begin() + 2);
  const double runs = std::min(static_cast<double>(run.size),
                               std::ceil(static_cast<double>(run.size) / static_cast<double>(least_side)) *
                                   static_cast<double>(problem.grid.edge(0) + problem.grid.edge(1)));
  constexpr double most_messages = 1'000'000;
  if (const double messages = 2 * runs * static_cast<double>(problem.grid.cells()); messages > most_messages)
    throw InputError(
        fmt::format("matrices of size {} need about {:.2g} messages; {:.2g} are simulated at most: take "
                    "smaller matrices or longer blocks",
                    run.size, messages, most_messages));
  return run;
}

}  // namespace

void set_grid_network(const FieldValues& given, GridQuestion& question) {
  const auto network = network_of(given, question.problem.performances.size(), question.links);
  if (!network) return;
  question.network = network->name;
  question.has_element_seconds = given.has("element-seconds");
  MatrixPlatform run = run_in(given, question.problem);
  run.network = network->network;
  run.speeds = speeds_of(question.memory, question.problem.performances);
  run.seconds_per_element = network->seconds_per_element;
  question.run = std::make_shared<const MatrixPlatform>(std::move(run));
}

void place_on_network(GridQuestion& question) {
  if (!question.run || question.problem.platform) return;
  validate(question.problem);
  MatrixPlatform platform = *question.run;
  if (!question.has_element_seconds) {
    RandomStream stream = solving_stream("grid", "best", question.seed);
    const GridSolution usual = GridRegistry::instance().choose("best").solve(question.problem, stream);
    platform.seconds_per_element = 1;
    platform.seconds_per_element = balanced_seconds(
        among(*platform.network, usual.mapping),
        matrix_job(platform, question.problem.grid, usual.mapping, usual.rounded), of_cells(platform.speeds, usual));
  }
  question.problem.platform = std::make_shared<const MatrixPlatform>(std::move(platform));
}

std::optional<GridRun> run_on_network(const GridQuestion& question, const GridSolution& solution) {
  if (!question.problem.platform) return std::nullopt;
  const MatrixPlatform& platform = *question.problem.platform;
  return GridRun{question.network, std::string(word_of(matrix_work_words, platform.work)), platform.size,
                 platform.seconds_per_element,
                 matrix_seconds(platform, question.problem.grid, solution.mapping, solution.rounded)};
}

std::string run_in_words(const GridQuestion& question) {
  if (!question.problem.platform) return "";
  const MatrixPlatform& platform = *question.problem.platform;
  return fmt::format("\nranked: least simulated time of {} of size {} on {}, an element taking {}",
                     platform.work == MatrixWork::lu ? "an LU decomposition" : "a matrix product", platform.size,
                     question.network, readable_time(platform.seconds_per_element));
}

std::vector<std::string> matrix_works() { return words_in(matrix_work_words); }
double most_rows_of_matrices() { return static_cast<double>(most_matrix_size); }

}  // namespace apportion::problems
