// Solving of one rectangle problem.
#include "experiments/problems/rectangles/question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "algorithms/rectangles/best_on_network.hpp"
#include "base/error.hpp"
#include "sim/rectangles/costs.hpp"
#include "sim/rectangles/whole.hpp"

namespace apportion::problems {
namespace {

// Costs and bound of a decomposition, whose coordinates are one where they differ by at most `tolerance`.
void measure(const Decomposition& decomposition, const Cluster& cluster, double latency, double tolerance,
             RectangleAnswer& answer) {
  answer.acost = acost(decomposition, tolerance);
  answer.bcost = bcost(decomposition, tolerance);
  answer.internal_edges = internal_edges(decomposition, tolerance);
  answer.total = total_cost(answer.acost, answer.internal_edges, latency);
  const RectangleProblem problem{decomposition.extent, cluster, latency};
  answer.lower_bound = total_lower_bound(problem, shapes_of(decomposition));
  answer.any_shape_bound = total_lower_bound(problem, Shapes::any);
}

// The parts that have elements, numbered anew.
Decomposition without_empty_parts(const Decomposition& decomposition) {
  Decomposition result{decomposition.extent, {}};
  std::vector<std::size_t> numbers;
  for (const Rect& part : decomposition.parts) {
    numbers.push_back(result.parts.size());
    if (part.area() > 0) result.parts.push_back(part);
  }
  for (const FurtherRect& further : decomposition.further)
    result.further.push_back({numbers[further.processor], further.rect});
  return result;
}

// Of the parts that have elements, by the areas that rounding gave them. The others need no communication.
void measure_whole(const Decomposition& whole, double latency, RectangleAnswer& answer) {
  const Decomposition decomposition = without_empty_parts(whole);
  Cluster cluster;
  for (std::size_t i = 0; i < decomposition.parts.size(); ++i) cluster.speeds.push_back(part_area(decomposition, i));
  constexpr double between_whole_coordinates = 0.5;
  measure(decomposition, cluster, latency, between_whole_coordinates, answer);
}

void require_finite_costs(const RectangleAnswer& answer) {
  for (const double cost : {answer.acost, answer.bcost, answer.total, answer.lower_bound})
    if (!std::isfinite(cost)) throw InputError("the costs overflow; give smaller sides or a smaller latency");
}

bool takes_net(const ChosenAlgorithm<RectangleAlgorithm>& chosen) {
  if (chosen.registered() == nullptr) return false;
  const std::vector<Objective>& known = chosen.registered()->algorithm->objectives;
  return std::ranges::find(known, Objective::net) != known.end();
}

// An answer of a user's own algorithm was checked when it was read.
RectangleSolution solution_by(const ChosenAlgorithm<RectangleAlgorithm>& chosen, const RectangleProblem& problem,
                              RandomStream& stream) {
  if (chosen.registered() != nullptr) return solve_rectangles(*chosen.registered(), problem, stream);
  validate(problem);
  if (problem.objective != Objective::total)
    throw InputError(fmt::format("{} cannot minimise {}, only {}", chosen.canonical_name(),
                                 objective_name(problem.objective), objective_name(Objective::total)));
  return chosen.solve(problem, stream);
}

RectangleAnswer solved(const RectangleQuestion& question) {
  const ChosenAlgorithm<RectangleAlgorithm> chosen = choose_algorithm(question.own, question.algorithm);
  RectangleAnswer answer;
  answer.algorithm = chosen.canonical_name();
  answer.names = question.names;
  RandomStream stream = solving_stream(answer.algorithm);
  RectangleSolution solution = solution_by(chosen, asked_problem(question), stream);
  answer.decomposition = std::move(solution.decomposition);
  if (question.whole) {
    WholeDecomposition rounded = to_whole(answer.decomposition, question.problem.cluster);
    answer.decomposition = std::move(rounded.decomposition);
    answer.whole = {rounded.load_imbalance, rounded.empty_parts};
    measure_whole(answer.decomposition, question.problem.latency, answer);
  } else {
    // An L is none of the layouts that the proof is about.
    if (answer.decomposition.further.empty()) answer.proof = solution.proof;
    measure(answer.decomposition, question.problem.cluster, question.problem.latency,
            coincidence_tolerance(question.problem.extent), answer);
  }
  require_finite_costs(answer);
  return answer;
}

ExchangeCosts costs_on_network(const RectangleQuestion& question, const RectangleAnswer& answer) {
  return exchange_costs(*question.network, question.problem.cluster, answer.decomposition);
}

RectangleAnswer solved_by_one(const RectangleQuestion& question, std::optional<double> seconds_by_xy2) {
  RectangleAnswer answer = solved(question);
  if (!question.network) return answer;
  answer.network = {question.network->name, costs_on_network(question, answer), std::nullopt};
  answer.network->saved = share_saved(answer.network->costs, seconds_by_xy2);
  return answer;
}

bool is_faster(const RectangleAnswer& one, const RectangleAnswer& other) {
  const auto empty_parts = [](const RectangleAnswer& answer) { return answer.whole ? answer.whole->empty : 0; };
  if (empty_parts(one) != empty_parts(other)) return empty_parts(one) < empty_parts(other);
  return one.network->costs.simulated < other.network->costs.simulated * (1 - 1e-9);
}

// The first refusal, if all refuse.
RectangleAnswer fastest(const RectangleQuestion& question, std::optional<double> seconds_by_xy2) {
  std::vector<std::string> names = {question.algorithm};
  names.insert(names.end(), question.rivals.begin(), question.rivals.end());
  RectangleQuestion one = question;
  one.rivals.clear();
  std::optional<RectangleAnswer> fastest;
  std::vector<std::string> answered;
  std::optional<InputError> refusal;
  for (const std::string& name : names) {
    one.algorithm = name;
    try {
      RectangleAnswer answer = solved_by_one(one, seconds_by_xy2);
      answered.push_back(answer.algorithm);
      if (!fastest || is_faster(answer, *fastest)) fastest = std::move(answer);
    } catch (const InputError& error) {
      if (!refusal) refusal = error;
    }
  }
  if (!fastest) throw InputError(refusal->what());
  fastest->network->fastest_of = std::move(answered);
  return std::move(*fastest);
}

}  // namespace

void want_fastest(RectangleQuestion& question) {
  if (!question.network) return;
  constexpr std::size_t quickly_simulated = 256;  // processors
  const bool is_quick = question.problem.cluster.size() <= quickly_simulated;
  question.rivals = is_quick ? rivals_on_a_network() : std::vector<std::string>{"XY2"};
}

RandomStream solving_stream(const std::string& algorithm) { return {1, "solve rectangles|" + algorithm}; }

RectangleProblem asked_problem(const RectangleQuestion& question) {
  RectangleProblem problem = question.problem;
  if (question.network) problem.network = {question.network, &question.network->network};
  const ChosenAlgorithm<RectangleAlgorithm> chosen = choose_algorithm(question.own, question.algorithm);
  const bool for_net = problem.network && takes_net(chosen);
  problem.objective = question.objective.value_or(for_net ? Objective::net : Objective::total);
  return problem;
}

std::optional<double> seconds_by_xy2(const RectangleQuestion& question) {
  if (!question.network) return std::nullopt;
  RectangleQuestion rival = question;
  rival.algorithm = "XY2";
  rival.objective = Objective::total;
  try {
    return costs_on_network(rival, solved(rival)).simulated;
  } catch (const InputError&) {
    return std::nullopt;
  }
}

RectangleAnswer solve(const RectangleQuestion& question, std::optional<double> seconds_by_xy2) {
  return question.rivals.empty() ? solved_by_one(question, seconds_by_xy2) : fastest(question, seconds_by_xy2);
}

RectangleAnswer solve(const RectangleQuestion& question) { return solve(question, seconds_by_xy2(question)); }

}  // namespace apportion::problems
