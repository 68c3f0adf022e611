// The quantities of divisions into rectangles, for `solve`, rankings, JSON and studies.

#include "experiments/problems/rectangles/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "base/error.hpp"
#include "experiments/problems/common/json.hpp"
#include "experiments/problems/drawing/outline.hpp"
#include "experiments/problems/rectangles/study.hpp"
#include "sim/rectangles/costs.hpp"
#include "sim/rectangles/whole.hpp"

namespace apportion::problems {
namespace {

using Of = std::function<QuantityValue(const RectangleAnswer&)>;

template <class Number>
Of in_cells(Number RectangleAnswer::OfCells::*member) {
  return [member](const RectangleAnswer& answer) {
    return answer.cells ? QuantityValue((*answer.cells).*member) : std::nullopt;
  };
}

bool has_latency(const RectangleProblem& problem) { return problem.latency > 0; }

QuantityValue whole_json(const RectangleAnswer& answer) {
  if (!answer.whole) return std::nullopt;
  return fmt::format(R"({{"imbalance":{},"empty":{}}})", plain(answer.whole->imbalance), answer.whole->empty);
}

QuantityValue proof_json(const RectangleAnswer& answer) {
  if (answer.proof == Proof::none) return std::nullopt;
  return answer.proof == Proof::slicing ? R"("slicing")" : R"("rectangles")";
}

QuantityValue proof_words(const RectangleAnswer& answer) {
  if (answer.proof == Proof::none) return std::nullopt;
  return answer.proof == Proof::slicing ? "least of slicing trees" : "least of rectangles";
}

double reckoned_total(const RectangleProblem& problem, const RectangleSolution& solution,
                      const RectangleAnswer& answer) {
  return total_cost(solution.claimed_acost, solution.claimed_edges.value_or(answer.internal_edges), problem.latency);
}

double greatest_aspect(const RectangleProblem& /*problem*/, const RectangleSolution& solution,
                       const RectangleAnswer& /*answer*/) {
  double greatest = 0;
  for (std::size_t i = 0; i < solution.decomposition.parts.size(); ++i) {
    const Rect box = bounding_box(rectangles_of(solution.decomposition, i));
    greatest = std::max(greatest, std::max(box.rows, box.columns) / std::min(box.rows, box.columns));
  }
  return greatest;
}

double rounding_imbalance(const RectangleProblem& problem, const RectangleSolution& solution,
                          const RectangleAnswer& /*answer*/) {
  return 100 * to_whole(solution.decomposition, problem.cluster).load_imbalance;
}

// The algorithm is chosen by name, since files of this layer include no algorithm.
double least_total(const RectangleProblem& problem) {
  static const Configured<RectangleAlgorithm> optimal = RectangleRegistry::instance().choose("OPTIMAL[layouts=all]");
  RandomStream unused(0, "");
  const RectangleSolution solution = solve_rectangles(optimal, problem, unused);
  if (solution.proof != Proof::rectangles) throw std::runtime_error("OPTIMAL did not prove the optimum of all layouts");
  return total_cost(acost(solution.decomposition), internal_edges(solution.decomposition), problem.latency);
}

double is_least(const RectangleProblem& problem, const RectangleSolution& /*solution*/, const RectangleAnswer& answer) {
  // The axis of processors detects this before a run, unless a file gives the clusters.
  if (static_cast<double>(problem.cluster.size()) > most_proven)
    throw InputError(
        fmt::format("found is measured up to {} processors, not for {}", most_proven, problem.cluster.size()));
  const double optimum = problem.cluster.size() < 2 ? 0 : least_total(problem);
  // The tolerance is that of the areas.
  return answer.total <= optimum * (1 + 1e-9) ? 1 : 0;
}

std::vector<RectangleQuantity> all_quantities() {
  using Row = RectangleQuantity;
  return {
      Row("acost", "length of the inner boundary", "elements", "less", in_answer(&RectangleAnswer::acost),
          {{.place = 2, .concerns = has_latency}}, {{.place = 1, .digits = 1}}),
      Row("bcost", "Acost of an array whose opposite sides are neighbours", "elements", "less",
          in_answer(&RectangleAnswer::bcost), {}, {}),
      Row("internal_edges", "pairs of neighbours", "", "less", in_answer(&RectangleAnswer::internal_edges),
          {{.place = 4, .title = "edges"}}, {{.place = 2, .digits = 2}}),
      Row("total", "Acost + latency x internal edges", "elements", "less", in_answer(&RectangleAnswer::total),
          {{.place = 1}}, {{.place = 3, .digits = 1}}),
      Row("lower_bound",
          "no division into parts of these areas, and of such shapes as the answer's, has a smaller total", "elements",
          "", in_answer(&RectangleAnswer::lower_bound), {}, {}),
      Row("whole", "what rounding to whole rows and columns costs: imbalance, and parts without an element", "", "",
          whole_json, {}, {}),
      Row(
          "empty", "parts that rounding leaves without an element", "", "less",
          [](const RectangleAnswer& answer) -> QuantityValue {
            return answer.whole ? static_cast<std::int64_t>(answer.whole->empty) : std::int64_t{0};
          },
          {{.place = 9, .title = "without an element", .only_above_zero = true}}, {}, MemberOf::nothing),
      Row(
          "beyond_memory", "processors whose parts do not fit their memory", "", "less",
          [](const RectangleAnswer& answer) -> QuantityValue {
            return static_cast<std::int64_t>(beyond_memory(answer.memory));
          },
          {{.place = 10, .title = "beyond memory", .only_above_zero = true}}, {}, MemberOf::nothing),
      Row("proven", "the total is proved to be the least of slicing trees, or of one rectangle per processor", "", "",
          proof_json, {{.place = 15, .words = proof_words}}, {}),
      Row("reckoned_total", "total by the algorithm's own count of edges", "elements", "less", nullptr, {},
          {{.place = 4, .digits = 1, .measure = reckoned_total}}, MemberOf::nothing),
      Row("any_shape_lower_bound", "no division into parts of these areas and of any shapes has a smaller total",
          "elements", "", in_answer(&RectangleAnswer::any_shape_bound), {}, {}, MemberOf::ranking),
      Row(
          "gap_percent", "total above the lower bound for parts of any shape, percent of the bound", "%", "less",
          [](const RectangleAnswer& answer) -> QuantityValue { return gap_percent(answer); },
          {{.place = 3, .title = "gap, %", .decimals = 3}}, {{.place = 5, .digits = 3, .added = true, .name = "gap"}},
          MemberOf::ranking),
      Row("aspect", "greatest aspect ratio of a part, of its bounding box if it is no rectangle", "", "less", nullptr,
          {}, {{.place = 6, .digits = 2, .added = true, .measure = greatest_aspect}}, MemberOf::nothing),
      Row("imbalance_percent", "load above the ideal one after rounding to whole rows and columns, percent", "%",
          "less", in_answer(&RectangleAnswer::imbalance), {{.place = 5, .title = "imbalance, %", .decimals = 3}},
          {{.place = 7, .digits = 3, .added = true, .name = "imbalance", .measure = rounding_imbalance}},
          MemberOf::ranking),
      Row("varied_imbalance", "how the imbalance varies with the speeds, as the times on a network do", "", "",
          varied_imbalance_json<RectangleAnswer>, varied_imbalance_columns<RectangleProblem, RectangleAnswer>(6), {}),
      Row("found",
          "share of samples whose total is no more than the least of one rectangle per processor, which is "
          "proved; up to 7 processors",
          "", "more", nullptr, {}, {{.place = 8, .digits = 4, .added = true, .measure = is_least}}, MemberOf::nothing),
      Row("seconds", "time to find it; a ranking shows milliseconds", "s", "less", in_answer(&RectangleAnswer::seconds),
          {{.place = 14, .title = "time, ms", .digits = 3}}, {}, MemberOf::ranking, 1000),
      Row("fill", "cells over those of the parts' bounding boxes, percent", "%", "more",
          in_cells(&RectangleAnswer::OfCells::fill), {{.place = 11, .title = "fill, %", .decimals = 1}}, {},
          MemberOf::ranking, 100),
      Row("fragments", "connected pieces beyond one per part", "", "less",
          in_cells(&RectangleAnswer::OfCells::fragments), {{.place = 12}}, {}, MemberOf::ranking),
      Row("halo", "greatest number of others' cells that a part borders on", "cells", "less",
          in_cells(&RectangleAnswer::OfCells::halo), {{.place = 13}}, {}, MemberOf::ranking)};
}

}  // namespace

const std::vector<RectangleQuantity>& rectangle_quantities() {
  static const std::vector<RectangleQuantity> all = all_quantities();
  return all;
}

double gap_percent(const RectangleAnswer& answer) {
  return answer.any_shape_bound > 0 ? 100 * (answer.total / answer.any_shape_bound - 1) : 0;
}

}  // namespace apportion::problems
