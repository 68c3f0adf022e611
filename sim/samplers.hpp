// Samplers of random heterogeneous clusters: what the papers leave open about their simulations.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "sim/cluster.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// A named model of a random cluster whose fastest processor is at most `ratio` times as fast as its slowest.
struct ClusterSampler {
  std::string name;
  std::string summary;
  /// Only + - x / are used, so the same seed gives the same bytes on every machine; otherwise to 1e-9 across machines.
  bool exact_everywhere = true;
  Cluster (*draw)(std::size_t processors, double ratio, RandomStream& stream) = nullptr;
};

/// All samplers, in the order in which they are documented.
[[nodiscard]] const std::vector<ClusterSampler>& cluster_samplers();

/// The sampler of that name; InputError with the nearest names otherwise.
[[nodiscard]] const ClusterSampler& cluster_sampler(std::string_view name);

/// Draws a cluster of `processors` >= 1 speeds in [1, ratio]. Throws InputError for no processors, or a ratio that is
/// below 1 or not finite. At ratio 1 every speed is 1 under every model.
[[nodiscard]] Cluster draw_cluster(std::string_view sampler, std::size_t processors, double ratio,
                                   RandomStream& stream);

}  // namespace apportion
