// Load balance of the triangular computation: n steps, step k on the first k elements (example 1).
#include "algorithms/distributions/distribution_kind.hpp"
#include "algorithms/distributions/notation.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/niculescu/distribution_study.hpp"

namespace apportion::niculescu {
namespace {

engine::Experiment triangular_experiment() {
  engine::Study<DistributionKind> study{.name = "niculescu/triangular"};
  study.title = "Load balance of linear, wrap and block-cyclic where step k works on the first k elements";
  study.claim = "in every step wrap's busiest process has the least number of elements that is possible";
  study.source = "Niculescu, example 1";
  study.axes = {length_axis("n", "elements and steps", {960}), length_axis("p", "processes", {2, 4, 8, 16, 32, 64})};
  study.deterministic = true;
  study.samples = 1;
  study.chunk_size = 1;
  study.algorithms = {"linear", "block-cyclic[block=8]", "block-cyclic", "wrap"};
  study.metrics = {{"time", "elements of the busiest processes, summed over the steps", "elements", "less", 0},
                   {"bound", "the least that any distribution takes", "elements", "", 0},
                   {"efficiency", "all elements of all steps over p times the time", "", "more", 4},
                   {"imbalance", "Ma - Mi", "elements", "less", 0},
                   {"cut", "neighbours on different processes", "", "less", 0}};
  study.sample = [](const engine::Point& point, RandomStream& /*stream*/) {
    return DistributionShape{static_cast<Index>(point.count("n")), static_cast<Index>(point.count("p"))};
  };
  study.measure = [](const DistributionShape& shape, const Distribution& distribution, std::span<double> values) {
    const auto n = static_cast<double>(shape.length);
    const auto p = static_cast<double>(shape.processes);
    values[0] = triangular_time(distribution);
    values[1] = triangular_bound(shape.length, shape.processes);
    values[2] = values[0] == 0 ? 1 : n * (n - 1) / 2 / (p * values[0]);
    values[3] = static_cast<double>(distribution.most() - distribution.least());
    values[4] = cut_neighbours(distribution);
  };
  study.showing.text = [](const DistributionShape& /*shape*/, const Distribution& distribution) {
    return to_text(distribution) + "\n";
  };
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit triangular_table() {
  results::Exhibit exhibit;
  exhibit.name = "niculescu/triangular";
  exhibit.title = "Time of the triangular computation over the least possible (Niculescu, example 1)";
  exhibit.sql = R"sql(SELECT 'n = ' || n AS length, p, algorithm, time / bound AS ratio, efficiency, time, bound,
       CAST(imbalance AS INTEGER) AS imbalance, CAST(cut AS INTEGER) AS cut
FROM niculescu_triangular WHERE seed = :seed ORDER BY n, p, time DESC, algorithm)sql";
  exhibit.layout = {.page = "length",
                    .row = "p",
                    .column = "algorithm",
                    .row_title = "processes",
                    .column_title = "",
                    .pages_across = 1,
                    .values = {{"ratio", "time / bound", 4},
                               {"efficiency", "efficiency", 4},
                               {"time", "time", 0},
                               {"imbalance", "Ma - Mi", 0},
                               {"cut", "cut neighbours", 0}}};
  exhibit.note = "block-cyclic: blocks of 2. The curve: --format csv.";
  return {"niculescu/triangular", exhibit};
}

const engine::ExperimentRegistration experiment_registration{triangular_experiment};
const engine::ExhibitRegistration exhibit_registration{triangular_table};

}  // namespace
}  // namespace apportion::niculescu
