// The kinds of simple distributions, rules that distribute n indices among p processes; and how distributions are
// printed and parsed.
#pragma once

#include <string>
#include <string_view>

#include "algorithms/registry.hpp"
#include "sim/distributions/cartesian.hpp"

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

/// KIND(n,p) or KIND(n,p,k); compositions with the rule that is applied last first, `wrap(12,4)∘linear(48,12)`;
/// products, `linear(100,4)×wrap(200,8)`; replication by a last `·Q`.
[[nodiscard]] std::string to_text(const Distribution& distribution);
[[nodiscard]] std::string to_text(const CartesianDistribution& distribution);
[[nodiscard]] std::string to_text(const ReplicatedDistribution& distribution);

/// Parse what to_text() prints, and o, x and * in place of the signs; blanks between the parts are optional. All
/// registered kinds are accepted. A product may contain the paper's named products instead of their factors:
///   block(m,n,..,M,N,..), grid(m,n,..,M,N,..)                      linear(m,M)×linear(n,N)×.., with wrap for grid
///   row(m,n,p), column(m,n,p), wrap-row(m,n,p), wrap-column(m,n,p)  all processes along the one dimension
/// Throws InputError that gives the text, the place (counted in characters from 1), and what is expected there.
[[nodiscard]] Distribution parse_distribution(std::string_view text);
[[nodiscard]] ReplicatedDistribution parse_replicated(std::string_view text);

}  // namespace apportion
