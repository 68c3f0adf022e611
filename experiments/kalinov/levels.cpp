// Levels beyond 16 on 2 x 2 grids: where the level axis of Figure 3 (a) ends decides where its greatest value is.
#include "experiments/kalinov/figures.hpp"

namespace apportion::kalinov {
namespace {

engine::Experiment levels_experiment() {
  engine::Study study = grid_study("kalinov/levels", {"2x2"}, {"proposed", "beaumont"});
  study.title = "The proposed decomposition against Beaumont et al. on 2 x 2 grids, levels 16 and beyond";
  study.claim = "the benefit of Beaumont et al. is greatest at level 16";
  study.source = "Kalinov & Klimov 2004, Section 4.1; where the axis of Figure 3 (a) ends is reconstructed";
  problems::set_axis(study.axes, "level", engine::axis_values(levels_beyond()));
  study.samples = 32000;
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit levels_table() {
  engine::CatalogueExhibit entry =
      figure_table({.name = "kalinov/levels",
                    .experiment = "kalinov/levels",
                    .title = "Time of the proposed decomposition over Beaumont et al.'s, 2 x 2, levels 16 and beyond",
                    .metric = "relative_time",
                    .algorithm = "proposed",
                    .rival = "beaumont",
                    .note = std::string("The text names level 16 as that of the greatest benefit; "
                                        "where the figure's axis ends is not printed (reconstructed: 16). ") +
                            sampling_note,
                    .axis_title = "proposed / Beaumont et al."});
  entry.exhibit.charts.pop_back();  // one grid makes no heat map
  return entry;
}

const engine::Registration levels_registration{levels_experiment, levels_table};

}  // namespace
}  // namespace apportion::kalinov
