// Grid problems for programs of users, and their mappings and lengths.
#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "algorithms/grids/rounding.hpp"
#include "base/error.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/grids/solve.hpp"
#include "experiments/problems/grids/study.hpp"

namespace apportion::problems {
namespace {

std::string problem_line(const GridProblem& problem) { return to_json(problem); }

// Every process once.
Mapping mapping_in(const GridProblem& problem, const JsonReader& list) {
  const std::size_t processes = problem.performances.size();
  Mapping mapping;
  std::vector<bool> placed(processes);
  for (const JsonReader& entry : list.items()) {
    const std::int64_t process = entry.whole();
    if (process < 0 || static_cast<std::size_t>(process) >= processes)
      throw InputError(fmt::format("{} is {}; there are processes 0 to {}", entry.place(), process, processes - 1));
    mapping.push_back(static_cast<std::size_t>(process));
    if (placed[mapping.back()])
      throw InputError(fmt::format("{} is {}, which is already at another cell", entry.place(), process));
    placed[mapping.back()] = true;
  }
  if (mapping.size() != processes)
    throw InputError(fmt::format("{} has {} processes for {} cells", list.place(), mapping.size(), processes));
  return mapping;
}

// The slices of dimension `k`, each read by `read`.
template <class Read>
auto slices_in(const GridProblem& problem, const JsonReader& list, std::size_t k, const Read& read) {
  std::vector<decltype(read(list))> slices;
  for (const JsonReader& entry : list.items()) {
    slices.push_back(read(entry));
    if (!(slices.back() >= 0) || static_cast<double>(slices.back()) > 2 * static_cast<double>(problem.block[k]))
      throw InputError(fmt::format("{} is {}; lengths are from 0 to the block's side, {}", entry.place(), slices.back(),
                                   problem.block[k]));
  }
  if (slices.size() != problem.grid.edges[k])
    throw InputError(
        fmt::format("{} has {} lengths for {} slices", list.place(), slices.size(), problem.grid.edges[k]));
  return slices;
}

// The lists of all dimensions.
std::vector<JsonReader> dimensions_in(const GridProblem& problem, const JsonReader& lists) {
  std::vector<JsonReader> all = lists.items();
  if (all.size() != problem.grid.dimensions())
    throw InputError(fmt::format("{} has {} lists; the grid has {} dimensions", lists.place(), all.size(),
                                 problem.grid.dimensions()));
  return all;
}

Lengths lengths_in(const GridProblem& problem, const JsonReader& lists) {
  constexpr double tolerance = 1e-9;  // of the side
  Lengths lengths;
  for (const JsonReader& list : dimensions_in(problem, lists)) {
    const std::size_t k = lengths.size();
    lengths.push_back(slices_in(problem, list, k, [](const JsonReader& entry) { return entry.number(); }));
    const double sum = std::accumulate(lengths.back().begin(), lengths.back().end(), 0.0);
    const auto side = static_cast<double>(problem.block[k]);
    if (!(std::abs(sum - side) <= tolerance * side))
      throw InputError(fmt::format("{} sums to {}; the block's side is {}", list.place(), sum, problem.block[k]));
  }
  return lengths;
}

WholeLengths whole_lengths_in(const GridProblem& problem, const JsonReader& lists) {
  WholeLengths lengths;
  for (const JsonReader& list : dimensions_in(problem, lists)) {
    const std::size_t k = lengths.size();
    lengths.push_back(slices_in(problem, list, k, [](const JsonReader& entry) { return entry.whole(); }));
    const std::int64_t sum = std::accumulate(lengths.back().begin(), lengths.back().end(), std::int64_t{0});
    if (sum != problem.block[k])
      throw InputError(fmt::format("{} sums to {}; the block's side is {}", list.place(), sum, problem.block[k]));
  }
  return lengths;
}

WholeLengths rounded(const GridProblem& problem, const Lengths& lengths) {
  WholeLengths whole;
  for (std::size_t k = 0; k < lengths.size(); ++k) whole.push_back(rounded_by_remainders(lengths[k], problem.block[k]));
  return whole;
}

GridSolution solution_in(const GridProblem& problem, const JsonReader& answer) {
  require_answer_keys(answer, {"mapping", "lengths"},
                      {"rounded", "time", "rounded_time", "ideal_time", "lower_bound", "proven_optimal"});
  GridSolution solution;
  solution.mapping = mapping_in(problem, answer["mapping"]);
  solution.lengths = lengths_in(problem, answer["lengths"]);
  solution.rounded =
      answer.has("rounded") ? whole_lengths_in(problem, answer["rounded"]) : rounded(problem, solution.lengths);
  solution.time = block_time(problem, solution.mapping, solution.lengths);
  solution.rounded_time = block_time(problem, solution.mapping, as_real(solution.rounded));
  return solution;
}

}  // namespace

Exchange<GridAlgorithm> grid_exchange() { return {problem_line, solution_in}; }

}  // namespace apportion::problems
