// Where the clusters of a study come from: sampling models, or a user's files.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/engine/axis.hpp"
#include "experiments/problems/clusters/cluster_file.hpp"
#include "sim/random_stream.hpp"

namespace apportion::problems {

/// Sampling models alone, unless files are given.
struct ClusterSource {
  std::shared_ptr<const GivenCluster> given = nullptr;  ///< what every sample has; nullptr: clusters are drawn
  /// The speeds of the files that are drawn from, the least being 1, by the value on the axis: "resample(FILE)".
  std::map<std::string, std::vector<double>, std::less<>> resampled = {};

  /// A cluster by a sampling model, see draw_cluster(), or drawn from a file, whatever the ratio is: see
  /// require_resampling().
  [[nodiscard]] Cluster draw(const std::string& model, std::size_t processors, double ratio,
                             RandomStream& stream) const;
  /// The given cluster for so many elements or, without one, what the point's `sampling`, `processors` and `ratio` say.
  [[nodiscard]] Cluster cluster_at(const engine::Point& point, double elements, RandomStream& stream) const;
};

/// FILE of "resample(FILE)"; none for another model.
[[nodiscard]] std::optional<std::string> resampled_file(std::string_view model);

/// InputError for a file on the axis `sampling` that the source does not have, and for a value of the axis
/// `ratio_axis` below the ratio of a file's own speeds: drawn speeds lie from 1 to the ratio.
void require_resampling(const std::vector<engine::Axis>& axes, const std::string& ratio_axis,
                        const ClusterSource& source);

}  // namespace apportion::problems
