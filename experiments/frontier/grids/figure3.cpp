// Figure 3 of Kalinov & Klimov again, with the portfolio as the rival: what is left of the distance between the
// proposed decomposition and Beaumont et al. once both stand beside the better of the two and of later searches.
#include <fmt/format.h>

#include "base/text.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/frontier/grids/methods.hpp"

namespace apportion::frontier {
namespace {

constexpr const char* figure3_name = "frontier/grid-figure3";

// Figure 3 (a) and (b).
std::vector<std::string> figure_grids() {
  return {"2x2", "3x3", "4x4", "5x5", "6x6", "7x7", "8x8", "1x36", "2x18", "3x12", "4x9"};
}

engine::Experiment figure3_experiment() {
  engine::Study study = problems::study_of_grids(figure3_name);
  study.title = "The proposed decomposition and Beaumont et al. against the portfolio, on the grids of Figure 3";
  study.claim = "none; the question is how much faster the best known method is on the paper's own networks";
  study.source = "after Kalinov & Klimov 2004, Section 4.1, Figure 3";
  study.axes = problems::grid_axes();
  problems::set_axis(study.axes, "grid", engine::name_values(figure_grids()));
  problems::set_axes(study.axes, {{"level", grid_levels()}, {"block", {grid_block_side}}});
  study.algorithms = {"proposed", "beaumont", "best"};
  study.paired_metrics = problems::grid_paired_metrics();
  study.pairs = {{"proposed", "best"}, {"beaumont", "best"}};
  study.samples = 500;
  study.chunk_size = 100;
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit figure3() {
  results::Exhibit exhibit{.name = figure3_name};
  exhibit.title = "Time of the proposed decomposition and of Beaumont et al. over the portfolio's, mean over networks";
  exhibit.sql = fmt::format(R"sql(SELECT algorithm || ' / best, ' ||
         CASE WHEN grid IN ('1x36', '2x18', '3x12', '4x9') THEN 'grids of 36' ELSE 'square grids' END AS page,
       grid, level, relative_time AS mean, relative_time_se AS standard_error, relative_time_min AS least,
       relative_time_max AS greatest, 100 * worse AS slower, samples, 1.959964 * relative_time_se AS interval
FROM {1}
WHERE seed = :seed AND sampling = :sampling AND block = {0} AND rival = 'best'
ORDER BY algorithm DESC, grid IN ('1x36', '2x18', '3x12', '4x9'), CAST(grid AS INTEGER), grid, level)sql",
                            grid_block_side, sql_identifier(results::view_name(figure3_name)));
  exhibit.layout = {.page = "page",
                    .row = "level",
                    .column = "grid",
                    .values = {{"mean", "mean", 5},
                               {"standard_error", "standard error", 5},
                               {"least", "least of a network", 5},
                               {"greatest", "greatest of a network", 3},
                               {"slower", "networks on which it is slower than the portfolio, %", 1},
                               {"samples", "networks", 0}}};
  exhibit.note = fmt::format(
      "Times in whole elements, blocks of {0} x {0}. Both methods are members of the portfolio, "
      "so that no ratio of a network should be below 1: value `least`. "
      "The paper's own figure is kalinov/figure3a and figure3b; networks are drawn as there (reconstructed).",
      grid_block_side);
  exhibit.charts = {{.name = "curves",
                     .x = {"level", "level of heterogeneity"},
                     .y = {.title = "time over the portfolio's"},
                     .values = {{"mean", "mean", 5}},
                     .error = "interval",
                     .error_title = "95 % interval of the mean",
                     .series = "grid",
                     .panel = "page"}};
  return {figure3_name, exhibit, {{"sampling", "extremes"}}};
}

const engine::Registration figure3_registration{figure3_experiment, figure3};

}  // namespace
}  // namespace apportion::frontier
