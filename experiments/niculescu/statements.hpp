// Statements about distributions that the program checks on all sizes up to a bound.
#pragma once

#include <functional>
#include <vector>

#include "algorithms/distributions/distribution_kind.hpp"
#include "experiments/engine/claims.hpp"

namespace apportion::niculescu {

using engine::CheckedCases;

/// The sizes up to which the checks go.
struct Bounds {
  Index length = 1;   ///< indices and processes of one dimension
  Index side = 1;     ///< the same for products, which have up to six sizes
  Index mapping = 1;  ///< the same where every map is checked
};

/// The most sizes that a case has.
constexpr std::size_t most_sizes = 6;

/// Every case of a statement has all its sizes; the bound of CheckedCases is the one of Bounds that was used.
/// Statements beyond the paper follow from it, or would follow if one of its conditions were dropped.
using Statement = engine::Check<Bounds>;
[[nodiscard]] std::vector<Statement> checks_of_counted();
[[nodiscard]] std::vector<Statement> checks_of_layers();
[[nodiscard]] std::vector<Statement> checks_of_shapes();

/// All statements, in the order of the paper.
[[nodiscard]] std::vector<Statement> statements();

/// Visits the distribution of every registered kind that is defined for n and p.
void for_each_kind(Index n, Index p, const std::function<void(const Distribution&)>& visit);

/// Visits every map from {0..n-1} to {0..p-1}, as the list of its values.
void for_each_mapping(Index n, Index p, const std::function<void(const std::vector<Index>&)>& visit);

/// How often each of 0..p-1 is among the owners: |O.q| by counting.
[[nodiscard]] std::vector<Index> counted_loads(const std::vector<Index>& owners, Index p);

/// Mi and Ma of these loads; there is at least one.
struct Extremes {
  Index least = 0;
  Index most = 0;
};
[[nodiscard]] Extremes extremes(const std::vector<Index>& loads);

[[nodiscard]] std::vector<Index> owners_of(const Distribution& distribution);

}  // namespace apportion::niculescu
