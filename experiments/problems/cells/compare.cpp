// Ranking of algorithms on one problem of whole cells.
#include "experiments/problems/cells/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <tuple>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/problems/cells/drawing.hpp"
#include "experiments/problems/cells/solve.hpp"
#include "experiments/problems/common/json.hpp"
#include "experiments/problems/ranking.hpp"

namespace apportion::problems {
namespace {

struct Contender {
  CellAnswer answer;
  std::int64_t rank = 0;
  double seconds = 0;
};

// 0 for answers to the question as it was asked, 1 where a part is in pieces or off its share, 2 for empty parts.
int shortcoming(const Contender& contender) {
  const CellCosts& costs = contender.answer.costs;
  return costs.is_within() ? 0 : costs.boundary.empty == 0 ? 1 : 2;
}

Contender contender_of(const CellQuestion& question, std::optional<double> by_xy2) {
  Contender contender;
  contender.answer = solve(question, by_xy2);
  const std::string& name = contender.answer.algorithm;
  contender.seconds =
      seconds_to_solve(choose_algorithm(question.own, name), question.problem, cell_solving_stream(name));
  return contender;
}

// What the ranking is by: the time on a network where one is given, otherwise the total.
double ranked_cost(const Contender& contender) {
  return contender.answer.network ? contender.answer.network->costs.simulated : contender.answer.costs.total;
}

void rank(std::vector<Contender>& contenders) {
  std::ranges::sort(contenders, {}, [](const Contender& contender) {
    return std::tuple(shortcoming(contender), ranked_cost(contender), contender.answer.costs.boundary.neighbours,
                      contender.answer.algorithm);
  });
  std::size_t first = 0;
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    const auto is_like_first = [&](const Contender& contender) {
      return shortcoming(contender) == shortcoming(contenders[first]) &&
             ranked_cost(contender) <= ranked_cost(contenders[first]) * (1 + 1e-9);
    };
    if (!is_like_first(contenders[i])) first = i;
    contenders[i].rank = static_cast<std::int64_t>(first) + 1;
  }
}

std::string within_words(const CellCosts& costs) {
  if (costs.is_within()) return "yes";
  std::string words = costs.balance.beyond_one_cell.empty() ? "" : "no";
  if (costs.boundary.fragments > 0) words += words.empty() ? "in pieces" : ", in pieces";
  if (costs.boundary.empty > 0) words += words.empty() ? "empty parts" : ", empty parts";
  return words;
}

void add_table(const CellProblem& problem, const std::vector<Contender>& contenders, Comparison& comparison) {
  const bool has_latency = problem.latency > 0;
  const bool has_bound = problem.loads == nullptr;
  const bool has_network =
      std::ranges::any_of(contenders, [](const Contender& each) { return each.answer.network.has_value(); });
  comparison.columns = {"rank", "algorithm"};
  if (has_network) add_cost_columns(comparison.columns);
  comparison.columns.emplace_back("total");
  if (has_latency) comparison.columns.emplace_back("boundary");
  if (has_bound) comparison.columns.emplace_back("gap, %");
  comparison.columns.insert(comparison.columns.end(), {"neighbours", "imbalance, %", "fragments", "halo", "empty",
                                                       "within one cell", "time, ms"});
  for (const Contender& contender : contenders) {
    const CellCosts& costs = contender.answer.costs;
    std::vector<ComparedValue>& row = comparison.rows.emplace_back();
    row = {contender.rank, contender.answer.algorithm};
    if (const auto& network = contender.answer.network) add_cost_values(network->costs, network->saved, row);
    row.emplace_back(with_digits(costs.total, 10));
    if (has_latency) row.emplace_back(costs.boundary.edges);
    if (has_bound) row.emplace_back(with_decimals(costs.gap.value_or(0), 3));
    row.insert(row.end(), {costs.boundary.neighbours, with_decimals(100 * costs.balance.imbalance, 3),
                           costs.boundary.fragments, costs.boundary.halo, costs.boundary.empty, within_words(costs),
                           with_digits(1000 * contender.seconds, 3)});
  }
}

std::string json_of(const Contender& contender) {
  return to_json(contender.answer, fmt::format(R"("rank":{},"seconds":{})", contender.rank, plain(contender.seconds)));
}

std::string title_of(const CellQuestion& question) {
  const CellProblem& problem = question.problem;
  std::string title = fmt::format("{} x {} cells", problem.rows, problem.columns);
  if (problem.loads != nullptr)
    title += fmt::format(", {} of them active, with a load of {:.10g},", problem.loads->active_cells(),
                         problem.loads->total());
  title += " for " + counted(static_cast<std::int64_t>(problem.cluster.size()), "processor");
  if (problem.latency > 0) title += fmt::format(", latency {}", problem.latency);
  if (question.network) title += fmt::format(", on {}", question.network->name);
  if (problem.loads != nullptr) return title;
  return title + fmt::format("; no connected parts within one cell of their shares cost less than {:.10g}",
                             cell_lower_bound(problem));
}

std::vector<LabelledDecomposition> labelled(const CellProblem& problem, const std::vector<Contender>& contenders) {
  std::vector<LabelledDecomposition> all;
  for (const Contender& contender : contenders) {
    const CellCosts& costs = contender.answer.costs;
    std::string title = fmt::format("{}: {} edges, imbalance {:.2f} %", contender.answer.algorithm,
                                    costs.boundary.edges, 100 * costs.balance.imbalance);
    if (costs.boundary.fragments > 0) title += fmt::format(", {}", counted(costs.boundary.fragments, "fragment"));
    if (costs.boundary.empty > 0) title += fmt::format(", {} empty", costs.boundary.empty);
    all.push_back(drawn_division(problem, title, contender.answer.decomposition, contender.answer.names));
  }
  return all;
}

}  // namespace

std::string title_of(const CellProblem& problem, const CellAnswer& answer) {
  const CellCosts& costs = answer.costs;
  std::string title =
      fmt::format("{} on {} x {} cells: boundary {}, {}, imbalance {:.3g} %", answer.algorithm, problem.rows,
                  problem.columns, counted(costs.boundary.edges, "cell edge"),
                  counted(costs.boundary.neighbours, "pair") + " of neighbours", 100 * costs.balance.imbalance);
  if (problem.latency > 0) title += fmt::format(", total {:.10g} at latency {}", costs.total, problem.latency);
  if (costs.boundary.fragments > 0) title += ", " + counted(costs.boundary.fragments, "fragment");
  if (costs.boundary.empty > 0) title += fmt::format(", {} without a cell", costs.boundary.empty);
  return title;
}

Comparison compare_cells(const CellQuestion& question, const std::vector<std::string>& algorithms) {
  validate(question.problem);
  Comparison comparison;
  comparison.title = title_of(question);
  const std::optional<double> by_xy2 = seconds_by_xy2(question);
  std::vector<Contender> contenders;
  for (const std::string& name : canonical_names(algorithms, question.own)) {
    try {
      CellQuestion asked = question;
      asked.algorithm = name;
      contenders.push_back(contender_of(asked, by_xy2));
    } catch (const UserError& error) {
      comparison.refusals.push_back({name, error.what()});
    }
  }
  rank(contenders);
  add_table(question.problem, contenders, comparison);
  for (const Contender& contender : contenders) comparison.lines.push_back(json_of(contender));
  for (const Refusal& refusal : comparison.refusals) comparison.lines.push_back(to_json(refusal));
  if (!contenders.empty())
    comparison.draw = [divisions = labelled(question.problem, contenders)](const std::string& format) {
      return drawing_of(divisions, format);
    };
  return comparison;
}

}  // namespace apportion::problems
