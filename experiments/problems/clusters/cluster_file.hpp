// Clusters that a user has: processors by name, with speeds, or with times that were measured at several sizes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/problems/common/fields.hpp"
#include "sim/cluster.hpp"
#include "sim/performance_model.hpp"

namespace apportion::problems {

struct GivenCluster {
  std::vector<std::string> names;             ///< one per processor
  std::vector<double> speeds = {};            ///< one per processor; empty where they depend on the size
  std::vector<PerformanceModel> models = {};  ///< one per processor; empty where they do not

  [[nodiscard]] std::size_t size() const { return names.size(); }
  [[nodiscard]] bool depends_on_size() const { return !models.empty(); }
  /// The processors by the speeds that they have when `elements` > 0 are divided so that all finish at once. InputError
  /// where speeds depend on the size and there are no elements.
  [[nodiscard]] Cluster cluster_for(double elements) const;
};

/// A cluster file's content: CSV whose first line is "name,speed", "name,size,seconds" or "name,size,rate" (elements
/// per second). With sizes a processor has one line per size, and its sizes increase. A byte order mark, blanks around
/// fields, quoted names, CRLF and blank lines are let pass. InputError names the line for anything else, names given
/// twice, numbers that are not from 1e-100 to 1e100, and more than 10^6 lines.
[[nodiscard]] GivenCluster parse_cluster(std::string_view text);

/// The same from a regular file of at most 10^8 bytes; errors name it.
[[nodiscard]] GivenCluster read_cluster(const std::string& file);

/// The largest cluster file, in bytes.
constexpr std::size_t most_cluster_bytes = 100'000'000;

/// The speeds of a cluster whatever the size. InputError where they depend on it.
[[nodiscard]] const std::vector<double>& constant_speeds(const GivenCluster& cluster);

/// The same over the least of them.
[[nodiscard]] std::vector<double> speeds_over_least(const GivenCluster& cluster);

/// The field `cluster` of families that take processors from a file instead of a list.
[[nodiscard]] Field cluster_field();
/// The cluster that it names; none where it is not given.
[[nodiscard]] std::optional<GivenCluster> cluster_in(const FieldValues& given);

}  // namespace apportion::problems
