// Table 1: nine processes of performances 1 to 9 on a 3 x 3 grid by the three mappings.
#include <fmt/format.h>

#include "algorithms/grids/mappings.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"

namespace apportion::kalinov {
namespace {

// The performance that a mapping puts onto a cell.
template <Mapping (*map)(const ProcessGrid&, std::span<const double>)>
double performance_at(const std::size_t& cell) {
  const std::vector<double> performances = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  return performances[map({{3, 3}}, performances)[cell]];
}

engine::Experiment table1_experiment() {
  engine::Study study{.name = "kalinov/table1"};
  study.title = "Processes of performances 1 to 9 on a 3 x 3 grid by NAT, NAT1 and NAT2";
  study.claim = "the three mappings place the nine processes as printed";
  study.source = "Kalinov & Klimov 2004, Section 3.1, Table 1";
  study.axes = {
      engine::whole_axis("rho0", "first coordinate of the cell", engine::AxisRole::applied, 0, 2, {0, 1, 2}),
      engine::whole_axis("rho1", "second coordinate of the cell", engine::AxisRole::applied, 0, 2, {0, 1, 2})};
  study.deterministic = true;
  engine::set_functions<std::size_t, double>(
      study, {{"NAT", performance_at<nat>}, {"NAT1", performance_at<nat1>}, {"NAT2", performance_at<nat2>}});
  study.measured = engine::measured_number({"performance", "performance of the process on the cell", "", "", 0});
  study.sample = engine::sampler([](const engine::Point& point, RandomStream& /*stream*/) {
    return point.count("rho0") + 3 * point.count("rho1");
  });
  return engine::erase(std::move(study));
}

results::Exhibit table1() {
  results::Exhibit exhibit{.name = "kalinov/table1", .study = "kalinov/table1"};
  exhibit.title = "Performances 1 to 9 on a 3 x 3 grid (Kalinov & Klimov, Table 1)";
  exhibit.sql = fmt::format(R"sql(WITH printed AS (
  SELECT algorithm, json_extract(coordinates, '$.rho0') AS rho0, json_extract(coordinates, '$.rho1') AS rho1,
         value AS printed
  FROM published_numbers WHERE exhibit = 'kalinov/table1' AND quantity = 'performance')
SELECT algorithm AS mapping, rho0, rho1, CAST(performance AS INTEGER) AS ours, CAST(printed AS INTEGER) AS printed,
       {} AS verdict
FROM kalinov_table1 JOIN printed USING (algorithm, rho0, rho1)
WHERE seed = :seed
ORDER BY instr('NAT1 NAT  NAT2', algorithm || ' '), rho0 DESC, rho1)sql",
                            results::verdict_of_number_sql("performance", "printed"));
  exhibit.layout = {.page = "mapping",
                    .row = "rho0",
                    .column = "rho1",
                    .pages_across = 3,
                    .values = {{"ours", "ours"}, {"printed", "printed"}, {"verdict", "verdict"}}};
  exhibit.judgements = {{.what = "cells of Table 1"}};
  return exhibit;
}

const engine::Registration table1_registration{table1_experiment, table1};

}  // namespace
}  // namespace apportion::kalinov
