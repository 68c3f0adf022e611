// What a smaller gap costs in time.
#include <boost/random/uniform_int_distribution.hpp>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/frontier/rectangles/grid.hpp"
#include "sim/samplers.hpp"

namespace apportion::frontier {
namespace {

// Every sample takes a shape and a ratio of the grid at random, so that a median is of all of them.
RectangleProblem any_problem_of_the_grid(const engine::Point& point, RandomStream& stream) {
  const std::vector<double> columns = array_columns();
  const std::vector<double> ratios = speed_ratios();
  boost::random::uniform_int_distribution<std::size_t> any_shape(0, columns.size() - 1);
  boost::random::uniform_int_distribution<std::size_t> any_ratio(0, ratios.size() - 1);
  const double width = columns.at(any_shape(stream));
  const double ratio = ratios.at(any_ratio(stream));
  return {{array_rows, width}, draw_cluster("log-uniform", point.count("processors"), ratio, stream)};
}

engine::Experiment times_experiment() {
  engine::Study study = frontier_study("frontier/times");
  study.title = "Time a decomposition by method";
  study.claim = "none; the question is what a smaller gap costs in time";
  study.timed = true;
  study.keep_samples = false;
  std::erase_if(study.axes, [](const engine::Axis& axis) { return axis.name != "processors"; });
  problems::set_axis(study.axes, "processors", engine::axis_values(processor_counts()));
  study.samples = 10;
  study.chunk_size = 10;
  study.sample = engine::sampler(any_problem_of_the_grid);
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit times() {
  results::Exhibit exhibit{.name = "frontier/times"};
  exhibit.title = "Median time of a decomposition in microseconds, and mean gap, by number of processors";
  exhibit.sql = R"sql(WITH gaps AS (
  SELECT processors, algorithm, avg(gap) AS gap
  FROM frontier_speeds
  WHERE seed = :seed AND rival = '' AND sampling = 'log-uniform' AND latency = 0
  GROUP BY processors, algorithm)
SELECT processors || ' processors' AS page, processors, algorithm, 1e6 * median_seconds AS microseconds, gap
FROM frontier_times_timings LEFT JOIN gaps USING (processors, algorithm)
WHERE seed = :seed
ORDER BY processors, algorithm)sql";
  exhibit.layout = {.row = "algorithm",
                    .column = "processors",
                    .row_title = "method",
                    .values = {{"microseconds", "microseconds", 1}, {"gap", "mean gap, %", 2}}};
  exhibit.charts = {{.name = "scatter",
                     .kind = results::ChartKind::scatter,
                     .x = {"microseconds", "microseconds", true},
                     .y = {.title = "% over the bound"},
                     .values = {{"gap", "mean gap", 2}},
                     .series = "algorithm",
                     .panel = "page"}};
  exhibit.note = "Gaps are means of frontier/speeds over all shapes and ratios, which the timed problems mix as well.";
  return {"frontier/times", exhibit};
}

const engine::Registration times_registration{times_experiment, times};

}  // namespace
}  // namespace apportion::frontier
