// Table 1 and Section 6.2: how many XY decompositions there are, how few of them need to be looked at, and how many
// TILE and XY2 compare.
#include <cmath>

#include "algorithms/rectangles/tile.hpp"
#include "algorithms/rectangles/xy2.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/kaddoura/grid.hpp"
#include "experiments/problems/rectangles/study.hpp"
#include "sim/rectangles/partition_number.hpp"

namespace apportion::kaddoura {
namespace {

// Table 1: how many XY decompositions there are, and how few of them need to be looked at.

double by_recurrence(const std::size_t& p) { return static_cast<double>(partition_number(p)); }

double by_enumeration(const std::size_t& p) {
  const RectangleProblem problem{{1, 1}, {std::vector<double>(p, 1.0), {}}, 0};
  return static_cast<double>(enumerate_columns(make_frame(problem), Orientations::columns).candidates);
}

// p! ways to arrange the parts times 2^(p-1) ordered sums (Section 4).
double all_decompositions(const std::size_t& p) {
  double count = 1;
  for (std::size_t k = 2; k <= p; ++k) count *= static_cast<double>(k);
  return std::ldexp(count, static_cast<int>(p) - 1);
}

engine::Experiment counting_experiment() {
  engine::Study study{.name = "kaddoura/table1"};
  study.title = "Decompositions of the XY kind: all of them, and those that XY looks at";
  study.claim = "sorting reduces p! 2^(p-1) decompositions to pt(p) without losing the best at latency 0";
  study.source = "Kaddoura, Ranka & Wang 1996, Section 4, Table 1";
  study.axes = {engine::whole_axis("processors", "processors", engine::AxisRole::applied, 1, 90,
                                   {4, 5, 7, 10, 15, 20, 30, 40, 50, 60})};
  study.deterministic = true;
  engine::set_functions<std::size_t, double>(study, {{"pt-by-recurrence", by_recurrence},
                                                     {"pt-by-enumeration", by_enumeration},
                                                     {"all-decompositions", all_decompositions}});
  study.measured = engine::measured_number({"count", "decompositions", "", "", 0});
  study.sample =
      engine::sampler([](const engine::Point& point, RandomStream& /*stream*/) { return point.count("processors"); });
  return engine::erase(std::move(study));
}

results::Exhibit table1() {
  results::Exhibit exhibit{.name = "kaddoura/table1", .study = "kaddoura/table1"};
  exhibit.title = "pt(p) and p! 2^(p-1) (Kaddoura et al., Table 1)";
  exhibit.sql = R"sql(WITH counts AS (
  SELECT processors, max(count) FILTER (WHERE algorithm = 'pt-by-recurrence') AS recurrence,
         max(count) FILTER (WHERE algorithm = 'pt-by-enumeration') AS visited,
         max(count) FILTER (WHERE algorithm = 'all-decompositions') AS decompositions
  FROM kaddoura_table1 WHERE seed = :seed GROUP BY processors),
printed AS (
  SELECT json_extract(coordinates, '$.processors') AS processors,
         max(printed) FILTER (WHERE quantity = 'partitions') AS pt,
         max(printed) FILTER (WHERE quantity = 'decompositions') AS total
  FROM published_numbers WHERE exhibit = 'kaddoura/table1' GROUP BY 1)
SELECT processors AS p, CAST(recurrence AS INTEGER) AS "pt(p)", CAST(visited AS INTEGER) AS "visited by XY",
       pt AS "printed pt(p)", CASE WHEN decompositions < 1e9 THEN CAST(CAST(decompositions AS INTEGER) AS TEXT)
         ELSE printf('%.6e', decompositions) END AS "p! 2^(p-1)", total AS "printed p! 2^(p-1)",
       CASE WHEN recurrence <> visited THEN 'counts differ'
            WHEN total IS NULL THEN NULL
            WHEN CAST(pt AS REAL) <> recurrence THEN 'pt(p) differs'
            WHEN CAST(total AS REAL) = decompositions THEN 'exact'
            WHEN total = printf('%.6e', decompositions) THEN 'rounded'
            WHEN total = printf('%.6e', floor(decompositions / power(10, floor(log10(decompositions)) - 6))
                                        * power(10, floor(log10(decompositions)) - 6)) THEN 'truncated'
            ELSE 'differs' END AS verdict
FROM counts LEFT JOIN printed USING (processors)
ORDER BY processors)sql";
  exhibit.judgements = {{.what = "counts of Table 1"}};
  return exhibit;
}

