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

/// Every case of a statement has all its sizes; the bound of CheckedCases is the one of Bounds that was used.
/// Statements beyond the paper follow from it, or would follow if one of its conditions were dropped.
using Statement = engine::Check<Bounds>;
[[nodiscard]] std::vector<Statement> checks_of_products();  ///< of matrices

/// All statements, in the order of the paper.
[[nodiscard]] std::vector<Statement> statements();

/// Visits the distribution of every registered kind that is defined for n and p.
void for_each_kind(Index n, Index p, const std::function<void(const Distribution&)>& visit);

/// Visits every map from {0..n-1} to {0..p-1}, as the list of its values.
void for_each_mapping(Index n, Index p, const std::function<void(const std::vector<Index>&)>& visit);

/// The sizes of c = a b, m x o times o x n, on M x N x Q processes.
struct ProductSizes {
  Index m = 1, o = 1, n = 1, M = 1, N = 1, Q = 1;

  [[nodiscard]] std::vector<Index> simple() const { return {m, o, n, M, N}; }
  [[nodiscard]] std::vector<Index> all() const { return {m, o, n, M, N, Q}; }
};

/// Visits all sizes up to the bound with M <= m and N <= n, and `least_layers` <= Q <= min(most_layers, o), so that p =
/// M N Q <= m n o as Section 3 requires.
void for_layered_sizes(Index bound, Index least_layers, Index most_layers,
                       const std::function<void(const ProductSizes&)>& visit);

}  // namespace apportion::niculescu
