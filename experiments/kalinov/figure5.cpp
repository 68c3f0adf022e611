// The simulation behind Figure 5: three-dimensional grids, the proposed decomposition against ideal and natural.
#include "experiments/kalinov/figures.hpp"

namespace apportion::kalinov {
namespace {

engine::Experiment figure5_experiment() {
  problems::GridStudy study =
      grid_study("kalinov/figure5", {"2x2x2", "3x3x3", "4x4x4", "5x5x5", "6x6x6"}, {"proposed", "natural"});
  study.title = "The proposed decomposition against the ideal and the natural one on grids of 2 x 2 x 2 to 6 x 6 x 6";
  study.claim =
      "the proposed decomposition is clearly worse than the ideal one on small grids, and much better than the natural "
      "one at high levels";
  study.source = "Kalinov & Klimov 2004, Section 4.2, Figure 5; the block's side, 1000, is not printed there";
  study.samples = 1000;
  return engine::erase(std::move(study));
}

const engine::ExperimentRegistration registration{figure5_experiment};

}  // namespace
}  // namespace apportion::kalinov
