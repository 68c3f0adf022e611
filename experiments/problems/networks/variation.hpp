// Speeds that vary, as users say it: by a percentage, or as they were measured.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/numbers.hpp"
#include "experiments/problems/clusters/given_cluster.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/networks/network.hpp"
#include "sim/network/varied_speeds.hpp"

namespace apportion::problems {

/// The fields `perturb`, which may need another one, and `spread`.
[[nodiscard]] std::vector<Field> variation_fields(const std::string& needed = {});

/// The variation that these and `seed` say, by default that of the file `cluster`; without `perturb` so many draws as
/// usual, none for 0. InputError for one that is none, and where nothing says how far speeds vary.
[[nodiscard]] std::optional<SpeedVariation> variation_in(const FieldValues& given, std::size_t processors,
                                                         std::int64_t usual_draws = 0);

/// As far as the measurements of a cluster lie apart. InputError where a processor was measured once.
[[nodiscard]] SpeedVariation measured_variation(const GivenCluster& cluster, std::int64_t draws, std::uint64_t seed);

/// The network with the variation that the fields say. InputError where nothing takes time that speeds decide.
[[nodiscard]] std::shared_ptr<const GivenNetwork> with_variation(const FieldValues& given,
                                                                 std::shared_ptr<const GivenNetwork> network);

/// {"draws":…,"low":…,"median":…,"high":…,"worst":…}
[[nodiscard]] std::string varied_json(const VariedTimes& times);

/// The columns of a ranking, in this unit.
[[nodiscard]] std::vector<RankedValue> varied_values(const std::optional<VariedTimes>& times, const TimeUnit& unit);

}  // namespace apportion::problems
