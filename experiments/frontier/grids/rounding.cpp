// What each rule of rounding adds to the time: remainders, the printed rule, and apportionment.
#include <fmt/format.h>

#include "base/text.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/frontier/grids/methods.hpp"

namespace apportion::frontier {
namespace {

constexpr const char* rounding_name = "frontier/grid-rounding";

engine::Experiment rounding_experiment() {
  engine::Study study = problems::study_of_grids(rounding_name);
  study.title = "Three rules of rounding on the same real-valued lengths";
  study.claim = "none; the question is what an apportionment saves";
  study.source = "the printed rule is Kalinov & Klimov's (2004), Section 3.2";
  study.axes = problems::grid_axes();
  problems::set_axis(study.axes, "grid", engine::name_values({"8", "36", "3x3", "6x6", "3x3x3"}));
  problems::set_axes(study.axes, {{"level", {2, 16}}, {"block", {100, 1000}}});
  study.stored_metrics = {"rounding_loss"};
  // One mapping, so that all rules round the same lengths.
  study.algorithms = {"proposed[mapping=NAT]", "proposed[mapping=NAT,printed-rounding]",
                      "proposed[mapping=NAT,apportioned]"};
  study.samples = 500;
  study.chunk_size = 100;
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit rounding() {
  results::Exhibit exhibit{.name = rounding_name};
  exhibit.title = "What rounding adds to the time of the proposed lengths (NAT), in percent";
  exhibit.sql = fmt::format(R"sql(SELECT 'block ' || block AS page, grid || printf(', level %g', level) AS network,
       CASE WHEN instr(algorithm, 'printed') THEN 'as printed'
            WHEN instr(algorithm, 'apportioned') THEN 'apportioned' ELSE 'remainders' END AS rule,
       100 * rounding_loss AS mean, 100 * rounding_loss_se AS standard_error, 100 * rounding_loss_max AS greatest,
       samples AS networks
FROM {}
WHERE seed = :seed AND sampling = :sampling AND rival = '' AND algorithm LIKE 'proposed[mapping=NAT%'
ORDER BY block, length(grid), CAST(grid AS INTEGER), grid, level,
         instr('as printed, remainders, apportioned', rule))sql",
                            sql_identifier(results::view_name(rounding_name)));
  exhibit.layout = {.page = "page",
                    .row = "network",
                    .column = "rule",
                    .row_title = "grid",
                    .pages_across = 2,
                    .values = {{"mean", "mean", 3},
                               {"standard_error", "standard error", 3},
                               {"greatest", "greatest", 2},
                               {"networks", "networks", 0}}};
  exhibit.note =
      "In one dimension the apportionment gives the least time in whole elements. "
      "In several it apportions one dimension after the other, from what the two other rules give, "
      "and is never slower than either; "
      "where the real-valued lengths are not the best ones of the mapping it may even end below their time.";
  return {rounding_name, exhibit, {{"sampling", "extremes"}}};
}

const engine::Registration rounding_registration{rounding_experiment, rounding};

}  // namespace
}  // namespace apportion::frontier
