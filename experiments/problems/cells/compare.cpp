// Ranking of algorithms on one problem of whole cells.
#include "experiments/problems/cells/compare.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <optional>

#include "base/text.hpp"
#include "experiments/problems/cells/drawing.hpp"
#include "experiments/problems/cells/solve.hpp"
#include "experiments/problems/common/json.hpp"
#include "experiments/problems/common/ranking.hpp"

namespace apportion::problems {
namespace {

struct Contender {
  CellAnswer answer;
  double seconds = 0;
};

Contender contender_of(const CellQuestion& question, std::optional<double> by_xy2) {
  Contender contender;
  contender.answer = solve(question, by_xy2);
  const std::string& name = contender.answer.algorithm;
  contender.seconds =
      seconds_to_solve(choose_algorithm(question.own, name), question.problem, cell_solving_stream(name));
  return contender;
}

std::string within_words(const CellCosts& costs) {
  if (costs.is_within()) return "yes";
  std::string words = costs.balance.beyond_one_cell.empty() ? "" : "no";
  if (costs.boundary.fragments > 0) words += words.empty() ? "in pieces" : ", in pieces";
  if (costs.boundary.empty > 0) words += words.empty() ? "empty parts" : ", empty parts";
  return words;
}

std::vector<RankedValue> row_of(const Contender& contender, double latency) {
  const CellCosts& costs = contender.answer.costs;
  std::vector<RankedValue> row;
  if (const auto& network = contender.answer.network) row = cost_values(network->costs, network->saved);
  row.push_back({"total", with_digits(costs.total, 10)});
  row.push_back({"boundary", given_if(latency > 0, costs.boundary.edges)});
  row.push_back({"gap, %", given_if(costs.gap.has_value(), with_decimals(costs.gap.value_or(0), 3))});
  row.push_back({"neighbours", costs.boundary.neighbours});
  row.push_back({"imbalance, %", with_decimals(100 * costs.balance.imbalance, 3)});
  row.push_back({"fragments", costs.boundary.fragments});
  row.push_back({"halo", costs.boundary.halo});
  row.push_back({"empty", costs.boundary.empty});
  row.push_back({"within one cell", within_words(costs)});
  row.push_back({"time, ms", with_digits(1000 * contender.seconds, 3)});
  return row;
}

std::string json_of(const Contender& contender, std::int64_t rank) {
  return to_json(contender.answer, fmt::format(R"("rank":{},"seconds":{})", rank, plain(contender.seconds)));
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

Standing standing_on_network(const Contender& contender) {
  Standing standing = standing_of(contender.answer.algorithm, contender.answer.costs);
  if (contender.answer.network) standing.cost = contender.answer.network->costs.simulated;
  return standing;
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

Standing standing_of(const std::string& algorithm, const CellCosts& costs) {
  const std::int64_t off = costs.boundary.empty > 0 ? 2 : 1;
  return {.algorithm = algorithm,
          .shortcomings = costs.is_within() ? 0 : off,
          .cost = costs.total,
          .secondary = costs.boundary.neighbours};
}

std::string title_beside_others(const std::string& name, const CellCosts& costs) {
  std::string title =
      fmt::format("{}: {} edges, imbalance {:.2f} %", name, costs.boundary.edges, 100 * costs.balance.imbalance);
  if (costs.boundary.fragments > 0) title += fmt::format(", {}", counted(costs.boundary.fragments, "fragment"));
  if (costs.boundary.empty > 0) title += fmt::format(", {} empty", costs.boundary.empty);
  return title;
}

Comparison compare_cells(const CellQuestion& question, const std::vector<std::string>& algorithms) {
  validate(question.problem);
  const std::optional<double> by_xy2 = seconds_by_xy2(question);
  const CellProblem& problem = question.problem;
  const auto contender_by = [&](const std::string& algorithm) {
    CellQuestion asked = question;
    asked.algorithm = algorithm;
    return contender_of(asked, by_xy2);
  };
  const auto row = [&](const Contender& contender, const Contender& /*best*/) {
    return row_of(contender, problem.latency);
  };
  const auto drawn = [problem](const std::vector<Contender>& contenders, const std::string& format) {
    std::vector<LabelledDecomposition> all;
    for (const auto& [answer, seconds] : contenders)
      all.push_back(drawn_division(problem, title_beside_others(answer.algorithm, answer.costs), answer.decomposition,
                                   answer.names));
    return drawing_of(all, format);
  };
  return ranked<Contender>(
      title_of(question), canonical_names(algorithms, question.own),
      {.solve = contender_by, .standing = standing_on_network, .row = row, .json_line = json_of, .draw = drawn});
}

}  // namespace apportion::problems
