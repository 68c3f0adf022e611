// Figure 5: three-dimensional grids, the proposed decomposition over (a) the ideal time and (b) the natural one's.
#include "experiments/kalinov/figures.hpp"

namespace apportion::kalinov {
namespace {

engine::Experiment figure5_experiment() {
  engine::Study study = grid_study("kalinov/figure5", cubes(), {"proposed", "natural"});
  study.title = "The proposed decomposition against the ideal and the natural one on grids of 2 x 2 x 2 to 6 x 6 x 6";
  study.claim =
      "the proposed decomposition is clearly worse than the ideal one on small grids, "
      "and much better than the natural one at high levels";
  study.source = "Kalinov & Klimov 2004, Section 4.2, Figure 5; the block's side, 1000, is not printed there";
  study.samples = 1000;
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit figure5a() {
  return figure_table({.name = "kalinov/figure5a",
                       .experiment = "kalinov/figure5",
                       .title = "Time of the proposed decomposition over the ideal time, "
                                "mean over networks (Kalinov & Klimov, Figure 5 (a))",
                       .metric = "over_ideal",
                       .algorithm = "proposed",
                       .rival = "",
                       .note = sampling_note,
                       .axis_title = "proposed / ideal"});
}

engine::CatalogueExhibit figure5b() {
  return figure_table({.name = "kalinov/figure5b",
                       .experiment = "kalinov/figure5",
                       .title = "Time of the proposed decomposition over the natural one's, "
                                "mean over networks (Kalinov & Klimov, Figure 5 (b))",
                       .metric = "relative_time",
                       .algorithm = "proposed",
                       .rival = "natural",
                       .note = sampling_note,
                       .axis_title = "proposed / natural"});
}

const engine::Registration figure5_registration{figure5_experiment, figure5a, figure5b};

}  // namespace
}  // namespace apportion::kalinov
