// Table 1: how many XY decompositions there are, and how few of them need to be looked at.
#include <cmath>

#include "algorithms/rectangles/xy2.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "sim/rectangles/partition_number.hpp"

namespace apportion::kaddoura {
namespace {

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

engine::CatalogueExhibit table1() {
  results::Exhibit exhibit{.name = "kaddoura/table1"};
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
  return {"kaddoura/table1", exhibit};
}

const engine::Registration table1_registration{counting_experiment, table1};

}  // namespace
}  // namespace apportion::kaddoura
