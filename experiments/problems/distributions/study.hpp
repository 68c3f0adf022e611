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
                                       const std::vector<double>& values);

/// n elements and p processes, as the point says; nothing is random.
[[nodiscard]] DistributionShape distribution_shape(const engine::Point& point, RandomStream& stream);

/// A study of the registered kinds with samples of distribution_shape(), of which all measures are stored.
[[nodiscard]] engine::Study study_of_distributions(const std::string& name = {});

/// relative_time: triangular time over the rival's.
[[nodiscard]] std::vector<engine::PairedMetric> distribution_paired_metrics();

/// Distributions in the paper's notation.
[[nodiscard]] engine::Presentation<DistributionKind> show_distributions();

/// The sweep of this family by default: axes n and p.
[[nodiscard]] engine::Study distribution_study();

/// That study with what a sweep file says. A sweep divides one dimension, not a matrix product: of the keys of `solve
/// distributions` a line of instances has n and p.
[[nodiscard]] engine::Experiment distribution_sweep(const engine::SweepDefinition& definition);

/// Problems {"n":…,"p":…}; answers with a "distribution" in the notation of `apportion solve distributions`.
[[nodiscard]] Exchange<DistributionKind> distribution_exchange();

}  // namespace apportion::problems
