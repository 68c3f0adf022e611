// Best M x N: communications of a matrix product over all factorisations of p, by formula and counted.
#include <fmt/format.h>

#include "algorithms/distributions/communication_count.hpp"
#include "algorithms/distributions/distribution_kind.hpp"
#include "algorithms/distributions/notation.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"

namespace apportion::niculescu {
namespace {

struct ShapeMeasures {
  double processes = 0;
  double communications = 0;
};

// Two axes of processes give all factorisations of all their products.
const std::vector<double> process_counts = {1, 2, 3, 4, 6, 8, 9, 12, 16, 18, 24, 32, 36, 64};

engine::Axis size_axis(const std::string& name, const std::string& title, const std::vector<double>& values) {
  return engine::whole_axis(name, title, engine::AxisRole::applied, 1, 1024, values);
}

MatrixProduct wrapped_product(const engine::Point& point, RandomStream& /*stream*/) {
  const auto size = [&point](std::string_view axis) { return static_cast<Index>(point.count(axis)); };
  return stored_with_result(make_distribution("wrap", size("m"), size("process_rows")),
                            make_distribution("wrap", size("n"), size("process_columns")),
                            make_distribution("wrap", size("o"), 1));
}

// One column of layers: the inner dimension is on one process, whatever its kind.
std::string instance_line(const MatrixProduct& product) {
  return fmt::format(R"({{"distribution":"{}","o":{},"inner_kind":"wrap"}})",
                     to_text(CartesianDistribution({product.rows, product.columns})), product.inner.length());
}

std::string counts_text(const MatrixProduct& /*product*/, const Communications& counted) {
  return fmt::format("N_com: {} of a and b, {} of partial values\n", counted.first_stage, counted.second_stage);
}

engine::Experiment grid_experiment() {
  engine::Study study{.name = "niculescu/shapes"};
  study.solvers = engine::solvers_of<CommunicationCount>();
  study.title = "Communications of c = a b on M x N processes, for all M N = p";
  study.claim = "N_com is least where M : N is about m : n, and at M = N for m = n and p square";
  study.source = "Niculescu, example 2";
  study.axes = {size_axis("m", "rows of c", {32, 64, 128}), size_axis("o", "columns of a, rows of b", {16}),
                size_axis("n", "columns of c", {64}), size_axis("process_rows", "M", process_counts),
                size_axis("process_columns", "N", process_counts)};
  study.deterministic = true;
  study.algorithms = {"by-formula", "by-loads"};
  study.measured = engine::measured<CommunicationCount::Instance, CommunicationCount::Solution, ShapeMeasures>(
      [](const MatrixProduct& product, const Communications& counted) {
        return ShapeMeasures{static_cast<double>(product.processes()), static_cast<double>(counted.total())};
      },
      {{"processes", "p = M N", "", "", 0, &ShapeMeasures::processes},
       {"communications", "N_com", "data", "less", 0, &ShapeMeasures::communications}});
  study.sample = engine::sampler(wrapped_product);
  study.forms = engine::shown<CommunicationCount>({instance_line, counts_text, nullptr});
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit grid_table() {
  results::Exhibit exhibit{.name = "niculescu/shapes"};
  exhibit.title = "N_com of an m x 16 times 16 x 64 product on M x N processes, wrapped (Niculescu, example 2)";
  exhibit.sql = R"sql(WITH counts AS (
  SELECT m, n, o, process_rows AS M_, process_columns AS N_, max(processes) AS p,
         max(communications) FILTER (WHERE algorithm = 'by-formula') AS formula,
         max(communications) FILTER (WHERE algorithm = 'by-loads') AS counted
  FROM niculescu_shapes WHERE seed = :seed AND o = 16
  GROUP BY m, n, o, process_rows, process_columns)
SELECT 'm = ' || m || ', n = ' || n AS product, 'p = ' || CAST(p AS INTEGER) AS processes, M_ AS M, N_ AS N,
       formula, counted,
       CASE WHEN formula = min(formula) OVER same_p THEN 'least' END AS "by formula",
       CASE WHEN counted = min(counted) OVER same_p THEN 'least' END AS "as counted",
       CASE WHEN away = min(away) OVER same_p THEN 'nearest' END AS "M : N to m : n"
FROM (SELECT *, 1.0 * max(M_ * n, N_ * m) / min(M_ * n, N_ * m) AS away FROM counts) AS grids
WHERE p IN (12, 16, 36, 64)
WINDOW same_p AS (PARTITION BY m, n, p)
ORDER BY grids.m, grids.n, p, M_)sql";
  exhibit.note =
      "The formula assumes that every process row and column has an element; "
      "beyond m rows of processes it counts copies that are not needed. "
      "Nearest: M : N and m : n differ by the least factor.";
  exhibit.charts = {{.name = "curves",
                     .x = {"M", "process rows M", true},
                     .y = {.title = "N_com", .logarithmic = true},
                     .values = {{"formula", "by formula"}, {"counted", "as counted"}},
                     .series = "processes",
                     .panel = "product",
                     .panels_across = 3}};
  return {"niculescu/shapes", exhibit};
}

const engine::Registration shapes_registration{grid_experiment, grid_table};

}  // namespace
}  // namespace apportion::niculescu
