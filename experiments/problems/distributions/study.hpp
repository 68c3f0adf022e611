// The family of simple distributions under the triangular computation of Niculescu's example 1: n steps, of which step
// k works on the first k elements.
#pragma once

#include <string>
#include <vector>

#include "algorithms/distributions/distribution_kind.hpp"
#include "experiments/engine/study.hpp"
#include "experiments/problems/external/exchange.hpp"

namespace apportion::problems {

/// A whole-number axis from 1 to 2^20 whose values meet the same instances.
[[nodiscard]] engine::Axis length_axis(const std::string& name, const std::string& title,
                                       const std::vector<double>& values = {});

/// The family's study with what a sweep file says. A sweep divides one dimension, not a matrix product: of the keys of
/// `solve distributions` a line of instances has n and p.
[[nodiscard]] engine::Experiment distribution_sweep(const engine::SweepDefinition& definition);

/// Problems {"n":…,"p":…}; answers with a "distribution" in the notation of `apportion solve distributions`.
[[nodiscard]] Exchange<DistributionKind> distribution_exchange();

}  // namespace apportion::problems
