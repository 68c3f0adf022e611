// How many decompositions TILE and XY2 compare (Section 6.2): counted on the paper's arrays.
#include "algorithms/rectangles/tile_exact.hpp"
#include "algorithms/rectangles/xy_enumeration.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/kaddoura/grid.hpp"
#include "experiments/problems/rectangles/study.hpp"

namespace apportion::kaddoura {
namespace {

/// A way of counting the decompositions of a problem that an algorithm compares.
using LeafCounting = Algorithm<RectangleProblem, double>;

constexpr std::uint64_t most_leaf_nodes = 50'000'000;

double count_tile(const RectangleProblem& problem, Pruning pruning) {
  return static_cast<double>(search_tile(make_frame(problem), pruning, most_leaf_nodes).candidates);
}

double tile_leaves(const RectangleProblem& problem, const Options& /*options*/, RandomStream& /*stream*/) {
  return count_tile(problem, Pruning::none);
}

double bounded_leaves(const RectangleProblem& problem, const Options& /*options*/, RandomStream& /*stream*/) {
  return count_tile(problem, Pruning::bounds);
}

double xy2_candidates(const RectangleProblem& problem, const Options& /*options*/, RandomStream& /*stream*/) {
  return static_cast<double>(enumerate_columns(make_frame(problem), Orientations::with_transposed).candidates);
}

constexpr const char* leaves_source = "Kaddoura, Ranka & Wang 1996, Section 6.2";

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
  study.source = leaves_source;
  std::vector<engine::Axis> axes = problems::rectangle_axes();
  problems::set_axis(axes, "columns", engine::axis_values(array_columns()));
  problems::set_axis(axes, "ratio", engine::axis_values({1, 4}));
  problems::set_axis(axes, "processors", engine::axis_values(processor_counts()));
  for (const engine::Axis& axis : axes)
    if (axis.name == "columns" || axis.name == "ratio" || axis.name == "processors") study.axes.push_back(axis);
  study.deterministic = true;
  study.samples = 1;
  study.chunk_size = 1;
  engine::set_algorithms<LeafCounting>(
      study, {LeafCounting{.name = "TILE", .source = leaves_source, .summary = "Figure 14", .solve = tile_leaves},
              LeafCounting{.name = "TILE-bounded",
                           .source = leaves_source,
                           .summary = "with our lower bounds",
                           .solve = bounded_leaves},
              LeafCounting{.name = "XY2",
                           .source = leaves_source,
                           .summary = "Figure 13, each with its rotation",
                           .solve = xy2_candidates}});
  study.measured = engine::measured_number({"count", "decompositions compared", "", "", 0});
  study.sample = engine::sampler(leaves_problem);
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit leaves_table() {
  results::Exhibit exhibit;
  exhibit.name = "kaddoura/leaves";
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
      .row_title = "array",
      .column_title = "processors",
      .values = {
          {"leaves", "decompositions compared", 0}, {"over_pt", "times pt(p)", 1}, {"of_worst", "of 2^(p-1)", 3}}};
  exhibit.note =
      "TILE as in Figure 14, without bounds. XY2 compares pt(p) decompositions and the rotation of each. "
      "Speeds are at equal distances, the fastest `ratio` times the slowest.";
  return {"kaddoura/leaves", exhibit, {{"ratio", "4"}}};
}

const engine::ExperimentRegistration leaves_experiment_registration{leaves_experiment};
const engine::ExhibitRegistration leaves_exhibit_registration{leaves_table};

}  // namespace
}  // namespace apportion::kaddoura
