// HYBRID (Section 7): what a level of bisection before XY2 costs, and how many candidates it saves.

#include "algorithms/rectangles/bisection.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/kaddoura/grid.hpp"
#include "experiments/problems/rectangles/study.hpp"
#include "sim/rectangles/costs.hpp"
#include "sim/rectangles/decomposition.hpp"
#include "sim/rectangles/partition_number.hpp"

namespace apportion::kaddoura {
namespace {

/// Divide an array by bisection for that many levels, and what is left by XY2.
struct LevelledProblem {
  RectangleProblem problem;
  std::int64_t levels = 0;
};

struct LevelledSolution {
  RectangleSolution solution;
  double candidates = 0;  ///< XY decompositions that the paper's algorithm compares
};

struct HybridMeasures {
  double total = 0;
  double internal_edges = 0;
  double candidates = 0;
};

RectangleSolution solved(const std::string& algorithm, const RectangleProblem& problem, RandomStream& stream) {
  return RectangleRegistry::instance().choose(algorithm).solve(problem, stream);
}

// Of items [first, last), pieces with one item left out: they are not searched.
double candidates_of_levels(const Frame& frame, std::size_t first, std::size_t last, std::int64_t levels) {
  if (last - first == 1) return 0;
  if (levels == 0) return static_cast<double>(partition_number(last - first));
  const std::size_t middle = end_of_first_half(frame, first, last);
  return candidates_of_levels(frame, first, middle, levels - 1) + candidates_of_levels(frame, middle, last, levels - 1);
}

LevelledSolution hybrid(const LevelledProblem& asked, RandomStream& stream) {
  const Frame frame = make_frame(asked.problem);
  return {solved("HYBRID[levels=" + std::to_string(asked.levels) + "]", asked.problem, stream),
          candidates_of_levels(frame, 0, frame.size(), asked.levels)};
}

LevelledSolution bisection(const LevelledProblem& asked, RandomStream& stream) {
  return {solved("RecursiveBisection2", asked.problem, stream), 0};
}

LevelledProblem levelled_problem(const engine::Point& point, RandomStream& stream) {
  return {problems::sample_rectangles(point, stream), static_cast<std::int64_t>(point.count("levels"))};
}

HybridMeasures hybrid_measures(const LevelledProblem& asked, const LevelledSolution& found) {
  const Decomposition& decomposition = found.solution.decomposition;
  require_accurate(asked.problem, decomposition);
  const std::int64_t edges = internal_edges(decomposition);
  return {.total = total_cost(acost(decomposition), edges, asked.problem.latency),
          .internal_edges = static_cast<double>(edges),
          .candidates = found.candidates};
}

engine::Experiment levels_experiment() {
  engine::Study study{.name = "kaddoura/hybrid"};
  study.title = "Some levels of bisection, then XY2 in each part";
  study.claim = "bisection for the first steps, then XY partitioning, can be used where computing time is scarce";
  study.source = "Kaddoura, Ranka & Wang 1996, Section 7";
  study.axes = problems::rectangle_axes();
  problems::set_axes(study.axes, {{"columns", {1000, 3000}}, {"processors", {10, 20, 40}}, {"latency", {0, 1000}}});
  study.axes.push_back(engine::whole_axis("levels", "levels of bisection before XY2", engine::AxisRole::applied, 0, 60,
                                          {0, 1, 2, 3, 4}));
  study.samples = samples_per_cell;
  study.chunk_size = samples_per_cell;
  engine::set_functions<LevelledProblem, LevelledSolution>(study,
                                                           {{"HYBRID", hybrid}, {"RecursiveBisection2", bisection}});
  study.measured = engine::measured(
      hybrid_measures, {{"total", "Acost + latency x internal edges", "elements", "less", 1, &HybridMeasures::total},
                        {"internal_edges", "pairs of neighbours", "", "less", 2, &HybridMeasures::internal_edges},
                        {"candidates", "XY decompositions that are compared where all are", "", "less", 1,
                         &HybridMeasures::candidates}});
  study.sample = engine::sampler(levelled_problem);
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit levels_table() {
  results::Exhibit exhibit{.name = "kaddoura/hybrid"};
  exhibit.title = "What levels of bisection before XY2 cost and save (Kaddoura et al., Section 7)";
  exhibit.sql = R"sql(WITH runs AS (
  SELECT printf('%g x %g, latency %g', "rows", "columns", latency) AS problem, processors, levels, algorithm, total,
         internal_edges, candidates
  FROM kaddoura_hybrid WHERE seed = :seed AND sampling = :sampling AND ratio = :ratio),
none AS (
  SELECT problem, processors, total AS least, internal_edges AS edges, candidates AS most
  FROM runs WHERE algorithm = 'HYBRID' AND levels = 0)
SELECT problem, processors, CASE WHEN algorithm <> 'HYBRID' THEN algorithm WHEN levels = 1 THEN '1 level' ELSE levels || ' levels' END
         AS division,
       100 * (total / least - 1) AS more, internal_edges - edges AS more_edges, candidates,
       most / nullif(candidates, 0) AS fewer
FROM runs JOIN none USING (problem, processors)
WHERE algorithm = 'HYBRID' OR levels = 0
ORDER BY problem, processors, algorithm, levels)sql";
  exhibit.layout = {.page = "problem",
                    .row = "division",
                    .column = "processors",
                    .row_title = "bisected for",
                    .pages_across = 2,
                    .values = {{"more", "% more than XY2", 2},
                               {"more_edges", "internal edges more than XY2", 2},
                               {"candidates", "XY decompositions compared", 0},
                               {"fewer", "times fewer than by XY2", 1}}};
  exhibit.note =
      "0 levels: XY2. Compared: pt(p) for each part that is left after the bisections, "
      "as where all XY decompositions are looked at; our XY2 finds the same by dynamic programming.";
  exhibit.charts = {{.name = "trade",
                     .x = {.column = "candidates", .title = "XY decompositions compared", .logarithmic = true},
                     .y = {.title = "% more than XY2"},
                     .values = {{"more", "cost"}},
                     .series = "processors",
                     .panel = "problem"}};
  return {"kaddoura/hybrid", exhibit, {{"sampling", "max-set"}, {"ratio", "4"}}};
}

const engine::Registration hybrid_registration{levels_experiment, levels_table};

}  // namespace
}  // namespace apportion::kaddoura
