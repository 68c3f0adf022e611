// Figure 3 (a): the proposed decomposition against Beaumont et al. on square grids.
#include "experiments/kalinov/figures.hpp"

namespace apportion::kalinov {
namespace {

engine::Experiment figure3a_experiment() {
  problems::GridStudy study =
      grid_study("kalinov/figure3a", {"2x2", "3x3", "4x4", "5x5", "6x6", "7x7", "8x8"}, {"proposed", "beaumont"});
  study.title = "The proposed decomposition against Beaumont et al. on square grids of 2 x 2 to 8 x 8";
  study.claim =
      "Beaumont et al. are better on 2 x 2 grids, by 1.01762 at most (level 16), and elsewhere in a limited region "
      "only";
  study.source = "Kalinov & Klimov 2004, Section 4.1, Figure 3 (a)";
  study.samples = 32000;
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit figure3a() {
  return figure_table({.name = "kalinov/figure3a",
                       .experiment = "kalinov/figure3a",
                       .title = "Time of the proposed decomposition over Beaumont et al.'s, square grids, mean over "
                                "networks (Kalinov & Klimov, Figure 3 (a))",
                       .metric = "relative_time",
                       .algorithm = "proposed",
                       .rival = "beaumont",
                       .note = sampling_note,
                       .axis_title = "proposed / Beaumont et al."});
}

const engine::ExperimentRegistration experiment_registration{figure3a_experiment};
const engine::ExhibitRegistration exhibit_registration{figure3a};

}  // namespace
}  // namespace apportion::kalinov
