// The SUM example: the largest load of a reduction over ever sparser sections of an array.
#include <fmt/format.h>

#include "experiments/chatterjee/example_programs.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "sim/programs/program_graph.hpp"

namespace apportion::chatterjee {
namespace {

/// One iteration of the example.
struct SumIteration {
  std::size_t number = 1;
};

// REAL A(4,8) in blocks on 2 x 4 processors.
const TemplateDistribution printed_distribution{{{2, 2}, {4, 2}}};

double load(const SumIteration& iteration, const CostModel& model) {
  const Program program = sum_program();
  ProgramNode node = program.nodes.front();
  node.loops.front().from = node.loops.front().to = std::int64_t{1} << (iteration.number - 1);
  return computation_cost(program, node, printed_distribution, model);
}

double counted(const SumIteration& iteration) { return load(iteration, {}); }

double by_shortcut(const SumIteration& iteration) { return load(iteration, {.shortcut_load = true}); }

engine::Experiment sum_experiment() {
  engine::Study study{.name = "chatterjee/sum"};
  study.title = "Largest load of SUM(A(:,1:8:ST)), A(4,8) in blocks on 2 x 4 processors, ST = 1, 2, 4";
  study.claim = "the busiest processor works over four elements in the first iteration, two in the others";
  study.source = "Chatterjee, Gilbert, Schreiber & Sheffler 1994, Section 5.3";
  study.axes = {engine::whole_axis("iteration", "iteration; the section's stride is 2^(iteration - 1)",
                                   engine::AxisRole::applied, 1, 3, {1, 2, 3})};
  study.deterministic = true;
  engine::set_functions<SumIteration, double>(study, {{"counted", counted}, {"shortcut", by_shortcut}});
  study.measured = engine::measured_number({"load", "largest load", "elements", "", 0});
  study.sample = engine::sampler(
      [](const engine::Point& point, RandomStream& /*stream*/) { return SumIteration{point.count("iteration")}; });
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit sum() {
  results::Exhibit exhibit{.name = "chatterjee/sum"};
  exhibit.title = "Largest processor load in the SUM example (Chatterjee et al., Section 5.3)";
  exhibit.sql = fmt::format(R"sql(WITH loads AS (
  SELECT iteration, max(load) FILTER (WHERE algorithm = 'counted') AS counted,
         max(load) FILTER (WHERE algorithm = 'shortcut') AS shortcut
  FROM chatterjee_sum WHERE seed = :seed GROUP BY iteration)
SELECT iteration, 1 << (CAST(iteration AS INTEGER) - 1) AS stride, CAST(counted AS INTEGER) AS load,
       shortcut AS "by the shortcut", p.printed,
       {} AS verdict
FROM loads
LEFT JOIN published_numbers AS p
  ON p.exhibit = 'chatterjee/sum' AND json_extract(p.coordinates, '$.iteration') = loads.iteration
ORDER BY iteration)sql",
                            results::verdict_of_number_sql("counted", "p.value"));
  exhibit.charts = {{.name = "curves",
                     .x = {"iteration", "iteration"},
                     .y = {.title = "largest load, elements"},
                     .values = {{"load", "counted"}, {"by the shortcut", "by the shortcut"}}}};
  exhibit.judgements = {{.what = "loads of SUM"}};
  return {"chatterjee/sum", exhibit};
}

const engine::Registration sum_registration{sum_experiment, sum};

}  // namespace
}  // namespace apportion::chatterjee
