// A user's own network, from a JSON file.
#pragma once

#include <cstddef>
#include <string_view>

#include "experiments/problems/common/json.hpp"
#include "sim/network/network.hpp"

namespace apportion::problems {

/// {"schema":1,"startup":{"where":"wire|cpu|medium","seconds":s},"links":[{"name":…,"bandwidth":bytes/s,"latency":s}],
/// "routes":[{"from":i,"to":j,"links":["name",…]}]} for this many processors. Start-up (none) and latencies (0) may be
/// missing; links of routes are named, or numbered from 0. InputError that names the place for anything else: two links
/// of one name, a route given twice, from a processor to itself or to one that there is not, and what validate()
/// refuses. A pair without a route is no error before a message needs it.
[[nodiscard]] Network parse_network(std::string_view json, std::size_t processors);
[[nodiscard]] Network parse_network(const JsonReader& reader, std::size_t processors);

}  // namespace apportion::problems
