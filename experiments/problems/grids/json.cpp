// Parsing of grid problems, and printing of their answers.
#include "experiments/problems/grids/json.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/problems/json_text.hpp"

namespace apportion::problems {
namespace {

std::int64_t whole(const std::string& key, double value) {
  if (value != std::floor(value) || std::abs(value) > 1e15)
    throw InputError(fmt::format("{} is {}; it must be a whole number", key, value));
  return static_cast<std::int64_t>(value);
}

std::vector<double> number_list(const std::string& key, const std::string& entry, const Json& value) {
  if (!value.is_array()) throw wrong_kind(key, value, "a list of numbers");
  std::vector<double> numbers;
  for (const Json& each : value) numbers.push_back(number(fmt::format("{} {}", entry, numbers.size()), each));
  return numbers;
}

std::vector<std::int64_t> whole_numbers(const std::string& entry, const std::vector<double>& numbers) {
  std::vector<std::int64_t> wholes;
  for (const double value : numbers) wholes.push_back(whole(fmt::format("{} {}", entry, wholes.size()), value));
  return wholes;
}

ProcessGrid grid_of(const Json& value) {
  ProcessGrid grid;
  for (const std::int64_t edge : whole_numbers("edge", number_list("edges", "edge", value))) {
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
  require_keys(value, {"edges", "performances", "block"}, {"algorithm"});
  GridQuestion question;
  question.problem = {grid_of(value["edges"]), number_list("performances", "performance", value["performances"]),
                      whole_numbers("side", number_list("block", "side", value["block"]))};
  if (value.contains("algorithm")) question.algorithm = text_of("algorithm", value["algorithm"]);
  return question;
}

std::vector<double> parse_performances(std::string_view text) { return listed_numbers("performance", trimmed(text)); }

std::vector<std::int64_t> parse_sides(std::string_view text) {
  return whole_numbers("side", listed_numbers("side", trimmed(text)));
}

GridAnswer solve(const GridQuestion& question) {
  const Configured<GridAlgorithm> chosen = GridRegistry::instance().choose(question.algorithm);
  GridAnswer answer{chosen.canonical_name(), {}, 0};
  RandomStream stream(1, "solve grid|" + answer.algorithm);
  answer.solution = chosen.solve(question.problem, stream);
  answer.ideal_time = ideal_time(question.problem);
  return answer;
}

std::string to_json(const GridAnswer& answer) {
  const GridSolution& solution = answer.solution;
  return fmt::format(
      R"({{"schema":1,"algorithm":{},"mapping":{},"lengths":{},"rounded":{},"time":{},"rounded_time":{},"ideal_time":{}}})",
      json_string(answer.algorithm), list(solution.mapping), lists(solution.lengths), lists(solution.rounded),
      solution.time, solution.rounded_time, answer.ideal_time);
}

Decomposition as_rectangles(const GridProblem& problem, const GridSolution& solution) {
  if (problem.grid.dimensions() != 2)
    throw InputError(fmt::format("only two-dimensional grids can be drawn, {} has {}", spelled(problem.grid),
                                 counted(static_cast<std::int64_t>(problem.grid.dimensions()), "dimension")));
  Decomposition decomposition{{static_cast<double>(problem.block[0]), static_cast<double>(problem.block[1])}, {}};
  decomposition.parts.resize(solution.mapping.size());
  double column = 0;
  for (std::size_t i = 0; i < problem.grid.edge(1); ++i) {
    double row = 0;
    for (std::size_t j = 0; j < problem.grid.edge(0); ++j) {
      const auto rows = static_cast<double>(solution.rounded[0][j]);
      const auto columns = static_cast<double>(solution.rounded[1][i]);
      decomposition.parts[solution.mapping[i * problem.grid.edge(0) + j]] = {row, column, rows, columns};
      row += rows;
    }
    column += static_cast<double>(solution.rounded[1][i]);
  }
  return decomposition;
}

}  // namespace apportion::problems
