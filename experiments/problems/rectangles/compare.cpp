// Ranking of algorithms on one rectangle problem.
#include "experiments/problems/rectangles/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/problems/common/json.hpp"
#include "experiments/problems/ranking.hpp"
#include "experiments/problems/rectangles/drawing.hpp"
#include "experiments/problems/rectangles/solve.hpp"
#include "sim/rectangles/costs.hpp"
#include "sim/rectangles/whole.hpp"

namespace apportion::problems {
namespace {

struct Contender {
  RectangleAnswer answer;
  std::int64_t rank = 0;
  double gap = 0;                                  // percent
  std::optional<double> imbalance = std::nullopt;  // percent
  double seconds = 0;
};

bool has_whole_sides(const Extent& extent) {
  constexpr double most = 1e12;  // that to_whole() takes
  return extent.rows == std::floor(extent.rows) && extent.columns == std::floor(extent.columns) &&
         std::max(extent.rows, extent.columns) <= most;
}

std::optional<double> imbalance_of(const RectangleProblem& problem, const RectangleAnswer& answer) {
  if (answer.whole) return 100 * answer.whole->imbalance;
  if (!has_whole_sides(problem.extent)) return std::nullopt;
  return 100 * to_whole(answer.decomposition, problem.cluster).load_imbalance;
}

Contender contender_of(const RectangleQuestion& question, std::optional<double> by_xy2) {
  Contender contender;
  contender.answer = solve(question, by_xy2);
  const RectangleAnswer& answer = contender.answer;
  contender.gap = answer.any_shape_bound > 0 ? 100 * (answer.total / answer.any_shape_bound - 1) : 0;
  contender.imbalance = imbalance_of(question.problem, answer);
  contender.seconds = seconds_to_solve(choose_algorithm(question.own, question.algorithm), asked_problem(question),
                                       solving_stream(answer.algorithm));
  return contender;
}

std::size_t empty_parts(const Contender& contender) {
  return contender.answer.whole ? contender.answer.whole->empty : 0;
}

// What the ranking is by: the time on a network where one is given, otherwise the total.
double ranked_cost(const Contender& contender) {
  return contender.answer.network ? contender.answer.network->costs.simulated : contender.answer.total;
}

// Best first: a rounding that leaves processors without an element is no answer to the same question, and comes last.
// Of equal rank in order of edges, then of names.
void rank(std::vector<Contender>& contenders) {
  std::ranges::sort(contenders, {}, [](const Contender& contender) {
    return std::tuple(empty_parts(contender), ranked_cost(contender));
  });
  std::size_t first = 0;
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    const bool ties = empty_parts(contenders[i]) == empty_parts(contenders[first]) &&
                      ranked_cost(contenders[i]) <= ranked_cost(contenders[first]) * (1 + 1e-9);
    if (!ties) first = i;
    contenders[i].rank = static_cast<std::int64_t>(first) + 1;
  }
  std::ranges::sort(contenders, {}, [](const Contender& contender) {
    return std::tuple(contender.rank, contender.answer.internal_edges, contender.answer.algorithm);
  });
}

std::string proof_name(Proof proof) {
  if (proof == Proof::none) return "";
  return proof == Proof::slicing ? "least of slicing trees" : "least of rectangles";
}

// The columns and rows of the table; a column stands there if any contender has a value for it.
void add_table(const RectangleProblem& problem, const std::vector<Contender>& contenders, Comparison& comparison) {
  const bool has_latency = problem.latency > 0;
  const bool has_imbalance =
      std::ranges::any_of(contenders, [](const Contender& contender) { return contender.imbalance.has_value(); });
  const bool has_empty = std::ranges::any_of(contenders, [](const Contender& each) { return empty_parts(each) > 0; });
  const bool has_proof =
      std::ranges::any_of(contenders, [](const Contender& contender) { return contender.answer.proof != Proof::none; });
  const bool has_network =
      std::ranges::any_of(contenders, [](const Contender& each) { return each.answer.network.has_value(); });
  comparison.columns = {"rank", "algorithm"};
  if (has_network) add_cost_columns(comparison.columns);
  comparison.columns.emplace_back("total");
  if (has_latency) comparison.columns.emplace_back("acost");
  comparison.columns.insert(comparison.columns.end(), {"gap, %", "edges"});
  if (has_imbalance) comparison.columns.emplace_back("imbalance, %");
  if (has_empty) comparison.columns.emplace_back("without an element");
  comparison.columns.emplace_back("time, ms");
  if (has_proof) comparison.columns.emplace_back("proven");
  for (const Contender& contender : contenders) {
    const RectangleAnswer& answer = contender.answer;
    std::vector<ComparedValue>& row = comparison.rows.emplace_back();
    row = {contender.rank, answer.algorithm};
    if (const auto& network = answer.network) add_cost_values(network->costs, network->saved, row);
    row.emplace_back(with_digits(answer.total, 10));
    if (has_latency) row.emplace_back(with_digits(answer.acost, 10));
    row.insert(row.end(), {with_decimals(contender.gap, 3), answer.internal_edges});
    if (has_imbalance) row.emplace_back(with_decimals(contender.imbalance.value_or(0), 3));
    if (has_empty) row.emplace_back(static_cast<std::int64_t>(empty_parts(contender)));
    row.emplace_back(with_digits(1000 * contender.seconds, 3));
    if (has_proof) row.emplace_back(proof_name(answer.proof));
  }
}

std::string json_of(const Contender& contender) {
  std::string more = fmt::format(R"("rank":{},"any_shape_lower_bound":{},"gap_percent":{})", contender.rank,
                                 plain(contender.answer.any_shape_bound), plain(contender.gap));
  if (contender.imbalance) more += fmt::format(R"(,"imbalance_percent":{})", plain(*contender.imbalance));
  more += fmt::format(R"(,"seconds":{})", plain(contender.seconds));
  return to_json(contender.answer, more);
}

// In whole rows and columns every rounding has a bound of its own.
std::string title_of(const RectangleQuestion& question) {
  const RectangleProblem& problem = question.problem;
  std::string title = fmt::format("{} x {} for {}", problem.extent.rows, problem.extent.columns,
                                  counted(static_cast<std::int64_t>(problem.cluster.size()), "processor"));
  if (problem.latency > 0) title += fmt::format(", latency {}", problem.latency);
  if (question.network) title += fmt::format(", on {}", question.network->name);
  if (question.whole) return title + ", in whole rows and columns";
  return title + fmt::format("; no parts of any shape cost less than {:.10g}", total_lower_bound(problem, Shapes::any));
}

std::vector<LabelledDecomposition> labelled(const std::vector<Contender>& contenders) {
  std::vector<LabelledDecomposition> all;
  for (const Contender& contender : contenders)
    all.push_back({fmt::format("{}: {:.6g}, gap {:.2f} %, {} edges", contender.answer.algorithm, contender.answer.total,
                               contender.gap, contender.answer.internal_edges),
                   contender.answer.decomposition,
                   {},
                   {},
                   contender.answer.names});
  return all;
}

}  // namespace

Comparison compare_rectangles(const RectangleQuestion& question, const std::vector<std::string>& algorithms) {
  validate(question.problem);
  Comparison comparison;
  comparison.title = title_of(question);
  const std::optional<double> by_xy2 = seconds_by_xy2(question);
  std::vector<Contender> contenders;
  for (const std::string& name : canonical_names(algorithms, question.own)) {
    RectangleQuestion asked = question;
    asked.algorithm = name;
    asked.rivals.clear();
    try {
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
    comparison.draw = [decompositions = labelled(contenders)](const std::string& format) {
      return drawing_of(decompositions, format);
    };
  return comparison;
}

}  // namespace apportion::problems
