// The quantities of divisions into rectangles: what `solve`, rankings, JSON and studies know of a division.
#include "experiments/problems/rectangles/quantities.hpp"

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
Of in_answer(Number RectangleAnswer::*member) {
  return [member](const RectangleAnswer& answer) -> QuantityValue { return answer.*member; };
}

Of given_in(std::optional<double> RectangleAnswer::*member) {
  return [member](const RectangleAnswer& answer) {
    return answer.*member ? QuantityValue(*(answer.*member)) : std::nullopt;
  };
}

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

double gap(const RectangleProblem& problem, const RectangleSolution& /*solution*/, const RectangleAnswer& answer) {
  return gap_percent(problem, answer.total);
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

// By name, since no file of this layer knows an algorithm.
double least_total(const RectangleProblem& problem) {
  static const Configured<RectangleAlgorithm> optimal = RectangleRegistry::instance().choose("OPTIMAL[layouts=all]");
  RandomStream unused(0, "");
  const RectangleSolution solution = solve_rectangles(optimal, problem, unused);
  if (solution.proof != Proof::rectangles) throw std::runtime_error("OPTIMAL did not prove the optimum of all layouts");
  return total_cost(acost(solution.decomposition), internal_edges(solution.decomposition), problem.latency);
}

double is_least(const RectangleProblem& problem, const RectangleSolution& /*solution*/, const RectangleAnswer& answer) {
  // The axis of processors says it before a run, unless a file gives the clusters.
  if (static_cast<double>(problem.cluster.size()) > most_proven)
    throw InputError(
        fmt::format("found is measured up to {} processors, not for {}", most_proven, problem.cluster.size()));
  const double optimum = problem.cluster.size() < 2 ? 0 : least_total(problem);
  // As exact as the areas are.
  return answer.total <= optimum * (1 + 1e-9) ? 1 : 0;
}

std::vector<RectangleQuantity> all_quantities() {
  return {
      {.name = "acost",
       .meaning = "length of the inner boundary",
       .unit = "elements",
       .better = "less",
       .of = in_answer(&RectangleAnswer::acost),
       .columns = {{.place = 2, .concerns = has_latency}},
       .metric = {{.place = 1, .digits = 1}}},
      {.name = "bcost",
       .meaning = "Acost of an array whose opposite sides are neighbours",
       .unit = "elements",
       .better = "less",
       .of = in_answer(&RectangleAnswer::bcost),
       .columns = {},
       .metric = {}},
      {.name = "internal_edges",
       .meaning = "pairs of neighbours",
       .better = "less",
       .of = in_answer(&RectangleAnswer::internal_edges),
       .columns = {{.place = 4, .title = "edges"}},
       .metric = {{.place = 2, .digits = 2}}},
      {.name = "total",
       .meaning = "Acost + latency x internal edges",
       .unit = "elements",
       .better = "less",
       .of = in_answer(&RectangleAnswer::total),
       .columns = {{.place = 1}},
       .metric = {{.place = 3, .digits = 1}}},
      {.name = "lower_bound",
       .meaning = "no division into parts of these areas, and of such shapes as the answer's, has a smaller total",
       .unit = "elements",
       .of = in_answer(&RectangleAnswer::lower_bound),
       .columns = {},
       .metric = {}},
      {.name = "whole",
       .meaning = "what rounding to whole rows and columns costs: imbalance, and parts without an element",
       .of = whole_json,
       .columns = {},
       .metric = {}},
      {.name = "empty",
       .meaning = "parts that rounding leaves without an element",
       .better = "less",
       .of = [](const RectangleAnswer& answer) -> QuantityValue {
         return answer.whole ? static_cast<std::int64_t>(answer.whole->empty) : std::int64_t{0};
       },
       .member = MemberOf::nothing,
       .columns = {{.place = 6, .title = "without an element", .only_above_zero = true}},
       .metric = {}},
      {.name = "beyond_memory",
       .meaning = "processors whose parts do not fit their memory",
       .better = "less",
       .of = [](const RectangleAnswer& answer) -> QuantityValue {
         return static_cast<std::int64_t>(beyond_memory(answer.memory));
       },
       .member = MemberOf::nothing,
       .columns = {{.place = 7, .title = "beyond memory", .only_above_zero = true}},
       .metric = {}},
      {.name = "proven",
       .meaning = "the total is proved to be the least of slicing trees, or of one rectangle per processor",
       .of = proof_json,
       .columns = {{.place = 12, .words = proof_words}},
       .metric = {}},
      {.name = "reckoned_total",
       .meaning = "total by the algorithm's own count of edges",
       .unit = "elements",
       .better = "less",
       .member = MemberOf::nothing,
       .columns = {},
       .metric = {{.place = 4, .digits = 1, .measure = reckoned_total}}},
      {.name = "any_shape_lower_bound",
       .meaning = "no division into parts of these areas and of any shapes has a smaller total",
       .unit = "elements",
       .of = in_answer(&RectangleAnswer::any_shape_bound),
       .member = MemberOf::ranking,
       .columns = {},
       .metric = {}},
      {.name = "gap_percent",
       .meaning = "total above the lower bound for parts of any shape, percent of the bound",
       .unit = "%",
       .better = "less",
       .of = [](const RectangleAnswer& answer) -> QuantityValue { return gap_percent(answer); },
       .member = MemberOf::ranking,
       .columns = {{.place = 3, .title = "gap, %", .decimals = 3}},
       .metric = {{.place = 5, .digits = 3, .added = true, .name = "gap", .measure = gap}}},
      {.name = "aspect",
       .meaning = "greatest aspect ratio of a part, of its bounding box if it is no rectangle",
       .better = "less",
       .member = MemberOf::nothing,
       .columns = {},
       .metric = {{.place = 6, .digits = 2, .added = true, .measure = greatest_aspect}}},
      {.name = "imbalance_percent",
       .meaning = "load above the ideal one after rounding to whole rows and columns, percent",
       .unit = "%",
       .better = "less",
       .of = given_in(&RectangleAnswer::imbalance),
       .member = MemberOf::ranking,
       .columns = {{.place = 5, .title = "imbalance, %", .decimals = 3}},
       .metric = {{.place = 7, .digits = 3, .added = true, .name = "imbalance", .measure = rounding_imbalance}}},
      {.name = "found",
       .meaning = "share of samples whose total is no more than the least of one rectangle per processor, which is "
                  "proved; up to 7 processors",
       .better = "more",
       .member = MemberOf::nothing,
       .columns = {},
       .metric = {{.place = 8, .digits = 4, .added = true, .measure = is_least}}},
      {.name = "seconds",
       .meaning = "time to find it; a ranking shows milliseconds",
       .unit = "s",
       .better = "less",
       .of = given_in(&RectangleAnswer::seconds),
       .scale = 1000,
       .member = MemberOf::ranking,
       .columns = {{.place = 11, .title = "time, ms", .digits = 3}},
       .metric = {}},
      {.name = "fill",
       .meaning = "cells over those of the parts' bounding boxes, percent",
       .unit = "%",
       .better = "more",
       .of = in_cells(&RectangleAnswer::OfCells::fill),
       .scale = 100,
       .member = MemberOf::ranking,
       .columns = {{.place = 8, .title = "fill, %", .decimals = 1}},
       .metric = {}},
      {.name = "fragments",
       .meaning = "connected pieces beyond one per part",
       .better = "less",
       .of = in_cells(&RectangleAnswer::OfCells::fragments),
       .member = MemberOf::ranking,
       .columns = {{.place = 9}},
       .metric = {}},
      {.name = "halo",
       .meaning = "greatest number of others' cells that a part borders on",
       .unit = "cells",
       .better = "less",
       .of = in_cells(&RectangleAnswer::OfCells::halo),
       .member = MemberOf::ranking,
       .columns = {{.place = 10}},
       .metric = {}},
  };
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
