// The quantities of divisions into whole cells: what `solve`, rankings, JSON and studies know of a division.
#include "experiments/problems/cells/quantities.hpp"

#include <fmt/format.h>

namespace apportion::problems {
namespace {

using Of = std::function<QuantityValue(const CellAnswer&)>;

template <class Number>
Of in_boundary(Number CellBoundary::*member) {
  return [member](const CellAnswer& answer) -> QuantityValue { return answer.costs.boundary.*member; };
}

Of in_balance(double CellBalance::*member) {
  return [member](const CellAnswer& answer) -> QuantityValue { return answer.costs.balance.*member; };
}

Of in_costs(double CellCosts::*member) {
  return [member](const CellAnswer& answer) -> QuantityValue { return answer.costs.*member; };
}

template <class Number>
Of in_migration(Number CellMigration::*member) {
  return [member](const CellAnswer& answer) -> QuantityValue {
    return answer.migration ? QuantityValue((*answer.migration).*member) : std::nullopt;
  };
}

QuantityValue optional_number(const std::optional<double>& number) {
  return number ? QuantityValue(*number) : std::nullopt;
}

bool is_by_elements(const CellProblem& problem) { return problem.objective != Objective::total; }
bool is_by_edges(const CellProblem& problem) { return !is_by_elements(problem); }
bool has_latency(const CellProblem& problem) { return problem.latency > 0; }

std::string within_title(const CellProblem& problem) { return "within " + tolerance_words(problem); }

QuantityValue within_words(const CellAnswer& answer) {
  const CellCosts& costs = answer.costs;
  if (costs.is_within()) return "yes";
  std::string words = costs.balance.beyond_tolerance == 0 ? "" : "no";
  if (costs.rank.pieces > 0) words += words.empty() ? "in pieces" : ", in pieces";
  if (costs.boundary.empty > 0) words += words.empty() ? "empty parts" : ", empty parts";
  if (beyond_memory(answer.memory) > 0) words += ", beyond memory";
  return words;
}

std::vector<CellQuantity> all_quantities() {
  return {
      {.name = "boundary",
       .meaning = "sides of cells between parts",
       .unit = "cell edges",
       .better = "less",
       .of = in_boundary(&CellBoundary::edges),
       .columns = {{.place = 6, .concerns = has_latency}},
       .metric = {{.place = 1, .digits = 1}}},
      {.name = "neighbours",
       .meaning = "pairs of parts with an edge in common",
       .better = "less",
       .of = in_boundary(&CellBoundary::neighbours),
       .columns = {{.place = 8}},
       .metric = {{.place = 5, .digits = 2}}},
      {.name = "total",
       .meaning = "boundary + latency x neighbours",
       .unit = "cell edges",
       .better = "less",
       .of = in_costs(&CellCosts::total),
       .columns = {{.place = 5}},
       .metric = {{.place = 2, .digits = 1}}},
      {.name = "lower_bound",
       .meaning =
           "no division within the tolerance, whose parts are connected, has less of the objective; 0 with loads",
       .of = in_costs(&CellCosts::lower_bound),
       .columns = {},
       .metric = {}},
      {.name = "imbalance",
       .meaning = "greatest load over its share, minus 1, percent",
       .unit = "%",
       .better = "less",
       .of = in_balance(&CellBalance::imbalance),
       .scale = 100,
       .columns = {{.place = 9, .title = "imbalance, %", .decimals = 3}},
       .metric = {{.place = 4, .digits = 3}}},
      {.name = "furthest",
       .meaning = "greatest distance of a load from its share",
       .better = "less",
       .of = in_balance(&CellBalance::furthest),
       .columns = {},
       .metric = {}},
      {.name = "beyond_one_cell",
       .meaning = "processors more than 1.02 of the greatest cell off their shares",
       .of = [](const CellAnswer& answer) -> QuantityValue {
         return fmt::format("[{}]", fmt::join(answer.costs.balance.beyond_one_cell, ","));
       },
       .columns = {},
       .metric = {}},
      {.name = "fragments",
       .meaning = "connected pieces beyond one per part",
       .better = "less",
       .of = in_boundary(&CellBoundary::fragments),
       .columns = {{.place = 11}},
       .metric = {{.place = 6, .digits = 2}}},
      {.name = "halo",
       .meaning = "greatest number of others' cells that a part borders on",
       .unit = "cells",
       .better = "less",
       .of = in_boundary(&CellBoundary::halo),
       .columns = {{.place = 12}},
       .metric = {{.place = 7, .digits = 1}}},
      {.name = "empty",
       .meaning = "parts without a cell",
       .better = "less",
       .of = in_boundary(&CellBoundary::empty),
       .columns = {{.place = 13}},
       .metric = {{.place = 8, .digits = 2}}},
      {.name = "volume",
       .meaning = "elements that all parts send, each once to every other part that reads it",
       .unit = "elements",
       .better = "less",
       .of = in_boundary(&CellBoundary::volume),
       .columns = {{.place = 3, .concerns = is_by_elements}, {.place = 14, .concerns = is_by_edges}},
       .metric = {{.place = 10, .digits = 1, .added = true}}},
      {.name = "busiest",
       .meaning = "elements that one part receives at most",
       .unit = "elements",
       .better = "less",
       .of = in_boundary(&CellBoundary::busiest),
       .columns = {{.place = 4, .concerns = is_by_elements}},
       .metric = {{.place = 11, .digits = 1, .added = true}}},
      {.name = "fill",
       .meaning = "active cells over those of the parts' bounding boxes, percent",
       .unit = "%",
       .better = "more",
       .of = in_costs(&CellCosts::fill),
       .scale = 100,
       .columns = {{.place = 10, .title = "fill, %", .decimals = 1}},
       .metric = {{.place = 12, .digits = 2, .added = true}}},
      {.name = "gap",
       .meaning = "total above the lower bound, percent of the bound; 0 with loads, which have none",
       .unit = "%",
       .better = "less",
       .of = [](const CellAnswer& answer) { return optional_number(answer.costs.gap); },
       .columns = {{.place = 7, .title = "gap, %", .decimals = 3}},
       .metric = {{.place = 3, .digits = 3}}},
      {.name = "within",
       .meaning = "share of samples whose parts all have a cell, are connected and within one cell of their shares",
       .better = "more",
       .of = [](const CellAnswer& answer) -> QuantityValue { return std::int64_t{answer.costs.is_within()}; },
       .member = MemberOf::nothing,
       .columns = {{.place = 15, .title_for = within_title, .words = within_words}},
       .metric = {{.place = 9, .digits = 4}}},
      {.name = "moved",
       .meaning = "cells that get another owner than in the previous division",
       .unit = "cells",
       .better = "less",
       .of = in_migration(&CellMigration::moved),
       .columns = {{.place = 2}},
       .metric = {}},
      {.name = "must_move",
       .meaning = "cells that get another owner in every division within the tolerance, at least",
       .unit = "cells",
       .of = in_migration(&CellMigration::must_move),
       .columns = {},
       .metric = {}},
      {.name = "migration_price",
       .meaning = "what a moved cell costs",
       .of = in_migration(&CellMigration::price),
       .columns = {},
       .metric = {}},
      {.name = "cost",
       .meaning = "objective + migration price x moved",
       .better = "less",
       .of = in_migration(&CellMigration::cost),
       .columns = {{.place = 1}},
       .metric = {}},
      {.name = "seconds",
       .meaning = "time to find it; a ranking shows milliseconds",
       .unit = "s",
       .better = "less",
       .of = [](const CellAnswer& answer) { return optional_number(answer.seconds); },
       .scale = 1000,
       .member = MemberOf::ranking,
       .columns = {{.place = 16, .title = "time, ms", .digits = 3}},
       .metric = {}},
  };
}

}  // namespace

const std::vector<CellQuantity>& cell_quantities() {
  static const std::vector<CellQuantity> all = all_quantities();
  return all;
}

std::string tolerance_words(const CellProblem& problem) {
  return problem.imbalance > 0 ? fmt::format("{:.10g} % or one cell", 100 * problem.imbalance) : "one cell";
}

}  // namespace apportion::problems
