// The quantities of divisions into whole cells, for `solve`, rankings, JSON and studies.

#include "extensions/cells/problem/solve.hpp"

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

template <class Number>
Of in_costs(Number CellCosts::*member) {
  return [member](const CellAnswer& answer) -> QuantityValue { return answer.costs.*member; };
}

// In a member that only some answers have.
template <class Part, class Number>
Of in_some(std::optional<Part> CellAnswer::*part, Number Part::*member) {
  return [part, member](const CellAnswer& answer) -> QuantityValue {
    return answer.*part ? QuantityValue((answer.*part).value().*member) : std::nullopt;
  };
}

bool has_maps(const CellProblem& problem) { return !problem.maps.empty(); }

// The imbalance of each map in percent.
QuantityValue imbalances_in_words(const CellAnswer& answer) {
  std::string words;
  for (const double imbalance : answer.costs.balance.imbalance_of_maps)
    words += fmt::format("{}{:.3f}", words.empty() ? "" : ", ", 100 * imbalance);
  return words;
}

bool is_by_elements(const CellProblem& problem) { return is_by_elements(problem.objective); }
bool is_by_edges(const CellProblem& problem) { return !is_by_elements(problem); }
bool is_by_load(const CellProblem& problem) { return problem.objective == Objective::load; }
bool has_latency(const CellProblem& problem) { return problem.latency > 0; }

std::string within_title(const CellProblem& problem) { return "within " + tolerance_words(problem); }

QuantityValue within_words(const CellAnswer& answer) {
  const CellCosts& costs = answer.costs;
  const bool is_cut = answer.together && answer.together->cut > 0;
  const bool is_narrow = answer.narrow.value_or(0) > 0;
  if (costs.is_within() && !is_cut && !is_narrow) return "yes";
  std::vector<std::string> words;
  if (costs.balance.beyond_tolerance > 0) words.emplace_back("no");
  if (costs.rank.torn > 0) words.emplace_back("in pieces");
  if (costs.boundary.empty > 0) words.emplace_back("empty parts");
  if (is_cut) words.emplace_back("cuts pieces");
  if (is_narrow) words.emplace_back("too narrow");
  if (beyond_memory(answer.memory) > 0) words.emplace_back("beyond memory");
  return fmt::format("{}", fmt::join(words, ", "));
}

