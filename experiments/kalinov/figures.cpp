// Studies and tables of Figures 3 and 5.
#include "experiments/kalinov/figures.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace apportion::kalinov {

engine::Study grid_study(const std::string& name, const std::vector<std::string>& grids,
                         const std::vector<std::string>& rivals) {
  engine::Study study = problems::study_of_grids(name);
  study.axes = problems::grid_axes();
  problems::set_axis(study.axes, "grid", engine::name_values(grids));
  problems::set_axis(study.axes, "level", engine::axis_values(levels()));
  study.chunk_size = 500;
  study.algorithms = rivals;
  study.paired_metrics = problems::grid_paired_metrics();
  study.pairs = {{rivals.at(0), rivals.at(1)}};
  return study;
}

std::vector<results::Chart> figure_charts(const std::string& axis_title, std::optional<double> neutral) {
  return {{.name = "curves",
           .x = {"level", "level of heterogeneity"},
           .y = {.title = axis_title},
           .values = {{"mean", "mean", 5}},
           .error = "interval",
           .error_title = "95 % interval of the mean",
           .series = "grid"},
          {.name = "heat-map",
           .kind = results::ChartKind::heat_map,
           .x = {"grid", "grid"},
           .y = {"level", "level"},
           .values = {{"mean", axis_title, 4}},
           .neutral = neutral}};
}

engine::CatalogueExhibit figure_table(const FigureTable& figure) {
  results::Exhibit exhibit{.name = figure.name};
  exhibit.title = figure.title;
  exhibit.sql =
      fmt::format(R"sql(SELECT grid, level, {0} AS mean, {0}_se AS standard_error, {0}_sd AS deviation,
       1.959964 * {0}_se AS interval, {1}samples
FROM {2}
WHERE seed = :seed AND sampling = :sampling AND block = {5} AND algorithm = '{3}' AND rival = '{4}'
ORDER BY level, CAST(grid AS INTEGER), grid)sql",
                  figure.metric, figure.rival.empty() ? "" : "worse AS worse_share, ",
                  sql_identifier(results::view_name(figure.experiment)), figure.algorithm, figure.rival, block_side);
  exhibit.layout = {.row = "level",
                    .column = "grid",
                    .values = {{"mean", "mean", 5},
                               {"standard_error", "standard error", 5},
                               {"deviation", "standard deviation", 5},
                               {"samples", "networks", 0}}};
  if (!figure.rival.empty()) exhibit.layout.values.push_back({"worse_share", "share slower than the rival", 4});
  exhibit.note = figure.note;
  // A ratio of rivals has a middle; how far the ideal is has none.
  exhibit.charts = figure_charts(figure.axis_title, figure.rival.empty() ? std::nullopt : std::optional<double>(1));
  return {figure.experiment, exhibit, {{"sampling", "extremes"}}};
}

}  // namespace apportion::kalinov
