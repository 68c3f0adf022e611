// Block times against simulated times of matrix products and LU decompositions.
#include <fmt/format.h>

#include "experiments/engine/catalogue.hpp"
#include "experiments/validation/grid_rankings.hpp"
#include "experiments/validation/rankings.hpp"

namespace apportion::validation {
namespace {

engine::CatalogueExhibit grids_exhibit() {
  results::Exhibit exhibit{.name = "validation/grids"};
  exhibit.title = "How well the block time ranks five methods by the simulated time of matrix product and LU";
  exhibit.sql = fmt::format(R"sql(WITH {}
SELECT {} AS job, round(avg(tau), 2) AS tau, round(100 * avg(found), 1) AS found_percent,
       round(100 * avg(regret), 2) AS regret_percent, round(avg(model), 4) AS model,
       round(avg(simulated), 4) AS simulated, round({}, 4) AS standard_error, count(*) AS networks
FROM ranked_networks
GROUP BY workload, share
ORDER BY workload DESC, share)sql",
                            jobs_sql("validation/grids", "1"), job_title_sql(), standard_error_sql("simulated"));
  exhibit.note =
      "Five methods on each network: tau, found and regret as in validation/choices, "
      "the cost being the time of the generalised block in whole elements. "
      "model, simulated: the proposed method's time over that of Beaumont et al. "
      "by the block time and by the simulation, means over networks. "
      "Generalised blocks of 60 x 60, matrices of three by three of them, on a star; "
      "grids of 2 x 2, 3 x 3, 4 x 4, 2 x 8 and 6 x 6.";
  return {"validation/grids", exhibit, grid_parameters()};
}

engine::CatalogueExhibit leads() {
  results::Exhibit exhibit{.name = "validation/grid-leads"};
  exhibit.title = "The proposed method's time over Beaumont et al.'s: by the block time, and simulated";
  exhibit.sql = fmt::format(R"sql(WITH {}
SELECT iif(workload = 'lu', 'LU decomposition', 'matrix product') AS job,
       printf('%g %% messages', 100 * share) AS messages, grid, level, avg(model) AS model,
       avg(simulated) AS simulated, {} AS standard_error, count(*) AS networks
FROM ranked_networks
GROUP BY workload, share, grid, level
ORDER BY workload DESC, share, grid, level)sql",
                            jobs_sql("validation/grids", "1"), standard_error_sql("simulated"));
  exhibit.charts = {{.name = "ratios",
                     .kind = results::ChartKind::scatter,
                     .x = {"model", "ratio of block times"},
                     .y = {.title = "ratio of simulated times"},
                     .values = {{"simulated", "simulated"}},
                     .series = "messages",
                     .panel = "job"}};
  exhibit.note = "A point for each grid and level: the mean over its networks. Below 1: the proposed method is faster.";
  return {"validation/grids", exhibit, grid_parameters()};
}

engine::CatalogueExhibit order_exhibit() {
  results::Exhibit exhibit{.name = "validation/order"};
  exhibit.title = "LU decomposition: what the order of slices and the number of generalised blocks change";
  exhibit.sql = fmt::format(R"sql(WITH {}
SELECT printf('%g %% messages', 100 * share) AS messages, blocks,
       iif(slices = 'given', 'as given', 'best of four') AS orders, avg(tau) AS tau, 100 * avg(found) AS found,
       100 * avg(regret) AS regret, avg(simulated) AS simulated, {} AS standard_error
FROM ranked_networks
GROUP BY share, blocks, slices
ORDER BY share, blocks, slices DESC)sql",
                            jobs_sql("validation/order", "1"), standard_error_sql("simulated"));
  exhibit.layout = {.page = "messages",
                    .row = "blocks",
                    .column = "orders",
                    .row_title = "blocks along a side",
                    .column_title = "order of slices",
                    .pages_across = 2,
                    .values = {{"tau", "Kendall's tau of block time and time, mean", 2},
                               {"found", "the least block time is the fastest, %", 0},
                               {"regret", "it takes longer than the fastest by, %", 1},
                               {"simulated", "the proposed method's time over Beaumont et al.'s", 3},
                               {"standard_error", "standard error of this", 3}}};
  exhibit.note =
      "Best of four: rows and columns of the process grid as the method has them, or reversed, "
      "whichever is fastest for each method. Grids of 2 x 2, 3 x 3, 4 x 4 and 2 x 8.";
  return {"validation/order", exhibit, grid_parameters()};
}

const engine::Registration grid_exhibits_registration{grids_exhibit, leads, order_exhibit};

}  // namespace
}  // namespace apportion::validation
