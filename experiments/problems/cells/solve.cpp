// Solving of one problem of whole cells, and its answer as JSON.
#include "experiments/problems/cells/solve.hpp"

#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "base/error.hpp"
#include "experiments/problems/cells/fields.hpp"
#include "experiments/problems/cells/given_cells.hpp"
#include "experiments/problems/cells/study.hpp"
#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/common/solving.hpp"
#include "experiments/problems/common/weights.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/rectangles/solve.hpp"
#include "sim/network/cell_stencil.hpp"

namespace apportion::problems {

namespace {

ExchangeCosts cell_costs_on_network(const CellQuestion& question, const CellAnswer& answer) {
  return exchange_costs(*question.network, question.problem.cluster,
                        stencil_of(question.problem, answer.decomposition));
}

// An answer of a user's own algorithm was checked when it was read.
CellSolution solution_by(const ChosenAlgorithm<CellAlgorithm>& chosen, const CellProblem& problem,
                         RandomStream& stream) {
  if (chosen.registered() != nullptr) return solve_cells(*chosen.registered(), problem, stream);
  validate(problem);
  return chosen.solve(problem, stream);
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

RandomStream cell_solving_stream(const std::string& algorithm, std::uint64_t seed) {
  return solving_stream("cells", algorithm, seed);
}

CellQuestion cell_question(const FieldValues& given) {
  CellQuestion question;
  question.algorithm = given.text("algorithm");
  question.problem.latency = given.real("latency");
  std::optional<GivenCluster> cluster = cluster_in(given);
  if (!cluster) question.problem.cluster = cluster_of(given["weights"]);
  set_cells(given_cells(given), question.problem);
  if (cluster) {
    question.problem.cluster = cluster->cluster_for(total_load(question.problem));
    question.names = std::move(cluster->names);
  }
  question.network = network_of(given, question.problem.cluster.size());
  if (question.network) question.problem.latency = question.network->latency;
  question.own = own_algorithms(given.own(), cell_exchange());
  question.seed = seed_in(given);
  return question;
}

CellQuestion parse_cell_question(std::string_view json) { return cell_question({cell_fields(), parse_json(json)}); }

std::optional<double> seconds_by_xy2(const CellQuestion& question) {
  if (!question.network) return std::nullopt;
  CellQuestion rival = question;
  rival.algorithm = "ROUNDED[of=XY2]";
  try {
    return solve(rival, std::nullopt).network->costs.simulated;
  } catch (const InputError&) {
    return std::nullopt;
  }
}

CellAnswer solve(const CellQuestion& question) { return solve(question, seconds_by_xy2(question)); }

CellAnswer solve(const CellQuestion& question, std::optional<double> seconds_by_xy2) {
  const ChosenAlgorithm<CellAlgorithm> chosen = choose_algorithm(question.own, question.algorithm);
  CellAnswer answer;
  answer.algorithm = chosen.canonical_name();
  answer.names = question.names;
  RandomStream stream = cell_solving_stream(answer.algorithm, question.seed);
  answer.decomposition = std::move(solution_by(chosen, question.problem, stream).decomposition);
  answer.costs = cell_costs(question.problem, answer.decomposition);
  if (!question.network) return answer;
  answer.network = {question.network->name, cell_costs_on_network(question, answer), std::nullopt};
  answer.network->saved = share_saved(answer.network->costs, seconds_by_xy2);
  return answer;
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
