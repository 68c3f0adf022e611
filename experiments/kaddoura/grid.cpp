// The simulation behind Tables 2 to 7: six array shapes, six processor counts, five speed ratios, three latencies.
#include "experiments/kaddoura/grid.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/rectangles/study.hpp"

namespace apportion::kaddoura {
namespace {

engine::Experiment grid_experiment() {
  engine::Study study = problems::study_of_rectangles("kaddoura/grid");
  study.title = "Rectangle algorithms on arrays of 1000 x 1000 to 1000 x 20000 and 4 to 20 unequal processors";
  study.claim =
      "XY2 and TILE cost less than RecursiveBisection2 where the aspect ratio is below the number of processors, "
      "and XY2 keeps its lead as the latency grows";
  study.source = "Kaddoura, Ranka & Wang 1996, Section 6.4, Tables 2 to 7";
  study.axes = problems::rectangle_axes();
  problems::set_axes(study.axes, {{"columns", array_columns()},
                                  {"ratio", speed_ratios()},
                                  {"processors", processor_counts()},
                                  {"latency", latencies()}});
  // A chunk is one printed result, and chunk 0 is the tables'.
  study.samples = samples_per_cell;
  study.chunk_size = samples_per_cell;
  study.algorithms = {"RecursiveBisection",
                      "RecursiveBisection2",
                      "RecursiveBisection2[legacy]",
                      "RecursiveBisection3",
                      "TILE",
                      "TILE[legacy]",
                      "XY",
                      "XY2"};
  study.paired_metrics = problems::rectangle_paired_metrics();
  study.pairs = {{"TILE", "RecursiveBisection2"}, {"XY2", "RecursiveBisection2"}};
  return engine::erase(std::move(study));
}

const engine::Registration grid_registration{grid_experiment};

}  // namespace
}  // namespace apportion::kaddoura
