// Small matrix products, for the statements about communications.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "algorithms/distributions/communication_count.hpp"
#include "algorithms/distributions/distribution_kind.hpp"

namespace apportion::niculescu {

/// The ways of counting that the statements compare.
constexpr std::string_view by_definition = "by-definition";
constexpr std::string_view by_formula = "by-formula";

/// The sizes of c = a b, m x o times o x n, on M x N x Q processes.
struct ProductSizes {
  Index m = 1, o = 1, n = 1, M = 1, N = 1, Q = 1;

  [[nodiscard]] std::vector<Index> simple() const { return {m, o, n, M, N}; }
  [[nodiscard]] std::vector<Index> all() const { return {m, o, n, M, N, Q}; }
};

/// Whether the paper has simple distributions for them: M <= m and N <= n.
[[nodiscard]] bool is_simple(const ProductSizes& sizes);

/// Visits all simple sizes up to the bound, with `least_layers` <= Q <= min(most_layers, o), so that p = M N Q <= m n o
/// as Section 3 requires.
void for_layered_sizes(Index bound, Index least_layers, Index most_layers,
                       const std::function<void(const ProductSizes&)>& visit);

/// The product with rows and columns of these kinds, the inner dimension by wrap, and a and b stored with c.
[[nodiscard]] MatrixProduct product_of(std::string_view rows, std::string_view columns, const ProductSizes& sizes);

}  // namespace apportion::niculescu
