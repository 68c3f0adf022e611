// The study and the SQL of the curves.
#include "experiments/chatterjee/cost_curve.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/text.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/graphs/study.hpp"

namespace apportion::chatterjee {
engine::Experiment cost_curve_experiment(const std::string& name, const std::string& title, const std::string& claim,
                                         const std::string& source, const std::vector<double>& rho,
                                         AlignmentGraph (*sample)(const engine::Point&, RandomStream&)) {
  engine::Study study = problems::study_of_graphs(name);
  study.title = title;
  study.claim = claim;
  study.source = source;
  study.axes = {problems::rho_axis(rho)};
  study.deterministic = true;
  study.algorithms = {"algorithm1-cc", "algorithm1-nl", "algorithm1-cc[paper]", "algorithm1-nl[paper,starts=1]",
                      "best-static",   "optimal"};
  study.sample = engine::sampler(sample);
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit cost_curve(const std::string& experiment, const std::string& title, bool logarithmic) {
  results::Exhibit exhibit{.name = experiment};
  exhibit.title = title;
  exhibit.sql = fmt::format(R"sql(WITH curve AS (
  SELECT rho,
         max(cost) FILTER (WHERE algorithm = 'algorithm1-cc') AS CC,
         max(cost) FILTER (WHERE algorithm = 'algorithm1-nl') AS NL,
         max(cost) FILTER (WHERE algorithm = 'algorithm1-nl[paper,starts=1]') AS "NL, one start",
         max(static_cost) AS static, max(optimum) AS optimum,
         CASE WHEN max(optimum) < max(static_cost) THEN 'dynamic' ELSE 'static' END AS "optimum is",
         CASE WHEN count(found) FILTER (WHERE algorithm IN ('algorithm1-cc', 'algorithm1-nl')) < 2 THEN NULL
              WHEN sum(found) FILTER (WHERE algorithm IN ('algorithm1-cc', 'algorithm1-nl')) = 2 THEN 'both'
              WHEN max(found) FILTER (WHERE algorithm = 'algorithm1-cc') = 1 THEN 'CC'
              WHEN max(found) FILTER (WHERE algorithm = 'algorithm1-nl') = 1 THEN 'NL' ELSE 'neither' END AS "found by"
  FROM {} WHERE seed = :seed AND rival = '' GROUP BY rho),
ends AS (
  SELECT min(rho) FILTER (WHERE optimum < static) AS first, max(rho) FILTER (WHERE optimum < static) AS last FROM curve)
SELECT curve.*, round(a.rho + (a.static - a.optimum) * (b.rho - a.rho) / (b.optimum - a.optimum), 6) AS threshold
FROM curve, ends LEFT JOIN curve AS a ON a.rho = first LEFT JOIN curve AS b ON b.rho = last
ORDER BY curve.rho)sql",
                            sql_identifier(results::view_name(experiment)));
  exhibit.judgements = {{.what = "values of rho at which CC and NL find the optimum", .verdict = "found by"}};
  exhibit.charts = {{.name = "curves",
                     .x = {"rho", "rho", logarithmic},
                     .y = {.title = "cost"},
                     .values = {{"static", "best static"}, {"optimum", "optimum"}, {"CC", "CC"}, {"NL", "NL"}},
                     .mark = {"threshold", "threshold"}}};
  return {experiment, exhibit};
}

engine::CatalogueExhibit threshold_table(const std::string& experiment, const std::string& title) {
  results::Exhibit exhibit{.name = experiment + "-threshold"};
  exhibit.title = title;
  // The threshold is where the line through an algorithm's dynamic costs meets its static cost; it holds only if every
  // dynamic point of the run lies below it and every static one at or above it.
  exhibit.sql = fmt::format(R"sql(WITH points AS (
  SELECT algorithm, rho, cost, static_cost, cost < static_cost AS dynamic
  FROM {} WHERE seed = :seed AND rival = '' AND algorithm <> 'best-static'),
ends AS (
  SELECT algorithm, max(static_cost) AS static_cost, min(rho) FILTER (WHERE dynamic) AS first_rho,
         max(rho) FILTER (WHERE dynamic) AS last_rho, min(rho) FILTER (WHERE NOT dynamic) AS static_rho
  FROM points GROUP BY algorithm),
lines AS (
  SELECT e.*, (b.cost - a.cost) / (b.rho - a.rho) AS slope, a.cost - a.rho * (b.cost - a.cost) / (b.rho - a.rho) AS base
  FROM ends AS e JOIN points AS a ON a.algorithm = e.algorithm AND a.rho = e.first_rho
  JOIN points AS b ON b.algorithm = e.algorithm AND b.rho = e.last_rho),
ours AS (
  SELECT algorithm, 1 AS position, 'dynamic_cost_at_0' AS quantity, base AS value, 1 AS consistent FROM lines
  UNION ALL SELECT algorithm, 2, 'dynamic_cost_per_rho', slope, 1 FROM lines
  UNION ALL SELECT algorithm, 3, 'static_cost', static_cost, 1 FROM ends
  UNION ALL SELECT algorithm, 4, 'threshold', (static_cost - base) / slope,
                   last_rho < (static_cost - base) / slope AND static_rho >= (static_cost - base) / slope * (1 - 1e-9)
  FROM lines),
quoted AS (SELECT quantity, value AS printed FROM published_numbers WHERE exhibit = '{}')
SELECT algorithm, quantity, round(value, 6) AS ours, printed,
       CASE WHEN NOT consistent THEN 'inconsistent'
            WHEN abs(value - printed) <= 1e-9 * printed THEN 'exact' ELSE 'differs' END AS verdict,
       'reconstructed' AS standing
FROM ours JOIN quoted USING (quantity)
ORDER BY algorithm, position)sql",
                            sql_identifier(results::view_name(experiment)), experiment);
  exhibit.note = "reconstructed: the graph, which is rebuilt from the numbers that the text quotes.";
  exhibit.judgements = {{.what = "costs and threshold", .standing = "standing"}};
  return {experiment, exhibit};
}

}  // namespace apportion::chatterjee
