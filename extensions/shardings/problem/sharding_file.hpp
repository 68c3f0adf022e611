// Sharding graphs in the JSON of the ASPLOS 2025 contest.
#pragma once

#include <string>
#include <string_view>

#include "extensions/shardings/sim/sharding.hpp"

namespace apportion::problems {

/// The graph of a file {"problem":{…}}, plain or gzip, or of standard input for "-". InputError that names file and
/// place where the text is no such problem.
[[nodiscard]] ShardingGraph read_sharding_file(const std::string& file);

/// The graph of a text {"name":…,"nodes":{…},"edges":{…},"usage_limit":…}. InputError as above, without the file.
[[nodiscard]] ShardingGraph parse_sharding_graph(std::string_view json);

/// The graph as such a text in one line without its end; parse_sharding_graph() gives the same graph again.
[[nodiscard]] std::string to_json(const ShardingGraph& graph);

}  // namespace apportion::problems
