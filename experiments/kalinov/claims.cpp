// The paper's claims, each with the verdict that this run computed.
#include "experiments/engine/claims.hpp"

#include <fmt/format.h>

#include <string>

#include "experiments/engine/catalogue.hpp"
#include "experiments/kalinov/claims_sql.hpp"
#include "experiments/kalinov/grid.hpp"
#include "experiments/kalinov/sentences.hpp"
#include "experiments/kalinov/statement.hpp"

namespace apportion::kalinov {
namespace {

constexpr ClaimWords words;

// Claims on one point quote its mean and standard error.
constexpr const char* mean_and_error = "printf('%.5f +- %.5f', max(mean), max(se))";

std::vector<engine::Claim> figure3_claims() {
  const std::string worse = fmt::format("mean > 1 + {} * se", words.better);
  const std::string better = fmt::format("mean < 1 - {} * se", words.better);
  const std::string equal = fmt::format("abs(mean - 1) <= {}", words.equal);
  const std::string oblong_and_low = "grid IN ('1x36', '2x18', '3x12') AND level <= " + std::to_string(words.low);
  return {{.text = "Figure 3 (a), levels 2 to 16: greatest at 2x2, level 16",
           .points = "squares",
           .measure = "mean",
           .holds = "max(is_greatest AND grid = '2x2' AND level = 16)",
           .measured = "'greatest at ' || max(CASE WHEN is_greatest THEN grid || ', level ' || level END)",
           .as_one = true},
          {.text = "there the ratio is about %s",
           .points = "squares, printed WHERE grid = '2x2' AND level = 16",
           .measure = "mean",
           .holds = fmt::format("abs(mean - value) <= {} * se", words.about),
           .measured = mean_and_error,
           .quoted = "max(printed)",
           .standing = "calibrated"},
          {.text = "2x2: no level beyond 16 (18, 20, 24) has a greater ratio",
           .points = "beyond",
           .measure = "mean - mean16",
           .holds = "measure <= 0",
           .measured = "printf('%.5f at 16, %.5f to %.5f beyond', max(mean16), min(mean), max(mean))",
           .unjudged = "'the paper claims nothing beyond level 16'"},
          {"2x2: Beaumont is better", "squares WHERE grid = '2x2'", "mean", worse, "", 5},
          {.text = "3x3 to 8x8: Beaumont is better in a limited region only",
           .points = "squares WHERE grid <> '2x2'",
           .measure = "mean",
           .holds = fmt::format("sum({}) <= {} * count(measure)", worse, words.region),
           .measured = fmt::format("printf('at %d of %d points', sum({}), count(measure))", worse),
           .as_one = true},
          {.text = "6x6, level 2: Beaumont is a bit better",
           .points = "squares WHERE grid = '6x6' AND level = 2",
           .measure = "mean",
           .holds = worse,
           .measured = mean_and_error},
          {.text = "6x6: each is better at some level",
           .points = "squares WHERE grid = '6x6'",
           .measure = "mean",
           .holds = fmt::format("max({}) AND max({})", worse, better),
           .digits = 5,
           .as_one = true},
          {fmt::format("Figure 3 (b): practically equal at low levels (2, {})", words.low),
           fmt::format("shapes WHERE level <= {}", words.low), "mean", equal, "", 5},
          {fmt::format("Figure 3 (b): proposed is a bit better at high levels ({} to 16)", words.high),
           fmt::format("shapes WHERE level >= {}", words.high), "mean", better, "", 5},
          {"Figure 3 (b): proposed is a bit better everywhere but on 1x36 to 3x12 at low levels",
           "shapes WHERE NOT (" + oblong_and_low + ")", "mean", better, "", 5}};
}

// What the program checks case by case; the counterexample follows the counts. Of a tendency every case is a
// point.
std::vector<engine::Claim> checked_claims() {
  return engine::statement_claims(
      engine::statements_of(statements()),
      {.checks = "statements", .names_place = false, .shows_counterexample = true, .judges_cases = true});
}

std::vector<engine::Claim> mapping_claims() {
  const std::string shift = "mapped WHERE shift = ";
  const std::string times = "times NAT's time";
  return {
      {.text = "Table 1: the three mappings place nine processes as printed",
       .points = "cells",
       .measure = "performance",
       .holds = "performance = printed",
       .measured = "printf('%d of %d cells', sum(holds), count(*))",
       .standing = ""},
      {.text = "NAT is good enough for relatively homogeneous networks (level 2, no shift)",
       .points = "mapped WHERE level = 2 AND shift = 'none'",
       .measure = "nat_over_best",
       .holds = fmt::format("measure <= {}", words.good_enough),
       .unit = "times the best mapping's time",
       .digits = 4},
      {.text = "NAT1 is better than NAT where heterogeneity is shifted to weak processes",
       .points = shift + "'weak'",
       .measure = "nat1_over_nat",
       .holds = fmt::format("measure < 1 - {} * nat1_se", words.better),
       .unit = times,
       .digits = 4},
      {.text = "NAT2 is better than NAT where heterogeneity is shifted to powerful processes",
       .points = shift + "'powerful'",
       .measure = "nat2_over_nat",
       .holds = fmt::format("measure < 1 - {} * nat2_se", words.better),
       .unit = times,
       .digits = 4},
      {.text = "choosing among all three pays: each of them is the only best one of some networks",
       .points = "mapped",
       .measure = "min(nat_share, nat1_share, nat2_share)",
       .holds = "max(nat1_share + nat2_share < 1) AND max(nat_share + nat2_share < 1) AND "
                "max(nat_share + nat1_share < 1)",
       .measured = "printf('best on %.0f to %.0f, %.0f to %.0f, %.0f to %.0f %% of a point''s networks', "
                   "100 * min(nat_share), 100 * max(nat_share), 100 * min(nat1_share), 100 * max(nat1_share), "
                   "100 * min(nat2_share), 100 * max(nat2_share))",
       .as_one = true},
      {.text = "the level alone does not characterise a network: the time over the ideal differs with the shift",
       .points = "shifted_levels",
       .measure = "powerful - weak",
       .holds = fmt::format("abs(measure) > {} * sqrt(weak_se * weak_se + powerful_se * powerful_se)", words.better),
       .digits = 4}};
}

std::vector<engine::Claim> conclusions() {
  const std::string worse = fmt::format("mean > 1 + {} * se", words.better);
  const std::string better = fmt::format("mean < 1 - {} * se", words.better);
  return {{.text = "in general the proposed decomposition is better than Beaumont's (points of Figure 3)",
           .points = "planes",
           .measure = "mean",
           .holds = fmt::format("2 * sum({}) > count(measure)", better),
           .measured = fmt::format("printf('better at %d, worse at %d of %d points; mean %.4f', sum({}), sum({}), "
                                   "count(measure), avg(measure))",
                                   better, worse),
           .as_one = true},
          {.text = "3-D: in most cases the proposed decomposition is close to ideal (points of Figure 5 (a))",
           .points = "cubes",
           .measure = "over_ideal",
           .holds = fmt::format("2 * sum(over_ideal <= {}) > count(measure)", words.close),
           .measured = fmt::format("printf('within 5 %% at %d, within 10 %% at %d of %d points', "
                                   "sum(over_ideal <= {}), sum(over_ideal < {}), count(measure))",
                                   words.close, words.clearly_worse),
           .as_one = true}};
}

// The paper timed its program against another one of its time.
engine::Claim of_other_programs(engine::Claim claim) {
  claim.unjudged = "'the paper timed other implementations, and says that it did not look into it'";
  return claim;
}

std::vector<engine::Claim> other_claims() {
  const std::string faster = "CASE grid WHEN '2x2' THEN measure >= 1 ELSE measure < 1 END";
  const std::string by_orders = fmt::format("measure <= {}", words.by_orders);
  const std::string time = "times as long";
  return {{.text = "Figure 4: proposed has less spread",
           .points = "spreads",
           .measure = "proposed",
           .holds = fmt::format("proposed < {} * beaumont", words.less_spread),
           .measured = "printf('standard deviations %.5f and %.5f', max(proposed), max(beaumont))"},
          {"Figure 5 (a), 2x2x2: clearly worse than ideal", "cubes WHERE grid = '2x2x2'", "over_ideal",
           fmt::format("measure >= {}", words.clearly_worse), "", 4},
          {fmt::format("Figure 5 (b), levels {} to 16: much better than natural", words.high),
           fmt::format("cubes WHERE level >= {}", words.high), "over_natural",
           fmt::format("measure <= {}", words.much_better), "", 4},
          of_other_programs({"square grids: computed faster than Beaumont but for 2x2", "speeds WHERE is_square",
                             "proposed", faster, time}),
          of_other_programs({"square grids: computed faster than Beaumont but for 2x2 (by equal-pressure)",
                             "speeds WHERE is_square", "equal_pressure", faster, time}),
          of_other_programs({"other grids: computed faster than Beaumont by orders", "speeds WHERE NOT is_square",
                             "proposed", by_orders, time}),
          of_other_programs({"other grids: computed faster than Beaumont by orders (by equal-pressure)",
                             "speeds WHERE NOT is_square", "equal_pressure", by_orders, time})};
}

std::string note() {
  return fmt::format(
      "Without a verdict: the database lacks points that the claim is about. "
      "Better and worse: beyond {} standard errors. About: within {}. Practically equal: within {} of 1. "
      "Limited region: at most {} % of the points. Less spread: ratio of standard deviations below {}. "
      "Clearly worse: at least {}. Close to ideal: at most {}. Much better: at most {}. By orders: at most {}. "
      "Good enough: at most {} times the best mapping's time. "
      "In general, in most cases, mostly: at more than half of the points, "
      "which are cases where a program checked what usually happens. "
      "Any: checked case by case, without a model of networks (kalinov/statements has the ranges). "
      "Shifted: the networks of kalinov/mappings. Reconstructed: how networks are drawn, "
      "where the level axis of Figure 3 (a) ends (at 16; a claim looks beyond), "
      "the step rule of the gas pressure (whose constants are calibrated on the printed 1.01762, "
      "so that this is no evidence), Beaumont et al.'s heuristic.",
      words.better, words.about, words.equal, 100 * words.region, words.less_spread, words.clearly_worse, words.close,
      words.much_better, words.by_orders, words.good_enough);
}

engine::ClaimTable claim_table() {
  engine::ClaimTable table{.relations = claim_relations(), .setting = "sampling", .label = "", .claims = {}};
  for (const auto& part : {checked_claims(), mapping_claims(), figure3_claims(), other_claims(), conclusions()})
    table.claims.insert(table.claims.end(), part.begin(), part.end());
  const std::string of_model = "json_extract(coordinates, '$.sampling') = setting";
  table.sampled = {{"squares", {"kalinov/figure3a"}, of_model},
                   {"shapes", {"kalinov/figure3b"}, of_model},
                   {"planes", {"kalinov/figure3a", "kalinov/figure3b"}, of_model},
                   {"beyond", {"kalinov/levels"}, of_model},
                   {"spreads", {"kalinov/figure4"}, of_model},
                   {"cubes", {"kalinov/figure5"}, of_model},
                   {"mapped", {"kalinov/mappings"}},
                   {"shifted_levels", {"kalinov/mappings"}}};
  return table;
}

engine::CatalogueExhibit claims() {
  results::Exhibit exhibit = engine::claims_exhibit(claim_table());
  exhibit.name = "kalinov/claims";
  exhibit.title = "What Kalinov & Klimov claim, and what this run says, by sampling model";
  exhibit.layout.column_title = "sampling model";
  exhibit.note = note();
  return {.experiment = "kalinov/figure3a", .exhibit = exhibit, .open_axes = {"sampling"}};
}

engine::CatalogueExhibit sentence_by_sentence() {
  const results::Exhibit exhibit =
      engine::sentences_exhibit("kalinov", "Kalinov & Klimov say", claim_table(), sentences());
  return {.experiment = "kalinov/figure3a", .exhibit = exhibit, .open_axes = {"sampling"}};
}

const engine::Registration claims_registration{claims};
const engine::Registration sentences_registration{sentence_by_sentence};

}  // namespace
}  // namespace apportion::kalinov
