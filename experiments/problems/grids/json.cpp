// Parsing of grid problems, and printing of their answers.
#include "experiments/problems/grids/json.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/problems/json.hpp"
#include "experiments/problems/options.hpp"
#include "experiments/problems/rectangles/json.hpp"

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

GridQuestion parse_grid_question(std::string_view json) {
  const Json value = parse_json(json);
  const JsonReader problem(value);
  problem.require_keys({"edges", "performances", "block"}, {"algorithm"});
  GridQuestion question;
  question.problem = {grid_of(problem["edges"]), number_list(problem["performances"], "performance"),
                      whole_numbers("side", number_list(problem["block"], "side"))};
  if (problem.has("algorithm")) question.algorithm = problem["algorithm"].name();
  return question;
}

std::vector<double> parse_performances(std::string_view text) { return listed_numbers("performance", trimmed(text)); }

std::vector<std::int64_t> parse_sides(std::string_view text) {
  return whole_numbers("side", listed_numbers("side", trimmed(text)));
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