const engine::Registration table1_registration{counting_experiment, table1};

// How many decompositions TILE and XY2 compare (Section 6.2): counted on the paper's arrays.

constexpr std::uint64_t most_leaf_nodes = 50'000'000;

double count_tile(const RectangleProblem& problem, Pruning pruning) {
  return static_cast<double>(search_tile(make_frame(problem), pruning, most_leaf_nodes).candidates);
}

double tile_leaves(const RectangleProblem& problem) { return count_tile(problem, Pruning::none); }

double bounded_leaves(const RectangleProblem& problem) { return count_tile(problem, Pruning::bounds); }

double xy2_candidates(const RectangleProblem& problem) {
  return static_cast<double>(enumerate_columns(make_frame(problem), Orientations::with_transposed).candidates);
}

// Speeds at equal distances from 1 to the ratio: nothing is random.
RectangleProblem leaves_problem(const engine::Point& point, RandomStream& /*stream*/) {
  RectangleProblem problem{{array_rows, point.number("columns")}, {}, 0};
  const std::size_t p = point.count("processors");
  const double step = p > 1 ? (point.number("ratio") - 1) / static_cast<double>(p - 1) : 0;
  for (std::size_t i = 0; i < p; ++i) problem.cluster.speeds.push_back(1 + step * static_cast<double>(i));
  return problem;
}

engine::Experiment leaves_experiment() {
  engine::Study study{.name = "kaddoura/leaves"};
  study.title = "Decompositions that TILE and XY2 compare";
  study.claim = "TILE compares at least pt(p) decompositions and at most 2^(p-1)";
  study.source = "Kaddoura, Ranka & Wang 1996, Section 6.2";
  study.axes = problems::rectangle_axes();
  std::erase_if(study.axes, [](const engine::Axis& axis) {
    return axis.name != "columns" && axis.name != "ratio" && axis.name != "processors";
  });
  problems::set_axes(study.axes, {{"columns", array_columns()}, {"ratio", {1, 4}}, {"processors", processor_counts()}});
  study.deterministic = true;
  engine::set_functions<RectangleProblem, double>(
      study, {{"TILE", tile_leaves}, {"TILE-bounded", bounded_leaves}, {"XY2", xy2_candidates}});
  study.measured = engine::measured_number({"count", "decompositions compared", "", "", 0});
  study.sample = engine::sampler(leaves_problem);
  return engine::erase(std::move(study));
}

results::Exhibit leaves_table() {
  results::Exhibit exhibit{.name = "kaddoura/leaves", .study = "kaddoura/leaves", .parameters = {{"ratio", "4"}}};
  exhibit.title = "Decompositions that TILE and XY2 compare (Kaddoura et al., Section 6.2)";
  exhibit.sql = R"sql(WITH counts AS (
  SELECT printf('1000 x %g', "columns") AS array, "columns" AS width, processors, algorithm, count
  FROM kaddoura_leaves
  WHERE seed = :seed AND ratio = :ratio),
bounds AS (
  SELECT processors, count AS least, pow(2, processors - 1) AS most FROM counts WHERE algorithm = 'XY2'
  GROUP BY processors)
SELECT array, processors, count AS leaves, count / least AS over_pt, count / most AS of_worst
FROM counts JOIN bounds USING (processors) WHERE algorithm = 'TILE'
UNION ALL
SELECT 'with our bounds, ' || array, processors, count, count / least, count / most
FROM counts JOIN bounds USING (processors) WHERE algorithm = 'TILE-bounded' AND width IN (1000, 20000)
UNION ALL SELECT 'pt(p), XY2', processors, least, 1, least / most FROM bounds
UNION ALL SELECT '2^(p-1)', processors, most, most / least, 1 FROM bounds)sql";
  exhibit.layout = {
      .row = "array",
      .column = "processors",
      .values = {
          {"leaves", "decompositions compared", 0}, {"over_pt", "times pt(p)", 1}, {"of_worst", "of 2^(p-1)", 3}}};
  exhibit.note =
      "TILE as in Figure 14, without bounds. XY2 compares pt(p) decompositions and the rotation of each. "
      "Speeds are at equal distances, the fastest `ratio` times the slowest.";
  return exhibit;
}

const engine::Registration leaves_registration{leaves_experiment, leaves_table};

}  // namespace
}  // namespace apportion::kaddoura
