// The answer in short: how often the method of least cost is the fastest, by network.
#include <fmt/format.h>

#include "experiments/engine/catalogue.hpp"
#include "experiments/validation/rankings.hpp"

namespace apportion::validation {
namespace {

engine::CatalogueExhibit answer() {
  results::Exhibit exhibit{.name = "validation/answer"};
  exhibit.title = "Does a lower cost make a program faster? How often the cheapest of six methods is the fastest";
  exhibit.sql = fmt::format(
      R"sql(WITH {},
{},
settings AS (
  SELECT iif(network = 'bus', 'bus, start-ups on the medium', network) AS place_name, place, choices.*
  FROM choices JOIN networks USING (network)
  WHERE network <> 'bus' OR startup = 'medium'),
summed AS (
  SELECT place, place_name, cost, cost_place, 100 * avg(found) AS found, 100 * avg(regret) AS regret,
         100 * max(regret) AS greatest, avg(tau) AS tau, count(*) AS problems
  FROM settings GROUP BY place, cost),
told AS (
  SELECT printf('Kaddoura et al. take a lower total for a faster program: the cheapest of six methods is the fastest in '
                || '%.0f %% of %d runs on a bus with start-ups on the medium, in %.0f %% of %d on a star, in '
                || '%.0f %% of %d on two levels.',
                max(found) FILTER (WHERE place = 0), max(problems) FILTER (WHERE place = 0),
                max(found) FILTER (WHERE place_name = 'star'), max(problems) FILTER (WHERE place_name = 'star'),
                max(found) FILTER (WHERE place_name = 'two-level'),
                max(problems) FILTER (WHERE place_name = 'two-level')) AS sentence
  FROM summed WHERE cost = 'total'
  HAVING count(*) FILTER (WHERE place_name IN ('star', 'two-level') OR place = 0) = 3)
SELECT place_name AS network, cost, found, regret, greatest, tau, problems, (SELECT sentence FROM told) AS sentence
FROM summed ORDER BY place, cost_place)sql",
      runs_sql("validation/networks", "progress = 'free' AND cells = 'real' AND iterations = 10 AND share = :share"),
      choices_sql());
  exhibit.layout = {.row = "network",
                    .column = "cost",
                    .values = {{"found", "problems in which the cheapest is the fastest, %", 0},
                               {"regret", "the cheapest takes longer than the fastest by, %, mean", 1},
                               {"greatest", "the same, greatest, %", 0},
                               {"tau", "Kendall's tau within a problem, mean", 2},
                               {"problems", "problems, at each start-up", 0}}};
  exhibit.note =
      "Only messages take time; start-ups of 0, 100 and 1000 elements, on the medium, the processors and the wire. "
      "See validation/choices for each setting by itself, and for the costs. It is a finer model, not a measurement.";
  exhibit.overview = true;
  exhibit.headline = "sentence";
  return {"validation/networks", exhibit, {{"sampling", "max-set"}, {"share", "1"}}};
}

const engine::Registration answer_registration{answer};

}  // namespace
}  // namespace apportion::validation
