// Load balance of the triangular computation: n steps, step k on the first k elements (example 1).
#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/distributions/study.hpp"

namespace apportion::niculescu {
namespace {

engine::Experiment triangular_experiment() {
  engine::Study study = problems::study_of_distributions("niculescu/triangular");
  study.title = "Load balance of linear, wrap and block-cyclic where step k works on the first k elements";
  study.claim = "in every step wrap's busiest process has the least number of elements that is possible";
  study.source = "Niculescu, example 1";
  study.axes = {problems::length_axis("n", "elements and steps", {960}),
                problems::length_axis("p", "processes", {2, 4, 8, 16, 32, 64})};
  study.deterministic = true;
  study.algorithms = {"linear", "block-cyclic[block=8]", "block-cyclic", "wrap"};
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit triangular_table() {
  results::Exhibit exhibit{.name = "niculescu/triangular"};
  exhibit.title = "Time of the triangular computation over the least possible (Niculescu, example 1)";
  exhibit.sql = R"sql(SELECT 'n = ' || n AS length, p, algorithm, time / bound AS ratio, efficiency, time, bound,
       CAST(imbalance AS INTEGER) AS imbalance, CAST(cut AS INTEGER) AS cut
FROM niculescu_triangular WHERE seed = :seed ORDER BY n, p, time DESC, algorithm)sql";
  exhibit.layout = {.page = "length",
                    .row = "p",
                    .column = "algorithm",
                    .row_title = "processes",
                    .column_title = "",
                    .values = {{"ratio", "time / bound", 4},
                               {"efficiency", "efficiency", 4},
                               {"time", "time", 0},
                               {"imbalance", "Ma - Mi", 0},
                               {"cut", "cut neighbours", 0}}};
  exhibit.note = "block-cyclic: blocks of 2.";
  exhibit.charts = {{.name = "curves",
                     .x = {"p", "processes", true},
                     .y = {.title = "time / least possible"},
                     .values = {{"ratio", "time / bound", 4}},
                     .series = "algorithm",
                     .panel = "length"}};
  return {"niculescu/triangular", exhibit};
}

const engine::Registration triangular_registration{triangular_experiment, triangular_table};

}  // namespace
}  // namespace apportion::niculescu
