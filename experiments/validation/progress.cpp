// What processors hide of the time of messages when they need not wait for all others.
#include <fmt/format.h>

#include "experiments/engine/catalogue.hpp"
#include "experiments/validation/rankings.hpp"

namespace apportion::validation {
namespace {

engine::CatalogueExhibit hidden() {
  results::Exhibit exhibit{.name = "validation/hidden"};
  exhibit.title = "How much of the time that messages take between barriers processors hide, in percent";
  exhibit.sql =
      fmt::format(R"sql(WITH {0},
waits AS (
  SELECT *, "time" - compute AS waiting,
         max("time" - compute) FILTER (WHERE progress = 'barrier')
           OVER (PARTITION BY network, latency, share, iterations, sample, algorithm) AS between_barriers
  FROM runs WHERE flat),
each AS (SELECT *, 100 * (1 - waiting / between_barriers) AS hidden FROM waits WHERE progress <> 'barrier'),
parts AS (
  SELECT network, share, progress, iterations, avg(hidden) AS hidden, min(hidden) AS least, max(hidden) AS greatest
  FROM each GROUP BY network, share, progress, iterations, sample)
SELECT printf('%g', 100 * share) || ' % messages' AS shares, network,
       iif(progress = 'free', 'no barrier', 'overlap') || ', ' || iterations || ' iterations' AS way,
       avg(hidden) AS hidden, {1} AS standard_error, min(least) AS least, max(greatest) AS greatest
FROM parts JOIN networks USING (network)
GROUP BY network, share, progress, iterations
ORDER BY share DESC, place, progress, iterations)sql",
                  runs_sql("validation/progress", "cells = 'real' AND latency = :latency AND startup = 'medium'"),
                  standard_error_sql("hidden"));
  exhibit.layout = {.page = "shares",
                    .row = "network",
                    .column = "way",
                    .column_title = "way to go on",
                    .values = {{"hidden", "hidden, %, mean", 1},
                               {"standard_error", "standard error", 2},
                               {"least", "least", 1},
                               {"greatest", "greatest", 1}}};
  exhibit.note =
      "Of the time beyond the computation that an iteration takes with a barrier. "
      "Without one processors drift apart, so that some compute while others' messages are on their way; "
      "how far takes some iterations to settle. Overlap: "
      "also elements that border on no neighbour are computed while boundaries travel. Six methods. "
      "Others: --set latency=1000.";
  return {"validation/progress", exhibit, {{"sampling", "max-set"}, {"latency", "0"}}};
}

engine::CatalogueExhibit progress_choices() {
  results::Exhibit exhibit{.name = "validation/progress"};
  exhibit.title = "How well the total ranks six methods, by what a processor waits for";
  exhibit.sql = fmt::format(R"sql(WITH {},
{},
{}
SELECT printf('%g', 100 * share) || ' % messages, ' || iterations || ' iterations' AS shares, {} AS setting,
       iif(progress = 'free', 'no barrier', progress) AS way, tau, found, regret
FROM chosen JOIN networks USING (network)
WHERE cost = 'total'
ORDER BY share DESC, iterations, place, latency, progress = 'overlap', progress = 'free')sql",
                            runs_sql("validation/progress", "cells = 'real' AND startup = 'medium'"), choices_sql(),
                            chosen_sql(), setting_sql());
  exhibit.layout = {.page = "shares",
                    .row = "setting",
                    .column = "way",
                    .row_title = "network, start-up",
                    .column_title = "way to go on",
                    .pages_across = 2,
                    .values = {{"tau", "Kendall's tau within a problem, mean", 2},
                               {"found", "problems in which the cheapest is the fastest, %", 0},
                               {"regret", "the cheapest takes longer than the fastest by, %, mean", 2}}};
  exhibit.note = "See validation/choices.";
  return {"validation/progress", exhibit, {{"sampling", "max-set"}}};
}

engine::CatalogueExhibit cells_exhibit() {
  results::Exhibit exhibit{.name = "validation/cells"};
  exhibit.title = "How well the total ranks six methods whose parts have real sides, and whole rows and columns";
  exhibit.sql = fmt::format(R"sql(WITH {},
{},
{}
SELECT cells || ' sides' AS sides, network, 100 * share AS percent, tau, found, regret
FROM chosen JOIN networks USING (network)
WHERE cost = 'total'
ORDER BY cells, place, share DESC)sql",
                            runs_sql("validation/cells", "progress = 'free' AND iterations = 10 AND latency = 0"),
                            choices_sql(), chosen_sql());
  exhibit.layout = {.page = "sides",
                    .row = "network",
                    .column = "percent",
                    .column_title = "messages, % of the time",
                    .pages_across = 2,
                    .values = {{"tau", "Kendall's tau within a problem, mean", 2},
                               {"found", "problems in which the cheapest is the fastest, %", 0},
                               {"regret", "the cheapest takes longer than the fastest by, %, mean", 3}}};
  exhibit.note =
      "No start-ups, ten iterations without a barrier. Costs and times are those of the parts as they are simulated; "
      "whole rows and columns make some processors compute longer than others, which no cost looks at.";
  return {"validation/cells", exhibit, {{"sampling", "max-set"}}};
}

const engine::Registration progress_registration{hidden, progress_choices, cells_exhibit};

}  // namespace
}  // namespace apportion::validation
