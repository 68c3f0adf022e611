// The network that a user names or gives in a file, and what an exchange of boundaries costs on it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/common/json.hpp"
#include "experiments/problems/common/options.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "sim/network/jacobi.hpp"
#include "sim/network/network.hpp"
#include "sim/rectangles/decomposition.hpp"

namespace apportion::problems {

/// A network, and how long its processors compute.
struct GivenNetwork {
  std::string name;  ///< of the network, or of its file
  Network network;
  double latency = 0;              ///< the start-up of a message in elements: what algorithms are told
  double seconds_per_element = 0;  ///< of a processor with speed 1; 0: only messages take time
};

/// The fields `network`, `startup` and `element-seconds`.
[[nodiscard]] std::vector<Field> network_fields();

/// The network that these and `latency` say; nothing without `network`. A named network has the start-up that the
/// latency says, in elements of 8 bytes, spent at `startup`; one that is described, in a file or in the line itself
/// (see parse_network()), says its own, so that both are refused beside it. InputError for these and a network that is
/// none.
[[nodiscard]] std::shared_ptr<const GivenNetwork> network_of(const FieldValues& given, std::size_t processors);

/// What a decomposition costs on a network; see sim/network/communication_costs.hpp.
struct ExchangeCosts {
  double most = 0;       ///< elements
  double net = 0;        ///< seconds
  double simulated = 0;  ///< seconds for an iteration: of ten Jacobi sweeps without a barrier
};
[[nodiscard]] ExchangeCosts exchange_costs(const GivenNetwork& given, const Cluster& cluster,
                                           const Decomposition& decomposition);
[[nodiscard]] ExchangeCosts exchange_costs(const GivenNetwork& given, const Cluster& cluster, const Stencil& stencil);

/// The share of a rival's simulated time that is saved; nothing where it has none.
[[nodiscard]] std::optional<double> share_saved(const ExchangeCosts& costs, std::optional<double> seconds_by_rival);

/// {"name":…,"most":…,"net":…,"simulated":…,"saved":…,"fastest_of":[…]}, null where nothing is known to be saved, and
/// without the last where that is empty.
[[nodiscard]] std::string costs_json(const std::string& name, const ExchangeCosts& costs, std::optional<double> saved,
                                     const std::vector<std::string>& fastest_of);

/// What the row of a ranking on a network begins with.
[[nodiscard]] std::vector<RankedValue> cost_values(const ExchangeCosts& costs, std::optional<double> saved);

}  // namespace apportion::problems
