// Variations of speeds from options, and how the times that follow are shown.
#include "experiments/problems/networks/variation.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/error.hpp"
#include "base/files.hpp"
#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/common/solving.hpp"

namespace apportion::problems {
std::vector<Field> variation_fields(const std::string& needed) {
  return {whole_field("perturb", "N", 1, 100'000, "draw the speeds N times, and say how times vary with them")
              .needing(needed),
          field_of(FieldKind::text, "spread", "PERCENT",
                   "standard deviation of each speed over its mean, such as 5%, up to 50%")
              .noting("without it that of the cluster file's repeated measurements")
              .needing("perturb")};
}

std::optional<SpeedVariation> variation_in(const FieldValues& given, std::size_t processors, std::int64_t usual_draws) {
  const std::int64_t draws = given.has("perturb") ? given.whole("perturb") : usual_draws;
  if (draws == 0) return std::nullopt;
  if (given.has("spread")) {
    const double deviation = percent_in(given, "spread", 100 * most_deviation);
    return SpeedVariation{std::vector<double>(processors, deviation), static_cast<std::size_t>(draws), seed_in(given)};
  }
  const std::optional<GivenCluster> cluster = cluster_in(given);
  if (!cluster)
    throw InputError(fmt::format("{} needs {}, such as 5%, or a cluster file with repeated measurements",
                                 given.spelled("perturb"), given.spelled("spread")));
  return read_from(given.text("cluster"), [&] { return measured_variation(*cluster, draws, seed_in(given)); });
}

SpeedVariation measured_variation(const GivenCluster& cluster, std::int64_t draws, std::uint64_t seed) {
  SpeedVariation variation{.deviations = {}, .draws = static_cast<std::size_t>(draws), .seed = seed};
  for (const Spread& spread : known_spreads(cluster)) variation.deviations.push_back(spread.relative);
  validate(variation);
  return variation;
}

std::shared_ptr<const GivenNetwork> with_variation(const FieldValues& given,
                                                   std::shared_ptr<const GivenNetwork> network) {
  if (!given.has("perturb")) return network;
  if (network->seconds_per_element == 0)
    throw InputError(fmt::format("{} needs {}: while computing takes no time speeds do not matter",
                                 given.spelled("perturb"), given.spelled("element-seconds")));
  GivenNetwork varied = *network;
  varied.variation = variation_in(given, network->network.processors);
  return std::make_shared<const GivenNetwork>(std::move(varied));
}

std::string varied_json(const VariedTimes& times) {
  return fmt::format(R"({{"draws":{},"low":{},"median":{},"high":{},"worst":{}}})", times.draws, times.low,
                     times.median, times.high, times.worst);
}

std::vector<RankedValue> varied_values(const std::optional<VariedTimes>& times, const TimeUnit& unit) {
  const VariedTimes known = times.value_or(VariedTimes{});
  const auto value = [&](const char* of, double seconds) -> RankedValue {
    return {fmt::format("{}, {}", of, unit.name), given_if(times.has_value(), with_digits(unit.of(seconds), 6))};
  };
  return {value("5 %", known.low), value("median", known.median), value("95 %", known.high),
          value("worst", known.worst)};
}

}  // namespace apportion::problems
