// Networks that users give in files, and what jobs cost on them.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/problems/common/exchange_time.hpp"
#include "experiments/problems/common/json.hpp"
#include "sim/network/job.hpp"
#include "sim/network/network.hpp"

namespace apportion::problems {

/// {"schema":1,"startup":{"where":"wire|cpu|medium","seconds":s},"links":[{"name":…,"bandwidth":bytes/s,"latency":s}],
/// "routes":[{"from":i,"to":j,"links":["name",…]}]} for this many processors. Start-up (no time) and latencies (0) may
/// be missing; links of routes are named, or numbered from 0. InputError that names the place for anything else: two
/// links of one name, a route given twice, from a processor to itself or to an unknown one, and what validate()
/// refuses. A pair without a route is no error before a message needs it.
[[nodiscard]] Network parse_network(std::string_view json, std::size_t processors);
[[nodiscard]] Network parse_network(const JsonReader& reader, std::size_t processors);

/// What exchanges cost on this network.
[[nodiscard]] std::shared_ptr<const ExchangeTime> exchange_time_on(const std::string& name, Network network,
                                                                   double latency, double seconds_per_element = 0);

/// The time of an element with which computing, evenly divided among processors of these speeds, takes as long as the
/// messages of a job alone. The job computes for a second per element.
[[nodiscard]] double balanced_seconds(const Network& network, const Job& job, const std::vector<double>& speeds);
[[nodiscard]] Job with_element_seconds(Job job, double seconds_per_element);

}  // namespace apportion::problems
