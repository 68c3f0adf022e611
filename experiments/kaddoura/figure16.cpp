// Figure 16: five decompositions of one array, and what they cost.
#include "experiments/engine/catalogue.hpp"
#include "experiments/families/rectangles.hpp"

namespace apportion::kaddoura {
namespace {

RectangleProblem example(const engine::Point& point) {
  return {{point.number("rows"), point.number("columns")}, {{0.5, 0.1, 0.1, 0.1, 0.1, 0.05, 0.05}, {}}, 0};
}

engine::Experiment example_experiment() {
  engine::Study<RectangleAlgorithm> study{.name = "kaddoura/figure16"};
  study.title = "An array of 1000 x 3000 among seven processors of weights .5 .1 .1 .1 .1 .05 .05";
  study.claim = "XY2 and TILE find 4500, RecursiveBisection2 4666, RecursiveBisection3 4700, RecursiveBisection 5750";
  study.source = "Kaddoura, Ranka & Wang 1996, Section 6.4, Figure 16";
  study.axes = {{"rows",
                 "rows of the array",
                 engine::AxisRole::sampled,
                 engine::AxisKind::real,
                 1,
                 1e12,
                 {},
                 engine::axis_values({1000})},
                {"columns",
                 "columns of the array",
                 engine::AxisRole::sampled,
                 engine::AxisKind::real,
                 1,
                 1e12,
                 {},
                 engine::axis_values({3000})}};
  study.deterministic = true;
  study.samples = 1;
  study.chunk_size = 1;
  study.algorithms = {"RecursiveBisection", "XY2", "TILE", "RecursiveBisection2", "RecursiveBisection3"};
  study.metrics = families::rectangle_metrics();
  study.sample = [](const engine::Point& point, RandomStream& /*stream*/) { return example(point); };
  study.measure = families::measure_rectangles;
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit figure16() {
  results::Exhibit exhibit;
  exhibit.name = "kaddoura/figure16";
  exhibit.title = "Acost of the five decompositions of a 1000 x 3000 array (Kaddoura et al., Figure 16)";
  exhibit.sql = R"sql(SELECT algorithm, round(acost, 2) AS acost, printed,
       CAST(internal_edges AS INTEGER) AS "internal edges",
       CASE WHEN abs(acost - value) < 1e-6 THEN 'exact' WHEN printf('%.0f', acost) = printed THEN 'rounded'
            WHEN printf('%.0f', floor(acost)) = printed THEN 'truncated' ELSE 'differs' END AS verdict
FROM kaddoura_figure16
JOIN published_numbers AS p USING (algorithm)
WHERE seed = :seed AND p.exhibit = 'kaddoura/figure16' AND "rows" = 1000 AND "columns" = 3000
ORDER BY instr('RecursiveBisection,XY2,TILE,RecursiveBisection2,RecursiveBisection3,', algorithm || ','))sql";
  return {"kaddoura/figure16", exhibit};
}

const engine::ExperimentRegistration experiment_registration{example_experiment};
const engine::ExhibitRegistration exhibit_registration{figure16};

}  // namespace
}  // namespace apportion::kaddoura
