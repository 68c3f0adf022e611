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

/// How good a distribution is for the triangular computation; in elements.
struct DistributionMeasures {
  double time = 0;        ///< triangular_time()
  double bound = 0;       ///< triangular_bound()
  double efficiency = 0;  ///< all elements of all steps over p times the time
  double imbalance = 0;   ///< Ma - Mi
  double cut = 0;         ///< cut_neighbours()
};
using DistributionStudy = engine::Study<DistributionKind, DistributionMeasures>;

/// Sets what the study measures, and a metric for each of the measures.
void measure_distributions(DistributionStudy& study);

/// relative_time: triangular time over the rival's.
[[nodiscard]] std::vector<engine::PairedMetric<DistributionMeasures>> distribution_paired_metrics();

/// Distributions in the paper's notation.
[[nodiscard]] engine::Presentation<DistributionKind> show_distributions();

/// What a sweep of this family is unless its file says otherwise: axes n and p.
[[nodiscard]] DistributionStudy distribution_study();

/// Problems {"n":…,"p":…}; answers with a "distribution" in the notation of `apportion solve distributions`.
[[nodiscard]] Exchange<DistributionKind> distribution_exchange();

}  // namespace apportion::problems

namespace apportion::engine {
extern template Experiment erase(problems::DistributionStudy study);
}  // namespace apportion::engine
