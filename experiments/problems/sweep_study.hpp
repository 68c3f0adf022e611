// Filling of a family's own study with what a sweep file says.
#pragma once

#include "experiments/engine/study.hpp"
#include "experiments/engine/sweep.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/sweep_inputs.hpp"

namespace apportion::problems {

/// The study sweeps/NAME, see sweep_experiment(): a family's own one, changed in what the definition says. Without
/// `inputs` the family takes neither clusters nor instances from files, without `own` no algorithms of users' own.
[[nodiscard]] engine::Experiment sweep_study(engine::Study study, const engine::SweepDefinition& definition,
                                             const SweepInputs& inputs = {}, const OwnSolvers& own = nullptr);

}  // namespace apportion::problems
