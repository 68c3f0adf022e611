// Distributions of positive speeds by name, such as weibull(1.5), which are drawn from by inversion.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/cluster.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// A number that a distribution takes.
struct DistributionParameter {
  std::string symbol;  ///< its placeholder: "SHAPE"
  double least = 0;
  double most = 0;
  std::optional<double> usual = std::nullopt;  ///< what it is where it is left out; only the last may be
};

/// Speeds have this distribution, whose quantiles are positive and finite.
struct SpeedDistribution {
  std::string name;
  std::vector<DistributionParameter> parameters;
  double (*quantile)(const std::vector<double>& parameters, double share) = nullptr;  ///< 0 < share < 1
  bool ascends = false;  ///< the parameters must not decrease, and the last must exceed the first

  /// "weibull(SHAPE[,SCALE])"
  [[nodiscard]] std::string spelled() const;
};

/// All of them, in the order in which they are documented.
[[nodiscard]] const std::vector<SpeedDistribution>& speed_distributions();

/// A distribution with its parameters.
struct SpeedModel {
  const SpeedDistribution* distribution = nullptr;
  std::vector<double> parameters = {};  ///< all of them

  /// The one text that parse_speed_model() reads as this model: shortest numbers, and nothing that is as usual.
  [[nodiscard]] std::string text() const;
  /// The speed that this share, 0 < share < 1, of all speeds does not exceed.
  [[nodiscard]] double quantile(double share) const { return distribution->quantile(parameters, share); }
};

/// "weibull(1.5)" or "weibull(1.5,2)". InputError with all names for an unknown distribution; InputError also for
/// too few or too many parameters, and for those that are out of range.
[[nodiscard]] SpeedModel parse_speed_model(std::string_view text);

/// Speeds whose quantile at each share, 0 < share < 1, is known.
using SpeedQuantile = std::function<double(double share)>;

/// Draws `processors` >= 1 independent speeds: each the quantile at one uniform number of the stream.
[[nodiscard]] Cluster cluster_by_quantiles(const SpeedQuantile& quantile, std::size_t processors, RandomStream& stream);

/// The quantiles that go linearly from each of these speeds to the next: speed k at share k. The shares ascend from 0
/// to 1, the speeds are positive and do not descend. Only + - x / are used.
[[nodiscard]] SpeedQuantile interpolated_quantiles(std::vector<double> shares, std::vector<double> speeds);

}  // namespace apportion
