// The problems and methods of this folder.
#include "experiments/frontier/rectangles/grid.hpp"

namespace apportion::frontier {

std::vector<std::string> methods() {
  return {"BEST",    "BEST[effort=quick]", "BEST[shapes=any]",    "HUFFMAN", "HYBRID",     "NAGAMOCHI-ABE", "NRRP",
          "ROLLOUT", "ROLLOUT[l-shapes]",  "RecursiveBisection2", "SNRRP",   "SQUARIFIED", "TILE",          "XY2"};
}

engine::Study frontier_study(const std::string& name) {
  engine::Study study = problems::study_of_rectangles(name);
  study.source = "beyond the four papers: README.md in experiments/frontier";
  study.axes = problems::rectangle_axes();
  problems::set_axes(study.axes,
                     {{"columns", array_columns()}, {"ratio", speed_ratios()}, {"processors", processor_counts()}});
  problems::set_axis(study.axes, "sampling", engine::name_values({"log-uniform"}));
  study.stored_metrics = {"internal_edges", "total", "gap", "aspect", "imbalance"};
  study.algorithms = methods();
  study.keep_samples = true;
  study.samples = 100;
  study.chunk_size = 20;
  return study;
}

std::string solved_sql() {
  return R"sql(WITH solved AS MATERIALIZED (
  SELECT "columns" AS width, printf('1:%g', 1.0 * "columns" / "rows") AS shape, ratio, processors, sample, algorithm,
         total, gap, min(total) OVER (PARTITION BY "rows", "columns", ratio, processors, sample) AS best
  FROM frontier_speeds_samples
  WHERE seed = :seed AND rival = '' AND sampling = :sampling AND latency = :latency))sql";
}

std::map<std::string, std::string> solved_parameters() { return {{"sampling", "log-uniform"}, {"latency", "0"}}; }

}  // namespace apportion::frontier
