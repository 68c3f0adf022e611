// Solving of one problem of whole cells.
#include "experiments/problems/cells/question.hpp"

#include <utility>

#include "base/error.hpp"
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

}  // namespace

RandomStream cell_solving_stream(const std::string& algorithm) { return {1, "solve cells|" + algorithm}; }

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
  RandomStream stream = cell_solving_stream(answer.algorithm);
  answer.decomposition = std::move(solution_by(chosen, question.problem, stream).decomposition);
  answer.costs = cell_costs(question.problem, answer.decomposition);
  if (!question.network) return answer;
  answer.network = {question.network->name, cell_costs_on_network(question, answer), std::nullopt};
  answer.network->saved = share_saved(answer.network->costs, seconds_by_xy2);
  return answer;
}

}  // namespace apportion::problems
