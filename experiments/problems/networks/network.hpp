// Networks in users' files, and costs of jobs on them.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/problems/common/exchange_time.hpp"
#include "sim/network/network.hpp"
#include "sim/network/simulate.hpp"

namespace apportion::problems {

/// {"schema":1,"startup":{"where":"wire|cpu|medium","seconds":s},"links":[{"name":…,"bandwidth":bytes/s,"latency":s}],
/// "routes":[{"from":i,"to":j,"links":["name",…]}]} for this many processors. Start-up (no time) and latencies (0) are
/// optional; links of routes are given by name or number, from 0. InputError, which names the place, for anything else:
/// repeated names of links, a repeated route, a route from a processor to itself or to an unknown one, and errors from
/// validate(). A pair without a route is an error only when a message needs it.
[[nodiscard]] Network parse_network(std::string_view json, std::size_t processors);

/// Times of exchanges on this network.
[[nodiscard]] std::shared_ptr<const ExchangeTime> exchange_time_on(const std::string& name, Network network,
                                                                   double latency, double seconds_per_element = 0);

/// The time of an element with which computing, evenly divided among processors of these speeds, takes as long as the
/// messages of a job alone. The job computes for a second per element.
[[nodiscard]] double balanced_seconds(const Network& network, const Job& job, const std::vector<double>& speeds);

}  // namespace apportion::problems
