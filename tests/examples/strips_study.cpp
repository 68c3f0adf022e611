// When do strips suffice? A study of aspect ratio against latency. The example of docs/add-an-experiment.md.
#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/rectangles/solve.hpp"

namespace apportion::examples {
namespace {

engine::Experiment strips_study() {
  engine::Experiment study = problems::rectangle_study().study("examples/strips");
  study.title = "Strips against XY2 on ever longer arrays";
  study.claim = "once the aspect ratio exceeds the number of processors, strips cost no more than XY2";
  study.source = "Kaddoura, Ranka & Wang 1996, Section 6.4, third observation on zero latency";
  study.axes = problems::rectangle_axes();
  problems::set_axes(study.axes, {{"columns", {1000, 5000, 10000, 50000}}, {"latency", {0, 1000}}});
  study.samples = 20;
  study.chunk_size = 20;
  study.algorithms = {"STRIPS", "XY2"};
  study.paired_metrics = problems::rectangle_study().paired_metrics;
  study.pairs = {{"STRIPS", "XY2"}};
  return engine::completed(std::move(study));
}

results::Exhibit strips_table() {
  results::Exhibit exhibit{.name = "examples/strips", .study = "examples/strips"};
  exhibit.title = "Cost of strips over the cost of XY2, 10 processors, ratio 4";
  exhibit.sql = R"sql(SELECT 'latency ' || latency AS latency, "columns", relative_total
FROM examples_strips WHERE seed = :seed AND rival = 'XY2' ORDER BY latency, "columns")sql";
  exhibit.layout = {
      .row = "latency", .column = "columns", .row_title = "", .values = {{"relative_total", "STRIPS / XY2", 3}}};
  return exhibit;
}

const engine::Registration registration{strips_study, strips_table};

}  // namespace
}  // namespace apportion::examples
