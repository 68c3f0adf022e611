// Samplers of random heterogeneous clusters, for the details of simulations that the papers leave open.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/cluster.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// The parameter of a model, written after its name as in pareto(1.5).
struct SamplerParameter {
  std::string symbol;  ///< its placeholder in the model's description: "SHAPE"
  double least = 0;
  double most = 0;
  double example = 0;
};

/// The input of a model: `processors` >= 1 speeds from 1 to `ratio` > 1, and its parameter, if it takes one.
struct SamplingRequest {
  std::size_t processors = 0;
  double ratio = 0;
  double parameter = 0;
};

/// A named model of a random cluster whose fastest processor is at most `ratio` times as fast as its slowest.
struct ClusterSampler {
  std::string name;
  std::string summary;
  /// Uses only + - x /, so that a seed gives the same bytes on every machine; other models agree to 1e-9.
  bool exact_everywhere = true;
  Cluster (*draw)(const SamplingRequest& request, RandomStream& stream) = nullptr;
  std::optional<SamplerParameter> parameter = std::nullopt;

  /// The name, with the placeholder of its parameter: "uniform", "pareto(SHAPE)".
  [[nodiscard]] std::string spelled() const;
  /// The same with an example of the parameter: "pareto(1.5)".
  [[nodiscard]] std::string example() const;
};

/// One of the values, each with the same probability; there is at least one.
[[nodiscard]] double drawn_from(const std::vector<double>& values, RandomStream& stream);

/// All samplers, in the order in which they are documented.
[[nodiscard]] const std::vector<ClusterSampler>& cluster_samplers();

/// A sampler with its parameter.
struct SamplingModel {
  const ClusterSampler* sampler = nullptr;
  double parameter = 0;

  /// The text that parse_sampling_model() reads, with the shortest number that reads back exactly.
  [[nodiscard]] std::string text() const;
};

/// Parses "uniform" or "pareto(1.5)". InputError for an unknown model, with the nearest names, and for a parameter that
/// is missing, out of range or superfluous.
[[nodiscard]] SamplingModel parse_sampling_model(std::string_view text);

/// Draws a cluster of `processors` >= 1 speeds in [1, ratio] from a model that parse_sampling_model() reads. Throws its
/// InputErrors, and InputError for 0 processors and for a ratio that is below 1 or not finite. At ratio 1 all speeds
/// are 1 under every model.
[[nodiscard]] Cluster draw_cluster(std::string_view model, std::size_t processors, double ratio, RandomStream& stream);

/// Draws `processors` >= 1 of these speeds uniformly, with replacement. `speeds` is not empty.
[[nodiscard]] Cluster resampled_cluster(const std::vector<double>& speeds, std::size_t processors,
                                        RandomStream& stream);

}  // namespace apportion
