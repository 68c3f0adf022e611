// How long the methods on process grids take to compute, one network after the other.
#include <fmt/format.h>

#include "base/text.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/frontier/grids/methods.hpp"

namespace apportion::frontier {
namespace {

constexpr int timed_level = 8;

engine::Experiment times_experiment() {
  engine::Study study = grid_frontier_study("frontier/grid-times", {"2x2", "3x3", "3x4", "4x4", "6x6", "8x8"});
  study.title = "Time a decomposition of the methods on process grids";
  study.claim = "none; the question is what a shorter time of the block costs";
  study.timed = true;
  study.keep_samples = false;
  problems::set_axis(study.axes, "level", engine::axis_values({timed_level}));
  study.algorithms.insert(study.algorithms.end(), {"alternating[exchanges=100]", "best[exchanges=0]"});
  study.samples = 20;
  study.chunk_size = 20;
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit times() {
  results::Exhibit exhibit{.name = "frontier/grid-times"};
  exhibit.title = fmt::format("Median time of a decomposition in microseconds, level {}", timed_level);
  exhibit.sql =
      fmt::format(R"sql(SELECT grid, algorithm, 1e6 * median_seconds AS microseconds
FROM {2}
WHERE seed = :seed AND sampling = :sampling AND level = {0} AND block = {1}
ORDER BY max(microseconds) OVER (PARTITION BY algorithm), algorithm, CAST(grid AS INTEGER), grid)sql",
                  timed_level, grid_block_side, sql_identifier(results::view_name("frontier/grid-times") + "_timings"));
  exhibit.layout = {
      .row = "algorithm", .column = "grid", .row_title = "method", .values = {{"microseconds", "microseconds", 1}}};
  exhibit.note =
      "One network after the other. In sweeps networks of one shape go side by side in natural, equal-pressure, "
      "proposed and beaumont, which are members of best; its searches go one by one.";
  exhibit.charts = {{.name = "curves",
                     .x = {"grid", "grid"},
                     .y = {.title = "microseconds", .logarithmic = true},
                     .values = {{"microseconds", "microseconds", 1}},
                     .series = "algorithm"}};
  return {"frontier/grid-times", exhibit, {{"sampling", "extremes"}}};
}

const engine::Registration times_registration{times_experiment, times};

}  // namespace
}  // namespace apportion::frontier
