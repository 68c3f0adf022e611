// Divisions into whole cells for readers: drawings, titles, texts and rankings.

#include "experiments/problems/cells/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/cells/study.hpp"
#include "experiments/problems/common/json.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "sim/cells/cell_bounds.hpp"
#include "sim/cells/owners.hpp"

namespace apportion::problems {
namespace {

// With the parts' shares of the load and the cells that are left out.
LabelledDecomposition drawn_division(const CellProblem& problem, const std::string& title,
                                     const Decomposition& division, const std::vector<std::string>& names) {
  LabelledDecomposition drawn{.title = title, .decomposition = division, .names = names};
  if (problem.loads == nullptr) return drawn;
  drawn.shares = part_loads(problem, division);
  for (double& share : drawn.shares) share *= 100 / problem.loads->total();
  if (problem.loads->active_cells() < problem.rows * problem.columns) drawn.left_out = left_out_squares(*problem.loads);
  return drawn;
}

void require_plane(const CellProblem& problem) {
  if (problem.in_space())
    throw InputError("arrays with layers are not drawn; solve cells --format npy writes the owners of their cells");
}

// "210 edges", or the elements that are minimised instead.
std::string edges_or_elements(const CellProblem& problem, const CellBoundary& boundary) {
  if (problem.objective == Objective::volume) return fmt::format("{} elements sent", boundary.volume);
  if (problem.objective == Objective::busiest) return fmt::format("{} elements to the busiest", boundary.busiest);
  return fmt::format("{} edges", boundary.edges);
}

std::string title_of(const CellProblem& problem, const CellAnswer& answer) {
  const CellCosts& costs = answer.costs;
  std::string title =
      fmt::format("{} on {} cells: boundary {}, {}, imbalance {:.3g} %", answer.algorithm, sides_text(problem),
                  counted(costs.boundary.edges, "cell edge"),
                  counted(costs.boundary.neighbours, "pair") + " of neighbours", 100 * costs.balance.imbalance);
  if (problem.latency > 0) title += fmt::format(", total {:.10g} at latency {:.10g}", costs.total, problem.latency);
  if (problem.objective != Objective::total) title += ", " + edges_or_elements(problem, costs.boundary);
  if (costs.boundary.fragments > 0) title += ", " + counted(costs.boundary.fragments, "fragment");
  if (costs.boundary.empty > 0) title += fmt::format(", {} without a cell", costs.boundary.empty);
  return title;
}

RankingKey ranking_key_of(const std::string& algorithm, const CellCosts& costs) {
  constexpr int digits = 9;  // sums of loads round
  const CellRank& rank = costs.rank;
  return {.algorithm = algorithm,
          .shortcomings = {with_digits(rank.cells_beyond, digits), with_digits(rank.load_beyond, digits),
                           static_cast<double>(rank.empty), static_cast<double>(rank.pieces)},
          .cost = costs.objective,
          .secondary = costs.boundary.neighbours};
}

// "BEST: 210 edges, imbalance 0.15 %": what stands above a drawing that has others beside it.
std::string title_beside_others(const std::string& name, const CellProblem& problem, const CellCosts& costs) {
  std::string title = fmt::format("{}: {}, imbalance {:.2f} %", name, edges_or_elements(problem, costs.boundary),
                                  100 * costs.balance.imbalance);
  if (costs.boundary.fragments > 0) title += fmt::format(", {}", counted(costs.boundary.fragments, "fragment"));
  if (costs.boundary.empty > 0) title += fmt::format(", {} empty", costs.boundary.empty);
  return title;
}

CellAnswer timed(const CellQuestion& question, const RivalTime& by_xy2) {
  CellAnswer answer = solve(question, by_xy2);
  answer.seconds = seconds_to_solve(choose_algorithm(question.own, answer.algorithm), asked_problem(question),
                                    cell_solving_stream(answer.algorithm));
  return answer;
}

// What the ranking goes by, in a line of its own.
std::string rule_of(const CellQuestion& question) {
  const CellProblem& problem = question.problem;
  std::string least = problem.latency > 0 ? "boundary + latency x neighbours" : "boundary in cell edges";
  if (problem.objective == Objective::volume)
    least = fmt::format("elements sent by all, stencil of {}", problem.stencil);
  if (problem.objective == Objective::busiest)
    least = fmt::format("elements that one part receives, stencil of {}", problem.stencil);
  if (problem.previous) least += fmt::format(" + {:.10g} x cells moved", problem.previous->price);
  if (question.network) least = "simulated time";
  return fmt::format("\nranked: {}least load further than {} from the shares, then fewest empty parts{}, then least {}",
                     problem.memory.empty() ? "" : "fewest cells beyond the memory, then ", tolerance_words(problem),
                     problem.connected ? ", then fewest pieces" : "", least);
}

std::string json_of(const CellAnswer& answer, std::int64_t rank) {
  return to_json(answer, ranked_members(cell_quantities(), answer, rank));
}

std::string title_of(const CellQuestion& question) {
  const CellProblem& problem = question.problem;
  std::string title = sides_text(problem) + " cells";
  if (problem.loads != nullptr)
    title += fmt::format(", {} of them active, with a load of {:.10g},", problem.loads->active_cells(),
                         problem.loads->total());
  title += " for " + counted(static_cast<std::int64_t>(problem.cluster.size()), "processor");
  if (problem.latency > 0) title += fmt::format(", latency {:.10g}", problem.latency);
  if (question.network) title += fmt::format(", on {}", question.network->name);
  if (problem.previous) title += fmt::format("; at least {} must move", counted(least_moved_cells(problem), "cell"));
  const bool is_by_elements = problem.objective != Objective::total;
  const bool is_for_connected = is_by_elements && problem.connected && problem.loads == nullptr;
  title +=
      fmt::format("; no {}parts within {} of their shares {} less than {:.10g}", is_for_connected ? "connected " : "",
                  tolerance_words(problem), is_by_elements ? "send" : "cost", cell_lower_bound(problem));
  return title + rule_of(question);
}

RankingKey key_on_network(const CellAnswer& answer) {
  RankingKey key = ranking_key_of(answer.algorithm, answer.costs);
  if (answer.migration) key.cost = answer.migration->cost;
  if (answer.network) key.cost = answer.network->costs.simulated;
  return key;
}

// Longer lines are not shown.
constexpr std::int64_t most_listed_loads = 100'000;

std::string instance_line(const CellProblem& problem) {
  return problem.loads != nullptr && problem.rows * problem.columns > most_listed_loads ? "" : to_json(problem);
}

// "3 x 4 at (0, 0)" for each rectangle of a part, as far as they fit a line.
std::string places_of(const std::vector<Rect>& rectangles) {
  constexpr std::size_t most_listed = 4;
  std::string text;
  for (std::size_t i = 0; i < std::min(rectangles.size(), most_listed); ++i)
    text += fmt::format("{}{} x {} at ({}, {})", i == 0 ? "" : " and ", rectangles[i].rows, rectangles[i].columns,
                        rectangles[i].row, rectangles[i].column);
  if (rectangles.size() > most_listed) text += fmt::format(" and {} more", rectangles.size() - most_listed);
  return text;
}

std::string solution_text(const CellProblem& problem, const CellSolution& solution,
                          const std::vector<std::string>& names) {
  const Decomposition& division = solution.decomposition;
  // With more parts a drawing of characters cannot be read.
  constexpr std::size_t most_drawn = 200;
  std::string text = division.parts.size() + division.further.size() <= most_drawn
                         ? text_drawing(drawn_division(problem, "", division, names))
                         : "";
  const std::vector<double> loads = part_loads(problem, division);
  const std::vector<double> ideal = shares(problem);
  for (std::size_t i = 0; i < division.parts.size(); ++i)
    fmt::format_to(std::back_inserter(text), "{:>4}{}: {}, load {:.10g} for a share of {:.10g}\n", i,
                   i < names.size() ? " " + names[i] : "", places_of(rectangles_of(division, i)), loads[i], ideal[i]);
  return text;
}

std::vector<LabelledDecomposition> drawn_by(const CellProblem& problem, const std::vector<std::string>& titles,
                                            const std::vector<CellSolution>& solutions,
                                            const std::vector<std::string>& names) {
  std::vector<LabelledDecomposition> drawn;
  for (std::size_t i = 0; i < solutions.size(); ++i)
    drawn.push_back(drawn_division(problem, titles[i], solutions[i].decomposition, names));
  return drawn;
}

// "BEST, rank 1 of 3: 210 edges, imbalance 0.15 %" for each of the algorithms.
std::vector<std::string> with_costs(const CellProblem& problem, const std::vector<std::string>& algorithms,
                                    const std::vector<CellSolution>& solutions) {
  std::vector<CellCosts> costs;
  std::vector<RankingKey> keys;
  for (std::size_t i = 0; i < solutions.size(); ++i) {
    costs.push_back(cell_costs(problem, solutions[i].decomposition));
    keys.push_back(ranking_key_of(algorithms[i], costs.back()));
  }
  std::vector<std::string> titles = ranked_names(keys);
  for (std::size_t i = 0; i < titles.size(); ++i) titles[i] = title_beside_others(titles[i], problem, costs[i]);
  return titles;
}

}  // namespace

std::vector<Rect> left_out_squares(const CellLoads& loads) {
  constexpr std::int64_t most_squares = 250;  // a side
  const std::int64_t side = (std::max(loads.rows(), loads.columns()) + most_squares - 1) / most_squares;
  std::vector<Rect> runs;
  for (std::int64_t row = 0; row < loads.rows(); row += side) {
    const auto rows = static_cast<double>(std::min(side, loads.rows() - row));
    bool begun = false;
    for (std::int64_t column = 0; column < loads.columns(); column += side) {
      const Rect square{static_cast<double>(row), static_cast<double>(column), rows,
                        static_cast<double>(std::min(side, loads.columns() - column))};
      const bool is_left_out = 2 * loads.active_in(square) < static_cast<std::int64_t>(square.area());
      if (is_left_out && begun)
        runs.back().columns += square.columns;
      else if (is_left_out)
        runs.push_back(square);
      begun = is_left_out;
    }
  }
  return runs;
}

LabelledDecomposition labelled(const CellQuestion& question, const CellAnswer& answer) {
  return drawn_division(question.problem, title_of(question.problem, answer), answer.decomposition, answer.names);
}

std::string draw_cells(const FieldValues& given, const std::string& format) {
  const CellQuestion question = cell_question(given);
  require_plane(question.problem);
  return drawing_of({labelled(question, solve(question))}, format);
}

Comparison compare_cells(const FieldValues& given, const std::vector<std::string>& algorithms) {
  const CellQuestion question = cell_question(given);
  validate(question.problem);
  const RivalTime by_xy2 = seconds_by_xy2(question);
  const CellProblem& problem = question.problem;
  const auto answer_by = [&](const std::string& algorithm) {
    if (question.given && algorithm == question.given->name) return evaluate(question, by_xy2);
    CellQuestion asked = question;
    asked.algorithm = algorithm;
    return timed(asked, by_xy2);
  };
  const auto row = [&](const CellAnswer& answer, const CellAnswer& best) {
    return row_of(cell_quantities(), problem, answer, best);
  };
  const auto drawn = [problem](const std::vector<CellAnswer>& answers, const std::string& format) {
    require_plane(problem);
    std::vector<LabelledDecomposition> all;
    for (const CellAnswer& answer : answers)
      all.push_back(drawn_division(problem, title_beside_others(answer.algorithm, problem, answer.costs),
                                   answer.decomposition, answer.names));
    return drawing_of(all, format);
  };
  std::vector<std::string> names = canonical_names(algorithms, question.own);
  if (question.given) names.push_back(question.given->name);
  return ranked<CellAnswer>(
      title_of(question), names,
      {.solve = answer_by, .key = key_on_network, .row = row, .json_line = json_of, .draw = drawn});
}

engine::Presentation<CellAlgorithm> show_cells(const std::vector<std::string>& names) {
  using Titles = std::vector<std::string>;
  using Solutions = std::vector<CellSolution>;
  return {.instance = instance_line,
          .text = [names](const CellProblem& problem,
                          const CellSolution& solution) { return solution_text(problem, solution, names); },
          .svg =
              [names](const CellProblem& problem, const Titles& titles, const Solutions& solutions) {
                return svg_drawing(drawn_by(problem, with_costs(problem, titles, solutions), solutions, names));
              },
          .parts =
              [names](const CellProblem& problem, const Titles& titles, const Solutions& solutions) {
                return drawn_parts(drawn_by(problem, titles, solutions, names));
              }};
}

}  // namespace apportion::problems
