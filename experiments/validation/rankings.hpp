// How well costs rank methods: SQL over the single problems of validation/networks.
#pragma once

#include <string>

namespace apportion::validation {

/// Costs and times are equal within this share: rounding errors are smaller, and methods often give one decomposition.
constexpr double equal_costs = 1e-9;

/// networks(network, place): the networks in the order of tables.
/// runs(network, startup, latency, share, sample, algorithm, flat, acost, total, most, net, time): the problems of
/// validation/networks that `condition` lets pass, 10 free iterations on real cells, as each method solved them; flat:
/// one of flat_methods(). Without start-ups the place is 'medium' alone.
[[nodiscard]] std::string runs_sql(const std::string& condition);

/// More relations, of the flat methods in runs:
/// choices(network, startup, latency, share, sample, cost, cost_place, found, regret, tau): of one problem, whether the
/// method with the least cost is the fastest, how much longer it takes than the fastest, and Kendall's tau-b of cost and
/// time; where several have the least cost, the mean over them, and NULL for tau where all cost or take the same.
[[nodiscard]] std::string choices_sql();

/// An SQL expression for the sign of `one` - `other`, 0 where they are equal.
[[nodiscard]] std::string sign_sql(const std::string& one, const std::string& other);

/// An SQL expression that names a setting: "star, cpu 1000", or "star" without start-ups.
[[nodiscard]] std::string setting_sql();

}  // namespace apportion::validation
