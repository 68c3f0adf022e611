// What the printed rounding rule costs against rounding by remainders.
#include "experiments/kalinov/figures.hpp"

namespace apportion::kalinov {
namespace {

engine::Experiment rounding_experiment() {
  engine::Study study = grid_study("kalinov/rounding", {"6x6"}, {"proposed", "proposed[printed-rounding]"});
  study.title = "Rounding by remainders against the printed rule, 6 x 6, blocks of 1000 x 1000 and 10000 x 10000";
  study.claim = "the printed rule undoes what was optimised: it gives left-over elements by the natural shares";
  study.source = "Kalinov & Klimov 2004, Section 3.2";
  problems::set_axes(study.axes, {{"level", {2, 4, 8, 16}}, {"block", {1000, 10000}}});
  study.algorithms = {"proposed", "proposed[printed-rounding]", "proposed[mapping=NAT]",
                      "proposed[mapping=NAT,printed-rounding]"};
  study.samples = 1000;
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit rounding() {
  results::Exhibit exhibit{.name = "kalinov/rounding"};
  exhibit.claim = "";  // what rounding costs is our question
  exhibit.title = "What rounding adds to the time of the proposed decomposition on 6 x 6 grids, in percent";
  exhibit.sql = R"sql(SELECT 'block ' || block AS block, level,
       CASE WHEN instr(algorithm, 'NAT') THEN 'NAT' ELSE 'best mapping' END ||
         CASE WHEN instr(algorithm, 'printed') THEN ', as printed' ELSE ', remainders' END AS rule,
       100 * rounding_loss AS percent, 100 * rounding_loss_se AS standard_error,
       195.9964 * rounding_loss_se AS interval
FROM kalinov_rounding
WHERE seed = :seed AND sampling = :sampling AND grid = '6x6' AND rival = ''
  AND algorithm IN ('proposed', 'proposed[printed-rounding]', 'proposed[mapping=NAT]',
                    'proposed[mapping=NAT,printed-rounding]')
ORDER BY CAST(substr(block, 7) AS INTEGER), level, instr(algorithm, 'NAT') > 0, algorithm)sql";
  exhibit.layout = {.page = "block",
                    .row = "level",
                    .column = "rule",
                    .pages_across = 2,
                    .values = {{"percent", "mean", 2}, {"standard_error", "standard error", 2}}};
  exhibit.note =
      "The printed rule gives left-over elements to the slices that are furthest below their natural share; "
      "choosing the best of three mappings after rounding hides part of that. All other exhibits round by remainders.";
  exhibit.charts = {{.name = "curves",
                     .x = {"level", "level of heterogeneity"},
                     .y = {.title = "added by rounding, %", .logarithmic = true},
                     .values = {{"percent", "mean", 2}},
                     .error = "interval",
                     .error_title = "95 % interval of the mean",
                     .series = "rule",
                     .panel = "block"}};
  return {"kalinov/rounding", exhibit, {{"sampling", "extremes"}}};
}

const engine::Registration rounding_registration{rounding_experiment, rounding};

}  // namespace
}  // namespace apportion::kalinov
