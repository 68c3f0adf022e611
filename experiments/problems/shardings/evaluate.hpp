// What an answer to a sharding problem costs, whoever found it.
#pragma once

#include <vector>

#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/problem_family.hpp"
#include "sim/graphs/sharding.hpp"

namespace apportion::problems {

/// What labels cost and occupy, added up by code that no algorithm uses.
struct RecomputedSums {
  WideWhole cost = 0;
  std::int64_t forbidden = 0;  ///< strategies and pairs
  WideWhole peak = 0;

  [[nodiscard]] bool is_allowed(const ShardingGraph& graph) const {
    return forbidden == 0 && (!graph.usage_limit || peak <= *graph.usage_limit);
  }
};

[[nodiscard]] RecomputedSums recomputed_sums(const ShardingGraph& graph, const Sharding& sharding);

/// A problem, and labels or the log of a proof.
[[nodiscard]] const std::vector<Field>& evaluated_sharding_fields();

/// {"schema":1,"cost":…,"peak":…,"limit":…,"forbidden":…,"allowed":…} of labels; of a certificate, which is replayed,
/// {"schema":1,"cost":…,"lower_bound":…,"proven_optimal":…,"proven_infeasible":…,"records":…}.
[[nodiscard]] Evaluation evaluate_shardings(const FieldValues& given);

}  // namespace apportion::problems
