// Distributions of positive speeds by name, such as weibull(1.5), drawn from by inversion.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/cluster.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// A parameter of a distribution.
struct DistributionParameter {
  std::string symbol;  ///< its placeholder: "SHAPE"
  double least = 0;
  double most = 0;
  std::optional<double> usual = std::nullopt;  ///< its default; only the last parameter may have one
};

/// A distribution of speeds, whose quantiles are positive and finite.
struct SpeedDistribution {
  std::string name;
  std::vector<DistributionParameter> parameters;
  double (*quantile)(const std::vector<double>& parameters, double share) = nullptr;  ///< 0 < share < 1
  bool ascends = false;  ///< parameters must not decrease, and the last must exceed the first

  /// "weibull(SHAPE[,SCALE])"
  [[nodiscard]] std::string spelled() const;
};

/// All distributions, in the order in which they are documented.
[[nodiscard]] const std::vector<SpeedDistribution>& speed_distributions();

/// A distribution with its parameters.
struct SpeedModel {
  const SpeedDistribution* distribution = nullptr;
  std::vector<double> parameters = {};  ///< all of them

  /// The canonical text that parse_speed_model() reads as this model: shortest numbers, without defaults.
  [[nodiscard]] std::string text() const;
  /// The quantile at this share, 0 < share < 1, of the speed.
  [[nodiscard]] double quantile(double share) const { return distribution->quantile(parameters, share); }
};

/// Parses "weibull(1.5)" or "weibull(1.5,2)". InputError for an unknown distribution, with all names, for too few or
/// too many parameters, and for parameters out of range.
[[nodiscard]] SpeedModel parse_speed_model(std::string_view text);

/// The quantile of a speed at each share, 0 < share < 1.
using SpeedQuantile = std::function<double(double share)>;

/// Draws `processors` >= 1 independent speeds: the quantiles at uniform numbers of the stream.
[[nodiscard]] Cluster cluster_by_quantiles(const SpeedQuantile& quantile, std::size_t processors, RandomStream& stream);

/// Interpolates linearly between these quantiles: speed k at share k. The shares ascend from 0 to 1, the speeds are
/// positive and do not descend. Uses only + - x /.
[[nodiscard]] SpeedQuantile interpolated_quantiles(std::vector<double> shares, std::vector<double> speeds);

}  // namespace apportion
