// How often each method is best, and how far it is from the best: on single problems, not on means.
#include <fmt/format.h>

#include "experiments/engine/catalogue.hpp"
#include "experiments/frontier/rectangles/grid.hpp"

namespace apportion::frontier {
namespace {

// As many as curves can be told apart.
constexpr const char* profiled_methods = "BEST,BEST[shapes=any],HUFFMAN,ROLLOUT,SNRRP,SQUARIFIED,TILE,XY2";

engine::CatalogueExhibit best() {
  results::Exhibit exhibit{.name = "frontier/best"};
  exhibit.title = "How often each method has the least total of all, in percent of the problems";
  exhibit.sql = fmt::format(R"sql({0},
judged AS (
  SELECT *, total <= (1 + {1}) * best AS is_best,
         sum(total <= (1 + {1}) * best) OVER (PARTITION BY width, ratio, processors, sample) AS winners
  FROM solved)
SELECT algorithm, ratio, 100.0 * avg(is_best) AS best, 100.0 * avg(is_best AND winners = 1) AS alone,
       avg(100 * (total / best - 1)) AS above, count(*) AS problems
FROM judged
GROUP BY algorithm, ratio
ORDER BY sum(sum(is_best)) OVER (PARTITION BY algorithm) DESC, algorithm, ratio)sql",
                            solved_sql(), equal_totals);
  exhibit.layout = {.row = "algorithm",
                    .column = "ratio",
                    .row_title = "method",
                    .column_title = "max/min speed",
                    .values = {{"best", "best, %", 1},
                               {"alone", "best alone, %", 1},
                               {"above", "mean above the best, %", 2},
                               {"problems", "problems", 0}}};
  exhibit.note = "Several methods may be best on one problem; alone: no other method is. Equal: within 1e-9.";
  return {"frontier/speeds", exhibit, solved_parameters()};
}

// A method that did not solve a problem is infinitely far from the best there. Texts make equal steps along the axis.
engine::CatalogueExhibit profile() {
  results::Exhibit exhibit{.name = "frontier/profile"};
  exhibit.title = "Performance profile: share of problems within so many percent of the best total";
  exhibit.sql = fmt::format(R"sql({0},
distances(place, percent) AS (VALUES (1, 0), (2, 0.1), (3, 0.2), (4, 0.5), (5, 1), (6, 2), (7, 3), (8, 5), (9, 7),
                                     (10, 10), (11, 15), (12, 20), (13, 30)),
problems AS (
  SELECT ratio, count(*) AS problems
  FROM (SELECT DISTINCT width, ratio, processors, sample FROM solved) GROUP BY ratio)
SELECT 'max/min speed ' || ratio AS speeds, printf('%g %%', percent) AS within, algorithm,
       100.0 * sum(total <= (1 + percent / 100.0 + {1}) * best) / problems AS share
FROM solved JOIN problems USING (ratio) CROSS JOIN distances
WHERE :methods = 'all' OR instr(',' || :methods || ',', ',' || algorithm || ',') > 0
GROUP BY ratio, place, algorithm
ORDER BY ratio, place, algorithm)sql",
                            solved_sql(), equal_totals);
  exhibit.layout = {.page = "speeds",
                    .row = "algorithm",
                    .column = "within",
                    .row_title = "method",
                    .values = {{"share", "share of problems, %", 1}}};
  exhibit.charts = {{.name = "curves",
                     .x = {"within", "above the best by at most"},
                     .y = {.title = "% of the problems"},
                     .values = {{"share", "share"}},
                     .series = "algorithm",
                     .panel = "speeds"}};
  exhibit.note =
      "As in Dolan & Moré 2002, with totals in place of times; the best is the best of all methods that were run. "
      "More of them by --set methods=A,B,C or methods=all.";
  std::map<std::string, std::string> parameters = solved_parameters();
  parameters["methods"] = profiled_methods;
  return {"frontier/speeds", exhibit, parameters};
}

// The rival itself is held against the best of all, which may have parts of several rectangles.
engine::CatalogueExhibit worst() {
  results::Exhibit exhibit{.name = "frontier/worst"};
  exhibit.title = "The problems on which each method is furthest above a rival, and how to see them drawn";
  exhibit.sql = fmt::format(R"sql({0},
winners AS (
  SELECT width, ratio, processors, sample, min(algorithm) AS winner
  FROM solved WHERE total <= (1 + {1}) * best GROUP BY width, ratio, processors, sample),
rivals AS (
  SELECT width, ratio, processors, sample, total AS rivals_total FROM solved WHERE algorithm = :rival),
compared AS (
  SELECT solved.*, iif(algorithm = :rival, winner, :rival) AS against,
         100 * (total / iif(algorithm = :rival, best, rivals_total) - 1) AS above
  FROM solved JOIN winners USING (width, ratio, processors, sample)
  JOIN rivals USING (width, ratio, processors, sample)),
ordered AS (
  SELECT *, max(above) OVER (PARTITION BY algorithm) AS most,
         row_number() OVER (PARTITION BY algorithm ORDER BY above DESC, width, ratio, processors, sample) AS place
  FROM compared WHERE above > 100 * {1})
SELECT algorithm AS method, against, round(above, 2) AS above, round(gap, 2) AS gap, shape, ratio, processors, sample,
       printf('apportion replay frontier/speeds "columns=%g ratio=%g processors=%d sampling=%s latency=%g" %d --seed %d '
              || '--algorithms "%s,%s" -o worst.svg', width, ratio, processors, :sampling, :latency, sample, :seed,
              algorithm, against) AS drawn_by
FROM ordered
WHERE place <= :places
ORDER BY most DESC, method, place)sql",
                            solved_sql(), equal_totals);
  exhibit.note =
      "above: percent above the rival's total; gap: percent above the lower bound. "
      "Against another rival: --set rival=XY2. Methods that are never above the rival have no line.";
  std::map<std::string, std::string> parameters = solved_parameters();
  parameters["places"] = "2";
  parameters["rival"] = "BEST";
  return {"frontier/speeds", exhibit, parameters};
}

const engine::Registration ranking_registration{best, profile, worst};

}  // namespace
}  // namespace apportion::frontier
