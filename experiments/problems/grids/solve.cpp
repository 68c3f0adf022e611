// Solving of one grid problem, and its answer as JSON.
#include "experiments/problems/grids/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "algorithms/grids/sorted_arrangements.hpp"
#include "base/error.hpp"
#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/common/solving.hpp"
#include "experiments/problems/common/weights.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/grids/fields.hpp"
#include "experiments/problems/grids/study.hpp"

namespace apportion::problems {
namespace {

std::int64_t whole(const std::string& key, double value) {
  if (value != std::floor(value) || std::abs(value) > 1e15)
    throw InputError(fmt::format("{} is {}; it must be a whole number", key, value));
  return static_cast<std::int64_t>(value);
}

std::vector<double> number_list(const JsonReader& list, const std::string& entry) {
  std::vector<double> numbers;
  for (const JsonReader& each : list.items(entry, "a list of numbers")) numbers.push_back(each.number());
  return numbers;
}

std::vector<std::int64_t> whole_numbers(const std::string& entry, const std::vector<double>& numbers) {
  std::vector<std::int64_t> wholes;
  for (const double value : numbers) wholes.push_back(whole(fmt::format("{} {}", entry, wholes.size()), value));
  return wholes;
}

ProcessGrid grid_of(const JsonReader& edges) {
  ProcessGrid grid;
  for (const std::int64_t edge : whole_numbers("edge", number_list(edges, "edge"))) {
    if (edge < 1) throw InputError(fmt::format("edge {} is {}; edges must be at least 1", grid.dimensions(), edge));
    grid.edges.push_back(static_cast<std::size_t>(edge));
  }
  return grid;
}

template <class Number>
std::string list(const std::vector<Number>& numbers) {
  std::string text;
  for (const Number value : numbers) text += fmt::format("{}{}", text.empty() ? "" : ",", value);
  return "[" + text + "]";
}

template <class Number>
std::string lists(const std::vector<std::vector<Number>>& rows) {
  std::string text;
  for (const std::vector<Number>& row : rows) {
    if (!text.empty()) text += ',';
    text += list(row);
  }
  return "[" + text + "]";
}

}  // namespace

GridQuestion grid_question(const FieldValues& given) {
  GridQuestion question;
  question.algorithm = given.text("algorithm");
  question.problem.grid = grid_of(given["edges"]);
  if (std::optional<GivenCluster> cluster = cluster_in(given)) {
    question.problem.performances = constant_speeds(*cluster);
    question.names = std::move(cluster->names);
  } else {
    question.problem.performances = number_list(given["performances"], "performance");
  }
  question.problem.block = whole_numbers("side", number_list(given["block"], "side"));
  question.own = own_algorithms(given.own(), grid_exchange());
  question.seed = seed_in(given);
  return question;
}

GridQuestion parse_grid_question(std::string_view json) { return grid_question({grid_fields(), parse_json(json)}); }

GridAnswer solve(const GridQuestion& question) {
  const ChosenAlgorithm<GridAlgorithm> chosen = choose_algorithm(question.own, question.algorithm);
  GridAnswer answer{.algorithm = chosen.canonical_name(), .names = question.names};
  RandomStream stream = solving_stream("grid", answer.algorithm, question.seed);
  if (chosen.own() != nullptr) validate(question.problem);
  answer.solution = chosen.solve(question.problem, stream);
  answer.ideal_time = ideal_time(question.problem);
  answer.lower_bound = answer.solution.proven_optimal
                           ? answer.solution.time
                           : std::min(arranged_lower_bound(question.problem), answer.solution.time);
  return answer;
}

std::string to_json(const GridProblem& problem) {
  return fmt::format(R"({{"edges":[{}],"performances":[{}],"block":[{}]}})", fmt::join(problem.grid.edges, ","),
                     fmt::join(problem.performances, ","), fmt::join(problem.block, ","));
}

std::string to_json(const GridAnswer& answer) {
  const GridSolution& solution = answer.solution;
  return fmt::format(
      R"({{"schema":1,"algorithm":{},"mapping":{},"lengths":{},"rounded":{},"time":{},"rounded_time":{},"ideal_time":{},"lower_bound":{},"proven_optimal":{}{}}})",
      json_string(answer.algorithm), list(solution.mapping), lists(solution.lengths), lists(solution.rounded),
      solution.time, solution.rounded_time, answer.ideal_time, answer.lower_bound, solution.proven_optimal,
      answer.names.empty() ? "" : fmt::format(R"(,"names":{})", names_json(answer.names)));
}

}  // namespace apportion::problems
