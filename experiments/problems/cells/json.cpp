// Parsing of problems of whole cells, and printing of their answers.
#include "experiments/problems/cells/json.hpp"

#include <fmt/format.h>

#include <iterator>
#include <memory>

#include "experiments/problems/cells/given_cells.hpp"
#include "experiments/problems/json.hpp"
#include "experiments/problems/rectangles/json.hpp"

namespace apportion::problems {
namespace {

GivenCells given_in(const JsonReader& problem) {
  GivenCells given;
  if (problem.has("rows")) given.rows = problem["rows"].whole();
  if (problem.has("columns")) given.columns = problem["columns"].whole();
  if (problem.has("loads")) {
    const JsonReader loads = problem["loads"];
    given.loads = loads.json().is_array() ? std::make_shared<const CellLoads>(loads_of(loads)) : loads_in(loads.text());
  }
  if (problem.has("mask")) {
    const JsonReader mask = problem["mask"];
    if (mask.json().is_array())
      given.left_out = left_out_of(mask);
    else
      set_mask(mask.text(), given);
  }
  return given;
}

std::string rows_of(const CellLoads& loads) {
  fmt::memory_buffer text;
  const auto out = std::back_inserter(text);
  for (std::int64_t row = 0; row < loads.rows(); ++row) {
    fmt::format_to(out, "{}[", row == 0 ? "" : ",");
    for (std::int64_t column = 0; column < loads.columns(); ++column)
      fmt::format_to(out, "{}{}", column == 0 ? "" : ",", loads.at(row, column));
    fmt::format_to(out, "]");
  }
  return fmt::to_string(text);
}

}  // namespace

CellQuestion parse_cell_question(std::string_view json) {
  const Json value = parse_json(json);
  const JsonReader problem(value);
  problem.require_keys({"weights"}, {"rows", "columns", "algorithm", "latency", "loads", "mask", "network", "startup",
                                     "element_seconds"});
  CellQuestion question;
  question.problem.cluster = cluster_of(problem["weights"]);
  if (problem.has("algorithm")) question.algorithm = problem["algorithm"].name();
  if (problem.has("latency")) question.problem.latency = problem["latency"].number();
  question.network = network_of(problem, question.problem.cluster.size());
  if (question.network) question.problem.latency = question.network->latency;
  set_cells(given_in(problem), question.problem);
  return question;
}

std::string to_json(const CellAnswer& answer, const std::string& more) {
  const CellCosts& costs = answer.costs;
  fmt::memory_buffer text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out,
                 R"({{"schema":1,"algorithm":{},"boundary":{},"neighbours":{},"total":{},"lower_bound":{})"
                 R"(,"imbalance":{},"furthest":{},"beyond_one_cell":[{}],"fragments":{},"halo":{},"empty":{})",
                 json_string(answer.algorithm), costs.boundary.edges, costs.boundary.neighbours, plain(costs.total),
                 plain(costs.lower_bound), plain(costs.balance.imbalance), plain(costs.balance.furthest),
                 fmt::join(costs.balance.beyond_one_cell, ","), costs.boundary.fragments, costs.boundary.halo,
                 costs.boundary.empty);
  if (costs.gap) fmt::format_to(out, R"(,"gap":{})", plain(*costs.gap));
  if (answer.network)
    fmt::format_to(out, R"(,"network":{})",
                   costs_json(answer.network->name, answer.network->costs, answer.network->saved, {}));
  if (!more.empty()) fmt::format_to(out, ",{}", more);
  if (!answer.names.empty()) fmt::format_to(out, R"(,"names":{})", names_json(answer.names));
  fmt::format_to(out, R"(,"rectangles":[)");
  add_rectangles(answer.decomposition, text);
  fmt::format_to(out, "]}}");
  return fmt::to_string(text);
}

std::string to_json(const CellProblem& problem) {
  const std::string loads = problem.loads == nullptr ? "" : fmt::format(R"(,"loads":[{}])", rows_of(*problem.loads));
  return fmt::format(R"({{"rows":{},"columns":{},"weights":{},"latency":{}{}}})", problem.rows, problem.columns,
                     weights_json(problem.cluster), problem.latency, loads);
}

}  // namespace apportion::problems
