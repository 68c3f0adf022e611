// How long the decompositions take to compute, one network after the other.
#include <fmt/format.h>

#include "experiments/kalinov/figures.hpp"

namespace apportion::kalinov {
namespace {

engine::Experiment times_experiment() {
  engine::Study study = grid_study("kalinov/times", timed_grids(), {"proposed", "beaumont"});
  study.algorithms = {"proposed", "equal-pressure", "natural", "beaumont"};
  study.pairs = {};
  study.title = "Time a decomposition of the grid algorithms";
  study.claim =
      "the proposed decomposition is computed faster than Beaumont et al.'s on all grids but 2 x 2, "
      "and by orders on grids that are not square";
  study.source = "Kalinov & Klimov 2004, Section 4.1, last paragraph; no times are printed";
  study.timed = true;
  problems::set_axis(study.axes, "level", engine::axis_values({timed_level}));
  study.samples = 20;
  study.chunk_size = 20;
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit times() {
  results::Exhibit exhibit{.name = "kalinov/times"};
  exhibit.title = fmt::format("Median time per decomposition, one network after the other, level {}", timed_level);
  exhibit.sql = fmt::format(R"sql(WITH base AS (
  SELECT grid, sampling, median_seconds AS base_seconds
  FROM kalinov_times_timings WHERE seed = :seed AND algorithm = 'beaumont' AND level = {0} AND block = {1})
SELECT grid, algorithm, median_seconds / base_seconds AS over_beaumont, 1e6 * median_seconds AS microseconds
FROM kalinov_times_timings JOIN base USING (grid, sampling)
WHERE seed = :seed AND sampling = :sampling AND level = {0} AND block = {1}
ORDER BY instr('{2} ', grid || ' '),
         instr('proposed equal-pressure natural beaumont ', algorithm || ' '))sql",
                            timed_level, block_side, fmt::join(timed_grids(), " "));
  exhibit.layout = {.row = "grid",
                    .column = "algorithm",
                    .column_title = "",
                    .values = {{"over_beaumont", "over the time of beaumont", 2}, {"microseconds", "microseconds", 2}}};
  exhibit.note =
      "How long `proposed` takes depends on the number of its sweeps, which is reconstructed; "
      "equal-pressure has no such number.";
  exhibit.charts = {{.name = "curves",
                     .x = {"grid", "grid"},
                     .y = {.title = "microseconds", .logarithmic = true},
                     .values = {{"microseconds", "microseconds", 2}},
                     .series = "algorithm"}};
  return {"kalinov/times", exhibit, {{"sampling", "extremes"}}};
}

const engine::Registration times_registration{times_experiment, times};

}  // namespace
}  // namespace apportion::kalinov
