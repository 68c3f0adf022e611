// Enumerates small matrix products.
#include "experiments/niculescu/counted_products.hpp"

#include <algorithm>
#include <array>

namespace apportion::niculescu {

void for_all_sizes(Index bound, const std::function<void(const ProductSizes&)>& visit) {
  for (Index m = 1; m <= bound; ++m)
    for (Index o = 1; o <= bound; ++o)
      for (Index n = 1; n <= bound; ++n)
        for (Index M = 1; M <= bound; ++M)
          for (Index N = 1; N <= bound; ++N) visit({m, o, n, M, N, 1});
}

bool is_simple(const ProductSizes& sizes) { return sizes.M <= sizes.m && sizes.N <= sizes.n; }

void for_layered_sizes(Index bound, Index least_layers, Index most_layers,
                       const std::function<void(const ProductSizes&)>& visit) {
  for_all_sizes(bound, [&](ProductSizes sizes) {
    if (!is_simple(sizes)) return;
    for (sizes.Q = least_layers; sizes.Q <= std::min(most_layers, sizes.o); ++sizes.Q) visit(sizes);
  });
}

MatrixProduct product_of(std::string_view rows, std::string_view columns, const ProductSizes& sizes) {
  return stored_with_result(make_distribution(rows, sizes.m, sizes.M), make_distribution(columns, sizes.n, sizes.N),
                            make_distribution("wrap", sizes.o, sizes.Q));
}

void for_both_kinds(const ProductSizes& sizes, const std::function<void(const MatrixProduct&)>& visit) {
  constexpr std::array<std::string_view, 2> kinds = {"ceil-block", "wrap"};
  for (const std::string_view rows : kinds)
    for (const std::string_view columns : kinds) visit(product_of(rows, columns, sizes));
}

bool all_own_something(const MatrixProduct& product) {
  return product.rows.is_surjective() && product.columns.is_surjective();
}

}  // namespace apportion::niculescu
