// The networks and methods of this folder.
#include "experiments/frontier/grids/methods.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace apportion::frontier {

std::vector<std::string> grid_methods() {
  return {"natural",     "equal-pressure",         "proposed", "beaumont",  "ccp",
          "alternating", "alternating[starts=10]", "best",     best_by_time};
}

engine::Study grid_frontier_study(const std::string& name, const std::vector<std::string>& grids) {
  engine::Study study = problems::study_of_grids(name);
  study.claim = "none; the question is how far methods stay from the optimum";
  study.source = "beyond the four papers: README.md in experiments/frontier/grids";
  study.axes = problems::grid_axes();
  problems::set_axis(study.axes, "grid", engine::name_values(grids));
  problems::set_axes(study.axes, {{"level", grid_levels()}, {"block", {grid_block_side}}});
  study.stored_metrics = {"time", "rounded_time", "over_ideal", "gap", "rounded_gap"};
  study.algorithms = grid_methods();
  study.keep_samples = true;
  study.samples = 200;
  study.chunk_size = 20;
  return study;
}

std::string solved_grids_sql(const std::string& experiment) {
  return fmt::format(R"sql(WITH solved AS MATERIALIZED (
  SELECT grid, level, sample, algorithm, "time", rounded_time, gap,
         min("time") OVER (PARTITION BY grid, level, sample) AS best,
         min(rounded_time) OVER (PARTITION BY grid, level, sample) AS best_rounded
  FROM {}
  WHERE seed = :seed AND rival = '' AND sampling = :sampling AND block = {}))sql",
                     sql_identifier(results::view_name(experiment) + "_samples"), grid_block_side);
}

}  // namespace apportion::frontier
