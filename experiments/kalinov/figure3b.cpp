// Figure 3 (b): the proposed decomposition against Beaumont et al. on all grids of 36 processes.
#include "experiments/kalinov/figures.hpp"

namespace apportion::kalinov {
namespace {

engine::Experiment figure3b_experiment() {
  problems::GridStudy study =
      grid_study("kalinov/figure3b", {"1x36", "2x18", "3x12", "4x9", "6x6"}, {"proposed", "beaumont"});
  study.title = "The proposed decomposition against Beaumont et al. on the five grids of 36 processes";
  study.claim =
      "on grids with edges of very different lengths both are practically equal at low levels, and the proposed one is "
      "a "
      "bit better at high levels";
  study.source = "Kalinov & Klimov 2004, Section 4.1, Figure 3 (b)";
  study.samples = 32000;
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit figure3b() {
  return figure_table({.name = "kalinov/figure3b",
                       .experiment = "kalinov/figure3b",
                       .title = "Time of the proposed decomposition over Beaumont et al.'s, 36 processes, mean over "
                                "networks (Kalinov & Klimov, Figure 3 (b))",
                       .metric = "relative_time",
                       .algorithm = "proposed",
                       .rival = "beaumont",
                       .note = sampling_note,
                       .axis_title = "proposed / Beaumont et al."});
}

const engine::ExperimentRegistration experiment_registration{figure3b_experiment};
const engine::ExhibitRegistration exhibit_registration{figure3b};

}  // namespace
}  // namespace apportion::kalinov
