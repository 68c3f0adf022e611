// Figures 4 and 5: cost against rho, for two zones that exchange little and for an alternating-direction implicit
// iteration.
#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "experiments/chatterjee/grid.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/graphs/study.hpp"
#include "sim/graphs/alignment_graph.hpp"
#include "sim/graphs/sample_graphs.hpp"
#include "sim/random_stream.hpp"

namespace apportion::chatterjee {
namespace {

// The study `name` of the graph that `sample` makes for the point's rho: CC and NL (also in paper mode), best static
// and the proven optimum, one deterministic sample a value of rho.
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

// A row per value of rho, a column per algorithm, whether CC and NL found the optimum, and where the line
// through the optimum's first and last dynamic cost meets the static one. The chart's axis of rho is
// logarithmic if so asked.
results::Exhibit cost_curve(const std::string& experiment, const std::string& title, bool logarithmic) {
  results::Exhibit exhibit{.name = experiment, .study = experiment};
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
  return exhibit;
}

// The line of the dynamic labellings, the static cost and the value of rho where they meet, by algorithm, beside what
// is printed. Exhibit `experiment`-threshold.
results::Exhibit threshold_table(const std::string& experiment, const std::string& title) {
  results::Exhibit exhibit{.name = experiment + "-threshold", .study = experiment};
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
  return exhibit;
}

engine::Experiment two_zone_experiment() {
  return cost_curve_experiment(
      "chatterjee/two-zone", "Two zones: cost against rho",
      "below rho = 500 each zone should have its own distribution, above it one serves both; CC finds this",
      "Chatterjee, Gilbert, Schreiber & Sheffler 1994, Section 6, Figure 4", two_zone_rhos(),
      [](const engine::Point& point, RandomStream& /*stream*/) { return two_zone_graph(point.number("rho")); });
}

results::Exhibit figure4() {
  return cost_curve("chatterjee/two-zone", "Two zones: cost against rho (Chatterjee et al., Figure 4)", true);
}

results::Exhibit two_zone_threshold() {
  return threshold_table("chatterjee/two-zone", "Two zones: where dynamic distribution stops paying, and the costs");
}

const engine::Registration two_zone_registration{two_zone_experiment, figure4, two_zone_threshold};

engine::Experiment adi_experiment() {
  return cost_curve_experiment(
      "chatterjee/adi", "ADI: cost against rho",
      "above rho = 40 blocks serve both sweeps, below it rows and then columns are better; Algorithm 1 finds this",
      "Chatterjee, Gilbert, Schreiber & Sheffler 1994, Section 6, Figure 5", adi_rhos(),
      [](const engine::Point& point, RandomStream& /*stream*/) { return adi_graph(point.number("rho")); });
}

results::Exhibit figure5() {
  return cost_curve("chatterjee/adi", "ADI: cost against rho (Chatterjee et al., Figure 5)", false);
}

results::Exhibit adi_threshold() {
  return threshold_table("chatterjee/adi", "ADI: where dynamic distribution stops paying, and the costs");
}

const engine::Registration adi_registration{adi_experiment, figure5, adi_threshold};

}  // namespace
}  // namespace apportion::chatterjee
