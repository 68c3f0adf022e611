// Printing and parsing of distributions.
#pragma once

#include <string>
#include <string_view>

#include "sim/distributions/cartesian.hpp"

namespace apportion {

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
