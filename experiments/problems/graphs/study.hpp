// The graph family: axes, sampler and metrics for studies that label alignment-distribution graphs.
#pragma once

#include <string>
#include <vector>

#include "algorithms/graphs/graph_algorithm.hpp"
#include "experiments/problems/common/family_study.hpp"
#include "experiments/problems/graphs/solve.hpp"

namespace apportion::problems {

/// nodes, candidates, degree, strength (sampled), rho (applied) and sampling, each with one small default value;
/// studies set their own values.
[[nodiscard]] std::vector<engine::Axis> graph_axes();

/// Only the axis rho, with these values or its own; for studies of given graphs.
[[nodiscard]] engine::Axis rho_axis(const std::vector<double>& values = {});

/// The family's study. It stores all measures except lower_bound, which is offered; a sample whose optimum cannot be
/// proved within the limit of search nodes fails. `rho` changes the graphs of instances.
[[nodiscard]] const FamilyStudy<GraphQuestion, GraphAnswer>& graph_study();

/// Graphs as `apportion solve graphs` takes them; answers with its "labels".
[[nodiscard]] Exchange<GraphAlgorithm> graph_exchange();

}  // namespace apportion::problems
