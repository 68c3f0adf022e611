// Simple distributions under the triangular computation of Niculescu's example 1: n steps, of which step k uses the
// first k elements.
#pragma once

#include <string>
#include <vector>

#include "algorithms/distributions/distribution_kind.hpp"
#include "experiments/engine/experiment.hpp"
#include "experiments/problems/external/own_algorithms.hpp"

namespace apportion::problems {

/// A whole-number axis from 1 to 2^20 whose values share the same instances.
[[nodiscard]] engine::Axis length_axis(const std::string& name, const std::string& title,
                                       const std::vector<double>& values = {});

/// Problems {"n":…,"p":…}; answers with a "distribution" in the notation of `apportion solve distributions`.
[[nodiscard]] Exchange<DistributionKind> distribution_exchange();

}  // namespace apportion::problems
