// What is claimed of block times on networks, with the verdicts of this run: matrix product and LU decomposition.
#include <fmt/format.h>

#include <utility>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/claims.hpp"
#include "experiments/validation/grid_rankings.hpp"
#include "experiments/validation/own_claims.hpp"
#include "experiments/validation/rankings.hpp"

namespace apportion::validation {
namespace {

constexpr const char* grids_sql = R"sql(stated(workload, share) AS (VALUES
  ('product', 0), ('product', 0.1), ('product', 0.5), ('lu', 0), ('lu', 0.1), ('lu', 0.5)),
identity AS MATERIALIZED (
  SELECT stated.*, max(abs("time" / block_time - 1)) AS off
  FROM stated LEFT JOIN jobs USING (workload, share) WHERE workload = 'product' AND share = 0 GROUP BY share),
taus_of AS MATERIALIZED (
  SELECT stated.*, avg(tau) AS tau, 100 * avg(regret) AS regret
  FROM stated LEFT JOIN ranked_networks USING (workload, share) GROUP BY workload, share),
steps AS MATERIALIZED (
  SELECT * FROM (
    SELECT share, tau - lag(tau) OVER (ORDER BY share) AS growth FROM taus_of WHERE workload = 'product')
  WHERE share > 0),
workloads AS (
  SELECT lu.share, lu.tau - product.tau AS lead
  FROM taus_of AS lu JOIN taus_of AS product USING (share)
  WHERE lu.workload = 'lu' AND product.workload = 'product'),
leads_of AS MATERIALIZED (
  SELECT stated.*, avg(model) AS model, avg(simulated) AS simulated, {0} AS standard_error
  FROM stated LEFT JOIN ranked_networks USING (workload, share) GROUP BY workload, share))sql";

engine::CatalogueExhibit grids_claims() {
  engine::ClaimTable table;
  table.relations =
      jobs_sql("validation/grids", "1") + ",\n" + fmt::format(fmt::runtime(grids_sql), standard_error_sql("simulated"));
  table.claims = {
      {.text = "a matrix product whose messages take no time takes the block time for each block and index",
       .points = "identity",
       .measure = "off",
       .holds = "off <= 1e-12",
       .measured = "printf('off by %.1e at most', max(measure))"},
      {"the more time messages take, the worse the block time ranks methods by the time of a product", "steps",
       "growth", "growth < 0", "of tau"},
      {"the block time ranks methods worse by the time of an LU decomposition than by that of a product", "workloads",
       "lead", "lead < 0", "of tau"},
      {"the proposed method's block time is less than that of Beaumont et al.", "leads_of", "model", "model < 1", "",
       3},
      {"it stays ahead in products with few messages", "leads_of WHERE workload = 'product' AND share <= 0.1",
       "simulated", fmt::format("simulated < 1 - {} * standard_error", visible_errors), "", 3},
      {"LU decomposition with half of the time for messages: it is slower than Beaumont et al.",
       "leads_of WHERE workload = 'lu' AND share = 0.5", "simulated",
       fmt::format("simulated > 1 + {} * standard_error", visible_errors), "", 3}};
  results::Exhibit exhibit = claims_of(std::move(table), "validation/grids");
  exhibit.name = "validation/claims-grids";
  exhibit.title = "What block times say of programs: claims, and what this run says";
  exhibit.note = fmt::format(
      "Slices in the order in which the methods give them, three blocks along a side. "
      "Ratios: the proposed method's time over that of Beaumont et al., mean over networks; "
      "ahead, slower: by more than {} standard errors. Few: none and a tenth of the time. "
      "Worse: a lower mean of Kendall's tau, at each share.",
      visible_errors);
  return {"validation/grids", exhibit, grid_parameters()};
}

constexpr const char* order_sql = R"sql(stated AS (
  SELECT shares.column1 AS share, counts.column1 AS blocks, orders.column1 AS slices
  FROM (VALUES (0), (0.5)) AS shares, (VALUES (1), (3), (10)) AS counts, (VALUES ('given'), ('best')) AS orders),
means AS MATERIALIZED (
  SELECT stated.*, avg(tau) AS tau FROM stated LEFT JOIN ranked_networks USING (share, blocks, slices)
  GROUP BY share, blocks, slices),
steps AS MATERIALIZED (
  SELECT * FROM (
    SELECT share, blocks, tau - lag(tau) OVER (PARTITION BY share ORDER BY blocks) AS growth
    FROM means WHERE slices = 'given')
  WHERE blocks > 1),
turns AS (
  SELECT share, blocks, best.tau - given.tau AS gain
  FROM means AS best JOIN means AS given USING (share, blocks)
  WHERE best.slices = 'best' AND given.slices = 'given'),
leads_of AS MATERIALIZED (
  SELECT stated.*, avg(simulated) AS simulated, {0} AS standard_error
  FROM stated LEFT JOIN ranked_networks USING (share, blocks, slices) GROUP BY share, blocks, slices),
turned AS (
  SELECT *, min("time") FILTER (WHERE slices = 'best')
              OVER (PARTITION BY share, blocks, grid, level, sample, algorithm) AS best_time
  FROM jobs),
orders AS MATERIALIZED (
  SELECT stated.share, stated.blocks, 100 * avg(best_time / "time" - 1) AS more
  FROM stated LEFT JOIN turned USING (share, blocks, slices)
  WHERE stated.slices = 'given' GROUP BY stated.share, stated.blocks),
distances AS (
  SELECT orders.*, orders.more + 100 * avg(regret) AS beyond
  FROM orders LEFT JOIN ranked_networks ON ranked_networks.share = orders.share AND ranked_networks.blocks = orders.blocks AND slices = 'given'
  GROUP BY orders.share, orders.blocks))sql";

engine::CatalogueExhibit order_claims() {
  engine::ClaimTable table;
  table.relations =
      jobs_sql("validation/order", "1") + ",\n" + fmt::format(fmt::runtime(order_sql), standard_error_sql("simulated"));
  table.claims = {
      {"with slices as given, the block time ranks methods the better the more generalised blocks there are", "steps",
       "growth", "growth > 0", "of tau"},
      {"with each method's best order of slices the block time ranks methods better than as given", "turns", "gain",
       "gain > 0", "of tau"},
      {"with their best orders the proposed method is ahead of Beaumont et al.", "leads_of WHERE slices = 'best'",
       "simulated", fmt::format("simulated < 1 - {} * standard_error", visible_errors), "", 3},
      {"the order of slices matters more than the choice of the method", "distances", "more", "beyond < 0",
       "% more time"}};
  results::Exhibit exhibit = claims_of(std::move(table), "validation/order");
  exhibit.name = "validation/claims-order";
  exhibit.title = "What the order of slices changes in LU decompositions: claims, and what this run says";
  exhibit.note = fmt::format(
      "At shares of messages of 0 and 0.5 and 1, 3 and 10 blocks along a side. "
      "Ahead: by more than {} standard errors of the mean ratio. "
      "Matters more: the best order makes a method faster by more percent, in the mean, "
      "than the method of least block time takes longer than the fastest of five.",
      visible_errors);
  return {"validation/order", exhibit, grid_parameters()};
}

const engine::Registration grid_claims_registration{grids_claims, order_claims};

}  // namespace
}  // namespace apportion::validation
