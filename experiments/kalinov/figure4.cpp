// Figure 4: every single network of 6 x 6 processes at level 2, by its internal heterogeneity.
#include <fmt/format.h>

#include "experiments/kalinov/figures.hpp"

namespace apportion::kalinov {
namespace {

engine::Experiment figure4_experiment() {
  engine::Study study = grid_study("kalinov/figure4", {scatter_grid}, {"proposed", "beaumont"});
  study.title = "Single networks of 6 x 6 processes at level 2: time over the ideal time by internal heterogeneity";
  study.claim = "the proposed decomposition has less spread than Beaumont et al.'s";
  study.source = "Kalinov & Klimov 2004, Section 4.1, Figure 4; the sign in the second measure is corrected";
  problems::set_axis(study.axes, "level", engine::axis_values({scatter_level}));
  // The claim depends on how networks are drawn, so that two models are looked at by default.
  problems::set_axis(study.axes, "sampling", engine::name_values({"extremes", "skewed"}));
  study.keep_samples = true;
  study.samples = 32000;
  study.measured = problems::measured_heterogeneity();
  study.paired_metrics = {};
  study.pairs = {};
  return engine::erase(std::move(study));
}

results::Layout layout() {
  return {.page = "model",
          .row = "heterogeneity",
          .column = "decomposition",
          .row_title = "internal heterogeneity",
          .column_title = "",
          .values = {{"mean", "mean of T / ideal T", 5},
                     {"standard_error", "standard error", 5},
                     {"deviation", "standard deviation", 5},
                     {"least", "least", 5},
                     {"greatest", "greatest", 5},
                     {"networks", "networks", 0}}};
}

engine::CatalogueExhibit figure4() {
  results::Exhibit exhibit{.name = "kalinov/figure4"};
  exhibit.title =
      "Time over the ideal time by internal heterogeneity, 6 x 6 processes, level 2 (Kalinov & Klimov, Figure 4)";
  exhibit.sql = fmt::format(R"sql(WITH networks AS (
  SELECT sampling, algorithm, over_ideal AS x, CAST(floor(internal_heterogeneity / 0.05) AS INTEGER) AS bin
  FROM kalinov_figure4_samples
  WHERE seed = :seed AND rival = '' AND grid = '{}' AND level = {} AND block = {}),
bins AS (
  SELECT sampling, algorithm, bin, printf('%.2f - %.2f', bin * 0.05, bin * 0.05 + 0.05) AS heterogeneity,
         count(*) AS networks, avg(x) AS mean, avg(x * x) - avg(x) * avg(x) AS variance, min(x) AS least,
         max(x) AS greatest
  FROM networks GROUP BY sampling, algorithm, bin
  UNION ALL
  SELECT sampling, algorithm, 1000, 'all', count(*), avg(x), avg(x * x) - avg(x) * avg(x), min(x), max(x)
  FROM networks GROUP BY sampling, algorithm)
SELECT 'sampling model ' || sampling AS model, heterogeneity, algorithm AS decomposition, mean,
       CASE WHEN networks > 1 THEN sqrt(max(variance, 0) / (networks - 1)) END AS standard_error,
       CASE WHEN networks > 1 THEN sqrt(max(variance, 0) * networks / (networks - 1)) END AS deviation, least, greatest,
       networks
FROM bins
ORDER BY bin, sampling, algorithm)sql",
                            scatter_grid, scatter_level, block_side);
  exhibit.layout = layout();
  exhibit.note = std::string("Each network is a row of the view kalinov_figure4_samples. ") + sampling_note;
  return {.experiment = "kalinov/figure4", .exhibit = exhibit, .open_axes = {"sampling"}};
}

// The paper's figure itself. The first networks stand for all of them, which are too many to be told apart in print.
engine::CatalogueExhibit figure4_networks() {
  results::Exhibit exhibit{.name = "kalinov/figure4-networks"};
  exhibit.title =
      "Single networks: time over the ideal time and internal heterogeneity, 6 x 6 processes, "
      "level 2 (Kalinov & Klimov, Figure 4)";
  exhibit.sql =
      fmt::format(R"sql(SELECT 'sampling model ' || sampling AS model, algorithm AS decomposition, sample AS network,
       internal_heterogeneity AS heterogeneity, over_ideal
FROM kalinov_figure4_samples
WHERE seed = :seed AND rival = '' AND grid = '{}' AND level = {} AND block = {} AND sample < :networks
ORDER BY sampling, algorithm, sample)sql",
                  scatter_grid, scatter_level, block_side);
  exhibit.charts = {{.name = "scatter",
                     .kind = results::ChartKind::scatter,
                     .x = {"heterogeneity", "internal heterogeneity"},
                     .y = {.title = "time / ideal time"},
                     .values = {{"over_ideal", "time over the ideal time", 5}},
                     .series = "decomposition",
                     .panel = "model"}};
  exhibit.note = std::string("The first 300 networks of each model; more by --set networks=... ") + sampling_note;
  return {.experiment = "kalinov/figure4",
          .exhibit = exhibit,
          .parameters = {{"networks", "300"}},
          .open_axes = {"sampling"}};
}

const engine::Registration figure4_registration{figure4_experiment, figure4, figure4_networks};

}  // namespace
}  // namespace apportion::kalinov
