// Algorithms that count the communications of a matrix product.
#pragma once

#include <string_view>

#include "algorithms/registry.hpp"
#include "sim/distributions/cartesian.hpp"

namespace apportion {

/// solve() requires a validated product.
using CommunicationCount = Algorithm<MatrixProduct, Communications>;
using CommunicationCounts = Registry<CommunicationCount>;

/// Validates the product, then counts by the algorithm of this name.
[[nodiscard]] Communications count_communications(std::string_view way, const MatrixProduct& product);

}  // namespace apportion
