// The kinds of simple distributions: rules that distribute n indices among p processes.
#pragma once

#include <string_view>

#include "algorithms/registry.hpp"
#include "sim/distributions/distribution.hpp"

namespace apportion {

/// The sizes of a distribution.
struct DistributionShape {
  Index length = 1;     ///< n
  Index processes = 1;  ///< p
};

/// solve() throws InputError for a shape for which the kind is undefined. A kind may have one option, a count,
/// the third argument in the notation: block-cyclic(100,4,8) is block-cyclic[block=8] for 100 indices and 4
/// processes.
using DistributionKind = Algorithm<DistributionShape, Distribution>;
using DistributionKinds = Registry<DistributionKind>;

/// The kind with the name `text`, "wrap" or "block-cyclic[block=8]". InputError, with the nearest names, if unknown.
[[nodiscard]] Configured<DistributionKind> choose_distribution_kind(std::string_view text);

/// A distribution of this kind ("wrap", "block-cyclic[block=8]"). InputError for an unknown kind, or a shape for which
/// it is undefined.
[[nodiscard]] Distribution make_distribution(std::string_view kind, Index length, Index processes);

}  // namespace apportion
