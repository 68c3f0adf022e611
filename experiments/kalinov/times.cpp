// How long the decompositions take to compute, one network after the other.
#include "experiments/kalinov/figures.hpp"

namespace apportion::kalinov {
namespace {

engine::Experiment times_experiment() {
  problems::GridStudy study =
      grid_study("kalinov/times", {"2x2", "3x3", "4x4", "5x5", "6x6", "7x7", "8x8", "1x36", "2x18", "3x12", "4x9"},
                 {"proposed", "beaumont"});
  study.algorithms = {"proposed", "equal-pressure", "natural", "beaumont"};
  study.pairs = {};
  study.title = "Time a decomposition of the grid algorithms";
  study.claim =
      "the proposed decomposition is computed faster than Beaumont et al.'s on all grids but 2 x 2, and by orders on "
      "grids that are not square";
  study.source = "Kalinov & Klimov 2004, Section 4.1, last paragraph; no times are printed";
  study.timed = true;
  problems::set_axis(study.axes, "level", engine::axis_values({8}));
  study.samples = 20;
  study.chunk_size = 20;
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit times() {
  results::Exhibit exhibit;
  exhibit.name = "kalinov/times";
  exhibit.title = "Median time per decomposition, one network after the other, level 8";
  exhibit.sql = R"sql(WITH base AS (
  SELECT grid, sampling, median_seconds AS base_seconds
  FROM kalinov_times_timings WHERE seed = :seed AND algorithm = 'beaumont' AND level = 8 AND block = 1000)
SELECT grid, algorithm, median_seconds / base_seconds AS over_beaumont, 1e6 * median_seconds AS microseconds
FROM kalinov_times_timings JOIN base USING (grid, sampling)
WHERE seed = :seed AND sampling = :sampling AND level = 8 AND block = 1000
ORDER BY instr('2x2 3x3 4x4 5x5 6x6 7x7 8x8 1x36 2x18 3x12 4x9 ', grid || ' '),
         instr('proposed equal-pressure natural beaumont ', algorithm || ' '))sql";
  exhibit.layout = {.row = "grid",
                    .column = "algorithm",
                    .row_title = "grid",
                    .column_title = "",
                    .values = {{"over_beaumont", "over the time of beaumont", 2}, {"microseconds", "microseconds", 2}}};
  exhibit.note =
      "How long `proposed` takes is decided by the number of its sweeps, which is reconstructed; equal-pressure has no "
      "such number.";
  exhibit.charts = {{.name = "curves",
                     .x = {"grid", "grid"},
                     .y = {.title = "microseconds", .logarithmic = true},
                     .values = {{"microseconds", "microseconds", 2}},
                     .series = "algorithm"}};
  return {"kalinov/times", exhibit, {{"sampling", "extremes"}}};
}

const engine::ExperimentRegistration experiment_registration{times_experiment};
const engine::ExhibitRegistration exhibit_registration{times};

}  // namespace
}  // namespace apportion::kalinov
