// Figure 3: the proposed decomposition against Beaumont et al., (a) on square grids, (b) on all grids of 36 processes.
#include "experiments/kalinov/figures.hpp"

namespace apportion::kalinov {
namespace {

engine::Experiment figure3a_experiment() {
  engine::Study study = grid_study("kalinov/figure3a", square_grids(), {"proposed", "beaumont"});
  study.title = "The proposed decomposition against Beaumont et al. on square grids of 2 x 2 to 8 x 8";
  study.claim =
      "Beaumont et al. are better on 2 x 2 grids, by 1.01762 at most (level 16), "
      "and elsewhere in a limited region only";
  study.source = "Kalinov & Klimov 2004, Section 4.1, Figure 3 (a)";
  study.samples = 32000;
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit figure3a() {
  return figure_table({.name = "kalinov/figure3a",
                       .experiment = "kalinov/figure3a",
                       .title = "Time of the proposed decomposition over Beaumont et al.'s, square grids, "
                                "mean over networks (Kalinov & Klimov, Figure 3 (a))",
                       .metric = "relative_time",
                       .algorithm = "proposed",
                       .rival = "beaumont",
                       .note = sampling_note,
                       .axis_title = "proposed / Beaumont et al."});
}

engine::Experiment figure3b_experiment() {
  engine::Study study = grid_study("kalinov/figure3b", grids_of_36(), {"proposed", "beaumont"});
  study.title = "The proposed decomposition against Beaumont et al. on the five grids of 36 processes";
  study.claim =
      "on grids with edges of very different lengths both are practically equal at low levels, "
      "and the proposed one is a bit better at high levels";
  study.source = "Kalinov & Klimov 2004, Section 4.1, Figure 3 (b)";
  study.samples = 32000;
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit figure3b() {
  return figure_table({.name = "kalinov/figure3b",
                       .experiment = "kalinov/figure3b",
                       .title = "Time of the proposed decomposition over Beaumont et al.'s, 36 processes, "
                                "mean over networks (Kalinov & Klimov, Figure 3 (b))",
                       .metric = "relative_time",
                       .algorithm = "proposed",
                       .rival = "beaumont",
                       .note = sampling_note,
                       .axis_title = "proposed / Beaumont et al."});
}

const engine::Registration figure3_registration{figure3a_experiment, figure3b_experiment, figure3a, figure3b};

}  // namespace
}  // namespace apportion::kalinov
