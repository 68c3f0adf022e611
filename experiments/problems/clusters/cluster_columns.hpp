// The header of a cluster file: which columns it has, and the units in which their numbers are.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace apportion::problems {

enum class ClusterColumn : std::uint8_t {
  name,
  speed,
  size,
  seconds,
  rate,
  memory,
  bandwidth,
  latency,
  group,
  group_bandwidth,
  group_latency
};

/// Which column it is, and by what its numbers are multiplied so that they are bytes, bytes per second, or seconds.
struct ColumnInUnit {
  ClusterColumn column = ClusterColumn::name;
  double unit = 1;
  bool is_cells = false;  ///< memory in cells, not in bytes
};

/// The headers that there must be one of, in words.
constexpr std::string_view cluster_headers = "name,speed or name,size,seconds or name,size,rate";

/// The columns of a header, which is on this line. InputError for columns that are unknown, missing or given twice, and
/// for units that are unknown or missing.
[[nodiscard]] std::vector<ColumnInUnit> cluster_columns(const std::vector<std::string>& header, std::int64_t line);

/// What a column is called in messages: "group bandwidth".
[[nodiscard]] std::string in_words(ClusterColumn column);

/// As much of a text as an error shows.
[[nodiscard]] std::string shown_text(std::string_view text);

[[nodiscard]] InputError line_error(std::int64_t line, const std::string& problem);

}  // namespace apportion::problems
