// Ranking of algorithms on one rectangle problem.
#include "experiments/problems/rectangles/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "experiments/problems/common/json.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "experiments/problems/rectangles/drawing.hpp"
#include "experiments/problems/rectangles/solve.hpp"
#include "sim/rectangles/costs.hpp"
#include "sim/rectangles/whole.hpp"

namespace apportion::problems {
namespace {

struct Contender {
  RectangleAnswer answer;
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

// A rounding that leaves processors without an element is no answer to the same question.
Standing standing_of(const Contender& contender) {
  const RectangleAnswer& answer = contender.answer;
  return {.algorithm = answer.algorithm,
          .shortcomings = answer.whole ? static_cast<std::int64_t>(answer.whole->empty) : 0,
          .cost = answer.network ? answer.network->costs.simulated : answer.total,
          .secondary = answer.internal_edges};
}

std::optional<ComparedValue> proof_name(Proof proof) {
  if (proof == Proof::none) return std::nullopt;
  return proof == Proof::slicing ? "least of slicing trees" : "least of rectangles";
}

std::vector<RankedValue> row_of(const Contender& contender, double latency) {
  const RectangleAnswer& answer = contender.answer;
  std::vector<RankedValue> row;
  if (answer.network) row = cost_values(answer.network->costs, answer.network->saved);
  const std::int64_t empty = standing_of(contender).shortcomings;
  row.push_back({"total", with_digits(answer.total, 10)});
  row.push_back({"acost", given_if(latency > 0, with_digits(answer.acost, 10))});
  row.push_back({"gap, %", with_decimals(contender.gap, 3)});
  row.push_back({"edges", answer.internal_edges});
  row.push_back(
      {"imbalance, %", given_if(contender.imbalance.has_value(), with_decimals(contender.imbalance.value_or(0), 3))});
  row.push_back({"without an element", given_if(empty > 0, empty), std::int64_t{0}});
  row.push_back({"time, ms", with_digits(1000 * contender.seconds, 3)});
  row.push_back({"proven", proof_name(answer.proof)});
  return row;
}

std::string json_of(const Contender& contender, std::int64_t rank) {
  std::string more = fmt::format(R"("rank":{},"any_shape_lower_bound":{},"gap_percent":{})", rank,
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

std::string drawn(const std::vector<Contender>& contenders, const std::string& format) {
  std::vector<LabelledDecomposition> all;
  for (const Contender& contender : contenders) {
    const RectangleAnswer& answer = contender.answer;
    all.push_back({.title = title_beside_others(answer.algorithm, answer.total, contender.gap, answer.internal_edges),
                   .decomposition = answer.decomposition,
                   .names = answer.names});
  }
  return drawing_of(all, format);
}

}  // namespace

std::string title_beside_others(const std::string& name, double total, double gap, std::int64_t edges) {
  return fmt::format("{}: {:.6g}, gap {:.2f} %, {} edges", name, total, gap, edges);
}

Comparison compare_rectangles(const RectangleQuestion& question, const std::vector<std::string>& algorithms) {
  validate(question.problem);
  const std::optional<double> by_xy2 = seconds_by_xy2(question);
  const auto contender_by = [&](const std::string& algorithm) {
    RectangleQuestion asked = question;
    asked.algorithm = algorithm;
    asked.rivals.clear();
    return contender_of(asked, by_xy2);
  };
  const auto row = [latency = question.problem.latency](const Contender& contender, const Contender& /*best*/) {
    return row_of(contender, latency);
  };
  return ranked<Contender>(
      title_of(question), canonical_names(algorithms, question.own),
      {.solve = contender_by, .standing = standing_of, .row = row, .json_line = json_of, .draw = drawn});
}

}  // namespace apportion::problems