std::vector<CellQuantity> all_quantities() {
  using Row = CellQuantity;
  return {
      Row("boundary", "sides of cells between parts", "cell edges", "less", in_boundary(&CellBoundary::edges),
          {{.place = 6, .concerns = has_latency}}, {{.place = 1, .digits = 1}}),
      Row("neighbours", "pairs of parts with an edge in common", "", "less", in_boundary(&CellBoundary::neighbours),
          {{.place = 8}}, {{.place = 5, .digits = 2}}),
      Row("greatest_load", "greatest load over the speed beside the mean speed", "", "less",
          in_costs(&CellCosts::greatest_load), {{.place = 0, .concerns = is_by_load}}, {}),
      Row("total", "boundary + latency x neighbours", "cell edges", "less", in_costs(&CellCosts::total), {{.place = 5}},
          {{.place = 2, .digits = 1}}),
      Row("lower_bound", "no division within the tolerance has less of the objective", "", "",
          in_costs(&CellCosts::lower_bound), {}, {}),
      Row("imbalance", "greatest load over its share, minus 1, percent", "%", "less",
          in_balance(&CellBalance::imbalance), {{.place = 9, .title = "imbalance, %", .decimals = 3}},
          {{.place = 4, .digits = 3}}, MemberOf::answer, 100),
      Row("imbalance_of_maps", "of several maps of loads the imbalance of each", "", "",
          [](const CellAnswer& answer) -> QuantityValue {
            const std::vector<double>& all = answer.costs.balance.imbalance_of_maps;
            return all.empty() ? std::nullopt : QuantityValue(fmt::format("[{}]", fmt::join(all, ",")));
          },
          {{.place = 22, .title = "of the maps, %", .concerns = has_maps, .words = imbalances_in_words}}, {}),
      Row("map_loads", "of several maps of loads the load that each processor has of each", "", "",
          [](const CellAnswer& answer) -> QuantityValue {
            std::vector<std::string> lists;
            for (const std::vector<double>& loads : answer.map_loads)
              lists.push_back(fmt::format("[{}]", fmt::join(loads, ",")));
            return lists.empty() ? std::nullopt : QuantityValue(fmt::format("[{}]", fmt::join(lists, ",")));
          },
          {}, {}),
      Row("varied_imbalance", "how the imbalance varies with the speeds, as the times on a network do", "", "",
          varied_imbalance_json<CellAnswer>, varied_imbalance_columns<CellProblem, CellAnswer>(11), {}),
      Row("furthest", "greatest distance of a load from its share", "", "less", in_balance(&CellBalance::furthest), {},
          {}),
      Row("excess", "the most that a load is outside of the tolerance, percent of its share", "%", "less",
          in_balance(&CellBalance::excess),
          {{.place = 10, .title = "excess, %", .decimals = 3, .only_above_zero = true}}, {}, MemberOf::answer, 100),
      Row(
          "forced", "imbalance that the heaviest cell forces on every division, percent", "%", "",
          [](const CellAnswer& answer) -> QuantityValue {
            return answer.costs.forced > 0 ? QuantityValue(answer.costs.forced) : std::nullopt;
          },
          {}, {}, MemberOf::answer, 100),
      Row("beyond_one_cell", "processors further off their shares than is allowed without an imbalance", "", "",
          [](const CellAnswer& answer) -> QuantityValue {
            return fmt::format("[{}]", fmt::join(answer.costs.balance.beyond_one_cell, ","));
          },
          {}, {}),
      Row("fragments", "connected pieces beyond one per part", "", "less", in_boundary(&CellBoundary::fragments),
          {{.place = 15}}, {{.place = 6, .digits = 2}}),
      Row("torn", "connected pieces beyond one per pair of a part and a sea that it has cells in", "", "less",
          in_boundary(&CellBoundary::torn), {{.place = 21, .only_above_zero = true}},
          {{.place = 13, .digits = 2, .added = true}}),
      Row("halo", "greatest number of others' cells that a part borders on", "cells", "less",
          in_boundary(&CellBoundary::halo), {{.place = 16}}, {{.place = 7, .digits = 1}}),
      Row("empty", "parts without a cell", "", "less", in_boundary(&CellBoundary::empty), {{.place = 17}},
          {{.place = 8, .digits = 2}}),
      Row("volume", "elements that all parts send, each once to every other part that reads it", "elements", "less",
          in_boundary(&CellBoundary::volume),
          {{.place = 3, .concerns = is_by_elements}, {.place = 18, .concerns = is_by_edges}},
          {{.place = 10, .digits = 1, .added = true}}),
      Row("busiest", "elements that one part receives at most", "elements", "less", in_boundary(&CellBoundary::busiest),
          {{.place = 4, .concerns = is_by_elements}}, {{.place = 11, .digits = 1, .added = true}}),
      Row("fill", "active cells over those of the parts' bounding boxes, percent", "%", "more",
          in_costs(&CellCosts::fill), {{.place = 14, .title = "fill, %", .decimals = 1}},
          {{.place = 12, .digits = 2, .added = true}}, MemberOf::answer, 100),
      Row("gap", "objective above the lower bound, percent of the bound", "%", "less", in_costs(&CellCosts::gap),
          {{.place = 7, .title = "gap, %", .decimals = 3}}, {{.place = 3, .digits = 3}}),
      Row("proven", "of one row or column: no division into runs of cells is better", "", "",
          [](const CellAnswer& answer) -> QuantityValue {
            return answer.proven ? QuantityValue(std::string("true")) : std::nullopt;
          },
          {}, {}),
      Row("idle", "processors that are left idle; shares are those of the others", "", "",
          [](const CellAnswer& answer) -> QuantityValue {
            return answer.idle.empty() ? std::nullopt : QuantityValue(fmt::format("[{}]", fmt::join(answer.idle, ",")));
          },
          {}, {}),
      Row(
          "within",
          "share of samples whose parts all have a cell, are connected and within the tolerance of their shares", "",
          "more", [](const CellAnswer& answer) -> QuantityValue { return std::int64_t{answer.costs.is_within()}; },
          {{.place = 19, .title_for = within_title, .words = within_words}}, {{.place = 9, .digits = 4}},
          MemberOf::nothing),
      Row("moved", "cells that get another owner than in the previous division", "cells", "less",
          in_some(&CellAnswer::migration, &CellMigration::moved), {{.place = 2}}, {}),
      Row("must_move", "cells that get another owner in every division within the tolerance, at least", "cells", "",
          in_some(&CellAnswer::migration, &CellMigration::must_move), {}, {}),
      Row("migration_price", "what a moved cell costs", "", "", in_some(&CellAnswer::migration, &CellMigration::price),
          {}, {}),
      Row("cost", "objective + migration price x moved", "", "less",
          in_some(&CellAnswer::migration, &CellMigration::cost), {{.place = 1}}, {}),
      Row("together", "pieces that are to stay together", "", "",
          in_some(&CellAnswer::together, &TogetherCount::pieces), {}, {}),
      Row("together_cut", "pieces that are to stay together and have several owners", "", "less",
          in_some(&CellAnswer::together, &TogetherCount::cut),
          {{.place = 23, .title = "pieces cut", .only_above_zero = true}}, {}),
      Row("narrow", "runs of a part's cells in one line that are narrower than asked", "", "less",
          in_answer(&CellAnswer::narrow), {{.place = 24, .title = "narrow", .only_above_zero = true}}, {}),
      Row("seconds", "time to find it; a ranking shows milliseconds", "s", "less", in_answer(&CellAnswer::seconds),
          {{.place = 20, .title = "time, ms", .digits = 3}}, {}, MemberOf::ranking, 1000)};
}

}  // namespace

const std::vector<CellQuantity>& cell_quantities() {
  static const std::vector<CellQuantity> all = all_quantities();
  return all;
}

std::string tolerance_words(const CellProblem& problem) {
  if (problem.objective == Objective::load) return "any load";
  const double forced = forced_imbalance(problem);
  if (forced > problem.imbalance) return fmt::format("{:.4g} %, which a cell forces,", 100 * forced);
  const bool is_even = problem.loads == nullptr || problem.loads->greatest() == problem.loads->median();
  const char* cell = is_even ? "one cell" : "a median cell";
  return problem.imbalance > 0 ? fmt::format("{:.10g} % or {}", 100 * problem.imbalance, cell) : cell;
}

}  // namespace apportion::problems
